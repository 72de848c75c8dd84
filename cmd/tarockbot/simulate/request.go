package main

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// request is a request of a process to a network, on its way.
type request struct {
	net      *network
	process  *process
	place    chat.Place
	old      chat.Ref
	screen   chat.Screen
	look     string
	departed time.Time
	number   int // among requests to this place; 0 before register
	outcome  outcome
	sentAt   int // the step
	done     chan response
}

// response is the network's reply to a request.
type response struct {
	ref chat.Ref
	err error
}

// message identifies a message as one process knows it.
type message struct {
	process *process
	at      tablePlace
	old     chat.Ref
}

func (r *request) message() message { return message{r.process, r.tablePlace(), r.old} }

func (r *request) tablePlace() tablePlace { return tablePlace{r.place, r.screen.Table} }

// compareRequests orders requests by their content, never by the goroutine that came first.
func compareRequests(a, b *request) int {
	return cmp.Or(cmp.Compare(a.place.Chat, b.place.Chat), cmp.Compare(a.place.User, b.place.User), cmp.Compare(a.number, b.number),
		cmp.Compare(a.screen.Table, b.screen.Table), cmp.Compare(a.old, b.old), cmp.Compare(a.look, b.look))
}

// arrive lets the network handle the request and sends the response to the process.
func (r *request) arrive() {
	answer, t := r.respond(), r.net.traffic
	t.history.record("%s shows %v %q: %q %v, %x", r.net.name, r.place, r.old, answer.ref, answer.err, hashOf(r.look))
	t.arrived = append(t.arrived, arrival{time.Since(t.began), r.place, r.old, r.look})
	r.done <- answer
}

// respond returns the network's response. It applies the request unless the outcome prevents that.
func (r *request) respond() response {
	to, moved := r.net.moved[r.place.Chat]
	switch {
	case r.net.isLost() || r.outcome == unsent:
		return response{err: chat.ErrUnsent}
	case moved:
		r.net.announced[r.place.Chat] = true
		return response{err: chat.Migrated{To: to}}
	case r.net.blocked[r.place]:
		return response{err: chat.ErrBlocked}
	case r.outcome == limited:
		wait := time.Duration(1+r.number%longestLimit) * time.Second
		r.net.limited[r.message()] = time.Now().Add(wait)
		return response{err: chat.RetryAfter{Wait: wait}}
	case r.outcome == refused:
		return response{err: chat.ErrRefused}
	case r.outcome == faulty:
		return response{err: errConnection}
	}
	answer := r.apply()
	if r.outcome == cut && answer.err == nil {
		return response{err: errCut}
	}
	return answer
}

// apply makes the screen the message's content.
func (r *request) apply() response {
	p := r.net.posts[r.old]
	switch {
	case p != nil && p.place == r.place:
	case r.old != "":
		if knows, ok := r.net.deleted[r.tablePlace()]; ok && knows == nil {
			r.net.deleted[r.tablePlace()] = r.process
		}
		return response{err: chat.ErrGone}
	default:
		p = &post{ref: chat.Ref(fmt.Sprint(r.place.Chat, r.place.User, "#", r.number)), place: r.place}
		r.net.posts[p.ref] = p
		r.net.at[r.place] = append(r.net.at[r.place], p)
	}
	delete(r.net.deleted, r.tablePlace())
	p.screen, p.offers, p.look, p.by = r.screen, offersOf(&r.screen), r.look, r.process
	if r.screen.Retired {
		r.net.remove(p)
	}
	return response{ref: p.ref}
}

// outcome is the fate that the network gives a request.
type outcome int

const (
	arrives outcome = iota
	late            // other requests overtake it
	unsent          // it doesn't arrive
	cut             // it arrives, but its reply doesn't
	limited         // the network asks for a later retry
	refused         // the network refuses it permanently
	faulty          // the connection panics
)

// mishapShares are the shares of each outcome but arrives, of all requests in two hundred.
var mishapShares = [...]uint64{late: 8, unsent: 4, cut: 4, limited: 4, refused: 1, faulty: 1}

// drawOutcome derives the outcome from the seed, the place and the number, so the time of the call doesn't
// matter.
func (r *request) drawOutcome() outcome {
	t := r.net.traffic
	if !t.trouble.mishaps || t.trouble.calm {
		return arrives
	}
	x := mix(t.seed, hashOf(string(r.place.Chat)+string(r.place.User)), uint64(r.number)) % 200
	for o, share := range mishapShares {
		switch {
		case x >= share:
			x -= share
		case outcome(o) != late && r.net.traits.Forgets: // the page lives in the bot's own process
			return arrives
		default:
			return outcome(o)
		}
	}
	return arrives
}

// mix combines the numbers into one hash.
func mix(all ...uint64) (x uint64) {
	for _, n := range all {
		x = (x ^ n) * 0x9e3779b97f4a7c15
		x ^= x >> 29
	}
	return x
}

// arrivesAt returns the step at which a late request arrives.
func (r *request) arrivesAt() int { return r.sentAt + 1 + r.number%mostLate }

// traffic holds the requests to networks. They stay on their way until the world calls arrive.
type traffic struct {
	seed     uint64 // decides their outcomes
	clock    *clock
	history  *history
	trouble  *trouble
	check    func(*request) // is called for each new request
	mu       sync.Mutex
	requests []*request // on their way, guarded by mu
	began    time.Time
	arrived  []arrival
}

// register numbers the new requests within their places, draws their outcomes and checks them.
func (t *traffic) register() {
	t.mu.Lock()
	defer t.mu.Unlock()
	slices.SortFunc(t.requests, compareRequests)
	for _, r := range t.requests {
		if r.number == 0 {
			r.net.sent[r.place]++
			r.number, r.sentAt = r.net.sent[r.place], t.clock.step
			r.outcome = r.drawOutcome()
			t.check(r)
		}
	}
}

// take removes the selected requests from those on their way and returns them.
func (t *traffic) take(such func(*request) bool) []*request {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.DeleteFunc(slices.Clone(t.requests), func(r *request) bool { return !such(r) })
	t.requests = slices.DeleteFunc(t.requests, such)
	return all
}

// add puts requests on their way.
func (t *traffic) add(all ...*request) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.requests = append(t.requests, all...)
}

// arrival is a screen that has arrived at a place.
type arrival struct {
	after time.Duration
	chat.Place
	old  chat.Ref
	look string
}
