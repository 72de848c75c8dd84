package words

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
)

type entry [plural.Many + 1]text

// parseEntry uses the form "other" for missing forms.
func parseEntry(m *i18n.Message) entry {
	var e entry
	for form, raw := range map[plural.Form]string{
		plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many, plural.Other: m.Other,
	} {
		if raw == "" {
			raw = m.Other
		}
		e[form] = parseText(raw)
	}
	return e
}

// text alternates pieces and gaps: a gap follows every piece but the last.
type text struct {
	pieces []string
	gaps   []gap
}

type gap struct {
	name    string
	command *text // nil for a value
}

// parseText splits "Dealer: {{.Name}}" at its gaps. "{{/decline {{.Code}}}}" is a command.
func parseText(raw string) text {
	var t text
	for {
		at := strings.Index(raw, "{{")
		if at < 0 {
			t.pieces = append(t.pieces, raw)
			return t
		}
		before, rest := raw[:at], raw[at+2:]
		end := closing(rest)
		if end < 0 || !strings.HasPrefix(rest, ".") && !strings.HasPrefix(rest, "/") {
			t.pieces = append(t.pieces, raw)
			return t
		}
		g := gap{name: rest[1:end]}
		if rest[0] == '/' {
			command := parseText(g.name)
			g.command = &command
		}
		t.pieces, t.gaps = append(t.pieces, before), append(t.gaps, g)
		raw = rest[end+2:]
	}
}

func closing(rest string) int {
	depth := 1
	for i := 0; i+1 < len(rest); i++ {
		switch rest[i : i+2] {
		case "{{":
			depth++
			i++
		case "}}":
			if depth--; depth == 0 {
				return i
			}
			i++
		}
	}
	return -1
}

func (t text) fill(values []any, format func(string) string) string {
	if len(t.gaps) == 0 {
		return t.pieces[0]
	}
	var room [160]byte // enough for most texts
	out := append(room[:0], t.pieces[0]...)
	for i, g := range t.gaps {
		if g.command != nil {
			out = append(out, format(g.command.fill(values, format))...)
		} else {
			out = appendValue(out, g.name, values)
		}
		out = append(out, t.pieces[i+1]...)
	}
	return string(out)
}

const noValue = "<no value>"

func appendValue(out []byte, name string, values []any) []byte {
	for i := 0; i+1 < len(values); i += 2 {
		if values[i] != name {
			continue
		}
		switch v := values[i+1].(type) {
		case string:
			return append(out, v...)
		case int:
			return strconv.AppendInt(out, int64(v), 10)
		default:
			return fmt.Append(out, v)
		}
	}
	return append(out, noValue...)
}
