// Package match implements the life of a table, from challenge to rematch: seating, moves, clocks, requests and
// calls. It is pure: no store, network or clock. Facts supplies what a table needs to know from outside. Need says
// what it lacks to continue. Follows says what the caller must store. Start at Table, then Table.Advance.
package match

import (
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Stage is the part of its life that a table is in.
type Stage string

// The stages of a table.
const (
	Open     Stage = "open"     // a challenge that waits for players
	Playing  Stage = "playing"  // a running match
	Finished Stage = "finished" // a match that is over
	Closed   Stage = "closed"   // a challenge or match that came to nothing
)

// IsActive reports whether the table is a challenge or a running match.
func (s Stage) IsActive() bool { return s == Open || s == Playing }

// HasBegun reports whether the table is a match, running or over.
func (s Stage) HasBegun() bool { return s == Playing || s == Finished }

// CloseReason is why a table came to nothing: one of these, or one of DeclineReasons. Ids of texts contain it.
type CloseReason string

// The reasons besides DeclineReasons.
const (
	ClosedWithdrawn CloseReason = "withdrawn" // the host withdrew the challenge
	ClosedExpired   CloseReason = "expired"   // nobody accepted the challenge
	ClosedVoid      CloseReason = "void"      // a player of the match could not be reached
	ClosedAbandoned CloseReason = "abandoned" // nobody touched the match
)

// DeclineReasons returns the polite reasons for declining a challenge.
func DeclineReasons() []string { return []string{"now", "rules", "shorter"} }

// Table is a challenge or match: all that is needed to show and continue it. Encode stores it. Its methods concern the
// whole table; their steps are functions beside them. The methods about one subject belong to a type of its own, such
// as Clocks, Decks or Requests. The methods that need only the chairs belong to Chairs.
type Table struct {
	ID         chat.TableID  `json:"id"`
	Stage      Stage         `json:"stage"`
	Rev        int64         `json:"rev"`  // the revision, raised by every change that shows
	Lang       string        `json:"lang"` // the board's language
	Chat       chat.ChatID   `json:"chat,omitempty"`
	Space      chat.ChatID   `json:"space,omitempty"`  // the chat's server or group
	Thread     *bool         `json:"thread,omitempty"` // see Screen.Thread
	Host       chat.PersonID `json:"host"`
	DeclinedBy string        `json:"guest,omitempty"` // the name of the player whose refusal closed the challenge
	Created    time.Time     `json:"created"`
	Touched    time.Time     `json:"touched"`          // when a player last acted here
	Closed     CloseReason   `json:"closed,omitempty"` // why it came to nothing

	Chairs   Chairs       `json:"chairs"`
	Setup    Setup        `json:"setup"`
	Drawn    []card.Card  `json:"drawn,omitempty"` // the cards drawn for the first deal, by seat
	Messages Messages     `json:"messages"`
	Ending   engine.Trick `json:"ending,omitzero"` // the last trick of the last deal played; zero if it had none
	Consent  *Consent     `json:"consent,omitempty"`
	Denied   *Denial      `json:"denied,omitempty"`
	Again    engine.Seats `json:"again,omitempty"`  // the seats that want a rematch
	Next     chat.TableID `json:"next,omitempty"`   // the rematch
	Alarm    string       `json:"alarm,omitempty"`  // the key of the table's alarm
	Paused   bool         `json:"paused,omitempty"` // the players agreed to stop all clocks
	Ran      int64        `json:"ran,omitempty"`    // the bot's running time at Touched, in milliseconds
	// Unrated is why the match isn't rated, as far as that is known; one of the reasons of bot/people/standing.
	Unrated string      `json:"unrated,omitempty"`
	Ratings []RatedSeat `json:"ratings,omitempty"` // by seat, once the match has been rated
	// EndToTell are the seats to be told that another player ended the match.
	EndToTell engine.Seats `json:"over,omitempty"`
	// Seed seeds the dice of computer players.
	Seed uint64 `json:"seed,omitempty"`
	// Movers are the seats whose moves a thinking computer player is about to answer.
	Movers engine.Seats `json:"movers,omitempty"`
	// Rest are the seats whose computer player has claimed all remaining tricks; see RestClaim.By.
	Rest engine.Seats `json:"rest,omitempty"`
	// Called counts the calls of all seats.
	Called int `json:"called,omitempty"`

	Fair           *Fairness    `json:"-"` // nil if nobody can check the decks: the table is older than the checks
	Match          engine.Match `json:"-"` // stored in parts; see Encode
	Follows        Follows      `json:"-"` // of the change being made
	encodedResults resultsJSON
}

// Setup is what a table plays by, and how it is shown.
type Setup struct {
	engine.Setup
	HidePoints bool `json:"hidePoints,omitempty"` // hide card points in tricks until the deal ends
	// LeavingEnds: a match of more than two players ends when one leaves. Otherwise the computer takes the seat over.
	LeavingEnds bool `json:"leavingEnds,omitempty"`
	Friendly    bool `json:"friendly,omitempty"` // not rated
	Pace        Pace `json:"pace,omitempty"`
	// Settle: the rules settle a deal when a player's time is up. Otherwise the computer plays the rest of the deal.
	Settle bool `json:"settle,omitempty"`
	// CutEach: the cutting player may cut every deck. Otherwise each player may cut once a match.
	CutEach bool `json:"cutEach,omitempty"`
	// Stake is the worth of a game point in cents; 0 for none.
	Stake int `json:"stake,omitempty"`
}

// Public returns the deal as everybody may see it; zero if no deal is being played.
func (t *Table) Public() (deal engine.PublicView) {
	if t.Match.Deal != nil {
		deal = t.Match.Deal.PublicView()
	}
	if t.Setup.HidePoints && deal.Result == nil {
		deal.Thirds = nil
	}
	return deal
}

// Clone returns a copy that can be changed while the original is kept.
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

// IsActive reports whether the table is a challenge or a running match.
func (t *Table) IsActive() bool { return t.Stage.IsActive() }

// IsOldRevision reports whether a button was made for another revision of the table. A typed command carries none,
// and is never old.
func (t *Table) IsOldRevision(rev string) bool {
	return rev != "" && rev != strconv.FormatInt(t.Rev, 10)
}

// Waiting returns the seats to move.
func (t *Table) Waiting() engine.Seats {
	if t.Stage != Playing || t.Match.Deal == nil {
		return 0
	}
	return t.Match.Deal.Waiting()
}

// computersOf returns the seats whose move the computer makes, for itself or for an absent player.
func computersOf(t *Table) engine.Seats {
	return t.Waiting() & t.Chairs.Seats(func(c Chair) bool { return c.Robot || c.Absent })
}

// Thinking returns the seats that wait for a thinking computer player.
func (t *Table) Thinking() engine.Seats {
	return computersOf(t) & t.Chairs.Seats(func(c Chair) bool { return c.ComputerLevel().Thinks() })
}

// DrawnCard returns the card that the seat drew for the first deal.
func (t *Table) DrawnCard(s int) (card.Card, bool) {
	if s < len(t.Drawn) {
		return t.Drawn[s], true
	}
	return 0, false
}
