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

var adviceDeals = flag.Int("advice-deals", 0, "the number of deals that test each piece of the guides' advice; 0: 20 deals, without measuring the gain")

// adviceSeed is for published figures.
const adviceSeed = 200

// adviceTest tests one piece of advice: one player heeds it, the other ignores it.
type adviceTest struct {
	en, de       string
	when         condition
	heed, ignore cardFilter // nil: like robot.Medium
}

// condition reports whether the advice applies. The action is robot.Medium's.
type condition func(engine.View, engine.Action) bool

// cardFilter returns the cards to consider. If they are too few, the player does as robot.Medium does (usual).
type cardFilter func(v engine.View, from, usual card.Set) card.Set

// Where robot.Medium heeds the advice, only the other player has a filter.
var advice = map[string][]adviceTest{
	"kosakeln/bamberger": {
		{"Put whole suits away", "Leg ganze Farben weg", putsAway, nil, keepEverySuit},
		{"Put queens away", "Leg Damen weg", putsAway, nil, avoidValue},
		{"Lead them early", "Spiel sie früh aus", leads, nil, except(only(card.Kings))},
		{"Lead a suit that the other side doesn't have", "Spiel eine Farbe aus, die dein Gegenüber nicht hat", leads, suitsOtherSideLacks, except(suitsOtherSideLacks)},
		{"seldom lead tarocks", "spiel Tarock selten aus", leadsNoKing, nil, only(drawing)},
		{"trump low", "stich niedrig", trumps, nil, highest},
		{"Trump with it when the other side leads a suit", "Stich mit ihm eine Farbe, die dein Gegenüber ausspielt", mayTakeHome, only(pagat), except(only(pagat))},
		{"Play it second, when a tarock is led", "Gib ihn als Zweiter zu, wenn ein Tarock ausgespielt wird", afterTarock, only(mond), except(only(mond))},
		{"when a tarock is led", "wenn ein Tarock ausgespielt wird", afterSuit, except(only(mond)), only(mond)},
	},
	"strohmandeln/classic": {
		{"Lead small cards of a suit that the other player has run out of", "Spiel kleine Karten einer Farbe aus, die dein Gegenüber nicht mehr hat", leads, suitsOtherSideLacks, except(suitsOtherSideLacks)},
		{"Seldom lead tarocks", "Tarock spiel selten aus", leadsNoKing, nil, only(drawing)},
		{"take high ones", "nimm hohe", leadsTarock, highest, lowest},
		{"Trump a led suit with it", "Stich mit ihm eine ausgespielte Farbe", mayTakeHome, only(pagat), except(only(pagat))},
		{"Play it second, when a tarock is led", "Gib ihn als Zweiter zu, wenn ein Tarock ausgespielt wird", afterTarock, only(mond), except(only(mond))},
		{"when a tarock is led", "wenn ein Tarock ausgespielt wird", afterSuit, except(only(mond)), only(mond)},
	},
	"illustrated/beck": {
		{"Empty a suit", "Mach eine Farbe leer", putsAway, nil, keepEverySuit},
		{"Put away queens and cavaliers before leaves", "Leg lieber Damen und Cavalls weg als leere Karten", putsAway, nil, avoidValue},
		{"As declarer lead your long suit", "Als Alleinspieler spiel deine lange Farbe", declarerLeadsNoKing, longSuit, notLongSuit},
		{"Lead a suit that the declarer is out of", "Spiel immer wieder eine Farbe aus, die der Alleinspieler nicht hat", defenderLeads, suitsOtherSideLacks, except(suitsOtherSideLacks)},
		{"play it to a suit that you are the last to play to", "stich mit ihm eine Farbe, wenn du als Letzter dran bist", mayTakeHome, only(pagat), except(only(pagat))},
	},
}

func TestAdvice(t *testing.T) {
	deals := *adviceDeals
	if deals == 0 {
		deals = 20
	}
	for _, rules := range slices.Sorted(maps.Keys(advice)) {
		for _, a := range advice[rules] {
			t.Run(rules+"/"+a.en, func(t *testing.T) {
				c := newConfig(t, rules, "medium", "medium", deals)
				c.Seed = adviceSeed
				guides.CheckContains(t, c.Game, "en", "well", a.en)
				guides.CheckContains(t, c.Game, "de", "well", a.de)
				differences := a.seatPlayers(t, &c)
				r := mustRun(t, c)
				t.Logf("%+.3f ± %.3f game points in %d deals, with %d different decisions", r.Score.Value, r.Score.HalfInterval, deals, differences.Load())
				if differences.Load() == 0 {
					t.Error("both players always decided alike")
				}
				if *adviceDeals > 0 && r.Score.Value <= r.Score.HalfInterval {
					t.Error("the advice doesn't help")
				}
			})
		}
	}
}

func (a adviceTest) seatPlayers(t *testing.T, c *Config) *atomic.Int64 {
	var differences atomic.Int64
	differ := func(v engine.View, usual, did, other engine.Action) {
		differences.Add(1)
		if !a.when(v, usual) || did.Verb != other.Verb || did.Cards.Len() != other.Cards.Len() {
			t.Errorf("one player did %v, the other %v, Medium would do %v, but the advice doesn't apply here", did, other, usual)
		}
	}
	medium := robot.Medium.New()
	heeds, ignores := filteredPlayer{medium, a.when, a.heed}, filteredPlayer{medium, a.when, a.ignore}
	c.A = func() Player { return Seated{comparedPlayer{heeds, ignores, differ}} }
	c.B = func() Player { return Seated{comparedPlayer{ignores, heeds, differ}} }
	return &differences
}

type filteredPlayer struct {
	medium robot.Player
	when   condition
	habit  cardFilter
}

func (p filteredPlayer) Act(v engine.View, prompt engine.Prompt, d *dice.Dice) []engine.Action {
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

type comparedPlayer struct {
	filteredPlayer
	other  filteredPlayer
	differ func(v engine.View, usual, did, other engine.Action)
}

func (c comparedPlayer) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	did, other := c.filteredPlayer.Act(v, p, d), c.other.Act(v, p, d)
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

func leadsTarock(v engine.View, a engine.Action) bool {
	return leads(v, a) && a.Cards&drawing != 0 && v.Cards&card.PlainSuits != 0
}

func playsLast(v engine.View, a engine.Action) bool {
	return a.Verb == engine.PlayCard && int(v.Trick.N) == len(v.HandSize)-1
}

func trumps(v engine.View, a engine.Action) bool {
	return playsLast(v, a) && v.Trick.Cards[0].Suit() != card.Tarock && a.Cards&drawing != 0
}

func mayTakeHome(v engine.View, a engine.Action) bool {
	announced := slices.ContainsFunc(v.Claims, func(c engine.Claim) bool { return c.Seat == v.Seat && c.Bonus == engine.Pagat })
	return playsLast(v, a) && v.Trick.Set()&card.AllTarocks == 0 && !announced
}

func afterTarock(v engine.View, a engine.Action) bool {
	return playsLast(v, a) && v.Trick.Cards[0].Suit() == card.Tarock && seenCards(v)&card.Skus.Bit() == 0
}

func afterSuit(v engine.View, a engine.Action) bool {
	return playsLast(v, a) && v.Trick.Cards[0].Suit() != card.Tarock && seenCards(v)&card.Skus.Bit() == 0
}

func seenCards(v engine.View) card.Set {
	cards := v.Cards | v.Trick.Set()
	for _, trick := range v.Tricks {
		cards |= trick.Set()
	}
	return cards
}

const (
	pagat   = card.Set(1) << card.Pagat
	mond    = card.Set(1) << card.Mond
	drawing = card.AllTarocks &^ pagat
)

func only(cards card.Set) cardFilter {
	return func(engine.View, card.Set, card.Set) card.Set { return cards }
}

func except(h cardFilter) cardFilter {
	return func(v engine.View, from, usual card.Set) card.Set { return ^h(v, from, usual) }
}

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

// suitsOtherSideLacks leaves out kings, which are led anyway.
func suitsOtherSideLacks(v engine.View, _, _ card.Set) card.Set {
	suits := card.PlainSuits &^ card.Kings
	for seat := range engine.Seat(len(v.HandSize)) {
		if seat != v.Seat && (v.Seat == v.Declarer || seat == v.Declarer || v.Declarer == engine.Nobody) {
			suits &= suitsLackedBy(v, seat)
		}
	}
	return suits
}

func suitsLackedBy(v engine.View, seat engine.Seat) (suits card.Set) {
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

func keepEverySuit(v engine.View, from, usual card.Set) card.Set {
	for s := card.Hearts; s <= card.Clubs; s++ {
		whole := v.Cards & s.Cards()
		if spare := (from & card.PlainSuits).Len() - (usual & card.PlainSuits).Len(); spare > 0 && from.Holds(whole) {
			from &^= whole & -whole
		}
	}
	return from
}

func avoidValue(v engine.View, from, usual card.Set) card.Set {
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

func leanest(cards card.Set) card.Card {
	return slices.MinFunc(cards.Cards(), func(a, b card.Card) int { return a.Face() - b.Face() })
}
