package render

import (
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// Scene is a table as everybody sees it: the deal, and what the match adds. It
// has no room for a hand, so its picture can't show one.
type Scene struct {
	Rules engine.RuleSet    // that the match is played by
	Seen  []engine.Event    // what everybody has seen of the deal
	Deal  engine.PublicView // zero while players are waited for, and after the match; without Thirds no card points are shown
	Names []string          // by seat; "" for an empty chair
	Score engine.Score      // of the match; without Totals none is shown. It is Over once nobody plays on
	// Last is the result of the deal before, to be shown until something
	// happens in this one; nil for none. LastTrick is the trick that ended it.
	Last      *engine.Result
	LastTrick engine.Trick
	Doubled   bool         // Last counted double
	Asked     engine.Seats // whose chairs are kept for them until they answer
	Left      engine.Seats // who has left the match, and so ended it
	// TakenOver are, by seat, those who have left and for whom the computer
	// plays on, so that the match counts for nobody; "" elsewhere
	TakenOver []string
}

// champions have won the match, alone or together (R22); none until it is over, or if
// everybody has.
func (s Scene) champions() engine.Seats {
	if !s.Score.Over || s.Score.Winners.Len() == len(s.Names) {
		return 0
	}
	return s.Score.Winners
}

// maxName is the most characters of a name that are looked at.
const maxName = 60

// called are the names by seat, on one line and of bounded length; write leaves
// what can be written. An empty chair stays "", and whose name can't be written
// is called by the number of the seat.
func (s Scene) called(t *words.Tongue, write func(string) string) []string {
	names := make([]string, len(s.Names))
	for i, name := range s.Names {
		if name == "" {
			continue
		}
		names[i] = bounded(write(oneLine(name)))
		if names[i] == "" {
			names[i] = t.Say("picture.player", "Number", i+1)
		}
	}
	return names
}

// bounded is as much of a name as is looked at, on one line.
func bounded(name string) string {
	runes := []rune(oneLine(name))
	return strings.TrimSpace(string(runes[:min(len(runes), maxName)]))
}

// oneLine is the text with single blanks.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// asItIs writes a name with nothing left out that is text, as screen readers can.
func asItIs(name string) string { return strings.ToValidUTF8(name, "") }

// board is what the picture of a scene tells, in one language. Nothing of the
// scene that isn't here is drawn, or said of the picture.
type board struct {
	Heading heading
	Notes   []string // what is told of the match in words alone
	Seats   []chair
	Coming  []chair // how a seat's status changes while a trick is played, for which there is room from the beginning
	Middle  middle
	Foot    foot
	Rowed   bool    // the players stand in a row with their cards of the trick, and the rest below
	Panel   float64 // the height of the panels in a row, measured
}

// heading is what stands above everything else.
type heading struct {
	Title  string
	Corner string     // how far the deal has come
	Pills  []string   // what was announced and doubled
	Below  [][]string // of the pills, in rows, those that the title leaves no room for, measured
}

// middle is what lies between the players, or below a row of them: one thing.
type middle struct {
	Slots    []slot // the running trick, or the last while none runs
	Complete bool   // nobody has yet to play to it
	Talon    talon
	List     list
	Backs    bool    // cards that lie face down
	High     float64 // the height below a row of players, measured; 0 for nothing
}

// foot is the lowest part: rows of small cards, and lines of cards below them.
type foot struct {
	Groups      []group
	Turned      []turned // what has just been turned up, in the foot's own line
	TurnedLabel string
	Known       []group  // cards in hands that everybody saw going there, in another
	Total       figure   // of the match
	Cells       [][]cell // the rows, measured
	Lines       [][]line // what was turned up and is known, below those, measured
}

// chair is a player's panel.
type chair struct {
	Name    string // "" if nobody sits here yet
	Role    string // declarer or not and, before that is known, what was bid; "" for none
	Brief   string // the role where there is little room; "" if it takes none
	Leads   bool   // the role is the declarer's or the highest bidder's
	Figures []figure
	Status  string
	Lit     bool // it is the player's turn, or the match is won; Status says which
}

// figure is a number with what it counts.
type figure struct {
	Number, Label string
	Spoken        string // both as one says them
}

// slot is a card's place in a trick.
type slot struct {
	Name    string
	Seat    engine.Seat
	Card    card.Card
	Played  bool
	Awaited bool
	Winning bool // of several cards
}

// talon is the turned-up talon.
type talon struct {
	Packets [][]card.Card // nil while it isn't turned up
	Taken   int           // the packet taken, -1 for none
}

// list is lines of text under a heading.
type list struct {
	Heading string // "" for none
	Rows    []row
}

// row is a line of a list.
type row struct {
	Left, Right string
	Strong      bool
	Sum         bool // what is above adds up to it and those below
}

// group is small cards with what they are.
type group struct {
	Label  string
	Name   string // whose they are; "" for nobody's
	Points figure // what they count; zero if that isn't told
	Cards  []card.Card
	Best   int      // the card to stand out, -1 for none
	Piles  []pile   // in place of cards
	Fresh  card.Set // of the cards, those that have just come
}

// pile is one of those in front of a player. The zero value: nothing is left of it.
type pile struct {
	Card  card.Card
	Open  bool // the card lies face up
	Below int  // cards face down
	Fresh bool // the card has just been turned up
}

// turned is what a player has just turned up.
type turned struct {
	Name   string
	Top    card.Card // the top that was played and made room
	Played bool      // there is one
	Piles  []turnedPile
}

// turnedPile is the cards turned up on a pile, one after the other.
type turnedPile struct {
	Number int // from 1
	Cards  []card.Card
}

// nothingStandsOut is the Best of a group without a winner.
const nothingStandsOut = -1
