package outbox

import (
	"fmt"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

// TestPresence: the last that a person did through any identity counts; it can be taken
// back, and is forgotten.
func TestPresence(t *testing.T) {
	t.Parallel()
	p, began := NewPresence(), time.Unix(1e9, 0)
	p.Note("anna", began)
	both := []chat.PersonID{"anna", "anna elsewhere"}
	back := p.Note("anna elsewhere", began.Add(time.Minute))
	if at := p.Of(both); !at.Equal(began.Add(time.Minute)) {
		t.Errorf("seen at %v", at)
	}
	if back(); !p.Of(both).Equal(began) {
		t.Errorf("what was taken back counts: %v", p.Of(both))
	}
	back = p.Note("anna", began.Add(time.Hour))
	p.Note("anna", began.Add(2*time.Hour))
	if back(); !p.Of(both).Equal(began.Add(2 * time.Hour)) {
		t.Errorf("what was done since doesn't count: %v", p.Of(both))
	}
	if p.Drop("anna"); !p.Of(both).IsZero() || !p.Of(nil).IsZero() {
		t.Error("who is forgotten, or nobody, was seen")
	}
	for i := range 3 * maxPresent {
		p.Note(chat.PersonID(fmt.Sprint(i)), began.Add(time.Duration(i)*time.Second))
	}
	if n := len(p.last); n > maxPresent {
		t.Errorf("%d people are kept in mind", n)
	}
}
