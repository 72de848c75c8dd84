package web

import (
	"net/http"
	"testing"

	"tarockbot/bot/chat"
)

func TestPrivacyPage(t *testing.T) {
	w := newPublicWorld(t, Config{Verify: func(VerifyInput) VerifyResult { return VerifyResult{} }, Privacy: func(lang string) []chat.Line {
		return []chat.Line{{{Text: "Betrieben von <b>uns</b> " + lang}}, {{Text: "https://example.org/privacy", Style: chat.Link}}, {{Text: "• alles"}}}
	}})
	b := w.browser()
	rec := b.send(b.proxiedRequest("192.0.2.1", "GET", "/privacy", nil))
	if rec.Code != http.StatusOK || len(rec.Result().Cookies()) > 0 {
		t.Errorf("got %d, %v", rec.Code, rec.Result().Cookies())
	}
	wantIn(t, rec.Body.String(), "<h1>Datenschutz</h1>", "&lt;b&gt;uns&lt;/b&gt; de", `<a href="https://example.org/privacy"`, `<li class="line">`)
	english := b.proxiedRequest("192.0.2.1", "GET", "/privacy", nil)
	english.Header.Set("Accept-Language", "en")
	wantIn(t, b.send(english).Body.String(), "<h1>Privacy</h1>", "uns&lt;/b&gt; en")
	const link = `<a href="/privacy">Datenschutz</a>`
	wantIn(t, b.send(b.proxiedRequest("192.0.2.1", "GET", "/", nil)).Body.String(), link)
	wantIn(t, b.send(b.proxiedRequest("192.0.2.1", "GET", verifyPath, nil)).Body.String(), link)
	wantIn(t, w.enter("Anna").page(), link)

	none := newWorld(t).enter("Anna")
	wantNotIn(t, none.page(), `href="/privacy"`)
	wantCode(t, "a page without a privacy notice", none.get("/privacy"), http.StatusNotFound)
}
