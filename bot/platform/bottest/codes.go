package bottest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tarockbot/storage"
)

// code is a random code and its name in the story.
type code struct{ name, value string }

var codePattern = regexp.MustCompile(`\b(?:[2-9a-z]{8}|[0-9a-z]{4}(?:-[0-9a-z]{4}){3})\b`)

// invisible drops the marks around names.
var invisible = strings.NewReplacer("\u2068", "", "\u2069", "")

// renamed gives codes their names, and drops invisible marks.
func (s *story) renamed(output []string) []string {
	text := invisible.Replace(strings.Join(output, "\n"))
	if text == "" {
		return nil
	}
	text = codePattern.ReplaceAllStringFunc(text, func(value string) string {
		if i := slices.IndexFunc(s.codes, func(c code) bool { return c.value == value }); i >= 0 {
			return s.codes[i].name
		}
		name := "CODE"
		if !strings.Contains(value, "-") {
			if _, err := s.cfg.Store.Get(s.t.Context(), storage.Key{Kind: "table", ID: value}); err != nil {
				return value
			}
			name = "TABLE"
		}
		n := 1
		for _, c := range s.codes {
			if strings.HasPrefix(c.name, name) {
				n++
			}
		}
		s.codes = append(s.codes, code{fmt.Sprint(name, n), value})
		return fmt.Sprint(name, n)
	})
	return strings.Split(text, "\n")
}
