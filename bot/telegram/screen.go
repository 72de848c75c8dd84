package telegram

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

// keyboard is an inline keyboard. The library's own button always carries an
// empty copy_text, which may count as what the button does.
type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

// button does one of three things: hand in a line, open an address, or let the
// person send something into another chat.
type button struct {
	Text  string                              `json:"text"`
	Data  string                              `json:"callback_data,omitempty"`
	URL   string                              `json:"url,omitempty"`
	Share *models.SwitchInlineQueryChosenChat `json:"switch_inline_query_chosen_chat,omitempty"`
	Style string                              `json:"style,omitempty"`
}

// What fits. A row that is too wide is cut by the phone, so the width is
// guessed from the letters.
const (
	maxButtons = 100
	maxPerRow  = 5
	maxWidth   = 34 // letters in a row
	padding    = 2  // letters' worth of space around a label
	maxLabel   = 60
)

// styles are Telegram's names for the looks.
var styles = map[chat.Look]string{chat.Primary: "primary", chat.Danger: "danger"}

// The marks of what is chosen.
const (
	markChosen = "✓ "
	markFixed  = "🔒 "
)

// keyboardOf makes the screen's choice and buttons a keyboard; nil if there is
// nothing to press.
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
	switch {
	case to.private():
		ps.addShare(k, s)
	case s.Call != nil:
		ps.addDoor(k, s)
	}
	if len(k.Rows) == 0 {
		return nil
	}
	return k
}

// addChoice offers the options as toggles, and below them what confirms.
func (ps *posts) addChoice(ctx context.Context, k *keyboard, c chat.Choice) {
	var toggles []button
	chosen := 0
	for _, o := range c.Options {
		label := o.Label
		switch {
		case o.Fixed:
			label = markFixed + label
		case o.Chosen:
			label = markChosen + label
		}
		if o.Chosen || o.Fixed {
			chosen++
		}
		toggles = append(toggles, ps.button(ctx, label, c.Toggle+" "+o.Value, chat.Normal))
	}
	k.add(toggles)
	look := chat.Normal
	if chosen >= c.Min && chosen <= c.Max {
		look = chat.Primary
	}
	k.add([]button{ps.button(ctx, confirmLabel(c, chosen), c.Line, look)})
}

// addMenu offers what may be set, below a button that says what it is and changes
// nothing.
func (ps *posts) addMenu(ctx context.Context, k *keyboard, m chat.Menu) {
	if len(m.Options) == 0 {
		return
	}
	heading := m
	if m.Max > 1 { // with no value nothing would be chosen
		heading.Line = m.After(chat.Option{})
	}
	k.add([]button{ps.button(ctx, "— "+m.Label+" —", heading.Line, chat.Normal)})
	var options []button
	for _, o := range m.Options {
		label := o.Label
		if o.Chosen {
			label = markChosen + label
		}
		options = append(options, ps.button(ctx, label, m.After(o), chat.Normal))
	}
	k.add(options)
}

// confirmLabel counts what is chosen: "Lay away 2/3".
func confirmLabel(c chat.Choice, chosen int) string {
	if c.Min == c.Max {
		return fmt.Sprintf("%s %d/%d", c.Confirm, chosen, c.Max)
	}
	return fmt.Sprintf("%s %d/%d–%d", c.Confirm, chosen, c.Min, c.Max)
}

func (ps *posts) button(ctx context.Context, label, line string, look chat.Look) button {
	label = cut(strings.Join(strings.Fields(label), " "), maxLabel)
	if label == "" {
		label = "·"
	}
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
	var row []button
	width := 0
	flush := func() {
		if len(row) > 0 {
			k.Rows = append(k.Rows, row)
		}
		row, width = nil, 0
	}
	room := maxButtons - k.size()
	for _, b := range buttons[:min(len(buttons), room)] {
		w := length16(b.Text) + padding
		if len(row) == maxPerRow || width+w > maxWidth {
			flush()
		}
		row, width = append(row, b), width+w
	}
	flush()
}

func (k *keyboard) size() int {
	n := 0
	for _, row := range k.Rows {
		n += len(row)
	}
	return n
}

// addDoor lets somebody who can't be written to in private open that chat, and
// see there what they are waited for with.
func (ps *posts) addDoor(k *keyboard, s chat.Screen) {
	if len(s.Buttons) == 0 || len(s.Buttons[0]) == 0 || k.size() >= maxButtons {
		return
	}
	if link := ps.self.startLink(ps.lexicon.payload(s.Buttons[0][0].Line)); link != "" {
		k.Rows = append(k.Rows, []button{{Text: catalogue.In(s.Lang).Say("open-private"), URL: link}})
	}
}

// addShare lets somebody send a challenge into any chat. Telegram refuses such a
// button if the operator hasn't switched the inline mode on.
func (ps *posts) addShare(k *keyboard, s chat.Screen) {
	if s.Share == "" || !ps.self.inline.Load() || k.size() >= maxButtons {
		return
	}
	k.Rows = append(k.Rows, []button{{Text: catalogue.In(s.Lang).Say("share"), Share: &models.SwitchInlineQueryChosenChat{
		Query: s.Share, AllowUserChats: true, AllowGroupChats: true,
	}}})
}

// What Telegram takes, in units of UTF-16 for texts.
const (
	maxText    = 4096
	maxCaption = 1024 // the words beside a picture
	maxAlert   = 200
)

// entityOf is what a style is in Telegram. The colours of cards are told by
// their symbols.
var entityOf = map[chat.Style]models.MessageEntityType{
	chat.Title: models.MessageEntityTypeBold, chat.Strong: models.MessageEntityTypeBold,
	chat.Dim: models.MessageEntityTypeItalic, chat.Code: models.MessageEntityTypeCode, chat.Link: models.MessageEntityTypeTextLink,
}

// addressOf is what the span leads to, if it is a link.
func addressOf(s chat.Span) string {
	if s.Style == chat.Link {
		return s.Text
	}
	return ""
}

// formatted makes lines a text with entities. The text is literal: no markup
// is read in it, and nothing of it becomes a link or a mention.
func formatted(lines []chat.Line) (string, []models.MessageEntity) {
	return laidOut(fit(lines, maxText))
}

// laidOut is formatted for lines that fit.
func laidOut(lines []chat.Line) (string, []models.MessageEntity) {
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
				entities = append(entities, models.MessageEntity{Type: kind, Offset: units, Length: n, URL: addressOf(span)})
			}
			b.WriteString(text)
			units += n
		}
	}
	return b.String(), entities
}

// spanText is what stands for the span. Code is left as it is: Telegram finds
// nothing in it, and it is to be copied. So are links, which are ours.
func spanText(s chat.Span) string {
	if s.Style == chat.Code || s.Style == chat.Link {
		return s.Text
	}
	return inert(s.Text)
}

// wordJoiner is invisible and ends what Telegram takes for a name or address.
const wordJoiner = "\u2060"

// inert keeps Telegram from finding mentions, tags, commands and addresses in
// a text: other people's names are part of it.
func inert(text string) string {
	if !strings.ContainsAny(text, "@#$/.:") {
		return text
	}
	var b strings.Builder
	before := ' '
	runes := []rune(text)
	for i, r := range runes {
		b.WriteRune(r)
		next := ' '
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		switch {
		case strings.ContainsRune("@#$", r) && wordRune(next),
			r == '/' && wordRune(next) && !wordRune(before),
			strings.ContainsRune(".:", r) && wordRune(before) && (wordRune(next) || next == '/'):
			b.WriteString(wordJoiner)
		}
		before = r
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// length16 is the length of a text as Telegram counts.
func length16(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// fit leaves lines out of the middle until there is room for the text: what a
// message is about stands first, what there is to do stands last. There is
// always something to show.
func fit(lines []chat.Line, room int) []chat.Line {
	lines = unindented(lines)
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return []chat.Line{{{Text: "·"}}}
	}
	if length(lines) <= room {
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

// gap stands for what is left out.
const gap = "…"

// headShare is the part of the room that a heading may take.
const headShare = 4

// shortened keeps the heading, and of the other lines as many of the last as
// there is room for: older news go first. The heading is the first paragraph,
// or its first line if it says more than a heading does.
func shortened(lines []chat.Line, room int) []chat.Line {
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
	n := 0
	for _, l := range lines {
		n += lineLength(l)
	}
	return n
}

// lineLength is a line's length as it is sent, with its end.
func lineLength(l chat.Line) int {
	n := 1
	for _, s := range l {
		n += length16(spanText(s))
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

// peek is the last paragraph of a screen, for a short look: what there is to
// do, and with what.
func peek(s chat.Screen) string {
	lines := fit(s.Text, maxText)
	start := len(lines)
	for start > 0 && strings.TrimSpace(lines[start-1].String()) != "" {
		start--
	}
	var parts []string
	for _, l := range lines[start:] {
		parts = append(parts, l.String())
	}
	return cut(strings.Join(parts, "\n"), maxAlert)
}

// isolated is a name as it may stand among other words: of bounded length, and
// with its own direction of writing.
func isolated(name string) string {
	const longest = 40
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f", r) {
			return -1
		}
		return r
	}, name)
	return "\u2068" + cut(name, longest) + "\u2069"
}
