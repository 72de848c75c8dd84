package rendertest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/engine/enginetest/golden"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// Page collects the contents of a golden file.
type Page struct{ strings.Builder }

// Heading begins a section.
func (p *Page) Heading(format string, args ...any) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	fmt.Fprintf(p, "# "+format+"\n", args...)
}

// Plain adds an unstyled line.
func (p *Page) Plain(line string) { p.Add(text.Line{{Text: line}}) }

// Add adds lines, with **strong** and ‹dim› spans marked.
func (p *Page) Add(lines ...text.Line) {
	for _, line := range lines {
		for _, span := range line {
			switch span.Style {
			case text.Strong:
				p.WriteString("**" + span.Text + "**")
			case text.Dim:
				p.WriteString("‹" + span.Text + "›")
			default:
				p.WriteString(span.Text)
			}
		}
		p.WriteString("\n")
	}
}

// Check compares the page with a file of testdata.
func (p *Page) Check(t *testing.T, name string) {
	t.Helper()
	golden.Expect(t, filepath.Join("testdata", name+".txt"), p.String())
}

// EachLanguage runs the test in every language.
func EachLanguage(t *testing.T, test func(*testing.T, *words.Tongue)) {
	t.Helper()
	c := Catalogue(t)
	for _, lang := range words.Languages() {
		t.Run(lang, func(t *testing.T) { test(t, c.In(lang)) })
	}
}

// Catalogue returns the words of all languages.
func Catalogue(t testing.TB) *words.Catalogue {
	t.Helper()
	c, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}
