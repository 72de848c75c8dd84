package discord

import (
	"context"
	"sync"
	"time"
)

// A bot that is about to take over from another connects before it may decide anything, so
// that no press falls between the two. Discord tells both sessions of each. What comes
// meanwhile is held.

// gate holds events until it is opened.
type gate struct {
	onEvent func(kind string, data []byte)

	mu   sync.Mutex
	open bool
	held []event
}

// event is one of the gateway.
type event struct {
	kind string
	data []byte
	at   time.Time
}

// heldFor is how long an interaction is held: then Discord takes no first answer any more.
// Of those that the other bot has answered it takes no second one.
const maxHold = 2500 * time.Millisecond

func (g *gate) deliver(kind string, data []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open || kind == "READY" {
		g.onEvent(kind, data)
		return
	}
	g.held = append(g.held, event{kind, data, time.Now()})
}

// openNow lets what is held pass, but interactions that are too old.
func (g *gate) release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open = true
	for _, e := range g.held {
		if e.kind != "INTERACTION_CREATE" || time.Since(e.at) < maxHold {
			g.onEvent(e.kind, e.data)
		}
	}
	g.held = nil
}

// Connect connects, until ctx ends, before Run: what comes then waits for it. Ready tells
// when. Run ends the connection as well.
func (p *Platform) Connect(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	p.early = &earlyConnection{gate: &gate{}, cancel: cancel, ended: make(chan error, 1)}
	d := &dispatcher{parts: p.parts}
	p.early.dispatcher = d
	p.early.gate.onEvent = func(kind string, data []byte) { d.sortEvent(ctx, kind, data) }
	go func() { p.early.ended <- (&supervisor{parts: p.parts, onEvent: p.early.gate.deliver}).run(ctx) }()
}

// Leave takes nothing more of what people do, which another bot that is connected holds,
// and waits until what there was is decided and answered, or for the end of ctx.
func (p *Platform) Leave(ctx context.Context) {
	p.status.leaving.Store(true)
	p.queues.idle(ctx)
}

// earlyConnection is a connection from before Run.
type earlyConnection struct {
	gate       *gate
	dispatcher *dispatcher
	cancel     context.CancelFunc
	ended      chan error
}
