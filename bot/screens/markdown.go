package screens

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

func guideLines(text string) []chat.Line {
	var lines []chat.Line
	for raw := range strings.Lines(text) {
		raw = strings.TrimRight(raw, "\n")
		switch mark, rest, _ := strings.Cut(raw, " "); mark {
		case "#", "##":
			lines = append(lines, title(rest))
		case "-":
			lines = append(lines, boldSpans("• "+rest))
		default:
			lines = append(lines, boldSpans(raw))
		}
	}
	return slices.CompactFunc(lines, func(a, b chat.Line) bool { return len(a) == 0 && len(b) == 0 })
}

func boldSpans(text string) chat.Line {
	var line chat.Line
	for i, part := range strings.Split(text, "**") {
		if part != "" {
			line = append(line, chat.Span{Text: part, Style: either(i%2 == 1, chat.Strong, chat.Plain)})
		}
	}
	return line
}
