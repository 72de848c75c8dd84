package bottest

import (
	"errors"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
)

// CheckFelts returns an error if a felt offered commands that no button or choice offered.
func (n *Network) CheckFelts() error {
	n.Lock()
	defer n.Unlock()
	if len(n.unoffered) == 0 {
		return nil
	}
	return errors.New(strings.Join(n.unoffered, "\n"))
}

// commandsOnlyOnFelt describes the commands that the screen's felt offers but its buttons and choice don't. The
// button that opens the queue offers all cards to be set ahead.
func commandsOnlyOnFelt(s chat.Screen) (found []string) {
	if s.Felt == nil {
		return nil
	}
	offered, opensQueue := make(map[string]bool), false
	for _, row := range s.Buttons {
		for _, b := range row {
			offered[b.Line] = true
			opensQueue = opensQueue || strings.HasPrefix(b.Line, "queue ")
		}
	}
	if s.Choice != nil {
		for _, o := range s.Choice.Options {
			offered[s.Choice.Toggle+" "+o.Value] = true
		}
	}
	lines := s.Felt.Lines()
	for i, seat := range s.Felt.Seats {
		for _, p := range seat.Piles {
			if i != s.Felt.Reader && p.Top != nil {
				lines = append(lines, p.Top.Line)
			}
		}
	}
	if s.Felt.Bill != nil {
		lines = append(lines, s.Felt.Bill.Replay)
	}
	for _, line := range lines {
		if line != "" && !offered[line] && !(opensQueue && strings.HasPrefix(line, "queue ")) {
			found = append(found, fmt.Sprintf("only the felt offers %q, in %s", line, s.Text[0]))
		}
	}
	return found
}
