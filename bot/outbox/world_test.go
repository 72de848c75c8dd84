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

type fakeSource struct {
	mu          sync.Mutex
	messages    map[Key]*MessageState
	recorded    []Outcome
	crashed     bool   // nothing is recorded
	panics      bool   // the next Want panics
	afterAnswer func() // called once before the next answer is returned
	queue       *Queue
}

func (p *fakeSource) Want(_ context.Context, key Key, try Try) (Want, error) {
	defer p.callAfterAnswer()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.panics {
		p.panics = false
		panic("broken")
	}
	s, ok := p.messages[key]
	if !ok {
		return Want{}, ErrNone
	}
	w := Want{MessageState: *s, Screen: outboxtest.Screen(fmt.Sprint("rev ", s.Rev))}
	if try.Next(*s) == StepRetire {
		w.Screen = chat.Screen{Text: []chat.Line{{{Text: "retired"}}}}
	}
	return w, nil
}

func (p *fakeSource) callAfterAnswer() {
	p.mu.Lock()
	after := p.afterAnswer
	p.afterAnswer = nil
	p.mu.Unlock()
	if after != nil {
		after()
	}
}

func (p *fakeSource) RecordOutcome(_ context.Context, key Key, out Outcome) (MessageState, error) {
	defer p.callAfterAnswer()
	p.mu.Lock()
	defer p.mu.Unlock()
	s, ok := p.messages[key]
	p.recorded = append(p.recorded, out)
	switch {
	case p.crashed || !ok:
		return MessageState{}, ErrNone
	case out.Step == StepRetire:
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
	case out.Step == StepRetire:
	case errors.Is(out.Err, chat.ErrGone):
		s.Ref = ""
	case errors.Is(out.Err, chat.ErrBlocked):
		s.Lost = true
	case out.Err == nil && !p.queue.WasLost(key):
		s.Lost = false
	}
	return *s, nil
}

func (p *fakeSource) outcomes() []Outcome {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.recorded
	p.recorded = nil
	return all
}

type rig struct {
	*Outbox
	queue  *Queue
	net    *outboxtest.Network
	source *fakeSource
	log    *bytes.Buffer
	hold   chan struct{}
	end    func() // ends the outbox and waits for its goroutines
}

func newRig(t *testing.T, persistent bool) *rig {
	t.Helper()
	r := &rig{
		net:    outboxtest.New(),
		source: &fakeSource{messages: make(map[Key]*MessageState)},
	}
	r.start(t, persistent)
	return r
}

func (r *rig) start(t *testing.T, persistent bool) {
	ctx, cancel := context.WithCancel(t.Context())
	r.log = new(bytes.Buffer)
	var work sync.WaitGroup
	r.Outbox = New(Config{
		Context: ctx, Work: &work, Platforms: map[string]chat.Platform{"net": r.net}, Log: slog.New(slog.NewTextHandler(r.log, nil)),
		Metrics: outboxtest.NoMetrics{}, Barred: func(chat.Place) bool { return false }, Acting: func() bool { return true },
		DrawSlots: make(chan struct{}, 1),
	})
	r.queue = r.NewTransient(r.source)
	if persistent {
		r.queue = r.NewPersistent(r.source)
	}
	r.source.queue = r.queue
	r.end = func() { cancel(); work.Wait() }
	t.Cleanup(r.end)
}

func key(p chat.Place) Key { return Key{ID: "table", Place: p} }

func (r *rig) deliver(p chat.Place) (busy bool) {
	return r.change(p, func(s *MessageState) { s.Rev, s.Stale = s.Rev+1, true })
}

func (r *rig) change(p chat.Place, edit func(*MessageState)) (busy bool) {
	r.source.mu.Lock()
	s, ok := r.source.messages[key(p)]
	if !ok {
		s = new(MessageState)
		r.source.messages[key(p)] = s
	}
	edit(s)
	now := *s
	r.source.mu.Unlock()
	return r.queue.Deliver(key(p), now)
}

func (r *rig) stateOf(p chat.Place) MessageState {
	r.source.mu.Lock()
	defer r.source.mu.Unlock()
	return *r.source.messages[key(p)]
}

func (r *rig) countDeliveries() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, all := range r.queue.by {
		n += len(all)
	}
	return n
}

func (r *rig) checkRequests(t *testing.T, want ...string) {
	t.Helper()
	r.net.CheckRequests(t, want...)
}

func (r *rig) postFirst(p chat.Place) {
	r.deliver(p)
	synctest.Wait()
	r.net.TakeRequests()
	r.source.outcomes()
}
