package discord

import (
	"cmp"
	"context"
	"log/slog"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
	"tarockbot/bot/platform/texts"
)

type layouts struct {
	emojis *emojis
	lines  *lines.Store
	log    *slog.Logger
}

// screenMessage returns the screen as a container, or as a plain message if Discord refuses components. The opener
// reopens the screen; it may be "".
func (l *layouts) screenMessage(ctx context.Context, s chat.Screen, opener string, plain bool) message {
	limit := maxText
	if plain {
		limit = maxContent
	}
	rows, text := l.rows(ctx, s, opener), l.prose(s.Lang, s.CaptionOrText(), limit)
	m := message{Mentions: mention(), textOnly: l.prose(s.Lang, s.Text, limit)}
	if plain {
		m.Content, m.Components = text, rows[:min(maxRows, len(rows))]
		return m
	}
	inside := append([]component{{Type: kindText, Content: text}}, rows...)
	m.Flags, m.Components = flagComponents, []component{{Type: kindContainer, Components: inside}}
	return m
}

func plainMessage(text string) message {
	return message{Content: cut(escape(text), maxContent), Flags: flagEphemeral, Mentions: mention()}
}

// rows turns groups into selects while there are too many components, the longest group first. Then it drops rows.
func (l *layouts) rows(ctx context.Context, s chat.Screen, opener string) []component {
	asSelect := make([]bool, len(s.Buttons))
	rows := l.allRows(ctx, s, opener, asSelect)
	for !fitsMessage(rows) && collapseLongest(s.Buttons, asSelect) {
		rows = l.allRows(ctx, s, opener, asSelect)
	}
	for !fitsMessage(rows) {
		rows = rows[:len(rows)-1]
	}
	return rows
}

func (l *layouts) allRows(ctx context.Context, s chat.Screen, opener string, asSelect []bool) []component {
	b := &builder{layouts: l, ids: l.newIDs(ctx), lang: s.Lang}
	if s.Choice != nil {
		b.choice(*s.Choice)
	}
	for _, m := range s.Menus {
		if m.OffersChats {
			b.channelMenu(m)
		} else {
			b.menu(m)
		}
	}
	for i, group := range s.Buttons {
		b.group(group, asSelect[i])
	}
	if opener != "" { // only this button updates a private panel
		again := &emoji{Name: "🔄"}
		b.row(component{Type: kindButton, Style: styleSecondary, Emoji: again, CustomID: b.ids.idFor(opener, markOpener)})
	}
	return b.rows
}

// fitsMessage leaves room for the container, its picture and text, and a mention.
func fitsMessage(rows []component) bool { return len(flatten(rows)) <= maxComponents-4 }

// collapseLongest returns false if no other group can become a select.
func collapseLongest(groups [][]chat.Button, asSelect []bool) bool {
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

type builder struct {
	*layouts
	ids  *ids
	lang string
	rows []component
}

func (b *builder) row(inside ...component) {
	b.rows = append(b.rows, component{Type: kindRow, Components: inside})
}

func (b *builder) group(buttons []chat.Button, asSelect bool) {
	if asSelect || len(buttons) > maxCardButtons {
		for part := range slices.Chunk(buttons, maxOptions) {
			b.oneOf(part)
		}
		return
	}
	for part := range slices.Chunk(buttons, maxPerRow) {
		var row []component
		for _, x := range part {
			row = append(row, b.button(x))
		}
		b.row(row...)
	}
}

// Discord refuses empty labels.
func label(text string, limit int) string { return texts.Truncate(cmp.Or(text, "…"), limit) }

var styles = map[chat.Look]int{chat.Primary: stylePrimary, chat.Danger: styleDanger}

func (b *builder) button(x chat.Button) component {
	return component{Type: kindButton, Style: cmp.Or(styles[x.Look], styleSecondary), Label: label(x.Label, maxLabel),
		Emoji: b.emojis.icon(b.lang, x.Icon), CustomID: b.ids.idFor(x.Line, 0)}
}

const choiceLine = "choose"

func (b *builder) oneOf(buttons []chat.Button) {
	var options []chat.Option
	values := b.newIDs(b.ids.ctx)
	for _, x := range buttons {
		options = append(options, chat.Option{Label: x.Label, Hint: x.Hint, Icon: x.Icon, Value: values.idFor(x.Line, 0)})
	}
	b.selection(label(buttons[0].Label, maxPlaceholder-2)+" …", options, b.ids.idFor(choiceLine, markOne), 1, 1)
}

// choice adds a select. It adds a button if the choice is acceptable already, because Discord sends only changes. A
// large choice becomes several selects; the bot keeps its draft until the button is pressed.
func (b *builder) choice(c chat.Choice) {
	most, several := max(c.Max, 1), len(c.Options) > maxOptions
	switch {
	case several:
		for _, part := range chat.GroupOptions(c.Options) {
			name := c.Label
			if part[0].Group != "" {
				name += ": " + part[0].Group
			}
			for chunk := range slices.Chunk(part, maxOptions) {
				b.selection(name, chunk, b.ids.idFor(c.Toggle, markToggle), 0, most)
			}
		}
	case len(c.Options) > 0:
		b.selection(c.Label, c.Options, b.ids.idFor(c.Line, markChoice), max(c.Min, 0), most)
	}
	if several || c.CountChosen() >= c.Min {
		b.group([]chat.Button{{Label: c.Confirm, Line: c.Line, Look: chat.Primary}}, false)
	}
}

func (b *builder) channelMenu(m chat.Menu) {
	least := 0
	s := component{Type: kindChannels, CustomID: b.ids.idFor(m.Line, markChats), MinValues: &least,
		MaxValues: min(max(m.Max, 1), maxOptions), ChannelTypes: []int{textChannel, newsChannel},
		Placeholder: texts.Truncate(m.Label, maxPlaceholder)}
	for _, o := range m.Options {
		if id := discordID(chat.ChatID(o.Value)); o.Chosen && id != "" {
			s.Defaults = append(s.Defaults, channel{id, "channel"})
		}
	}
	b.row(s)
}

// menu adds a select without a button.
func (b *builder) menu(m chat.Menu) {
	options := slices.Clone(m.Options[:min(maxOptions, len(m.Options))])
	chosen := 0
	for _, o := range options {
		if o.Chosen {
			chosen++
		}
	}
	values := b.newIDs(b.ids.ctx)
	for i, o := range options {
		options[i].Value = values.idFor(m.LineFor(o), 0)
		if chosen == 1 { // Discord replaces the placeholder by the chosen option
			options[i].Label = m.Label + ": " + cmp.Or(o.Label, "…")
		} else if o.Chosen {
			options[i].Label, options[i].Chosen = "✓ "+o.Label, false
		}
	}
	if len(options) > 0 {
		b.selection(m.Label, options, b.ids.idFor(choiceLine, markOne), 1, 1)
	}
}

func (b *builder) selection(name string, options []chat.Option, id string, least, most int) {
	least = min(least, len(options))
	s := component{Type: kindSelect, CustomID: id, Placeholder: texts.Truncate(name, maxPlaceholder),
		MinValues: &least, MaxValues: min(most, len(options))}
	for _, o := range options {
		s.Options = append(s.Options, selectOption{Label: label(o.Label, maxOptionLabel), Value: o.Value,
			About: texts.Truncate(o.Hint, maxOptionLabel), Emoji: b.emojis.icon(b.lang, o.Icon), Default: o.Chosen || o.Fixed})
	}
	b.row(s)
}

const (
	maxTitle = 45 // also of its field's label
	maxHint  = 100
	maxTyped = 4000
)

type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// The ID is the line before the typed text.
func (l *layouts) questionModal(ctx context.Context, a chat.Ask) modal {
	field := component{Type: kindInput, CustomID: "text", Style: styleLine,
		Placeholder: texts.Truncate(a.Hint, maxHint), MaxLength: min(max(a.Max, 1), maxTyped)}
	labelled := component{Type: kindLabel, Label: label(a.Label, maxTitle), Field: &field}
	return modal{CustomID: l.newIDs(ctx).idFor(a.Line, 0), Title: label(a.Title, maxTitle), Components: []component{labelled}}
}
