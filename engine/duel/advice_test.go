package duel

import (
	"flag"
	"maps"
	"slices"
	"sync/atomic"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/enginetest/guides"
	"tarockbot/engine/robot"
)

var adviceDeals = flag.Int("advice-deals", 0, "in how many deals each piece of the guides' advice is tried; 0: in few, which show that it alone is tried and not what it brings")

// adviceSeed is that of the figures that are told.
const adviceSeed = 200

// piece is a piece of advice, tried by two players who differ in whether they heed it.
type piece struct {
	en, de       string // as the guides say it
	when         occasion
	heed, ignore habit // nil: like robot.Medium
}

// occasion says whether a piece of advice is about a decision, in which robot.Medium would
// do the action.
type occasion func(engine.View, engine.Action) bool

// habit is which cards may be considered of those there are to choose from. Where they are
// too few, robot.Medium's are played or put away: the usual.
type habit func(v engine.View, from, usual card.Set) card.Set

// The advice of the guides that is tried, by rule set. Where heeding it is what
// robot.Medium does, who ignores it is the only one with a habit.
var advice = map[string][]piece{
	"kosakeln/bamberger": {
		{"Put whole suits away", "Leg ganze Farben weg", putsAway, nil, ofEverySuit},
		{"Put queens away", "Leg Damen weg", putsAway, nil, lean},
		{"Lead them early", "Spiel sie früh aus", leads, nil, but(only(card.Kings))},
		{"Lead a suit that the other side doesn't have", "Spiel eine Farbe aus, die dein Gegenüber nicht hat", leads, ranOut, but(ranOut)},
		{"seldom lead tarocks", "spiel Tarock selten aus", leadsNoKing, nil, only(drawing)},
		{"trump low", "stich niedrig", trumps, nil, highest},
		{"Take a suit with it that the other side leads", "Stich mit ihm eine Farbe, die dein Gegenüber ausspielt", mayTakeHome, only(pagat), but(only(pagat))},
		{"Play it second, when a tarock is led", "Gib ihn als Zweiter zu, wenn ein Tarock ausgespielt wird", afterTarock, only(mond), but(only(mond))},
		{"when a tarock is led", "wenn ein Tarock ausgespielt wird", afterSuit, but(only(mond)), only(mond)},
	},
	"strohmandeln/classic": {
		{"Lead small cards of a suit that the other player has run out of", "Spiel kleine Karten einer Farbe aus, die dein Gegenüber nicht mehr hat", leads, ranOut, but(ranOut)},
		{"Seldom lead tarocks", "Tarock spiel selten aus", leadsNoKing, nil, only(drawing)},
		{"take high ones", "nimm hohe", draws, highest, lowest},
		{"Trump a led suit with it", "Stich mit ihm eine ausgespielte Farbe", mayTakeHome, only(pagat), but(only(pagat))},
		{"Play it second, when a tarock is led", "Gib ihn als Zweiter zu, wenn ein Tarock ausgespielt wird", afterTarock, only(mond), but(only(mond))},
		{"when a tarock is led", "wenn ein Tarock ausgespielt wird", afterSuit, but(only(mond)), only(mond)},
	},
	"illustrated/beck": {
		{"Empty a suit", "Mach eine Farbe leer", putsAway, nil, ofEverySuit},
		{"Rather queens and cavaliers than leaves", "Lieber Damen und Cavalls als leere Karten", putsAway, nil, lean},
		{"As declarer lead your long suit", "Als Alleinspieler spiel deine lange Farbe", declarerLeadsNoKing, longSuit, notLongSuit},
		{"Lead a suit that the declarer is out of", "Spiel immer wieder eine Farbe aus, die der Alleinspieler nicht hat", defenderLeads, ranOut, but(ranOut)},
		{"play it to a suit that you are the last to play to", "spiel ihn in einer Farbe, zu der du als Letzter gibst", mayTakeHome, only(pagat), but(only(pagat))},
	},
}

// TestAdvice tries the guides' advice: who heeds it is ahead in game points.
func TestAdvice(t *testing.T) {
	deals := *adviceDeals
	if deals == 0 {
		deals = 20
	}
	for _, rules := range slices.Sorted(maps.Keys(advice)) {
		for _, a := range advice[rules] {
			t.Run(rules+"/"+a.en, func(t *testing.T) {
				c := config(t, rules, "medium", "medium", deals)
				c.Seed = adviceSeed
				guides.CheckContains(t, c.Game, "en", "well", a.en)
				guides.CheckContains(t, c.Game, "de", "well", a.de)
				differences := a.tryBy(t, &c)
				r := run(t, c)
				t.Logf("%+.3f ± %.3f game points in %d deals, with %d different decisions", r.Score.Value, r.Score.Half, deals, differences.Load())
				if differences.Load() == 0 {
					t.Error("both do the same")
				}
				if *adviceDeals > 0 && r.Score.Value <= r.Score.Half {
					t.Error("it brings nothing")
				}
			})
		}
	}
}

// tryBy lets A heed the advice and B ignore it, each compared with the other at every
// decision. It returns how often they differed.
func (a piece) tryBy(t *testing.T, c *Config) *atomic.Int64 {
	var differences atomic.Int64
	differ := func(v engine.View, usual, did, other engine.Action) {
		differences.Add(1)
		if !a.when(v, usual) || did.Verb != other.Verb || did.Cards.Len() != other.Cards.Len() {
			t.Errorf("one did %v, the other %v, where %v is usual and nothing is advised", did, other, usual)
		}
	}
	medium := robot.Medium.New()
	heeds, ignores := pupil{medium, a.when, a.heed}, pupil{medium, a.when, a.ignore}
	c.A = func() Player { return Seated{compared{heeds, ignores, differ}} }
	c.B = func() Player { return Seated{compared{ignores, heeds, differ}} }
	return &differences
}

// pupil plays like robot.Medium, but follows its habit where the advice is about that.
type pupil struct {
	medium robot.Player
	when   occasion
	habit  habit
}

// Act lets robot.Medium choose as many cards as usual, of those that the habit leaves.
func (p pupil) Act(v engine.View, prompt engine.Prompt, d *dice.Dice) []engine.Action {
	usual := p.medium.Act(v, prompt, d)
	if p.habit == nil || !p.when(v, usual[0]) {
		return usual
	}
	pick, n := &prompt.Pick, usual[0].Cards.Len()
	left := pick.From&p.habit(v, pick.From, usual[0].Cards) | pick.Must
	if left.Len() < n {
		return usual
	}
	pick.From, pick.Min, pick.Max = left, n, n
	return p.medium.Act(v, prompt, d)
}

// compared is a pupil who tells where the other would do something else.
type compared struct {
	pupil
	other  pupil
	differ func(v engine.View, usual, did, other engine.Action)
}

func (c compared) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	did, other := c.pupil.Act(v, p, d), c.other.Act(v, p, d)
	if !slices.Equal(did, other) {
		c.differ(v, c.medium.Act(v, p, d)[0], did[0], other[0])
	}
	return did
}

func putsAway(_ engine.View, a engine.Action) bool {
	return a.Verb == engine.Exchange || a.Verb == engine.Discard
}

func leads(v engine.View, a engine.Action) bool {
	return a.Verb == engine.PlayCard && v.Trick.N == 0
}

func leadsNoKing(v engine.View, a engine.Action) bool {
	return leads(v, a) && a.Cards&card.Kings == 0
}

func declarerLeadsNoKing(v engine.View, a engine.Action) bool {
	return leadsNoKing(v, a) && v.Seat == v.Declarer
}

func defenderLeads(v engine.View, a engine.Action) bool {
	return leads(v, a) && v.Seat != v.Declarer
}

// draws: a tarock is led, though suits could be.
func draws(v engine.View, a engine.Action) bool {
	return leads(v, a) && a.Cards&drawing != 0 && v.Cards&card.PlainSuits != 0
}

// follows: the seat plays last to the trick.
func follows(v engine.View, a engine.Action) bool {
	return a.Verb == engine.PlayCard && int(v.Trick.N) == len(v.HandSize)-1
}

// trumps: a suit is taken with a tarock, but not to bring the Pagat home.
func trumps(v engine.View, a engine.Action) bool {
	return follows(v, a) && v.Trick.Cards[0].Suit() != card.Tarock && a.Cards&drawing != 0
}

// mayTakeHome: a suit that nobody has trumped would be taken with the Pagat, which isn't
// announced.
func mayTakeHome(v engine.View, a engine.Action) bool {
	announced := slices.ContainsFunc(v.Claims, func(c engine.Claim) bool { return c.Seat == v.Seat && c.Bonus == engine.Pagat })
	return follows(v, a) && v.Trick.Set()&card.AllTarocks == 0 && !announced
}

// afterTarock: a tarock is led, and the Sküs is out.
func afterTarock(v engine.View, a engine.Action) bool {
	return follows(v, a) && v.Trick.Cards[0].Suit() == card.Tarock && seen(v)&card.Skus.Bit() == 0
}

// afterSuit: a suit is led, and the Sküs is out.
func afterSuit(v engine.View, a engine.Action) bool {
	return follows(v, a) && v.Trick.Cards[0].Suit() != card.Tarock && seen(v)&card.Skus.Bit() == 0
}

// seen are the cards that the seat has or that were played.
func seen(v engine.View) card.Set {
	cards := v.Cards | v.Trick.Set()
	for _, trick := range v.Tricks {
		cards |= trick.Set()
	}
	return cards
}

// Cards of habits. The tarocks to draw others with are those without the Pagat.
const (
	pagat   = card.Set(1) << card.Pagat
	mond    = card.Set(1) << card.Mond
	drawing = card.AllTarocks &^ pagat
)

// only considers but these cards.
func only(cards card.Set) habit {
	return func(engine.View, card.Set, card.Set) card.Set { return cards }
}

// but considers what the habit wouldn't.
func but(h habit) habit {
	return func(v engine.View, from, usual card.Set) card.Set { return ^h(v, from, usual) }
}

// lowest and highest are tarocks, but none of the Trull.
func lowest(_ engine.View, from, _ card.Set) card.Set {
	tarocks := from & card.AllTarocks &^ card.Trull
	return tarocks & -tarocks
}

func highest(_ engine.View, from, _ card.Set) card.Set {
	if tarocks := from & card.AllTarocks &^ card.Trull; tarocks != 0 {
		return tarocks.Highest().Bit()
	}
	return 0
}

// longSuit is the suit with the most cards, without its king.
func longSuit(_ engine.View, from, _ card.Set) (long card.Set) {
	for s := card.Hearts; s <= card.Clubs; s++ {
		if cards := from & s.Cards() &^ card.Kings; cards.Len() > long.Len() {
			long = cards
		}
	}
	return long
}

func notLongSuit(v engine.View, from, usual card.Set) card.Set {
	return from &^ longSuit(v, from, usual) &^ card.Kings
}

// ranOut are the suits that no rival can have, for each has failed to follow; kings are
// left out, which are led anyway.
func ranOut(v engine.View, _, _ card.Set) card.Set {
	suits := card.PlainSuits &^ card.Kings
	for seat := range engine.Seat(len(v.HandSize)) {
		if seat != v.Seat && (v.Seat == v.Declarer || seat == v.Declarer || v.Declarer == engine.Nobody) {
			suits &= lacking(v, seat)
		}
	}
	return suits
}

// lacking are the suits that the seat didn't follow.
func lacking(v engine.View, seat engine.Seat) (suits card.Set) {
	for _, trick := range v.Tricks {
		led := trick.Cards[0].Suit()
		for place := 1; place < int(trick.N); place++ {
			if trick.By(place, len(v.HandSize)) == seat && trick.Cards[place].Suit() != led {
				suits |= led.Cards()
			}
		}
	}
	return suits
}

// ofEverySuit keeps the lowest card of every suit that could be put away as a whole, as far
// as there are other suit cards to put away.
func ofEverySuit(v engine.View, from, usual card.Set) card.Set {
	for s := card.Hearts; s <= card.Clubs; s++ {
		whole := v.Cards & s.Cards()
		if spare := (from & card.PlainSuits).Len() - (usual & card.PlainSuits).Len(); spare > 0 && from.Holds(whole) {
			from &^= whole & -whole
		}
	}
	return from
}

// lean puts the suits away that are usually put away as a whole, but of the others what
// counts least.
func lean(v engine.View, from, usual card.Set) card.Set {
	chosen, rest := usual, card.Set(0)
	for s := card.Hearts; s <= card.Clubs; s++ {
		if kept := v.Cards & s.Cards() &^ usual; kept != 0 {
			chosen &^= s.Cards()
			rest |= from & s.Cards()
		}
	}
	for chosen.Len() < usual.Len() && rest != 0 {
		c := leanest(rest)
		rest &^= c.Bit()
		if others := v.Cards & c.Suit().Cards() &^ chosen; others != c.Bit() {
			chosen |= c.Bit()
		}
	}
	return chosen
}

// leanest is the card that counts least; of equals the lowest.
func leanest(cards card.Set) card.Card {
	return slices.MinFunc(cards.Cards(), func(a, b card.Card) int { return a.Face() - b.Face() })
}
