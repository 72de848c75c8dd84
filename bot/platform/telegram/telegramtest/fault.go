package telegramtest

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/support/retry"
)

// Fault is a planned failure of calls.
type Fault struct {
	Match  string        // a prefix of the method's name; "" matches every method except getUpdates
	Times  int           // the number of calls; 0 is one
	Delay  time.Duration // before anything else happens
	Hang   bool          // the call is never answered, and not carried out
	Status int           // of the answer to a call that isn't carried out
	Wait   time.Duration // the answer's retry_after, in whole seconds
	Text   string        // the answer's description, or with Raw the whole answer
	Raw    bool          // the call isn't carried out; without Status the answer has 504
	Then   func()        // called after the call is carried out and before the answer
	Cut    bool          // the call is carried out, and the connection is cut instead of an answer
}

// faults holds the planned and the random faults. The server's lock guards it.
type faults struct {
	planned []*Fault
	random  *randomFaults // nil without FailAtRandom
}

// Fail plans a fault. Calls meet planned faults in the order of Fail.
func (s *Server) Fail(f Fault) {
	f.Times = max(f.Times, 1)
	s.Do(func() { s.faults.planned = append(s.faults.planned, &f) })
}

// FaultsLeft returns the number of calls that the planned faults still wait for.
func (s *Server) FaultsLeft() (n int) {
	s.Lock()
	defer s.Unlock()
	for _, f := range s.faults.planned {
		n += f.Times
	}
	return n
}

// Heal cancels all planned and random faults.
func (s *Server) Heal() { s.Do(func() { s.faults = faults{} }) }

// next returns the fault of the next call of the method, or nil. The lock must be held.
func (fs *faults) next(method string) *Fault {
	for _, f := range fs.planned {
		if f.Times > 0 && strings.HasPrefix(method, f.Match) && (f.Match != "" || method != "getUpdates") {
			f.Times--
			return f
		}
	}
	return fs.random.next(method)
}

// code returns the HTTP status of a call that the fault replaces.
func (f *Fault) code() int { return cmp.Or(f.Status, http.StatusGatewayTimeout) }

// replaceCall delays the call. If the fault replaces it, replaceCall answers or hangs, and returns true. A nil fault
// does nothing.
func (f *Fault) replaceCall(w http.ResponseWriter, r *http.Request) bool {
	if f == nil {
		return false
	}
	_, _ = io.Copy(io.Discard, r.Body) // else the end of the connection isn't noticed
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
		if f.Wait > 0 {
			answer.Parameters = map[string]any{"retry_after": int(f.Wait / time.Second)}
		}
		write(w, answer)
		return true
	}
	return false
}

// finishCall does what the fault plans between a call and its answer. It panics to cut the connection.
func (f *Fault) finishCall() {
	if f != nil && f.Then != nil {
		f.Then()
	}
	if f != nil && f.Cut {
		panic(http.ErrAbortHandler)
	}
}

// Odds are the probabilities of random faults, in thousandths per call or batch.
type Odds struct {
	Delay     int // a call is delayed
	Cut       int // the connection is cut after a call
	Broken    int // a call is refused with 502
	Slow      int // a call is refused with 429
	Duplicate int // an update is twice in a batch
	Reorder   int // two neighbouring updates of a batch change places
}

// randomFaults draws faults. Equal seeds and equal calls lead to equal faults.
type randomFaults struct {
	odds   Odds
	random *rand.Rand
}

// FailAtRandom adds random faults until Heal.
func (s *Server) FailAtRandom(seed uint64, odds Odds) {
	s.Do(func() { s.faults.random = &randomFaults{odds, rand.New(rand.NewPCG(seed, seed))} })
}

// draw reports whether something with that probability, in thousandths, happens.
func (rf *randomFaults) draw(odds int) bool { return rf.random.IntN(1000) < odds }

// next draws the fault of the next call of the method, or nil. getMe never fails.
func (rf *randomFaults) next(method string) *Fault {
	switch {
	case rf == nil || method == "getMe":
		return nil
	case rf.draw(rf.odds.Cut):
		return &Fault{Cut: true}
	case rf.draw(rf.odds.Broken):
		return &Fault{Status: http.StatusBadGateway, Text: "Bad Gateway"}
	case rf.draw(rf.odds.Slow):
		return &Fault{Status: http.StatusTooManyRequests, Wait: time.Second, Text: "Too Many Requests: retry after 1"}
	case rf.draw(rf.odds.Delay):
		return &Fault{Delay: 20 * time.Millisecond}
	}
	return nil
}

// distort returns the queue with random duplicates and swaps. The lock must be held.
func (fs *faults) distort(queue []update) []update {
	rf := fs.random
	if rf == nil || len(queue) == 0 {
		return queue
	}
	out := slices.Clone(queue)
	if rf.draw(rf.odds.Duplicate) {
		out = append(out, out[rf.random.IntN(len(out))])
	}
	if i := rf.random.IntN(len(out)); rf.draw(rf.odds.Reorder) && i > 0 {
		out[i-1], out[i] = out[i], out[i-1]
	}
	return out
}
