package telegram

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/go-telegram/bot/models"

	"tarockbot/bot/chat"
)

var entityOf = map[chat.Style]models.MessageEntityType{
	chat.Title: models.MessageEntityTypeBold, chat.Strong: models.MessageEntityTypeBold,
	chat.Dim: models.MessageEntityTypeItalic, chat.Code: models.MessageEntityTypeCode, chat.Link: models.MessageEntityTypeTextLink,
}

// formatted returns lines that fit into room, in UTF-16 units, without accidental markup, links or mentions.
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

// spanText leaves code and the bot's own links unchanged.
func spanText(s chat.Span) string {
	if s.Style == chat.Code || s.Style == chat.Link {
		return s.Text
	}
	return inert(s.Text)
}

// inert keeps Telegram from finding mentions, tags, commands and addresses.
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

// length16 counts UTF-16 units.
func length16(s string) int { return len(utf16.Encode([]rune(s))) }

// fit drops lines from the middle: the subject comes first, the player's task last. At least one line remains.
func fit(lines []chat.Line, room int) []chat.Line {
	lines = withoutLeadingBlanks(lines)
	for len(lines) > 0 && blank(lines[len(lines)-1]) {
		lines = lines[:len(lines)-1]
	}
	switch {
	case len(lines) == 0:
		return []chat.Line{{{Text: emptyText}}}
	case length(lines) <= room:
		return lines
	}
	return shortened(lines, room)
}

func blank(l chat.Line) bool { return strings.TrimSpace(l.String()) == "" }

func withoutLeadingBlanks(lines []chat.Line) []chat.Line {
	for len(lines) > 0 && blank(lines[0]) {
		lines = lines[1:]
	}
	return lines
}

func firstParagraphLength(lines []chat.Line) int {
	if n := slices.IndexFunc(lines, blank); n >= 0 {
		return n
	}
	return len(lines)
}

func shortened(lines []chat.Line, room int) []chat.Line {
	const headShare = 4 // a quarter of the room
	n := firstParagraphLength(lines)
	if length(lines[:n]) > room/headShare {
		n = 1
	}
	head, rest := append(slices.Clone(lines[:n]), chat.Line{{Text: ellipsis}}), lines[n:]
	for len(rest) > 0 && length(head)+length(rest) > room {
		rest = withoutLeadingBlanks(rest[1:])
	}
	if len(rest) == 0 || length(head)+length(rest) > room {
		return []chat.Line{{{Text: cut(lines[0].String(), room/2)}}}
	}
	return append(head, rest...)
}

func length(lines []chat.Line) int {
	n := len(lines)
	for _, span := range slices.Concat(lines...) {
		n += length16(spanText(span))
	}
	return n
}

func cut(s string, n int) string {
	if length16(s) <= n {
		return s
	}
	units := n - length16(ellipsis)
	for i, r := range s {
		if units -= max(1, utf16.RuneLen(r)); units < 0 {
			return s[:i] + ellipsis
		}
	}
	return s
}

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

// isolated shortens a long name and isolates its writing direction.
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
