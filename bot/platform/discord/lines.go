package discord

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
)

// mark is the effect of a component besides saying its line; 0 is none. A component's id is the line of a
// press. Discord requires unique ids of at most 100 characters, and the values of selects need a meaning,
// so a mark may follow the line: " ~" and a letter, and a number behind "#".
type mark byte

// Marks of components.
const (
	markNone   mark = 'n' // a second button that says the same
	markOne    mark = 'o' // a select whose values are lines
	markChoice mark = 'c' // a choice; its values follow the line
	markChats  mark = 'h' // a choice of channels; its ids follow the line
	markToggle mark = 't' // a part of a choice; each changed value is a line
	markOpener mark = 'r' // a button that opens its own private panel again
	markLong   mark = 'l' // the short name of a long id
)

const markSign = " ~"

// splitID splits an id into the line and the mark.
func splitID(id string) (string, mark) {
	i := strings.LastIndex(id, markSign)
	if i < 0 || i+len(markSign) >= len(id) {
		return id, 0
	}
	return id[:i], mark(id[i+len(markSign)])
}

// join returns the id of the line with the mark.
func (m mark) join(line string) string {
	if m == 0 {
		return line
	}
	return line + markSign + string(rune(m))
}

// ids makes the ids of one message's components, or the values of one select.
type ids struct {
	lines *lines.Store
	log   *slog.Logger
	ctx   context.Context // of lines
	used  map[string]bool
}

func (l *layouts) newIDs(ctx context.Context) *ids {
	return &ids{lines: l.lines, log: l.log, ctx: ctx, used: make(map[string]bool)}
}

// of returns an id: unique among all, short enough, and expandable to the line.
func (x *ids) of(line string, m mark) string {
	if line == "" {
		m = cmp.Or(m, markNone)
	}
	id := m.join(line)
	for n := 2; x.used[id]; n++ {
		m = cmp.Or(m, markNone)
		id = m.join(line) + "#" + strconv.Itoa(n)
	}
	x.used[id] = true
	if len(id) <= maxID {
		return id
	}
	name, err := x.lines.Shorten(x.ctx, id)
	if err != nil { // a press of it will report that it is too old
		x.log.Warn("discord: a long line was not kept", "err", err)
	}
	return name
}

// linesOf returns the lines that the interaction says. There are several only if a person has changed
// several options of a choice that is too large for one select. ok is false if the button's line is no
// longer stored.
func (d *dispatcher) linesOf(ctx context.Context, i *interaction) (lines []string, ok bool) {
	switch {
	case i.Type == typeCommand && i.Data.Type == userCommand:
		return []string{"setup @" + i.Data.TargetID}, true
	case i.Type == typeCommand:
		return []string{d.commands.line(i.subCommand())}, true
	}
	id, ok := d.lines.Expand(ctx, i.Data.CustomID)
	line, mark := splitID(id)
	if i.Type == typeSubmit {
		return []string{chat.AnswerLine(line, typedIn(i.Data.Components))}, ok
	}
	switch values := i.Data.Values; mark {
	case markOne: // the values are lines
		if len(values) > 0 {
			id, ok = d.lines.Expand(ctx, values[0])
			line, _ = splitID(id)
		}
	case markChoice:
		line = strings.Join(append([]string{line}, values...), " ")
	case markChats:
		for _, id := range values {
			line += " " + string(chatID(id))
		}
	case markToggle:
		return toggles(line, defaultsOf(i.Message, i.Data.CustomID), values), ok
	}
	return []string{line}, ok
}

// toggles returns the lines that turn the options before into the options now.
func toggles(line string, before, now []string) (lines []string) {
	for _, v := range slices.Concat(before, now) {
		if slices.Contains(before, v) != slices.Contains(now, v) {
			lines = append(lines, line+" "+v)
		}
	}
	if len(lines) == 0 {
		return []string{line}
	}
	return lines
}

// openerIn returns the line that opens the panel again; "" if the message isn't a panel.
func openerIn(m *seenMessage) string {
	for _, c := range m.components() {
		if line, mark := splitID(c.CustomID); mark == markOpener {
			return line
		}
	}
	return ""
}

// defaultsOf returns the values that the select showed as chosen.
func defaultsOf(m *seenMessage, id string) (values []string) {
	for _, c := range m.components() {
		for _, o := range c.Options {
			if c.CustomID == id && o.Default {
				values = append(values, o.Value)
			}
		}
	}
	return values
}

// newLines returns the store of long ids. They are rare, and never of a running game's button.
func newLines(notes chat.Notes) *lines.Store {
	return &lines.Store{
		Notes: notes,
		Name: func(id string) string {
			sum := sha256.Sum256([]byte(id))
			return markLong.join(hex.EncodeToString(sum[:12]))
		},
		IsName: func(id string) bool {
			_, m := splitID(id)
			return m == markLong
		},
		Note: func(name string) string {
			sum, _ := splitID(name)
			return "line/" + sum
		},
	}
}
