// Package felt describes a card table as data, for platforms that lay out the
// cards themselves (the web page). It is built from the same scene as the picture
// and the text and shows nothing that they hide. It knows no rules and no networks.
package felt

import (
	"time"

	"tarockbot/render/text"
)

// Felt is a table at one moment, as one reader sees it, and what the reader is told of the match.
type Felt struct {
	Table

	Game       string      // the game's name
	About      []text.Line // the match, its terms and its score
	Deal       int         // the deal's number in the match, from 1; unplayed deals count too
	Before     []text.Line // the unplayed deals since the last played one
	Todo       text.Line   // what the reader can do or waits for
	Coach      []text.Line // advice for learners; nil for everyone else
	TwoColours bool        // the reader prefers decks in two colours
	Chips      bool        // the reader prefers words to pictures of cards
}

// Table is what plan.Scene.Felt lays out.
type Table struct {
	Title    string   // the contract or, before it is known, the phase of the deal
	Corner   string   // the progress: "trick 3 of 16"; "" if the deal has none
	Claims   []string // announcements and doublings, oldest first
	Reader   int      // the reader's seat
	Seats    []Seat   // by seat
	Trick    *Trick   // the running one or, until the next lead, the last; nil before the first
	Last     *Trick   // the last finished one while another runs; nil if there is none
	Talon    []Packet
	Groups   []Group     // other open cards
	Hand     []Card      // the reader's, without the piles in front of them
	WhyFixed string      // why some cards must be chosen; "" if none must
	Why      string      // why some cards of the hand can't be pressed; "" if all can
	Bill     *Bill       // the settlement of the previous deal until every player has seen it
	Story    []text.Line // the public events of the deal, oldest first
}

// Lines returns the commands of the reader's cards and of the talon; "" for what can't be pressed.
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
	Role    string   // declarer or defender or, before that is known, the last bid; may be ""
	Brief   string   // a short form of Role
	Leads   bool     // the player is the declarer or the highest bidder
	Status  string   // the player's last or next action; may be ""
	Turn    bool     // the table waits for the player
	Figures []Figure // tricks and points or, before there are any, the total
	Piles   []Pile   // the cards in front of the player; nil if the game has none

	// Added by bot/screens:
	User  string    // the player's id on their network; "" for the computer
	Mark  string    // a sign such as "①" that tells apart seats with similar names
	Until time.Time // the player's deadline; zero if no clock runs
}

// Figure is a number with its label.
type Figure struct {
	Number string
	Label  string
	Spoken string // both, as read aloud
}

// Card is a card that the reader sees.
type Card struct {
	Code   string // "XXI", "HK"
	Label  string // short: "♥K"
	Name   string // as read aloud: "king of hearts"
	Suit   text.Style
	Fresh  bool // the card has just arrived
	Fixed  bool // the reader's choice must include the card
	Barred bool // the card can't be pressed, but others can
	Chosen bool // the card is part of the reader's choice; bot/screens sets it for a card set ahead

	// Added by bot/screens:
	Line string // the command that pressing the card sends; "" if it can't be pressed
}

// Pile is a stack of cards. Without an open card and with none below, its place
// is empty.
type Pile struct {
	Top   *Card // face up; nil if there is none
	Below int   // the number of cards face down
}

// Trick is a trick with the cards played so far.
type Trick struct {
	Number int // from 1
	Places []Place
	Over   bool
	Best   string // the name of the player who is ahead or has won; "" before the second card
	Worth  string // the points of a finished trick; "" if players must remember them
}

// Place is a seat's place in a trick, in the order of play.
type Place struct {
	Seat    int
	Card    *Card // nil: not played yet
	Awaited bool  // it is the seat's turn
	Best    bool  // the card is ahead or has won the trick
}

// Packet is a group of talon cards that are taken together.
type Packet struct {
	Cards []Card
	Taken bool

	// Added by bot/screens:
	Line string // the command that takes the packet; "" if it can't be taken
}

// Group is a labelled group of open cards.
type Group struct {
	Label string
	Name  string // the owner's name; "" if the cards have no owner
	Cards []Card
}

// Bill is the settlement of a deal.
type Bill struct {
	Outcome string      // the result for the reader in a few words
	Trick   []Place     // the trick that ended the deal; nil if none did
	Told    []text.Line // each item with its value, then each seat's result

	// Added by bot/screens:
	Heading string // the deal's number
	Replay  string // the command that replays the deal; "" if it can't be replayed
	Totals  string // the score of the match
}
