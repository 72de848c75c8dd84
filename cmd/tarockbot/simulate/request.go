package main

import (
	"cmp"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

// request is a request of a process to a network, in flight or ended.
type request struct {
	net      *network
	process  *process
	place    chat.Place
	target   chat.Ref // the message to edit; "" is a new one
	screen   chat.Screen
	look     string // look of the screen; see lookOf
	departed time.Time
	number   int // number among the requests to this place; 0 before register
	outcome  outcome
	arrival  int           // step of the evening at which the request arrives if it is late
	done     chan response // has room for the response
}

// response is the network's reply to a request.
type response struct {
	ref    chat.Ref
	err    error
	panics bool // Show panics: the connection is at fault, not the network
}

// String returns the request's name in the history.
func (r *request) String() string {
	return fmt.Sprintf("request %d to %v (message %q, outcome %v)", r.number, r.place, r.target, r.outcome)
}

// isDue reports whether the request can be answered at the step.
func (r *request) isDue(step int) bool { return r.outcome != outcomeLate || r.arrival <= step }

// messageKey returns the key of the request's message.
func (r *request) messageKey() messageKey { return messageKey{r.process, r.tablePlace(), r.target} }

// tablePlace returns the place and table of the request's screen.
func (r *request) tablePlace() tablePlace { return tablePlace{r.place, r.screen.Table} }

// compareRequests orders requests by their content, not by the order in which goroutines made them.
func compareRequests(a, b *request) int {
	return cmp.Or(cmp.Compare(a.place.Chat, b.place.Chat), cmp.Compare(a.place.User, b.place.User), cmp.Compare(a.number, b.number),
		cmp.Compare(a.screen.Table, b.screen.Table), cmp.Compare(a.target, b.target), cmp.Compare(a.look, b.look))
}
