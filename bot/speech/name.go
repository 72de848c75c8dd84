package speech

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"tarockbot/render/words"
)

const (
	maxNameGraphemes = 24
	maxNameRunes     = 4 * maxNameGraphemes // a single grapheme may be of any length
	maxNameBytes     = 1000                 // that are looked at
	maxMarks         = 2                    // combining marks kept on one letter
	zeroWidthJoiner  = '\u200d'
	colourSelector   = '\ufe0f' // makes a sign a colour picture
	firstIsolate     = "\u2068" // the name's own writing direction ends with it
	popIsolate       = "\u2069"
)

// Nameless begins the name of somebody without one.
const Nameless = "Player-"

// CleanName makes other people's text fit to be shown as a name: one line of
// at most 24 characters, nothing invisible, nothing that changes the direction
// of what follows. It is "" if nothing is left.
func CleanName(raw string) string {
	name := strings.ToValidUTF8(raw[:min(len(raw), maxNameBytes)], "")
	name = norm.NFC.String(strings.Map(printable, name))
	name = strings.Join(strings.Fields(dropMarks(name)), " ")
	name = dropMarks(firstGraphemes(firstRunes(name, maxNameRunes), maxNameGraphemes))
	return norm.NFC.String(strings.TrimSpace(name))
}

// printable drops what can't be seen, but keeps what pictures are made with.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == zeroWidthJoiner || r == colourSelector:
		return r
	case r == unicode.ReplacementChar, unicode.In(r, unicode.C, unicode.Zl, unicode.Zp):
		return -1
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return -1
	case r == blankBraille:
		return -1
	}
	return r
}

// blankBraille is a sign by its class, but shows nothing.
const blankBraille = '\u2800'

// dropMarks keeps few combining marks on a letter and none without one, and
// joiners only between pictures: elsewhere they are invisible differences.
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

func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
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

// Isolate keeps a name's writing direction to itself, and marks it if it can be taken
// for another.
func Isolate(name string) string { return firstIsolate + marked(name) + popIsolate }

// PlainName is the name without its own writing direction.
func PlainName(name string) string {
	return strings.NewReplacer(firstIsolate, "", popIsolate, "").Replace(name)
}

// NamesIn are names fit to be shown; the computer has one in each language.
func NamesIn(t *words.Tongue, raw []string) []string {
	names := ComputerNames(t, len(raw), func(s int) bool { return raw[s] == "" })
	for i, name := range raw {
		names[i] = ShownName(cmp.Or(name, names[i]), t)
	}
	return names
}

// ComputerNames are the names of a table's computer players by seat, "" of the
// other seats: from the second on they have a number.
func ComputerNames(t *words.Tongue, seats int, robot func(seat int) bool) []string {
	names, n := make([]string, seats), 0
	for s := range names {
		if !robot(s) {
			continue
		}
		if n++; n == 1 {
			names[s] = t.Say("name.computer")
		} else {
			names[s] = t.Say("name.computer.nth", "Number", n)
		}
	}
	return names
}

// ShownName is a table's name for somebody, fit to be shown.
func ShownName(raw string, t *words.Tongue) string { return Isolate(InWords(raw, t)) }

// InWords is a table's name for somebody; who was erased is called so in each
// language.
func InWords(raw string, t *words.Tongue) string {
	if raw == Deleted {
		return t.Say("name.deleted")
	}
	return raw
}

// Deleted stands in a table for the name of who was erased. It is put into words
// where it is shown. Nobody can be called so; see CleanName.
const Deleted = "\x1a"
