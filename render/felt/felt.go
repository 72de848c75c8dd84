// Package felt is what lies on a card table, as data for whoever lays it out
// themselves. It is made from what picture and words of the same moment are made
// from, and tells nothing that they don't. Like package text it knows nothing of
// rules or networks.
package felt

import (
	"time"

	"tarockbot/render/text"
)

// Felt is a table at one moment, as one reader sees it.
type Felt struct {
	Game       string      // what the game is called
	About      []text.Line // which match it is, by what terms, and where it stands
	Title      string      // what is played or, before that is known, what the deal is about
	Corner     string      // how far it has come: "trick 3 of 16"; "" if that isn't counted
	Claims     []string    // what was announced and doubled, in the order of that
	TwoColours bool        // the reader likes decks of two colours
	Chips      bool        // the reader likes words better than pictures of cards
	Reader     int         // the reader's seat
	Seats      []Seat      // by seat
	Todo       text.Line
	Coach      []text.Line // what somebody who learns is told; nil for all others
	Trick      *Trick      // the running one or, until somebody leads, the last; nil before the first
	Last       *Trick      // the last one that is over, while another runs; nil if there is none
	Talon      []Packet
	Groups     []Group     // other cards that lie open
	Hand       []Card      // the reader's, but those that lie in front of them
	WhyFixed   string      // why cards are chosen for good; "" if none are
	Why        string      // why not all cards of the hand can be pressed; "" if they can
	Bill       *Bill       // how the deal before was settled, as long as somebody may not have seen it
	Deal       int         // counts the deals of the match, those that weren't played, too
	Before     []text.Line // what came of deals since the last that was played
	Story      []text.Line // what all have seen of the deal, in order
}

// Seat is one player at the table.
type Seat struct {
	Name    string
	User    string    // who sits there, as their network's users are named; "" for the computer
	Mark    string    // tells seats apart whose names look alike: "①"
	Role    string    // declarer or not or, before that is known, what was said last; ""
	Brief   string    // the role where there is little room
	Leads   bool      // the role is the declarer's or the highest bidder's
	Status  string    // what the player does or has done; ""
	Turn    bool      // they are waited for
	Until   time.Time // when their time is up; zero if no clock of theirs runs
	Figures []Figure  // tricks and points or, before there are any, the total
	Piles   []Pile    // what lies in front of them; nil if the game has none
}

// Figure is a number with what it counts.
type Figure struct {
	Number string
	Label  string
	Spoken string // both, as one says them
}

// Card is a card that the reader sees.
type Card struct {
	Code   string // "XXI", "HK"
	Label  string // short: "♥K"
	Name   string // as one says it: "king of hearts"
	Suit   text.Style
	Fresh  bool   // has just come
	Chosen bool   // is part of what the reader has chosen so far, or is set ahead
	Fixed  bool   // has to be part of it
	Barred bool   // can't be pressed, while others can
	Line   string // what pressing it says; "" if it can't be pressed
}

// Pile is cards on top of each other. Without an open card and with none below,
// its place is empty.
type Pile struct {
	Top   *Card // face up; nil if there is none
	Below int   // cards face down
}

// Trick is a trick with the cards played so far.
type Trick struct {
	Number int // from 1
	Places []Place
	Over   bool
	Best   string // whose it is, so far or for good; "" before a second card
	Worth  string // what it counts, once it is over; "" if that is to be remembered
}

// Place is where a seat's card of a trick lies, in the order of play.
type Place struct {
	Seat    int
	Card    *Card // nil: not played yet
	Awaited bool  // it is the seat's turn
	Best    bool  // takes the trick, so far or for good
}

// Packet is cards of the talon that are taken together.
type Packet struct {
	Cards []Card
	Taken bool
	Line  string // what taking it says; "" if it can't be taken
}

// Group is cards that lie open, with what they are.
type Group struct {
	Label string
	Name  string // whose they are; "" for nobody's
	Cards []Card
}

// Bill is how a deal was settled.
type Bill struct {
	Outcome string      // what it came to for the reader, in a few words
	Heading string      // which deal it was
	Trick   []Place     // the trick that ended it; nil if none did
	Told    []text.Line // by how much, each item with its value, and what each seat won or lost
	Replay  string      // what steps through the deal; "" if nothing can
	Totals  string      // where the match stands
}

// The sheet of card faces has so many side by side, and below each other: 54 cards and
// their back.
const (
	FaceColumns = 11
	FaceRows    = 5
)

// FaceAt is where the card lies on the sheet, from 0. The back lies behind the last card.
func FaceAt(number int) (column, row int) { return number % FaceColumns, number / FaceColumns }
