package render

import (
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
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

// displayNames returns the names by seat on one line, at most maxName characters. filter removes what cannot be
// drawn; a name with nothing left becomes "Player N". An empty chair stays empty.
func (s Scene) displayNames(t *words.Tongue, filter func(string) string) []string {
	names := make([]string, len(s.Names))
	for i, name := range s.Names {
		if name == "" {
			continue
		}
		names[i] = truncated(filter(oneLine(name)))
		if names[i] == "" {
			names[i] = t.Say("picture.player", "Number", i+1)
		}
	}
	return names
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

// board describes the picture of a scene in one language. Fields marked measured are set by
// Studio.laidOut; height and draw need them, alt does not.
type board struct {
	Heading heading
	Notes   []string // about the match, in the Alt text only
	Seats   []chair
	Coming  []chair // statuses to come during the trick; the layout reserves room for them
	Middle  middle
	Foot    foot
	Rowed   bool    // the players stand in a row with their cards, the rest below
	Panel   float64 // the panels' height in a row, measured
}

// heading describes the top line of a board.
type heading struct {
	Title  string
	Corner string     // the deal's progress
	Pills  []string   // announcements and doublings
	Below  [][]string // rows of pills that don't fit beside the title, measured
}

// middle describes the area between the players, or below a row of them. It shows one thing at a time.
type middle struct {
	Slots    []slot // the running trick or, between tricks, the last
	Complete bool   // the shown trick is complete
	Talon    talon
	List     list
	Backs    bool    // cards face down
	High     float64 // height below a row of players, measured; 0 if empty
}

// foot describes the lowest part: rows of small cards, then lines of cards.
type foot struct {
	Groups      []group
	Turned      []turned // cards just turned up
	TurnedLabel string
	Known       []group  // publicly known cards in hands
	Total       figure   // the score of the match
	Cells       [][]cell // measured
	Lines       [][]line // Turned and Known in lines, measured
}

// chair describes a player's panel.
type chair struct {
	Name    string // "" for an empty chair
	Role    string // declarer or defender or, before that is known, the last call; "" for none
	Brief   string // a short form of Role; "" if there is none
	Leads   bool   // the player is the declarer or the highest bidder
	Figures []figure
	Status  string
	Lit     bool // it is the player's turn, or they won the match
}

// figure is a labelled number.
type figure struct {
	Number, Label string
	Spoken        string // both, as read aloud
}

// slot is a card's place in a trick.
type slot struct {
	Name    string
	Seat    engine.Seat
	Card    card.Card
	Played  bool
	Awaited bool
	Winning bool // only after the second card
}

// talon describes the turned-up talon.
type talon struct {
	Packets [][]card.Card // nil while face down
	Taken   int           // the packet taken, -1 for none
}

// list holds lines of text with an optional heading.
type list struct {
	Heading string // "" for none
	Rows    []row
}

// row is a line of a list.
type row struct {
	Left, Right string
	Strong      bool
	Sum         bool // the first row of the totals
}

// group is a labelled set of small cards or piles.
type group struct {
	Label  string
	Name   string // the owner's name; "" if there is none
	Points figure // the cards' points; zero if hidden
	Cards  []card.Card
	Best   int      // the index of the highlighted card; -1 for none
	Piles  []pile   // shown in place of Cards
	Fresh  card.Set // the cards that have just arrived
}

// pile is one of a player's piles. The zero value is a pile used up.
type pile struct {
	Card  card.Card
	Open  bool // Card lies face up
	Below int  // cards face down
	Fresh bool // Card has just been turned up
}

// turned lists the cards that a player has just turned up.
type turned struct {
	Name   string
	Top    card.Card // the played top that uncovered a card
	Played bool      // Top is set
	Piles  []turnedPile
}

// turnedPile lists the cards turned up on one pile, in order.
type turnedPile struct {
	Number int // from 1
	Cards  []card.Card
}

// noHighlight is the Best of a group without a highlighted card.
const noHighlight = -1
