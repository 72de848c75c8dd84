package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/engine"
	"tarockbot/engine/duel"
	"tarockbot/engine/games"
)

type duelReport struct {
	Rules     string         `json:"rules"`
	Options   engine.Options `json:"options"`
	CardsOnly bool           `json:"cards_only"`
	NameA     string         `json:"player_a"`
	NameB     string         `json:"player_b"`
	Deals     int            `json:"deals"`
	Seed      uint64         `json:"seed"`
	duel.Report
}

func newDuel(flags *pflag.FlagSet) action {
	var d duelReport
	players := "one of " + strings.Join(duel.Names(), ", ")
	flags.StringVar(&d.Rules, "rules", duel.CardsOnlyRules, "the rule set, as game/rules")
	options := flags.StringArray("option", nil, "an option of the rules, as name=value; may be repeated")
	flags.StringVar(&d.NameA, "a", "strong", "the player that is measured: "+players)
	flags.StringVar(&d.NameB, "b", "medium", "the player at all other seats: "+players)
	flags.IntVar(&d.Deals, "deals", 1000, "number of deals; each is played once for every seat")
	flags.Uint64Var(&d.Seed, "seed", 1,
		"seed of decks, dealers and chance; players were tuned with seeds below 100")
	flags.BoolVar(&d.CardsOnly, "cards-only", false, "both exchange like medium in "+duel.CardsOnlyRules+
		", forehand plays Solo, nobody announces: only the play of cards is measured")
	asJSON := flags.Bool("json", false, "print an object")
	return func(ctx context.Context, c invocation) error {
		match, err := d.fill(*options, flags.Changed("rules"))
		if err != nil {
			return err
		}
		if d.Report, err = duel.Run(ctx, match); err != nil {
			return err
		}
		if *asJSON {
			return json.NewEncoder(c.out).Encode(d)
		}
		return d.print(c.out)
	}
}

// fill completes the options and returns the described duel, or a usage error.
func (d *duelReport) fill(options []string, rulesNamed bool) (duel.Config, error) {
	if d.CardsOnly && (rulesNamed && d.Rules != duel.CardsOnlyRules || len(options) > 0) {
		return duel.Config{}, exit.UsageError("duel: --cards-only has rules and options of its own")
	}
	game, err := games.ByRules(d.Rules)
	if err != nil {
		return duel.Config{}, exit.UsageError("duel: %s", err)
	}
	if err := d.fillOptions(game, options); err != nil {
		return duel.Config{}, err
	}
	if d.Deals < 1 {
		return duel.Config{}, exit.UsageError("duel: at least one deal is needed")
	}
	a, okA := duel.PlayerByName(d.NameA, d.CardsOnly)
	b, okB := duel.PlayerByName(d.NameB, d.CardsOnly)
	if !okA || !okB {
		return duel.Config{}, exit.UsageError("duel: the players are %s", strings.Join(duel.Names(), ", "))
	}
	began := time.Now()
	return duel.Config{
		Game: game, Rules: d.Rules, Options: d.Options, A: a, B: b, Deals: d.Deals, Seed: d.Seed, CardsOnly: d.CardsOnly,
		Now: func() int64 { return int64(time.Since(began)) },
	}, nil
}

func (d *duelReport) fillOptions(game engine.Game, options []string) error {
	given := make(engine.Options)
	if d.CardsOnly {
		given = duel.CardsOnlyOptions()
	}
	for _, option := range options {
		name, value, ok := strings.Cut(option, "=")
		if !ok {
			return exit.UsageError("duel: an option is name=value, not %q", option)
		}
		given[engine.Name(name)] = engine.Name(value)
	}
	set, err := game.RuleSet(d.Rules)
	if err == nil {
		d.Options, err = set.Complete(given)
	}
	if err != nil {
		return exit.UsageError("duel: %s", err)
	}
	return nil
}

func (d *duelReport) print(w io.Writer) error {
	fmt.Fprintf(w, "%s%s: %s against %s, %d deals of seed %d\n", d.Rules, optionText(d.Options), d.NameA, d.NameB, d.Deals, d.Seed)
	if d.CardsOnly {
		fmt.Fprintln(w, "only the play of cards")
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	printMean(t, "game points", d.Score)
	printMean(t, "card points", d.Points)
	fmt.Fprintf(t, "\t%s\t%s\n", d.NameA, d.NameB)
	printAttempts(t, "plays ", d.A.Contracts, d.B.Contracts)
	printAttempts(t, "announces ", d.A.Announcements, d.B.Announcements)
	printTimes(t, "p50", d.A.Time.P50, d.B.Time.P50)
	printTimes(t, "p99", d.A.Time.P99, d.B.Time.P99)
	printTimes(t, "max", d.A.Time.Max, d.B.Time.Max)
	return t.Flush()
}

func printMean(w io.Writer, name string, m duel.Mean) {
	fmt.Fprintf(w, "%s\t%+.3f ± %.3f\tsd %.3f\tn %d\n", name, m.Value, m.HalfInterval, m.SD, m.N)
}

func printTimes(w io.Writer, name string, a, b int64) {
	const step = time.Microsecond / 10
	fmt.Fprintf(w, "a move, %s\t%v\t%v\n", name, time.Duration(a).Round(step), time.Duration(b).Round(step))
}

func printAttempts(w io.Writer, verb string, a, b map[engine.Word]duel.Attempts) {
	all := maps.Clone(a)
	maps.Copy(all, b)
	for _, word := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", verb, word, attemptsText(a[word]), attemptsText(b[word]))
	}
}

func attemptsText(r duel.Attempts) string { return fmt.Sprintf("%d won, %d lost", r.Won, r.Lost) }

func optionText(o engine.Options) (text string) {
	for _, name := range slices.Sorted(maps.Keys(o)) {
		text += fmt.Sprintf(" %s=%s", name, o[name])
	}
	return text
}
