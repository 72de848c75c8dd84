package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestCookieByTLS(t *testing.T) {
	w := newPublicWorld(t, Config{})
	rec := w.claimName("192.0.2.1", "Anna")
	c := rec.Result().Cookies()[0]
	if c.Name != "__Host-tarockbot" || !c.Secure || !c.HttpOnly || c.Path != "/" || c.Domain != "" || c.SameSite != http.SameSiteStrictMode {
		t.Errorf("the cookie with TLS is %v", c)
	}
	enterWith := func(cookie *http.Cookie, name string) *httptest.ResponseRecorder {
		r := w.browser().proxiedRequest("192.0.2.1", "POST", "/enter", doorForm(name))
		r.AddCookie(cookie)
		return w.browser().send(r)
	}
	before := w.browser().enter("Bert").Result().Cookies()[0]
	if before.Secure || strings.HasPrefix(before.Name, "__") {
		t.Errorf("the cookie without TLS is %v", before)
	}
	again := enterWith(before, "Bert")
	wantCode(t, "the old name", again, http.StatusSeeOther)
	token, _, _ := strings.Cut(before.Value, ".")
	movedCookie := again.Result().Cookies()[0]
	if strings.HasPrefix(movedCookie.Value, token) || w.visitor(movedCookie, movedCookie.Name, true) != "bert" || !strings.HasPrefix(movedCookie.Name, "__Host-") {
		t.Errorf("the moved cookie is %v", movedCookie)
	}
	if rec := enterWith(before, "Carl"); strings.HasPrefix(rec.Result().Cookies()[0].Value, token) {
		t.Error("the old token owns a new name")
	}

	direct := w.browser().proxiedRequest("192.0.2.1", "POST", "/enter", doorForm("Dora"))
	direct.RemoteAddr = "192.0.2.1:1"
	if c := w.browser().send(direct).Result().Cookies()[0]; c.Secure {
		t.Errorf("an untrusted proxy reports TLS and gets %v", c)
	}
}

func (w *world) visitor(c *http.Cookie, name string, byTLS bool) string {
	w.t.Helper()
	r := w.browser().request("GET", "/", nil)
	if byTLS {
		r = w.browser().proxiedRequest("192.0.2.1", "GET", "/", nil)
	}
	r.AddCookie(&http.Cookie{Name: name, Value: c.Value})
	v, err := w.owners.identify(r)
	if err != nil {
		w.t.Fatal(err)
	}
	return v.key
}

// A public page runs at nodes with different ports. A private page's cookie contains its port.
func TestCookieOfOtherPort(t *testing.T) {
	w, before := newPublicWorld(t, Config{}), "tarockbot-1"
	private := newWorld(t)
	enter := func(w *world, name string) *http.Cookie {
		return w.browser().enter(name).Result().Cookies()[0]
	}
	anna, bert, carl := w.claimName("192.0.2.1", "Anna").Result().Cookies()[0], enter(w, "Bert"), enter(private, "Carl")
	w.port, private.port = "2", "2"
	for _, tt := range []struct {
		world  *world
		cookie *http.Cookie
		name   string
		byTLS  bool
		want   string
	}{
		{w, anna, anna.Name, true, "anna"},
		{w, anna, "__Host-" + before, true, "anna"},
		{w, anna, before, true, ""},
		{w, anna, "tarockbot", true, ""}, // another host may have set it
		{w, bert, bert.Name, false, "bert"},
		{w, bert, bert.Name, true, ""},
		{w, bert, before, false, "bert"},
		{w, bert, "tarockbot-as-1", false, ""},
		{private, carl, carl.Name, false, ""},
		{private, carl, "tarockbot-2", false, "carl"},
	} {
		if got := tt.world.visitor(tt.cookie, tt.name, tt.byTLS); got != tt.want {
			t.Errorf("%s, by TLS %t: the browser is %q, want %q", tt.name, tt.byTLS, got, tt.want)
		}
	}
}
