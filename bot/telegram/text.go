package telegram

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"tarockbot/bot/chat"

	"github.com/go-telegram/bot/models"
)

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
