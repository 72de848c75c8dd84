package people

import (
	"sync"

	"tarockbot/bot/chat"
)

// removing is who is being forgotten. Nobody listens to them meanwhile: they
// would be met anew.
type removing struct {
	mu    sync.Mutex
	users map[chat.UserID]bool
	busy  map[chat.UserID]int // inputs that are being decided
	Wake  chan struct{}       // holds one thing when there is somebody to forget
}

func newRemoving() removing {
	return removing{users: make(map[chat.UserID]bool), busy: make(map[chat.UserID]int), Wake: make(chan struct{}, 1)}
}

// Enter says whether somebody is listened to. Then leave ends that.
func (r *removing) Enter(user chat.UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users[user] {
		return false
	}
	r.busy[user]++
	return true
}

func (r *removing) Leave(user chat.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy[user]--; r.busy[user] == 0 {
		delete(r.busy, user)
	}
}

// Idle says whether nothing of the user is being decided.
func (r *removing) Idle(user chat.UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.busy[user] == 0
}

func (r *removing) Begin(user chat.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.users[user] = true
}

func (r *removing) End(user chat.UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.users, user)
}

// Has says whether the user is being forgotten.
func (r *removing) Has(user chat.UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.users[user]
}

// Call lets those be forgotten who are to be.
func (r *removing) Call() {
	select {
	case r.Wake <- struct{}{}:
	default:
	}
}
