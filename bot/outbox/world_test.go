package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// here and there are places of the test's network.
var (
	here  = chat.Place{Chat: "net:here"}
	there = chat.Place{Chat: "net:there"}
)

// network is a chat network. It has messages, and answers each request with the next of the planned errors.
type network struct {
	mu       sync.Mutex
	began    time.Time
	asked    []string            // "12s begin 1: rev 3", one for each request
	posts    map[chat.Ref]string // what each message shows
	pressed  map[chat.Ref]bool   // messages with buttons
	places   map[chat.Ref]chat.Place
	fails    []error               // the next requests' errors; nil is success
	standing chat.Ref              // returned with an error: the message is posted nevertheless
	hold     chan struct{}         // requests wait until it is closed; may be nil
	calls    map[chat.Place]func() // called by a request to the place
	traits   chat.Traits
}

func (n *network) Name() string { return "net" }

func (n *network) Traits() chat.Traits { return n.traits }

func (n *network) Run(context.Context, chat.Handler) error { return nil }

func (n *network) Show(ctx context.Context, p chat.Place, old chat.Ref, s chat.Screen) (chat.Ref, error) {
	n.mu.Lock()
	hold, call := n.hold, n.calls[p]
	n.mu.Unlock()
	if call != nil {
		call()
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	what := s.Text[0][0].Text
	if len(s.Buttons) > 0 {
		what += " to press"
	}
	var err error
	if len(n.fails) > 0 {
		err, n.fails = n.fails[0], n.fails[1:]
	}
	ref := old
	if at, known := n.places[old]; old != "" && (!known || at != p) && err == nil {
		err = chat.ErrGone
	}
	if err != nil {
		n.asked = append(n.asked, fmt.Sprintf("%v %s: %s fails", time.Since(n.began), old, what))
		return n.standing, err
	}
	if old == "" {
		ref = chat.Ref(fmt.Sprintf("m%d", len(n.posts)+1))
	}
	n.asked = append(n.asked, fmt.Sprintf("%v %s: %s", time.Since(n.began), old, what))
	n.posts[ref], n.pressed[ref], n.places[ref] = what, len(s.Buttons) > 0, p
	return ref, nil
}

// fail makes the next requests fail with these errors.
func (n *network) fail(errs ...error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.fails = errs
}

// holdUp makes requests wait until the channel is closed; nil ends that.
func (n *network) holdUp(c chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = c
}

// take returns the requests since the last call.
func (n *network) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.asked
	n.asked = nil
	return all
}

// delete deletes a message, as a user in the chat does.
func (n *network) delete(ref chat.Ref) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.places, ref)
	n.pressed[ref] = false
}

// page is a Source of messages that show a revision.
type page struct {
	mu      sync.Mutex
	by      map[Key]*MessageState
	out     []Outcome
	crashed bool   // nothing is recorded any more
	broken  bool   // it panics once
	after   func() // called once before the next answer is returned
	queue   *Queue // the queue whose source it is
}

func (p *page) Want(_ context.Context, key Key, try Try) (Want, error) {
	defer p.meanwhile()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken {
		p.broken = false
		panic("broken")
	}
	s, ok := p.by[key]
	if !ok {
		return Want{}, ErrNone
	}
	w := Want{MessageState: *s, Screen: screen(fmt.Sprint("rev ", s.Rev))}
	if try.Next(*s) == Retire {
		w.Screen = chat.Screen{Text: []chat.Line{{{Text: "retired"}}}}
	}
	return w, nil
}

// meanwhile calls after, before an answer is returned.
func (p *page) meanwhile() {
	p.mu.Lock()
	after := p.after
	p.after = nil
	p.mu.Unlock()
	if after != nil {
		after()
	}
}

// stand posts a message in the place that the source doesn't know. Failing requests return its reference.
func (n *network) stand(p chat.Place, ref chat.Ref) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.posts[ref], n.places[ref], n.standing = "", p, ref
}

// screen returns a screen with a button.
func screen(what string) chat.Screen {
	return chat.Screen{Text: []chat.Line{{{Text: what}}}, Buttons: [][]chat.Button{{{Label: "press"}}}}
}

func (p *page) Shown(_ context.Context, key Key, out Outcome) (MessageState, error) {
	defer p.meanwhile()
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.by[key]
	p.out = append(p.out, out)
	switch {
	case p.crashed || !ok:
		return MessageState{}, ErrNone
	case out.Step == Retire:
		if out.Final {
			s.Old = ""
		}
	case out.Ref != "":
		if out.Old == "" && s.Ref != out.Ref {
			s.Old, s.Repost = s.Ref, false
		}
		s.Ref = out.Ref
		s.Behind = s.Behind && !(out.Whole && out.Rev == s.Rev)
	}
	switch {
	case out.Step == Retire:
	case errors.Is(out.Err, chat.ErrGone):
		s.Ref = ""
	case errors.Is(out.Err, chat.ErrBlocked):
		s.Lost = true
	case out.Err == nil && !p.queue.WasLost(key):
		s.Lost = false
	}
	return *s, nil
}

// outcomes returns the outcomes since the last call.
func (p *page) outcomes() []Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.out
	p.out = nil
	return all
}

// rig is an outbox with a network and a source.
type rig struct {
	*Outbox
	queue  *Queue
	net    *network
	page   *page
	log    *bytes.Buffer
	barred chat.Place // where nothing may be shown
	end    func()     // ends the outbox, and waits for its goroutines
}

func newRig(t *testing.T, lasting bool) *rig {
	t.Helper()
	r := &rig{
		net:  &network{began: time.Now(), posts: make(map[chat.Ref]string), pressed: make(map[chat.Ref]bool), places: make(map[chat.Ref]chat.Place), calls: make(map[chat.Place]func())},
		page: &page{by: make(map[Key]*MessageState)},
	}
	r.start(t, lasting)
	return r
}

// start makes the outbox as a new process does.
func (r *rig) start(t *testing.T, lasting bool) {
	ctx, cancel := context.WithCancel(t.Context())
	r.log = new(bytes.Buffer)
	var work sync.WaitGroup
	r.Outbox = New(Config{
		Context: ctx, Work: &work, Platforms: map[string]chat.Platform{"net": r.net}, Log: slog.New(slog.NewTextHandler(r.log, nil)),
		Metrics: noMetrics{}, Barred: func(p chat.Place) bool { return p == r.barred }, DrawSlots: make(chan struct{}, 1),
	})
	r.queue = r.NewTransient(r.page)
	if lasting {
		r.queue = r.NewPersistent(r.page)
	}
	r.page.queue = r.queue
	r.end = func() { cancel(); work.Wait() }
	t.Cleanup(r.end)
}

// noMetrics counts nothing.
type noMetrics struct{}

func (noMetrics) AddDeliveries(string, int) {}

func (noMetrics) ObservePicture(string, time.Duration) {}

// key returns the key of the only message in the place.
func key(p chat.Place) Key { return Key{ID: "table", Place: p} }

// deliver changes the content of the message in the place, and delivers it.
func (r *rig) deliver(p chat.Place) (busy bool) {
	return r.change(p, func(s *MessageState) { s.Rev, s.Behind = s.Rev+1, true })
}

// change changes the state of the message in the place, and delivers it.
func (r *rig) change(p chat.Place, how func(*MessageState)) (busy bool) {
	r.page.mu.Lock()
	s, ok := r.page.by[key(p)]
	if !ok {
		s = new(MessageState)
		r.page.by[key(p)] = s
	}
	how(s)
	now := *s
	r.page.mu.Unlock()
	return r.queue.Deliver(key(p), now)
}

// stands returns the state of the message in the place.
func (r *rig) stands(p chat.Place) MessageState {
	r.page.mu.Lock()
	defer r.page.mu.Unlock()
	return *r.page.by[key(p)]
}

// known returns how many deliveries are remembered.
func (r *rig) known() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, all := range r.queue.by {
		n += len(all)
	}
	return n
}

// begin delivers the first message, and drops its requests.
func (r *rig) begin(p chat.Place) {
	r.deliver(p)
	synctest.Wait()
	r.net.take()
	r.page.outcomes()
}

// pass lets time pass, and waits until all goroutines are idle.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}
