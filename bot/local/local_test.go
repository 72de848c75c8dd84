package local

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"tarockbot/bot/bottest"
	"tarockbot/bot/chat"
	"tarockbot/bot/command"
)

// fakeBot remembers what was said and what else it was told, and answers all
// of it alike.
type fakeBot struct {
	mu     sync.Mutex
	inputs []chat.Input
	told   []chat.Input
	answer chat.Answer
	err    error
	panics any
}

func (b *fakeBot) handle(_ context.Context, in chat.Input) (chat.Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in.What == chat.Said {
		b.inputs = append(b.inputs, in)
	} else {
		b.told = append(b.told, in)
	}
	if b.panics != nil {
		panic(b.panics)
	}
	return b.answer, b.err
}

// world is a platform with a bot behind it, asked without a network.
type world struct {
	t *testing.T
	*Platform
	notes   bottest.Notes
	bot     *fakeBot
	log     *bytes.Buffer
	handler http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, bot: &fakeBot{}, log: &bytes.Buffer{}}
	w.Platform = open(t, Config{Addr: "127.0.0.1:0", Commands: command.Names(), Notes: &w.notes, Log: slog.New(slog.NewTextHandler(w.log, nil))})
	w.handler = w.Platform.handler(w.bot.handle)
	return w
}

func open(t *testing.T, c Config) *Platform {
	t.Helper()
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

// browser keeps cookies as a real one does, paths and all.
type browser struct {
	*world
	jar *cookiejar.Jar
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{w, jar}
}

// entered is a browser that has taken the name.
func (w *world) entered(name string) *browser {
	w.t.Helper()
	b := w.browser()
	if got := b.post("/enter", url.Values{"name": {name}}); got.Code != http.StatusSeeOther {
		w.t.Fatalf("enter %q: %d %s", name, got.Code, got.Body)
	}
	return b
}

// request is one that this browser would make from the page itself.
func (b *browser) request(method, path string, form url.Values) *http.Request {
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r := httptest.NewRequest(method, "http://127.0.0.1:"+b.port+path, body)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Accept-Language", "de-AT,de;q=0.9,en;q=0.5")
	for _, c := range b.jar.Cookies(encoded(r.URL)) {
		r.AddCookie(c)
	}
	return r
}

// encoded has the path as browsers compare it to that of a cookie.
func encoded(u *url.URL) *url.URL {
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.EscapedPath()}
}

func (b *browser) send(r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	b.handler.ServeHTTP(rec, r)
	b.jar.SetCookies(encoded(r.URL), rec.Result().Cookies())
	return rec
}

func (b *browser) post(path string, form url.Values) *httptest.ResponseRecorder {
	return b.send(b.request("POST", path, form))
}

// get follows redirects, and does what the page's script does at the door.
func (b *browser) get(path string) *httptest.ResponseRecorder {
	for range 5 {
		rec := b.send(b.request("GET", path, nil))
		if name := atOnce.FindStringSubmatch(rec.Body.String()); name != nil {
			base, _, _ := strings.Cut(path, "?")
			rec = b.post(base+"enter", url.Values{"name": {html.UnescapeString(name[1])}})
		}
		if rec.Code != http.StatusSeeOther {
			return rec
		}
		path = rec.Header().Get("Location")
	}
	b.t.Fatalf("too many redirects, now to %s", path)
	return nil
}

// atOnce finds the name in a door that the script passes.
var atOnce = regexp.MustCompile(`(?s)enter\.js.*name="name" value="([^"]*)"`)

// script posts like the page's script.
func (b *browser) script(path string, form url.Values) *httptest.ResponseRecorder {
	r := b.request("POST", path, form)
	r.Header.Set("Accept", "application/json")
	return b.send(r)
}

func plain(text string) chat.Screen {
	return chat.Screen{Lang: "de", Text: []chat.Line{{{Text: text}}}}
}

func wantIn(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("missing %q in:\n%s", part, text)
		}
	}
}

func wantNotIn(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(text, part) {
			t.Errorf("unwanted %q in:\n%s", part, text)
		}
	}
}

func TestNewNeedsNotes(t *testing.T) {
	if _, err := New(Config{Addr: "127.0.0.1:0"}); err == nil {
		t.Error("no error")
	}
}

func TestAddressInUse(t *testing.T) {
	w := newWorld(t)
	_, err := New(Config{Addr: w.listener.Addr().String(), Notes: &w.notes})
	if err == nil || !strings.Contains(err.Error(), w.port) {
		t.Errorf("got %v, want an error with the port", err)
	}
}

func TestOutsideOnlyIfAllowed(t *testing.T) {
	if p, err := New(Config{Addr: "0.0.0.0:0", Notes: new(bottest.Notes)}); err == nil {
		_ = p.Close()
		t.Error("listens to the outside without being told to")
	}
	p := open(t, Config{Addr: "0.0.0.0:0", Notes: new(bottest.Notes), Public: true})
	if p.private {
		t.Error("takes 0.0.0.0 for private")
	}
}

func TestRandomSourceFails(t *testing.T) {
	if _, err := New(Config{Addr: "127.0.0.1:0", Notes: new(bottest.Notes), Random: strings.NewReader("")}); err == nil {
		t.Error("no error")
	}
}

func TestRunServesUntilTheEnd(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx, w.bot.handle) }()
	jar, _ := cookiejar.New(nil)
	transport := &http.Transport{}
	client := &http.Client{Jar: jar, Transport: transport}
	stream := openStream(t, client, w.URL())
	if got := string(readSome(t, stream)); !strings.HasPrefix(got, "retry") {
		t.Errorf("stream begins with %q", got)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := io.Copy(io.Discard, stream); err != nil {
		t.Logf("stream ended: %v", err)
	}
	_ = stream.Close()
	transport.CloseIdleConnections()
	if stacks := ownStacks(); stacks != "" {
		t.Errorf("still running:\n%s", stacks)
	}
}

func openStream(t *testing.T, client *http.Client, base string) io.ReadCloser {
	t.Helper()
	page, err := client.PostForm(base+"as/anna/enter", url.Values{"name": {"anna"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = page.Body.Close()
	events, err := client.Get(base + "as/anna/events")
	if err != nil {
		t.Fatal(err)
	}
	if events.StatusCode != http.StatusOK {
		t.Fatalf("events: %s", events.Status)
	}
	return events.Body
}

func readSome(t *testing.T, r io.Reader) []byte {
	t.Helper()
	buf := make([]byte, 512)
	n, err := r.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	return buf[:n]
}

// ownStacks are the goroutines that serve requests of this package.
func ownStacks() string {
	buf := make([]byte, 1<<20)
	var own []string
	for s := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		if strings.Contains(s, "local.server") || strings.Contains(s, "(*Platform).Run") {
			own = append(own, s)
		}
	}
	return strings.Join(own, "\n\n")
}

// brokenListener can't be accepted from.
type brokenListener struct{ net.Listener }

func (brokenListener) Accept() (net.Conn, error) { return nil, fmt.Errorf("broken") }

func TestRunReportsAFailure(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, Config{Listener: brokenListener{l}, Notes: new(bottest.Notes)})
	if err := p.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "broken") {
		t.Errorf("got %v", err)
	}
}
