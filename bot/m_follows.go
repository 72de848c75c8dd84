package bot

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// follows is what follows of a change to a table besides the table itself.
type follows struct {
	deals  []endedDeal
	left   []leaver
	undone engine.Seats // who has got the last move back
	over   bool         // the match has ended
}

// endedDeal is a deal that has ended, and its number in the match, from 1.
type endedDeal struct {
	number int
	storedDeal
}

// leaver is who has left a match that goes on without them.
type leaver struct {
	past
	person   chat.PersonID
	timedOut int // how often others had claimed that their time was up
}

// need is what a table needs before anything else can follow.
type need int

// What a table may need.
const (
	needsNobody   need = iota // a person is asked, or the match is over
	needsCards                // those of the next deal
	needsComputer             // what it does in a seat that it plays in
)

// goOn lets everything follow that needs nobody: deals and the match end, cards that
// were set in advance are played. It returns what the table needs to go on further,
// and which seat the computer is asked for.
func (t *table) goOn() (need, engine.Seat, error) {
	for {
		t.endDeal()
		if t.match.Standing().Over {
			t.Stage, t.follows.over = finished, true
			return needsNobody, engine.Nobody, nil
		}
		if t.match.Deal == nil {
			return needsCards, engine.Nobody, nil
		}
		played, err := t.playAhead()
		if err != nil {
			return needsNobody, engine.Nobody, fmt.Errorf("bot: a card set in advance: %w", err)
		}
		if played {
			continue
		}
		for s := range t.match.Deal.Waiting().All() {
			if t.Chairs[s].byComputer() {
				return needsComputer, s, nil
			}
		}
		return needsNobody, engine.Nobody, nil
	}
}

// endDeal counts the deal if it is over.
func (t *table) endDeal() {
	deal := t.match.Deal
	if !t.match.EndDeal() {
		return
	}
	t.forgetAhead()
	t.comeBack()
	if !deal.Result().Void() {
		t.Ending = lastTrick(deal.Table().Tricks)
	}
	record := deal.Record()
	record.Edition = engine.Edition
	t.follows.deals = append(t.follows.deals, endedDeal{len(t.match.Done), storedDeal{record, t.whoSits()}})
}

// lastTrick is the last of the tricks; zero if there is none.
func lastTrick(tricks []engine.Trick) engine.Trick {
	if len(tricks) == 0 {
		return engine.Trick{}
	}
	return tricks[len(tricks)-1]
}

// storedDeal is the form of a finished deal in the store: its record, and with it
// who sat there.
type storedDeal struct {
	record engine.Record
	people []chat.PersonID
}

func (s storedDeal) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(s.record)
	if err != nil {
		return nil, err
	}
	people, err := json.Marshal(s.people)
	if err != nil {
		return nil, err
	}
	return slices.Concat(text[:len(text)-1], []byte(`,"people":`), people, []byte("}")), nil
}

func (s *storedDeal) UnmarshalJSON(text []byte) error {
	var sat struct {
		People []chat.PersonID `json:"people"`
	}
	if err := json.Unmarshal(text, &sat); err != nil {
		return err
	}
	s.people = sat.People
	return json.Unmarshal(text, &s.record)
}

// dealID is the code of a finished deal, counted from 1.
func dealID(id chat.TableID, n int) string { return fmt.Sprintf("%s-%d", id, n) }

// act lets the seat act. The error is an engine.Refusal if it may not.
func (t *table) act(s engine.Seat, actions ...engine.Action) error {
	if _, err := t.match.Deal.Act(s, actions...); err != nil {
		return err
	}
	t.dropUndo(s)
	t.Chairs[s].Ahead, t.Chairs[s].Missed = "", ""
	return nil
}

// leave lets the seats lose the match, unless it goes on without them; the first of
// them ends the deal so.
func (t *table) leave(seats engine.Seats, how engine.Verb, now time.Time) error {
	t.Consent = nil
	if t.goesOnWithout(seats) {
		for s := range seats.All() {
			t.takeOver(s, now)
		}
		if t.onePerson() {
			t.Setup.Pace, t.Setup.Settle = noPace, false // nobody waits any more
		}
		return nil
	}
	for s := range seats.All() {
		if t.match.Deal == nil || t.match.Deal.Result() != nil {
			break
		}
		if _, err := t.match.Deal.Act(s, engine.Say(how, 0)); err != nil {
			return err
		}
	}
	t.match.Left |= seats
	return nil
}

// takeOver lets the computer play on in the seat. Whoever sat there has lost; the
// others' match counts no more.
func (t *table) takeOver(s engine.Seat, now time.Time) {
	left := t.Chairs[s]
	if !left.Robot {
		t.follows.left = append(t.follows.left, leaver{t.past(s, true, now), left.Person, left.TimedOut})
	}
	t.Chairs[s] = chair{Robot: true, Left: left.Name, Who: left.User, Step: left.Step, Acted: left.Acted}
	for i, m := range t.Messages {
		if m.Seat == s {
			t.Messages[i].Seat, t.Messages[i].Last = engine.Nobody, t.Rev+1
		}
	}
}

// goesOnWithout says that the computer takes the seats over when they are left:
// where more than two play, some of them people still, and the table has it so.
func (t *table) goesOnWithout(seats engine.Seats) bool {
	return !t.match.Game.ForTwo() && !t.Setup.LeavingEnds && t.people()&^seats != 0
}
