package people

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Removals is the list of forgotten people. It lies outside the store, so that a restored backup
// forgets them again. It holds random ids and times only.
type Removals interface {
	// List returns all entries that were ever added.
	List(ctx context.Context) ([]Forgotten, error)
	// Add adds entries durably. Entries that are on the list already may be added again.
	Add(ctx context.Context, some ...Forgotten) error
}

// Forgotten is a forgotten person, and when they asked for it.
type Forgotten struct {
	Person chat.PersonID
	At     time.Time
}

// KindRemoved is the kind of documents that hold a Removal each.
const KindRemoved = "removed"

// Removal is one identity that is being forgotten or was forgotten, as stored under its person's id.
// After a crash the next process goes on with it: each step may be repeated.
type Removal struct {
	At   time.Time   `json:"at"`             // when it was requested
	User chat.UserID `json:"user,omitempty"` // "" once everything is erased

	Person  chat.PersonID `json:"-"`
	Version int64         `json:"-"`
}

// Identity returns the identity that is being forgotten.
func (x *Removal) Identity() chat.Identity { return chat.Identity{Person: x.Person, User: x.User} }

// Doc returns the document that stores the removal.
func (x *Removal) Doc() (storage.Doc, error) {
	return documents.Encode(KindRemoved, string(x.Person), x.Version, x)
}

// ReadRemovals returns all stored removals.
func ReadRemovals(ctx context.Context, store *documents.Store) (all []*Removal, err error) {
	for e, err := range documents.Read[Removal](store.Scan(ctx, KindRemoved, "", "")) {
		if err != nil {
			return nil, fmt.Errorf("bot: read removals: %w", err)
		}
		e.Value.Person, e.Value.Version = chat.PersonID(e.Key.ID), e.Version
		all = append(all, &e.Value)
	}
	return all, nil
}

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
