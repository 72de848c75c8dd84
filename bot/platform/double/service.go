package double

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"regexp"
	"time"
)

// Service is the part that the doubles of all networks have: a lock that signals changes, a host, and planned faults. The
// lock guards the faults.
type Service struct {
	Changes
	*Host
	planned []*planned
}

// Fault is a planned failure of requests. Its zero value changes nothing.
type Fault struct {
	Match  string // a regular expression over the request's name; see the network's Fail
	Times  int    // the number of requests; 0 is one, a negative number all
	Chance int    // in thousandths; 0 is always
	Seed   uint64 // decides the chance

	Delay  time.Duration // before anything else happens
	Hang   bool          // the request isn't carried out, and never answered
	Done   bool          // the request is carried out even with Cut or Status
	Then   func()        // called after that and before the response
	Cut    bool          // the connection is cut instead of a response
	Status int           // of a refusal instead of the response; with 429 the bot must wait for Wait
	Code   int           // the network's own code in the refusal
	Text   string        // explains the refusal
	Raw    bool          // the text is the whole refusal
	Wait   time.Duration
	Global bool // a 429 limits all requests except responses to interactions
	Last   bool // the request is the last one allowed for Wait
}

// planned is a fault that requests may meet.
type planned struct {
	fault  Fault
	match  *regexp.Regexp
	random *rand.Rand
}

// Fail plans a fault. Requests meet planned faults in the order of Fail.
func (s *Service) Fail(f Fault) {
	f.Times = cmp.Or(f.Times, 1)
	p := &planned{fault: f, match: regexp.MustCompile(f.Match), random: rand.New(rand.NewPCG(f.Seed, f.Seed))}
	s.Do(func() { s.planned = append(s.planned, p) })
}

// Heal cancels all planned faults.
func (s *Service) Heal() { s.Do(func() { s.planned = nil }) }

// FaultsLeft returns the number of requests that faults of a limited number still wait for.
func (s *Service) FaultsLeft() (n int) {
	s.Lock()
	defer s.Unlock()
	for _, p := range s.planned {
		n += max(p.fault.Times, 0)
	}
	return n
}

// NextFault returns the fault that a request of the name meets. Its zero value is no fault. The lock must be held.
func (s *Service) NextFault(name string) *Fault {
	for _, p := range s.planned {
		f := &p.fault
		if f.Times == 0 || !p.match.MatchString(name) || f.Chance > 0 && p.random.IntN(1000) >= f.Chance {
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		return f
	}
	return new(Fault)
}

// ReplacesResponse reports whether the bot gets no response, or the fault's refusal.
func (f *Fault) ReplacesResponse() bool { return f.Hang || f.Cut || f.Status != 0 }

// Meet carries the request out, unless the fault prevents that, and returns its response, or the fault's refusal. ok is
// false if the bot waits for neither. Meet panics to cut the connection. The request's body must have been read.
func Meet[R any](f *Fault, r *http.Request, carryOut, refuse func() R) (response R, ok bool) {
	var delayed <-chan time.Time // for ever
	if !f.Hang {
		delayed = time.After(f.Delay)
	}
	select {
	case <-delayed:
	case <-r.Context().Done():
		return response, false
	}
	if !f.ReplacesResponse() || f.Done {
		response = carryOut()
	}
	if f.Then != nil {
		f.Then()
	}
	if f.Cut {
		panic(http.ErrAbortHandler)
	}
	if f.Status != 0 {
		response = refuse()
	}
	return response, true
}

// Respond writes a response with the body as JSON, or without a body if it is nil.
func Respond(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if body != nil {
		_ = json.NewEncoder(w).Encode(body) // the bot may have gone
	}
}
