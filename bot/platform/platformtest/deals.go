package platformtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

var (
	deals = flag.Int("deals", 1, "how many deals to play by each rule set")
	every = flag.Bool("every", false, "by each combination of a rule set's options, not by one of them")
	seed  = flag.Uint64("seed", 1, "by which people decide")
)

// Run is the suite for chat networks: users play complete deals by every rule set, with the network's
// commands and buttons only. They press offered buttons at random. Each rule set has its own world, and
// all are played in parallel.
func Run(t *testing.T, open func(*testing.T) World) {
	for i, terms := range allTerms() {
		t.Run(terms, func(t *testing.T) {
			t.Parallel()
			g := newSession(t, open, uint64(i))
			g.begin(terms)
			g.play(*deals)
		})
	}
}

// allTerms returns every rule set with one random combination of its options or, with -every, with all
// combinations. The matches are as long as possible.
func allTerms() (all []string) {
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
				all = append(all, words)
			}
		}
	}
	return all
}

// combinations returns the rule set with all combinations of its options' values.
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

// RunFile is part of the suite for chat networks: a user exports a file in public and receives it in
// private.
func RunFile(t *testing.T, open func(*testing.T) World) {
	g := newSession(t, open, 0)
	g.begin("kosakeln/spieleversum 2")
	if err := Play(g.ctx, func() bool { return g.finished() > 0 }, g.people()...); err != nil {
		t.Fatalf("%v\n%s", err, g.Log)
	}
	if word, err := g.Host.Command(g.ctx, "history export"); err != nil || word == "" {
		t.Fatalf("answered %q: %v\n%s", word, err, g.Log)
	}
	g.awaitThat(g.Host, func([]Control) bool { return len(g.Host.Files()) > 0 })
	f := g.Host.Files()[0]
	if path.Ext(f.Name) != ".json" || f.Data != nil && !strings.Contains(string(f.Data), "tarock-record/1") {
		t.Errorf("the file %q has in it %s", f.Name, f.Data)
	}
	if files := g.Guests[0].Files(); len(files) > 0 {
		t.Errorf("somebody else sees %q", files[0].Name)
	}
}
