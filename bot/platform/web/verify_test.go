package web

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/platform/driver"
)

func newVerifyWorld(t *testing.T, answer VerifyResult, given *[]VerifyInput) *world {
	t.Helper()
	return newPublicWorld(t, Config{
		Keys: []driver.PublicKey{{Key: "ea4a6c63", Since: time.Unix(1_800_000_000, 0).UTC()}},
		Verify: func(g VerifyInput) VerifyResult {
			*given = append(*given, g)
			answer.MatchesEvidence = g.Anchor != ""
			return answer
		},
	})
}

func (b *browser) uploadFiles(fields url.Values, deals, receipts string) *httptest.ResponseRecorder {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name := range fields {
		form.WriteField(name, fields.Get(name))
	}
	for field, text := range map[string]string{"file": deals, "receipt-file": receipts} {
		part, err := form.CreateFormFile(field, field+".json")
		if err != nil {
			b.t.Fatal(err)
		}
		part.Write([]byte(text))
	}
	form.Close()
	r := b.proxiedRequest("192.0.2.1", "POST", verifyPath, nil)
	r.Body, r.ContentLength = io.NopCloser(&body), int64(body.Len())
	r.Header.Set("Content-Type", form.FormDataContentType())
	return b.send(r)
}

func TestVerifyPage(t *testing.T) {
	var given []VerifyInput
	w := newVerifyWorld(t, VerifyResult{
		Verdict: "violated", Faults: []string{"twice"}, Unreadable: true,
		Missing: []MissingDecks{{"<b>bcde", 2, 4, false, false}, {"bcde", 3, 3, false, true}, {"cdef2345", 1, 1, true, false}},
		Decks: []DeckResult{
			{Deal: 5, InMatch: 1, Table: "abcd2345", Number: 1, Draw: true, Level: 1, Fair: true, Verdict: "fair", Cuts: []TypedCut{{2, "<i>\u202egnp.exe"}}},
			{Deal: 6, InMatch: 2, Table: "abcd2345", Number: 3, Verdict: "violated", Faults: []string{"seed", "seed", "moves"}},
			{Deal: 7, Table: "bcde2345", Number: 4, Verdict: "unchecked"},
			{Deal: 8, Verdict: "unchecked", Notes: []string{"no-proof"}},
		},
	}, &given)
	b := w.browser()
	form := b.send(b.proxiedRequest("192.0.2.1", "GET", verifyPath, nil))
	wantIn(t, form.Body.String(), "Wurde ehrlich gegeben?", "alle Karten sehen", "ea4a6c63", "2027-01-15", `enctype="multipart/form-data"`)
	wantNotIn(t, form.Body.String(), "<section", "style=", "<script")

	pasted := b.send(b.proxiedRequest("192.0.2.1", "POST", verifyPath, url.Values{"deals": {"[1]"}, "anchor": {" abcd "}, "receipt": {"{}"}}))
	filed := b.uploadFiles(url.Values{"deals": {"[1]"}, "receipt": {"{}"}}, "[2]", "[4]")
	empty := b.uploadFiles(url.Values{"deals": {"[3]"}}, "", "")
	for _, rec := range []*httptest.ResponseRecorder{pasted, filed, empty} {
		if rec.Code != http.StatusOK || len(rec.Result().Cookies()) > 0 {
			t.Errorf("got %d, %v", rec.Code, rec.Result().Cookies())
		}
		wantIn(t, rec.Body.String(), "Hier stimmt etwas nicht", "Ziehen vor Spiel 1 am Tisch abcd2345 (Mischung 1): ehrlich</b><br>Stufe 1: ",
			"Spiel 2 am Tisch abcd2345 (Mischung 3): stimmt nicht</b><br>Die Zahl", "Ein Spiel am Tisch bcde2345 (Mischung 4): nicht prüfbar", "Nummer 8 der Datei: nicht prüfbar</b><br>Dazu gibt es keinen Beweis",
			"Platz 2 hat abgehoben mit: &lt;i&gt;gnp.exe<", "zwei Belege", "Von der Partie am Tisch &lt;b&gt;bcde fehlt: Mischung 2–4.", "Tisch bcde fehlt: Mischung 3. Vielleicht wurden Mischungen übersprungen", "von der Partie am Tisch cdef2345. Sonst ist von ihr", "Ein Teil war nicht zu lesen")
		if n := strings.Count(rec.Body.String(), "Kette."); n != 1 {
			t.Errorf("a fault is reported %d times, want once", n)
		}
	}
	wantIn(t, pasted.Body.String(), "den du angegeben hast, passt dazu")
	wantNotIn(t, pasted.Body.String(), "Ohne Anker")
	wantIn(t, filed.Body.String(), "Ohne Anker")
	want := []VerifyInput{{[]byte("[1]"), "abcd", []byte("{}")}, {[]byte("[2]"), "", []byte("[4]")}, {[]byte("[3]"), "", []byte{}}}
	if !reflect.DeepEqual(given, want) {
		t.Errorf("given %q, want %q", given, want)
	}
	english := b.proxiedRequest("192.0.2.1", "GET", verifyPath, nil)
	english.Header.Set("Accept-Language", "en")
	wantIn(t, b.send(english).Body.String(), "Was it dealt fairly?")
	if len(w.notes.Keys(""))+len(w.bot.inputs)+len(w.bot.events) > 0 {
		t.Error("a check stored a note or sent an input")
	}
}

func TestVerifyPageLimits(t *testing.T) {
	var given []VerifyInput
	w := newVerifyWorld(t, VerifyResult{Verdict: "fair"}, &given)
	b := w.browser()
	postDeals := func(addr, deals string) *httptest.ResponseRecorder {
		return b.send(b.proxiedRequest(addr, "POST", verifyPath, url.Values{"deals": {deals}}))
	}
	wantRefusal := func(what string, rec *httptest.ResponseRecorder, code int, word string) {
		t.Helper()
		if rec.Code != code || len(given) > 0 {
			t.Errorf("%s: got %d, and %d checks", what, rec.Code, len(given))
		}
		wantIn(t, rec.Body.String(), word)
		given = nil
	}
	wantRefusal("a large body", postDeals("192.0.2.1", strings.Repeat("x", maxDeals)), http.StatusRequestEntityTooLarge, "tarockbot verify")
	wantRefusal("a large file", b.uploadFiles(nil, strings.Repeat("x", maxDeals), ""), http.StatusRequestEntityTooLarge, "tarockbot verify")
	wantRefusal("a large body elsewhere", w.claimName("192.0.2.1", strings.Repeat("x", maxBody)), http.StatusRequestEntityTooLarge, "zu lang")
	broken := b.proxiedRequest("192.0.2.1", "POST", verifyPath, url.Values{})
	broken.Header.Set("Content-Type", "multipart/form-data; boundary=x")
	wantRefusal("no form", b.send(broken), http.StatusBadRequest, "nicht verstanden")
	foreign := b.proxiedRequest("192.0.2.1", "POST", verifyPath, url.Values{"deals": {"[]"}})
	foreign.Header.Set("Sec-Fetch-Site", "cross-site")
	wantRefusal("another site's form", b.send(foreign), http.StatusForbidden, "anderen Seite")
	for what, slots := range map[string]slots{"checks": w.checker.checks, "uploads": w.checker.uploads} {
		for slots.acquire() {
		}
		wantRefusal("too many "+what+" at once", postDeals("192.0.2.1", "[]"), http.StatusServiceUnavailable, "gleich noch einmal")
		for len(slots) > 0 {
			slots.release()
		}
	}
	if rec := postDeals("192.0.2.2", strings.Repeat("x", maxDeals/2)); rec.Code != http.StatusOK || len(given) != 1 {
		t.Errorf("half a large body: got %d", rec.Code)
	}
	given = nil
	for w.checker.checksToday.reserve("192.0.2.3/32") {
	}
	wantRefusal("too many in a day", postDeals("192.0.2.3", "[]"), http.StatusTooManyRequests, "morgen")
	if rec := postDeals("192.0.2.4", "[]"); rec.Code != http.StatusOK || len(w.checker.checks)+len(w.checker.uploads) > 0 {
		t.Errorf("from another address: got %d; %d checks and %d uploads still have slots", rec.Code, len(w.checker.checks), len(w.checker.uploads))
	}
	none := newWorld(t).browser()
	for _, method := range []string{"GET", "POST"} {
		wantCode(t, method+" of a page without checks", none.send(none.request(method, verifyPath, nil)), http.StatusNotFound)
	}
}

func TestVerifyBesideSlowUploads(t *testing.T) {
	var given []VerifyInput
	w := newVerifyWorld(t, VerifyResult{Verdict: "fair"}, &given)
	var uploads sync.WaitGroup
	defer uploads.Wait()
	for range checksAtOnce + 1 {
		slow := w.browser()
		r := slow.proxiedRequest("192.0.2.1", "POST", verifyPath, url.Values{})
		body, upload := io.Pipe()
		r.Body, r.ContentLength = body, -1
		uploads.Go(func() { defer body.Close(); slow.send(r) })
		upload.Write([]byte("deals=")) // returns once the server has read it
		defer upload.CloseWithError(io.ErrUnexpectedEOF)
	}
	b := w.browser()
	if rec := b.send(b.proxiedRequest("192.0.2.2", "POST", verifyPath, url.Values{"deals": {"[]"}})); rec.Code != http.StatusOK || len(given) != 1 {
		t.Errorf("got %d, and %d checks", rec.Code, len(given))
	}
}

// The report must not say that nobody cut if a cut's text was erased.
func TestErasedCut(t *testing.T) {
	for level, want := range map[int]string{0: "for the text isn't here", 1: "Level 1: "} {
		report := VerifyResult{Verdict: "fair", Decks: []DeckResult{{Deal: 1, Number: 1, Fair: true, Verdict: "fair", Level: level, Notes: []string{"erased"}}}}.Describe("en")
		if said := strings.Join(report.Items[1].Said, " "); !strings.Contains(said, want) || strings.Contains(said, "nobody cut") {
			t.Errorf("level %d: %s", level, said)
		}
	}
}
