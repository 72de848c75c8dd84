package platformtest

import (
	"context"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tarockbot/engine/games"
	"tarockbot/storage/waittest"
)

type session struct {
	World
	t             *testing.T
	ctx           context.Context
	chance        *rand.Rand
	commandsGiven int
}

func newSession(t *testing.T, open func(*testing.T) World, number uint64) *session {
	return &session{World: open(t), t: t, ctx: waittest.Context(t), chance: rand.New(rand.NewPCG(*seed, number))}
}

func (g *session) begin(terms string) {
	g.t.Helper()
	rules, _, _ := strings.Cut(terms, " ")
	game, err := games.ByRules(rules)
	if err != nil {
		g.t.Fatal(err)
	}
	guests := game.Seats - 1
	if len(g.Guests) < guests {
		g.t.Fatalf("%s needs %d guests, and the world has %d", terms, guests, len(g.Guests))
	}
	g.Guests = g.Guests[:guests]
	if _, err := g.Host.Command(g.ctx, g.Challenge(guests)+" "+terms); err != nil {
		g.t.Fatalf("challenge: %v\n%s", err, g.Log)
	}
	for _, guest := range g.Guests {
		var accept Control
		g.awaitControl(guest, func(c Control) bool {
			accept = c
			return strings.HasPrefix(c.ID, "accept ")
		})
		if _, err := guest.Press(g.ctx, accept); err != nil {
			g.t.Fatalf("accept: %v\n%s", err, g.Log)
		}
	}
}

func (g *session) awaitControl(who Client, offered func(Control) bool) {
	g.t.Helper()
	g.awaitControls(who, func(controls []Control) bool { return slices.ContainsFunc(controls, offered) })
}

func (g *session) awaitControls(who Client, condition func([]Control) bool) {
	g.t.Helper()
	for {
		controls, err := who.Controls(g.ctx)
		if err == nil && condition(controls) {
			return
		}
		if err == nil {
			err = who.Changed(g.ctx)
		}
		if err != nil {
			g.t.Fatalf("condition not met: %v\nin public: %q\n%s", err, g.Boards(), g.Log)
		}
	}
}

// play plays n deals and checks that no hand remains in public.
func (g *session) play(n int) {
	g.t.Helper()
	over := func() bool { return g.finished() >= n }
	askAndCheck := func() bool {
		g.giveCommand()
		return over()
	}
	if err := play(g.ctx, askAndCheck, g.randomMove, g.people()...); err != nil {
		g.t.Fatalf("%v\nin public: %q\n%s", err, g.Boards(), g.Log)
	}
	g.awaitControl(g.Host, func(Control) bool { return len(g.Boards()) == 1 })
	if board := g.Boards()[0]; ShowsHand(board) {
		g.t.Errorf("a hand is in public: %s", board)
	}
	g.t.Logf("%d deals played", n)
}

func (g *session) people() []Client { return append([]Client{g.Host}, g.Guests...) }

func (g *session) giveCommand() {
	commands := []string{"hand", "games", "table", "rules", "history"}
	if g.commandsGiven == len(commands) || g.chance.IntN(8) > 0 {
		return
	}
	who := g.people()[g.commandsGiven%(1+len(g.Guests))]
	if answer, err := who.Command(g.ctx, commands[g.commandsGiven]); err != nil || answer == "" {
		g.t.Fatalf("%q is answered %q: %v\n%s", commands[g.commandsGiven], answer, err, g.Log)
	}
	g.commandsGiven++
}

var heading = sync.OnceValue(func() *regexp.Regexp {
	before, after, _ := strings.Cut(sayEnglish("heading.series", "Number", 0), "0")
	return regexp.MustCompile(regexp.QuoteMeta(before) + `(\d+)` + regexp.QuoteMeta(after))
})

// finished returns the number of finished deals, or MaxInt after the match.
func (g *session) finished() int {
	n := 0
	for _, board := range g.Boards() {
		if strings.Contains(board, MatchOver()) {
			return math.MaxInt
		}
		if m := heading().FindStringSubmatch(board); m != nil {
			running, _ := strconv.Atoi(m[1])
			n = max(n, running-1)
		}
	}
	return n
}

func (g *session) randomMove(moves []Control) (Control, []string) {
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
