package people

import (
	"context"
	"sync"

	"tarockbot/bot/chat"
)

// ErasureGate refuses the inputs of users who are being forgotten: an input would introduce them
// anew. It is safe for concurrent use.
type ErasureGate struct {
	wake chan struct{} // holds one value after Signal

	mu      sync.Mutex
	blocked map[chat.UserID]bool
	inputs  map[chat.UserID]*ownInputs // of users of whom one is being handled
}

// ownInputs are the inputs of one user that are being handled.
type ownInputs struct {
	count int
	ended chan struct{} // closed when the last of them ends
}

// init makes a gate that refuses nobody.
func (g *ErasureGate) init() {
	g.wake, g.blocked, g.inputs = make(chan struct{}, 1), make(map[chat.UserID]bool), make(map[chat.UserID]*ownInputs)
}

// BeginInput reports whether the user may act, and counts the input. If it returns true the caller
// must call EndInput.
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

// EndInput ends an input that BeginInput has counted.
func (g *ErasureGate) EndInput(user chat.UserID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	own := g.inputs[user]
	if own.count--; own.count == 0 {
		close(own.ended)
		delete(g.inputs, user)
	}
}

// WaitIdle waits until no input of the user is being handled. The user must be blocked. It returns the error of ctx if
// that ends first.
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

// Block refuses the user's inputs until Unblock.
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

// IsBlocked reports whether the user is being forgotten.
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
