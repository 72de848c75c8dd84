package web

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

var question = &chat.Ask{Title: "Cut the deck", Label: "Any <text>", Hint: `A "hint"`, Line: `cut abcd2345`, Max: 80}

func TestAsk(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.bot.answer = chat.Answer{Ask: question}
	var got reply
	if err := json.Unmarshal(b.sendLine("cut abcd2345").Body.Bytes(), &got); err != nil || got.Ask == nil || *got.Ask != *question {
		t.Errorf("the reply asks %+v, %v", got.Ask, err)
	}
	w.bot.answer = chat.Answer{}
	for _, tt := range []struct{ typed, want string }{
		{"Grüß Gott", "Grüß Gott"},
		{"  🂡 ÄÖ  ", "  🂡 ÄÖ  "},
		{`<b>"x"</b> & {{.}} %s`, `<b>"x"</b> & {{.}} %s`},
		{"two\r\nlines\nor three", "two lines or three"},
		{"a\xffb", "a\ufffdb"},
		{"", ""},
	} {
		b.postByScript("/do", url.Values{"line": {"cut abcd2345"}, "text": {tt.typed}, "typed": {"1"}, "in": {"channel"}})
		if in := w.bot.inputs[len(w.bot.inputs)-1]; in.Line != "cut abcd2345 "+tt.want || in.User != "local:anna" || in.Chat != Channel {
			t.Errorf("the bot got %+v, want the text %q", in, tt.want)
		}
	}
	n := len(w.bot.inputs)
	wantCode(t, "too long a text", b.postByScript("/do", url.Values{"line": {"cut abcd2345"}, "text": {strings.Repeat("x", maxLine)}}), 413)
	if b.postByScript("/do", url.Values{"text": {"behind nothing"}}); len(w.bot.inputs) != n {
		t.Errorf("a text without a command: the bot got %+v", w.bot.inputs[n:])
	}
}

func TestAskWithoutScript(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.bot.answer = chat.Answer{Ask: question}
	b.post("/do", url.Values{"line": {"cut abcd2345"}})
	page := html.UnescapeString(b.page())
	wantIn(t, page, `<dialog id="prompt" class="prompt" aria-labelledby="prompt-title" open>`, `name="line" value="cut abcd2345"`,
		"Cut the deck</h2>", `<label for="prompt-text">Any <text></label>`, `placeholder="A "hint"" maxlength="80"`)
	next := b.page()
	wantIn(t, next, `aria-labelledby="prompt-title">`)
	wantNotIn(t, next, "Cut the deck")
}
