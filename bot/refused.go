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
	new, old map[string]Answer // input's seenID -> answer; old is forgotten when new is full
}

// get is the refusal of the input, if there was one.
func (r *refused) get(in Input) (Answer, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := seenID(in)
	answer, ok := r.new[id]
	if !ok {
		answer, ok = r.old[id]
	}
	return answer, ok
}

// put refuses the input for good.
func (r *refused) put(in Input, answer Answer) Answer {
	answer.Refused = true
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.new == nil || len(r.new) >= maxRefused {
		r.old, r.new = r.new, make(map[string]Answer)
	}
	r.new[seenID(in)] = answer
	return answer
}
