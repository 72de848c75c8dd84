package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"

	"tarockbot/bot/chat"
)

// wire blocks each write until somebody reads.
type wire struct {
	header http.Header
	code   int
	events chan string
	done   chan struct{}
}

func (w *wire) Header() http.Header  { return w.header }
func (w *wire) WriteHeader(code int) { w.code = code }
func (w *wire) Flush()               {}

func (w *wire) Write(b []byte) (int, error) {
	select {
	case w.events <- string(b):
		return len(b), nil
	case <-w.done:
		return 0, http.ErrHandlerTimeout
	}
}

// stream opens the user's events after the mark. The returned function closes it.
func (b *browser) stream(base, mark string) (*wire, func()) {
	w := &wire{header: http.Header{}, events: make(chan string), done: make(chan struct{})}
	ctx, cancel := context.WithCancel(b.t.Context())
	r := b.request("GET", base+"events?seen="+mark, nil).WithContext(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.handler.ServeHTTP(w, r)
	}()
	stop := sync.OnceFunc(func() {
		cancel()
		close(w.done)
		<-ended
	})
	b.t.Cleanup(stop)
	if got := <-w.events; !strings.HasPrefix(got, "retry:") {
		b.t.Errorf("the stream begins with %q", got)
	}
	return w, stop
}

func (w *wire) event(t *testing.T) (mark string, lists map[string]listUpdate) {
	t.Helper()
	got := <-w.events
	for strings.HasPrefix(got, "event: there\n") {
		got = <-w.events
	}
	id, data, ok := strings.Cut(got, "\ndata: ")
	var updates []listUpdate
	if err := json.Unmarshal([]byte(data), &updates); err != nil || !ok {
		t.Fatalf("event %q %q: %v", id, data, err)
	}
	lists = map[string]listUpdate{}
	for _, l := range updates {
		lists[l.Name] = l
	}
	return strings.TrimPrefix(id, "id: "), lists
}

var seenMark = regexp.MustCompile(`data-seen="([^"]+)"`)

func (b *browser) mark() string { return seenMark.FindStringSubmatch(b.page())[1] }

func TestEventsGoOnFromThePage(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.show(channel, "", plain("alt"))
	mark := b.mark()
	ref := w.show(channel, "", plain("neu")) // between page and stream
	stream, stop := b.stream("/", mark)
	_, lists := stream.event(t)
	got := lists["channel"]
	if len(lists) != 1 || len(got.Order) != 2 || len(got.Changed) != 1 || got.Changed[0].Ref != ref {
		t.Errorf("got %+v", lists)
	}
	wantIn(t, got.Changed[0].HTML, "neu")

	w.show(channel, ref, plain("neu")) // no change, no event
	s := plain("Blatt")
	s.Call = calling("anna", 1)
	w.show(side("anna"), "", s)
	mark, lists = stream.event(t)
	if len(lists) != 1 || lists["panels"].Changed[0].Calls == "" {
		t.Errorf("got %+v", lists)
	}
	stop()
	w.show(channel, ref, plain("später"))
	stream, _ = b.stream("/", mark)
	if _, lists = stream.event(t); len(lists) != 1 || len(lists["channel"].Changed) != 1 {
		t.Errorf("after a break got %+v", lists)
	}
}

func TestEventsAfterARestartAreEverything(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.show(channel, "", plain("Brett"))
	for _, mark := range []string{"", "other.99", w.hub.epoch + ".x", "nonsense"} {
		stream, stop := b.stream("/", mark)
		_, lists := stream.event(t)
		if len(lists) != 3 || len(lists["channel"].Changed) != 1 || lists["panels"].Order == nil {
			t.Errorf("mark %q: got %+v", mark, lists)
		}
		stop()
	}
}

func calling(who string, number int) *chat.Call {
	return &chat.Call{Thread: "table." + who, Number: number, User: chat.UserID("local:" + who), Text: chat.Line{{Text: "Du bist dran."}}}
}

func TestOnePersonIsCalledOnce(t *testing.T) {
	w := newWorld(t)
	stream, _ := w.entered("Anna").stream("/", "")
	stream.event(t)
	s := plain("Anna ist dran")
	s.Call = calling("anna", 1)
	ref := w.show(channel, "", s)
	calls := func() bool {
		_, lists := stream.event(t)
		return lists["channel"].Changed[0].Calls != ""
	}
	if !calls() {
		t.Error("not called")
	}
	s.Text = append(s.Text, chat.Line{{Text: "noch immer"}})
	w.show(channel, ref, s)
	if calls() {
		t.Error("called twice for one turn")
	}
	s.Call = calling("bert", 2) // tells her nothing
	w.show(channel, ref, s)
	s.Text = append(s.Text, chat.Line{{Text: "jetzt Bert"}})
	w.show(channel, ref, s)
	if calls() {
		t.Error("called for another's turn")
	}
}

func TestASlowBrowserBlocksNobody(t *testing.T) {
	w := newWorld(t)
	slow, _ := w.entered("Anna").stream("/", "") // its first event is unread
	ref := w.show(channel, "", plain("0"))
	for i := range 1000 {
		w.show(channel, ref, plain(fmt.Sprint("Zug ", i)))
	}
	for n := 1; ; n++ {
		_, lists := slow.event(t)
		if c := lists["channel"].Changed; len(c) == 1 && strings.Contains(c[0].HTML, "Zug 999") {
			break
		}
		if n > 2 {
			t.Fatal("the stream sends outdated states")
		}
	}
}

func TestTooManyStreams(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	first, _ := b.stream("/", "")
	first.event(t)
	for range maxStreams {
		s, _ := b.stream("/", "")
		s.event(t)
	}
	if got := <-first.events; !strings.HasPrefix(got, "event: elsewhere") {
		t.Errorf("the oldest stream got %q", got)
	}
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	if n := len(w.hub.persons["local:anna"].streams); n != maxStreams {
		t.Errorf("%d streams", n)
	}
}
