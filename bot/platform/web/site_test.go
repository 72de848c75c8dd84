package web

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

// publicWorld is a page behind a proxy of this machine, called tarock.example.
func publicWorld(t *testing.T, c Config) *world {
	t.Helper()
	w := newWorld(t)
	c.Listener, c.Notes, c.Log = listenAt(t, "127.0.0.1:0"), &w.notes, slog.New(slog.NewTextHandler(w.log, nil))
	if c.Hosts == nil {
		c.Hosts = []string{"tarock.example"}
	}
	w.Platform = open(t, c)
	w.handler = w.Platform.handler(w.bot.handle)
	return w
}

// from is a request as the proxy passes it on that somebody at the address has made.
func (b *browser) from(addr, method, path string, form url.Values) *http.Request {
	r := b.request(method, path, form)
	r.RemoteAddr = "127.0.0.1:40000"
	r.Host = "tarock.example"
	r.Header.Set("X-Forwarded-For", addr)
	r.Header.Set("X-Forwarded-Proto", "https")
	return r
}

// takes lets somebody at the address take the name.
func (w *world) takes(addr, name string) *httptest.ResponseRecorder {
	b := w.browser()
	return b.send(b.from(addr, "POST", "/enter", url.Values{"name": {name}}))
}

// TestGettingAPageTakesNothing: neither a name nor whose page it is, whatever the
// address says; and nothing is told to the bot.
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
			t.Errorf("%s: %q was noted; the bot was told %v %v; sides of the page %v", kind, keys, w.bot.inputs, w.bot.told, w.hub.persons)
		}
	}
}

// TestPublicPage: with Public or Hosts nobody is several people, and the page is nobody's
// who enters it.
func TestPublicPage(t *testing.T) {
	for name, c := range map[string]Config{
		"public": {Public: true, Hosts: []string{}}, "behind a proxy": {},
	} {
		w := publicWorld(t, c)
		b := w.browser()
		for _, path := range []string{"/?as=bert", "/as/bert/"} {
			if rec := b.get(path); rec.Code != http.StatusForbidden {
				t.Errorf("%s: %s: got %d", name, path, rec.Code)
			}
		}
		if rec := b.post("/as/bert/enter", url.Values{"name": {"Bert"}}); rec.Code != http.StatusForbidden {
			t.Errorf("%s: enter: got %d", name, rec.Code)
		}
		wantNotIn(t, w.entered("Anna").get("/").Body.String(), "?as=")
		if may, err := w.Administers(t.Context(), Channel, "local:anna"); may || err != nil {
			t.Errorf("%s: who entered first administers: %v, %v", name, may, err)
		}
	}
}

// TestAdmins: those who are named administer, on a private page, too.
func TestAdmins(t *testing.T) {
	for _, hosts := range [][]string{{}, {"tarock.example"}} {
		w := publicWorld(t, Config{Hosts: hosts, Admins: []string{"Änne M", "bert"}})
		w.entered("Carl")
		for user, want := range map[chat.UserID]bool{"local:änne-m": true, "local:bert": true, "local:carl": false, "discord:bert": false, "local:": false} {
			if may, err := w.Administers(t.Context(), Channel, user); may != want || err != nil {
				t.Errorf("%q: %s: %v, %v", hosts, user, may, err)
			}
		}
		if may, _ := w.Administers(t.Context(), "discord:g5", "local:bert"); may {
			t.Error("of another's space")
		}
	}
	if _, err := New(Config{Listener: listenAt(t, "127.0.0.1:0"), Admins: []string{"<b>"}, Notes: newWorld(t).Platform.cfg.Notes}); err == nil {
		t.Error("a name that nobody can have")
	}
	w := publicWorld(t, Config{Admins: []string{"Anna", "Bert"}})
	w.takes("192.0.2.1", "Anna")
	before := len(w.log.String())
	w.owners.warnOfAdmins(t.Context())
	if log := w.log.String()[before:]; !strings.Contains(log, "bert") || strings.Contains(log, "anna") {
		t.Errorf("of names that anybody may take it says %q", log)
	}
	w.takes("192.0.2.2", "Bert")
	if log := w.log.String(); !strings.Contains(log, "taken") {
		t.Errorf("of a name that was taken it says %q", log)
	}
	w.Forget(t.Context(), userID("anna"), nil)
	if log := w.log.String(); !strings.Contains(log, "free") || !strings.Contains(log, "anna") {
		t.Errorf("of a name that is free again it says %q", log)
	}
}

// TestRemoteAddress: who asks is told by trusted proxies alone, and what they were told
// themselves counts for nothing.
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
		t.Errorf("of two headers: %s", got)
	}
	if got := newWorld(t).origin(two); got != "" {
		t.Errorf("on a private page everybody is at %q", got)
	}
}

// TestNamesPerAddress: from one address only so many names are taken in a day; one's own
// again as often as one likes, and one that is another's doesn't count.
func TestNamesPerAddress(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	w := publicWorld(t, Config{NamesPerAddress: 3, Now: func() time.Time { return now }})
	b := w.browser()
	for _, name := range []string{"Anna", "anna", "ANNA", "Anna"} {
		if rec := b.send(b.from("192.0.2.1", "POST", "/enter", url.Values{"name": {name}})); rec.Code != http.StatusSeeOther {
			t.Fatalf("her own name: got %d", rec.Code)
		}
	}
	for range 5 {
		if rec := w.takes("192.0.2.1", "Anna"); rec.Code != http.StatusConflict {
			t.Fatalf("a taken name: got %d", rec.Code)
		}
	}
	for i, want := range []int{303, 303, 429, 429} {
		rec := w.takes("192.0.2.1", fmt.Sprint("Bert", i))
		if rec.Code != want {
			t.Errorf("name %d: got %d, want %d", 2+i, rec.Code, want)
		}
		if want == http.StatusTooManyRequests {
			wantIn(t, rec.Body.String(), "viele Namen")
		}
	}
	if rec := w.takes("192.0.2.1, 198.51.100.7", "Carl"); rec.Code != http.StatusSeeOther {
		t.Errorf("from another address: got %d", rec.Code)
	}
	if rec := w.takes("198.51.100.8, 192.0.2.1", "Dora"); rec.Code != http.StatusTooManyRequests {
		t.Errorf("with an address made up before its own: got %d", rec.Code)
	}
	now = now.Add(limitTime)
	if rec := w.takes("192.0.2.1", "Dora"); rec.Code != http.StatusSeeOther {
		t.Errorf("a day later: got %d", rec.Code)
	}
}

// TestDailyLimitIsBounded: from more addresses than are remembered no names are taken,
// until some are a day old.
func TestDailyLimitIsBounded(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	a := newDailyLimit(1, func() time.Time { return now })
	for i := range maxOrigins {
		if !a.reserve(fmt.Sprint(i)) {
			t.Fatal("none may be taken")
		}
	}
	if a.reserve("one more") || len(a.used) > maxOrigins {
		t.Errorf("%d are remembered", len(a.used))
	}
	now = now.Add(limitTime)
	if !a.reserve("one more") || len(a.used) != 1 {
		t.Errorf("a day later %d are remembered", len(a.used))
	}
}

// TestActsTellTheirOrigin, but on a private page.
func TestActsTellTheirOrigin(t *testing.T) {
	w := publicWorld(t, Config{})
	b := w.entered("Anna")
	for _, path := range []string{"192.0.2.1", "2001:db8::1"} {
		r := b.from(path, "POST", "/do", url.Values{"line": {"practice"}})
		r.Header.Del("X-Forwarded-Proto") // she has entered without TLS
		b.send(r)
	}
	private := newWorld(t)
	private.entered("Anna").post("/do", url.Values{"line": {"practice"}})
	got := []string{w.bot.inputs[0].Origin, w.bot.inputs[1].Origin, private.bot.inputs[0].Origin}
	if fmt.Sprint(got) != "[192.0.2.1/32 2001:db8::/56 ]" {
		t.Errorf("got %q", got)
	}
}

// TestCookieByTLS: by TLS, as a trusted proxy tells, the cookie is one that no other host
// and nobody without TLS can make; a name that was taken without is taken along.
func TestCookieByTLS(t *testing.T) {
	w := publicWorld(t, Config{})
	rec := w.takes("192.0.2.1", "Anna")
	c := rec.Result().Cookies()[0]
	if c.Name != "__Host-tarockbot" || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteStrictMode {
		t.Errorf("by TLS: %v", c)
	}
	enters := func(cookie *http.Cookie, name string) *httptest.ResponseRecorder {
		r := w.browser().from("192.0.2.1", "POST", "/enter", url.Values{"name": {name}})
		r.AddCookie(cookie)
		return w.browser().send(r)
	}
	member := func(cookie *http.Cookie) bool {
		r := w.browser().from("192.0.2.1", "GET", "/", nil)
		r.AddCookie(cookie)
		return !strings.Contains(w.browser().send(r).Body.String(), `action="enter"`)
	}
	if !member(c) {
		t.Error("the cookie doesn't let in")
	}
	plain := *c
	plain.Name = "tarockbot"
	if member(&plain) {
		t.Error("a cookie that another host may have made lets in by TLS")
	}

	old := w.browser()
	before := old.post("/enter", url.Values{"name": {"Bert"}}).Result().Cookies()[0]
	if before.Secure || strings.HasPrefix(before.Name, "__") {
		t.Errorf("without TLS: %v", before)
	}
	if member(before) {
		t.Error("the old cookie lets in by itself")
	}
	again := enters(before, "Bert")
	if again.Code != http.StatusSeeOther {
		t.Fatalf("the old name: got %d", again.Code)
	}
	token, _, _ := strings.Cut(before.Value, ".")
	if c := again.Result().Cookies()[0]; strings.HasPrefix(c.Value, token) || !member(c) || !strings.HasPrefix(c.Name, "__Host-") {
		t.Errorf("it is taken along as %v", c)
	}
	if rec := enters(before, "Carl"); strings.HasPrefix(rec.Result().Cookies()[0].Value, token) {
		t.Error("a new name is the old token's")
	}

	direct := w.browser().from("192.0.2.1", "POST", "/enter", url.Values{"name": {"Dora"}})
	direct.RemoteAddr = "192.0.2.1:1"
	if c := w.browser().send(direct).Result().Cookies()[0]; c.Secure {
		t.Errorf("somebody who is no proxy says that it is by TLS, and gets %v", c)
	}
}

// TestCookieOfOtherPort: the cookie of a public page lets in at each node, whatever its port
// is, and so does one from before, whose name has the port of any; a private page's is of
// one port alone.
func TestCookieOfOtherPort(t *testing.T) {
	w, before := publicWorld(t, Config{}), "tarockbot-1"
	private := newWorld(t)
	// member says who the browser is that sends a cookie, by TLS or not.
	member := func(w *world, c *http.Cookie, name string, byTLS bool) string {
		r := w.browser().request("GET", "/", nil)
		if byTLS {
			r = w.browser().from("192.0.2.1", "GET", "/", nil)
		}
		r.AddCookie(&http.Cookie{Name: name, Value: c.Value})
		v, err := w.owners.visitor(r)
		if err != nil {
			t.Fatal(err)
		}
		return v.key
	}
	enter := func(w *world, name string) *http.Cookie {
		return w.browser().post("/enter", url.Values{"name": {name}}).Result().Cookies()[0]
	}
	anna, bert, carl := w.takes("192.0.2.1", "Anna").Result().Cookies()[0], enter(w, "Bert"), enter(private, "Carl")
	w.port, private.port = "2", "2"
	for _, tt := range []struct {
		of     *world
		cookie *http.Cookie
		name   string
		byTLS  bool
		want   string
	}{
		{w, anna, anna.Name, true, "anna"},
		{w, anna, "__Host-" + before, true, "anna"},
		{w, anna, before, true, ""},
		{w, bert, bert.Name, false, "bert"},
		{w, bert, before, false, "bert"},
		{w, bert, "tarockbot-as-1", false, ""},
		{private, carl, carl.Name, false, ""},
		{private, carl, "tarockbot-2", false, "carl"},
	} {
		if got := member(tt.of, tt.cookie, tt.name, tt.byTLS); got != tt.want {
			t.Errorf("%s, by TLS %t: the browser is %q, want %q", tt.name, tt.byTLS, got, tt.want)
		}
	}
}

// TestPrivateIsNotProxied: a private page isn't served through a proxy that passes its own
// name on: everybody would be at this machine.
func TestPrivateIsNotProxied(t *testing.T) {
	for _, header := range []http.Header{
		{"X-Forwarded-For": {"192.0.2.1"}}, {"X-Forwarded-Host": {"tarock.example"}}, {"X-Forwarded-Proto": {"https"}},
		{"Forwarded": {"for=192.0.2.1"}}, {"Origin": {"https://tarock.example"}},
	} {
		w := newWorld(t)
		b := w.browser()
		r := b.request("POST", "/enter", url.Values{"name": {"Eva"}})
		for k, v := range header {
			r.Header[k] = v
		}
		if rec := b.send(r); rec.Code != http.StatusMisdirectedRequest || len(w.notes.Keys("")) > 0 {
			t.Errorf("%v: got %d", header, rec.Code)
		}
	}
	b := newWorld(t).browser()
	r := b.request("POST", "/enter", url.Values{"name": {"Eva"}})
	r.Header.Set("Origin", "http://"+r.Host)
	if rec := b.send(r); rec.Code != http.StatusSeeOther {
		t.Errorf("from the page itself: got %d", rec.Code)
	}
}

// TestLapses: a name goes a day after it was taken on a public page; not an
// administrator's, not one whose owner has the page open, and none of a private page.
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
		t.Error("a name goes too soon")
	}
	now = now.Add(time.Second)
	for key, want := range map[string]bool{"name/anna": true, "name/bert": false, "name/dora": false, "host": false} {
		if got := lapses(key); got != want {
			t.Errorf("%s lapses: %v", key, got)
		}
	}
	if w.hub.part("local:bert", stream); !lapses("name/bert") {
		t.Error("a name whose page was closed stays")
	}
	if _, yes := w.Expires("name/emil", []byte(`{"token":"x","name":"Emil"}`)); yes {
		t.Error("a name of before lapses")
	}
	private := newWorld(t)
	private.entered("Anna")
	data, _ := private.notes.Read(t.Context(), "name/anna")
	private.Platform.private = false
	if _, yes := private.Expires("name/anna", data); yes || strings.Contains(string(data), "taken") {
		t.Error("a name of a private page lapses")
	}
}
