// Package match is the life of a table, from the challenge to the rematch: who sits
// there, what is played, whose clock runs, who asks for what, whom the others wait
// for. It is pure: it reads no store, no network and no clock. Facts tell it what is true
// around a table. A Need says what it lacks to go on, Follows what has to be stored or
// done besides. Start at Table, then GoOn.
package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

// Stage is where a table is in its life.
type Stage string

// The stages of a table.
const (
	Open     Stage = "open"     // a challenge that waits to be accepted
	Playing  Stage = "playing"  // a match
	Finished Stage = "finished" // a match that is over
	Closed   Stage = "closed"   // a challenge, or match, that came to nothing
)

// Table is a challenge or match: all that is needed to show and go on with it.
type Table struct {
	ID         chat.TableID  `json:"id"`
	Stage      Stage         `json:"stage"`
	Rev        int64         `json:"rev"`  // raised by every change that shows
	Lang       string        `json:"lang"` // of the board
	Chat       chat.ChatID   `json:"chat,omitempty"`
	Space      chat.ChatID   `json:"space,omitempty"`  // the server or group that the chat belongs to
	Thread     *bool         `json:"thread,omitempty"` // see Screen.Thread
	Host       chat.PersonID `json:"host"`
	DeclinedBy string        `json:"guest,omitempty"` // who declined, by name
	Created    time.Time     `json:"created"`
	Touched    time.Time     `json:"touched"`
	Closed     string        `json:"closed,omitempty"` // why it came to nothing

	Chairs   Chairs       `json:"chairs"`
	Setup    Setup        `json:"setup"`
	Drawn    []card.Card  `json:"drawn,omitempty"` // the cut for the first deal, by seat
	Messages Messages     `json:"messages"`
	Ending   engine.Trick `json:"ending,omitzero"` // the last trick of the last deal played; zero if it had none
	Consent  *consent     `json:"consent,omitempty"`
	Denied   *Denial      `json:"denied,omitempty"`
	Again    engine.Seats `json:"again,omitempty"`  // who wants a rematch
	Next     chat.TableID `json:"next,omitempty"`   // the rematch
	Alarm    string       `json:"alarm,omitempty"`  // the key of the alarm by which it is looked at
	Paused   bool         `json:"paused,omitempty"` // all clocks stand still, as agreed
	Ran      int64        `json:"ran,omitempty"`    // how long the bot had run when somebody last touched it, in milliseconds
	// Unrated is why the match isn't rated, as far as that is known; see bot/people/standing.
	Unrated string      `json:"unrated,omitempty"`
	Ratings []RatedSeat `json:"ratings,omitempty"` // by seat, once the match has been rated
	// Over are the seats to be told that the match is over: another has ended it.
	Over engine.Seats `json:"over,omitempty"`
	// Seed is what computer players throw their dice by.
	Seed uint64 `json:"seed,omitempty"`
	// Movers are those after whose doing a computer player that thinks is to move.
	Movers engine.Seats `json:"movers,omitempty"`
	// Rest is the seat whose computer player has said that it takes every trick that is
	// left; see Rest.By.
	Rest engine.Seats `json:"rest,omitempty"`
	// Called is how many calls there were.
	Called int `json:"called,omitempty"`

	Fair           *Fairness    `json:"-"` // nil if nobody can check the decks: the table is from before they could
	Match          engine.Match `json:"-"` // its parts are stored; see Encode
	Follows        Follows      `json:"-"` // of the change that is being made
	encodedResults resultsJSON
}

// Setup is what a table is played by, and how it is shown.
type Setup struct {
	engine.Setup
	HidePoints bool `json:"hidePoints,omitempty"` // those in tricks, before the end of a deal
	// LeavingEnds says that a match of more than two ends when somebody leaves;
	// else the computer takes the seat over.
	LeavingEnds bool `json:"leavingEnds,omitempty"`
	Friendly    bool `json:"friendly,omitempty"` // not to be rated
	Pace        Pace `json:"pace,omitempty"`
	// Settle says that a deal is settled by the rules when somebody's time is up;
	// else the computer plays the rest of it for them.
	Settle bool `json:"settle,omitempty"`
	// CutEach says that who cuts does so before each deal, once its deck is committed to;
	// else each person may cut once a match.
	CutEach bool `json:"cutEach,omitempty"`
	// Stake is what a game point is worth, in cents; 0 is nothing.
	Stake int `json:"stake,omitempty"`
}

// Public is the deal as it is shown; zero if none is being played.
func (t *Table) Public() (deal engine.PublicView) {
	if t.Match.Deal != nil {
		deal = t.Match.Deal.PublicView()
	}
	if t.Setup.HidePoints && deal.Result == nil {
		deal.Thirds = nil
	}
	return deal
}

// storedTable is the form of a table in the store: the match as its parts. See
// Encode for how it is written.
type storedTable struct {
	*legacyTable
	Done []storedResult `json:"done,omitempty"`
	Left engine.Seats   `json:"left,omitempty"`
	Deal *engine.Record `json:"deal,omitempty"`
	Fair *Fairness      `json:"fair,omitempty"`
}

type legacyTable Table

// storedResult keeps with a result what records leave out.
type storedResult struct {
	Result engine.Result `json:"result"`
	End    engine.End    `json:"end,omitzero"`
	Drawn  bool          `json:"drawn,omitempty"`
	How    []engine.How  `json:"how,omitempty"` // by item
	// InTricks is engine.Result's.
	InTricks []int `json:"in_tricks,omitempty"`
}

func storeResult(r engine.Result) storedResult {
	s := storedResult{Result: r, End: r.End, Drawn: r.Drawn, InTricks: r.InTricks}
	for _, item := range r.Items {
		s.How = append(s.How, item.How)
	}
	return s
}

func (s storedResult) restore() engine.Result {
	r := s.Result
	r.End, r.Drawn, r.InTricks = s.End, s.Drawn, s.InTricks
	for i, how := range s.How[:min(len(s.How), len(r.Items))] {
		r.Items[i].How = how
	}
	return r
}

// resultsJSON is the stored form of the first n results, without its brackets: it
// is kept, for results never change and the table is stored after every move.
type resultsJSON struct {
	n    int
	text []byte
}

// with is the text of all the results.
func (d resultsJSON) with(all []engine.Result) (resultsJSON, error) {
	for ; d.n < len(all); d.n++ {
		one, err := json.Marshal(storeResult(all[d.n]))
		if err != nil {
			return d, err
		}
		if d.n > 0 {
			d.text = append(d.text, ',')
		}
		d.text = append(d.text, one...)
	}
	return d, nil
}

// Encode writes a storedTable. The parts that are long are put together by
// hand, for the json package would read through them once more.
func (t *Table) Encode() ([]byte, error) {
	data, err := json.Marshal(struct {
		*legacyTable
		Left engine.Seats `json:"left,omitempty"`
	}{(*legacyTable)(t), t.Match.Left})
	if err != nil {
		return nil, err
	}
	if t.encodedResults, err = t.encodedResults.with(t.Match.Done); err != nil {
		return nil, err
	}
	data = data[:len(data)-1]
	if t.encodedResults.n > 0 {
		data = append(append(append(data, `,"done":[`...), t.encodedResults.text...), ']')
	}
	if t.Match.Deal != nil {
		if data, err = t.Match.Deal.AppendRecord(append(data, `,"deal":`...)); err != nil {
			return nil, err
		}
	}
	if t.Fair != nil {
		text, err := t.Fair.encode()
		if err != nil {
			return nil, err
		}
		data = append(append(data, `,"fair":`...), text...)
	}
	return append(data, '}'), nil
}

// Parse reads a stored table and replays its running deal.
func Parse(id string, data []byte) (*Table, error) {
	t := new(Table)
	s := storedTable{legacyTable: (*legacyTable)(t)}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("bot: table %s: %w", id, err)
	}
	game, err := games.ByRules(t.Setup.Rules)
	if err != nil {
		return nil, fmt.Errorf("bot: table %s: %w", id, err)
	}
	t.Match, t.Fair = engine.Match{Game: game, Setup: t.Setup.Setup, Left: s.Left}, s.Fair
	for _, r := range s.Done {
		t.Match.Done = append(t.Match.Done, r.restore())
	}
	if s.Deal != nil {
		// The error tells which cards were put away: it is not for the log.
		if t.Match.Deal, err = engine.Replay(game, *s.Deal); err != nil {
			return nil, fmt.Errorf("bot: table %s: its deal can't be replayed", id)
		}
	}
	return t, nil
}

// Clone is a copy that can be changed while the original is kept.
func (t *Table) Clone() *Table {
	c := *t
	c.Follows = Follows{}
	c.Chairs = slices.Clone(t.Chairs)
	c.Messages = slices.Clone(t.Messages)
	c.Match.Done = slices.Clip(t.Match.Done)
	c.encodedResults.text = slices.Clip(t.encodedResults.text)
	if t.Match.Deal != nil {
		c.Match.Deal = t.Match.Deal.Clone()
	}
	return &c
}

// IsActive says that the table still goes on.
func (t *Table) IsActive() bool { return t.Stage == Open || t.Stage == Playing }

// Waiting is whose turn it is.
func (t *Table) Waiting() engine.Seats {
	if t.Stage != Playing || t.Match.Deal == nil {
		return 0
	}
	return t.Match.Deal.Waiting()
}

// computersOf are the seats that wait for the computer, which may play in somebody's absence.
func computersOf(t *Table) engine.Seats {
	return t.Waiting() & t.Chairs.Seats(func(c Chair) bool { return c.Robot || c.Absent })
}

// Thinking are the seats that wait for a computer player that thinks.
func (t *Table) Thinking() engine.Seats {
	return computersOf(t) & t.Chairs.Seats(func(c Chair) bool { return c.Plays().Thinks() })
}

// DrawnCard is what the seat drew for the first deal.
func (t *Table) DrawnCard(s int) (card.Card, bool) {
	if s < len(t.Drawn) {
		return t.Drawn[s], true
	}
	return 0, false
}

// Message is one message that shows the table.
type Message struct {
	Place chat.Place  `json:"place"`
	Space chat.ChatID `json:"space,omitempty"` // the server or group of a board that isn't the first; see Table.Space
	Seat  engine.Seat `json:"seat"`            // whose panel; Nobody for the board
	Ref   chat.Ref    `json:"ref,omitempty"`
	Old   chat.Ref    `json:"old,omitempty"` // the message whose place it has taken, to be retired
	Shown int64       `json:"shown"`         // the revision it shows
	// Repost says that somebody has asked for it: it is posted anew, and the one
	// before retired. It is over once the new one's reference is stored.
	Repost bool `json:"repost,omitempty"`
	// Lost says that nobody can be reached in the place: the table is suspended
	// there. Nothing is sent until somebody is heard of in the place.
	Lost bool `json:"lost,omitempty"`
	// Gone is how long the bot had run when that was found out, in milliseconds.
	Gone int64 `json:"gone,omitempty"`
	// Last is the last revision that is shown, if its reader doesn't belong to
	// the table any more: it tells them so. 0 for none.
	Last int64 `json:"last,omitempty"`
}

// Messages are those that show a table.
type Messages []Message

// In is the message in the place; nil if there is none (any more).
func (ms Messages) In(p chat.Place) *Message {
	for i := range ms {
		if ms[i].Place == p {
			return &ms[i]
		}
	}
	return nil
}

// Add makes one more message, unless the place has one for the seat already.
func (ms *Messages) Add(p chat.Place, seat engine.Seat) {
	if m := ms.In(p); m != nil {
		m.Seat, m.Last = seat, 0
		return
	}
	*ms = append(*ms, Message{Place: p, Seat: seat})
}

// Behind says that the message doesn't show all that it is to show.
func (m Message) Behind(t *Table) bool {
	return m.Shown < t.Rev && (m.Last == 0 || m.Shown < m.Last)
}
