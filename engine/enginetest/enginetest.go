// Package enginetest tests the rules that hold for every game. It depends on no game.
//
// Start at CheckContract, which plays random deals and checks each step. CheckRecords and FuzzRecords replay stored
// deals. Package script plays transcripts of one game, and package guides checks its guide and lessons.
package enginetest

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
)

// contractDeals finds gross violations by default; .ci/sizes plays more.
var contractDeals = flag.Int("contract-deals", 20, "the number of random deals for each combination of options")

// leastCompared is the least mean number of moves compared in a deal. Fewer might not find a leak of hidden cards.
const leastCompared = 5

// CheckContract plays random deals of every rule set with every combination of options, and checks each step. In the
// rule sets zeroSum the scores of a deal must add up to 0.
func CheckContract(t *testing.T, g engine.Game, zeroSum ...string) {
	if p := g.Places("no such rule set", 0); p.Hands[0] != nil {
		t.Errorf("an unknown rule set has the places %v", p)
	}
	for _, rules := range g.Rules {
		for i, options := range Combinations(rules.Options) {
			t.Run(fmt.Sprint(rules.ID, "/", i), func(t *testing.T) {
				t.Parallel()
				deals, random := *contractDeals, chance{dice.New(uint64(i), 20240229)}
				tr := &trial{
					t: t, game: g, rules: rules, zeroSum: slices.Contains(zeroSum, rules.ID), options: options, random: random,
				}
				for n := range deals {
					tr.label = fmt.Sprintf("deal %d with %v", n, options)
					tr.run()
				}
				if tr.compared < leastCompared*deals {
					t.Errorf("%d moves of %d deals were compared with two hidden cards exchanged", tr.compared, deals)
				}
			})
		}
	}
}

// Combinations returns every way to give each of the options one of its values.
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
	t        *testing.T
	label    string // names the deal
	game     engine.Game
	rules    engine.RuleSet
	zeroSum  bool // scores must add up to 0
	options  engine.Options
	random   chance
	words    []engine.Action // all words offered so far
	compared int             // moves that checkHidden has compared
	state    dealState
}

// dealState holds what the checks need of the move before.
type dealState struct {
	fresh  [engine.MaxSeats]card.Set // marked as new in each hand
	tricks int
	inPlay int // all cards of the tricks; 0 before the play
	quoted quotedWorth
}

func (tr *trial) Errorf(format string, args ...any) {
	tr.t.Helper()
	tr.t.Errorf("%s: %s", tr.label, fmt.Sprintf(format, args...))
}

func (tr *trial) Fatalf(format string, args ...any) {
	tr.t.Helper()
	tr.t.Fatalf("%s: %s", tr.label, fmt.Sprintf(format, args...))
}

func (tr *trial) run() {
	deal := tr.deal()
	tr.state = dealState{quoted: newQuotedWorth()}
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
	tr.state.quoted.check(tr, deal.Result())
	tr.checkRecord(deal)
	if len(deal.Moves()) == 0 {
		return // over before anybody was asked
	}
	for _, check := range dealChecks {
		check(tr, deal)
	}
}

// dealChecks check a finished deal that has moves.
var dealChecks = []func(*trial, *engine.Deal){
	(*trial).checkPrefix, (*trial).checkUndo, (*trial).checkPlaces, (*trial).checkMemory,
	(*trial).checkLastPlay, (*trial).checkClone, (*trial).checkHidden,
}

func (tr *trial) deal() *engine.Deal {
	deck := tr.rules.Cards().Cards()
	tr.random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	dealer := engine.Seat(tr.random.Below(tr.game.Seats))
	deal, err := engine.NewDeal(tr.game, tr.rules.ID, tr.options, engine.Cards{Deck: deck, Dealer: dealer})
	if err != nil {
		tr.Fatalf("%v", err)
	}
	return deal
}

func (tr *trial) step(deal *engine.Deal) {
	seats := slices.Collect(deal.Waiting().All())
	seat := seats[tr.random.Below(len(seats))]
	prompt := deal.Prompt(seat)
	if tr.game.PhaseTopics[prompt.Phase] == "" {
		tr.Fatalf("no topic explains the phase %s", prompt.Phase)
	}
	action := tr.random.choose(prompt)
	if tr.random.oneIn(250) {
		seat = engine.Seat(tr.random.Below(tr.game.Seats))
		action = engine.Say([]engine.Verb{engine.Resign, engine.Timeout}[tr.random.Below(2)], 0)
	}
	tr.state.quoted.record(action, seat, deal.Worth(seat, action))
	tr.act(deal, engine.Move{Seat: seat, Action: action})
}

type chance struct{ *dice.Dice }

func (c chance) oneIn(n int) bool { return c.Below(n) == 0 }

// choose says a word as often as it picks cards, so that all words are tried.
func (c chance) choose(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 || len(p.Choices) > 0 && c.oneIn(2) {
		return p.Choices[c.Below(len(p.Choices))]
	}
	return randomPick(c, p.Pick)
}
