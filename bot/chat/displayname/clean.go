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
	maxRawBytes      = 1000                 // longer text is cut first
	maxMarks         = 2                    // combining marks on one letter
	zeroWidthJoiner  = '\u200d'
	colourSelector   = '\ufe0f' // makes a sign a colour picture
	blankBraille     = '\u2800' // a sign by its class, but invisible
)

// Clean turns untrusted text into a name: one line of at most 24 characters, without invisible characters or
// changes of the writing direction.
func Clean(raw string) string {
	runes := []rune(cleanLine(raw))
	name := dropMarks(firstGraphemes(string(runes[:min(len(runes), maxNameRunes)]), maxNameGraphemes))
	return norm.NFC.String(strings.TrimSpace(name))
}

// CleanText cleans a text in the same way, and cuts it to maxBytes.
func CleanText(raw string, maxBytes int) string {
	text := cleanLine(raw)
	for len(text) > maxBytes {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return norm.NFC.String(strings.TrimSpace(text))
}

func cleanLine(raw string) string {
	text := strings.ToValidUTF8(raw[:min(len(raw), maxRawBytes)], "")
	return strings.Join(strings.Fields(dropMarks(norm.NFC.String(strings.Map(printable, text)))), " ")
}

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
