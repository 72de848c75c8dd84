package telegram

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

// entityOf are Telegram's entities for the styles. Symbols show the colours of cards.
var entityOf = map[chat.Style]models.MessageEntityType{
	chat.Title: models.MessageEntityTypeBold, chat.Strong: models.MessageEntityTypeBold,
	chat.Dim: models.MessageEntityTypeItalic, chat.Code: models.MessageEntityTypeCode, chat.Link: models.MessageEntityTypeTextLink,
}

// formatted returns the lines that fit into the room, in units of UTF-16, as a text with entities. Nothing in
// the text becomes markup, a link or a mention.
func formatted(lines []chat.Line, room int) (string, []models.MessageEntity) {
	var b strings.Builder
	var entities []models.MessageEntity
	units := 0
	for i, line := range fit(lines, room) {
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
