package discord

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync"

	"tarockbot/bot"
)

// A component's id is the line that pressing it says. Discord wants ids to be
// different within a message and at most 100 characters long, and selects
// need to know what to do with what is chosen; so a mark may follow the line:
// " ~" and a letter, the text that belongs to it, and a number.

// maxID is how long an id, or an option's value, may be.
const maxID = 100

// What a component does.
const (
	markNone   = byte('n') // a second button that says the same
	markOne    = byte('o') // a select whose values are lines
	markChoice = byte('c') // a choice; the values follow the line, and those of the mark in any case
	markChats  = byte('h') // a choice of channels; their ids follow the line
	markToggle = byte('t') // a part of a choice; each value that changed is said
	markOpener = byte('r') // opens the private panel that it stands in
	markLong   = byte('l') // the name of a line that is too long
)

// mark is what follows the line in a component's id.
type mark struct {
	kind   byte
	values []string
}

const markSign = " ~"

// splitID parts an id into the line and the mark.
func splitID(id string) (string, mark) {
	i := strings.LastIndex(id, markSign)
	if i < 0 || i+len(markSign) >= len(id) {
		return id, mark{}
	}
	text := id[i+len(markSign):]
	m := mark{kind: text[0]}
	if list, _, _ := strings.Cut(text[1:], "#"); list != "" {
		m.values = strings.Split(list, ",")
	}
	return id[:i], m
}

// join is the id of the line with the mark.
func (m mark) join(line string) string {
	if m.kind == 0 {
		return line
	}
	return line + markSign + string(m.kind) + strings.Join(m.values, ",")
}

// openerIn finds the line that opens the panel anew; "" if it isn't one.
func openerIn(components []component) string {
	for _, c := range components {
		if line, m := splitID(c.CustomID); m.kind == markOpener {
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
type lines struct {
	mu    sync.Mutex
	known map[string]string
}

// short is the id itself, or a name for it that outlives the process unless
// there is an error.
func (l *lines) short(ctx context.Context, notes bot.Notes, id string) (string, error) {
	if len(id) <= maxID {
		return id, nil
	}
	sum := sha256.Sum256([]byte(id))
	name := hex.EncodeToString(sum[:12])
	short := name + markSign + string(markLong)
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.known[name]; !ok {
		if _, err := notes.Claim(ctx, "line/"+name, []byte(id)); err != nil {
			return short, err
		}
		if l.known == nil || len(l.known) >= maxKnown {
			l.known = make(map[string]string)
		}
		l.known[name] = id
	}
	return short, nil
}

// maxKnown is how many of what can be learnt anew, mostly from the notes, are kept
// in memory.
const maxKnown = 1000

// long is the id that the name stands for, or the id itself if it isn't one;
// false if the name isn't known.
func (l *lines) long(ctx context.Context, notes bot.Notes, id string) (string, bool) {
	name, m := splitID(id)
	if m.kind != markLong {
		return id, true
	}
	l.mu.Lock()
	known, ok := l.known[name]
	l.mu.Unlock()
	if ok {
		return known, true
	}
	data, err := notes.Read(ctx, "line/"+name)
	return string(data), err == nil && len(data) > 0
}
