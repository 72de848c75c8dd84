package discord

import (
	"context"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// earlyConnection is a connection made before Run. A successor connects before it may act, so that no
// press is lost between two processes: Discord sends every event to both sessions, and this one holds them
// until release.
type earlyConnection struct {
	dispatcher *dispatcher
	ctx        context.Context // of the events
	cancel     context.CancelFunc
	ended      chan error

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

// maxHold is how long an interaction is held: afterwards Discord refuses its first answer. Discord refuses
// a second answer to interactions that the other bot has answered.
const maxHold = 2500 * time.Millisecond

// deliver handles the event, or holds it until release. It always handles READY.
func (e *earlyConnection) deliver(kind string, data []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open || kind == "READY" {
		e.dispatcher.sortEvent(e.ctx, kind, data)
		return
	}
	e.held = append(e.held, event{kind, data, time.Now()})
}

// release lets the handler handle the held events except interactions that are too old. From then on
// deliver holds nothing.
func (e *earlyConnection) release(handle chat.Handler) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open, e.dispatcher.handle = true, handle
	for _, held := range e.held {
		if held.kind != "INTERACTION_CREATE" || time.Since(held.at) < maxHold {
			e.dispatcher.sortEvent(e.ctx, held.kind, held.data)
		}
	}
	e.held = nil
}

// Connect connects before Run, until ctx or Run ends. Events wait for Run. Ready reports the connection.
func (p *Platform) Connect(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	p.early = &earlyConnection{dispatcher: p.dispatcher, ctx: ctx, cancel: cancel, ended: make(chan error, 1)}
	p.supervisor.onEvent = p.early.deliver
	go func() { p.early.ended <- p.supervisor.run(ctx) }()
}

// Leave ignores new interactions, which another connected bot holds, and waits until the earlier ones are
// decided and answered, or until ctx ends.
func (p *Platform) Leave(ctx context.Context) {
	p.status.leaving.Store(true)
	p.queues.Idle(ctx)
}
