package discordtest

import (
	"math/rand/v2"
	"net/http"
	"regexp"
	"sync"
	"time"

	"tarockbot/bot/support/retry"
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

// faults are what goes wrong, and how long the bot was asked to wait by what went wrong.
type faults struct {
	mu      sync.Mutex
	planned []*Fault
	limited map[string]time.Time // until when, by what the limit holds for
}

// Fail lets requests fail.
func (fs *faults) Fail(f Fault) {
	f.match = regexp.MustCompile(f.Match)
	f.chance = rand.New(rand.NewPCG(f.Seed, f.Seed))
	if f.Times == 0 {
		f.Times = 1
	}
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.planned = append(fs.planned, &f)
}

// Heal ends all faults.
func (fs *faults) Heal() {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.planned = nil
}

// Excuse ends the waits that the bot was asked for: one that is started anew doesn't
// know of them.
func (fs *faults) Excuse() {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	clear(fs.limited)
}

// early is how much too early the request comes.
func (fs *faults) early(q ask) time.Duration {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	wait := time.Until(fs.limited[q.limit()])
	if q.auth {
		wait = max(wait, time.Until(fs.limited[everything]))
	}
	return wait
}

// faultFor is what goes wrong with the request, nil if nothing does.
func (fs *faults) faultFor(q ask) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	for _, f := range fs.planned {
		if f.Times == 0 || !f.match.MatchString(q.name()) || f.Chance > 0 && f.chance.IntN(100) >= f.Chance {
			continue
		}
		if f.Times > 0 {
			f.Times--
		}
		if f.Status == http.StatusTooManyRequests || f.Last {
			fs.limited[f.limit(q)] = time.Now().Add(f.Wait)
		}
		return f
	}
	return nil
}

// hold delays the request; false if the bot doesn't wait so long.
func (f *Fault) hold(r *http.Request) bool {
	return f == nil || f.Delay == 0 || retry.Sleep(r.Context(), f.Delay)
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
func (f *Fault) answer() *answer {
	switch {
	case f.Cut:
		panic(http.ErrAbortHandler)
	case f.Status == http.StatusTooManyRequests:
		return &answer{status: f.Status, body: map[string]any{"message": "You are being rate limited.", "retry_after": f.Wait.Seconds(), "global": f.Global}}
	}
	return refusal(f.Status, f.Code, "fault")
}
