package telegram

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

var hostile = []string{
	"@everyone", "@bert", "<b>bold</b>", "*b* _i_ `c` \\*x\\*", "[link](https://evil.test)", "https://evil.test/x",
	"evil.test", "t.me/evil_bot", "tg://resolve?domain=x", "/resign", "#tag $USD", "a@b.test", "&amp;&#64;", "/start@OtherBot",
	"\u202egnp.exe", "🎴👨‍👩‍👧", strings.Repeat("ä", 300),
}

func TestFault50Injection(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		for i, name := range hostile {
			number := fmt.Sprint("accept ", i)
			s := chat.Screen{Lang: "en", Text: []chat.Line{
				{{Text: "🎴 " + name, Style: chat.Title}}, {{Text: "Turn: "}, {Text: name, Style: chat.Strong}, {Text: " (" + name + ") ", Style: chat.Dim}},
				{{Text: number, Style: chat.Code}},
			}, Buttons: [][]chat.Button{{{Label: name, Line: "hand"}}}}
			for _, s := range []chat.Screen{s, pictured(s, fmt.Sprint(i%3))} {
				r.clock.add(10e9)
				ref := r.show(r.group, "", s.FirstLineOnly())
				r.show(r.group, ref, s)
				m := r.awaitText(r.group, number)
				if len(m.DetectedParts()) > 0 {
					t.Errorf("%q: Telegram finds the links %q", name, m.DetectedParts())
				}
				if plain := strings.ReplaceAll(m.Text, wordJoiner, ""); strings.Count(plain, strings.TrimSpace(name)) != 3 {
					t.Errorf("%q is shown as %q", name, m.Text)
				}
				units := utf16.Encode([]rune(m.Text))
				for _, e := range m.Entities {
					got := strings.ReplaceAll(string(utf16.Decode(units[e.Offset:e.Offset+e.Length])), wordJoiner, "")
					want := map[string][]string{"bold": {"🎴 " + name, name}, "italic": {" (" + name + ") "}, "code": {number}}[e.Type]
					if !strings.Contains(strings.Join(want, "\x00"), got) {
						t.Errorf("%q: the %s text is %q", name, e.Type, got)
					}
				}
			}
		}
		for _, q := range r.server.Requests("") {
			if q.Params["parse_mode"] != "" || q.Params["text"] != "" && !strings.Contains(q.Params["link_preview_options"], `"is_disabled":true`) {
				t.Errorf("%s with parse_mode or a link preview: %v", q.Method, q.Params)
			}
		}
	})
}

func FuzzFault50Text(f *testing.F) {
	for _, name := range hostile {
		f.Add(name, "x")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, "")
		lines := []chat.Line{{{Text: a, Style: chat.Title}, {Text: b, Style: chat.Code}}, nil, {{Text: b}, {Text: a, Style: chat.Dim}}}
		for _, limit := range []int{maxText, maxCaption} {
			text, entities := formatted(append(slices.Repeat(lines, 5), nil, chat.Line{{Text: b}}), limit)
			n := length16(text)
			if n == 0 || n > limit {
				t.Errorf("got %d UTF-16 units, want 1 to %d", n, limit)
			}
			for _, e := range entities {
				if e.Offset < 0 || e.Length <= 0 || e.Offset+e.Length > n {
					t.Errorf("entity %+v is outside the text's %d units", e, n)
				}
			}
		}
	})
}

func TestFault51Names(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, name := range append(hostile, "\u202e\u2066evil\u2069", "a\nb", "") {
			got := isolated(name)
			if !strings.HasPrefix(got, "\u2068") || !strings.HasSuffix(got, "\u2069") || strings.ContainsAny(got, "\u202e\u2066\n") ||
				strings.Count(got, "\u2069") != 1 || length16(got) > 50 {
				t.Errorf("the name %q becomes %q", name, got)
			}
		}
		r := stoppedRig(t)
		anna := r.server.Person("Anna\u202e")
		r.platform.people.record(t.Context(), &models.User{ID: anna.ID, FirstName: anna.Name})
		if m := (pinger{r.platform.posts, r.platform.people, target{chat: -1}, "en"}).words(*callTo(anna, 1)); !strings.HasPrefix(m.text, "\u2068Anna\u2069") {
			t.Errorf("the ping says %q", m.text)
		}
	})
}

func TestLongText(t *testing.T) {
	t.Parallel()
	var lines []chat.Line
	for i := range 300 {
		lines = append(lines, chat.Line{{Text: fmt.Sprintf("line %d %s", i, strings.Repeat("🎴", 10))}})
	}
	text, _ := formatted(lines, maxText)
	if n := length16(text); n > maxText || n < maxText-100 {
		t.Errorf("got %d UTF-16 units", n)
	}
	if !strings.HasPrefix(text, "line 0 ") || !strings.Contains(text, "line 299 ") || !strings.Contains(text, "\n"+ellipsis+"\n") {
		t.Errorf("the long text becomes %.100q", text)
	}
	for _, lines := range [][]chat.Line{nil, {nil, {{Text: "  "}}}, {{{Text: strings.Repeat("ö", 9000)}}}, {nil, {{Text: "x", Style: chat.Strong}}, nil}} {
		text, entities := formatted(lines, maxText)
		if n := length16(text); n == 0 || n > maxText || len(entities) == 1 && entities[0].Offset != 0 {
			t.Errorf("got %d UTF-16 units, entities %v", n, entities)
		}
	}
}

func TestFault47Peek(t *testing.T) {
	t.Parallel()
	s := chat.Screen{Text: []chat.Line{{{Text: "Board"}}, nil, {{Text: "Your turn"}}, {{Text: "XXI "}, {Text: "Mond"}}, nil}}
	if got := lastParagraph(s); got != "Your turn\nXXI Mond" {
		t.Errorf("got %q", got)
	}
	s.Text = []chat.Line{{{Text: strings.Repeat("🎴", 300)}}}
	if n := length16(lastParagraph(s)); n > maxAlert {
		t.Errorf("got %d UTF-16 units", n)
	}
}

func TestKeyboard(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		var many []chat.Button
		for i := range 150 {
			many = append(many, chat.Button{Label: fmt.Sprint("Card ", i), Line: fmt.Sprint("do x ", i)})
		}
		s := chat.Screen{Buttons: [][]chat.Button{many, nil}, Choice: &chat.Choice{
			Label: "Choose", Line: "confirm x 1", Toggle: "pick x 1", Confirm: "Lay away", Min: 2, Max: 3,
			Options: []chat.Option{{Value: "SK", Label: "King", Fixed: true}, {Value: "II", Label: "II", Chosen: true}, {Value: "III", Label: "III"}},
		}}
		k := r.platform.layouts.keyboardOf(t.Context(), target{chat: -5}, s)
		if k.size() != maxButtons {
			t.Errorf("got %d buttons, want %d", k.size(), maxButtons)
		}
		if got := fmt.Sprint(k.Rows[0]); !strings.Contains(got, "🔒 King") || !strings.Contains(got, "✓ II") || !strings.Contains(got, "pick x 1 III") {
			t.Errorf("the choice: %s", got)
		}
		if b := k.Rows[1][0]; b.Text != "Lay away 2/2–3" || b.Data != "confirm x 1" || b.Style != "primary" {
			t.Errorf("the confirmation: %+v", b)
		}
		for _, row := range k.Rows {
			if len(row) > maxPerRow {
				t.Errorf("got %d buttons in a row, want %d at most", len(row), maxPerRow)
			}
		}
		s = chat.Screen{Menus: []chat.Menu{{Label: "Cards", Line: "settings deck"}}}
		s.Menus[0].Add("four", "Four colours", true)
		got, err := json.Marshal(r.platform.layouts.keyboardOf(t.Context(), target{chat: -5}, s).Rows)
		if want := `[[{"text":"Cards","disabled":{}}],[{"text":"✓ Four colours","callback_data":"settings deck four"}]]`; err != nil || string(got) != want {
			t.Errorf("the keyboard is %s, %v, want %s", got, err, want)
		}
	})
}

var _ models.ReplyMarkup = (*keyboard)(nil)

func textLines(lines ...string) []chat.Line {
	var all []chat.Line
	for _, l := range lines {
		if l == "" {
			all = append(all, nil)
			continue
		}
		all = append(all, chat.Line{{Text: l}})
	}
	return all
}

func numberedLines(word string, n, size int) []string {
	var all []string
	for i := range n {
		line := fmt.Sprintf("%s %d ", word, i)
		all = append(all, line+strings.Repeat("x", size-len(line)))
	}
	return all
}

// TestCaption: a caption keeps the heading and the player's task. It drops the oldest news first.
func TestCaption(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		lines      []string
		has, lacks []string
	}{
		{"everything fits", append(numberedLines("head", 3, 50), "", "state", "", "hand"), []string{"head 0", "head 1", "head 2", "state", "hand"}, []string{ellipsis}},
		{"the oldest news is dropped",
			append(append(append(append(numberedLines("head", 3, 50), ""), numberedLines("news", 10, 80)...), "", "state", "", "asked now", ""), numberedLines("hand", 3, 50)...),
			[]string{"head 0", "head 2", ellipsis, "news 9", "state", "asked now", "hand 0", "hand 2"}, []string{"news 0"}},
		{"only the heading's first line is kept",
			append(append(numberedLines("state", 15, 80), "", "asked now", ""), numberedLines("hand", 3, 50)...),
			[]string{"state 0", ellipsis, "state 14", "asked now", "hand 0", "hand 2"}, []string{"state 1 "}},
		{"the long last line is kept", append(numberedLines("state", 20, 80), strings.Repeat("y", 800)), []string{"state 0", ellipsis, "yyy"}, []string{"state 1 "}},
		{"the only line is too long", []string{strings.Repeat("ö", 3000)}, []string{ellipsis}, nil},
	} {
		got, _ := formatted(textLines(c.lines...), maxCaption)
		if n := length16(got); n > maxCaption {
			t.Errorf("%s: got %d UTF-16 units, want %d at most", c.name, n, maxCaption)
		}
		for _, part := range c.has {
			if !strings.Contains(got, part) {
				t.Errorf("%s: %q is missing:\n%s", c.name, part, got)
			}
		}
		for _, part := range c.lacks {
			if strings.Contains(got, part) {
				t.Errorf("%s: unexpected %q:\n%s", c.name, part, got)
			}
		}
		if strings.Contains(got, "\n\n\n") || strings.Contains(got, ellipsis+"\n\n") {
			t.Errorf("%s: too many empty lines:\n%s", c.name, got)
		}
	}
}
