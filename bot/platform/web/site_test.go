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

// newPublicWorld returns a page called tarock.example, behind a proxy on this machine.
func newPublicWorld(t *testing.T, c Config) *world {
	t.Helper()
	w := newWorld(t)
	if c.Hosts == nil {
		c.Hosts = []string{"tarock.example"}
	}
	w.restart(c)
	return w
}

// proxiedRequest returns a request that the proxy passes on.
func (b *browser) proxiedRequest(addr, method, path string, form url.Values) *http.Request {
	r := b.request(method, path, form)
	r.RemoteAddr = "127.0.0.1:40000"
	r.Host = "tarock.example"
	r.Header.Set("X-Forwarded-For", addr)
	r.Header.Set("X-Forwarded-Proto", "https")
	return r
}

func (w *world) claimName(addr, name string) *httptest.ResponseRecorder {
	b := w.browser()
	return b.send(b.proxiedRequest(addr, "POST", "/enter", doorForm(name)))
}

func TestGetStoresNothing(t *testing.T) {
	for kind, w := range map[string]*world{"private": newWorld(t), "public": newPublicWorld(t, Config{})} {
		for _, path := range []string{
			"/", "/?as=bert", "/as/bert", "/as/bert/", "/as/bert/?as=Bert", "/?show=abcd2345-1", "/?name=bert", "/events",
			"/enter?name=bert", "/as/bert/enter?name=bert", "/do?line=practice", "/as/bert/events",
		} {
			for _, method := range []string{"GET", "HEAD"} {
				b := w.browser()
				b.send(b.request(method, path, nil))
				b.send(b.proxiedRequest("192.0.2.1", method, path, nil))
			}
		}
		if keys := w.notes.Keys(""); len(keys) > 0 || len(w.bot.inputs)+len(w.bot.events) > 0 || len(w.hub.persons) > 0 {
			t.Errorf("%s: stored %q; inputs %v, events %v, users %v; want none", kind, keys, w.bot.inputs, w.bot.events, w.hub.persons)
		}
	}
}

func TestPublicPage(t *testing.T) {
	for name, c := range map[string]Config{
		"public": {Public: true, Hosts: []string{}}, "behind a proxy": {},
	} {
		w := newPublicWorld(t, c)
		b := w.browser()
		for _, path := range []string{"/?as=bert", "/as/bert/"} {
			wantCode(t, name+": "+path, b.get(path), http.StatusForbidden)
		}
		wantCode(t, name+": enter", b.post("/as/bert/enter", doorForm("Bert")), http.StatusForbidden)
		if keys := w.notes.Keys(""); len(keys) > 0 {
			t.Errorf("%s: the names %q are claimed, want none", name, keys)
		}
		wantNotIn(t, w.enter("Anna").page(), "?as=")
		w.wantAdministers(Channel, map[chat.UserID]bool{"local:anna": false})
	}
}

func TestRemoteAddress(t *testing.T) {
	localProxy := newPublicWorld(t, Config{}).Platform
	remoteProxy := newPublicWorld(t, Config{Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/24"), netip.MustParsePrefix("2001:db8:1::5/128")}}).Platform
	for _, tt := range []struct {
		p                  *Platform
		peer, forwardedFor string
		want               string
	}{
		{localProxy, "127.0.0.1:1", "192.0.2.1", "192.0.2.1/32"},
		{localProxy, "[::1]:1", "192.0.2.1", "192.0.2.1/32"},
		{localProxy, "[::ffff:127.0.0.1]:1", "::ffff:192.0.2.1", "192.0.2.1/32"},
		{localProxy, "127.0.0.1:1", "198.51.100.7, 192.0.2.1", "192.0.2.1/32"},
		{localProxy, "127.0.0.1:1", "192.0.2.1, 127.0.0.1", "192.0.2.1/32"},
		{localProxy, "127.0.0.1:1", "192.0.2.1:4711", "192.0.2.1/32"},
		{localProxy, "127.0.0.1:1", "[2001:db8::1]:4711", "2001:db8::/56"},
		{localProxy, "127.0.0.1:1", "2001:db8:0:11::1", "2001:db8::/56"},
		{localProxy, "127.0.0.1:1", "2001:db8:0:111::1", "2001:db8:0:100::/56"},
		{localProxy, "127.0.0.1:1", "", "127.0.0.1/32"},
		{localProxy, "127.0.0.1:1", "unknown", "127.0.0.1/32"},
		{localProxy, "127.0.0.1:1", "192.0.2.1, x", "127.0.0.1/32"},
		{localProxy, "192.0.2.9:1", "192.0.2.1", "192.0.2.9/32"},
		{remoteProxy, "127.0.0.1:1", "192.0.2.1", "127.0.0.1/32"},
		{remoteProxy, "10.0.0.7:1", "192.0.2.1, 10.0.0.8", "192.0.2.1/32"},
		{remoteProxy, "10.0.1.7:1", "192.0.2.1", "10.0.1.7/32"},
		{remoteProxy, "[2001:db8:1::5]:1", "192.0.2.1", "192.0.2.1/32"},
		{remoteProxy, "nonsense", "192.0.2.1", "unknown"},
	} {
		r := httptest.NewRequest("GET", "http://tarock.example/", nil)
		r.RemoteAddr = tt.peer
		if tt.forwardedFor != "" {
			r.Header.Set("X-Forwarded-For", tt.forwardedFor)
		}
		if got := tt.p.origin(r); got != tt.want {
			t.Errorf("%s forwards for %q: got %s, want %s", tt.peer, tt.forwardedFor, got, tt.want)
		}
	}
	two := httptest.NewRequest("GET", "http://tarock.example/", nil)
	two.RemoteAddr = "127.0.0.1:1"
	two.Header["X-Forwarded-For"] = []string{"198.51.100.7", "192.0.2.1"}
	if got := localProxy.origin(two); got != "192.0.2.1/32" {
		t.Errorf("two headers: got %s, want the last", got)
	}
	if got := newWorld(t).origin(two); got != "" {
		t.Errorf("the origin on a private page is %q", got)
	}
}

func TestInputsHaveOrigin(t *testing.T) {
	w := newPublicWorld(t, Config{})
	b := w.enter("Anna")
	for _, path := range []string{"192.0.2.1", "2001:db8::1"} {
		r := b.proxiedRequest(path, "POST", "/do", url.Values{"line": {"practice"}})
		r.Header.Del("X-Forwarded-Proto") // Anna entered without TLS
		b.send(r)
	}
	private := newWorld(t)
	private.enter("Anna").post("/do", url.Values{"line": {"practice"}})
	got := []string{w.bot.inputs[0].Origin, w.bot.inputs[1].Origin, private.bot.inputs[0].Origin}
	if fmt.Sprint(got) != "[192.0.2.1/32 2001:db8::/56 ]" {
		t.Errorf("got the origins %q", got)
	}
}

// Behind a proxy, all users would seem to be at this machine.
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
func TestUnusedNamesExpire(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	w := newPublicWorld(t, Config{Admins: []string{"Dora"}, Now: func() time.Time { return now }})
	for _, name := range []string{"Anna", "Bert", "Dora"} {
		w.claimName("192.0.2.1", name)
	}
	stream := w.hub.join("local:bert", "Bert", "en")
	expires := func(key string) bool {
		data, err := w.notes.Read(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		user, yes := w.Expires(key, data)
		if yes && string(user) != "local:"+strings.TrimPrefix(key, "name/") {
			t.Errorf("%s belongs to %s", key, user)
		}
		return yes
	}
	if now = now.Add(unusedLife - time.Second); expires("name/anna") {
		t.Error("a name expires too early")
	}
	now = now.Add(time.Second)
	for key, want := range map[string]bool{"name/anna": true, "name/bert": false, "name/dora": false, "host": false} {
		if got := expires(key); got != want {
			t.Errorf("%s expires: %v, want %v", key, got, want)
		}
	}
	if w.hub.part("local:bert", stream); !expires("name/bert") {
		t.Error("the name of a closed page doesn't expire")
	}
	if _, yes := w.Expires("name/emil", []byte(`{"token":"x","name":"Emil"}`)); yes {
		t.Error("a name without a time expires")
	}
	private := newWorld(t)
	private.enter("Anna")
	data, _ := private.notes.Read(t.Context(), "name/anna")
	private.Platform.private = false
	if _, yes := private.Expires("name/anna", data); yes || strings.Contains(string(data), "taken") {
		t.Error("a name of a private page expires")
	}
}
