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

// keyboard is an inline keyboard. The library's own buttons always carry an empty copy_text, which
// Telegram may take for their action.
type keyboard struct {
	Rows [][]button `json:"inline_keyboard"`
}

// button sends a line, opens an address, shares a challenge, or is a heading that does nothing.
type button struct {
	Text  string                              `json:"text"`
	Data  string                              `json:"callback_data,omitempty"`
	URL   string                              `json:"url,omitempty"`
	Share *models.SwitchInlineQueryChosenChat `json:"switch_inline_query_chosen_chat,omitempty"`
	Style string                              `json:"style,omitempty"`
	// Heading disables the button: Telegram has no other text between buttons.
	Heading *struct{} `json:"disabled,omitempty"`
}

// Telegram's limits, and the width of a phone, which cuts wide rows.
const (
	maxText    = 4096 // in units of UTF-16
	maxCaption = 1024 // the text below a picture
	maxAlert   = 200

	maxButtons = 100
	maxPerRow  = 5
	maxWidth   = 34 // characters in a row
	padding    = 2  // a label's margin in characters
	maxLabel   = 60
)

// The bot's own signs.
const (
	markChosen = "✓ "
	markFixed  = "🔒 "
	gap        = "…"      // for omitted text
	nothing    = "·"      // for an empty text, which Telegram refuses
	wordJoiner = "\u2060" // invisible; it ends a name or address
)

// styles are Telegram's names for the looks.
var styles = map[chat.Look]string{chat.Primary: "primary", chat.Danger: "danger"}

// screenMessage returns the screen as a message. A choice's label stands just above the keyboard.
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

// plainMessage returns a message of a few words.
func plainMessage(text string) (m outgoing) {
	m.text, m.entities = formatted([]chat.Line{{{Text: text}}})
	return m
}

// keyboardOf returns the screen's choice, menus and buttons as a keyboard.
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

// addChoice adds a toggle for each option, and the button that confirms.
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

// addMenu adds a heading and the menu's options.
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

// option returns an option's button, with a mark if it is chosen or fixed.
func (ps *posts) option(ctx context.Context, o chat.Option, line string) button {
	switch {
	case o.Fixed:
		o.Label = markFixed + o.Label
	case o.Chosen:
		o.Label = markChosen + o.Label
	}
	return ps.button(ctx, o.Label, line, chat.Normal)
}

// confirmLabel returns the label with the number of chosen options, such as "Lay away 2/3". It is the
// plain label if none is chosen and none must be.
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
		if line, err = ps.lines.Shorten(ctx, line); err != nil { // the press of this button will report that it is too old
			ps.log.Warn("telegram: a long line was not kept", "err", err)
		}
	}
	return button{Text: label, Data: line, Style: styles[look]}
}

// add appends buttons that belong together, in as many rows as they need.
func (k *keyboard) add(buttons []button) {
	room, width := maxButtons-k.size(), maxWidth // as if the previous row were full
	for _, b := range buttons[:min(len(buttons), room)] {
		w, last := length16(b.Text)+padding, len(k.Rows)-1
		if width+w > maxWidth || len(k.Rows[last]) == maxPerRow {
			k.Rows, last, width = append(k.Rows, nil), last+1, 0
		}
		k.Rows[last], width = append(k.Rows[last], b), width+w
	}
}

func (k *keyboard) size() int { return len(slices.Concat(k.Rows...)) }

// lastButton returns the button that leads elsewhere: in private it shares a challenge (if inline mode is
// on); in a group it links the called person to their private chat.
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

// entityOf are Telegram's entities for the styles. Symbols show the colours of cards.
var entityOf = map[chat.Style]models.MessageEntityType{
	chat.Title: models.MessageEntityTypeBold, chat.Strong: models.MessageEntityTypeBold,
	chat.Dim: models.MessageEntityTypeItalic, chat.Code: models.MessageEntityTypeCode, chat.Link: models.MessageEntityTypeTextLink,
}

// formatted returns the lines as a text with entities. Nothing in the text becomes markup, a link or a
// mention.
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

// spanText returns the span's text. Code must be copied exactly and links are the bot's own, so both stay
// as they are.
func spanText(s chat.Span) string {
	if s.Style == chat.Code || s.Style == chat.Link {
		return s.Text
	}
	return inert(s.Text)
}

// inert keeps Telegram from finding mentions, tags, commands and addresses in a text, such as in other
// people's names.
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

// length16 returns a text's length in Telegram's units.
func length16(s string) int { return len(utf16.Encode([]rune(s))) }

// fit drops lines from the middle until the rest has room: the subject stands first, the player's task
// last. It returns at least one line.
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

// unindented drops leading empty lines.
func unindented(lines []chat.Line) []chat.Line {
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	return lines
}

// paragraph returns the number of lines before the first empty one.
func paragraph(lines []chat.Line) int {
	if n := slices.IndexFunc(lines, blank); n >= 0 {
		return n
	}
	return len(lines)
}

// shortened keeps the heading and as many of the last lines as have room. The heading is the first
// paragraph, or its first line if the paragraph is long.
func shortened(lines []chat.Line, room int) []chat.Line {
	const headShare = 4 // a heading may take a quarter of the room
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

// length returns the length of the lines as they are sent, with their ends.
func length(lines []chat.Line) int {
	n := len(lines)
	for _, span := range slices.Concat(lines...) {
		n += length16(spanText(span))
	}
	return n
}

// cut shortens the text to n units, with a sign at the end.
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

// lastParagraph returns the screen's last paragraph, which says what to do.
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

// isolated returns a name for use among other words: bounded, with its own direction of writing.
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
