package bottest

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/render/felt"
)

// CheckFelts is an error if whoever plays by buttons alone has missed something that
// could be pressed on a felt.
func (n *Network) CheckFelts() error {
	n.Lock()
	defer n.Unlock()
	if len(n.unoffered) == 0 {
		return nil
	}
	return errors.New(strings.Join(n.unoffered, "\n"))
}

// feltAlone tells what can be pressed on the screen's felt, but by none of its buttons
// and not in its choice. A card to be set ahead is offered by the page of the button for
// that.
func feltAlone(s chat.Screen) (alone []string) {
	if s.Felt == nil {
		return nil
	}
	offered, queue := make(map[string]bool), false
	for _, row := range s.Buttons {
		for _, b := range row {
			offered[b.Line] = true
			queue = queue || strings.HasPrefix(b.Line, "queue ")
		}
	}
	if s.Choice != nil {
		for _, o := range s.Choice.Options {
			offered[s.Choice.Toggle+" "+o.Value] = true
		}
	}
	for _, line := range feltLines(s.Felt) {
		if line != "" && !offered[line] && !(queue && strings.HasPrefix(line, "queue ")) {
			alone = append(alone, fmt.Sprintf("only the felt offers %q, in %s", line, s.Text[0]))
		}
	}
	return alone
}

// feltLines are what can be said by pressing something on the felt.
func feltLines(f *felt.Felt) (lines []string) {
	for _, c := range f.Hand {
		lines = append(lines, c.Line)
	}
	for _, s := range f.Seats {
		for _, p := range s.Piles {
			if p.Top != nil {
				lines = append(lines, p.Top.Line)
			}
		}
	}
	for _, p := range f.Talon {
		lines = append(lines, p.Line)
	}
	if f.Bill != nil {
		lines = append(lines, f.Bill.Replay)
	}
	return lines
}

// ShowsHand says whether the text, in English, is that of a player's own cards: what heads
// them, or what the player has to do.
func ShowsHand(text string) bool { return handHeading.MatchString(text) }

var handHeading = regexp.MustCompile(`Your hand|What will you take|Put (up to )?\d+ cards? |you can announce|your turn to bid|Will you undertake|(to|could) announce|Lead to trick|Follow |You have no|You can't follow|can be played`)
