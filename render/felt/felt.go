// Package felt describes a card table as data, for platforms that lay out the cards themselves (the web page). It shows
// no more than picture and text.
package felt

import (
	"time"

	"tarockbot/render/text"
)

// Felt is a table and match at one moment, for one reader.
type Felt struct {
	Table

	Game   string
	About  []text.Line
	Deal   int         // in the match, from 1; counts unplayed deals
	Before []text.Line // unplayed deals since the last played one
	Todo   text.Line
	Coach  []text.Line // for learners, and for spectators of a replay
	Replay bool        // the reader steps through a deal
	Faces  Faces
	End    *End // nil until the match is over
}

// Faces tells how the cards look.
type Faces struct {
	TwoColours bool // decks in two colours
	AsText     bool // labels instead of pictures
}

// End is a match's outcome for the reader.
type End struct {
	Outcome string      // "You win the match"
	Total   string      // the reader's total, "+15"
	Told    []text.Line // ratings, debts, who left; may be nil
	Deals   []DealScore // the latest deals of several, oldest first
}

// DealScore is the reader's score in a deal.
type DealScore struct {
	Label  string // "Deal 3"
	Score  string // "+12"
	Lost   bool
	Points int // without the sign
	Most   int // the largest Points of the match's deals
}

// Table is the result of plan.Scene.Felt.
type Table struct {
	Title    string   // the contract or, before it is known, the phase
	Corner   string   // "trick 3 of 16"; may be ""
	Claims   []string // announcements and doublings, oldest first
	Reader   int
	Seats    []Seat
	Trick    *Trick   // the current trick or, until the next lead, the last one; nil before the first
	Last     *Trick   // the finished trick before the current one, or nil
	Talon    []Packet // nil once the play has begun
	Groups   []Group
	Hand     []Card      // without the reader's piles
	WhyFixed string      // why some cards must be chosen, or ""
	Why      string      // why some cards can't be pressed, or ""
	Bill     *Bill       // until every player has seen it
	Story    []text.Line // public events, oldest first
}

// Lines returns the commands of the reader's cards and of the talon. A card that can't be pressed has the command "".
func (t *Table) Lines() (lines []string) {
	for _, c := range t.Hand {
		lines = append(lines, c.Line)
	}
	for _, p := range t.Seats[t.Reader].Piles {
		if p.Top != nil {
			lines = append(lines, p.Top.Line)
		}
	}
	for _, p := range t.Talon {
		lines = append(lines, p.Line)
	}
	return lines
}

// Seat is one player at the table.
type Seat struct {
	Name    string
	Role    string // declarer or defender or, before that is known, the last bid; may be ""
	Brief   string
	Leads   bool
	Status  string
	Turn    bool
	Figures []Figure // tricks and points or, before there are any, the total
	Piles   []Pile   // nil if the game has none
	Hand    []Card   // another player's cards, in a replay with open cards

	// Set by bot/screens:
	User  string    // "" for the computer
	Mark  string    // such as "①", distinguishes similar names
	Until time.Time // zero if no clock runs
}

// Figure is a number with its label.
type Figure struct {
	Number string
	Label  string
	Spoken string // both, as read aloud
}

// Card is a card that the reader sees.
type Card struct {
	Code   string
	Label  string // short: "♥K"
	Name   string // as read aloud: "king of hearts"
	Suit   text.Style
	Fresh  bool
	Fixed  bool // the choice must include the card
	Barred bool // can't be pressed, but others can
	Chosen bool // bot/screens also sets Chosen for a card set in advance

	// Set by bot/screens:
	Line string // the command of pressing the card, or ""
}

// Pile is a stack of cards. The zero value is an empty place.
type Pile struct {
	Top   *Card
	Below int
}

// Trick holds the cards played so far.
type Trick struct {
	Number int
	Places []Place
	Over   bool
	Best   string // the name of the player ahead; "" before the second card
	Worth  string // a finished trick's points; "" if players must remember them
}

// Place is a seat's place in a trick, in the order of play.
type Place struct {
	Seat    int
	Card    *Card
	Awaited bool
	Best    bool
}

// Packet is a group of talon cards, taken together.
type Packet struct {
	Cards []Card
	Down  int // face-down cards
	Taken bool

	// Set by bot/screens:
	Line string // the command that takes the packet, or ""
}

// Group is a labelled group of open cards.
type Group struct {
	Label string
	Name  string
	Cards []Card
}

// Bill is the settlement of a deal.
type Bill struct {
	Outcome string
	Trick   []Place // the trick that ended the deal, or nil
	Told    []text.Line

	// Set by bot/screens:
	Heading string
	Replay  string // the command that replays the deal, or ""
	Totals  string
}
