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

// mark is a component's effect besides its line; 0 for none. A component's ID is a line, followed by " ~", a mark and a
// number after "#" if needed: Discord requires unique IDs of at most 100 characters.
type mark byte

const (
	markNone   mark = 'n' // another button with the same line
	markOne    mark = 'o' // a select whose values are lines
	markChoice mark = 'c' // a choice; its values follow the line
	markChats  mark = 'h' // a choice of channels; its IDs follow the line
	markToggle mark = 't' // part of a choice; each changed value is a line
	markOpener mark = 'r' // reopens its own private panel
	markLong   mark = 'l' // short name of a long ID
)

const markSign = " ~"

func splitID(id string) (string, mark) {
	i := strings.LastIndex(id, markSign)
	if i < 0 || i+len(markSign) >= len(id) {
		return id, 0
	}
	return id[:i], mark(id[i+len(markSign)])
}

func (m mark) join(line string) string {
	if m == 0 {
		return line
	}
	return line + markSign + string(rune(m))
}

type ids struct {
	lines *lines.Store
	log   *slog.Logger
	ctx   context.Context
	used  map[string]bool
}

func (l *layouts) newIDs(ctx context.Context) *ids {
	return &ids{lines: l.lines, log: l.log, ctx: ctx, used: make(map[string]bool)}
}

// idFor returns a unique, short ID for the line.
func (x *ids) idFor(line string, m mark) string {
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
	if err != nil { // a press is answered that the button is too old
		x.log.Warn("discord: a long line was not stored", "err", err)
	}
	return name
}

// linesOf returns the interaction's lines. Several lines come only from a choice with several selects. ok is false if
// the line is no longer stored.
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
		return []string{chat.AnswerLine(line, typedText(i.Data.Components))}, ok
	}
	switch values := i.Data.Values; mark {
	case markOne:
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

func openerIn(m *seenMessage) string {
	for _, c := range m.components() {
		if line, mark := splitID(c.CustomID); mark == markOpener {
			return line
		}
	}
	return ""
}

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

// Moves never have long IDs.
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
