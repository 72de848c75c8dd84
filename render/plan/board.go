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
	Heading        Heading
	Notes          []string
	Seats          []Chair
	ComingStatuses []Chair // statuses that may follow during the trick; the layout reserves room for them
	Middle         Middle
	Foot           Foot
	InOneRow       bool // the players, each with a card
}

// Heading describes the top line of a board.
type Heading struct {
	Title  string
	Corner string
	Pills  []string
}

// Middle describes the area between the players.
type Middle struct {
	Slots    []Slot
	Complete bool
	Talon    Talon
	List     List
	Backs    bool
}

// Foot describes the lowest part of a board.
type Foot struct {
	Groups      []Group
	Turned      []Turned
	TurnedLabel string
	Known       []Group // publicly known cards in hands
	Total       Figure
}

// Chair describes a player's panel.
type Chair struct {
	Name        string
	Role        string // or, before the declarer is known, the last call
	Brief       string
	Leads       bool // declarer or highest bidder
	Figures     []Figure
	Status      string
	Highlighted bool
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
	Winning bool
}

// Talon describes the turned-up talon.
type Talon struct {
	Packets     [][]card.Card
	TakenPacket int // the packet's index, or -1
}

// List holds lines of text.
type List struct {
	Heading string
	Rows    []Row
}

// IsEmpty reports whether there is nothing to show.
func (l List) IsEmpty() bool { return l.Heading == "" && l.Rows == nil }

// Row is a line of a list.
type Row struct {
	Left, Right string
	Strong      bool
	Sum         bool
}

// Group is a labelled set of small cards or piles.
type Group struct {
	Label  string
	Name   string
	Points Figure // zero if hidden
	Cards  []card.Card
	Best   int // the place of a trick's highlighted card, from 1; else 0
	Piles  []Pile
	Fresh  card.Set
}

// IsTrick reports whether the group is a trick.
func (g Group) IsTrick() bool { return g.Best > 0 }

// Pile is one of a player's piles. The zero value is a used-up pile.
type Pile struct {
	Card  card.Card
	Open  bool
	Below int
	Fresh bool
}

// Turned lists a player's cards just turned up.
type Turned struct {
	Name   string
	Top    card.Card // the played top that uncovered a card, if Played
	Played bool
	Piles  []TurnedPile
}

// TurnedPile lists one pile's cards in order.
type TurnedPile struct {
	Number int
	Cards  []card.Card
}

func (s Scene) board(t *words.Tongue, names []string) *Board {
	p := s.planner(t, names)
	b := &Board{
		Heading: Heading{Title: p.title(), Corner: p.corner(), Pills: p.pills()}, Notes: p.notes(),
		Middle: p.middle(), Foot: p.foot(), InOneRow: len(names) > 2,
	}
	for seat := range names {
		b.Seats = append(b.Seats, p.chair(engine.Seat(seat)))
	}
	if b.Middle.Slots != nil {
		b.ComingStatuses = []Chair{{Status: t.Say("picture.turn." + string(engine.Playing)), Highlighted: true}, {Status: t.Say("picture.led")}}
	}
	return b
}

// strip returns the part above a hand during play.
func (b *Board) strip() *Board {
	b.InOneRow, b.Middle.Backs = true, false
	b.Foot.Total, b.Foot.Turned = Figure{}, nil
	b.Foot.Groups = slices.DeleteFunc(b.Foot.Groups, Group.IsTrick)
	return b
}
