package telegram

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

// keyboard is an inline keyboard. The library's own buttons always carry an empty
// copy_text, which may count as what they do.
type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

// button hands in a line, opens an address, sends something into another chat, or is a heading, which does nothing.
type button struct {
	Text  string                              `json:"text"`
	Data  string                              `json:"callback_data,omitempty"`
	URL   string                              `json:"url,omitempty"`
	Share *models.SwitchInlineQueryChosenChat `json:"switch_inline_query_chosen_chat,omitempty"`
	Style string                              `json:"style,omitempty"`
	// Heading makes it one that can't be pressed: Telegram has no other way to write between buttons.
	Heading *struct{} `json:"disabled,omitempty"`
}

// What Telegram takes, and what phones show, which cut rows that are too wide.
const (
	maxText    = 4096 // units of UTF-16, as in all texts
	maxCaption = 1024 // the words below a picture
	maxAlert   = 200

	maxButtons = 100
	maxPerRow  = 5
	maxWidth   = 34 // letters in a row
	padding    = 2  // letters' worth of space around a label
	maxLabel   = 60
)

// Signs of our own.
const (
	markChosen = "✓ "
	markFixed  = "🔒 "
	gap        = "…"      // for what is left out
	nothing    = "·"      // for no text at all: Telegram wants some
	wordJoiner = "\u2060" // is invisible and ends what Telegram takes for a name or address
)

// styles are Telegram's names for the looks.
var styles = map[chat.Look]string{chat.Primary: "primary", chat.Danger: "danger"}

// screenMessage is the screen as a message. What is to be chosen is said just above the
// keyboard.
func (ps *posts) screenMessage(ctx context.Context, to target, s chat.Screen) outgoing {
	lines, beside := s.Text, s.CaptionOrText()
	if s.Choice != nil && s.Choice.Label != "" {
		ask := []chat.Line{nil, {{Text: s.Choice.Label, Style: chat.Strong}}}
		lines, beside = slices.Concat(lines, ask), slices.Concat(beside, ask)
	}
	m := outgoing{protect: s.Protect, silent: true}
	if k := ps.keyboardOf(ctx, to, s); len(k.Rows) > 0 {
		m.keys = k
	}
	m.text, m.entities = formatted(lines)
	if m.photo = ps.photos.of(to.chat, s.Picture); m.photo.picture != nil {
		m.caption, m.captionEntities = formatLines(fit(beside, maxCaption))
	}
	return m
}

// plainMessage is a message of a few words.
func plainMessage(text string) (m outgoing) {
	m.text, m.entities = formatted([]chat.Line{{{Text: text}}})
	return m
}

// keyboardOf makes the screen's choice and buttons a keyboard.
func (ps *posts) keyboardOf(ctx context.Context, to target, s chat.Screen) *keyboard {
	k := new(keyboard)
	if s.Choice != nil {
		ps.addChoice(ctx, k, *s.Choice)
	}
	for _, m := range s.Menus {
		ps.addMenu(ctx, k, m)
	}
	for _, row := range s.Buttons {
		var buttons []button
		for _, b := range row {
			buttons = append(buttons, ps.button(ctx, b.Label, b.Line, b.Look))
		}
		k.add(buttons)
	}
	if b := ps.lastButton(to, s); b != (button{}) && k.size() < maxButtons {
		k.Rows = append(k.Rows, []button{b})
	}
	return k
}

// addChoice offers the options as toggles, and below them what confirms.
func (ps *posts) addChoice(ctx context.Context, k *keyboard, c chat.Choice) {
	var toggles []button
	chosen := c.Chosen()
	for _, o := range c.Options {
		toggles = append(toggles, ps.option(ctx, o, c.Toggle+" "+o.Value))
	}
	k.add(toggles)
	look := chat.Normal
	if chosen >= c.Min && chosen <= c.Max {
		look = chat.Primary
	}
	k.add([]button{ps.button(ctx, confirmLabel(c, chosen), c.Line, look)})
}

// addMenu offers what may be set, below a heading.
func (ps *posts) addMenu(ctx context.Context, k *keyboard, m chat.Menu) {
	if len(m.Options) == 0 {
		return
	}
	k.add([]button{{Text: cut(m.Label, maxLabel), Heading: new(struct{})}})
	var options []button
	for i, o := range m.Options {
		if i > 0 && o.Part != m.Options[i-1].Part {
			k.add(options)
			options = nil
		}
		options = append(options, ps.option(ctx, o, m.After(o)))
	}
	k.add(options)
}

// option is a button for what may be chosen, marked if it is.
func (ps *posts) option(ctx context.Context, o chat.Option, line string) button {
	switch {
	case o.Fixed:
		o.Label = markFixed + o.Label
	case o.Chosen:
		o.Label = markChosen + o.Label
	}
	return ps.button(ctx, o.Label, line, chat.Normal)
}

// confirmLabel counts what is chosen: "Lay away 2/3", and "Announce nothing" if nothing may be.
func confirmLabel(c chat.Choice, chosen int) string {
	switch {
	case c.Min == 0 && chosen == 0:
		return c.Confirm
	case c.Min == 0, c.Min == c.Max:
		return fmt.Sprintf("%s %d/%d", c.Confirm, chosen, c.Max)
	}
	return fmt.Sprintf("%s %d/%d–%d", c.Confirm, chosen, c.Min, c.Max)
}

func (ps *posts) button(ctx context.Context, label, line string, look chat.Look) button {
	label = cmp.Or(cut(strings.Join(strings.Fields(label), " "), maxLabel), nothing)
	if !fits(line) {
		var err error
		if line, err = ps.lines.Shorten(ctx, line); err != nil { // whoever presses it is told that it is too old
			ps.log.Warn("telegram: a long line was not kept", "err", err)
		}
	}
	return button{Text: label, Data: line, Style: styles[look]}
}

// add appends buttons that belong together, in as many rows as they need.
func (k *keyboard) add(buttons []button) {
	room, width := maxButtons-k.size(), maxWidth // as if the row before were full
	for _, b := range buttons[:min(len(buttons), room)] {
		w, last := length16(b.Text)+padding, len(k.Rows)-1
		if width+w > maxWidth || len(k.Rows[last]) == maxPerRow {
			k.Rows, last, width = append(k.Rows, nil), last+1, 0
		}
		k.Rows[last], width = append(k.Rows[last], b), width+w
	}
}

func (k *keyboard) size() int { return len(slices.Concat(k.Rows...)) }

// lastButton leads elsewhere: in private it sends a challenge into any chat, which
// Telegram refuses if the operator hasn't switched the inline mode on; in a group it
// leads who is called to their private chat, and to what they are waited for with.
func (ps *posts) lastButton(to target, s chat.Screen) button {
	words := catalogue.In(s.Lang)
	switch {
	case to.private():
		if s.Share != "" && ps.self.inline.Load() {
			share := &models.SwitchInlineQueryChosenChat{Query: s.Share, AllowUserChats: true, AllowGroupChats: true}
			return button{Text: words.Say("share"), Share: share}
		}
	case s.Call != nil && len(s.Buttons) > 0 && len(s.Buttons[0]) > 0:
		if link := ps.self.link(s.Buttons[0][0].Line); link != "" {
			return button{Text: words.Say("open-private"), URL: link}
		}
	}
	return button{}
}

// entityOf is what a style is in Telegram. Symbols tell the colours of cards.
var entityOf = map[chat.Style]models.MessageEntityType{
	chat.Title: models.MessageEntityTypeBold, chat.Strong: models.MessageEntityTypeBold,
	chat.Dim: models.MessageEntityTypeItalic, chat.Code: models.MessageEntityTypeCode, chat.Link: models.MessageEntityTypeTextLink,
}

// formatted makes lines a text with entities. It is literal: nothing of it becomes
// markup, a link or a mention.
func formatted(lines []chat.Line) (string, []models.MessageEntity) {
	return formatLines(fit(lines, maxText))
}

// formatLines is formatted for lines that fit.
func formatLines(lines []chat.Line) (string, []models.MessageEntity) {
	var b strings.Builder
	var entities []models.MessageEntity
	units := 0
	for i, line := range lines {
		if i > 0 {
			b.WriteByte('\n')
			units++
		}
		for _, span := range line {
			text := spanText(span)
			n := length16(text)
			if kind, ok := entityOf[span.Style]; ok && strings.TrimSpace(text) != "" {
				e := models.MessageEntity{Type: kind, Offset: units, Length: n}
				if span.Style == chat.Link {
					e.URL = span.Text
				}
				entities = append(entities, e)
			}
			b.WriteString(text)
			units += n
		}
	}
	return b.String(), entities
}

// spanText is what stands for the span. Code, in which Telegram finds nothing and which
// is to be copied, is left as it is; so are links, which are ours.
func spanText(s chat.Span) string {
	if s.Style == chat.Code || s.Style == chat.Link {
		return s.Text
	}
	return inert(s.Text)
}

// inert keeps Telegram from finding mentions, tags, commands and addresses in a text,
// which other people's names are part of.
func inert(text string) string {
	var b strings.Builder
	runes := []rune(" " + text + " ")
	for i, r := range runes[1 : len(runes)-1] {
		before, next := runes[i], runes[i+2]
		b.WriteRune(r)
		switch {
		case strings.ContainsRune("@#$", r) && wordRune(next),
			r == '/' && wordRune(next) && !wordRune(before),
			strings.ContainsRune(".:", r) && wordRune(before) && (wordRune(next) || next == '/'):
			b.WriteString(wordJoiner)
		}
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// length16 is the length of a text as Telegram counts.
func length16(s string) int { return len(utf16.Encode([]rune(s))) }

// fit leaves lines out of the middle until there is room: what a message is about stands
// first, what there is to do last. There is always something to show.
func fit(lines []chat.Line, room int) []chat.Line {
	lines = unindented(lines)
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	switch {
	case len(lines) == 0:
		return []chat.Line{{{Text: nothing}}}
	case length(lines) <= room:
		return lines
	}
	return shortened(lines, room)
}

func blank(l chat.Line) bool { return strings.TrimSpace(l.String()) == "" }

// unindented is the lines without empty ones before them.
func unindented(lines []chat.Line) []chat.Line {
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	return lines
}

// paragraph is how many lines there are before the first empty one.
func paragraph(lines []chat.Line) int {
	if n := slices.IndexFunc(lines, blank); n >= 0 {
		return n
	}
	return len(lines)
}

// shortened keeps the heading, and of the other lines as many of the last as there is
// room for: older news go first. The heading is the first paragraph, or its first line
// if it says more than a heading does.
func shortened(lines []chat.Line, room int) []chat.Line {
	const headShare = 4 // the part of the room that a heading may take
	n := paragraph(lines)
	if length(lines[:n]) > room/headShare {
		n = 1
	}
	head, rest := append(slices.Clone(lines[:n]), chat.Line{{Text: gap}}), lines[n:]
	for len(rest) > 0 && length(head)+length(rest) > room {
		rest = unindented(rest[1:])
	}
	if len(rest) == 0 || length(head)+length(rest) > room {
		return []chat.Line{{{Text: cut(lines[0].String(), room/2)}}}
	}
	return append(head, rest...)
}

// length is how long the lines are as they are sent, with their ends.
func length(lines []chat.Line) int {
	n := len(lines)
	for _, span := range slices.Concat(lines...) {
		n += length16(spanText(span))
	}
	return n
}

// cut is the text, or as much of it as n units hold with a sign that there is more.
func cut(s string, n int) string {
	if length16(s) <= n {
		return s
	}
	units := n - length16(gap)
	for i, r := range s {
		if units -= max(1, utf16.RuneLen(r)); units < 0 {
			return s[:i] + gap
		}
	}
	return s
}

// lastParagraph is the last paragraph of a screen: what there is to do, and with what.
func lastParagraph(s chat.Screen) string {
	text := ""
	for _, l := range slices.Backward(fit(s.Text, maxText)) {
		if blank(l) {
			break
		}
		text = l.String() + "\n" + text
	}
	return cut(strings.TrimSuffix(text, "\n"), maxAlert)
}

// isolated is a name for among other words: bounded, with its own direction of writing.
func isolated(name string) string {
	const longest = 40
	name = strings.Map(func(r rune) rune {
		if r < ' ' || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, name)
	return "\u2068" + cut(name, longest) + "\u2069"
}
