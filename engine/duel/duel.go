// Package duel measures how much better one computer player is than another: both
// play the same deals, each from every seat. Start at Run. Players of engine/robot
// come in by Seated and get their View; a player of this package may see the whole
// deal, and so no bot may have it.
package duel

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/fair"
	"tarockbot/engine/robot"
)

// Player plays seats of deals that it may see as a whole. It is for one goroutine.
type Player interface {
	// Act returns what the seat does now: legal actions to hand to Deal.Act together. They
	// depend on the arguments alone.
	Act(deal *engine.Deal, seat engine.Seat, d *dice.Dice) []engine.Action
}

// Seated is a player that sees what its seat may see, and no more.
type Seated struct{ robot.Player }

// Act asks the player with the seat's view and prompt.
func (s Seated) Act(deal *engine.Deal, seat engine.Seat, d *dice.Dice) []engine.Action {
	return s.Player.Act(deal.View(seat), deal.Prompt(seat), d)
}

// open is the name of the player for tests that sees all hands.
const open = "open"

// Names returns the names of all players: the levels of engine/robot, and open.
func Names() (names []string) {
	for _, level := range robot.Levels() {
		names = append(names, string(level))
	}
	return append(names, open)
}

// Named returns a function that makes players of the name. If cards is set, they play
// cards for card points alone. ok is false if there is no such player.
func Named(name string, cards bool) (newPlayer func() Player, ok bool) {
	level := robot.Level(name)
	switch {
	case name == open:
		return newOpenPlayer, true
	case !slices.Contains(robot.Levels(), level):
		return nil, false
	case cards:
		return func() Player { return Seated{level.ForCards()} }, true
	default:
		return func() Player { return Seated{level.New()} }, true
	}
}

// Config says what a duel measures.
type Config struct {
	Game    engine.Game
	Rules   string
	Options engine.Options // complete or in part
	A, B    func() Player
	Deals   int
	Seed    uint64
	// CardsOnly leaves nothing but the play of cards to the players: both exchange like
	// robot.Medium, forehand bids Solo, and nobody announces anything. It needs
	// CardsOnlyRules with CardsOnlyOptions.
	CardsOnly bool
	// Now returns the time in nanoseconds, by which moves are timed. If it is nil, they take no time.
	Now func() int64
}

// now returns the time in nanoseconds; 0 without a clock.
func (c *Config) now() int64 {
	if c.Now == nil {
		return 0
	}
	return c.Now()
}

// Run plays the deals, on all processors. Each deal is played once for every seat:
// there with A, at the others with B. All figures but the times depend on the
// configuration alone. The first error ends all play: the context's, an error of Game.RuleSet
// or engine.NewDeal, CardsOnly with other rules, or an illegal action of a player.
func Run(ctx context.Context, c Config) (Report, error) {
	if c.CardsOnly {
		for id, value := range CardsOnlyOptions() {
			if c.Rules != CardsOnlyRules || c.Options[id] != value {
				return Report{}, fmt.Errorf("duel: the play of cards alone needs the rules %s with %v", CardsOnlyRules, CardsOnlyOptions())
			}
		}
		c.A, c.B = cardsOnly(c.A), cardsOnly(c.B)
	}
	deals := make([]dealResult, c.Deals)
	workers := make([]worker, runtime.GOMAXPROCS(0))
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64
	var all sync.WaitGroup
	for i := range workers {
		all.Go(func() {
			workers[i] = newWorker(&c)
			if err := workers[i].run(ctx, &next, deals); err != nil {
				cancel(err) // the others need not go on
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return Report{}, err
	}
	return summarize(deals, workers), nil
}

// dealResult is by how much A was ahead of the others in a deal.
type dealResult struct{ score, points float64 }

// worker plays deals on one goroutine.
type worker struct {
	*Config
	players [2]Player // A and B
	tallies [2]tally
}

// newWorker returns a worker with players of its own.
func newWorker(c *Config) worker {
	return worker{Config: c, players: [2]Player{c.A(), c.B()}, tallies: [2]tally{newTally(), newTally()}}
}

// run plays the deals that come next until none is left or the context ends.
func (w *worker) run(ctx context.Context, next *atomic.Int64, deals []dealResult) (err error) {
	for n := int(next.Add(1)) - 1; n < len(deals) && err == nil && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
		deals[n], err = w.deal(n)
	}
	return err
}

// deal plays deal n once for every seat. Its figures are the means over its playings,
// which aren't independent.
func (w *worker) deal(n int) (mean dealResult, err error) {
	cards, err := w.cards(n)
	if err != nil {
		return mean, err
	}
	seats := w.Game.Seats
	for seat := range engine.Seat(seats) {
		deal, err := engine.NewDeal(w.Game, w.Rules, w.Options, cards)
		if err != nil {
			return mean, err
		}
		if err := w.play(deal, n, seat); err != nil {
			return mean, fmt.Errorf("duel: deal %d: %w", n, err)
		}
		table := deal.PublicView()
		mean.score += ahead(table.Result.Score, seat) / float64(seats)
		mean.points += ahead(table.Thirds, seat) / 3 / float64(seats)
		for s := range engine.Seat(seats) {
			w.tallies[playerAt(s, seat)].addDeal(&table, s)
		}
	}
	return mean, nil
}

// cards returns the deck and the dealer of deal n.
func (w *worker) cards(n int) (engine.Cards, error) {
	set, err := w.Game.RuleSet(w.Rules)
	if err != nil {
		return engine.Cards{}, err
	}
	d := dice.New(w.Seed, uint64(n))
	deck, err := fair.RandomDeck(d, set.Cards())
	return engine.Cards{Deck: deck, Dealer: engine.Seat(d.Below(w.Game.Seats))}, err
}

// playerAt returns the index of the player that sits at seat s: 0 for A, which sits at seat a, else 1 for B.
func playerAt(s, a engine.Seat) int {
	if s == a {
		return 0
	}
	return 1
}

// play lets A at its seat and B at the others play the deal to its end.
func (w *worker) play(deal *engine.Deal, n int, a engine.Seat) error {
	var moves [engine.MaxSeats]uint64
	for deal.Waiting() != 0 {
		for seat := range deal.Waiting().All() {
			who := playerAt(seat, a)
			stream := dice.New(w.Seed, uint64(n), uint64(seat), moves[seat])
			began := w.now()
			actions := w.players[who].Act(deal, seat, stream)
			w.tallies[who].times = append(w.tallies[who].times, w.now()-began)
			if _, err := deal.Act(seat, actions...); err != nil {
				return fmt.Errorf("seat %d, offered %v, did %v: %w", seat, deal.Prompt(seat), actions, err)
			}
			moves[seat]++
		}
	}
	return nil
}

// ahead returns by how much the seat exceeds the average of the others.
func ahead(values []int, seat engine.Seat) float64 {
	others := 0
	for s, v := range values {
		if engine.Seat(s) != seat {
			others += v
		}
	}
	return float64(values[seat]) - float64(others)/float64(len(values)-1)
}

// CardsOnlyRules is the rule set of a duel in the play of cards alone.
const CardsOnlyRules = "kosakeln/bamberger"

// CardsOnlyOptions returns its options: eight of 24 cards are put away, nothing is
// doubled.
func CardsOnlyOptions() engine.Options {
	return engine.Options{"exchange": "tactical", "contra": "off"}
}

// cardsOnly returns a function that makes players that only play cards by themselves.
func cardsOnly(newPlayer func() Player) func() Player {
	return func() Player { return cardPlayer{newPlayer(), Seated{robot.Medium.New()}} }
}

// cardPlayer plays cards like one player, and exchanges like another.
type cardPlayer struct{ plays, exchanges Player }

func (c cardPlayer) Act(deal *engine.Deal, seat engine.Seat, d *dice.Dice) []engine.Action {
	switch p := deal.Prompt(seat); p.Pick.Verb {
	case engine.PlayCard:
		return c.plays.Act(deal, seat, d)
	case engine.Exchange:
		return c.exchanges.Act(deal, seat, d)
	default:
		return []engine.Action{plain(p)}
	}
}

// plain returns the word of a deal in which only cards count: Solo where it may be
// bid, else the least.
func plain(p engine.Prompt) engine.Action {
	for _, word := range []engine.Action{
		engine.Say(engine.Bid, engine.Solo), engine.Say(engine.Good, 0), engine.Say(engine.Pass, 0), engine.Say(engine.Done, 0),
	} {
		if p.Allows(word) {
			return word
		}
	}
	return engine.Action{} // no prompt offers it
}
