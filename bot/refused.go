package bot

import "sync"

// maxRefused is how many refusals are remembered at least.
const maxRefused = 2000

// refused remembers what was refused lately. A network that hands in the same
// input twice gets the same answer twice, even if the input would be good by
// now: its person has read that nothing happened. What had an effect is
// remembered by the store.
type refused struct {
	mu sync.Mutex
	by lately[word] // by the input's seenID
}

func newRefused() refused { return refused{by: lately[word]{most: maxRefused}} }

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
	x, ok := r.by.get(seenID(in))
	if !ok {
		return Answer{}, false
	}
	return x.answer(), true
}

// put refuses the input for good.
func (r *refused) put(in Input, x word) Answer {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.by.put(seenID(in), x)
	return x.answer()
}
