package bot

import "sync"

// removing is who is being forgotten. Nobody listens to them meanwhile: they
// would be met anew.
type removing struct {
	mu    sync.Mutex
	users map[UserID]bool
	busy  map[UserID]int // inputs that are being decided
	wake  chan struct{}  // holds one thing when there is somebody to forget
}

func newRemoving() removing {
	return removing{users: make(map[UserID]bool), busy: make(map[UserID]int), wake: make(chan struct{}, 1)}
}

// enter says whether somebody is listened to. Then leave ends that.
func (r *removing) enter(user UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users[user] {
		return false
	}
	r.busy[user]++
	return true
}

func (r *removing) leave(user UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.busy[user]--; r.busy[user] == 0 {
		delete(r.busy, user)
	}
}

// idle says whether nothing of the user is being decided.
func (r *removing) idle(user UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.busy[user] == 0
}

func (r *removing) begin(user UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.users[user] = true
}

func (r *removing) end(user UserID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.users, user)
}

// has says whether the user is being forgotten.
func (r *removing) has(user UserID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.users[user]
}

// call lets those be forgotten who are to be.
func (r *removing) call() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
