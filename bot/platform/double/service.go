package double

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"regexp"
	"time"
)

// Service is the base of a double: a host, a lock and planned faults.
type Service struct {
	Changes
	*Host
	planned []*planned
}

// Fault is a planned failure of requests. The zero value changes nothing.
type Fault struct {
	Match  string // regular expression over requests' names
	Times  int    // 0 means once, negative always
	Chance int    // in thousandths; 0 means always
	Seed   uint64

	Delay          time.Duration
	Hang           bool // no response
	CarriedOut     bool // despite Cut or Status
	BeforeResponse func()
	Cut            bool
	Status         int // HTTP status of a refusal; with 429 the bot must pause for Wait
	Code           int
	Text           string
	Raw            bool // Text is the whole refusal
	Wait           time.Duration
	Global         bool // limits all requests except responses to interactions
	Last           bool // the last request allowed until Wait has passed
}

type planned struct {
	fault  Fault
	match  *regexp.Regexp
	random *rand.Rand
}

// Fail plans a fault. Requests meet faults in the order of Fail.
func (s *Service) Fail(f Fault) {
	f.Times = cmp.Or(f.Times, 1)
	p := &planned{fault: f, match: regexp.MustCompile(f.Match), random: rand.New(rand.NewPCG(f.Seed, f.Seed))}
	s.Do(func() { s.planned = append(s.planned, p) })
}

// Heal cancels all planned faults.
func (s *Service) Heal() { s.Do(func() { s.planned = nil }) }

// FaultsLeft returns how many more requests the faults with a positive Times will hit.
func (s *Service) FaultsLeft() (n int) {
	s.Lock()
	defer s.Unlock()
	for _, p := range s.planned {
		n += max(p.fault.Times, 0)
	}
	return n
}

// NextFault returns the fault for a request with the name, or an empty one. The lock must be held.
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

// ReplacesResponse reports whether the bot gets no response or a refusal.
func (f *Fault) ReplacesResponse() bool { return f.Hang || f.Cut || f.Status != 0 }

// ApplyFault carries the request out unless the fault prevents it, and returns the response or refusal. ok is false if
// the bot has hung up. ApplyFault panics to cut the connection. The request's body must have been read.
func ApplyFault[R any](f *Fault, r *http.Request, carryOut, refuse func() R) (response R, ok bool) {
	var delayed <-chan time.Time // nil never fires
	if !f.Hang {
		delayed = time.After(f.Delay)
	}
	select {
	case <-delayed:
	case <-r.Context().Done():
		return response, false
	}
	if !f.ReplacesResponse() || f.CarriedOut {
		response = carryOut()
	}
	if f.BeforeResponse != nil {
		f.BeforeResponse()
	}
	if f.Cut {
		panic(http.ErrAbortHandler)
	}
	if f.Status != 0 {
		response = refuse()
	}
	return response, true
}

// Respond writes body as JSON, unless nil.
func Respond(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if body != nil {
		_ = json.NewEncoder(w).Encode(body)
	}
}
