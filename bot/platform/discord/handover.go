package discord

import (
	"context"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// earlyConnection is a successor's connection before Run. Discord sends events to both processes. The successor holds
// them until release.
type earlyConnection struct {
	dispatcher *dispatcher
	ctx        context.Context
	cancel     context.CancelFunc
	ended      chan error

	mu   sync.Mutex
	open bool
	held []event
}

type event struct {
	kind string
	data []byte
	at   time.Time
}

// maxHold is the maximum age of a held interaction. Discord refuses later answers. It also refuses a second answer by
// the other process.
const maxHold = 2500 * time.Millisecond

// deliver handles the event, or holds it until release. READY never waits.
func (e *earlyConnection) deliver(kind string, data []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open || kind == "READY" {
		e.dispatcher.sortEvent(e.ctx, kind, data)
		return
	}
	e.held = append(e.held, event{kind, data, time.Now()})
}

// release handles the held events except expired interactions.
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

// Connect connects before Run, until ctx or Run ends. Events wait for Run.
func (p *Platform) Connect(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	p.early = &earlyConnection{dispatcher: p.dispatcher, ctx: ctx, cancel: cancel, ended: make(chan error, 1)}
	p.supervisor.onEvent = p.early.deliver
	go func() { p.early.ended <- p.supervisor.run(ctx) }()
}

// Leave ignores new interactions, which the successor holds. It waits until earlier ones are answered, or until ctx
// ends.
func (p *Platform) Leave(ctx context.Context) {
	p.status.leaving.Store(true)
	p.queues.Idle(ctx)
}
