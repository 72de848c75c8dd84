package plan

import (
	"cmp"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// Scene describes a table as everyone sees it: the deal and the state of the match. It has no field for a
// hand, so its picture can't reveal one.
type Scene struct {
	Rules engine.RuleSet    // of the match
	Seen  []engine.Event    // the deal's public events
	Deal  engine.PublicView // zero before and after the match; without Thirds no card points are shown
	Names []string          // by seat; "" for an empty chair
	Score engine.Score      // of the match, Over once play has stopped; without Totals none is shown
	// Last is the previous deal's result, shown until the first action of the
	// next; nil for none. LastTrick is the trick that ended it.
	Last      *engine.Result
	LastTrick engine.Trick
	Doubled   bool         // the last deal counted double
	Asked     engine.Seats // asked players; their chairs are reserved until they answer
	Left      engine.Seats // players who left and thereby ended the match
	// TakenOver holds, by seat, the names of players replaced by the computer.
	// Such a match counts for nobody. "" elsewhere.
	TakenOver []string
}

// champions returns the winners of a finished match (R22). It returns no seats if every player has won.
func (s Scene) champions() engine.Seats {
	if !s.Score.Over || s.Score.Winners.Len() == len(s.Names) {
		return 0
	}
	return s.Score.Winners
}

// maxName limits the characters of a name.
const maxName = 60

// displayNames returns the names by seat, as displayName does. An empty chair stays empty.
func (s Scene) displayNames(t *words.Tongue, filter func(string) string) []string {
	names := make([]string, len(s.Names))
	for i, name := range s.Names {
		if name == "" {
			continue
		}
		names[i] = displayName(name, engine.Seat(i), t, filter)
	}
	return names
}

// displayName returns the name on one line, at most maxName characters. filter removes what cannot be
// drawn; a name with nothing left becomes "Player N".
func displayName(name string, s engine.Seat, t *words.Tongue, filter func(string) string) string {
	return cmp.Or(truncated(filter(oneLine(name))), t.Say("picture.player", "Number", int(s)+1))
}

// truncated returns the name on one line, cut to maxName characters.
func truncated(name string) string {
	runes := []rune(oneLine(name))
	return strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
}

// oneLine replaces each run of blanks with a single space.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// validUTF8 removes invalid UTF-8 only. Screen readers can read everything else.
func validUTF8(name string) string { return strings.ToValidUTF8(name, "") }

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
	Best   int      // the index of the highlighted card; -1 for none
	Piles  []Pile   // shown in place of Cards
	Fresh  card.Set // the cards that have just arrived
}

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

// NoHighlight is the Best of a group without a highlighted card.
const NoHighlight = -1

// Extent says how much of the table a seat's picture shows above the hand.
type Extent int

// The extents, from the smallest.
const (
	NoTable    Extent = iota // only the hand
	Strip                    // the players and the trick
	WholeTable               // the whole board
)

// BesideHand returns how much of the table TableAndHand shows: as little as needed, to leave room for
// buttons on a phone.
func (s Scene) BesideHand() Extent {
	v := s.Deal
	switch {
	case s.Score.Over || s.Last != nil || v.Result != nil:
		return WholeTable
	case v.Phase == engine.Playing:
		return Strip
	case v.Phase == engine.Exchanging && v.Exchange == nil:
		return NoTable
	}
	return WholeTable
}

// aboveHand returns the part of the board above a hand; nil if there is none. names are by seat.
func (s Scene) aboveHand(t *words.Tongue, names []string) *Board {
	switch s.BesideHand() {
	case NoTable:
		return nil
	case Strip:
		return s.board(t, names).strip()
	default:
		return s.board(t, names)
	}
}

// strip returns the part of the board above a hand during play: contract, announcements, players with
// their cards, and open cards.
func (b *Board) strip() *Board {
	b.Rowed, b.Middle.Backs = true, false
	b.Foot.Total, b.Foot.Turned = Figure{}, nil
	b.Foot.Groups = slices.DeleteFunc(b.Foot.Groups, func(g Group) bool { return g.Best != NoHighlight })
	return b
}
