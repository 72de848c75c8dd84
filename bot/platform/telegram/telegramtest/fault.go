package telegramtest

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"tarockbot/bot/support/retry"
)

// Fault is something that goes wrong with a call.
type Fault struct {
	Method string        // of the calls it meets, or what their names begin with; "" means all but the polls
	Times  int           // how many; 0 is one
	Delay  time.Duration // before anything happens
	Hang   bool          // accept the call and never answer
	Status int           // answer this and do nothing
	Retry  int           // retry_after of a 429, in seconds
	Text   string        // the description, or with Raw the whole answer
	Raw    bool
	Cut    bool   // do it and cut the connection instead of answering
	Then   func() // called when it is done, before the answer
}

// faults are what goes wrong, as tests plan it, or by chance. The server's lock guards them.
type faults struct {
	planned []*Fault
	script  *script
}

// Fail makes calls go wrong, after the faults that are there already.
func (s *Server) Fail(f Fault) {
	f.Times = max(f.Times, 1)
	s.Do(func() { s.planned = append(s.planned, &f) })
}

// Faults returns the number of calls that are yet to go wrong.
func (s *Server) Faults() (n int) {
	s.Lock()
	defer s.Unlock()
	for _, f := range s.planned {
		n += f.Times
	}
	return n
}

// fault returns what happens to the next call of the method; nil for nothing. The lock must be held.
func (fs *faults) fault(method string) *Fault {
	for _, f := range fs.planned {
		if f.Times > 0 && strings.HasPrefix(method, f.Method) && (f.Method != "" || method != "getUpdates") {
			f.Times--
			return f
		}
	}
	return fs.script.fault(method)
}

func (f *Fault) code() int {
	if f == nil || f.Status == 0 {
		return http.StatusGatewayTimeout
	}
	return f.Status
}

// before reports whether the fault answers the call instead of the server.
func (f *Fault) before(w http.ResponseWriter, r *http.Request) bool {
	if f == nil {
		return false
	}
	_, _ = io.Copy(io.Discard, r.Body) // else nobody notices that the caller goes
	retry.Sleep(r.Context(), f.Delay)
	switch {
	case f.Hang:
		<-r.Context().Done()
		return true
	case f.Raw:
		w.WriteHeader(f.code())
		_, _ = fmt.Fprint(w, f.Text) // the caller may have gone
		return true
	case f.Status != 0:
		answer := refuse(f.Status, f.Text)
		if f.Retry > 0 {
			answer.Parameters = map[string]any{"retry_after": f.Retry}
		}
		write(w, answer)
		return true
	}
	return false
}

// after cuts the connection if the fault says so.
func (f *Fault) after() {
	if f != nil && f.Then != nil {
		f.Then()
	}
	if f != nil && f.Cut {
		panic(http.ErrAbortHandler)
	}
}

// Odds are how often, of a thousand calls or batches, something goes wrong.
type Odds struct {
	Delay     int // a call takes a while
	Cut       int // the answer is lost
	Broken    int // 502 and nothing done
	Slow      int // 429
	Duplicate int // updates are delivered again
	Reorder   int // two neighbouring updates of different people change places
}

// script makes faults by chance, the same ones for the same seed as far as
// the calls are the same.
type script struct {
	odds Odds
	rnd  *rand.Rand
}

// Script lets things go wrong by chance from now on.
func (s *Server) Script(seed uint64, odds Odds) {
	s.Do(func() { s.script = &script{odds, rand.New(rand.NewPCG(seed, seed))} })
}

// Calm ends the script and all faults.
func (s *Server) Calm() { s.Do(func() { s.script, s.planned = nil, nil }) }

func (c *script) hit(odds int) bool { return c.rnd.IntN(1000) < odds }

func (c *script) fault(method string) *Fault {
	switch {
	case c == nil || method == "getMe":
		return nil
	case c.hit(c.odds.Cut):
		return &Fault{Cut: true}
	case c.hit(c.odds.Broken):
		return &Fault{Status: http.StatusBadGateway, Text: "Bad Gateway"}
	case c.hit(c.odds.Slow):
		return &Fault{Status: http.StatusTooManyRequests, Retry: 1, Text: "Too Many Requests: retry after 1"}
	case c.hit(c.odds.Delay):
		return &Fault{Delay: 20 * time.Millisecond}
	}
	return nil
}

// scripted returns the queue as it is delivered this time. The lock must be held.
func (fs *faults) scripted(queue []update) []update {
	c := fs.script
	if c == nil || len(queue) == 0 {
		return queue
	}
	out := append([]update(nil), queue...)
	if c.hit(c.odds.Duplicate) {
		out = append(out, out[c.rnd.IntN(len(out))])
	}
	if i := c.rnd.IntN(len(out)); c.hit(c.odds.Reorder) && i > 0 {
		out[i-1], out[i] = out[i], out[i-1]
	}
	return out
}
