package discordtest

import (
	"math/rand/v2"
	"net/http"
	"regexp"
	"time"
)

// Fault is a planned fault of requests. Its zero value is no fault.
type Fault struct {
	Match  string // a regular expression over "METHOD /path"; see Requests
	Times  int    // the number of requests; 0 is one, a negative number all
	Chance int    // in percent; 0 is always
	Seed   uint64 // decides the chance

	Done   bool          // the request is carried out anyway
	Then   func()        // called after that and before the response
	Delay  time.Duration // before the response
	Cut    bool          // the connection is cut instead of a response
	Status int           // of the response; with 429 the bot must wait for Wait
	Code   int           // Discord's code
	Wait   time.Duration
	Global bool // a 429 limits all requests except responses to interactions
	Last   bool // the request is the last one allowed for Wait

	match  *regexp.Regexp
	chance *rand.Rand
}

// faults holds the planned faults and the waits that they demanded. The server's lock guards them.
type faults struct {
	planned []*Fault
	waits   map[string]time.Time // their ends, by scope
}

// Fail plans a fault.
func (s *Server) Fail(f Fault) {
	f.match = regexp.MustCompile(f.Match)
	f.chance = rand.New(rand.NewPCG(f.Seed, f.Seed))
	if f.Times == 0 {
		f.Times = 1
	}
	s.Do(func() { s.planned = append(s.planned, &f) })
}

// Heal cancels all planned faults.
func (s *Server) Heal() { s.Do(func() { s.planned = nil }) }

// Excuse ends the demanded waits, for a bot that was restarted and can't know of them.
func (s *Server) Excuse() { s.Do(func() { clear(s.waits) }) }

// earlyBy returns the remaining wait of the request; 0 or less if it isn't early. The lock must be held.
func (fs *faults) earlyBy(q request) time.Duration {
	wait := time.Until(fs.waits[q.limit()])
	if q.auth {
		wait = max(wait, time.Until(fs.waits[everything]))
	}
	return wait
}

// faultFor returns the fault of the request. Its zero value is no fault. The lock must be held.
func (fs *faults) faultFor(q request) *Fault {
	for _, f := range fs.planned {
		if f.Times == 0 || !f.match.MatchString(q.name()) || f.Chance > 0 && f.chance.IntN(100) >= f.Chance {
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		if f.Status == http.StatusTooManyRequests || f.Last {
			fs.waits[f.limit(q)] = time.Now().Add(f.Wait)
		}
		return f
	}
	return new(Fault)
}

// limit returns the scope of the wait.
func (f *Fault) limit(q request) string {
	if f.Global {
		return everything
	}
	return q.limit()
}

// everything is the scope of all requests with the bot's token.
const everything = "*"

// replacesResponse reports whether the fault replaces the response.
func (f *Fault) replacesResponse() bool { return f.Cut || f.Status != 0 }

// response returns the response in place of the real one. It panics to cut the connection.
func (f *Fault) response() *response {
	switch {
	case f.Cut:
		panic(http.ErrAbortHandler)
	case f.Status == http.StatusTooManyRequests:
		return &response{status: f.Status, body: map[string]any{"message": "You are being rate limited.", "retry_after": f.Wait.Seconds(), "global": f.Global}}
	}
	return refusal(f.Status, f.Code, "fault")
}
