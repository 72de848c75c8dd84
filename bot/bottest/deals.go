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
	"testing"
	"time"

	"tarockbot/bot"
)

// World is a chat network with a bot on it and people who have met it.
type World struct {
	Host, Guest Client
	// Challenge is the command by which the host challenges the guest, to be
	// followed by the terms.
	Challenge string
	// Boards are the texts of the messages in public that have something to
	// press, oldest first.
	Boards func() []string
	// Log tells what happened, if the test fails.
	Log fmt.Stringer
}

var (
	deals = flag.Int("deals", 1, "how many deals to play by each rule set and combination of options")
	seed  = flag.Uint64("seed", 1, "by which people decide")
)

// patience is enough for a deal, also on a busy machine.
const patience = 2 * time.Minute

// Run is what every chat network must pass: people play complete deals by
// every rule set, with every combination of its options' values, by nothing
// but the network's commands and buttons. They press anything that is offered.
// Each world is opened by itself, and they are played at side by side.
func Run(t *testing.T, open func(*testing.T) World) {
	for i, terms := range setups(t) {
		t.Run(terms, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(*deals)*patience)
			defer cancel()
			g := &evening{World: open(t), t: t, ctx: ctx, chance: rand.New(rand.NewPCG(*seed, uint64(i)))}
			g.sit(terms)
			g.play(*deals)
		})
	}
}

// setups are all terms of a challenge: every rule set with every combination
// of its options' values.
func setups(t *testing.T) []string {
	t.Helper()
	v, err := bot.NewVocabulary("en")
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, r := range v.Rules {
		terms := []string{r.Word}
		for _, o := range r.Options {
			var longer []string
			for _, begun := range terms {
				for _, value := range o.Values {
					longer = append(longer, begun+" "+o.Name+"="+value.Word)
				}
			}
			terms = longer
		}
		all = append(all, terms...)
	}
	return all
}

// evening is a match that two people play as far as they like.
type evening struct {
	World
	t      *testing.T
	ctx    context.Context
	chance *rand.Rand
}

// sit lets the guest accept what the host offers, for the longest match.
func (g *evening) sit(terms string) {
	g.t.Helper()
	v, err := bot.NewVocabulary("en")
	if err != nil {
		g.t.Fatal(err)
	}
	length := strconv.Itoa(slices.Max(v.Lengths))
	if _, err := g.Host.Command(g.ctx, g.Challenge+" "+terms+" "+length); err != nil {
		g.t.Fatalf("challenge: %v\n%s", err, g.Log)
	}
	var accept Control
	g.await(g.Guest, func(c Control) bool {
		accept = c
		return strings.HasPrefix(c.ID, "accept ")
	})
	if _, err := g.Guest.Press(g.ctx, accept); err != nil {
		g.t.Fatalf("accept: %v\n%s", err, g.Log)
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
	if err := play(g.ctx, ask, g.anything, g.Host, g.Guest); err != nil {
		g.t.Fatalf("%v\nin public: %q\n%s", err, g.Boards(), g.Log)
	}
	g.await(g.Guest, func(Control) bool { return len(g.Boards()) == 1 })
	if board := g.Boards()[0]; strings.Contains(board, "Your hand") {
		g.t.Errorf("a hand in public: %s", board)
	}
	g.t.Logf("%d deals played", n)
}

// ask gives every command that a player has during a deal, one now and then.
func (g *evening) ask(asked *int) {
	commands := []string{"hand", "games", "table", "rules", "history"}
	if *asked == len(commands) || g.chance.IntN(8) > 0 {
		return
	}
	who := []Client{g.Host, g.Guest}[*asked%2]
	if word, err := who.Command(g.ctx, commands[*asked]); err != nil || word == "" {
		g.t.Fatalf("%q is answered %q: %v\n%s", commands[*asked], word, err, g.Log)
	}
	*asked++
}

var heading = regexp.MustCompile(`deal (\d+) of`)

// finished is how many deals are over, as the board tells; more than there are
// in the match if it is over, too.
func (g *evening) finished() int {
	n := 0
	for _, board := range g.Boards() {
		if strings.Contains(board, "The match is over") {
			return math.MaxInt
		}
		if m := heading.FindStringSubmatch(board); m != nil {
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
