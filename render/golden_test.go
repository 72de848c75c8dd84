package render_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/games"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// page collects the contents of a golden file.
type page struct{ strings.Builder }

func (p *page) heading(format string, args ...any) {
	if p.Len() > 0 {
		p.WriteString("\n")
	}
	fmt.Fprintf(p, "# "+format+"\n", args...)
}

// plain adds an unstyled line.
func (p *page) plain(line string) { p.add(text.Line{{Text: line}}) }

// add shows lines, **strong** and ‹dim› spans marked.
func (p *page) add(lines ...text.Line) {
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

// check compares the page with a file of testdata.
func (p *page) check(t *testing.T, name string) {
	t.Helper()
	golden.Expect(t, filepath.Join("testdata", name+".txt"), p.String())
}

// joined returns the lines as one text.
func joined(lines []text.Line) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line.String() + "\n")
	}
	return b.String()
}

// inEach runs the test in every language.
func inEach(t *testing.T, test func(*testing.T, *words.Tongue)) {
	t.Helper()
	c := catalogue(t)
	for _, lang := range words.Languages() {
		t.Run(lang, func(t *testing.T) { test(t, c.In(lang)) })
	}
}

func catalogue(t testing.TB) *words.Catalogue {
	t.Helper()
	c, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// record reads the record of a deal in testdata.
func record(t testing.TB, name string) engine.Record {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	return records[0]
}

// after is the deal after its first n actions.
func after(t testing.TB, r engine.Record, n int) *engine.Deal {
	t.Helper()
	r.Actions, r.Result = r.Actions[:n], nil
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	return deal
}
