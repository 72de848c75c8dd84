package stories

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tarockbot/storage"
)

type code struct{ name, value string }

var codePattern = regexp.MustCompile(`\b(?:[2-9a-z]{8}|[0-9a-z]{4}(?:-[0-9a-z]{4}){3})\b`)

// invisible removes the direction marks around names.
var invisible = strings.NewReplacer("\u2068", "", "\u2069", "")

func (s *story) nameCodes(output []string) []string {
	if len(output) == 0 {
		return nil
	}
	text := invisible.Replace(strings.Join(output, "\n"))
	return strings.Split(codePattern.ReplaceAllStringFunc(text, s.codeName), "\n")
}

// codeName names a code. It returns other values unchanged.
func (s *story) codeName(value string) string {
	if i := slices.IndexFunc(s.codes, func(c code) bool { return c.value == value }); i >= 0 {
		return s.codes[i].name
	}
	kind := "CODE"
	if !strings.Contains(value, "-") {
		if _, err := s.cfg.Store.Get(s.t.Context(), storage.Key{Kind: "table", ID: value}); err != nil {
			return value
		}
		kind = "TABLE"
	}
	n := 1
	for _, c := range s.codes {
		if strings.HasPrefix(c.name, kind) {
			n++
		}
	}
	s.codes = append(s.codes, code{fmt.Sprint(kind, n), value})
	return fmt.Sprint(kind, n)
}
