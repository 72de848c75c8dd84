package main

import (
	"cmp"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

// request is a request of a process to a network, on its way.
type request struct {
	net      *network
	process  *process
	place    chat.Place
	old      chat.Ref // of the message to edit; "" is a new one
	screen   chat.Screen
	look     string // of the screen; see lookOf
	departed time.Time
	number   int // among requests to this place; 0 before register
	outcome  outcome
	sentAt   int // the step of register
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

// message returns the request's message.
func (r *request) message() message { return message{r.process, r.tablePlace(), r.old} }

// tablePlace returns the place and table of the request's screen.
func (r *request) tablePlace() tablePlace { return tablePlace{r.place, r.screen.Table} }

// compareRequests orders requests by their content, not by the order in which goroutines made them.
func compareRequests(a, b *request) int {
	return cmp.Or(cmp.Compare(a.place.Chat, b.place.Chat), cmp.Compare(a.place.User, b.place.User), cmp.Compare(a.number, b.number),
		cmp.Compare(a.screen.Table, b.screen.Table), cmp.Compare(a.old, b.old), cmp.Compare(a.look, b.look))
}

// complete lets the network handle the request, records that, and sends the response to the process.
func (r *request) complete() {
	answer, t := r.response(), r.net.traffic
	t.history.record("%s shows %v %q: %q %v, %x", r.net.name, r.place, r.old, answer.ref, answer.err, hashOf(r.look))
	t.completed = append(t.completed, completion{time.Since(t.began), r.place, r.old, r.look})
	r.done <- answer
}

// response returns the network's response. It applies the screen unless the outcome prevents that.
func (r *request) response() response {
	to, moved := r.net.moved[r.place.Chat]
	switch {
	case r.net.isDisconnected() || r.outcome == unsent:
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
	answer := r.applyScreen()
	if r.outcome == cut && answer.err == nil {
		return response{err: errCut}
	}
	return answer
}

// applyScreen makes the screen the message's content, and returns the message's reference.
func (r *request) applyScreen() response {
	p := r.net.posts[r.old]
	switch {
	case p != nil && p.place == r.place:
	case r.old != "":
		if noticedBy, isDeleted := r.net.deleted[r.tablePlace()]; isDeleted && noticedBy == nil {
			r.net.deleted[r.tablePlace()] = r.process
		}
		return response{err: chat.ErrGone}
	default:
		p = &post{ref: chat.Ref(fmt.Sprint(r.place.Chat, r.place.User, "#", r.number)), place: r.place}
		r.net.posts[p.ref] = p
		r.net.postsAt[r.place] = append(r.net.postsAt[r.place], p)
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
	if !t.trouble.mishaps || t.trouble.spareRequests {
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

// arrivesAt returns the step at which a late request arrives.
func (r *request) arrivesAt() int { return r.sentAt + 1 + r.number%mostLate }
