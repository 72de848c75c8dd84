package bot

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

const (
	maxNameGraphemes = 24
	maxMarks         = 2 // combining marks kept on one letter
	zeroWidthJoiner  = '\u200d'
	firstIsolate     = "\u2068" // the name's own writing direction ends with it
	popIsolate       = "\u2069"
)

// CleanName makes other people's text fit to be shown as a name: one line of
// at most 24 characters, nothing invisible, nothing that changes the direction
// of what follows. It is "" if nothing is left.
func CleanName(raw string) string {
	name := strings.Join(strings.Fields(strings.Map(printable, norm.NFC.String(raw))), " ")
	return strings.TrimSpace(firstGraphemes(dropMarks(name), maxNameGraphemes))
}

// printable drops what can't be seen, but keeps the joiner that emoji need.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == zeroWidthJoiner:
		return r
	case r == unicode.ReplacementChar, unicode.In(r, unicode.C, unicode.Zl, unicode.Zp):
		return -1
	case blank[r]:
		return -1
	}
	return r
}

// blank are letters by their class that show nothing.
var blank = map[rune]bool{'\u115f': true, '\u1160': true, '\u3164': true, '\uffa0': true, '\u2800': true, '\u034f': true}

// dropMarks keeps few combining marks on a letter, and joiners only after
// pictures: elsewhere they are invisible differences.
func dropMarks(name string) string {
	var b strings.Builder
	marks, last := 0, ' '
	for _, r := range name {
		switch {
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r):
			if marks++; marks > maxMarks {
				continue
			}
		case r == zeroWidthJoiner:
			if !unicode.In(last, unicode.So, unicode.Sk, unicode.Mn) {
				continue
			}
		default:
			marks = 0
		}
		last = r
		b.WriteRune(r)
	}
	return strings.TrimRight(b.String(), string(zeroWidthJoiner))
}

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

// isolate keeps a name's writing direction to itself.
func isolate(name string) string { return firstIsolate + name + popIsolate }
