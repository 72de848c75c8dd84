package main

import (
	"cmp"
	"time"

	"tarockbot/bot/chat"
)

// request is a request of a process to a network, on its way.
type request struct {
	net      *network
	process  *process
	place    chat.Place
	target   chat.Ref // the message to edit; "" is a new one
	screen   chat.Screen
	look     string // of the screen; see lookOf
	departed time.Time
	number   int // among requests to this place; 0 before register
	outcome  outcome
	sentAt   int           // the step of register
	done     chan response // has room for the response
}

// response is the network's reply to a request.
type response struct {
	ref chat.Ref
	err error
}

// messageKey identifies a message as one process knows it.
type messageKey struct {
	process *process
	at      tablePlace
	target  chat.Ref
}

// messageKey returns the key of the request's message.
func (r *request) messageKey() messageKey { return messageKey{r.process, r.tablePlace(), r.target} }

// tablePlace returns the place and table of the request's screen.
func (r *request) tablePlace() tablePlace { return tablePlace{r.place, r.screen.Table} }

// compareRequests orders requests by their content, not by the order in which goroutines made them.
func compareRequests(a, b *request) int {
	return cmp.Or(cmp.Compare(a.place.Chat, b.place.Chat), cmp.Compare(a.place.User, b.place.User), cmp.Compare(a.number, b.number),
		cmp.Compare(a.screen.Table, b.screen.Table), cmp.Compare(a.target, b.target), cmp.Compare(a.look, b.look))
}

// complete lets the network handle the request, records that, and sends the response.
func (r *request) complete() {
	answer, t := r.net.receive(r), r.net.traffic
	t.history.record("%s shows %v %q: %q %v, %x", r.net.name, r.place, r.target, answer.ref, answer.err, hashOf(r.look))
	t.completed = append(t.completed, completion{time.Since(t.began), r.place, r.target, r.look})
	t.respond(r, answer)
}

// outcome is the fate that the network gives a request.
type outcome int

const (
	outcomeArrives outcome = iota
	outcomeLate            // other requests overtake it
	outcomeUnsent          // it doesn't arrive
	outcomeCut             // it arrives, but its reply doesn't
	outcomeLimited         // the network asks for a later retry
	outcomeRefused         // the network refuses it permanently
	outcomeFaulty          // the connection panics
)

// mishapShares are the shares of the outcomes that are mishaps, in two hundred requests. The other requests arrive.
var mishapShares = [...]uint64{outcomeLate: 8, outcomeUnsent: 4, outcomeCut: 4, outcomeLimited: 4, outcomeRefused: 1, outcomeFaulty: 1}

// drawOutcome returns an outcome that depends only on the seed, the place and the number, not on the time of the call.
func (r *request) drawOutcome() outcome {
	t := r.net.traffic
	if !t.trouble.mishaps || t.trouble.spareRequests {
		return outcomeArrives
	}
	x := mix(t.seed, hashOf(string(r.place.Chat)+string(r.place.User)), uint64(r.number)) % 200
	for o, share := range mishapShares {
		if x < share {
			if r.net.traits.Forgets && outcome(o) != outcomeLate { // the page is in the bot's own process: no request fails
				return outcomeArrives
			}
			return outcome(o)
		}
		x -= share
	}
	return outcomeArrives
}

// arrivesAt returns the step at which a late request arrives.
func (r *request) arrivesAt() int { return r.sentAt + 1 + r.number%mostLate }
