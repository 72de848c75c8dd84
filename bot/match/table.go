// Package match implements the life of a table, from challenge to rematch. It is pure: Facts come from outside, Need
// asks for the next step, and Effects lists further results to store. Start at Table, then Table.Advance.
package match

import (
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Stage is a table's stage of life.
type Stage string

// The stages of a table.
const (
	Open     Stage = "open" // a challenge
	Playing  Stage = "playing"
	Finished Stage = "finished"
	Closed   Stage = "closed" // without a result
)

// IsActive reports whether the table is a challenge or running match.
func (s Stage) IsActive() bool { return s == Open || s == Playing }

// HasBegun reports whether the table is a match, running or over.
func (s Stage) HasBegun() bool { return s == Playing || s == Finished }

// CloseReason is part of text ids.
type CloseReason string

// The reasons besides DeclineReasons.
const (
	ClosedWithdrawn CloseReason = "withdrawn" // by the host
	ClosedExpired   CloseReason = "expired"
	ClosedVoid      CloseReason = "void" // a player was unreachable
	ClosedAbandoned CloseReason = "abandoned"
)

// DeclineReasons returns polite reasons to decline.
func DeclineReasons() []string { return []string{"now", "rules", "shorter"} }

// Table is a challenge or match, with all stored state. Types such as Clocks and Decks hold the methods about one
// subject.
type Table struct {
	ID         chat.TableID  `json:"id"`
	Stage      Stage         `json:"stage"`
	Rev        int64         `json:"rev"`  // raised by visible changes
	Lang       string        `json:"lang"` // the board's
	Chat       chat.ChatID   `json:"chat,omitempty"`
	Space      chat.ChatID   `json:"space,omitempty"`  // server or group
	Thread     *bool         `json:"thread,omitempty"` // see Screen.Thread
	Host       chat.PersonID `json:"host"`
	DeclinedBy string        `json:"guest,omitempty"` // the refusing player
	Created    time.Time     `json:"created"`
	Touched    time.Time     `json:"touched"` // a player's last act
	Closed     CloseReason   `json:"closed,omitempty"`

	Chairs               Chairs          `json:"chairs"`
	Setup                Setup           `json:"setup"`
	Drawn                []card.Card     `json:"drawn,omitempty"` // by seat
	Messages             Messages        `json:"messages"`
	LastTrick            engine.Trick    `json:"ending,omitzero"` // the last deal's last trick; may be zero
	Consent              *ConsentRequest `json:"consent,omitempty"`
	Denied               *Denial         `json:"denied,omitempty"`
	RematchSeats         engine.Seats    `json:"again,omitempty"` // seats that want a rematch
	Next                 chat.TableID    `json:"next,omitempty"`  // the rematch
	AlarmKey             string          `json:"alarm,omitempty"`
	Paused               bool            `json:"paused,omitempty"`
	TouchedRunningMillis int64           `json:"ran,omitempty"` // running time at Touched, in milliseconds
	// Unrated is the reason; see bot/people/standing.
	Unrated string      `json:"unrated,omitempty"`
	Ratings []RatedSeat `json:"ratings,omitempty"` // by seat, once rated
	// EndToTell lists the seats to tell of the match's end.
	EndToTell engine.Seats `json:"over,omitempty"`
	// Seed seeds computer players' dice.
	Seed uint64 `json:"seed,omitempty"`
	// Movers are the seats that a thinking computer will answer.
	Movers engine.Seats `json:"movers,omitempty"`
	// RestClaimants are seats with a claim; see RestClaim.Claimant.
	RestClaimants engine.Seats `json:"rest,omitempty"`
	// CallCount counts the calls of all seats.
	CallCount int `json:"called,omitempty"`

	Fair           *Fairness    `json:"-"` // nil for tables older than checks
	Match          engine.Match `json:"-"` // stored in parts; see Encode
	Effects        Effects      `json:"-"`
	encodedResults resultsJSON
}

// Setup holds a table's rules and display settings.
type Setup struct {
	engine.Setup
	HidePoints bool `json:"hidePoints,omitempty"` // until the deal ends
	// LeavingEnds ends a match if one of three or more leaves. Otherwise the computer takes over.
	LeavingEnds bool `json:"leavingEnds,omitempty"`
	Friendly    bool `json:"friendly,omitempty"` // not rated
	Pace        Pace `json:"pace,omitempty"`
	// SettleTimeouts: the rules settle a deal after a timeout, not the computer.
	SettleTimeouts bool `json:"settle,omitempty"`
	// CutEach lets a player cut every deck. Otherwise each player cuts once a match.
	CutEach bool `json:"cutEach,omitempty"`
	// Stake is in cents a game point.
	Stake int `json:"stake,omitempty"`
}

// PublicView returns the deal's public view, or zero.
func (t *Table) PublicView() (deal engine.PublicView) {
	if t.Match.Deal != nil {
		deal = t.Match.Deal.PublicView()
	}
	if t.Setup.HidePoints && deal.Result == nil {
		deal.Thirds = nil
	}
	return deal
}

// Clone returns an independent copy.
func (t *Table) Clone() *Table {
	c := *t
	c.Effects = Effects{}
	c.Chairs = slices.Clone(t.Chairs)
	c.Messages = slices.Clone(t.Messages)
	c.Match.Done = slices.Clip(t.Match.Done)
	c.encodedResults.text = slices.Clip(t.encodedResults.text)
	if t.Match.Deal != nil {
		c.Match.Deal = t.Match.Deal.Clone()
	}
	return &c
}

// IsActive reports whether the table's stage is active.
func (t *Table) IsActive() bool { return t.Stage.IsActive() }

// IsOldRevision reports whether a button is old. Typed commands carry "", which is never old.
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

func computersOf(t *Table) engine.Seats {
	return t.Waiting() & t.Chairs.Seats(func(c Chair) bool { return c.Robot || c.Absent })
}

// Thinking returns the seats that wait for a thinking computer.
func (t *Table) Thinking() engine.Seats {
	return computersOf(t) & t.Chairs.Seats(func(c Chair) bool { return c.ComputerLevel().Thinks() })
}

// DrawnCard returns the card that the seat drew.
func (t *Table) DrawnCard(s int) (card.Card, bool) {
	if s < len(t.Drawn) {
		return t.Drawn[s], true
	}
	return 0, false
}
