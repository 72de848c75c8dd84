package robot

import (
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
)

type claimant struct{ *strong }

func (c claimant) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	actions := c.strong.Act(v, p, d)
	lead, _ := c.Claim(v, actions[0], d)
	return []engine.Action{lead}
}

type cardChooser func(v engine.View, from card.Set, d *dice.Dice) card.Card

func (r cardChooser) Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action {
	if p.Pick.Verb != engine.PlayCard || len(p.Choices) > 0 {
		return heuristic{}.Act(v, p, d)
	}
	return []engine.Action{engine.Play(r(v, p.Pick.From, d))}
}

var replies = map[string]Player{
	"medium":  Medium.New(),
	"random":  cardChooser(func(_ engine.View, from card.Set, d *dice.Dice) card.Card { return from.Nth(d.Below(from.Len())) }),
	"lowest":  cardChooser(func(_ engine.View, from card.Set, _ *dice.Dice) card.Card { return from.Lowest() }),
	"highest": cardChooser(func(_ engine.View, from card.Set, _ *dice.Dice) card.Card { return from.Highest() }),
	"saving": cardChooser(func(v engine.View, from card.Set, _ *dice.Dice) card.Card {
		if winners := from; v.Trick.N > 0 {
			if winners = from.Beating(v.Trick.Cards[v.Trick.BestIndex()]); winners != 0 {
				return winners.Lowest()
			}
		}
		return leanest(from)
	}),
}

type claimCase struct {
	deal   *engine.Deal
	view   engine.View
	chosen engine.Action
	stream []uint64
}

func (a claimCase) dice() *dice.Dice { return dice.New(a.stream...) }

func forEachDecision(t *testing.T, deals int, ask func(*strong, claimCase)) {
	t.Helper()
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			player := quickStrong()
			for n := range deals * *Times {
				forEachDecisionIn(t, randomDeal(t, g, rules, engine.Options{}, 15, n), player, engine.Seat(n/2%g.Seats), uint64(n), ask)
			}
		}
	}
}

func forEachDecisionIn(t *testing.T, deal *engine.Deal, player *strong, seat engine.Seat, n uint64, ask func(*strong, claimCase)) {
	t.Helper()
	playDeal(t, deal, func(s engine.Seat) engine.Action {
		action := mediumAction(deal, s)
		if s == seat {
			v, stream := deal.View(s), []uint64{n, uint64(len(deal.Moves()))}
			if mayClaim(v, action) {
				action = player.Act(v, deal.Prompt(s), dice.New(stream...))[0]
			}
			ask(player, claimCase{deal.Clone(), v, action, append(stream, 1)})
		}
		return action
	})
}

// TestClaimIsRight expects no claims in strohmandeln/forty, where cards may count nothing.
func TestClaimIsRight(t *testing.T) {
	minClaims := min(*Times, 2)
	claims := make(map[string]int)
	forEachDecision(t, 8, func(player *strong, a claimCase) {
		lead, all := player.Claim(a.view, a.chosen, a.dice())
		if !all {
			if lead != a.chosen {
				t.Errorf("without a claim, %v is led, want %v", lead, a.chosen)
			}
			return
		}
		v := a.view
		claims[v.Rules]++
		partner := len(v.HandSize) > 2 && v.Declarer != v.Seat
		if v.Trick.N > 0 || partner || v.CardsToPlay(v.Seat) < 2 || avoids(v.Contract) {
			t.Errorf("%s: forbidden claim with %s, %d cards in the trick, contract %v", v.Rules, v.Cards, v.Trick.N, v.Contract)
		}
		for name, other := range replies {
			deal, left := a.deal.Clone(), a.view.CardsToPlay(a.view.Seat)
			if _, err := deal.Act(a.view.Seat, lead); err != nil {
				t.Fatalf("the lead of a claim: %v", err)
			}
			playAgainst(t, deal, a.view.Seat, claimant{player}, other)
			if won := deal.PublicView().WonTricks[a.view.Seat] - a.view.WonTricks[a.view.Seat]; won != left {
				t.Errorf("%s: with %s, %d of %d claimed tricks were won against player %q", a.view.Rules, a.view.Cards, won, left, name)
			}
		}
	})
	t.Log(claims)
	for _, g := range games.All() {
		for _, rules := range g.Rules {
			if n := claims[rules.ID]; rules.ID != "strohmandeln/forty" && n < minClaims {
				t.Errorf("%s: %d claims, want %d", rules.ID, n, minClaims)
			}
		}
	}
}

func playAgainst(t *testing.T, deal *engine.Deal, seat engine.Seat, mine, others Player) {
	t.Helper()
	d := dice.New(3)
	playDeal(t, deal, func(s engine.Seat) engine.Action {
		player := others
		if s == seat {
			player = mine
		}
		return player.Act(deal.View(s), deal.Prompt(s), d)[0]
	})
}

func TestSameClaim(t *testing.T) {
	type answer struct {
		lead engine.Action
		all  bool
	}
	var asked []claimCase
	var first []answer
	forEachDecision(t, 6, func(player *strong, a claimCase) {
		if mayClaim(a.view, a.chosen) {
			lead, all := player.Claim(a.view, a.chosen, a.dice())
			asked, first = append(asked, a), append(first, answer{lead, all})
		}
	})
	if len(asked) < 8 {
		t.Errorf("only %d claims were worth a search", len(asked))
	}
	player := quickStrong()
	for i := len(asked) - 1; i >= 0; i-- {
		a := asked[i]
		player.Act(a.view, a.deal.Prompt(a.view.Seat), dice.New(7))
		if lead, all := player.Claim(a.view, a.chosen, a.dice()); (answer{lead, all}) != first[i] {
			t.Errorf("the first answer is %v, a later one %v", first[i], answer{lead, all})
		}
	}
}
