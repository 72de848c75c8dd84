package match

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/fair"
	"tarockbot/engine/robot"
)

// Before is a table before a change, as far as that matters after it: what every seat
// was asked, and what there was to call for.
type Before struct {
	asked []question
	calls situation
}

// Before is the table as it is before a change.
func (t *Table) Before() Before { return Before{questions(t), t.Calls().situation()} }

// After completes a change: it gives each seat with a new question a new step, updates the clocks and
// raises calls. The actors are the seats that made the change.
func (t *Table) After(f Facts, b Before, actors engine.Seats) {
	if t.Stage != Open {
		t.Clocks().setTimers(f, raiseSteps(t, b.asked), t.Follows.Undone)
	}
	if t.Movers |= actors; t.Thinking() == 0 {
		t.Movers = 0
	}
	t.Calls().raise(f, b.calls, actors)
}

// Touch notes that somebody does something here.
func (t *Table) Touch(f Facts) { t.Touched, t.Ran = f.Now(), f.Ran().Milliseconds() }

// Start lets a table that is new begin its life: its clocks run, and seats are called.
func (t *Table) Start(f Facts) {
	t.Rev, t.Created = 1, f.Now()
	t.Touch(f)
	if t.Stage != Open {
		t.Clocks().setTimers(f, 0, 0)
	}
	t.Calls().raise(f, situation{}, 0)
}

// Begin starts the match of a table whose seats are filled: they have drawn these cards
// for the first deal, and everybody gets a panel. It says whether the cards tell who
// deals first; else the seats have to draw again, and nothing has begun.
func (t *Table) Begin(drawn []card.Card) bool {
	first, ok := engine.CutForDeal(drawn)
	if !ok {
		return false
	}
	t.Stage, t.Drawn, t.Setup.First = Playing, drawn, first
	t.Match.Setup = t.Setup.Setup
	for s, c := range t.Chairs {
		if !c.Robot { // a challenge's private message becomes the panel
			t.Messages.Add(chat.Place{User: cmp.Or(c.Via, c.User)}, engine.Seat(s))
		}
	}
	return true
}

// Rematch is the next table, with the same people in the same seats and boards where
// they are. Whose yes has begun it is its host: that of the last may have left.
func (t *Table) Rematch(id chat.TableID, host chat.PersonID) *Table {
	next := &Table{
		ID: id, Lang: t.Lang, Chat: t.Chat, Space: t.Space, Thread: t.Thread, Host: host, Setup: t.Setup,
		Match: engine.Match{Game: t.Match.Game, Setup: t.Setup.Setup},
	}
	for _, c := range t.Chairs {
		chair := Chair{Person: c.Person, User: c.User, Via: c.Via, Name: c.Name, Step: 1}
		if c.Robot {
			chair = RobotChair(c.Plays())
			chair.Step = 1
		}
		next.Chairs = append(next.Chairs, chair)
	}
	if next.Chat != "" {
		PlacesOf(next).AddBoard(next.Chat, next.Space)
	}
	for _, m := range t.Messages {
		if m.Place.Chat != "" {
			PlacesOf(next).AddBoard(m.Place.Chat, m.Space)
		}
	}
	t.Next = id
	return next
}

// question is what a seat is asked, and when: the same words asked again after
// an answer, or in another deal, are another question.
type question struct {
	prompt engine.Prompt
	deal   int // how many deals were over
	moves  int // how many moves the seat had made
}

// questions is what every seat is asked now.
func questions(t *Table) []question {
	all := make([]question, len(t.Chairs))
	for s := range all {
		all[s].deal = len(t.Match.Done)
		if t.Match.Deal != nil {
			all[s].prompt = t.Match.Deal.Prompt(engine.Seat(s))
			all[s].moves = t.Match.Deal.Made(engine.Seat(s))
		}
	}
	return all
}

// same says whether two questions are one. An empty prompt asks nothing.
func (q question) same(o question) bool {
	a, b := q.prompt, o.prompt
	return q.deal == o.deal && q.moves == o.moves &&
		a.Phase == b.Phase && a.Pick == b.Pick && slices.Equal(a.Words, b.Words)
}

// raiseSteps gives every seat that is asked something new a new step, and tells
// which those are.
func raiseSteps(t *Table, before []question) (asked engine.Seats) {
	for s, now := range questions(t) {
		if s >= len(before) || !before[s].same(now) {
			t.Chairs[s].Step++
			asked |= engine.Seat(s).Bit()
		}
	}
	return asked
}

// Follows is what follows of a change to a table besides the table itself.
type Follows struct {
	Deals  []EndedDeal
	Left   []Leaver
	Undone engine.Seats // who has got the last move back
	Over   bool         // the match has ended
}

// EndedDeal is a deal that has ended, and its number in the match, from 1.
type EndedDeal struct {
	Number int
	StoredDeal
}

// Leaver is who has left a match that goes on without them.
type Leaver struct {
	Past
	Person   chat.PersonID
	TimedOut int // how often others had claimed that their time was up
}

// Need is what a table needs before anything else can follow.
type Need int

// What a table may need.
const (
	needsNobody   Need = iota // a person is asked, or the match is over
	NeedsCards                // those of the next deal
	NeedsComputer             // what it does in a seat that it plays in, without thinking
)

// GoOn lets everything follow that needs nobody: deals and the match end, cards that
// were set in advance are played, and the last trick where nobody has a choice. It returns
// what the table needs to go on further, and which seat the computer is asked for; those that
// are Thinking are asked elsewhere.
func (t *Table) GoOn() (Need, engine.Seat, error) {
	for {
		endDeal(t)
		if t.Match.Score().Over {
			t.Stage, t.Follows.Over = Finished, true
			return needsNobody, engine.Nobody, nil
		}
		if DecksOf(t).WaitsForCut() != engine.Nobody {
			return needsNobody, engine.Nobody, nil
		}
		if t.Match.Deal == nil {
			return NeedsCards, engine.Nobody, nil
		}
		played, err := playUnasked(t)
		if err != nil {
			return needsNobody, engine.Nobody, fmt.Errorf("bot: a card played unasked: %w", err)
		}
		if played {
			continue
		}
		for s := range (computersOf(t) &^ t.Thinking()).All() {
			return NeedsComputer, s, nil
		}
		return needsNobody, engine.Nobody, nil
	}
}

// endDeal counts the deal if it is over.
func endDeal(t *Table) {
	deal := t.Match.Deal
	if !t.Match.EndDeal() {
		return
	}
	t.Chairs.forgetAhead()
	t.Requests().forgetUndo()
	t.Rest = 0
	for s := range t.Chairs {
		t.Chairs[s].resume() // everybody plays the next deal
	}
	if !deal.Result().Void() {
		t.Ending = engine.Trick{}
		if tricks := deal.PublicView().Tricks; len(tricks) > 0 {
			t.Ending = tricks[len(tricks)-1]
		}
	}
	recordDeal(t, len(t.Match.Done), deal)
}

// voidDeal ends the deal without a result, if there is one, or its deck waits for who cuts:
// it can be checked like others.
func voidDeal(t *Table) {
	if DecksOf(t).Receipt() == nil {
		return
	}
	next := t.Match
	if next.Deal == nil && next.NextDeal(DecksOf(t).Cut("")) != nil {
		return // the match is over
	}
	recordDeal(t, len(t.Match.Done)+1, next.Deal)
}

// recordDeal lets the deal follow, with its proof.
func recordDeal(t *Table, number int, deal *engine.Deal) {
	record := deal.Record()
	record.Edition = engine.Edition
	t.Follows.Deals = append(t.Follows.Deals, EndedDeal{number, StoredDeal{record, t.Chairs.WhoSits(), DecksOf(t).reveal()}})
}

// StoredDeal is the form of a finished deal in the store: its record, and with it
// who sat there and the proof of its deck.
type StoredDeal struct {
	Record engine.Record
	Sat
	Proof *fair.Proof // nil if the deck can't be checked
}

// Sat is who sat at a table.
type Sat struct {
	People []chat.PersonID `json:"people"`           // by seat; "" for the computer
	Levels []robot.Level   `json:"levels,omitempty"` // of the computer; see Chairs.Levels
}

// MarshalJSON writes the record, and behind its fields who sat there.
func (s StoredDeal) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(s.Record)
	if err != nil {
		return nil, err
	}
	who, err := json.Marshal(s.Sat)
	if err != nil {
		return nil, err
	}
	text = slices.Concat(text[:len(text)-1], []byte(","), who[1:])
	if s.Proof == nil {
		return text, nil
	}
	proof, err := json.Marshal(s.Proof)
	return slices.Concat(text[:len(text)-1], []byte(`,"proof":`), proof, []byte("}")), err
}

// UnmarshalJSON reads what MarshalJSON has written.
func (s *StoredDeal) UnmarshalJSON(text []byte) error {
	beside := struct {
		*Sat
		Proof **fair.Proof `json:"proof"`
	}{&s.Sat, &s.Proof}
	if err := json.Unmarshal(text, &beside); err != nil {
		return err
	}
	return json.Unmarshal(text, &s.Record)
}

// DealFile is a stored deal as it is given away: without who sat there in the end, which nobody has signed, and
// with the edition of the rules that it was settled by, which the first ones don't say. The error says that it
// isn't one.
func DealFile(stored []byte) ([]byte, error) {
	var d struct {
		Format  json.RawMessage `json:"format,omitempty"`
		Rules   json.RawMessage `json:"rules,omitempty"`
		Options json.RawMessage `json:"options,omitempty"`
		Dealer  json.RawMessage `json:"dealer,omitempty"`
		Deck    json.RawMessage `json:"deck,omitempty"`
		Actions json.RawMessage `json:"actions,omitempty"`
		Result  json.RawMessage `json:"result,omitempty"`
		Edition int             `json:"edition"`
		Levels  json.RawMessage `json:"levels,omitempty"`
		Proof   json.RawMessage `json:"proof,omitempty"`
	}
	if err := json.Unmarshal(stored, &d); err != nil {
		return nil, fmt.Errorf("match: deal: %w", err)
	}
	d.Edition = cmp.Or(d.Edition, engine.FirstEdition)
	return json.Marshal(d)
}

// DealID is the code of a finished deal, counted from 1.
func DealID(id chat.TableID, n int) string { return fmt.Sprintf("%s-%d", id, n) }

// Act lets the seat act. The error is an engine.Refusal if it may not, or a refusal to who
// comes before the cards.
func (t *Table) Act(s engine.Seat, actions ...engine.Action) error {
	if err := DecksOf(t).Dealt(); err != nil {
		return err
	}
	if _, err := t.Match.Deal.Act(s, actions...); err != nil {
		return err
	}
	t.Requests().dropUndo(s)
	t.Chairs[s].Ahead, t.Chairs[s].Missed = "", ""
	return nil
}

// Leave lets the seats lose the match, unless it goes on without them; the first of
// them ends the deal so.
func (t *Table) Leave(seats engine.Seats, how engine.Verb, now time.Time) error {
	t.Consent = nil
	if t.GoesOnWithout(seats) {
		for s := range seats.All() {
			replaceByComputer(t, s, now)
		}
		if t.Chairs.OnePerson() {
			t.Setup.Pace, t.Setup.Settle = NoPace, false // nobody waits any more
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

// replaceByComputer lets the computer play on in the seat. Whoever sat there has lost; the
// others' match counts no more.
func replaceByComputer(t *Table, s engine.Seat, now time.Time) {
	left := t.Chairs[s]
	if !left.Robot {
		t.Follows.Left = append(t.Follows.Left, Leaver{t.Past(s, true, now), left.Person, left.TimedOut})
	}
	t.Chairs[s] = Chair{Robot: true, Level: robot.Medium, Left: left.Name, FormerUser: left.User, Step: left.Step, Acted: left.Acted}
	PlacesOf(t).dismissAll(func(m Message) bool { return m.Seat == s })
}

// GoesOnWithout says that the computer takes the seats over when they are left:
// where more than two play, some of them people still, and the table has it so.
func (t *Table) GoesOnWithout(seats engine.Seats) bool {
	return !t.Match.Game.ForTwo() && !t.Setup.LeavingEnds && t.Chairs.People()&^seats != 0
}

// Past is one finished match as its person's history keeps it.
type Past struct {
	Table  chat.TableID    `json:"table"`
	Rules  string          `json:"rules"`
	Ended  time.Time       `json:"ended"`
	People []chat.PersonID `json:"people"`           // by seat; "" for the computer
	Levels []robot.Level   `json:"levels,omitempty"` // see Chairs.Levels
	Seat   engine.Seat     `json:"seat"`
	Totals []int           `json:"totals"`
	Won    bool            `json:"won"`
	Drawn  bool            `json:"drawn,omitempty"` // others have won as well
	Deals  int             `json:"deals"`
	Chat   chat.ChatID     `json:"chat,omitempty"`   // where it counted besides everywhere
	Also   []chat.ChatID   `json:"also,omitempty"`   // and where else
	Left   bool            `json:"left,omitempty"`   // the person left, or in older histories anybody
	Rating *RatedSeat      `json:"rating,omitempty"` // how the match has changed it; nil if it hasn't
}

// Sat is who sat there.
func (p Past) Sat() Sat { return Sat{p.People, p.Levels} }

// CountedIn says that the match counted in the scope.
func (p Past) CountedIn(scope chat.ChatID) bool {
	return p.Chat == scope || slices.Contains(p.Also, scope)
}

// HasLeft says that the person left the match. Who did hasn't won.
func (p Past) HasLeft() bool { return p.Left && !p.Won }

// Past is the match of the seat's person, who has left it or not, as it is by now.
func (t *Table) Past(s engine.Seat, left bool, now time.Time) Past {
	end, sat := t.Match.Score(), t.Chairs.WhoSits()
	p := Past{Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC(), People: sat.People, Levels: sat.Levels, Seat: s, Totals: end.Totals,
		Won: end.Winners.Has(s), Drawn: end.Winners.Has(s) && end.Winners.Len() > 1, Deals: len(t.Match.Done), Left: left}
	if int(s) < len(t.Ratings) {
		p.Rating = &t.Ratings[s]
	}
	return p
}

// RatedSeat is what the end of a match tells of a seat's rating.
type RatedSeat struct {
	Before      int  `json:"before"`
	After       int  `json:"after"`
	Provisional bool `json:"provisional,omitempty"`
}

// historyTime is how the time of a match's end is written in its id: so that it
// sorts.
const historyTime = "20060102T150405.000"

// Mark tells the match from the person's others, and sorts by time.
func (p Past) Mark() string { return p.Ended.UTC().Format(historyTime) + "|" + string(p.Table) }

// playUnasked plays a card for which nobody need be asked any more, if there is one.
func playUnasked(t *Table) (played bool, err error) {
	if s, play, ok := t.Match.Deal.LastPlay(); ok {
		_, err := t.Match.Deal.Act(s, play)
		return true, err
	}
	return AheadOf(t).play()
}

// forgetAhead takes away what was set in advance: it was meant for another
// position.
func (cs Chairs) forgetAhead() {
	for s := range cs {
		cs[s].Ahead, cs[s].Missed = "", ""
	}
}
