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
	new, old map[string]word // by the input's seenID; old is forgotten when new is full
}

// word is what is told of a refusal: much less than an Answer, of which there
// would be thousands.
type word struct {
	alert string
	open  bool
}

func (x word) answer() Answer { return Answer{Alert: x.alert, Open: x.open, Refused: true} }

// get is the refusal of the input, if there was one.
func (r *refused) get(in Input) (Answer, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	id := seenID(in)
	x, ok := r.new[id]
	if !ok {
		x, ok = r.old[id]
	}
	if !ok {
		return Answer{}, false
	}
	return x.answer(), true
}

// put refuses the input for good.
func (r *refused) put(in Input, x word) Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.new == nil || len(r.new) >= maxRefused {
		r.old, r.new = r.new, make(map[string]word)
	}
	r.new[seenID(in)] = x
	return x.answer()
}
