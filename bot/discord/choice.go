package discord

import "tarockbot/bot/chat"

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
		for _, part := range parts(c.Options) {
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

// parts are the options of a choice by its parts, none with more than there is
// room for.
func parts(options []chat.Option) (all [][]chat.Option) {
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
