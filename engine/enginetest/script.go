package enginetest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Update is the flag -update: what is expected is to be rewritten.
var Update = flag.Bool("update", false, "rewrite what is expected")

// Layout names the place that each card of the pack is dealt to by the rule set,
// in dealing order: "talon", "hand 0". Transcripts give the cards of such places.
type Layout func(rules string, dealer engine.Seat) []string

// Outcome is what one deal of a transcript showed.
type Outcome struct {
	Name   string // file and title
	Rules  string
	Covers []string    // what the transcript says it is about
	Left   engine.Name // the phase in which somebody left it; "" if nobody did
	Table  engine.PublicView
}

// Scripts plays the transcripts dir/*.txt and compares what happens with what
// they say. With -update it rewrites them instead.
//
// A transcript is a number of deals, each under a line "# title". A header of
// "key: value" lines gives covers, rules, options, dealer and places of cards;
// what it doesn't give is as in the deal above, and cards that are nowhere
// fill the free places in card order. Then come actions in the notation of
// records and the directives of player.line; indented lines are what each of
// them led to. Lines with // are comments.
func Scripts(t *testing.T, g engine.Game, dir string, layout Layout) []Outcome {
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

// Rulings checks that the guide tells, in every language, each ruling among the
// rules: "R24", or "R24/bird" for a part of it.
func Rulings(t *testing.T, g engine.Game, rules string) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		for _, rule := range strings.Fields(rules) {
			if name, _, _ := strings.Cut(rule, "/"); strings.HasPrefix(name, "R") {
				Says(t, g, lang, "rulings", "- **"+name+"**: ")
			}
		}
	}
}

func runFile(t *testing.T, g engine.Game, file string, layout Layout) []Outcome {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{game: g, layout: layout, header: map[string]string{}}
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if err := p.line(line); err != nil {
			t.Fatalf("%s:%d: %q: %v", file, n+1, line, err)
		}
	}
	if err := p.endDeal(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	for i := range p.outcomes {
		p.outcomes[i].Name = filepath.Base(file) + ": " + p.outcomes[i].Name
	}
	Expect(t, file, p.out.String())
	return p.outcomes
}

// difference shows the first line in which two texts differ.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}

// player plays one transcript and writes it down again.
type player struct {
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

// line plays one line. Besides actions there are
//
//	? SEAT        what the seat may do now
//	look SEAT     the seat's hand; look: what lies open on the table
//	deal          nothing more; for a deal that is over at once
//	SEAT lay      the pick's first cards in card order, as few as allowed
//	a; b; c       several of them in one line
//	trick A B …   the cards of the next trick, in the order played
//	play low      everybody plays the lowest legal card to the end, suit cards
//	play high     before tarocks; or the highest legal card, tarocks first
//	play low to N until N tricks are complete
func (p *player) line(line string) error {
	switch {
	case strings.HasPrefix(line, indent):
		return nil // expected before; what happens now is written instead
	case line == "", strings.HasPrefix(line, "//"):
		p.write(line)
		return nil
	case strings.HasPrefix(line, "# "):
		if err := p.endDeal(); err != nil {
			return err
		}
		p.title, p.covers = line[2:], nil
		p.write(line)
		return nil
	}
	p.write(line)
	if key, value, ok := strings.Cut(line, ":"); ok && p.deal == nil {
		value = strings.TrimSpace(value)
		if key == "covers" {
			p.covers = strings.Fields(value)
		} else {
			p.header[key] = value
		}
		return nil
	}
	if p.deal == nil {
		if err := p.startDeal(); err != nil {
			return err
		}
	}
	for command := range strings.SplitSeq(line, "; ") {
		if err := p.command(strings.Fields(command)); err != nil {
			return err
		}
	}
	p.flush()
	return nil
}

func (p *player) write(line string) { p.out.WriteString(strings.TrimRight(line, " ") + "\n") }

// writeLine writes what a line led to.
func (p *player) writeLine(format string, args ...any) {
	p.flush()
	p.write(indent + fmt.Sprintf(format, args...))
}

// tricksALine is how many tricks are written on one line.
const tricksALine = 6

// flush writes the tricks that were taken since the last line.
func (p *player) flush() {
	for tricks := range slices.Chunk(p.tricks, tricksALine) {
		p.write(indent + strings.Join(tricks, ", "))
	}
	p.tricks = nil
}

// endDeal keeps what the deal under the last title showed, if there was a title.
func (p *player) endDeal() error {
	if p.title == "" {
		return nil
	}
	if p.deal == nil {
		return fmt.Errorf("nothing is done under %q", p.title)
	}
	p.outcomes = append(p.outcomes, Outcome{Name: p.title, Rules: p.header["rules"], Covers: p.covers, Left: p.left, Table: p.deal.PublicView()})
	p.deal, p.title, p.left = nil, "", ""
	return nil
}

func (p *player) startDeal() error {
	options := engine.Options{}
	for _, option := range strings.Fields(p.header["options"]) {
		id, value, _ := strings.Cut(option, "=")
		options[engine.Name(id)] = engine.Name(value)
	}
	var dealer engine.Seat
	if _, err := fmt.Sscan(p.header["dealer"], &dealer); err != nil {
		return fmt.Errorf("dealer: %w", err)
	}
	deck, err := p.deck(dealer)
	if err != nil {
		return err
	}
	p.deal, err = engine.NewDeal(p.game, p.header["rules"], options, engine.Cards{Deck: deck, Dealer: dealer})
	return err
}

// headers are the keys besides the places of cards and covers.
var headers = []string{"rules", "options", "dealer"}

// deck puts the header's cards where they are dealt to, in the order given,
// and the others where there is room.
func (p *player) deck(dealer engine.Seat) ([]card.Card, error) {
	given := map[string][]card.Card{}
	set, err := p.game.RuleSet(p.header["rules"])
	if err != nil {
		return nil, err
	}
	left := set.Cards()
	places := p.layout(p.header["rules"], dealer)
	for key := range p.header {
		if !slices.Contains(headers, key) && !slices.Contains(places, key) {
			return nil, fmt.Errorf("%s: no header is called %q", p.title, key)
		}
	}
	for _, place := range places {
		if _, known := given[place]; known {
			continue
		}
		codes := strings.Fields(p.header[place])
		cards, err := card.ParseSet(codes)
		if err != nil || !left.Holds(cards) {
			return nil, fmt.Errorf("%s: %s: twice %s, %w", p.title, place, cards&^left, err)
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

func (p *player) command(words []string) error {
	switch words[0] {
	case "deal":
		p.writeResult()
		return nil
	case "?":
		return p.ask(words[1])
	case "look":
		return p.look(words[1:])
	case "trick":
		return p.trick(words[1:])
	case "play":
		return p.playOn(words[1:])
	}
	var m engine.Move
	if len(words) == 2 && words[1] == "lay" {
		seat := engine.Seat(words[0][0] - '0')
		m = engine.Move{Seat: seat, Action: layLowest(p.deal.Prompt(seat).Pick)}
	} else if err := m.UnmarshalText([]byte(strings.Join(words, " "))); err != nil {
		return err
	}
	p.act(m)
	return nil
}

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
func (p *player) trick(codes []string) error {
	for _, code := range codes {
		c, err := card.Parse(code)
		if err != nil {
			return err
		}
		if !p.act(engine.Move{Seat: p.turn(), Action: engine.Play(c)}) {
			return nil
		}
	}
	return nil
}

// turn returns the first seat that is waited for.
func (p *player) turn() engine.Seat {
	for seat := range p.deal.Waiting().All() {
		return seat
	}
	return engine.Nobody
}

func (p *player) playOn(words []string) error {
	choose := lowest
	if words[0] == "high" {
		choose = highest
	}
	until := len(card.Full.Cards())
	if len(words) == 3 {
		if _, err := fmt.Sscan(words[2], &until); err != nil {
			return err
		}
	}
	for len(p.deal.PublicView().Tricks) < until && p.deal.Prompt(p.turn()).Pick.Verb == engine.PlayCard {
		seat := p.turn()
		if !p.act(engine.Move{Seat: seat, Action: engine.Play(choose(p.deal.Prompt(seat).Pick.From))}) {
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
