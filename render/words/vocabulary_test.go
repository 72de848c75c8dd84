package words_test

import (
	"slices"
	"strconv"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

type vocabulary struct {
	contracts, calls, bonuses, verbs, picks, whys, phases, unbid, doubled, insteadOfGame, played, unled, offered, said map[string]bool
}

func newVocabulary() vocabulary {
	set := func() map[string]bool { return make(map[string]bool) }
	return vocabulary{set(), set(), set(), set(), set(), set(), set(), set(), set(), set(), set(), set(), set(), set()}
}

// dealsOfEach random deals of a rule set produce all of its names.
const dealsOfEach = 800

// oddDeals are dealt from a sorted pack: random hands seldom lack tarocks.
const oddDeals = 15

func gatherVocabulary(t *testing.T) vocabulary {
	t.Helper()
	v := newVocabulary()
	for _, g := range games.All() {
		for _, set := range g.Rules {
			x := xorshift(1) // no set's deals depend on another set
			for n := range dealsOfEach {
				options := make(engine.Options)
				for _, o := range set.Options {
					options[o.ID] = o.Values[x.below(len(o.Values))]
				}
				v.play(t, g, set, options, &x, n >= oddDeals)
			}
		}
	}
	return v
}

func (v vocabulary) play(t *testing.T, g engine.Game, rules engine.RuleSet, o engine.Options, x *xorshift, shuffled bool) {
	t.Helper()
	deck := rules.Cards().Cards()
	slices.Reverse(deck)
	for i := len(deck) - 1; i > 0 && shuffled; i-- {
		j := x.below(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	deal, err := engine.NewDeal(g, rules.ID, o, engine.Cards{Deck: deck})
	if err != nil {
		t.Fatal(err)
	}
	for deal.Result() == nil {
		for seat := range deal.Waiting().All() {
			p := deal.Prompt(seat)
			v.addPrompt(p, rules.Terms)
			if deal.PublicView().Contract == 0 {
				v.unbid[string(p.Phase)] = true
			}
			if _, err := deal.Act(seat, x.randomAction(p)); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	v.addTable(deal.PublicView())
}

func (v vocabulary) addPrompt(p engine.Prompt, terms engine.Terms) {
	v.phases[string(p.Phase)] = true
	if p.Pick.Verb != 0 {
		v.picks[p.Pick.Verb.String()] = true
	}
	if p.Pick.Reason != "" {
		v.whys[string(p.Pick.Reason)] = true
	}
	for _, a := range p.Choices {
		switch a.Verb {
		case engine.Announce, engine.PlayCard, engine.Declare:
			v.offered[a.Word.String()] = true
		case engine.Hold, engine.TakeOver, engine.Pass, engine.Undertake, engine.Fold:
			v.said[string(p.Phase)+"."+string(terms.OwnName(engine.Name(a.Verb.String())))] = true
		default:
		}
		switch a.Verb {
		case engine.Bid:
			v.contracts[a.Word.String()] = true
		case engine.Announce, engine.PlayCard:
			v.bonuses[a.Word.String()] = true
		default:
			v.verbs[string(terms.OwnName(engine.Name(a.Verb.String())))] = true
		}
	}
}

func (v vocabulary) addTable(table engine.PublicView) {
	if table.Contract != 0 {
		v.played[table.Contract.String()] = true
		if table.Declarer == engine.Nobody {
			v.unled[table.Contract.String()] = true
		}
	}
	for _, c := range table.Calls {
		said := c.Action.Verb.String()
		if c.Action.Verb == engine.Bid {
			said = c.Action.Word.String()
		}
		v.calls[string(table.Terms.OwnName(engine.Name(said)))] = true
	}
	for _, c := range table.Claims {
		v.bonuses[c.Bonus.String()] = true
		if c.Doubled > 0 {
			v.doubled[strconv.Itoa(c.Doubled)] = true
		}
	}
	for i, item := range table.Result.Items {
		v.bonuses[string(table.Terms.OwnName(engine.Name(item.Item.String())))] = true
		if i == 0 && item.Item != engine.TheGame && table.Declarer != engine.Nobody {
			v.insteadOfGame[item.Item.String()] = true
		}
	}
}

// xorshift must not start at 0.
type xorshift uint64

func (x *xorshift) below(n int) int {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return int(uint64(*x) % uint64(n))
}

func (x *xorshift) randomAction(p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 || len(p.Choices) > 0 && x.below(3) > 0 {
		return p.Choices[x.below(len(p.Choices))]
	}
	chosen, rest := p.Pick.Must, p.Pick.From&^p.Pick.Must
	for chosen.Len() < p.Pick.Min {
		c := rest.Nth(x.below(rest.Len())).Bit()
		chosen, rest = chosen|c, rest&^c
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

func keys(sets ...map[string]bool) (all []string) {
	for _, set := range sets {
		all = append(all, keysOf(set)...)
	}
	return all
}
