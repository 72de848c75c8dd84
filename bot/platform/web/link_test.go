package web

import (
	"context"
	"image/png"
	"net/http"
	"net/url"
	"testing"

	qr "github.com/piglig/go-qr"

	"tarockbot/bot/chat"
)

func TestLinks(t *testing.T) {
	w := newWorld(t)
	if got, want := w.Link("replay abcd2345-1"), w.URL()+"?show=abcd2345-1"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := w.Link("accept abcd2345"); got != "" {
		t.Errorf("on a private page a challenge has the address %q", got)
	}
	wantIn(t, w.enter("Anna").page(), "--local.listen 0.0.0.0:")
	wantNotIn(t, w.enter("Bert").page(), "--local.listen")
	named := newPlatform(t, Config{Notes: w.Platform.cfg.Notes, Hosts: []string{"tarock.example.org", "other.example.org"}})
	if got := named.Link("replay abcd2345-1"); got != "https://tarock.example.org/?show=abcd2345-1" {
		t.Errorf("behind a proxy a deal has the address %q", got)
	}
	if got := named.Link("accept abcd2345"); got != "https://tarock.example.org/?show=abcd2345" {
		t.Errorf("behind a proxy a challenge has the address %q", got)
	}
	if got := named.Link("resign yes"); got != "" {
		t.Errorf("resigning has the address %q", got)
	}
}

func TestOpenLink(t *testing.T) {
	w := newWorld(t)
	const path = "/?show=abcd2345-1"
	anna := w.enter("Anna")
	anna.get(path)
	bert := w.browser()
	wantIn(t, bert.get(path).Body.String(), `name="show" value="abcd2345-1"`)
	if n := len(w.bot.inputs); n != 1 {
		t.Fatalf("%d inputs, want Anna's", n)
	}
	bert.post("/enter", url.Values{"name": {"B?"}, "show": {"abcd2345-1"}})
	got := bert.post("/enter", url.Values{"name": {"Bert"}, "show": {"abcd2345-1"}})
	if to := got.Header().Get("Location"); got.Code != http.StatusSeeOther || to != path {
		t.Fatalf("after entering the browser goes to %q", to)
	}
	bert.get(path)
	from := anna.request("GET", path, nil)
	from.Header.Del("Cookie") // as from another site
	from.Header.Set("Sec-Fetch-Site", "cross-site")
	wantIn(t, anna.send(from).Body.String(), `href="?show=abcd2345-1"`)
	anna.get("/?show=" + url.QueryEscape("abcd2345-1 9\naccept x"))
	anna.get("/?show=abcd2345")
	if in := w.bot.inputs[3]; in.Line != "offer abcd2345" || in.Chat != "" {
		t.Errorf("the address of a challenge becomes the input %+v", in)
	}
	for i, who := range []string{"local:anna", "local:bert", "local:anna"} {
		if in := w.bot.inputs[i]; string(in.User) != who || in.Line != "replay abcd2345-1" || in.Chat != "" {
			t.Errorf("input %d is %+v", i, in)
		}
	}
}

// The challenger gets the link, as text and QR code; others only accept.
func TestInvitation(t *testing.T) {
	w := newWorld(t)
	w.Platform.outside = "https://tarock.example.org/"
	anna, bert := w.enter("Anna"), w.enter("Bert")
	s := textScreen("Anna sucht Mitspieler")
	s.ShareCode = "abcd2345"
	s.Buttons = [][]chat.Button{{
		{Label: "Annehmen", Line: "accept abcd2345", For: &chat.Readers{Except: []chat.UserID{"local:anna"}}},
		{Label: "Zurückziehen", Line: "decline abcd2345", For: &chat.Readers{Only: []chat.UserID{"local:anna"}}},
	}}
	w.show(chat.Place{Chat: Channel}, "", s)
	const link = "https://tarock.example.org/?show=abcd2345"
	wantIn(t, anna.page(), `data-copy="`+link+`"`, `src="/qr/abcd2345"`, "<b class=\"code\">abcd2345</b>")
	wantNotIn(t, bert.page(), "/qr/", link)
	drawn, err := png.Decode(anna.get("/qr/abcd2345").Body)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := qr.Decode(drawn); got != link || err != nil {
		t.Errorf("the QR code means %q, %v; want %q", got, err, link)
	}
	w.Platform.outside = ""
	wantCode(t, "the QR code of a private page", anna.get("/qr/abcd2345"), http.StatusNotFound)
	w.show(chat.Place{Chat: Channel}, "", s)
	wantIn(t, anna.page(), `data-copy="accept abcd2345"`)
}

func TestDoorTellsTheInvitation(t *testing.T) {
	w := newWorld(t)
	w.Platform.cfg.Invitation = func(_ context.Context, code, lang string) []chat.Line {
		if code != "abcd2345" || lang != "de" {
			return nil
		}
		return []chat.Line{{{Text: "Anna <sucht> Mitspieler"}}}
	}
	visitor := w.browser()
	wantIn(t, visitor.get("/?show=abcd2345").Body.String(), "Anna &lt;sucht&gt; Mitspieler", `id="name"`)
	wantIn(t, visitor.post("/enter", url.Values{"name": {"B?"}, "show": {"abcd2345"}}).Body.String(), "Anna &lt;sucht&gt; Mitspieler")
	wantNotIn(t, visitor.get("/?show=wxyz2345").Body.String(), `class="invited"`)
	foreign := visitor.request("GET", "/?show=abcd2345", nil)
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	wantIn(t, visitor.send(foreign).Body.String(), "Anna &lt;sucht&gt; Mitspieler", `href="?show=abcd2345"`)
}
