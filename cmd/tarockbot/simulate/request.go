package main

import (
	"cmp"
	"fmt"
	"time"

	"tarockbot/bot/chat"
)

type request struct {
	net      *network
	process  *process
	place    chat.Place
	target   chat.Ref
	screen   chat.Screen
	content  string
	departed time.Time
	number   int
	outcome  outcome
	arrival  int
	done     chan response // buffered
}

type response struct {
	ref    chat.Ref
	err    error
	panics bool // the connection panics, not the network
}

func (r *request) String() string {
	return fmt.Sprintf("request %d to %v (message %q, outcome %v)", r.number, r.place, r.target, r.outcome)
}

func (r *request) isDue(step int) bool { return r.outcome != outcomeLate || r.arrival <= step }

func (r *request) messageKey() messageKey { return messageKey{r.process, r.tablePlace(), r.target} }

func (r *request) tablePlace() tablePlace { return tablePlace{r.place, r.screen.Table} }

// compareRequests orders requests by content, independent of goroutine order.
func compareRequests(a, b *request) int {
	return cmp.Or(cmp.Compare(a.place.Chat, b.place.Chat), cmp.Compare(a.place.User, b.place.User), cmp.Compare(a.number, b.number),
		cmp.Compare(a.screen.Table, b.screen.Table), cmp.Compare(a.target, b.target), cmp.Compare(a.content, b.content))
}
