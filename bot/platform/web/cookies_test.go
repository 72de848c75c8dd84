package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestCookieByTLS checks that the TLS cookie can't be set by another host or without TLS, and that a name
// claimed without TLS is moved to it.
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

// TestCookieOfOtherPort checks that a public page's cookie is valid at all nodes, whatever their port, and
// so is an old one with a port in its name. A private page's cookie is valid for one port only.
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
