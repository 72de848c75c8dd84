package plan

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// Board describes the picture of a scene in one language.
type Board struct {
	Heading Heading
	Notes   []string // about the match, in the Alt text only
	Seats   []Chair
	Coming  []Chair // statuses to come during the trick; the layout reserves room for them
	Middle  Middle
	Foot    Foot
	Rowed   bool // the players stand in a row with their cards, the rest below
}

// Heading describes the top line of a board.
type Heading struct {
	Title  string
	Corner string   // the deal's progress
	Pills  []string // announcements and doublings
}

// Middle describes the area between the players, or below a row of them. It shows one thing at a time.
type Middle struct {
	Slots    []Slot // the running trick or, between tricks, the last
	Complete bool   // the shown trick is complete
	Talon    Talon
	List     List
	Backs    bool // cards face down
}

// Foot describes the lowest part: rows of small cards, then lines of cards.
type Foot struct {
	Groups      []Group
	Turned      []Turned // cards just turned up
	TurnedLabel string
	Known       []Group // publicly known cards in hands
	Total       Figure  // the score of the match
}

// Chair describes a player's panel.
type Chair struct {
	Name    string // "" for an empty chair
	Role    string // declarer or defender or, before that is known, the last call; "" for none
	Brief   string // a short form of Role; "" if there is none
	Leads   bool   // the player is the declarer or the highest bidder
	Figures []Figure
	Status  string
	Lit     bool // it is the player's turn, or they won the match
}

// Figure is a labelled number.
type Figure = felt.Figure

// Slot is a card's place in a trick.
type Slot struct {
	Name    string
	Seat    engine.Seat
	Card    card.Card
	Played  bool
	Awaited bool
	Winning bool // only after the second card
}

// Talon describes the turned-up talon.
type Talon struct {
	Packets [][]card.Card // nil while face down
	Taken   int           // the packet taken, -1 for none
}

// List holds lines of text with an optional heading.
type List struct {
	Heading string // "" for none
	Rows    []Row
}

// Empty reports whether there is nothing to show.
func (l List) Empty() bool { return l.Heading == "" && l.Rows == nil }

// Row is a line of a list.
type Row struct {
	Left, Right string
	Strong      bool
	Sum         bool // the first row of the totals
}

// Group is a labelled set of small cards or piles.
type Group struct {
	Label  string
	Name   string // the owner's name; "" if there is none
	Points Figure // the cards' points; zero if hidden
	Cards  []card.Card
	Best   int      // the place of a trick's highlighted card, from 1; 0 if the group is no trick
	Piles  []Pile   // shown in place of Cards
	Fresh  card.Set // the cards that have just arrived
}

// IsTrick reports whether the group is a trick.
func (g Group) IsTrick() bool { return g.Best > 0 }

// Pile is one of a player's piles. The zero value is a pile used up.
type Pile struct {
	Card  card.Card
	Open  bool // Card lies face up
	Below int  // cards face down
	Fresh bool // Card has just been turned up
}

// Turned lists the cards that a player has just turned up.
type Turned struct {
	Name   string
	Top    card.Card // the played top that uncovered a card
	Played bool      // Top is set
	Piles  []TurnedPile
}

// TurnedPile lists the cards turned up on one pile, in order.
type TurnedPile struct {
	Number int // from 1
	Cards  []card.Card
}

// board describes the scene's board, with names by seat.
func (s Scene) board(t *words.Tongue, names []string) *Board {
	p := s.planner(t, names)
	b := &Board{
		Heading: Heading{Title: p.title(), Corner: p.corner(), Pills: p.pills()}, Notes: p.notes(),
		Middle: p.middle(), Foot: p.foot(), Rowed: len(names) > 2,
	}
	for seat := range names {
		b.Seats = append(b.Seats, p.chair(engine.Seat(seat)))
	}
	if b.Middle.Slots != nil {
		b.Coming = []Chair{{Status: t.Say("picture.turn." + string(engine.Playing)), Lit: true}, {Status: t.Say("picture.led")}}
	}
	return b
}

// strip returns the part of the board above a hand during play: contract, announcements, players with
// their cards, and open cards.
func (b *Board) strip() *Board {
	b.Rowed, b.Middle.Backs = true, false
	b.Foot.Total, b.Foot.Turned = Figure{}, nil
	b.Foot.Groups = slices.DeleteFunc(b.Foot.Groups, Group.IsTrick)
	return b
}
