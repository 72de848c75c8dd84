package bot

import "sync"

// maxRefused is how many refusals are remembered at least.
const maxRefused = 2000

// refused remembers what was refused lately. A network that hands in the same
// input twice gets the same answer twice, even if the input would be good by
// now: its person has read that nothing happened. What had an effect is
// remembered by the store.
type refused struct {
	mu       sync.Mutex
	new, old map[string]string // input's seenID -> alert; old is forgotten when new is full
}

// get is the refusal of the input, if there was one.
func (r *refused) get(in Input) (Answer, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := seenID(in)
	alert, ok := r.new[id]
	if !ok {
		alert, ok = r.old[id]
	}
	return Answer{Alert: alert, Refused: ok}, ok
}

// put refuses the input for good.
func (r *refused) put(in Input, alert string) Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.new == nil || len(r.new) >= maxRefused {
		r.old, r.new = r.new, make(map[string]string)
	}
	r.new[seenID(in)] = alert
	return Answer{Alert: alert, Refused: true}
}
