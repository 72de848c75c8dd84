package screens_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/render"
	"tarockbot/render/words"
)

// transcript collects screens in all languages for a file in testdata.
type transcript struct{ strings.Builder }

type pageCase struct {
	name   string
	screen func(*words.Tongue) *chat.Screen
}

func loadCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

func newPictures(t *testing.T) screens.Pictures {
	t.Helper()
	studio, err := render.NewStudio()
	if err != nil {
		t.Fatal(err)
	}
	return screens.Pictures{Studio: studio}
}

func withPictures(t *testing.T, screen func(*words.Tongue, screens.Pictures) *chat.Screen) func(*words.Tongue) *chat.Screen {
	t.Helper()
	all := newPictures(t)
	return func(w *words.Tongue) *chat.Screen { return screen(w, all) }
}

func withoutPictures(screen func(*words.Tongue, screens.Pictures) *chat.Screen) func(*words.Tongue) *chat.Screen {
	return func(w *words.Tongue) *chat.Screen { return screen(w, screens.Pictures{}) }
}

func checkPages(t *testing.T, file string, cases ...pageCase) {
	t.Helper()
	catalogue := loadCatalogue(t)
	var p transcript
	for _, c := range cases {
		for _, lang := range words.Languages() {
			if p.Len() > 0 {
				p.WriteString("\n")
			}
			s := c.screen(catalogue.In(lang).WithCommands(func(command string) string { return "/" + command }))
			if s.Lang != lang {
				t.Errorf("%s: the page is in %q, want %q", c.name, s.Lang, lang)
			}
			fmt.Fprintf(&p, "==== %s (%s)\n", c.name, lang)
			p.add(s)
		}
	}
	golden.Expect(t, filepath.Join("testdata", file+".txt"), p.String())
}

// add writes "# title", **strong**, ‹dim› and `typed` spans.
func (p *transcript) add(s *chat.Screen) {
	p.lines(s.Text)
	if s.Picture != nil {
		fmt.Fprintf(p, "(picture: %s)\n", s.Picture.Alt)
	}
	if s.Caption != nil {
		p.WriteString("(beside the picture:)\n")
		p.lines(s.Caption)
	}
	for _, mark := range []struct {
		name string
		is   bool
	}{{"protected", s.Protect}, {"ended", s.Dismissable}, {"panel", s.Panel}, {"playing", s.Playing}, {"retired", s.Retired}, {"shared: " + s.ShareCode, s.ShareCode != ""}} {
		if mark.is {
			fmt.Fprintf(p, "(%s)\n", mark.name)
		}
	}
	if c := s.Call; c != nil {
		fmt.Fprintf(p, "(call %s %d of %s, quiet %v: ", c.Subject, c.Number, c.User, c.Suppressed)
		p.spans(c.Text)
		p.WriteString(")\n")
	}
	if c := s.Choice; c != nil {
		fmt.Fprintf(p, "{%s, %d to %d: %s; %s = %s}\n", c.Label, c.Min, c.Max, optionsText(c.Options), c.Confirm, c.Line)
	}
	for _, m := range s.Menus {
		fmt.Fprintf(p, "{%s: %s = %s}\n", m.Label, optionsText(m.Options), m.Line)
	}
	for _, row := range s.Buttons {
		var all []string
		for _, b := range row {
			all = append(all, fmt.Sprintf("[%s%s = %s]", map[chat.Look]string{chat.Primary: "* ", chat.Danger: "! "}[b.Look], b.Label, b.Line))
		}
		p.WriteString(strings.Join(all, " ") + "\n")
	}
}

func optionsText(all []chat.Option) string {
	var texts []string
	for _, o := range all {
		text := o.Label + " (" + o.Value + ")"
		if o.Chosen {
			text = "* " + text
		}
		if o.Fixed {
			text += "!"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

func (p *transcript) lines(lines []chat.Line) {
	for _, line := range lines {
		p.spans(line)
		p.WriteString("\n")
	}
}

func (p *transcript) spans(line chat.Line) {
	for _, span := range line {
		switch span.Style {
		case chat.Title:
			p.WriteString("# " + span.Text)
		case chat.Strong:
			p.WriteString("**" + span.Text + "**")
		case chat.Dim:
			p.WriteString("‹" + span.Text + "›")
		case chat.Code, chat.Link:
			p.WriteString("`" + span.Text + "`")
		default:
			p.WriteString(span.Text)
		}
	}
}
