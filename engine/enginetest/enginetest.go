// Package enginetest tests games. Start at Run, the contract that every game
// keeps whatever its rules, tried on random deals; Scripts plays transcripts
// that show what the rules are. Neither knows any game.
package enginetest

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Config is what the contract must know of a game.
type Config struct {
	ZeroSum []string // the rule sets in which one seat's gain is the others' loss
}

// contractDeals are enough to find what doesn't hold at all; larger tests play more.
var contractDeals = flag.Int("contract-deals", 20, "how many random deals are played for each combination of options")

// leastCompared is how many moves of a deal must be compared on average for
// leaks to be found.
const leastCompared = 5

// Run plays random deals of every rule set with every combination of options
// and checks at each step what holds for all games.
func Run(t *testing.T, g engine.Game, c Config) {
	for _, rules := range g.Rules {
		for i, options := range Combinations(rules.Options) {
			t.Run(fmt.Sprint(rules.ID, "/", i), func(t *testing.T) {
				t.Parallel()
				tr := &trial{T: t, game: g, config: c, rules: rules, options: options, random: chance{rand.New(rand.NewPCG(uint64(i), 20240229))}}
				for n := range *contractDeals {
					tr.Name = fmt.Sprintf("deal %d with %v", n, options)
					tr.run()
				}
				if tr.compared < leastCompared**contractDeals {
					t.Errorf("%d moves of %d deals were compared with two hidden cards exchanged", tr.compared, *contractDeals)
				}
			})
		}
	}
}

// Combinations returns every complete choice of options.
func Combinations(options []engine.Option) []engine.Options {
	all := []engine.Options{{}}
	for _, option := range options {
		var more []engine.Options
		for _, o := range all {
			for _, value := range option.Values {
				next := maps.Clone(o)
				next[option.ID] = value
				more = append(more, next)
			}
		}
		all = more
	}
	return all
}

// trial is the test of one rule set with one choice of options.
type trial struct {
	*testing.T
	Name    string // of the deal, for messages
	game    engine.Game
	config  Config
	rules   engine.RuleSet
	options engine.Options
	random  chance
	words   []engine.Action // every word a prompt has offered so far
	marked  marked
	promise promise
	// compared counts the moves compared with two hidden cards exchanged.
	compared int
}

func (tr *trial) run() {
	tr.Helper()
	deal := tr.deal()
	tr.marked, tr.promise = marked{}, promise{worth: make(map[said]int), times: make(map[engine.Word]int)}
	for deal.Waiting() != 0 {
		tr.checkPosition(deal)
		if tr.random.oneIn(6) {
			tr.tryIllegal(deal)
		}
		tr.step(deal)
	}
	tr.checkPosition(deal)
	tr.tryIllegal(deal)
	tr.checkResult(deal)
	tr.promise.check(tr, deal.Result())
	tr.checkRecord(deal)
	if len(deal.Moves()) == 0 {
		return // over before anybody was asked
	}
	tr.checkPrefix(deal)
	tr.checkUndo(deal)
	tr.checkPlaces(deal)
	tr.checkMemory(deal)
	tr.checkLastPlay(deal)
	tr.checkClone(deal)
	tr.checkHidden(deal)
}

// deal starts a random deal.
func (tr *trial) deal() *engine.Deal {
	deck := tr.rules.Cards().Cards()
	tr.random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	dealer := engine.Seat(tr.random.IntN(tr.game.Seats))
	deal, err := engine.NewDeal(tr.game, tr.rules.ID, tr.options, engine.Cards{Deck: deck, Dealer: dealer})
	if err != nil {
		tr.Fatalf("%s: %v", tr.Name, err)
	}
	return deal
}

// step does something random that is allowed; seldom, a seat leaves.
func (tr *trial) step(deal *engine.Deal) {
	seats := slices.Collect(deal.Waiting().All())
	seat := seats[tr.random.IntN(len(seats))]
	prompt := deal.Prompt(seat)
	if tr.game.PhaseTopics[prompt.Phase] == "" {
		tr.Fatalf("%s: no topic explains the phase %s", tr.Name, prompt.Phase)
	}
	action := tr.random.choose(prompt)
	if tr.random.oneIn(250) {
		seat = engine.Seat(tr.random.IntN(tr.game.Seats))
		action = engine.Say([]engine.Verb{engine.Resign, engine.Timeout}[tr.random.IntN(2)], 0)
	}
	tr.promise.record(action, seat, deal.Worth(seat, action))
	if _, err := deal.Act(seat, action); err != nil {
		tr.Fatalf("%s: seat %d is offered %q and refused it: %v", tr.Name, seat, action, err)
	}
}

// chance chooses.
type chance struct{ *rand.Rand }

func (c chance) oneIn(n int) bool { return c.IntN(n) == 0 }

// choose returns a random one of what the prompt offers.
func (c chance) choose(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 || len(p.Words) > 0 && c.oneIn(2) {
		return p.Words[c.IntN(len(p.Words))]
	}
	n := p.Pick.Min + c.IntN(p.Pick.Max-p.Pick.Min+1)
	return engine.Action{Verb: p.Pick.Verb, Cards: p.Pick.Must | c.some(p.Pick.From&^p.Pick.Must, n-p.Pick.Must.Len())}
}

// some returns n random cards of s, or all if s has fewer.
func (c chance) some(s card.Set, n int) (chosen card.Set) {
	for range min(n, s.Len()) {
		chosen |= (s &^ chosen).Nth(c.IntN(s.Len() - chosen.Len())).Bit()
	}
	return chosen
}
