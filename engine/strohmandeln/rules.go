package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The rule sets and their options (RULES 3).
const (
	Classic  = "strohmandeln/classic"
	Extended = "strohmandeln/extended"
	Forty    = "strohmandeln/forty"

	simpleOption engine.Name = "simple"
	throwIn      engine.Name = "throw-in"

	contraOption engine.Name = "contra"
	undertaken   engine.Name = "undertaken"

	drawOption engine.Name = "draw"
	doubling   engine.Name = "double"
)

// options: whether a deal that nobody undertakes is played or thrown in, whether an undertaken game may be doubled, and
// whether a draw doubles the next deals whatever bonuses there were.
var options = []engine.Option{
	{ID: simpleOption, Values: []engine.Name{"play", throwIn}},
	{ID: contraOption, Values: []engine.Name{"off", undertaken}},
	{ID: drawOption, Values: []engine.Name{"off", doubling}},
}

// terms: the player who undertakes is no declarer, nothing is bid, "good" leaves a game undoubled, and the third bird is
// the Kakadu here.
var terms = engine.Terms{
	"declarer": "undertaker", "defender": "opponent", "auction": "undertake", "good": "no-contra", "pelikan": "kakadu",
}

const (
	seats      = 2
	packetSize = 5 // cards dealt to a hand at once
	pileCount  = 3
	pileSize   = 4 // cards in the largest pile
)

// The cards of Rostopschin.
const (
	xvii  card.Card = 16
	xviii card.Card = 17
)

// The pack of forty cards is without II, III and the three lowest pips of each suit. The pips left in it count
// nothing (Glatzen, RULES 3.6). Of each suit the lowest pip is seven places below the king.
const (
	lowestPips    = card.Kings >> 7
	fortyPack     = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | lowestPips | lowestPips<<1 | lowestPips<<2)
	worthlessPips = lowestPips << 3
)

// What wins and what makes the Grand Point, in thirds: 45 points, which 44 and two thirds round up to, and with
// forty cards, where nothing is rounded, 45 and 57. An opponent has the Grand Point where the undertaker has fewer
// than 26 points (R16).
const (
	grandThirds = 3*45 - 1
	fortyNeeded = 3 * 45
	fortyGrand  = 3 * 57
)

// faces returns the value of cards in a game with forty, in thirds of a point: their face values added up, of which
// card.Set.Thirds counts two thirds a card less (RULES 3.6, R16).
func faces(cards card.Set) int {
	counting := cards &^ worthlessPips
	return counting.Thirds() + 2*counting.Len()
}

// kind is how a bonus is made. It stands beside engine.Making because the same cards make a bonus in the hand by one
// rule set and in the tricks by another.
type kind int

const (
	declared kind = iota // all the cards held and declared
	gathered             // all the cards in one's tricks
	bird                 // the card wins its trick
	said                 // Rostopschin, as it was said
	allIn                // all tricks
)

// bonus is one row of the table of RULES 3.5. All are worth 1 but Valat.
type bonus struct {
	name     engine.Word
	kind     kind
	cards    card.Set // those it is about; none for Valat
	value    int
	captured engine.Word // what beating the bird in its trick is worth the same as; 0: nothing
}

// The rows of the table.
var (
	declaredTrull = bonus{name: engine.Trull, kind: declared, cards: card.Trull, value: 1}
	declaredKings = bonus{name: engine.Kings, kind: declared, cards: card.Kings, value: 1}
	gatheredTrull = bonus{name: engine.Trull, kind: gathered, cards: card.Trull, value: 1}
	gatheredKings = bonus{name: engine.Kings, kind: gathered, cards: card.Kings, value: 1}
	pagatUltimo   = bonus{name: engine.Pagat, kind: bird, cards: 1 << card.Pagat, value: 1, captured: engine.PagatCaptured}
	uhu           = bonus{name: engine.Uhu, kind: bird, cards: 1 << card.Uhu, value: 1}
	kakadu        = bonus{name: engine.Pelikan, kind: bird, cards: 1 << card.Pelikan, value: 1}
	rossTopschin  = bonus{name: engine.Rostopschin, kind: said, cards: 1<<xvii | 1<<xviii, value: 1}
	valat         = bonus{name: engine.Valat, kind: allIn, value: 12}
)

// outcome is how a deal's game ended for the one who gets it.
type outcome int

const (
	simpleWon outcome = iota // nobody undertook
	undertakerWon
	undertakerLost // the opponent gets it
	outcomes
)

// rate is what the game is worth.
type rate struct {
	usual int
	grand int // with the Grand Point
}

// ruleSet is what one rule set does differently from the others.
type ruleSet struct {
	pack    card.Set
	packets int            // of five, to each hand
	piles   [pileCount]int // cards in each
	count   func(card.Set) int
	needed  int // thirds that win
	grand   int // thirds that make the Grand Point
	game    [outcomes]rate
	bonuses []bonus // in the order of items
}

var (
	classicGame  = [outcomes]rate{simpleWon: {2, 2}, undertakerWon: {3, 3}, undertakerLost: {4, 4}}
	extendedGame = [outcomes]rate{simpleWon: {1, 2}, undertakerWon: {3, 4}, undertakerLost: {4, 5}}
)

// ruleSets is the table of RULES 3.5 and 3.6.
var ruleSets = map[string]*ruleSet{
	Classic: {
		pack: card.Full, packets: 3, piles: [pileCount]int{4, 4, 4}, count: card.Set.Thirds,
		needed: engine.NeededThirds, grand: grandThirds, game: classicGame,
		bonuses: []bonus{declaredTrull, declaredKings, pagatUltimo, valat},
	},
	Extended: {
		pack: card.Full, packets: 3, piles: [pileCount]int{4, 4, 4}, count: card.Set.Thirds,
		needed: engine.NeededThirds, grand: grandThirds, game: extendedGame,
		bonuses: []bonus{gatheredTrull, gatheredKings, pagatUltimo, uhu, kakadu, rossTopschin, valat},
	},
	Forty: {
		pack: fortyPack, packets: 2, piles: [pileCount]int{4, 3, 3}, count: faces,
		needed: fortyNeeded, grand: fortyGrand, game: extendedGame,
		bonuses: []bonus{gatheredTrull, gatheredKings, pagatUltimo, rossTopschin, valat},
	},
}

// tricks returns the number of tricks in a deal: every card is played.
func (r *ruleSet) tricks() int { return r.pack.Len() / seats }

// The reasons of refusals that belong to Strohmandeln.
const (
	hasTarock    engine.Name = "has-tarock"      // only a hand dealt no tarock may fold
	notDeclared  engine.Name = "not-declared"    // here Trull and kings count in the tricks
	notTogether  engine.Name = "not-together"    // declare while all are in hand
	noRoss       engine.Name = "no-ross"         // these rules don't know Rostopschin
	rossNeeds    engine.Name = "ross-needs"      // Ross! is said of the XVII with the XVIII in hand
	topschinOnly engine.Name = "topschin-follow" // Topschin! leads the XVIII after the trick of Ross!
)

// Reasons lists the reasons above and those of package engine that Strohmandeln uses, for catalogues.
func Reasons() []engine.Name {
	return []engine.Name{hasTarock, notDeclared, notTogether, engine.SaidAlready, noRoss, rossNeeds, topschinOnly}
}
