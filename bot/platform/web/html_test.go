package web

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

func render(t *testing.T, s chat.Screen, k kind) string {
	t.Helper()
	html, err := screenViewOf(s, k, "r1", nil).render()
	if err != nil {
		t.Fatal(err)
	}
	return string(html)
}

func line(spans ...chat.Span) chat.Line { return spans }

func TestTextIsLiteral(t *testing.T) {
	evil := `<b>"x"</b> <script>alert(1)</script> &amp; @everyone`
	s := chat.Screen{
		Lang:    `de"><x`,
		Text:    []chat.Line{line(chat.Span{Text: evil}), line(chat.Span{Text: "a\u202eb\u2066c\x07d", Style: chat.Strong})},
		Choice:  &chat.Choice{Label: evil, Line: evil, Toggle: evil, Confirm: evil, Max: 1, Options: []chat.Option{{Value: "v", Label: evil}}},
		Buttons: [][]chat.Button{{{Label: evil, Line: evil, Icon: evil}}},
	}
	for _, k := range []kind{kindBoard, kindPanel, kindAnswer} {
		v := screenViewOf(s, k, `r"><x`, nil)
		v.File = &fileView{evil, evil}
		html, err := v.render()
		if err != nil {
			t.Fatal(err)
		}
		wantNotIn(t, string(html), "<script", "<b>", "<x", "\u202e", "\u2066", "\x07")
		wantIn(t, string(html), "&lt;b&gt;", "&amp;amp;", "abcd")
	}
}

func TestLines(t *testing.T) {
	html := render(t, chat.Screen{Text: []chat.Line{
		line(chat.Span{Text: "Kopf", Style: chat.Title}),
		line(chat.Span{Text: "Text "}, chat.Span{Text: "wichtig", Style: chat.Strong}),
		{},
		line(chat.Span{Text: "help", Style: chat.Code}),
	}}, kindBoard)
	wantIn(t, html, `aria-labelledby="h-r1"`, `<h3 class="line" id="h-r1"><bdi class="title">Kopf</bdi></h3>`,
		`<p class="line"><bdi class="plain">Text </bdi><bdi class="strong">wichtig</bdi></p>`,
		`<p class="line gap"><code><bdi>help</bdi></code></p>`)
}

func TestCardLines(t *testing.T) {
	red := func(s string) chat.Span { return chat.Span{Text: s, Style: chat.Red} }
	dim := func(s string) chat.Span { return chat.Span{Text: s, Style: chat.Dim} }
	word := func(s string) chat.Span { return chat.Span{Text: s} }
	for _, c := range []struct {
		name  string
		line  chat.Line
		cards bool
		chips string
	}{
		{"a suit", line(red("♥K"), word(" "), dim("♥\uFE0E10*")), true, "♥K ♥\uFE0E10*"},
		{"several in a span", line(red("♥K ♥D")), true, "♥K ♥D"},
		{"dimmed", line(dim("XVIII"), word(" "), dim("Sküs")), true, "XVIII Sküs"},
		{"one dimmed", line(dim("♠7")), true, "♠7"},
		{"a sign in front", line(dim("♥ "), red("K")), true, "K"},
		{"a talon", line(word("Talon "), dim(" 1) "), red("♥K"), word(" "), red("♥D"), dim(" ✓2) "), red("♥4")), true, "♥K ♥D ♥4"},
		{"in a sentence", line(word("Anna spielt "), red("♥K"), word(".")), false, "♥K"},
		{"dimmed words", line(dim("Bert denkt")), false, ""},
		{"a dimmed word", line(dim("Ende")), false, ""},
		{"a word longer than a label", line(red("Herzkönig")), false, ""},
	} {
		v := splitLines([]chat.Line{c.line})[0]
		var chips []string
		for _, s := range v.Spans {
			if strings.Contains(s.Class, "card") {
				chips = append(chips, s.Text)
			}
		}
		if v.Cards != c.cards || strings.Join(chips, " ") != c.chips {
			t.Errorf("%s: cards %v, chips %q", c.name, v.Cards, chips)
		}
	}
}

func choice(chosen int) *chat.Choice {
	c := &chat.Choice{Label: "Lege weg", Line: "lay", Toggle: "toggle", Confirm: "Weglegen", Min: 2, Max: 2}
	for i, label := range []string{"♥K", "♥D", "♦K", "XX", "II"} {
		style := chat.Red
		if i > 2 {
			style = chat.Trump
		}
		c.Options = append(c.Options, chat.Option{Value: label, Label: label, Style: style, Chosen: i < chosen, Fixed: i == 0})
	}
	return c
}

func TestChoice(t *testing.T) {
	html := render(t, chat.Screen{Lang: "de", Choice: choice(1)}, kindPanel)
	if n := strings.Count(html, `class="option-group"`); n != 3 {
		t.Errorf("%d groups, want 3, one for each suit", n)
	}
	wantIn(t, html, `aria-label="Lege weg"`, "1 / 2",
		`value="toggle ♥K" aria-pressed="true" disabled`,
		`value="toggle ♥D" aria-pressed="false"><bdi>♥D</bdi>`,
		`class="option tarock card" form="press-private" name="line" value="toggle II"`,
		`value="lay" disabled aria-describedby="lack-r1"`, `<p class="lack" id="lack-r1">wähle noch 1</p>`)
	html = render(t, chat.Screen{Choice: choice(2)}, kindPanel)
	wantIn(t, html, "2 / 2", `value="lay"><bdi>Weglegen</bdi>`)
	wantNotIn(t, html, "lack")
	wantIn(t, render(t, chat.Screen{Lang: "en", Choice: choice(3)}, kindPanel), `value="lay" disabled`, ">2 at most: take 1 back<")
	wantIn(t, render(t, chat.Screen{Lang: "de", Choice: choice(4)}, kindPanel), ">höchstens 2: nimm 2 zurück<")
	open := choice(1)
	open.Min = 0
	wantIn(t, render(t, chat.Screen{Choice: open}, kindPanel), "1 / 2", `value="lay"><bdi>`)
}

func TestCompact(t *testing.T) {
	card := chat.Button{Label: "♥K", Line: "play ♥K", Style: chat.Red}
	words := chat.Button{Label: "Ja", Line: "yes"}
	for _, c := range []struct {
		name   string
		screen chat.Screen
		want   bool
	}{
		{"text", textScreen("x"), false},
		{"words", chat.Screen{Buttons: [][]chat.Button{{words}}, Choice: &chat.Choice{Options: []chat.Option{{Value: "a", Label: "A"}}}}, false},
		{"a card", chat.Screen{Buttons: [][]chat.Button{{words}, {words, card}}}, true},
		{"a choice of cards", chat.Screen{Choice: choice(0)}, true},
	} {
		if got := strings.Contains(render(t, c.screen, kindPanel), `class="msg panel compact"`); got != c.want {
			t.Errorf("%s: compact %v, want %v", c.name, got, c.want)
		}
	}
}

func TestButtons(t *testing.T) {
	s := chat.Screen{Call: newCall("anna", 1), Buttons: [][]chat.Button{
		{{Label: "Annehmen", Line: "accept X", Look: chat.Primary}, {Label: "Nein", Line: "decline X", Look: chat.Danger}},
		{}, {{Label: "♥K", Line: "play ♥K", Style: chat.Red}}, {{Label: "✓ Offen", Line: "open"}, {Label: "Zu", Line: "closed"}},
	}}
	html := render(t, s, kindBoard)
	wantIn(t, html, `<button class="button primary" form="press-channel" name="line" value="accept X"><bdi>Annehmen</bdi></button>`,
		`class="button danger"`, `class="button card hearts"`,
		`value="open" aria-pressed="true"`, `value="closed" aria-pressed="false"`)
	wantNotIn(t, html, " waiting")
	if n := strings.Count(html, `class="row"`); n != 3 {
		t.Errorf("%d rows, want 3", n)
	}
	wantIn(t, render(t, s, kindPanel), `form="press-private"`, "msg panel waiting")
}

func TestLink(t *testing.T) {
	html := render(t, chat.Screen{Text: []chat.Line{{{Text: "https://t.me/x?start=join_a&b", Style: chat.Link}, {Text: "javascript:x()", Style: chat.Link}}}}, kindBoard)
	wantIn(t, html, `<a href="https://t.me/x?start=join_a&amp;b" rel="noopener noreferrer" target="_blank">https://t.me/x?start=join_a&amp;b</a>`)
	wantNotIn(t, html, `href="javascript`)
}

func TestMenus(t *testing.T) {
	html := render(t, chat.Screen{Menus: []chat.Menu{
		{Label: "Language", Line: "config x x lang", Options: []chat.Option{{Value: "de", Label: "Deutsch", Chosen: true}, {Value: "en", Label: "English"}}},
		{Label: "Where", Line: "config x x channels", Max: 9, Options: []chat.Option{{Value: "a", Label: "A", Chosen: true}, {Value: "b", Label: "B"}}},
	}}, kindAnswer)
	wantIn(t, html, `value="config x x lang de" aria-pressed="true"`, `value="config x x lang en" aria-pressed="false"`,
		`value="config x x channels" aria-pressed="true"`, `value="config x x channels a b" aria-pressed="false"`, "<bdi>Where</bdi>")
}

func TestCallsOfPanels(t *testing.T) {
	t.Parallel()
	for call, want := range map[*chat.Call]bool{nil: false, {}: true, {NobodyWaits: true}: false} {
		html := render(t, chat.Screen{Lang: "en", Call: call}, kindPanel)
		if got := strings.Contains(html, catalogue.In("en").Say("calls")); got != want {
			t.Errorf("a panel with the call %+v waits for its reader: %v, want %v", call, got, want)
		}
	}
}

// testdata/terms.txt lists a language's terms, then texts in which brackets mark the explained words.
func TestTerms(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/terms.txt")
	if err != nil {
		t.Fatal(err)
	}
	var explained glossary
	for want := range strings.Lines(string(data)) {
		want = strings.TrimSpace(want)
		if lang, words, found := strings.Cut(want, ": "); found && len(lang) == 2 {
			var terms []chat.Term
			for w := range strings.SplitSeq(words, "; ") {
				terms = append(terms, chat.Term{Words: strings.Split(w, ", "), Meaning: w})
			}
			explained = newGlossary(terms, catalogue.In(lang))
			continue
		}
		got := ""
		for _, s := range explained.split(strings.NewReplacer("[", "", "]", "").Replace(want), "plain", make(map[string]bool)) {
			if s.Says != "" {
				s.Text = "[" + s.Text + "]"
			}
			got += s.Text
		}
		if got != want {
			t.Errorf("the explained words are %q, want %q", got, want)
		}
	}
}

func TestMoments(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 25, 8, 10, 30, 0, time.FixedZone("", 3600))
	line := chat.Line{{Text: "Anna has until "}, {Text: "08:10:30 (Vienna)", At: at}, {Text: "."}}
	wantIn(t, render(t, chat.Screen{Lang: "en", Text: []chat.Line{line}}, kindBoard),
		`<time class="local-time plain" datetime="2026-11-25T07:10:30Z">08:10:30 (Vienna)</time>`)
	want := []callPart{{Text: "Anna has until "}, {Text: "08:10:30 (Vienna)", At: at.UnixMilli()}, {Text: "."}}
	if got := callParts(line); !slices.Equal(got, want) {
		t.Errorf("the call has the parts %v, want %v", got, want)
	}
}
