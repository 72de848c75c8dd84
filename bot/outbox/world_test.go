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

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox/outboxtest"
)

type page struct {
	mu      sync.Mutex
	by      map[Key]*MessageState
	out     []Outcome
	crashed bool   // nothing is recorded
	broken  bool   // the next Want panics
	after   func() // called once before the next answer is returned
	queue   *Queue
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
	w := Want{MessageState: *s, Screen: outboxtest.Screen(fmt.Sprint("rev ", s.Rev))}
	if try.Next(*s) == Retire {
		w.Screen = chat.Screen{Text: []chat.Line{{{Text: "retired"}}}}
	}
	return w, nil
}

func (p *page) meanwhile() {
	p.mu.Lock()
	after := p.after
	p.after = nil
	p.mu.Unlock()
	if after != nil {
		after()
	}
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
		s.Stale = s.Stale && !(out.Whole && out.Rev == s.Rev)
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

func (p *page) outcomes() []Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.out
	p.out = nil
	return all
}

type rig struct {
	*Outbox
	queue *Queue
	net   *outboxtest.Network
	page  *page
	log   *bytes.Buffer
	held  chan struct{}
	end   func() // ends the outbox and waits for its goroutines
}

func newRig(t *testing.T, lasting bool) *rig {
	t.Helper()
	r := &rig{
		net:  outboxtest.New(),
		page: &page{by: make(map[Key]*MessageState)},
	}
	r.start(t, lasting)
	return r
}

func (r *rig) start(t *testing.T, lasting bool) {
	ctx, cancel := context.WithCancel(t.Context())
	r.log = new(bytes.Buffer)
	var work sync.WaitGroup
	r.Outbox = New(Config{
		Context: ctx, Work: &work, Platforms: map[string]chat.Platform{"net": r.net}, Log: slog.New(slog.NewTextHandler(r.log, nil)),
		Metrics: outboxtest.NoMetrics{}, Barred: func(chat.Place) bool { return false }, Acting: func() bool { return true },
		DrawSlots: make(chan struct{}, 1),
	})
	r.queue = r.NewTransient(r.page)
	if lasting {
		r.queue = r.NewPersistent(r.page)
	}
	r.page.queue = r.queue
	r.end = func() { cancel(); work.Wait() }
	t.Cleanup(r.end)
}

func key(p chat.Place) Key { return Key{ID: "table", Place: p} }

func (r *rig) deliver(p chat.Place) (busy bool) {
	return r.change(p, func(s *MessageState) { s.Rev, s.Stale = s.Rev+1, true })
}

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

func (r *rig) stands(p chat.Place) MessageState {
	r.page.mu.Lock()
	defer r.page.mu.Unlock()
	return *r.page.by[key(p)]
}

func (r *rig) known() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, all := range r.queue.by {
		n += len(all)
	}
	return n
}

func (r *rig) asked(t *testing.T, want ...string) {
	t.Helper()
	r.net.CheckAsked(t, want...)
}

func (r *rig) begin(p chat.Place) {
	r.deliver(p)
	synctest.Wait()
	r.net.TakeAsked()
	r.page.outcomes()
}
