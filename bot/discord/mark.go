package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
)

// A component's id is the line that pressing it says. Discord wants ids to be
// different within a message and at most 100 characters long, and selects
// need to know what to do with what is chosen; so a mark may follow the line:
// " ~" and a letter, and a number behind "#".

// maxID is how long an id, or an option's value, may be.
const maxID = 100

// mark is what a component does besides saying its line; 0 is nothing.
type mark byte

// The marks.
const (
	markNone   mark = 'n' // a second button that says the same
	markOne    mark = 'o' // a select whose values are lines
	markChoice mark = 'c' // a choice; the values follow the line
	markChats  mark = 'h' // a choice of channels; their ids follow the line
	markToggle mark = 't' // a part of a choice; each value that changed is said
	markOpener mark = 'r' // opens the private panel that it stands in
	markLong   mark = 'l' // the name of a line that is too long
)

const markSign = " ~"

// splitID parts an id into the line and the mark.
func splitID(id string) (string, mark) {
	i := strings.LastIndex(id, markSign)
	if i < 0 || i+len(markSign) >= len(id) {
		return id, 0
	}
	return id[:i], mark(id[i+len(markSign)])
}

// join is the id of the line with the mark.
func (m mark) join(line string) string {
	if m == 0 {
		return line
	}
	return line + markSign + string(rune(m))
}

// openerIn finds the line that opens the panel anew; "" if it isn't one.
func openerIn(components []component) string {
	for _, c := range components {
		if line, m := splitID(c.CustomID); m == markOpener {
			return line
		}
		if line := openerIn(c.Components); line != "" {
			return line
		}
	}
	return ""
}

// defaultsOf are the values that were chosen in the select when it was shown.
func defaultsOf(m *seenMessage, id string) []string {
	if m == nil {
		return nil
	}
	var values []string
	var walk func([]component)
	walk = func(components []component) {
		for _, c := range components {
			walk(c.Components)
			if c.CustomID != id {
				continue
			}
			for _, o := range c.Options {
				if o.Default {
					values = append(values, o.Value)
				}
			}
		}
	}
	walk(m.Components)
	return values
}

// newLines keeps the ids that are too long. They are few: no button of a running game is
// among them.
func newLines(notes chat.Notes) *lines.Store {
	return &lines.Store{
		Notes: notes,
		Name: func(id string) string {
			sum := sha256.Sum256([]byte(id))
			return markLong.join(hex.EncodeToString(sum[:12]))
		},
		Note: func(name string) string {
			sum, _ := splitID(name)
			return "line/" + sum
		},
	}
}

// expanded is the id that a component's stands for; false if nobody knows any more.
func expanded(ctx context.Context, kept *lines.Store, id string) (string, bool) {
	if _, m := splitID(id); m != markLong {
		return id, true
	}
	return kept.Expand(ctx, id)
}
