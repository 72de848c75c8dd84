package messages

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

func TestPresence(t *testing.T) {
	t.Parallel()
	p, began := newPresence(), time.Unix(1e9, 0)
	p.Record("anna", began)
	both := []chat.Identity{{Person: "anna"}, {Person: "anna elsewhere"}}
	back := p.Record("anna elsewhere", began.Add(time.Minute))
	if at := p.lastSeen(both); !at.Equal(began.Add(time.Minute)) {
		t.Errorf("seen at %v", at)
	}
	if back(); !p.lastSeen(both).Equal(began) {
		t.Errorf("an undone record counts: %v", p.lastSeen(both))
	}
	back = p.Record("anna", began.Add(time.Hour))
	p.Record("anna", began.Add(2*time.Hour))
	if back(); !p.lastSeen(both).Equal(began.Add(2 * time.Hour)) {
		t.Errorf("undo removed a later record: %v", p.lastSeen(both))
	}
	if p.Forget("anna"); !p.lastSeen(both).IsZero() || !p.lastSeen(nil).IsZero() {
		t.Error("a forgotten person, or nobody, was seen")
	}
	for i := range 3 * keepPresent {
		p.Record(chat.PersonID(fmt.Sprint(i)), began.Add(time.Duration(i)*time.Second))
	}
	first, last := []chat.Identity{{Person: "0"}}, []chat.Identity{{Person: chat.PersonID(fmt.Sprint(2 * keepPresent))}}
	if !p.lastSeen(first).IsZero() || p.lastSeen(last).IsZero() {
		t.Error("Presence remembers other people than the last active ones")
	}
}
