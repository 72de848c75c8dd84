package web

import (
	"bytes"
	"context"
	"errors"
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
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
)

type fakeBot struct {
	mu     sync.Mutex
	inputs []chat.Input
	events []chat.Input
	answer chat.Answer
	err    error
	panics any
}

func (b *fakeBot) handle(_ context.Context, in chat.Input) (chat.Answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if in.What == chat.EventSaid {
		b.inputs = append(b.inputs, in)
	} else {
		b.events = append(b.events, in)
	}
	if b.panics != nil {
		panic(b.panics)
	}
	return b.answer, b.err
}

// world is a platform and a bot without a network.
type world struct {
	t *testing.T
	*Platform
	notes   double.Notes
	bot     *fakeBot
	log     *bytes.Buffer
	handler http.Handler
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, bot: &fakeBot{}, log: &bytes.Buffer{}}
	w.restart(Config{Vocabularies: bottest.Vocabularies(t)})
	return w
}

func (w *world) restart(c Config) {
	c.Notes, c.Log = &w.notes, slog.New(slog.NewTextHandler(w.log, nil))
	w.Platform = newPlatform(w.t, c)
	w.handler = w.Platform.handler(w.bot.handle)
}

func listenAt(t *testing.T, address string) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func newPlatform(t *testing.T, c Config) *Platform {
	t.Helper()
	if c.Listener == nil {
		c.Listener = listenAt(t, "127.0.0.1:0")
	}
	p, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

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

func (w *world) enter(name string) *browser {
	w.t.Helper()
	b := w.browser()
	wantCode(w.t, "enter "+name, b.enter(name), http.StatusSeeOther)
	return b
}

func enteredWorld(t *testing.T, name string) (*world, *browser) {
	t.Helper()
	w := newWorld(t)
	return w, w.enter(name)
}

// request returns a request that the page itself would send.
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
	for _, c := range b.jar.Cookies(withEncodedPath(r.URL)) {
		r.AddCookie(c)
	}
	return r
}

// Browsers compare paths in encoded form.
func withEncodedPath(u *url.URL) *url.URL {
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.EscapedPath()}
}

func (b *browser) send(r *http.Request) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	b.handler.ServeHTTP(rec, r)
	b.jar.SetCookies(withEncodedPath(r.URL), rec.Result().Cookies())
	return rec
}

func (b *browser) post(path string, form url.Values) *httptest.ResponseRecorder {
	return b.send(b.request("POST", path, form))
}

// get follows redirects. Like autoenter.js, it submits a form that enters without a click.
func (b *browser) get(path string) *httptest.ResponseRecorder {
	for range 5 {
		rec := b.send(b.request("GET", path, nil))
		if name := scriptedDoorName.FindStringSubmatch(rec.Body.String()); name != nil {
			base, _, _ := strings.Cut(path, "?")
			rec = b.post(base+"enter", doorForm(html.UnescapeString(name[1])))
		}
		if rec.Code != http.StatusSeeOther {
			return rec
		}
		path = rec.Header().Get("Location")
	}
	b.t.Fatalf("too many redirects, now to %s", path)
	return nil
}

// scriptedDoorName finds the name in a form that autoenter.js submits.
var scriptedDoorName = regexp.MustCompile(`(?s)autoenter\.js.*name="name" value="([^"]*)"`)

func (b *browser) page() string { return b.get("/").Body.String() }

func doorForm(name string) url.Values { return url.Values{"name": {name}} }

func (b *browser) enter(name string) *httptest.ResponseRecorder {
	return b.post("/enter", doorForm(name))
}

func (b *browser) sendLine(line string) *httptest.ResponseRecorder {
	return b.postByScript("/do", url.Values{"line": {line}})
}

func (b *browser) postByScript(path string, form url.Values) *httptest.ResponseRecorder {
	r := b.request("POST", path, form)
	r.Header.Set("Accept", "application/json")
	return b.send(r)
}

func textScreen(text string) chat.Screen {
	return chat.Screen{Lang: "de", Text: []chat.Line{{{Text: text}}}}
}

func wantCode(t *testing.T, what string, got *httptest.ResponseRecorder, want int) {
	t.Helper()
	if got.Code != want {
		t.Errorf("%s: got %d, want %d", what, got.Code, want)
	}
}

func wantAnswer(t *testing.T, got *httptest.ResponseRecorder, want string) {
	t.Helper()
	if got.Code != http.StatusOK || got.Body.String() != want {
		t.Errorf("got %d %q, want %q", got.Code, got.Body, want)
	}
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

func TestNew(t *testing.T) {
	if _, err := New(Config{Listener: listenAt(t, "127.0.0.1:0")}); err == nil {
		t.Error("no error without notes")
	}
	c := Config{Listener: listenAt(t, "0.0.0.0:0"), Notes: new(double.Notes)}
	if _, err := New(c); err == nil {
		t.Error("no error for a private page that other machines can reach")
	}
	c.Public = true
	if newPlatform(t, c).private {
		t.Error("a page at 0.0.0.0 is private")
	}
}

// The synctest bubble detects leaked goroutines.
func TestRunServesUntilCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, pipes := newWorld(t), double.NewPipes()
		w.Platform = newPlatform(t, Config{Listener: pipes, Notes: &w.notes})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- w.Run(ctx, w.bot.handle) }()
		client := pipes.Client()
		defer client.CloseIdleConnections()
		client.Jar = w.browser().jar
		page, err := client.PostForm(w.URL()+"as/anna/enter", doorForm("anna"))
		if err != nil {
			t.Fatal(err)
		}
		_ = page.Body.Close()
		events, err := client.Get(w.URL() + "as/anna/events")
		if err != nil {
			t.Fatal(err)
		}
		defer events.Body.Close()
		begin := make([]byte, len("retry"))
		if _, err := io.ReadFull(events.Body, begin); err != nil || string(begin) != "retry" {
			t.Errorf("the stream begins with %q, %v", begin, err)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

func TestRunReportsAFailure(t *testing.T) {
	pipes := double.NewPipes()
	_ = pipes.Close()
	p := newPlatform(t, Config{Listener: pipes, Notes: new(double.Notes)})
	if err := p.Run(t.Context(), nil); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got the error %v, want net.ErrClosed", err)
	}
}

var channel = chat.Place{Chat: Channel}

func privatePlace(name string) chat.Place { return chat.Place{User: chat.UserID("local:" + name)} }

func (w *world) show(place chat.Place, old chat.Ref, s chat.Screen) chat.Ref {
	w.t.Helper()
	ref, err := w.Show(w.t.Context(), place, old, s)
	if err != nil {
		w.t.Fatal(err)
	}
	return ref
}

func TestShowInTheChannel(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	one := w.show(channel, "", textScreen("eins"))
	two := w.show(channel, "", textScreen("zwei"))
	if again := w.show(channel, one, textScreen("drei")); again != one || one == two {
		t.Errorf("refs %q, %q, %q", one, two, again)
	}
	page := b.page()
	wantNotIn(t, page, ">eins<")
	if strings.Index(page, "drei") > strings.Index(page, "zwei") {
		t.Error("an edited message has moved")
	}
	retired := textScreen("weiter unten")
	retired.Retired = true
	w.show(channel, one, retired)
	wantNotIn(t, b.page(), "drei", "weiter unten")
}

func TestMessagesSortedByAge(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	want := ""
	for _, place := range []chat.Place{channel, privatePlace("anna")} {
		want += "Eins, Zwei, Drei, Drei noch einmal, Vier, Fünf, neu gestellt, Sechs, "
		for _, m := range []struct {
			text    string
			minutes time.Duration
		}{{"Fünf", 5}, {"Eins", 1}, {"Drei", 3}, {"Drei noch einmal", 3}, {"Zwei", 2}, {"neu gestellt", -1}, {"Vier", 4}, {"Sechs", 6}} {
			s := textScreen(m.text)
			if m.minutes >= 0 {
				s.Created = noon.Add(m.minutes * time.Minute)
			}
			w.show(place, "", s)
		}
		got := ""
		for _, m := range regexp.MustCompile(`class="plain">([^<]+)<`).FindAllStringSubmatch(b.page(), -1) {
			got += m[1] + ", "
		}
		if got != want {
			t.Errorf("%v: got the order %s, want %s", place, got, want)
		}
	}
}

func TestOldMessageInFullChannel(t *testing.T) {
	w := newWorld(t)
	s := textScreen("jung")
	s.Created = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for range maxChannel {
		w.show(channel, "", s)
	}
	s.Created = s.Created.Add(-time.Hour)
	ref := w.show(channel, "", s)
	w.show(channel, ref, textScreen("noch da"))
}

func TestShowInPrivate(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.enter("Anna"), w.enter("Bert")
	s := textScreen("Dein Blatt")
	s.Call = newCall("anna", 1)
	ref := w.show(privatePlace("anna"), "", s)
	wantIn(t, anna.page(), "Dein Blatt", " waiting")
	wantNotIn(t, bert.page(), "Dein Blatt")
	wantNotIn(t, w.browser().page(), "Dein Blatt")
	for _, place := range []chat.Place{channel, privatePlace("bert")} {
		if _, err := w.Show(t.Context(), place, ref, s); !errors.Is(err, chat.ErrGone) {
			t.Errorf("Anna's message in %v: got the error %v, want ErrGone", place, err)
		}
	}
}

func TestShowInUnknownPlaces(t *testing.T) {
	w := newWorld(t)
	for _, place := range []chat.Place{
		{}, {Chat: "local:cellar"}, {Chat: "discord:1"}, {User: "discord:1"}, privatePlace("nobody"),
		{Chat: Channel, User: "local:nobody"},
	} {
		if _, err := w.Show(t.Context(), place, "", textScreen("x")); !errors.Is(err, chat.ErrBlocked) {
			t.Errorf("%+v: got the error %v, want ErrBlocked", place, err)
		}
	}
	down := errors.New("disk gone")
	w.notes.Fail(down)
	if _, err := w.Show(t.Context(), privatePlace("anna"), "", textScreen("x")); !errors.Is(err, down) {
		t.Errorf("the store fails: got the error %v, want %v", err, down)
	}
}

func TestOldestMessagesDropped(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	for place, limit := range map[chat.Place]int{channel: maxChannel, privatePlace("anna"): maxPanels} {
		first := w.show(place, "", textScreen("erste"))
		for i := range limit {
			w.show(place, "", textScreen(fmt.Sprint(i)))
		}
		for _, old := range []chat.Ref{first, newWorld(t).show(channel, "", textScreen("vorher"))} {
			if _, err := w.Show(t.Context(), place, old, textScreen("x")); !errors.Is(err, chat.ErrGone) {
				t.Errorf("%v: got the error %v, want ErrGone", place, err)
			}
		}
	}
	if n := strings.Count(b.page(), "<article"); n != maxChannel+maxPanels {
		t.Errorf("%d messages, want %d", n, maxChannel+maxPanels)
	}
}

func TestRetiredCreatesNoSide(t *testing.T) {
	w, _ := enteredWorld(t, "Anna")
	w.hub.forget("local:anna")
	w.show(privatePlace("anna"), "of before", chat.Screen{Retired: true})
	if w.hub.knows("local:anna") {
		t.Error("removing a message created a side of the page for Anna")
	}
}

func TestIdleUsersEvicted(t *testing.T) {
	h := newHub("e", time.Now)
	h.setMessage("local:anna", "de", message{ref: "1"}, true)
	stream := h.join("local:bert", "Bert", "en")
	for i := range 2 * maxPersons {
		h.setFlash(chat.UserID(fmt.Sprint("local:", i)), flash{})
		h.answer(chat.UserID(fmt.Sprint("local:lesson", i)), "en", message{ref: "1"}, kindPanel, false)
	}
	if len(h.persons) > maxPersons {
		t.Errorf("%d users in memory", len(h.persons))
	}
	if !h.knows("local:anna") || !h.knows("local:bert") {
		t.Error("a user with a table or an open page was evicted")
	}
	h.part("local:bert", stream)
}

func TestDismissedPanelStaysHidden(t *testing.T) {
	for script, want := range map[bool]int{false: http.StatusSeeOther, true: http.StatusOK} {
		w := newWorld(t)
		anna, bert := w.enter("Anna"), w.enter("Bert")
		place := privatePlace("anna")
		over := textScreen("Aus ist es.")
		over.Dismissable = true
		ref := w.show(place, "", over)
		w.show(place, "", textScreen("Noch im Gang."))
		wantIn(t, anna.page(), `formaction="dismiss" name="ref" value="`+string(ref)+`"`)
		form := url.Values{"ref": {string(ref)}}
		bert.post("/dismiss", form)
		wantIn(t, anna.page(), "Aus ist es.")

		_, mark := w.hub.since(place.User, "")
		send := anna.post
		if script {
			send = anna.postByScript
		}
		wantCode(t, fmt.Sprint("with script ", script), send("/dismiss", form), want)
		updates, _ := w.hub.since(place.User, mark)
		if len(updates) != 1 || updates[0].Name != "panels" || slices.Contains(updates[0].Order, ref) || len(updates[0].Order) != 1 {
			t.Errorf("the stream has the updates %+v", updates)
		}
		if again := w.show(place, ref, over); again != ref {
			t.Errorf("shown again as %q, want %q", again, ref)
		}
		wantNotIn(t, anna.page(), "Aus ist es.")
		over.Text = append(over.Text, chat.Line{{Text: "Bert will noch einmal."}})
		over.Call = &chat.Call{User: place.User}
		w.show(place, ref, over)
		page := anna.page()
		wantIn(t, page, "Bert will noch einmal.", " waiting")
		if strings.Index(page, "Aus ist es.") < strings.Index(page, "Noch im Gang.") {
			t.Error("an ended panel precedes a running panel")
		}
	}
}

func TestDismissOnlyEndedPanels(t *testing.T) {
	w, anna := enteredWorld(t, "Anna")
	over := textScreen("Vorbei.")
	over.Dismissable = true
	for place, screen := range map[chat.Place]chat.Screen{
		privatePlace("anna"): textScreen("Dein Blatt."),
		channel:              over,
	} {
		ref := w.show(place, "", screen)
		wantNotIn(t, anna.page(), `formaction="dismiss"`)
		anna.post("/dismiss", url.Values{"ref": {string(ref)}})
		wantIn(t, anna.page(), screen.Text[0].String())
	}
}

// IPv4 comes first, because it is easier to type.
func TestAddressAmong(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		addrs []string
		want  string
	}{
		{[]string{"127.0.0.1/8", "::1/128"}, ""},
		{[]string{"127.0.0.1/8", "fe80::1/64", "2001:db8::5/64", "192.168.1.5/24", "10.0.0.2/8"}, "http://192.168.1.5:8080/"},
		{[]string{"::1/128", "2001:db8::5/64"}, "http://[2001:db8::5]:8080/"},
		{[]string{"10.1.2.3:8080"}, "http://10.1.2.3:8080/"},
		{[]string{"169.254.3.4/16", "what?"}, ""},
	} {
		var all []net.Addr
		for _, a := range tt.addrs {
			all = append(all, textAddr(a))
		}
		if got := addressAmong(all, "8080"); got != tt.want {
			t.Errorf("the address among %q is %q, want %q", tt.addrs, got, tt.want)
		}
	}
}

type textAddr string

func (a textAddr) Network() string { return "tcp" }
func (a textAddr) String() string  { return string(a) }
