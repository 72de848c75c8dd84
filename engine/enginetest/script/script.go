// Package script plays transcripts of a game's deals. Start at Run.
//
// A transcript is a text file of several deals. Each begins with a line "# title" and has a header:
//
//	# The declarer announces the Uhu before the talon
//	covers: 1.7/bird-in-hand
//	rules: kosakeln/bamberger
//	options: exchange=easy contra=on
//	dealer: 1
//	hand 0: II III IIII X XI XII
//	0 exchange; 1 exchange
//	    0 has exchanged
//	    1 has exchanged
//	? 0
//	    auction: bid dreiblatt, bid zweiblatt, bid einblatt, bid solo, pass
//
// The header names the covered rules, the rule set, its options, the dealer, and the cards of places. It inherits
// omitted lines, except "covers", from the deal above. All other cards fill the free places in card order. Each line
// below the header is an input, and the indented lines below it are its output. Lines with // are comments.
//
// An input is an action in the notation of records ("0 bid solo"), or one of these. "; " separates inputs:
//
//	? SEAT          writes the seat's prompt
//	look SEAT       writes the seat's hand
//	look            writes the open cards
//	deal            writes the result of a deal that is over at once
//	SEAT lay        picks as few cards as allowed, the first in card order
//	trick A B …     plays the cards of the next trick in this order
//	play low        plays the lowest legal card for everybody, suit cards before tarocks
//	play high       plays the highest legal card, tarocks before suit cards
//	play low to N   stops when N tricks are complete; play high to N too
package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
)

// Layout returns the place of each dealt card, in dealing order: "talon", "hand 0".
type Layout func(rules string, dealer engine.Seat) []string

// Run plays the transcripts dir/*.txt and compares the outputs, or rewrites them with -update. It returns the outcome
// of each deal.
func Run(t *testing.T, g engine.Game, dir string, layout Layout) (outcomes []Outcome) {
	t.Helper()
	golden.EachFile(t, dir, func(t *testing.T, file string) {
		t.Helper()
		r := newRunner(g, layout)
		golden.Transcript(t, file, r.start)
		if err := r.endDeal(); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, o := range r.outcomes {
			o.Name = t.Name() + ": " + o.Name
			outcomes = append(outcomes, o)
		}
	})
	return outcomes
}

type runner struct {
	game     engine.Game
	layout   Layout
	header   map[string]string
	title    string
	deal     *engine.Deal // nil until the first input
	left     engine.Name  // see Outcome.Left
	output   []string
	tricks   []string // taken, but not yet written
	outcomes []Outcome
}

func newRunner(g engine.Game, layout Layout) *runner {
	return &runner{game: g, layout: layout, header: map[string]string{}}
}

func (r *runner) start(title string) (golden.Play, error) {
	if err := r.endDeal(); err != nil {
		return nil, err
	}
	r.title = title
	delete(r.header, "covers")
	return r.play, nil
}

func (r *runner) endDeal() error {
	if r.title == "" {
		return nil
	}
	if r.deal == nil {
		return fmt.Errorf("no input under %q", r.title)
	}
	r.outcomes = append(r.outcomes, Outcome{
		Name:   r.title,
		Rules:  r.header["rules"],
		Covers: strings.Fields(r.header["covers"]),
		Left:   r.left,
		Table:  r.deal.PublicView(),
	})
	r.deal, r.title, r.left = nil, "", ""
	return nil
}

func (r *runner) play(line string) ([]string, error) {
	if key, value, ok := strings.Cut(line, ":"); ok && r.deal == nil {
		r.header[key] = strings.TrimSpace(value)
		return nil, nil
	}
	if r.deal == nil {
		if err := r.startDeal(); err != nil {
			return nil, err
		}
	}
	r.output = nil
	for input := range strings.SplitSeq(line, "; ") {
		if err := r.input(strings.Fields(input)); err != nil {
			return nil, err
		}
	}
	r.flush()
	return r.output, nil
}

func (r *runner) startDeal() error {
	options := engine.Options{}
	for _, option := range strings.Fields(r.header["options"]) {
		id, value, _ := strings.Cut(option, "=")
		options[engine.Name(id)] = engine.Name(value)
	}
	var dealer engine.Seat
	if _, err := fmt.Sscan(r.header["dealer"], &dealer); err != nil {
		return fmt.Errorf("dealer: %w", err)
	}
	deck, err := r.deck(dealer)
	if err != nil {
		return err
	}
	r.deal, err = engine.NewDeal(r.game, r.header["rules"], options, engine.Cards{Deck: deck, Dealer: dealer})
	return err
}

var headers = []string{"covers", "rules", "options", "dealer"}

func (r *runner) deck(dealer engine.Seat) ([]card.Card, error) {
	set, err := r.game.RuleSet(r.header["rules"])
	if err != nil {
		return nil, err
	}
	left, places, given := set.Cards(), r.layout(set.ID, dealer), map[string][]card.Card{}
	for _, key := range slices.Sorted(maps.Keys(r.header)) {
		if slices.Contains(headers, key) {
			continue
		}
		if !slices.Contains(places, key) {
			return nil, fmt.Errorf("%s: no header is called %q", r.title, key)
		}
		for _, code := range strings.Fields(r.header[key]) {
			c, err := card.Parse(code)
			if err == nil && !left.Has(c) {
				err = fmt.Errorf("%s twice, or not in the pack", c)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", r.title, key, err)
			}
			left &^= c.Bit()
			given[key] = append(given[key], c)
		}
	}
	return fill(places, given, left)
}

func fill(places []string, given map[string][]card.Card, left card.Set) ([]card.Card, error) {
	deck := make([]card.Card, len(places))
	for i, place := range places {
		if cards := given[place]; len(cards) > 0 {
			deck[i], given[place] = cards[0], cards[1:]
			continue
		}
		deck[i] = left.Lowest()
		left &^= left.Lowest().Bit()
	}
	for place, cards := range given {
		if len(cards) > 0 {
			return nil, fmt.Errorf("too many cards for %s: %v", place, cards)
		}
	}
	return deck, nil
}
