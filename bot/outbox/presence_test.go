package outbox

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// TestPresence: the last that a person did through any identity counts; it can be taken
// back, and is forgotten.
func TestPresence(t *testing.T) {
	t.Parallel()
	p, began := NewPresence(), time.Unix(1e9, 0)
	p.Record("anna", began)
	both := []chat.Identity{{Person: "anna"}, {Person: "anna elsewhere"}}
	back := p.Record("anna elsewhere", began.Add(time.Minute))
	if at := p.LastSeen(both); !at.Equal(began.Add(time.Minute)) {
		t.Errorf("seen at %v", at)
	}
	if back(); !p.LastSeen(both).Equal(began) {
		t.Errorf("what was taken back counts: %v", p.LastSeen(both))
	}
	back = p.Record("anna", began.Add(time.Hour))
	p.Record("anna", began.Add(2*time.Hour))
	if back(); !p.LastSeen(both).Equal(began.Add(2 * time.Hour)) {
		t.Errorf("what was done since doesn't count: %v", p.LastSeen(both))
	}
	if p.Forget("anna"); !p.LastSeen(both).IsZero() || !p.LastSeen(nil).IsZero() {
		t.Error("who is forgotten, or nobody, was seen")
	}
	for i := range 3 * maxPresent {
		p.Record(chat.PersonID(fmt.Sprint(i)), began.Add(time.Duration(i)*time.Second))
	}
	first, last := []chat.Identity{{Person: "0"}}, []chat.Identity{{Person: chat.PersonID(fmt.Sprint(2 * maxPresent))}}
	if !p.LastSeen(first).IsZero() || p.LastSeen(last).IsZero() {
		t.Error("others are kept in mind than those who did something last")
	}
}

// TestLateCalls: a table is looked at when it is time, and again if that fails; an
// earlier time ends the wait for a later one, and the earliest of a table counts.
func TestLateCalls(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, began := newRig(t, true), time.Now()
		c := NewLateCalls()
		var looks []string
		fails := true
		r.Work.Go(func() {
			c.Run(r.Outbox, time.Now, func(id chat.TableID) error {
				looks = append(looks, string(id)+" "+time.Since(began).String())
				if id == "b" && fails {
					fails = false
					return errors.New("disk")
				}
				return nil
			})
		})
		synctest.Wait()
		for id, after := range map[chat.TableID]time.Duration{"a": time.Hour, "b": 10 * time.Minute} {
			c.Schedule(id, began.Add(after))
		}
		c.Schedule("a", began.Add(2*time.Hour))
		pass(5 * time.Minute)
		c.Schedule("c", time.Now())
		pass(3 * time.Hour)
		r.end()
		if want := []string{"c 5m0s", "b 10m0s", "b 11m0s", "a 1h0m0s"}; !slices.Equal(looks, want) {
			t.Errorf("looked at %q, want %q", looks, want)
		}
	})
}
