package robot_test

import (
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// dice is a small seeded generator (splitmix64): tests must not depend on how
// a library's generator changes.
type dice uint64

func (d *dice) roll(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// deck is the pack in the order of the seed.
func deck(seed int) []card.Card { return shuffled(card.Full, seed) }

func shuffled(pack card.Set, seed int) []card.Card {
	d := dice(seed * 7919)
	cards := pack.Cards()
	for i := len(cards) - 1; i > 0; i-- {
		j := d.roll(i + 1)
		cards[i], cards[j] = cards[j], cards[i]
	}
	return cards
}

// random does anything that is allowed, every choice as likely as another.
type random struct{ *dice }

func (r random) Act(_ engine.View, p engine.Prompt) []engine.Action {
	choices := len(p.Words)
	if p.Pick.Verb != 0 {
		choices++
	}
	if i := r.roll(choices); i < len(p.Words) {
		return p.Words[i : i+1]
	}
	return []engine.Action{{Verb: p.Pick.Verb, Cards: r.pick(p.Pick)}}
}

func (r random) pick(p engine.Pick) card.Set {
	chosen := p.Must
	for n := p.Min + r.roll(p.Max-p.Min+1); chosen.Len() < n; {
		rest := p.From &^ chosen
		chosen |= rest.Nth(r.roll(rest.Len())).Bit()
	}
	return chosen
}

// newDeal deals by the rules from a seed; the dealer changes with it.
func newDeal(t testing.TB, rules string, o engine.Options, seed int) *engine.Deal {
	t.Helper()
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	set, err := g.RuleSet(rules)
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.NewDeal(g, rules, o, engine.Cards{Deck: shuffled(set.Cards(), seed), Dealer: engine.Seat(seed % g.Seats)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// playOut lets the players, by seat, play the deal to its end; there may be
// more of them than seats.
func playOut(t testing.TB, d *engine.Deal, players ...robot.Player) {
	t.Helper()
	for d.Waiting() != 0 {
		for seat := range d.Waiting().All() {
			p := d.Prompt(seat)
			actions := players[seat].Act(d.View(seat), p)
			if _, err := d.Act(seat, actions...); err != nil {
				t.Fatalf("seat %d, offered %+v, did %v: %v", seat, p, actions, err)
			}
		}
	}
}

// cards reads blank-separated card codes.
func cards(t testing.TB, codes string) card.Set {
	t.Helper()
	set, err := card.ParseSet(strings.Fields(codes))
	if err != nil {
		t.Fatal(err)
	}
	return set
}
