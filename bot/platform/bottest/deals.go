package bottest

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/storagetest"
)

// World is a chat network with a bot on it and people who have met it.
type World struct {
	Host   Client
	Guests []Client // as many as any game needs
	// Challenge is the command by which the host challenges so many of the
	// guests, to be followed by the terms.
	Challenge func(guests int) string
	// Boards are the texts of the messages in public that have something to
	// press, oldest first.
	Boards func() []string
	// Log tells what happened, if the test fails.
	Log fmt.Stringer
	// Store is the bot's, and Restart ends the bot, does something, and starts it
	// again.
	Store   storage.Store
	Restart func(between func())
}

var (
	deals = flag.Int("deals", 1, "how many deals to play by each rule set")
	every = flag.Bool("every", false, "by each combination of a rule set's options, not by one of them")
	seed  = flag.Uint64("seed", 1, "by which people decide")
)

// Run is what every chat network must pass: people play complete deals by
// every rule set, by nothing but the network's commands and buttons. They press
// anything that is offered. Each rule set has a world of its own; all are played in parallel.
func Run(t *testing.T, open func(*testing.T) World) {
	for i, set := range setups() {
		t.Run(set.terms, func(t *testing.T) {
			t.Parallel()
			g := &evening{World: open(t), t: t, ctx: storagetest.Context(t), chance: rand.New(rand.NewPCG(*seed, uint64(i)))}
			g.sit(set)
			g.play(*deals)
		})
	}
}

// setup is a match that people agree on.
type setup struct {
	terms  string // of the challenge, for the longest match
	guests int
}

// setups are every rule set with one combination of its options' values, or
// with each of them.
func setups() (all []setup) {
	chance := rand.New(rand.NewPCG(*seed, 0))
	for _, g := range games.All() {
		for _, r := range g.Rules {
			terms := combinations(r)
			if !*every {
				terms = terms[chance.IntN(len(terms)):][:1]
			}
			for _, words := range terms {
				if lengths := g.LengthsOf(r.ID); lengths[0] > 0 {
					words += " " + strconv.Itoa(lengths[len(lengths)-1])
				}
				all = append(all, setup{words, g.Seats - 1})
			}
		}
	}
	return all
}

// guestsFor is how many guests the terms of a challenge need.
func guestsFor(t *testing.T, terms string) int {
	t.Helper()
	rules, _, _ := strings.Cut(terms, " ")
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return g.Seats - 1
}

// combinations are the rule set with all combinations of its options' values.
func combinations(r engine.RuleSet) []string {
	terms := []string{r.ID}
	for _, o := range r.Options {
		var longer []string
		for _, begun := range terms {
			for _, value := range o.Values {
				longer = append(longer, fmt.Sprintf("%s %s=%s", begun, o.ID, value))
			}
		}
		terms = longer
	}
	return terms
}

// evening is a match that people play as far as they like.
type evening struct {
	World
	t      *testing.T
	ctx    context.Context
	chance *rand.Rand
}

// sit lets the guests accept what the host offers.
func (g *evening) sit(s setup) {
	g.t.Helper()
	if len(g.Guests) < s.guests {
		g.t.Fatalf("%s needs %d guests, and the world has %d", s.terms, s.guests, len(g.Guests))
	}
	g.Guests = g.Guests[:s.guests]
	if _, err := g.Host.Command(g.ctx, g.Challenge(s.guests)+" "+s.terms); err != nil {
		g.t.Fatalf("challenge: %v\n%s", err, g.Log)
	}
	for _, guest := range g.Guests {
		var accept Control
		g.await(guest, func(c Control) bool {
			accept = c
			return strings.HasPrefix(c.ID, "accept ")
		})
		if _, err := guest.Press(g.ctx, accept); err != nil {
			g.t.Fatalf("accept: %v\n%s", err, g.Log)
		}
	}
}

// await waits until the person is offered something.
func (g *evening) await(who Client, offered func(Control) bool) {
	g.t.Helper()
	for {
		controls, err := who.Controls(g.ctx)
		if err == nil && slices.ContainsFunc(controls, offered) {
			return
		}
		if err == nil {
			err = who.Changed(g.ctx)
		}
		if err != nil {
			g.t.Fatalf("never offered: %v\nin public: %q\n%s", err, g.Boards(), g.Log)
		}
	}
}

// play plays so many deals, and then looks at what is left in public.
func (g *evening) play(n int) {
	g.t.Helper()
	over := func() bool { return g.finished() >= n }
	asked := 0
	ask := func() bool {
		g.ask(&asked)
		return over()
	}
	if err := play(g.ctx, ask, g.anything, g.people()...); err != nil {
		g.t.Fatalf("%v\nin public: %q\n%s", err, g.Boards(), g.Log)
	}
	g.await(g.Host, func(Control) bool { return len(g.Boards()) == 1 })
	if board := g.Boards()[0]; strings.Contains(board, said("panel.hand")) {
		g.t.Errorf("a hand in public: %s", board)
	}
	g.t.Logf("%d deals played", n)
}

// people are all who play.
func (g *evening) people() []Client { return append([]Client{g.Host}, g.Guests...) }

// ask gives every command that a player has during a deal, one now and then.
func (g *evening) ask(asked *int) {
	commands := []string{"hand", "games", "table", "rules", "history"}
	if *asked == len(commands) || g.chance.IntN(8) > 0 {
		return
	}
	who := g.people()[*asked%(1+len(g.Guests))]
	if word, err := who.Command(g.ctx, commands[*asked]); err != nil || word == "" {
		g.t.Fatalf("%q is answered %q: %v\n%s", commands[*asked], word, err, g.Log)
	}
	*asked++
}

// heading tells which deal is played.
var heading = sync.OnceValue(func() *regexp.Regexp {
	before, after, _ := strings.Cut(said("heading.series", "Number", 0), "0")
	return regexp.MustCompile(regexp.QuoteMeta(before) + `(\d+)` + regexp.QuoteMeta(after))
})

// finished is how many deals are over, as the board tells; more than there are
// in the match if it is over, too.
func (g *evening) finished() int {
	n := 0
	for _, board := range g.Boards() {
		if strings.Contains(board, MatchOver()) {
			return math.MaxInt
		}
		if m := heading().FindStringSubmatch(board); m != nil {
			running, _ := strconv.Atoi(m[1]) // digits
			n = max(n, running-1)
		}
	}
	return n
}

// anything is any move that is offered, with any values that it takes; more
// often few.
func (g *evening) anything(moves []Control) (Control, []string) {
	c := moves[g.chance.IntN(len(moves))]
	others := slices.Clone(c.Values)
	g.chance.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	n := c.Min
	for n < c.Max && g.chance.IntN(2) > 0 {
		n++
	}
	values := append(slices.Clone(c.Fixed), others...)
	return c, values[:min(max(n, len(c.Fixed)), len(values))]
}

// Asked are the moves of the recorded deal, those that a record leaves out among them, but none to the
// last trick for which nobody was asked.
func Asked(t testing.TB, r engine.Record) (moves []engine.Move) {
	t.Helper()
	done, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Actions, r.Result = nil, nil
	deal, err := games.Replay(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range done.Moves() {
		if _, _, unasked := deal.LastPlay(); !unasked {
			moves = append(moves, m)
		}
		if _, err := deal.Act(m.Seat, m.Action); err != nil {
			t.Fatal(err)
		}
	}
	return moves
}
