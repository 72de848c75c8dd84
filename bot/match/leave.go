package match

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Leaver is a player whom the computer replaced.
type Leaver struct {
	HistoryEntry HistoryEntry
	Person       chat.PersonID
	TimedOut     int // how often others claimed that the player's time was up
}

// Leave makes the seats lose the match or hands them to the computer.
func (t *Table) Leave(seats engine.Seats, how engine.Verb, now time.Time) error {
	t.Consent = nil
	if t.ComputerTakesOver(seats) {
		for s := range seats.All() {
			replaceByComputer(t, s, now)
		}
		if t.Chairs.HasOnePerson() {
			t.Setup.Pace, t.Setup.SettleTimeouts = NoPace, false // nobody waits for the person
		}
		return nil
	}
	for s := range seats.All() {
		if t.Match.Deal == nil || t.Match.Deal.Result() != nil {
			break
		}
		if _, err := t.Match.Deal.Act(s, engine.Say(how, 0)); err != nil {
			return err
		}
	}
	if t.Match.Deal == nil {
		voidDeal(t)
	}
	t.Match.Left |= seats
	return nil
}

// ComputerTakesOver reports whether the computer replaces leavers: in games for more than two, if people remain and
// LeavingEnds is off.
func (t *Table) ComputerTakesOver(seats engine.Seats) bool {
	return !t.Match.Game.IsForTwo() && !t.Setup.LeavingEnds && t.Chairs.People()&^seats != 0
}

func replaceByComputer(t *Table, s engine.Seat, now time.Time) {
	left := t.Chairs[s]
	if !left.Robot {
		t.Effects.Leavers = append(t.Effects.Leavers, Leaver{t.HistoryEntry(s, true, now), left.Person, left.TimedOut})
	}
	t.Chairs[s] = Chair{
		Robot: true, Level: DefaultLevel, LeaverName: left.Name, FormerUser: left.User, Step: left.Step, LastInput: left.LastInput,
	}
	t.Places().dismissAll(func(m Message) bool { return m.Seat == s })
}

// Close ends a challenge or match without a result.
func (t *Table) Close(why CloseReason) {
	if t.Stage == Open {
		for s, c := range t.Chairs {
			if s > 0 && c.Person != "" {
				t.Messages.Add(chat.Place{User: c.User}, engine.Nobody)
			}
		}
	}
	voidDeal(t)
	t.Stage, t.Closed = Closed, why
}

// voidDeal records a deal without a result, so that its deck can be checked.
func voidDeal(t *Table) {
	if t.Decks().Receipt() == nil {
		return
	}
	next := t.Match
	if next.Deal == nil && next.NextDeal(t.Decks().Cut("")) != nil {
		return
	}
	recordDeal(t, len(t.Match.Done)+1, next.Deal)
}
