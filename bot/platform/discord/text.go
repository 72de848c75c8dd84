package discord

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// A backslash makes these characters of Discord's markup plain.
const markupCharacters = "\\*_~`|>#-+[]()<@:/"

func escape(text string) string {
	var b strings.Builder
	digits := true // only digits since the line's start
	for _, r := range text {
		switch {
		case r == '\n' || r == '\r':
			r = ' '
		case strings.ContainsRune(markupCharacters, r), r == '.' && digits:
			b.WriteByte('\\')
		}
		digits = digits && r >= '0' && r <= '9'
		b.WriteRune(r)
	}
	return b.String()
}

// Discord refuses empty texts.
func (l *layouts) prose(lang string, lines []chat.Line, limit int) string {
	text := markdown(lines, func(icon string) string { return l.emojis.inline(lang, icon) })
	if utf8.RuneCountInString(text) > limit {
		text = markdown(lines, noIcons)
	}
	return cmp.Or(cut(text, limit), "\u200b")
}

func markdown(lines []chat.Line, icon func(string) string) string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = markLine(l, icon)
	}
	return strings.Trim(strings.Join(all, "\n"), "\n")
}

func noIcons(string) string { return "" }

func markLine(l chat.Line, icon func(string) string) string {
	l = merged(l)
	var b strings.Builder
	sign := signOf(l)
	b.WriteString(sign)
	for _, s := range l {
		if sign != "" {
			s.Style, s.Icon = chat.Plain, ""
		}
		if s.Icon != "" {
			b.WriteString(icon(s.Icon))
		}
		b.WriteString(markSpan(s))
	}
	return b.String()
}

func signOf(l chat.Line) string {
	other := func(s chat.Span) bool { return s.Style != l[0].Style || s.Icon != "" && len(l) > 1 }
	switch {
	case len(l) == 0 || slices.ContainsFunc(l, other):
		return ""
	case l[0].Style == chat.Title:
		return "### "
	case l[0].Style == chat.Dim:
		return "-# "
	}
	return ""
}

// merged joins neighbours of one style: markup can't end and begin at the same place.
func merged(l chat.Line) chat.Line {
	var out chat.Line
	for _, s := range l {
		if n := len(out); n > 0 && out[n-1].Style == s.Style && s.Icon == "" && s.At.IsZero() && out[n-1].At.IsZero() {
			out[n-1].Text += s.Text
		} else if s.Text != "" {
			out = append(out, s)
		}
	}
	return out
}

// Markup must touch the words: blanks stay outside.
func markSpan(s chat.Span) string {
	if !s.At.IsZero() {
		return timestamp(s.At)
	}
	sign := ""
	switch s.Style {
	case chat.Title, chat.Strong:
		sign = "**"
	case chat.Dim:
		sign = "*"
	case chat.Link:
		return "<" + strings.Map(plainAddress, s.Text) + ">" // shown without a preview
	case chat.Code:
		return "`" + strings.ReplaceAll(s.Text, "`", "ˋ") + "`"
	}
	inner := strings.TrimSpace(s.Text)
	if sign == "" || inner == "" {
		return escape(s.Text)
	}
	before, after, _ := strings.Cut(s.Text, inner)
	return before + sign + escape(inner) + sign + after
}

// Clients show the moment in local time, with the remaining time.
func timestamp(at time.Time) string { return fmt.Sprintf("<t:%d:f> (<t:%[1]d:R>)", at.Unix()) }

// plainAddress drops characters that would end the address.
func plainAddress(r rune) rune {
	if r <= ' ' || r == '<' || r == '>' || r > '~' {
		return -1
	}
	return r
}

// cut shortens at a line's end if possible, and never within an escape.
func cut(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	short := string([]rune(text)[:limit-2])
	if i := strings.LastIndexByte(short, '\n'); i > 0 {
		short = short[:i]
	}
	return strings.TrimRight(short, "\\") + "\n…"
}
