package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"tarockbot/bot/cache"
	"tarockbot/bot/chat"
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

// lines remembers the lines that are too long for an id, by a name made of
// their content. They are few: no button of a running game is among them.
type lines struct{ cache.Map[string, string] }

// short is the id itself, or a name for it that outlives the process unless
// there is an error.
func (l *lines) short(ctx context.Context, notes chat.Notes, id string) (string, error) {
	if len(id) <= maxID {
		return id, nil
	}
	sum := sha256.Sum256([]byte(id))
	name := hex.EncodeToString(sum[:12])
	short := markLong.join(name)
	if _, ok := l.Get(name); !ok {
		if _, err := notes.Claim(ctx, "line/"+name, []byte(id)); err != nil {
			return short, err
		}
		l.Put(name, id)
	}
	return short, nil
}

// long is the id that the name stands for, or the id itself if it isn't one;
// false if the name isn't known.
func (l *lines) long(ctx context.Context, notes chat.Notes, id string) (string, bool) {
	name, m := splitID(id)
	if m != markLong {
		return id, true
	}
	if known, ok := l.Get(name); ok {
		return known, true
	}
	data, err := notes.Read(ctx, "line/"+name)
	return string(data), err == nil && len(data) > 0
}
