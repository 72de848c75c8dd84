package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

// publicWorld is behind a proxy on this machine, called tarock.example.
func publicWorld(t *testing.T, c Config) *world {
	t.Helper()
	w := newWorld(t)
	if c.Hosts == nil {
		c.Hosts = []string{"tarock.example"}
	}
	w.restart(c)
	return w
}

// from returns a request passed on by the proxy.
func (b *browser) from(addr, method, path string, form url.Values) *http.Request {
	r := b.request(method, path, form)
	r.RemoteAddr = "127.0.0.1:40000"
	r.Host = "tarock.example"
	r.Header.Set("X-Forwarded-For", addr)
	r.Header.Set("X-Forwarded-Proto", "https")
	return r
}

func (w *world) takes(addr, name string) *httptest.ResponseRecorder {
	b := w.browser()
	return b.send(b.from(addr, "POST", "/enter", doorForm(name)))
}

func TestGettingAPageTakesNothing(t *testing.T) {
	for kind, w := range map[string]*world{"private": newWorld(t), "public": publicWorld(t, Config{})} {
		for _, path := range []string{
			"/", "/?as=bert", "/as/bert", "/as/bert/", "/as/bert/?as=Bert", "/?show=abcd2345-1", "/?name=bert", "/events",
			"/enter?name=bert", "/as/bert/enter?name=bert", "/do?line=practice", "/as/bert/events",
		} {
			for _, method := range []string{"GET", "HEAD"} {
				b := w.browser()
				b.send(b.request(method, path, nil))
				b.send(b.from("192.0.2.1", method, path, nil))
			}
		}
		if keys := w.notes.Keys(""); len(keys) > 0 || len(w.bot.inputs)+len(w.bot.told) > 0 || len(w.hub.persons) > 0 {
			t.Errorf("%s: stored %q; inputs %v %v; sides %v", kind, keys, w.bot.inputs, w.bot.told, w.hub.persons)
		}
	}
}

func TestPublicPage(t *testing.T) {
	for name, c := range map[string]Config{
		"public": {Public: true, Hosts: []string{}}, "behind a proxy": {},
	} {
		w := publicWorld(t, c)
		b := w.browser()
		for _, path := range []string{"/?as=bert", "/as/bert/"} {
			wantCode(t, name+": "+path, b.get(path), http.StatusForbidden)
		}
		wantCode(t, name+": enter", b.post("/as/bert/enter", doorForm("Bert")), http.StatusForbidden)
		if keys := w.notes.Keys(""); len(keys) > 0 {
			t.Errorf("%s: %q is claimed", name, keys)
		}
		wantNotIn(t, w.entered("Anna").page(), "?as=")
		w.wantAdministers(Channel, map[chat.UserID]bool{"local:anna": false})
	}
}

func TestRemoteAddress(t *testing.T) {
	behind := publicWorld(t, Config{}).Platform
	far := publicWorld(t, Config{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/24"), netip.MustParsePrefix("2001:db8:1::5/128")}}).Platform
	for _, tt := range []struct {
		p          *Platform
		peer, said string
		want       string
	}{
		{behind, "127.0.0.1:1", "192.0.2.1", "192.0.2.1/32"},
		{behind, "[::1]:1", "192.0.2.1", "192.0.2.1/32"},
		{behind, "[::ffff:127.0.0.1]:1", "::ffff:192.0.2.1", "192.0.2.1/32"},
		{behind, "127.0.0.1:1", "198.51.100.7, 192.0.2.1", "192.0.2.1/32"},
		{behind, "127.0.0.1:1", "192.0.2.1, 127.0.0.1", "192.0.2.1/32"},
		{behind, "127.0.0.1:1", "192.0.2.1:4711", "192.0.2.1/32"},
		{behind, "127.0.0.1:1", "[2001:db8::1]:4711", "2001:db8::/56"},
		{behind, "127.0.0.1:1", "2001:db8:0:11::1", "2001:db8::/56"},
		{behind, "127.0.0.1:1", "2001:db8:0:111::1", "2001:db8:0:100::/56"},
		{behind, "127.0.0.1:1", "", "127.0.0.1/32"},
		{behind, "127.0.0.1:1", "unknown", "127.0.0.1/32"},
		{behind, "127.0.0.1:1", "192.0.2.1, x", "127.0.0.1/32"},
		{behind, "192.0.2.9:1", "192.0.2.1", "192.0.2.9/32"},
		{far, "127.0.0.1:1", "192.0.2.1", "127.0.0.1/32"},
		{far, "10.0.0.7:1", "192.0.2.1, 10.0.0.8", "192.0.2.1/32"},
		{far, "10.0.1.7:1", "192.0.2.1", "10.0.1.7/32"},
		{far, "[2001:db8:1::5]:1", "192.0.2.1", "192.0.2.1/32"},
		{far, "nonsense", "192.0.2.1", "unknown"},
	} {
		r := httptest.NewRequest("GET", "http://tarock.example/", nil)
		r.RemoteAddr = tt.peer
		if tt.said != "" {
			r.Header.Set("X-Forwarded-For", tt.said)
		}
		if got := tt.p.origin(r); got != tt.want {
			t.Errorf("%s says %q: got %s, want %s", tt.peer, tt.said, got, tt.want)
		}
	}
	two := httptest.NewRequest("GET", "http://tarock.example/", nil)
	two.RemoteAddr = "127.0.0.1:1"
	two.Header["X-Forwarded-For"] = []string{"198.51.100.7", "192.0.2.1"}
	if got := behind.origin(two); got != "192.0.2.1/32" {
		t.Errorf("two headers: %s", got)
	}
	if got := newWorld(t).origin(two); got != "" {
		t.Errorf("the origin on a private page is %q", got)
	}
}

func TestActsTellTheirOrigin(t *testing.T) {
	w := publicWorld(t, Config{})
	b := w.entered("Anna")
	for _, path := range []string{"192.0.2.1", "2001:db8::1"} {
		r := b.from(path, "POST", "/do", url.Values{"line": {"practice"}})
		r.Header.Del("X-Forwarded-Proto") // she entered without TLS
		b.send(r)
	}
	private := newWorld(t)
	private.entered("Anna").post("/do", url.Values{"line": {"practice"}})
	got := []string{w.bot.inputs[0].Origin, w.bot.inputs[1].Origin, private.bot.inputs[0].Origin}
	if fmt.Sprint(got) != "[192.0.2.1/32 2001:db8::/56 ]" {
		t.Errorf("got %q", got)
	}
}

// Behind a proxy all users would seem local.
func TestPrivateIsNotProxied(t *testing.T) {
	for _, header := range []http.Header{
		{"X-Forwarded-For": {"192.0.2.1"}}, {"X-Forwarded-Host": {"tarock.example"}}, {"X-Forwarded-Proto": {"https"}},
		{"Forwarded": {"for=192.0.2.1"}}, {"Origin": {"https://tarock.example"}},
	} {
		w := newWorld(t)
		b := w.browser()
		r := b.request("POST", "/enter", doorForm("Eva"))
		for k, v := range header {
			r.Header[k] = v
		}
		if rec := b.send(r); rec.Code != http.StatusMisdirectedRequest || len(w.notes.Keys("")) > 0 {
			t.Errorf("%v: got %d", header, rec.Code)
		}
	}
	b := newWorld(t).browser()
	r := b.request("POST", "/enter", doorForm("Eva"))
	r.Header.Set("Origin", "http://"+r.Host)
	wantCode(t, "from the page itself", b.send(r), http.StatusSeeOther)
}

// Names of administrators and of visitors with an open page don't expire.
func TestLapses(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	w := publicWorld(t, Config{Admins: []string{"Dora"}, Now: func() time.Time { return now }})
	for _, name := range []string{"Anna", "Bert", "Dora"} {
		w.takes("192.0.2.1", name)
	}
	stream := w.hub.join("local:bert", "en")
	lapses := func(key string) bool {
		data, err := w.notes.Read(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		user, yes := w.Expires(key, data)
		if yes && string(user) != "local:"+strings.TrimPrefix(key, "name/") {
			t.Errorf("%s is %s", key, user)
		}
		return yes
	}
	if now = now.Add(unusedLife - time.Second); lapses("name/anna") {
		t.Error("a name expires too early")
	}
	now = now.Add(time.Second)
	for key, want := range map[string]bool{"name/anna": true, "name/bert": false, "name/dora": false, "host": false} {
		if got := lapses(key); got != want {
			t.Errorf("%s expires: %v", key, got)
		}
	}
	if w.hub.part("local:bert", stream); !lapses("name/bert") {
		t.Error("the name of a closed page doesn't expire")
	}
	if _, yes := w.Expires("name/emil", []byte(`{"token":"x","name":"Emil"}`)); yes {
		t.Error("a name without a time expires")
	}
	private := newWorld(t)
	private.entered("Anna")
	data, _ := private.notes.Read(t.Context(), "name/anna")
	private.Platform.private = false
	if _, yes := private.Expires("name/anna", data); yes || strings.Contains(string(data), "taken") {
		t.Error("a name of a private page expires")
	}
}
