package discordtest

import (
	"math/rand/v2"
	"net/http"
	"regexp"
	"time"
)

// Fault is something that goes wrong with requests.
type Fault struct {
	Match  string // a regular expression over "METHOD /path"; see Requests
	Times  int    // how many requests; 0 is one, less than 0 all
	Chance int    // in a hundred; 0 is always
	Seed   uint64 // of the chance

	Done   bool          // the request is carried out all the same
	Then   func()        // called after that and before the answer
	Delay  time.Duration // before the answer
	Cut    bool          // the connection is cut instead of an answer
	Status int           // of the answer; with 429 Wait is asked for
	Code   int           // Discord's code
	Wait   time.Duration
	Global bool // a 429 holds for all requests but answers to interactions
	Last   bool // the request is the last one allowed for that long

	match  *regexp.Regexp
	chance *rand.Rand
}

// Fail lets requests fail.
func (s *Server) Fail(f Fault) {
	f.match = regexp.MustCompile(f.Match)
	f.chance = rand.New(rand.NewPCG(f.Seed, f.Seed))
	if f.Times == 0 {
		f.Times = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, &f)
}

// Heal ends all faults.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// Excuse ends the waits that the bot was asked for: one that is started anew doesn't
// know of them.
func (s *Server) Excuse() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.limited)
}

// faultFor is what goes wrong with the request, nil if nothing does.
func (rs requests) faultFor(q ask) *Fault {
	rs.s.mu.Lock()
	defer rs.s.mu.Unlock()
	for _, f := range rs.s.faults {
		if f.Times == 0 || !f.match.MatchString(q.name()) || f.Chance > 0 && f.chance.IntN(100) >= f.Chance {
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		if f.Status == http.StatusTooManyRequests || f.Last {
			rs.s.limited[f.limit(q)] = time.Now().Add(f.Wait)
		}
		if e := rs.s.pending[q.token()]; e != nil && f.spoils() {
			e.lose()
		}
		return f
	}
	return nil
}

// hold delays the request; false if the bot doesn't wait so long.
func (f *Fault) hold(r *http.Request) bool {
	if f == nil || f.Delay == 0 {
		return true
	}
	timer := time.NewTimer(f.Delay)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

// limit is what the wait is for.
func (f *Fault) limit(q ask) string {
	if f.Global {
		return everything
	}
	return q.limit()
}

// everything stands for all requests with the bot's token.
const everything = "*"

// spoils says that the answer isn't what it should be.
func (f *Fault) spoils() bool { return f != nil && (f.Cut || f.Status != 0) }

// answer is the spoilt one.
func (f *Fault) answer() answer {
	switch {
	case f.Cut:
		panic(http.ErrAbortHandler)
	case f.Status == http.StatusTooManyRequests:
		return answer{f.Status, map[string]any{"message": "You are being rate limited.", "retry_after": f.Wait.Seconds(), "global": f.Global}}
	}
	return refusal(f.Status, f.Code, "fault")
}
