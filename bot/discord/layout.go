package discord

import (
	"context"
	"log/slog"
	"slices"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/lines"
)

// layouts make screens messages.
type layouts struct {
	emojis *emojis
	lines  *lines.Store
	log    *slog.Logger
}

// message is the screen as a message: a container with the text, the choice and
// the buttons. The opener's button, if any, opens the screen anew.
func (l *layouts) message(ctx context.Context, s chat.Screen, opener string) message {
	content := l.prose(s.Lang, s.Beside(), maxText)
	inside := append([]component{{Type: kindText, Content: content}}, l.rows(ctx, s, opener)...)
	return message{Flags: flagComponents, Mentions: nobody(), alone: l.prose(s.Lang, s.Text, maxText),
		Components: []component{{Type: kindContainer, Components: inside}}}
}

// plain is the screen as a message of the old kind, where Discord
// refuses the other.
func (l *layouts) plain(ctx context.Context, s chat.Screen) message {
	rows := l.rows(ctx, s, "")
	return message{Content: l.prose(s.Lang, s.Beside(), maxContent), alone: l.prose(s.Lang, s.Text, maxContent),
		Mentions: nobody(), Components: rows[:min(maxRows, len(rows))]}
}

// rows are the choice and the buttons. If there are too many, rows become
// selects, the longest first.
func (l *layouts) rows(ctx context.Context, s chat.Screen, opener string) []component {
	b := &builder{layouts: l, ctx: ctx, lang: s.Lang, used: make(map[string]bool)}
	groups := slices.Clone(s.Buttons)
	asSelect := make([]bool, len(groups))
	for {
		clear(b.used)
		b.rows = nil
		if s.Choice != nil {
			b.choice(*s.Choice)
		}
		for _, m := range s.Menus {
			b.menu(m)
		}
		for i, group := range groups {
			b.group(group, asSelect[i])
		}
		if opener != "" {
			b.opener(opener)
		}
		if b.fits() || !widest(groups, asSelect) {
			return b.cutRows()
		}
	}
}

// widest makes the longest group of buttons a select; false if all are.
func widest(groups [][]chat.Button, asSelect []bool) bool {
	at := -1
	for i, g := range groups {
		if !asSelect[i] && len(g) > 1 && (at < 0 || len(g) > len(groups[at])) {
			at = i
		}
	}
	if at >= 0 {
		asSelect[at] = true
	}
	return at >= 0
}

// builder makes the rows of one message.
type builder struct {
	*layouts
	ctx  context.Context
	lang string
	used map[string]bool // ids
	rows []component
}

// fits leaves room for the container, its picture and text, and a mention.
func (b *builder) fits() bool { return b.count() <= maxComponents-4 }

func (b *builder) count() int {
	n := len(b.rows)
	for _, r := range b.rows {
		n += len(r.Components)
	}
	return n
}

// cutRows are the rows that have room.
func (b *builder) cutRows() []component {
	for !b.fits() {
		b.rows = b.rows[:len(b.rows)-1]
	}
	return b.rows
}

// id makes a component's id: different from all others in the message, short
// enough, and the line to whoever reads it.
func (b *builder) id(line string, m mark) string {
	if line == "" && m == 0 {
		m = markNone
	}
	id := m.join(line)
	for n := 2; b.used[id]; n++ {
		if m == 0 {
			m = markNone
		}
		id = m.join(line) + "#" + strconv.Itoa(n)
	}
	b.used[id] = true
	if len(id) <= maxID {
		return id
	}
	name, err := b.lines.Shorten(b.ctx, id)
	if err != nil { // whoever presses it is told that it is too old
		b.log.Warn("discord: a long line was not kept", "err", err)
	}
	return name
}

// group is buttons that belong together: rows of them, or one select.
func (b *builder) group(buttons []chat.Button, asSelect bool) {
	if len(buttons) > maxCardButtons || asSelect && len(buttons) > 0 {
		for part := range slices.Chunk(buttons, maxOptions) {
			b.oneOf(part)
		}
		return
	}
	for part := range slices.Chunk(buttons, perRow) {
		row := component{Type: kindRow}
		for _, x := range part {
			row.Components = append(row.Components, b.button(x))
		}
		b.rows = append(b.rows, row)
	}
}

func (b *builder) button(x chat.Button) component {
	style := styleSecondary
	switch x.Look {
	case chat.Primary:
		style = stylePrimary
	case chat.Danger:
		style = styleDanger
	}
	return component{Type: kindButton, Style: style, Label: short(labelOf(x.Label), maxLabel),
		Emoji: b.emojis.icon(b.lang, x.Icon), CustomID: b.id(x.Line, 0)}
}

// labelOf is never empty: Discord wants something to press.
func labelOf(s string) string {
	if s == "" {
		return "…"
	}
	return s
}
