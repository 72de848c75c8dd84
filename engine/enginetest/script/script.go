// Package script plays transcripts of a game's deals and compares what happens with what they say. Start at Run.
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
// The header names the rules that the deal covers, the rule set, its options, the dealer, and the cards of places
// in the order that they are dealt. A deal keeps what its header leaves out from the deal above, except what it
// covers. Cards of no place fill the free places in card order. Each line below the header is an input, and the
// indented lines below an input are its output. Lines with // are comments.
//
// An input is an action in the notation of records ("0 bid solo"), or one of these. A line may hold several,
// with "; " between them:
//
//	? SEAT          writes what the seat may do now
//	look SEAT       writes the seat's hand
//	look            writes what lies open on the table
//	deal            does nothing more: for a deal that is over at once
//	SEAT lay        picks as few cards as allowed, the first in card order
//	trick A B …     plays the cards of the next trick in this order
//	play low        plays the lowest legal card for everybody to the end, suit cards before tarocks
//	play high       plays the highest legal card, tarocks before suit cards
//	play low to N   stops when N tricks are complete; play high to N too
package script

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
)

// Layout names the place that each card of the pack is dealt to by the rule set,
// in dealing order: "talon", "hand 0". Transcripts give the cards of such places.
type Layout func(rules string, dealer engine.Seat) []string

// Run plays the transcripts dir/*.txt and compares what happens with what they say. With -update
// it rewrites them instead. It returns the outcome of each deal.
func Run(t *testing.T, g engine.Game, dir string, layout Layout) []Outcome {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in %s: %v", dir, err)
	}
	var outcomes []Outcome
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			outcomes = append(outcomes, runFile(t, g, file, layout)...)
		})
	}
	return outcomes
}

// Covered checks that the transcripts are about every one of the rules, which
// are blank-separated, and about nothing else.
func Covered(t *testing.T, outcomes []Outcome, rules string) {
	t.Helper()
	named := map[string]bool{}
	for _, o := range outcomes {
		for _, tag := range o.Covers {
			named[tag] = true
		}
	}
	known := strings.Fields(rules)
	for _, rule := range known {
		if !named[rule] {
			t.Errorf("no transcript covers the rule %s", rule)
		}
	}
	for tag := range named {
		if !slices.Contains(known, tag) {
			t.Errorf("transcripts cover %s, which is no rule", tag)
		}
	}
}

// runFile plays the transcript of a file.
func runFile(t *testing.T, g engine.Game, file string, layout Layout) []Outcome {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{game: g, layout: layout, header: map[string]string{}}
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if err := r.line(line); err != nil {
			t.Fatalf("%s:%d: %q: %v", file, n+1, line, err)
		}
	}
	if err := r.endDeal(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for i := range r.outcomes {
		r.outcomes[i].Name = filepath.Base(file) + ": " + r.outcomes[i].Name
	}
	golden.Expect(t, file, r.out.String())
	return r.outcomes
}

// runner plays one transcript and writes it down again.
type runner struct {
	game     engine.Game
	layout   Layout
	header   map[string]string
	title    string
	covers   []string
	deal     *engine.Deal // nil until the first action
	left     engine.Name  // the phase in which somebody left it
	out      strings.Builder
	tricks   []string // taken, not yet written
	outcomes []Outcome
}

// line plays one line of the transcript.
func (r *runner) line(line string) error {
	switch {
	case strings.HasPrefix(line, golden.Indent):
		return nil // expected before; what happens now is written instead
	case line == "", strings.HasPrefix(line, "//"):
		r.write(line)
		return nil
	case strings.HasPrefix(line, "# "):
		if err := r.endDeal(); err != nil {
			return err
		}
		r.title, r.covers = line[2:], nil
		r.write(line)
		return nil
	}
	r.write(line)
	if key, value, ok := strings.Cut(line, ":"); ok && r.deal == nil {
		value = strings.TrimSpace(value)
		if key == "covers" {
			r.covers = strings.Fields(value)
		} else {
			r.header[key] = value
		}
		return nil
	}
	if r.deal == nil {
		if err := r.startDeal(); err != nil {
			return err
		}
	}
	for command := range strings.SplitSeq(line, "; ") {
		if err := r.command(strings.Fields(command)); err != nil {
			return err
		}
	}
	r.flush()
	return nil
}

// write writes a line of the transcript.
func (r *runner) write(line string) { r.out.WriteString(strings.TrimRight(line, " ") + "\n") }

// writeLine writes what a line led to.
func (r *runner) writeLine(format string, args ...any) {
	r.flush()
	r.write(golden.Indent + fmt.Sprintf(format, args...))
}

// tricksALine is how many tricks are written on one line.
const tricksALine = 6

// flush writes the tricks that were taken since the last line.
func (r *runner) flush() {
	for tricks := range slices.Chunk(r.tricks, tricksALine) {
		r.write(golden.Indent + strings.Join(tricks, ", "))
	}
	r.tricks = nil
}

// endDeal keeps what the deal under the last title showed, if there was a title.
func (r *runner) endDeal() error {
	if r.title == "" {
		return nil
	}
	if r.deal == nil {
		return fmt.Errorf("nothing is done under %q", r.title)
	}
	r.outcomes = append(r.outcomes, Outcome{Name: r.title, Rules: r.header["rules"], Covers: r.covers, Left: r.left, Table: r.deal.PublicView()})
	r.deal, r.title, r.left = nil, "", ""
	return nil
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

// headers are the keys besides the places of cards and covers.
var headers = []string{"rules", "options", "dealer"}

// deck puts the header's cards where they are dealt to, in the order given,
// and the others where there is room.
func (r *runner) deck(dealer engine.Seat) ([]card.Card, error) {
	given := map[string][]card.Card{}
	set, err := r.game.RuleSet(r.header["rules"])
	if err != nil {
		return nil, err
	}
	left := set.Cards()
	places := r.layout(r.header["rules"], dealer)
	for key := range r.header {
		if !slices.Contains(headers, key) && !slices.Contains(places, key) {
			return nil, fmt.Errorf("%s: no header is called %q", r.title, key)
		}
	}
	for _, place := range places {
		if _, known := given[place]; known {
			continue
		}
		codes := strings.Fields(r.header[place])
		cards, err := card.ParseSet(codes)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", r.title, place, err)
		}
		if !left.Holds(cards) {
			return nil, fmt.Errorf("%s: %s: %s twice, or not in the pack", r.title, place, cards&^left)
		}
		left &^= cards
		given[place] = []card.Card{}
		for _, code := range codes {
			c, _ := card.Parse(code)
			given[place] = append(given[place], c)
		}
	}
	return fill(places, given, left)
}

// fill returns the deck that has the given cards at their places, and those left at the others in card order.
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

// command plays one input.
func (r *runner) command(words []string) error {
	if len(words) == 0 {
		return errors.New("an empty input")
	}
	switch words[0] {
	case "deal":
		r.writeResult()
		return nil
	case "?":
		seat, err := r.parseSeat(words[1:])
		if err == nil {
			r.ask(seat)
		}
		return err
	case "look":
		return r.look(words[1:])
	case "trick":
		return r.trick(words[1:])
	case "play":
		return r.playOn(words[1:])
	}
	var m engine.Move
	if len(words) == 2 && words[1] == "lay" {
		seat, err := r.parseSeat(words[:1])
		if err != nil {
			return err
		}
		m = engine.Move{Seat: seat, Action: layLowest(r.deal.Prompt(seat).Pick)}
	} else if err := m.UnmarshalText([]byte(strings.Join(words, " "))); err != nil {
		return err
	}
	r.act(m)
	return nil
}

// parseSeat reads the only word as a seat of the game.
func (r *runner) parseSeat(words []string) (engine.Seat, error) {
	if len(words) == 1 {
		if n, err := strconv.Atoi(words[0]); err == nil && n >= 0 && n < r.game.Seats {
			return engine.Seat(n), nil
		}
	}
	return engine.Nobody, fmt.Errorf("needs a seat, not %q", words)
}

// layLowest returns the pick of as few cards as allowed, the first in card order.
func layLowest(pick engine.Pick) engine.Action {
	chosen := pick.Must
	for c := range (pick.From &^ pick.Must).All() {
		if chosen.Len() < pick.Min {
			chosen |= c.Bit()
		}
	}
	return engine.Action{Verb: pick.Verb, Cards: chosen}
}

// trick plays the cards as far as the rules let it.
func (r *runner) trick(codes []string) error {
	for _, code := range codes {
		c, err := card.Parse(code)
		if err != nil {
			return err
		}
		if !r.act(engine.Move{Seat: r.turn(), Action: engine.Play(c)}) {
			return nil
		}
	}
	return nil
}

// turn returns the first seat that is waited for.
func (r *runner) turn() engine.Seat {
	for seat := range r.deal.Waiting().All() {
		return seat
	}
	return engine.Nobody
}

// playOn plays "low" or "high" cards to the end, or "to" a number of complete tricks.
func (r *runner) playOn(words []string) error {
	choose := map[string]func(card.Set) card.Card{"low": lowest, "high": highest}[strings.Join(words[:min(1, len(words))], "")]
	if choose == nil || len(words) != 1 && (len(words) != 3 || words[1] != "to") {
		return fmt.Errorf("needs low or high, and may have to and a number, not %q", words)
	}
	until := len(card.Full.Cards())
	if len(words) == 3 {
		if _, err := fmt.Sscan(words[2], &until); err != nil {
			return err
		}
	}
	for len(r.deal.PublicView().Tricks) < until && r.deal.Prompt(r.turn()).Pick.Verb == engine.PlayCard {
		seat := r.turn()
		if !r.act(engine.Move{Seat: seat, Action: engine.Play(choose(r.deal.Prompt(seat).Pick.From))}) {
			return nil
		}
	}
	return nil
}

// lowest returns the lowest card, suit cards before tarocks.
func lowest(s card.Set) card.Card {
	if plain := s &^ card.AllTarocks; plain != 0 {
		return plain.Lowest()
	}
	return s.Lowest()
}

// highest returns the highest card, tarocks before suit cards.
func highest(s card.Set) card.Card {
	if trumps := s & card.AllTarocks; trumps != 0 {
		return trumps.Highest()
	}
	return s.Highest()
}
