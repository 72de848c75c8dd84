package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine/verify"
	"tarockbot/render/words"
)

func TestHosts(t *testing.T) {
	w := newWorld(t)
	w.hosts = allowedHosts(w.port, []string{"Tarock.example", "other.example:81"})
	wantHost := func(host string, want int) {
		t.Helper()
		r := w.browser().request("GET", "/", nil)
		r.Host = strings.ReplaceAll(host, "PORT", w.port)
		addr := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 8080} // the local address of the connection
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, net.Addr(addr)))
		wantCode(t, "host "+host, w.browser().send(r), want)
	}
	for _, host := range strings.Fields("127.0.0.1:PORT LOCALHOST:PORT [::1]:PORT " +
		"tarock.example tarock.example:PORT other.example:81 192.0.2.7:8080") {
		wantHost(host, http.StatusOK)
	}
	for _, host := range strings.Fields("other.example 127.0.0.1 127.0.0.1:1 evil.example " +
		"evil.example:PORT 127.0.0.1.evil.example 192.0.2.8:8080") {
		wantHost(host, http.StatusMisdirectedRequest)
	}
	wantHost("", http.StatusMisdirectedRequest)
}

func TestCrossSitePosts(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	for _, headers := range []map[string]string{
		{"Sec-Fetch-Site": "cross-site"},
		{"Sec-Fetch-Site": "same-site"},
		{"Sec-Fetch-Site": "", "Origin": "http://evil.example"},
		{"Sec-Fetch-Site": "", "Origin": "null"},
		{"Sec-Fetch-Site": "", "Origin": "http://127.0.0.1:1"},
	} {
		for _, path := range []string{"/do", "/enter", "/leave", "/dismiss", "/say", "/as/bert/enter"} {
			r := b.request("POST", path, url.Values{"line": {"resign"}, "name": {"Eva"}})
			for k, v := range headers {
				r.Header.Set(k, v)
			}
			wantCode(t, fmt.Sprint(path, headers), b.send(r), http.StatusForbidden)
		}
	}
	if len(w.bot.inputs) != 0 || len(w.notes.Keys("name/")) != 1 {
		t.Error("the bot got an input, or the page claimed a name")
	}
}

func TestHeaders(t *testing.T) {
	b := newWorld(t).enter("Anna")
	h := b.get("/").Header()
	for k, want := range map[string]string{
		"Content-Security-Policy": "frame-ancestors 'none'",
		"X-Content-Type-Options":  "nosniff",
		"Referrer-Policy":         "same-origin",
		"Cache-Control":           "no-store",
	} {
		if !strings.Contains(h.Get(k), want) {
			t.Errorf("%s: %q", k, h.Get(k))
		}
	}
	for _, inline := range []string{"<style", "style=", "onclick", "javascript:", "<script>"} {
		wantNotIn(t, b.page(), inline)
	}
}

func TestStaticFiles(t *testing.T) {
	b := newWorld(t).browser()
	for path, kind := range map[string]string{
		"/static/app.js": "javascript", "/static/style.css": "text/css", "/static/icon.svg": "image/svg+xml",
	} {
		rec := b.get(path)
		if rec.Code != http.StatusOK || !strings.Contains(rec.Header().Get("Content-Type"), kind) {
			t.Errorf("%s: %d %s", path, rec.Code, rec.Header().Get("Content-Type"))
		}
		r := b.request("GET", path, nil)
		r.Header.Set("If-None-Match", rec.Header().Get("ETag"))
		wantCode(t, path+" again", b.send(r), http.StatusNotModified)
	}
	r := b.request("GET", "/static/style.css", nil)
	r.Header.Set("Accept-Encoding", "br, gzip")
	rec := b.send(r)
	z, err := gzip.NewReader(rec.Body)
	if err != nil || rec.Header().Get("Content-Encoding") != "gzip" {
		t.Fatal(err, rec.Header())
	}
	if short, err := io.ReadAll(z); err != nil || string(short) != b.get("/static/style.css").Body.String() {
		t.Errorf("the compressed file differs: %v", err)
	}
	for _, path := range []string{"/static/page.html", "/static/..%2ftexts.json", "/nothing", "/as/x/nothing"} {
		wantCode(t, path, b.get(path), http.StatusNotFound)
	}
}

// The start page and its scripts load within 3 s at 20 kB/s.
func TestHomeLoadsQuickly(t *testing.T) {
	const most = 60 << 10
	_, b := enteredWorld(t, "Anna")
	loaded := b.get("/").Body.Len()
	all, err := assets.ReadDir("web")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range all {
		if ext := filepath.Ext(f.Name()); ext == ".js" || ext == ".css" {
			r := b.request("GET", "/static/"+f.Name(), nil)
			r.Header.Set("Accept-Encoding", "gzip")
			loaded += b.send(r).Body.Len()
		}
	}
	if loaded > most {
		t.Errorf("%d bytes for the start page, want at most %d", loaded, most)
	}
}

func TestPanic(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.bot.panics = "hand ♥K"
	rec := b.sendLine("hand")
	wantCode(t, "a panic", rec, http.StatusInternalServerError)
	wantIn(t, rec.Body.String(), "noch einmal")
	wantIn(t, w.log.String(), "fakeBot", "POST /do")
	wantNotIn(t, w.log.String()+rec.Body.String(), "♥K")
	if n := strings.Count(w.log.String(), "\n"); n != 1 {
		t.Errorf("%d lines logged", n)
	}
	w.bot.panics = nil
	wantCode(t, "afterwards", b.sendLine("hand"), http.StatusOK)
}

func textIDsInUse(t *testing.T) []string {
	t.Helper()
	var keys []string
	for pattern, say := range map[string]string{
		"web/*.html": `\.T\.Say "([a-z.]+)"`,
		"*.go":       `(?:\.Say\(|refuse\(w, r, [A-Za-z.]+, )"([a-z.]+)"`,
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(say).FindAllStringSubmatch(string(data), -1) {
				keys = append(keys, m[1])
			}
		}
	}
	for _, c := range bottest.Vocabularies(t)[0].Commands {
		keys = append(keys, "command."+c.Name)
	}
	for _, c := range firstSteps {
		keys = append(keys, "first."+c.Name, "first."+c.Name+".hint")
	}
	for _, h := range []string{"plays", "chooses", "ahead", "waits"} { // uses of a hand
		keys = append(keys, "hand."+h)
	}
	for _, word := range quickWords {
		keys = append(keys, "word."+word)
	}
	for _, verb := range []string{"play", "look", "result"} {
		keys = append(keys, "entry."+verb)
	}
	for _, c := range shortcutCommands {
		keys = append(keys, "shortcut."+c)
	}
	for _, kind := range verify.FaultKinds() {
		keys = append(keys, "verify.fault."+string(kind))
	}
	for _, note := range verify.Remarks() {
		keys = append(keys, "verify.note."+string(note))
	}
	for _, v := range []verify.Verdict{verify.Fair, verify.Unchecked, verify.Violated} {
		keys = append(keys, "verify.verdict."+string(v), "verify.deck."+string(v))
	}
	keys = append(keys, "verify.some.deal", "verify.some.draw", "verify.deal", "verify.draw", "verify.level.erased")
	for level := range 2 {
		keys = append(keys, fmt.Sprint("verify.level.", level))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func TestEveryTextInEveryLanguage(t *testing.T) {
	keys := textIDsInUse(t)
	for _, lang := range words.Languages() {
		for _, key := range keys {
			if catalogue.In(lang)[key] == "" {
				t.Errorf("%s: %q has no text", lang, key)
			}
		}
		for key := range catalogue.In(lang) {
			if !slices.Contains(keys, key) {
				t.Errorf("%s: %q is never used", lang, key)
			}
		}
	}
}

func TestThePageOffersTheBotsCommands(t *testing.T) {
	b := newWorld(t).enter("Anna")
	vocabularies := bottest.Vocabularies(t)
	for _, v := range vocabularies {
		r := b.request("GET", "/", nil)
		r.Header.Set("Accept-Language", v.Lang)
		page := b.send(r).Body.String()
		var got, want []string
		for _, m := range regexp.MustCompile(`<option value="([^"]*)">([^<]+)</option>`).FindAllStringSubmatch(page, -1) {
			got = append(got, m[1])
			if i := strings.LastIndex(m[2], ": "); i >= 0 && !strings.Contains(m[2][i:], m[1]) {
				t.Errorf("%s: the command %q is spelt differently in %q", v.Lang, m[1], m[2])
			}
		}
		for _, c := range v.Commands {
			want = append(want, c.Alias)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the bot lacks %q; the page lacks %q", v.Lang, missing(got, want), missing(want, got))
		}
	}
	lines := slices.Clone(shortcutCommands)
	for _, step := range firstSteps {
		lines = append(lines, step.Line)
	}
	for _, line := range lines {
		command, _, _ := strings.Cut(line, " ")
		if !slices.ContainsFunc(vocabularies[0].Commands, func(c chat.CommandWord) bool { return c.Name == command }) {
			t.Errorf("the shortcut %q is no command", line)
		}
	}
}

// slowNotes fails reads after five seconds.
type slowNotes struct {
	chat.Notes
	isAway bool
}

func (n *slowNotes) Read(ctx context.Context, key string) ([]byte, error) {
	if !n.isAway {
		return n.Notes.Read(ctx, key)
	}
	select {
	case <-time.After(5 * time.Second):
		return nil, errors.New("disk gone")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func TestSlowStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		notes := &slowNotes{Notes: w.cfg.Notes}
		w.cfg.Notes = notes
		b := w.enter("Anna")
		notes.isAway = true
		for _, path := range []string{"/", "/?show=abcd2345", "/events", "/picture/a/b", "/file/a"} {
			began := time.Now()
			rec := b.send(b.request("GET", path, nil))
			if rec.Code != http.StatusServiceUnavailable || time.Since(began) > time.Second || strings.Contains(rec.Body.String(), "disk gone") {
				t.Errorf("%s: %d after %v: %s", path, rec.Code, time.Since(began), rec.Body)
			}
		}
		began := time.Now()
		if rec := b.sendLine("games"); rec.Code != http.StatusServiceUnavailable || time.Since(began) < 5*time.Second {
			t.Errorf("a press: answered %d after %v", rec.Code, time.Since(began))
		}
		wantCode(t, "entering", w.browser().enter("Bert"), http.StatusServiceUnavailable)
		wantIn(t, w.log.String(), "disk gone")
		notes.isAway = false
		wantCode(t, "when the store is back", b.get("/"), http.StatusOK)
	})
}

func TestAcceptedLanguages(t *testing.T) {
	for _, c := range []struct {
		header string
		want   []string
	}{
		{"", nil},
		{"de", []string{"de"}},
		{"fr;q=0.3, en-GB, de-AT;q=0.8", []string{"en-GB", "de-AT", "fr"}},
		{"de;q=0, en", []string{"en"}},
		{"<script>, en;q=x", nil},
	} {
		if got := accepted(c.header); !slices.Equal(got, c.want) {
			t.Errorf("accepted(%q) = %q, want %q", c.header, got, c.want)
		}
	}
}

func missing(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(x string) bool { return slices.Contains(others, x) })
}

func TestPageLanguage(t *testing.T) {
	w := newWorld(t)
	w.cfg.Language = "de"
	w.cfg.AppIcon = func(context.Context, int) ([]byte, error) { return nil, nil }
	b := w.browser()
	for path, want := range map[string]string{
		"/nothing": catalogue.In("de").Say("missing"), "/app/manifest.webmanifest": `"lang":"de"`,
	} {
		r := b.request("GET", path, nil)
		r.Header.Del("Accept-Language")
		wantIn(t, b.send(r).Body.String(), want)
	}
}
