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
	identities := []chat.Identity{{Person: "anna"}, {Person: "anna elsewhere"}}
	undo := p.Record("anna elsewhere", began.Add(time.Minute))
	if at := p.lastSeen(identities); !at.Equal(began.Add(time.Minute)) {
		t.Errorf("last seen at %v, want the later record of the two identities", at)
	}
	if undo(); !p.lastSeen(identities).Equal(began) {
		t.Errorf("an undone record counts: %v", p.lastSeen(identities))
	}
	undo = p.Record("anna", began.Add(time.Hour))
	p.Record("anna", began.Add(2*time.Hour))
	if undo(); !p.lastSeen(identities).Equal(began.Add(2 * time.Hour)) {
		t.Errorf("undo removed a later record: %v", p.lastSeen(identities))
	}
	if p.Forget("anna"); !p.lastSeen(identities).IsZero() || !p.lastSeen(nil).IsZero() {
		t.Error("a forgotten person, or an empty list, has a last-seen time")
	}
	for i := range 3 * keepPresent {
		p.Record(chat.PersonID(fmt.Sprint(i)), began.Add(time.Duration(i)*time.Second))
	}
	first, last := []chat.Identity{{Person: "0"}}, []chat.Identity{{Person: chat.PersonID(fmt.Sprint(2 * keepPresent))}}
	if !p.lastSeen(first).IsZero() || p.lastSeen(last).IsZero() {
		t.Error("Presence must forget the first active people, and remember the last ones")
	}
}
