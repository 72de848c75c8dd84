package discord

import (
	"context"
	"sync"
	"time"
)

// gate holds events until it is released. A successor connects before it may act, so that
// no press is lost between two processes. Discord sends every event to both sessions; the
// gate holds them until Run.
type gate struct {
	onEvent func(kind string, data []byte)

	mu   sync.Mutex
	open bool
	held []event
}

// event is an event of the gateway.
type event struct {
	kind string
	data []byte
	at   time.Time
}

// maxHold is how long the gate holds an interaction: afterwards Discord refuses its first answer. Discord
// refuses a second answer to interactions that the other bot has answered.
const maxHold = 2500 * time.Millisecond

// deliver handles the event, or holds it until release. It always handles READY.
func (g *gate) deliver(kind string, data []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open || kind == "READY" {
		g.onEvent(kind, data)
		return
	}
	g.held = append(g.held, event{kind, data, time.Now()})
}

// release handles the held events except interactions that are too old. From then on deliver holds
// nothing.
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

// earlyConnection is a connection made before Run.
type earlyConnection struct {
	gate       *gate
	dispatcher *dispatcher
	cancel     context.CancelFunc
	ended      chan error
}

// Connect connects before Run, until ctx or Run ends. Events wait for Run. Ready reports the connection.
func (p *Platform) Connect(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	p.early = &earlyConnection{gate: &gate{}, dispatcher: p.dispatcher(nil), cancel: cancel, ended: make(chan error, 1)}
	p.early.gate.onEvent = func(kind string, data []byte) { p.early.dispatcher.sortEvent(ctx, kind, data) }
	go func() { p.early.ended <- p.supervisor(p.early.gate.deliver).run(ctx) }()
}

// Leave ignores new interactions, which another connected bot holds, and waits until the earlier ones are
// decided and answered, or until ctx ends.
func (p *Platform) Leave(ctx context.Context) {
	p.status.leaving.Store(true)
	p.queues.Idle(ctx)
}
