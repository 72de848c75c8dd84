package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The rule sets (RULES 3).
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

// options: play a deal that nobody undertakes; double an undertaken game; double the deals after a draw.
var options = []engine.Option{
	{ID: simpleOption, Values: []engine.Name{"play", throwIn}},
	{ID: contraOption, Values: []engine.Name{"off", undertaken}},
	{ID: drawOption, Values: []engine.Name{"off", doubling}},
}

// terms: there is no declarer and no auction, "good" declines to double, and the third bird is the Kakadu.
var terms = engine.Terms{
	"declarer": "undertaker", "defender": "opponent", "auction": "undertake", "good": "no-contra", "pelikan": "kakadu",
}

const (
	seats      = 2
	packetSize = 5
	pileCount  = 3
	pileSize   = 4 // cards in the largest pile
)

// The pack of forty lacks II, III and the three lowest pips of each suit. The other pips count nothing (Glatzen, RULES
// 3.6).
const (
	lowestPips    = card.Kings >> 7
	fortyPack     = card.Full &^ (1<<card.Uhu | 1<<card.Pelikan | lowestPips | lowestPips<<1 | lowestPips<<2)
	worthlessPips = lowestPips << 3
)

// In thirds. 44 and two thirds round up to the 45 points of the Grand Point. With forty cards nothing is rounded (R16).
const (
	grandThirds = 3*45 - 1
	fortyNeeded = 3 * 45
	fortyGrand  = 3 * 57
)

// faces returns face values in thirds. Set.Thirds subtracts two thirds a card (RULES 3.6, R16).
func faces(cards card.Set) int {
	counting := cards &^ worthlessPips
	return counting.Thirds() + 2*counting.Len()
}

// bonusKind replaces engine.Making, because Trull and kings are declared by one rule set and gathered in tricks by
// others.
type bonusKind int

const (
	kindDeclared bonusKind = iota + 1
	kindGathered
	kindBird
	kindRostopschin
	kindValat
)

// RULES 3.5
type bonus struct {
	name     engine.Word
	kind     bonusKind
	value    int
	captured engine.Word // scored for beating the bird in its trick, or 0
}

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

// outcome is the game's result for the seat that gains it.
type outcome int

const (
	simpleWon outcome = iota // nobody undertook
	undertakerWon
	undertakerLost // the opponent undertook
	outcomes
)

type rate struct {
	usual int
	grand int // with the Grand Point
}

type ruleSet struct {
	engine.RuleSet
	packets int            // packets of five cards dealt to each hand
	piles   [pileCount]int // number of cards in each pile
	grand   int            // thirds
	game    [outcomes]rate
	bonuses []bonus // in order
}

var (
	classicGame  = [outcomes]rate{simpleWon: {2, 2}, undertakerWon: {3, 3}, undertakerLost: {4, 4}}
	extendedGame = [outcomes]rate{simpleWon: {1, 2}, undertakerWon: {3, 4}, undertakerLost: {4, 5}}
)

// RULES 3.5 and 3.6
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

func (r *ruleSet) tricks() int { return r.Cards().Len() / seats }

func (r *ruleSet) find(name engine.Word) bonus {
	for _, b := range r.bonuses {
		if b.name == name {
			return b
		}
	}
	return bonus{}
}

const (
	hasTarock    engine.Name = "has-tarock"      // only a hand dealt no tarock may fold
	notDeclared  engine.Name = "not-declared"    // Trull and kings count in the tricks instead
	notTogether  engine.Name = "not-together"    // the cards aren't together in the hand
	noRoss       engine.Name = "no-ross"         // the rule set has no Rostopschin
	rossNeeds    engine.Name = "ross-needs"      // "Ross!" needs the XVII, with the XVIII in hand
	topschinOnly engine.Name = "topschin-follow" // "Topschin!" must follow the trick of "Ross!"
)

// Reasons returns the reasons besides engine.CommonReasons, for catalogues.
func Reasons() []engine.Name {
	return []engine.Name{hasTarock, notDeclared, notTogether, engine.SaidAlready, noRoss, rossNeeds, topschinOnly}
}
