package local

import (
	"sync"
	"time"
)

// allowanceTime is how long what an address has taken counts.
const allowanceTime = 24 * time.Hour

// maxOrigins is how many addresses are remembered. When there are more within a day
// than that, those that come then take no names.
const maxOrigins = 20_000

// allowance is how many names each address may take in a day.
type allowance struct {
	most int
	now  func() time.Time

	mu    sync.Mutex
	taken map[string]*taken
}

// taken is what one address has taken since.
type taken struct {
	since time.Time
	n     int
}

// take counts one more name taken from there, and says whether that may be. giveBack
// undoes it. From nowhere as many may be taken as one likes.
func (a *allowance) take(origin string) (ok bool) {
	if origin == "" {
		return true
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	t := a.of(origin)
	if t == nil || t.n >= a.most {
		return false
	}
	t.n++
	return true
}

// of is what was taken from there; nil if nothing more can be remembered.
func (a *allowance) of(origin string) *taken {
	now := a.now()
	if t := a.taken[origin]; t != nil && now.Sub(t.since) < allowanceTime {
		return t
	}
	if len(a.taken) >= maxOrigins {
		for from, t := range a.taken {
			if now.Sub(t.since) >= allowanceTime {
				delete(a.taken, from)
			}
		}
	}
	if len(a.taken) >= maxOrigins {
		return nil
	}
	if a.taken == nil {
		a.taken = make(map[string]*taken)
	}
	t := &taken{since: now}
	a.taken[origin] = t
	return t
}

// giveBack undoes a take, of a name that wasn't to be had.
func (a *allowance) giveBack(origin string) {
	if origin == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.taken[origin]; t != nil && t.n > 0 {
		t.n--
	}
}
