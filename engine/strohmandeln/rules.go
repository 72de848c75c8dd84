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

// options lists the options of all rule sets. They choose whether a deal that nobody undertakes is played or thrown in,
// whether the opponent may double an undertaken game, and whether a drawn game doubles the next deals whatever the
// bonuses.
var options = []engine.Option{
	{ID: simpleOption, Values: []engine.Name{"play", throwIn}},
	{ID: contraOption, Values: []engine.Name{"off", undertaken}},
	{ID: drawOption, Values: []engine.Name{"off", doubling}},
}

// terms maps words of all games to those of Strohmandeln. There is no declarer and no auction, "good" means that a game
// isn't doubled, and the third bird is the Kakadu.
var terms = engine.Terms{
	"declarer": "undertaker", "defender": "opponent", "auction": "undertake", "good": "no-contra", "pelikan": "kakadu",
}

const (
	seats      = 2
	packetSize = 5 // cards dealt to a hand at once
	pileCount  = 3
	pileSize   = 4 // cards in the largest pile
)

// The pack of forty cards is without II, III and the three lowest pips of each suit. The pips left in it count
// nothing (Glatzen, RULES 3.6). Of each suit the lowest pip is seven places below the king.
const (
	lowestPips    = card.Kings >> 7
	fortyPack     = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | lowestPips | lowestPips<<1 | lowestPips<<2)
	worthlessPips = lowestPips << 3
)

// The least thirds that win and that make the Grand Point. The Grand Point needs 45 points, to which 44 and two thirds
// are rounded up: an opponent has it if the undertaker has fewer than 26 points. With forty cards nothing is rounded: a
// side wins with 45 points and needs 57 for the Grand Point (R16).
const (
	grandThirds = 3*45 - 1
	fortyNeeded = 3 * 45
	fortyGrand  = 3 * 57
)

// faces returns the sum of the cards' face values in a game with forty, in thirds of a point. card.Set.Thirds counts two
// thirds less for each card (RULES 3.6, R16).
func faces(cards card.Set) int {
	counting := cards &^ worthlessPips
	return counting.Thirds() + 2*counting.Len()
}

// bonusKind says how a bonus is made. It isn't engine.Making, because Trull and kings are declared by one rule set and
// gathered in tricks by another.
type bonusKind int

const (
	kindDeclared    bonusKind = iota + 1 // a seat holds all the cards and declares them
	kindGathered                         // a side wins all the cards in tricks
	kindBird                             // the card wins its trick
	kindRostopschin                      // the XVII and the XVIII win as a seat said
	kindValat                            // a side wins all tricks
)

// bonus is one row of the table of RULES 3.5. Every bonus but Valat is worth 1.
type bonus struct {
	name     engine.Word
	kind     bonusKind
	value    int
	captured engine.Word // the bonus for beating the bird in its trick; 0: none
}

// The rows of the table.
var (
	declaredTrull = bonus{name: engine.Trull, kind: kindDeclared, value: 1}
	declaredKings = bonus{name: engine.Kings, kind: kindDeclared, value: 1}
	gatheredTrull = bonus{name: engine.Trull, kind: kindGathered, value: 1}
	gatheredKings = bonus{name: engine.Kings, kind: kindGathered, value: 1}
	pagatUltimo   = bonus{name: engine.Pagat, kind: kindBird, value: 1, captured: engine.PagatCaptured}
	uhu           = bonus{name: engine.Uhu, kind: kindBird, value: 1}
	kakadu        = bonus{name: engine.Pelikan, kind: kindBird, value: 1}
	rossTopschin  = bonus{name: engine.Rostopschin, kind: kindRostopschin, value: 1}
	valat         = bonus{name: engine.Valat, kind: kindValat, value: 12}
)

// outcome says how the game was decided, from the view of the seat that gets its value.
type outcome int

const (
	simpleWon      outcome = iota // the seat won a game that nobody undertook
	undertakerWon                 // the seat undertook the game and won
	undertakerLost                // the opponent undertook the game and lost
	outcomes
)

// rate holds the values of the game.
type rate struct {
	usual int // without the Grand Point
	grand int // with it
}

// ruleSet is what one rule set does differently from the others.
type ruleSet struct {
	engine.RuleSet
	packets int            // of five, to each hand
	piles   [pileCount]int // cards in each
	grand   int            // thirds that make the Grand Point
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
		RuleSet: engine.RuleSet{ID: Classic, Options: options, Terms: terms},
		packets: 3, piles: [pileCount]int{4, 4, 4}, grand: grandThirds, game: classicGame,
		bonuses: []bonus{declaredTrull, declaredKings, pagatUltimo, valat},
	},
	Extended: {
		RuleSet: engine.RuleSet{ID: Extended, Options: options, Terms: terms},
		packets: 3, piles: [pileCount]int{4, 4, 4}, grand: grandThirds, game: extendedGame,
		bonuses: []bonus{gatheredTrull, gatheredKings, pagatUltimo, uhu, kakadu, rossTopschin, valat},
	},
	Forty: {
		RuleSet: engine.RuleSet{ID: Forty, Options: options, Pack: fortyPack, Count: faces, Needed: fortyNeeded, Terms: terms},
		packets: 2, piles: [pileCount]int{4, 3, 3}, grand: fortyGrand, game: extendedGame,
		bonuses: []bonus{gatheredTrull, gatheredKings, pagatUltimo, rossTopschin, valat},
	},
}

// tricks returns the number of tricks in a deal: every card is played.
func (r *ruleSet) tricks() int { return r.Cards().Len() / seats }

// find returns the bonus with the name; the zero value if the rule set has none.
func (r *ruleSet) find(name engine.Word) bonus {
	for _, b := range r.bonuses {
		if b.name == name {
			return b
		}
	}
	return bonus{}
}

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
