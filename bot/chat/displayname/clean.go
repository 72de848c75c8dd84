package displayname

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

const (
	maxNameGraphemes = 24
	maxNameRunes     = 4 * maxNameGraphemes // a single grapheme may be of any length
	maxRawBytes      = 1000                 // longer text is cut before it is cleaned
	maxMarks         = 2                    // combining marks kept on one letter
	zeroWidthJoiner  = '\u200d'
	colourSelector   = '\ufe0f' // makes a sign a colour picture
	blankBraille     = '\u2800' // a sign by its class, but it shows nothing
)

// Clean makes a name of other people's text: one line of at most 24 characters, without invisible ones and those that
// change the writing direction. It returns "" if nothing is left.
func Clean(raw string) string {
	runes := []rune(cleanLine(raw))
	name := dropMarks(firstGraphemes(string(runes[:min(len(runes), maxNameRunes)]), maxNameGraphemes))
	return norm.NFC.String(strings.TrimSpace(name))
}

// CleanText cleans text of at most maxBytes as Clean does a name.
func CleanText(raw string, maxBytes int) string {
	text := cleanLine(raw)
	for len(text) > maxBytes {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return norm.NFC.String(strings.TrimSpace(text))
}

// cleanLine makes text one line in Unicode's form C, without characters that don't print.
func cleanLine(raw string) string {
	text := strings.ToValidUTF8(raw[:min(len(raw), maxRawBytes)], "")
	return strings.Join(strings.Fields(dropMarks(norm.NFC.String(strings.Map(printable, text)))), " ")
}

// printable drops an invisible character by returning -1. It keeps those that pictures are made of.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == zeroWidthJoiner || r == colourSelector:
		return r
	case r == unicode.ReplacementChar, r == blankBraille,
		unicode.In(r, unicode.C, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return -1
	}
	return r
}

// dropMarks drops all combining marks but a few on each letter, and all joiners but those between pictures.
func dropMarks(name string) string {
	var b strings.Builder
	marks, last, joined := maxMarks, ' ', false
	for _, r := range name {
		if joined && isPicture(r) {
			b.WriteRune(zeroWidthJoiner)
		}
		joined = false
		switch {
		case r == zeroWidthJoiner:
			joined = isPicture(last) || last == colourSelector
			continue
		case r == colourSelector:
			if !isPicture(last) {
				continue
			}
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				continue
			}
		case r == ' ':
			marks = maxMarks
		default:
			marks = 0
		}
		last = r
		b.WriteRune(r)
	}
	return b.String()
}

func isPicture(r rune) bool { return unicode.In(r, unicode.So, unicode.Sk) }

// firstGraphemes returns the first n characters as people see them.
func firstGraphemes(s string, n int) string {
	graphemes := uniseg.NewGraphemes(s)
	end := 0
	for range n {
		if !graphemes.Next() {
			return s
		}
		_, end = graphemes.Positions()
	}
	return s[:end]
}
