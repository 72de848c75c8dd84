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
	content := l.prose(s.Lang, s.CaptionOrText(), maxText)
	inside := append([]component{{Type: kindText, Content: content}}, l.rows(ctx, s, opener)...)
	return message{Flags: flagComponents, Mentions: mention(), alone: l.prose(s.Lang, s.Text, maxText),
		Components: []component{{Type: kindContainer, Components: inside}}}
}

// plain is the screen as a message of the old kind, where Discord
// refuses the other.
func (l *layouts) plain(ctx context.Context, s chat.Screen) message {
	rows := l.rows(ctx, s, "")
	return message{Content: l.prose(s.Lang, s.CaptionOrText(), maxContent), alone: l.prose(s.Lang, s.Text, maxContent),
		Mentions: mention(), Components: rows[:min(maxRows, len(rows))]}
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
func (b *builder) fits() bool { return len(flat(b.rows)) <= maxComponents-4 }

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

// oneOf is buttons as a select of one.
func (b *builder) oneOf(buttons []chat.Button) {
	one := 1
	s := component{Type: kindSelect, CustomID: b.id("choose", markOne), MinValues: &one, MaxValues: one}
	inside := &builder{layouts: b.layouts, ctx: b.ctx, lang: b.lang, used: make(map[string]bool)}
	for _, x := range buttons {
		s.Options = append(s.Options, selectOption{Label: short(labelOf(x.Label), maxOptionLabel),
			Value: inside.id(x.Line, 0), Emoji: b.emojis.icon(b.lang, x.Icon)})
	}
	s.Placeholder = short(labelOf(buttons[0].Label)+" …", maxPlaceholder)
	b.rows = append(b.rows, component{Type: kindRow, Components: []component{s}})
}

// choice is one select that confirms at once. What needn't be chosen needs a
// button besides; what has no room in one select is chosen in several, whose
// draft the bot keeps until the button is pressed.
func (b *builder) choice(c chat.Choice) {
	if len(c.Options) > maxOptions {
		for _, part := range byPart(c.Options) {
			named := c
			if part[0].Part != "" {
				named.Label += ": " + part[0].Part
			}
			b.selection(named, part, markToggle, c.Toggle, 0, min(len(part), max(c.Max, 1)))
		}
		b.confirm(c)
		return
	}
	if len(c.Options) > 0 {
		least := max(c.Min, 0)
		b.selection(c, c.Options, markChoice, c.Line, min(least, len(c.Options)), min(max(c.Max, 1), len(c.Options)))
	}
	if c.Min <= 0 {
		b.confirm(c)
	}
}

// menu is a select that counts at once; of channels it is one of all the server's.
func (b *builder) menu(m chat.Menu) {
	if m.Chats {
		b.channels(m)
		return
	}
	if len(m.Options) == 0 {
		return
	}
	b.selection(chat.Choice{Label: m.Label}, m.Options[:min(maxOptions, len(m.Options))], markChoice, m.Line, 1, 1)
	s := &b.rows[len(b.rows)-1].Components[0]
	for i, o := range s.Options { // its placeholder isn't seen: something is chosen
		s.Options[i].Label = short(m.Label+": "+o.Label, maxOptionLabel)
	}
}

func (b *builder) channels(m chat.Menu) {
	least := 0
	s := component{Type: kindChannels, CustomID: b.id(m.Line, markChats), Placeholder: short(m.Label, maxPlaceholder),
		MinValues: &least, MaxValues: min(max(m.Max, 1), maxOptions), ChannelTypes: []int{textChannel, newsChannel}}
	for _, o := range m.Options {
		if id := bare(chat.ChatID(o.Value)); o.Chosen && id != "" {
			s.Defaults = append(s.Defaults, channel{id, "channel"})
		}
	}
	b.rows = append(b.rows, component{Type: kindRow, Components: []component{s}})
}

// byPart are the options of a choice by its parts, none with more than there is
// room for.
func byPart(options []chat.Option) (all [][]chat.Option) {
	for _, o := range options {
		last := len(all) - 1
		if last < 0 || all[last][0].Part != o.Part || len(all[last]) == maxOptions {
			all = append(all, []chat.Option{o})
		} else {
			all[last] = append(all[last], o)
		}
	}
	return all
}

func (b *builder) confirm(c chat.Choice) {
	b.group([]chat.Button{{Label: c.Confirm, Line: c.Line, Look: chat.Primary}}, false)
}

func (b *builder) selection(c chat.Choice, options []chat.Option, m mark, line string, least, most int) {
	s := component{Type: kindSelect, CustomID: b.id(line, m), Placeholder: short(c.Label, maxPlaceholder),
		MinValues: &least, MaxValues: most}
	for _, o := range options {
		s.Options = append(s.Options, selectOption{Label: short(labelOf(o.Label), maxOptionLabel), Value: o.Value,
			Emoji: b.emojis.icon(b.lang, o.Icon), Default: o.Chosen || o.Fixed})
	}
	b.rows = append(b.rows, component{Type: kindRow, Components: []component{s}})
}

// opener is a small button that opens the private panel it stands in anew, for
// nobody else can bring that up to date.
func (b *builder) opener(line string) {
	b.rows = append(b.rows, component{Type: kindRow, Components: []component{{
		Type: kindButton, Style: styleSecondary, Emoji: &emoji{Name: "🔄"}, CustomID: b.id(line, markOpener)}}})
}
