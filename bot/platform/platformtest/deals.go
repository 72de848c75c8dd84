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
	deals = flag.Int("deals", 1, "number of deals for each rule set")
	every = flag.Bool("every", false, "play all combinations of a rule set's options")
	seed  = flag.Uint64("seed", 1, "seed of the random moves")
)

// Run plays complete deals by every rule set, by pressing random buttons.
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

// allTerms returns each rule set with random options or, with -every, all.
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

func combinations(r engine.RuleSet) []string {
	terms := []string{r.ID}
	for _, o := range r.Options {
		var longer []string
		for _, prefix := range terms {
			for _, value := range o.Values {
				longer = append(longer, fmt.Sprintf("%s %s=%s", prefix, o.ID, value))
			}
		}
		terms = longer
	}
	return terms
}

// RunFile tests that a user who requests an export in public gets the file in private.
func RunFile(t *testing.T, open func(*testing.T) World) {
	g := newSession(t, open, 0)
	g.begin("kosakeln/spieleversum 2")
	if err := Play(g.ctx, func() bool { return g.finished() > 0 }, g.people()...); err != nil {
		t.Fatalf("%v\n%s", err, g.Log)
	}
	if answer, err := g.Host.Command(g.ctx, "history export"); err != nil || answer == "" {
		t.Fatalf("the export is answered %q: %v\n%s", answer, err, g.Log)
	}
	g.awaitControls(g.Host, func([]Control) bool { return len(g.Host.Files()) > 0 })
	f := g.Host.Files()[0]
	if path.Ext(f.Name) != ".json" || f.Data != nil && !strings.Contains(string(f.Data), "tarock-record/1") {
		t.Errorf("file %q contains %s", f.Name, f.Data)
	}
	if files := g.Guests[0].Files(); len(files) > 0 {
		t.Errorf("a guest sees %q", files[0].Name)
	}
}
