// Package script plays transcripts of a game's deals and compares what happens with what the transcripts say. Start at
// Run.
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
// The header names the rules that the deal covers, the rule set, its options, the dealer, and the cards of places in
// the order in which they are dealt. Lines that a header leaves out, except "covers", are those of the deal above.
// All other cards fill the free places in card order. Each line below the header is an input, and the indented lines
// below an input are its output. Lines with // are comments.
//
// An input is an action in the notation of records ("0 bid solo"), or one of these. A line may hold several,
// with "; " between them:
//
//	? SEAT          writes what the seat may do now
//	look SEAT       writes the seat's hand
//	look            writes what lies open on the table
//	deal            writes the result of a deal that is over at once
//	SEAT lay        picks as few cards as allowed, the first in card order
//	trick A B …     plays the cards of the next trick in this order
//	play low        plays the lowest legal card for everybody to the end, suit cards before tarocks
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

// Layout returns the place to which the rule set deals each card of the pack, in dealing order: "talon", "hand 0".
// Headers of transcripts name these places.
type Layout func(rules string, dealer engine.Seat) []string

// Run plays the transcripts dir/*.txt and compares what happens with what they say. With -update it rewrites them
// instead. It returns the outcome of each deal.
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

// runner plays one transcript.
type runner struct {
	game     engine.Game
	layout   Layout
	header   map[string]string
	title    string       // of the deal; "" before the first
	deal     *engine.Deal // nil until the first input
	left     engine.Name  // the phase in which somebody left the deal; "" if nobody did
	output   []string     // of the line that is played
	tricks   []string     // the tricks that were taken and aren't written yet
	outcomes []Outcome    // of the deals above
}

func newRunner(g engine.Game, layout Layout) *runner {
	return &runner{game: g, layout: layout, header: map[string]string{}}
}

// start ends the deal above and begins the one under the title.
func (r *runner) start(title string) (golden.Play, error) {
	if err := r.endDeal(); err != nil {
		return nil, err
	}
	r.title = title
	delete(r.header, "covers")
	return r.play, nil
}

// endDeal keeps the outcome of the deal under the last title, if there was a title.
func (r *runner) endDeal() error {
	if r.title == "" {
		return nil
	}
	if r.deal == nil {
		return fmt.Errorf("nothing is done under %q", r.title)
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

// play plays a line of the header or of inputs.
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

// startDeal deals the cards of the header.
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

// headers are the keys of a header that aren't places of cards.
var headers = []string{"covers", "rules", "options", "dealer"}

// deck returns the deck that deals the header's cards to their places.
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

// fill returns the deck that has the given cards at their places. The other places get the cards left, in card order.
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
