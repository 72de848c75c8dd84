package telegram

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/bottest"
	"tarockbot/bot/chat"
)

// hostile are names that want to be more than names.
var hostile = []string{
	"@everyone", "@bert", "<b>bold</b>", "*b* _i_ `c` \\*x\\*", "[link](https://evil.test)", "https://evil.test/x",
	"evil.test", "t.me/evil_bot", "tg://resolve?domain=x", "/resign", "#tag $USD", "a@b.test", "&amp;&#64;", "/start@OtherBot",
	"\u202egnp.exe", "🎴👨‍👩‍👧", strings.Repeat("ä", 300),
}

// TestFault50Injection: a name is shown as it is written, and nothing of it is
// markup, a link, a mention or a command; no preview is shown.
func TestFault50Injection(t *testing.T) {
	t.Parallel()
	r := stillRig(t)
	group := r.server.Group("supergroup", "Stammtisch")
	for i, name := range hostile {
		r.clock.add(10e9)
		s := chat.Screen{Lang: "en", Text: []chat.Line{
			{{Text: "🎴 " + name, Style: chat.Title}}, {{Text: "Turn: "}, {Text: name, Style: chat.Strong}, {Text: " (" + name + ") ", Style: chat.Dim}},
			{{Text: fmt.Sprint("accept ", i), Style: chat.Code}},
		}, Buttons: [][]chat.Button{{{Label: name, Line: "hand"}}}}
		ref := r.show(group, "", s.Beginning())
		r.show(group, ref, s)
		m, _ := group.Last(fmt.Sprint("accept ", i))
		if len(m.Found) > 0 {
			t.Errorf("%q: Telegram finds %q", name, m.Found)
		}
		if plain := strings.ReplaceAll(m.Text, wordJoiner, ""); strings.Count(plain, strings.TrimSpace(name)) != 3 {
			t.Errorf("%q is shown as %q", name, m.Text)
		}
		units := utf16.Encode([]rune(m.Text))
		for _, e := range m.Entities {
			got := strings.ReplaceAll(string(utf16.Decode(units[e.Offset:e.Offset+e.Length])), wordJoiner, "")
			want := map[string][]string{"bold": {"🎴 " + name, name}, "italic": {" (" + name + ") "}, "code": {fmt.Sprint("accept ", i)}}[e.Type]
			if !strings.Contains(strings.Join(want, "\x00"), got) {
				t.Errorf("%s is %q", e.Type, got)
			}
		}
	}
	sent := append(r.server.Requests("sendMessage"), r.server.Requests("editMessageText")...)
	for _, q := range sent {
		if q.Params["parse_mode"] != "" || !strings.Contains(q.Params["link_preview_options"], `"is_disabled":true`) {
			t.Errorf("sent with %v", q.Params)
		}
	}
}

func FuzzFault50Text(f *testing.F) {
	for _, name := range hostile {
		f.Add(name, "x")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, ""), strings.ToValidUTF8(b, "")
		text, entities := formatted([]chat.Line{{{Text: a, Style: chat.Title}, {Text: b, Style: chat.Code}}, nil, {{Text: b}, {Text: a, Style: chat.Dim}}})
		n := len(utf16.Encode([]rune(text)))
		if n == 0 || n > maxText {
			t.Errorf("%d units", n)
		}
		for _, e := range entities {
			if e.Offset < 0 || e.Length <= 0 || e.Offset+e.Length > n {
				t.Errorf("%+v of %d", e, n)
			}
		}
	})
}

// TestFault51Names: a name that the platform itself puts among words stays in
// its place, bounded and on its own.
func TestFault51Names(t *testing.T) {
	t.Parallel()
	for _, name := range append(hostile, "\u202e\u2066evil\u2069", "a\nb", "") {
		got := isolated(name)
		if !strings.HasPrefix(got, "\u2068") || !strings.HasSuffix(got, "\u2069") || strings.ContainsAny(got, "\u202e\u2066\n") ||
			strings.Count(got, "\u2069") != 1 || length16(got) > 50 {
			t.Errorf("%q becomes %q", name, got)
		}
	}
	r := stillRig(t)
	anna := r.server.Person("Anna\u202e")
	r.platform.people.saw(t.Context(), &models.User{ID: anna.ID, FirstName: anna.Name})
	if m := (nudge{r.platform.posts, r.platform.people, target{chat: -1}, "en"}).words(*calling(anna, 1)); !strings.HasPrefix(m.text, "\u2068Anna\u2069") {
		t.Errorf("called by %q", m.text)
	}
}

// TestLongText keeps the beginning and the end.
func TestLongText(t *testing.T) {
	t.Parallel()
	var lines []chat.Line
	for i := range 300 {
		lines = append(lines, chat.Line{{Text: fmt.Sprintf("line %d %s", i, strings.Repeat("🎴", 10))}})
	}
	text, _ := formatted(lines)
	if n := length16(text); n > maxText || n < maxText-100 {
		t.Errorf("%d units", n)
	}
	if !strings.HasPrefix(text, "line 0 ") || !strings.Contains(text, "line 299 ") || !strings.Contains(text, "\n"+gap+"\n") {
		t.Errorf("got %.100q", text)
	}
	for _, lines := range [][]chat.Line{nil, {nil, {{Text: "  "}}}, {{{Text: strings.Repeat("ö", 9000)}}}, {nil, {{Text: "x", Style: chat.Strong}}, nil}} {
		text, entities := formatted(lines)
		if n := length16(text); n == 0 || n > maxText || len(entities) == 1 && entities[0].Offset != 0 {
			t.Errorf("%d units, %v", n, entities)
		}
	}
}

// TestFault47Peek shows the last paragraph and no more than fits.
func TestFault47Peek(t *testing.T) {
	t.Parallel()
	s := chat.Screen{Text: []chat.Line{{{Text: "Board"}}, nil, {{Text: "Your turn"}}, {{Text: "XXI "}, {Text: "Mond"}}, nil}}
	if got := peek(s); got != "Your turn\nXXI Mond" {
		t.Errorf("got %q", got)
	}
	s.Text = []chat.Line{{{Text: strings.Repeat("🎴", 300)}}}
	if n := length16(peek(s)); n > maxAlert {
		t.Errorf("%d units", n)
	}
}

// TestKeyboard: rows that fit, no more buttons than Telegram takes, every line
// within the bounds, and a choice with what is chosen.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	r := stillRig(t)
	var many []chat.Button
	for i := range 150 {
		many = append(many, chat.Button{Label: fmt.Sprint("Card ", i), Line: fmt.Sprint("do x ", i)})
	}
	s := chat.Screen{Buttons: [][]chat.Button{many, nil}, Choice: &chat.Choice{
		Label: "Choose", Line: "confirm x 1", Toggle: "pick x 1", Confirm: "Lay away", Min: 2, Max: 3,
		Options: []chat.Option{{Value: "SK", Label: "King", Fixed: true}, {Value: "II", Label: "II", Chosen: true}, {Value: "III", Label: "III"}},
	}}
	k := r.platform.posts.keyboardOf(t.Context(), target{chat: -5}, s)
	if k.size() != maxButtons {
		t.Errorf("%d buttons", k.size())
	}
	if got := fmt.Sprint(k.Rows[0]); !strings.Contains(got, "🔒 King") || !strings.Contains(got, "✓ II") || !strings.Contains(got, "pick x 1 III") {
		t.Errorf("the choice: %s", got)
	}
	if b := k.Rows[1][0]; b.Text != "Lay away 2/2–3" || b.Data != "confirm x 1" || b.Style != "primary" {
		t.Errorf("the confirmation: %+v", b)
	}
	for _, row := range k.Rows {
		if len(row) > maxPerRow {
			t.Errorf("%d in a row", len(row))
		}
	}
}

// TestLongLines: a line that is too long for a button has a name that fits, and the
// button works until another line takes its slot.
func TestLongLines(t *testing.T) {
	t.Parallel()
	notes := new(bottest.Notes)
	line := "setup kosakeln/spieleversum " + strings.Repeat("option=value ", 9)
	name, err := newLines(notes).Shorten(t.Context(), line)
	if err != nil || fits(line) || fits("~x") || fits("") || len(name) > maxData {
		t.Fatalf("%d bytes, %v", len(name), err)
	}
	if got, ok := expanded(t.Context(), newLines(notes), name); !ok || got != line {
		t.Errorf("got %q %v", got, ok)
	}
	_ = notes.Write(t.Context(), slotOf(name), []byte("another line"))
	for _, bad := range []string{name, "~", "~x", "~" + strings.Repeat("A", 24)} {
		if got, ok := expanded(t.Context(), newLines(notes), bad); ok {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

// TestOldButton says so.
func TestOldButton(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	anna := r.someone("Anna")
	r.settled()
	r.show(anna.Private(), "", board("Page", "x"))
	m, _ := anna.Private().Last("Page")
	if a, err := anna.Tap(r.ctx, m, "~"+strings.Repeat("A", 24)); err != nil || !a.Alert || !strings.Contains(a.Text, "too old") {
		t.Errorf("%+v %v", a, err)
	}
}

// TestFault52Identity: a person is a number; a name that another person takes
// over means that person from then on.
func TestFault52Identity(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	anna, bert := r.someone("Anna"), r.someone("Bert")
	r.settled()
	if id, name, ok := r.platform.Find(t.Context(), "BERT"); !ok || id != userID(bert.ID) || name != "Bert" {
		t.Errorf("bert is %s %q %v", id, name, ok)
	}
	bert.Username, anna.Username = "other", "bert"
	anna.Says(anna.Private(), "hi")
	r.settled()
	r.again()
	if id, _, ok := r.platform.Find(t.Context(), "bert"); !ok || id != userID(anna.ID) {
		t.Errorf("bert is %s %v", id, ok)
	}
	if _, _, ok := r.platform.Find(t.Context(), "nobody"); ok {
		t.Error("nobody is somebody")
	}
	group := r.server.Group("supergroup", "Stammtisch")
	anna.Says(group, "/challenge Cilli", map[string]any{"type": "text_mention", "offset": 11, "length": 5,
		"user": map[string]any{"id": 4711, "first_name": "Cilli"}})
	r.settled()
	if id, name, ok := r.platform.Find(t.Context(), "4711"); !ok || id != "telegram:4711" || name != "Cilli" {
		t.Errorf("4711 is %s %q %v", id, name, ok)
	}
	if lines := r.lines(); lines[len(lines)-1] != "challenge @4711" {
		t.Errorf("got %q", lines)
	}
	if id, _, ok := r.platform.Find(t.Context(), "815"); ok || id != "telegram:815" {
		t.Errorf("somebody unknown: %s %v", id, ok)
	}
}

// TestInline: whoever types a challenge's code after @bot may send on who seeks
// somebody; other words, and codes of what nobody can accept, offer to make one.
func TestInline(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	anna, bert := w.two(w.server.Group("supergroup", "Stammtisch"))
	none := func(query string) {
		t.Helper()
		got, button, err := bert.Inline(w.ctx, query)
		if err != nil || len(got) != 0 || !strings.Contains(button, "challenge") {
			t.Errorf("%q offers %v %q %v", query, got, button, err)
		}
	}
	for _, query := range []string{"", "hello", "x y?z", "abcd2345"} {
		none(query)
	}
	anna.Says(anna.Private(), "/challenge easy 2")
	m, data := w.button(anna.Private(), "decline ")
	code := strings.TrimPrefix(data, "decline ")
	if last := m.Keyboard[len(m.Keyboard)-1][0]; last.Share == nil || last.Share.Query != code {
		t.Fatalf("can't be shared: %+v", m.Keyboard)
	}
	got, _, err := bert.Inline(w.ctx, " "+strings.ToUpper(code)+" ")
	if err != nil || len(got) != 1 || !strings.Contains(got[0].Content.Text, "Anna") {
		t.Fatalf("a code: %+v %v", got, err)
	}
	if !got[0].Content.Preview.Off { // fault 50
		t.Error("an address in it would show what is there")
	}
	_, payload, _ := strings.Cut(got[0].Markup.Rows[0][0].URL, "?start=")
	w.start(bert, payload)
	w.button(bert.Private(), "confirm ")
	none(code)
}

// TestCommands are registered in both languages, and again only if they have
// changed.
func TestCommands(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	all := r.server.Commands()
	if len(all) != 6 {
		t.Fatalf("%d menus", len(all))
	}
	for scope, commands := range all {
		german := strings.HasSuffix(scope, "de")
		if strings.Contains(commands, "Herausforderung") != german || !strings.Contains(commands, `"challenge"`) ||
			strings.Contains(commands, `"practice"`) == strings.Contains(scope, "group") {
			t.Errorf("%s: %s", scope, commands)
		}
	}
	r.again()
	if n := len(r.server.Requests("setMyCommands")); n != 6 {
		t.Errorf("registered %d times", n)
	}
}

var _ models.ReplyMarkup = (*keyboard)(nil)
