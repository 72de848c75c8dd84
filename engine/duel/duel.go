// Package duel measures how much better one computer player is than another: both play the same deals, each from every
// seat. Start at Run. A player of this package may see the whole deal, so no bot may use it.
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

// Player plays seats of deals that it sees as a whole. It is for one goroutine.
type Player interface {
	// Act returns legal actions for Deal.Act. They depend only on the arguments.
	Act(deal *engine.Deal, seat engine.Seat, d *dice.Dice) []engine.Action
}

// Seated adapts a robot.Player, which gets only its seat's view.
type Seated struct{ robot.Player }

// Act implements Player.
func (s Seated) Act(deal *engine.Deal, seat engine.Seat, d *dice.Dice) []engine.Action {
	return s.Player.Act(deal.View(seat), deal.Prompt(seat), d)
}

const open = "open"

// Names returns the names of all players.
func Names() (names []string) {
	for _, level := range robot.Levels() {
		names = append(names, string(level))
	}
	return append(names, open)
}

// PlayerByName returns a function that makes players of the name. With cards they play for card points alone.
func PlayerByName(name string, cards bool) (newPlayer func() Player, ok bool) {
	level := robot.Level(name)
	switch {
	case name == open:
		return newOpenPlayer, true
	case !slices.Contains(robot.Levels(), level):
		return nil, false
	case cards:
		return func() Player { return Seated{level.NewForCardPoints()} }, true
	default:
		return func() Player { return Seated{level.New()} }, true
	}
}

// Config says what a duel measures.
type Config struct {
	Game    engine.Game
	Rules   string
	Options engine.Options
	A, B    func() Player
	Deals   int
	Seed    uint64
	// CardsOnly leaves only the play of cards to the players: both exchange like robot.Medium, forehand bids Solo, and
	// nobody announces anything. It needs CardsOnlyRules with CardsOnlyOptions.
	CardsOnly bool
	// Now returns nanoseconds. If it is nil, moves take no time.
	Now func() int64
}

func (c *Config) now() int64 {
	if c.Now == nil {
		return 0
	}
	return c.Now()
}

// Run plays each deal once for every seat: A sits there, B at the others. Only the times vary between runs. The first
// error ends all play: the context's, one of the rules or options, or an illegal action.
func Run(ctx context.Context, c Config) (Report, error) {
	if c.CardsOnly {
		for id, value := range CardsOnlyOptions() {
			if c.Rules != CardsOnlyRules || c.Options[id] != value {
				return Report{}, fmt.Errorf("duel: the play of cards only needs the rules %s with %v", CardsOnlyRules, CardsOnlyOptions())
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
				cancel(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return Report{}, err
	}
	return summarize(deals, workers), nil
}

type dealResult struct{ score, points float64 }

type worker struct {
	*Config
	players [2]Player
	tallies [2]tally
}

func newWorker(c *Config) worker {
	return worker{Config: c, players: [2]Player{c.A(), c.B()}, tallies: [2]tally{newTally(), newTally()}}
}

func (w *worker) run(ctx context.Context, next *atomic.Int64, deals []dealResult) (err error) {
	for n := int(next.Add(1)) - 1; n < len(deals) && err == nil && ctx.Err() == nil; n = int(next.Add(1)) - 1 {
		deals[n], err = w.deal(n)
	}
	return err
}

// deal averages the seats' results, which aren't independent.
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

func (w *worker) cards(n int) (engine.Cards, error) {
	set, err := w.Game.RuleSet(w.Rules)
	if err != nil {
		return engine.Cards{}, err
	}
	d := dice.New(w.Seed, uint64(n))
	deck, err := fair.RandomDeck(d, set.Cards())
	return engine.Cards{Deck: deck, Dealer: engine.Seat(d.Below(w.Game.Seats))}, err
}

func playerAt(s, a engine.Seat) int {
	if s == a {
		return 0
	}
	return 1
}

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

func ahead(values []int, seat engine.Seat) float64 {
	others := 0
	for s, v := range values {
		if engine.Seat(s) != seat {
			others += v
		}
	}
	return float64(values[seat]) - float64(others)/float64(len(values)-1)
}

// CardsOnlyRules is the rule set for CardsOnly.
const CardsOnlyRules = "kosakeln/bamberger"

// CardsOnlyOptions returns its options: eight of 24 cards are put away, nothing is doubled.
func CardsOnlyOptions() engine.Options {
	return engine.Options{"exchange": "tactical", "contra": "off"}
}

func cardsOnly(newPlayer func() Player) func() Player {
	return func() Player { return cardPlayer{newPlayer(), Seated{robot.Medium.New()}} }
}

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

func plain(p engine.Prompt) engine.Action {
	for _, word := range []engine.Action{
		engine.Say(engine.Bid, engine.Solo), engine.Say(engine.SayGood, 0), engine.Say(engine.Pass, 0), engine.Say(engine.EndAnnouncing, 0),
	} {
		if p.Allows(word) {
			return word
		}
	}
	return engine.Action{}
}
