package people

import (
	"context"
	"sync"

	"tarockbot/bot/chat"
)

// ErasureGate refuses inputs during an erasure, because an input would create the account again.
type ErasureGate struct {
	wake chan struct{}

	mu      sync.Mutex
	blocked map[chat.UserID]bool
	inputs  map[chat.UserID]*ownInputs
}

type ownInputs struct {
	count int
	ended chan struct{} // closed when the last input ends
}

func (g *ErasureGate) init() {
	g.wake, g.blocked, g.inputs = make(chan struct{}, 1), make(map[chat.UserID]bool), make(map[chat.UserID]*ownInputs)
}

// BeginInput reports whether the user may act. If so, the caller must call EndInput.
func (g *ErasureGate) BeginInput(user chat.UserID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.blocked[user] {
		return false
	}
	if g.inputs[user] == nil {
		g.inputs[user] = &ownInputs{ended: make(chan struct{})}
	}
	g.inputs[user].count++
	return true
}

// EndInput ends an input.
func (g *ErasureGate) EndInput(user chat.UserID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	own := g.inputs[user]
	if own.count--; own.count == 0 {
		close(own.ended)
		delete(g.inputs, user)
	}
}

// WaitIdle waits for EndInput of the blocked user's inputs.
func (g *ErasureGate) WaitIdle(ctx context.Context, user chat.UserID) error {
	g.mu.Lock()
	own := g.inputs[user]
	g.mu.Unlock()
	if own == nil {
		return nil
	}
	select {
	case <-own.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Block refuses the user's inputs.
func (g *ErasureGate) Block(user chat.UserID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.blocked[user] = true
}

// Unblock lets the user act again.
func (g *ErasureGate) Unblock(user chat.UserID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.blocked, user)
}

// IsBlocked reports whether the user is blocked.
func (g *ErasureGate) IsBlocked(user chat.UserID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.blocked[user]
}

// Signal wakes the eraser.
func (g *ErasureGate) Signal() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// Signalled returns a channel that delivers a value after Signal.
func (g *ErasureGate) Signalled() <-chan struct{} { return g.wake }
