package web

import (
	"net/http"
	"net/url"
	"testing"
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
