package screens_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

func feltAsText(p interface {
	Screen(*words.Tongue) *chat.Screen
}) func(*words.Tongue) *chat.Screen {
	if panel, isPanel := p.(screens.Panel); isPanel {
		panel.Felt = true
		p = panel
	}
	return func(w *words.Tongue) *chat.Screen {
		s := p.Screen(w)
		return &chat.Screen{Lang: s.Lang, Text: feltText(s.Felt)}
	}
}

// feltText marks the reader's cards: "(XV)" is barred, "*XV" chosen, "XV!" fixed.
func feltText(f *felt.Felt) (lines []chat.Line) {
	add := func(format string, args ...any) {
		lines = append(lines, chat.Line{{Text: fmt.Sprintf(format, args...)}})
	}
	if f == nil {
		return []chat.Line{{{Text: "nothing is laid out"}}}
	}
	lines = append(lines, f.About...)
	add("title %s, corner %s, claims %q, read by %d", f.Title, f.Corner, f.Claims, f.Reader)
	for _, s := range f.Seats {
		add("seat %s %s: role %q (leads %v), status %q (turn %v), figures %q", s.Mark, s.Name, s.Role, s.Leads, s.Status, s.Turn, s.Figures)
		for _, p := range s.Piles {
			add("    %s on %d", topCardText(p.Top), p.Below)
		}
	}
	lines = append(lines, append(chat.Line{{Text: "to do: "}}, f.Todo...))
	if f.Trick != nil {
		add("trick %s", trickText(*f.Trick))
	}
	if f.Last != nil {
		add("last %s", trickText(*f.Last))
	}
	for _, p := range f.Talon {
		add("packet %s, %d face down, taken %v, press %q", cardsText(p.Cards), p.Down, p.Taken, p.Line)
	}
	for _, g := range f.Groups {
		add("group %q %q: %s", g.Label, g.Name, cardsText(g.Cards))
	}
	if f.Hand != nil {
		add("hand %s, why %q", cardsText(f.Hand), f.Why)
	}
	add("deal %d", f.Deal)
	lines = append(append(lines, f.Before...), f.Story...)
	if b := f.Bill; b != nil {
		add("bill %q of %q, now %q, replayed by %q", b.Outcome, b.Heading, b.Totals, b.Replay)
		lines = append(lines, b.Told...)
	}
	if e := f.End; e != nil {
		add("end %q with %q, deals %+v", e.Outcome, e.Total, e.Deals)
		lines = append(lines, e.Told...)
	}
	return lines
}

func topCardText(c *felt.Card) string {
	if c == nil {
		return "nothing open"
	}
	return cardsText([]felt.Card{*c})
}

func trickText(t felt.Trick) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d (over %v):", t.Number, t.Over)
	for _, p := range t.Places {
		switch {
		case p.Card == nil:
			fmt.Fprintf(&b, " %d nothing (awaited %v)", p.Seat, p.Awaited)
		default:
			fmt.Fprintf(&b, " %d %s (best %v)", p.Seat, p.Card.Label, p.Best)
		}
	}
	fmt.Fprintf(&b, ", of %q, worth %q", t.Best, t.Worth)
	return b.String()
}

func cardsText(cards []felt.Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		text := c.Label
		if c.Fresh {
			text += "+"
		}
		if c.Chosen {
			text = "*" + text
		}
		if c.Fixed {
			text += "!"
		}
		if c.Barred {
			text = "(" + text + ")"
		}
		if c.Line != "" {
			text += " = " + c.Line
		}
		texts[i] = text
	}
	return strings.Join(texts, ", ")
}

func TestFelt(t *testing.T) {
	t.Parallel()
	played := tableAfter(t, "strohmandeln-classic", 9)
	turn := seatToMove(played)
	ahead := panelOf(tableAfter(t, "strohmandeln-classic", 9), 1-turn)
	ahead.Chairs[1-turn].Queued = "XVI"
	talon, chosenFrom := tableAfter(t, "illustrated-loew", 0), 0
	for talon.Match.Deal.PublicView().Phase != "talon" {
		chosenFrom++
		talon = tableAfter(t, "illustrated-loew", chosenFrom)
	}
	exchange := panelOf(tableAfter(t, "kosakeln-bamberger-classic", 0), 0)
	exchange.Chosen = []string{"H2"}
	after := tableAfter(t, "strohmandeln-classic", 0)
	after.Match.Done = []engine.Result{*recordedDeal(t, "strohmandeln-classic").Record.Result}
	over := *after
	over.Stage, over.Setup.Length, over.Match.Setup.Length, over.Match.Deal = match.Finished, 1, 1, nil
	over.LastTrick = played.PublicView().Tricks[0]
	afterTwo := over
	afterTwo.Match.Done = append(slices.Clone(over.Match.Done), over.Match.Done[0])
	afterTwo.Setup.Length, afterTwo.Match.Setup.Length = 2, 2
	rest, player := tableWithRestClaim(t)
	checkPages(t, "felt",
		pageCase{"a board", feltAsText(boardOf(played))},
		pageCase{"the panel of the player to move", feltAsText(panelOf(played, turn))},
		pageCase{"the panel of a player with a card set in advance", feltAsText(ahead)},
		pageCase{"one card is chosen for the exchange", feltAsText(exchange)},
		pageCase{"another player claims the rest", feltAsText(panelOf(rest, player))},
		pageCase{"the talon, for the player who takes from it", feltAsText(panelOf(talon, seatToMove(talon)))},
		pageCase{"three seats in a trick", feltAsText(panelOf(tableAfter(t, "illustrated-loew", 20), 0))},
		pageCase{"a deal after another", feltAsText(panelOf(after, 0))},
		pageCase{"a match that is over, on the board", feltAsText(boardOf(&over))},
		pageCase{"a match that is over, for the winner", feltAsText(panelOf(&over, 0))},
		pageCase{"a match of two deals that is over, for the loser", feltAsText(panelOf(&afterTwo, 1))},
	)
}

func TestCornerNamesTrickToLead(t *testing.T) {
	t.Parallel()
	w := loadCatalogue(t).In("en")
	lead := regexp.MustCompile(`^Lead to trick (\d+)`)
	for _, name := range []string{"kosakeln-bamberger-classic", "illustrated-loew", "strohmandeln-classic"} {
		leads := 0
		for n := range recordedDeal(t, name).Record.Actions {
			at := tableAfter(t, name, n)
			p := panelOf(at, seatToMove(at))
			p.Felt = true
			f := p.Screen(w).Felt
			if m := lead.FindStringSubmatch(f.Todo.String()); m != nil {
				leads++
				if !strings.HasPrefix(f.Corner, "Trick "+m[1]+" of ") {
					t.Errorf("%s: the corner says %q, and the prompt %q", name, f.Corner, f.Todo)
				}
			}
		}
		if leads < 3 {
			t.Errorf("%s: checked only %d leads", name, leads)
		}
	}
}

// TestOffers records all offers in testdata/offers.txt.
func TestOffers(t *testing.T) {
	t.Parallel()
	w := loadCatalogue(t).In("en")
	var all strings.Builder
	for _, name := range []string{"kosakeln-bamberger-classic", "illustrated-beck"} {
		fmt.Fprintf(&all, "# %s\n", name)
		offered := make(map[string]bool)
		for n := range recordedDeal(t, name).Record.Actions {
			at := tableAfter(t, name, n)
			s := panelOf(at, seatToMove(at)).Screen(w)
			for _, b := range slices.Concat(s.Buttons...) {
				offered[b.Label+" – "+b.Hint] = b.Hint != ""
			}
			if s.Choice != nil {
				for _, o := range s.Choice.Options {
					offered[o.Label+" – "+o.Hint] = o.Hint != ""
				}
			}
		}
		maps.DeleteFunc(offered, func(_ string, hinted bool) bool { return !hinted })
		all.WriteString(strings.Join(slices.Sorted(maps.Keys(offered)), "\n") + "\n")
	}
	golden.Expect(t, filepath.Join("testdata", "offers.txt"), all.String())
}
