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

// blockingWriter blocks each write until somebody reads.
type blockingWriter struct {
	header http.Header
	code   int
	events chan string
	done   chan struct{}
}

func (w *blockingWriter) Header() http.Header  { return w.header }
func (w *blockingWriter) WriteHeader(code int) { w.code = code }
func (w *blockingWriter) Flush()               {}

func (w *blockingWriter) Write(b []byte) (int, error) {
	select {
	case w.events <- string(b):
		return len(b), nil
	case <-w.done:
		return 0, http.ErrHandlerTimeout
	}
}

// next skips events until one begins with the prefix.
func (w *blockingWriter) next(prefix string) string {
	for {
		if event := <-w.events; strings.HasPrefix(event, prefix) {
			return event
		}
	}
}

// stream opens the user's events after the mark. The returned function closes the stream.
func (b *browser) stream(base, mark string) (*blockingWriter, func()) {
	w := &blockingWriter{header: http.Header{}, events: make(chan string), done: make(chan struct{})}
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

func (w *blockingWriter) event(t *testing.T) (mark string, lists map[string]listUpdate) {
	t.Helper()
	got := <-w.events
	for strings.HasPrefix(got, "event: presence\n") {
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

var seenMark = regexp.MustCompile(`data-last-event-id="([^"]+)"`)

func (b *browser) mark() string { return seenMark.FindStringSubmatch(b.page())[1] }

func TestEventsContinueFromMark(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.show(channel, "", textScreen("alt"))
	mark := b.mark()
	ref := w.show(channel, "", textScreen("neu")) // between page and stream
	stream, stop := b.stream("/", mark)
	_, lists := stream.event(t)
	got := lists["channel"]
	if len(lists) != 1 || len(got.Order) != 2 || len(got.Changed) != 1 || got.Changed[0].Ref != ref {
		t.Errorf("got %+v", lists)
	}
	wantIn(t, got.Changed[0].HTML, "neu")

	w.show(channel, ref, textScreen("neu")) // no change, no event
	s := textScreen("Blatt")
	s.Call = newCall("anna", 1)
	w.show(privatePlace("anna"), "", s)
	mark, lists = stream.event(t)
	if len(lists) != 1 || lists["panels"].Changed[0].Calls == "" {
		t.Errorf("got %+v", lists)
	}
	stop()
	w.show(channel, ref, textScreen("später"))
	stream, _ = b.stream("/", mark)
	if _, lists = stream.event(t); len(lists) != 1 || len(lists["channel"].Changed) != 1 {
		t.Errorf("after reconnecting got %+v", lists)
	}
}

func TestEventsAfterInvalidMark(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	w.show(channel, "", textScreen("Brett"))
	for _, mark := range []string{"", "other.99", w.hub.epoch + ".x", "nonsense"} {
		stream, stop := b.stream("/", mark)
		_, lists := stream.event(t)
		if len(lists) != 3 || len(lists["channel"].Changed) != 1 || lists["panels"].Order == nil {
			t.Errorf("mark %q: got %+v", mark, lists)
		}
		stop()
	}
}

func newCall(who string, number int) *chat.Call {
	return &chat.Call{Subject: "table." + who, Number: number, User: chat.UserID("local:" + who), Text: chat.Line{{Text: "Du bist dran."}}}
}

func TestOneCallPerTurn(t *testing.T) {
	w := newWorld(t)
	stream, _ := w.enter("Anna").stream("/", "")
	stream.event(t)
	s := textScreen("Anna ist dran")
	s.Call = newCall("anna", 1)
	ref := w.show(channel, "", s)
	isCalled := func() bool {
		_, lists := stream.event(t)
		return lists["channel"].Changed[0].Calls != ""
	}
	if !isCalled() {
		t.Error("Anna isn't called")
	}
	s.Text = append(s.Text, chat.Line{{Text: "noch immer"}})
	w.show(channel, ref, s)
	if isCalled() {
		t.Error("Anna is called twice for one turn")
	}
	s.Call = newCall("bert", 2) // sends Anna no event
	w.show(channel, ref, s)
	s.Text = append(s.Text, chat.Line{{Text: "jetzt Bert"}})
	w.show(channel, ref, s)
	if isCalled() {
		t.Error("Anna is called for Bert's turn")
	}
}

func TestSlowBrowserSkipsStates(t *testing.T) {
	w := newWorld(t)
	slow, _ := w.enter("Anna").stream("/", "") // nobody reads its first event
	ref := w.show(channel, "", textScreen("0"))
	for i := range 1000 {
		w.show(channel, ref, textScreen(fmt.Sprint("Zug ", i)))
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
	if got := <-first.events; !strings.HasPrefix(got, "event: replaced") {
		t.Errorf("the oldest stream got %q", got)
	}
	w.hub.mu.Lock()
	defer w.hub.mu.Unlock()
	if n := len(w.hub.persons["local:anna"].streams); n != maxStreams {
		t.Errorf("%d streams, want %d", n, maxStreams)
	}
}
