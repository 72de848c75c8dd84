package speech

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"

	"tarockbot/engine/robot"
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

// CleanName makes other people's text a name: one line of at most 24 characters, nothing invisible
// or that changes the direction of what follows. It is "" if nothing is left.
func CleanName(raw string) string {
	name := strings.ToValidUTF8(raw[:min(len(raw), maxNameBytes)], "")
	name = norm.NFC.String(strings.Map(printable, name))
	name = strings.Join(strings.Fields(dropMarks(name)), " ")
	runes := []rune(name)
	name = dropMarks(firstGraphemes(string(runes[:min(len(runes), maxNameRunes)]), maxNameGraphemes))
	return norm.NFC.String(strings.TrimSpace(name))
}

// CleanText makes what somebody has typed one line of at most so many bytes, in Unicode's form C: nothing
// invisible or that changes the direction of what follows. It is "" if nothing is left.
func CleanText(raw string, most int) string {
	text := strings.ToValidUTF8(raw[:min(len(raw), maxNameBytes)], "")
	text = strings.Join(strings.Fields(dropMarks(norm.NFC.String(strings.Map(printable, text)))), " ")
	for len(text) > most {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	return norm.NFC.String(strings.TrimSpace(text))
}

// printable drops what can't be seen, but keeps what pictures are made with.
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

// blankBraille is a sign by its class, but shows nothing.
const blankBraille = '\u2800'

// dropMarks keeps few combining marks, and only on letters, and joiners only between pictures.
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

// Isolate keeps a person's name's writing direction to itself, with a sign before one that can be taken for another.
func Isolate(name string) string { return isolated(Marked([]string{name})[0]) }

// isolated is the name with its own writing direction; "" stays.
func isolated(name string) string {
	if name == "" {
		return ""
	}
	return firstIsolate + name + popIsolate
}

var isolates = strings.NewReplacer(firstIsolate, "", popIsolate, "")

// PlainName is the name without its own writing direction.
func PlainName(name string) string {
	return isolates.Replace(name)
}

// NamesIn are the names at a table by seat, fit to be shown; see NamesAt.
func NamesIn(t *words.Tongue, people []string, levels []robot.Level, computer func(seat int) bool) []string {
	names := NamesAt(t, people, levels, computer)
	for i, name := range names {
		names[i] = isolated(name)
	}
	return names
}

// NamesBeside are the names of people who are shown beside each other, fit to be shown.
func NamesBeside(t *words.Tongue, people []string) []string {
	return NamesIn(t, people, nil, func(int) bool { return false })
}

// NamesAt are the names at a table by seat, as pictures show them: what people call themselves, with a sign
// where it can be taken for another name, and the computer players' names. An empty seat stays "".
func NamesAt(t *words.Tongue, people []string, levels []robot.Level, computer func(seat int) bool) []string {
	names := Marked(people)
	for s, name := range ComputerNames(t, people, levels, computer) {
		names[s] = InWords(cmp.Or(name, names[s]), t)
	}
	return names
}

// ComputerNames are those of a table's computer players by seat. Each level has its own name. The name
// gets a number if it looks like a person's or another computer player's there. Levels are those of the
// seats, as far as they have one.
func ComputerNames(t *words.Tongue, people []string, levels []robot.Level, computer func(seat int) bool) []string {
	names, taken := make([]string, len(people)), make(map[string]bool)
	for _, name := range people {
		taken[skeleton(name)] = true
	}
	for s := range names {
		if !computer(s) {
			continue
		}
		first := computerName(t, LevelAt(levels, s))
		names[s] = first
		for n := 2; taken[skeleton(names[s])]; n++ {
			names[s] = t.Say("name.computer.nth", "Name", first, "Number", n)
		}
		taken[skeleton(names[s])] = true
	}
	return names
}

// LevelAt is the level in the seat; "" if none is known.
func LevelAt(levels []robot.Level, seat int) robot.Level {
	if seat < len(levels) {
		return levels[seat]
	}
	return ""
}

// computerName is what the computer is called at the level; without one it has no name of its own.
func computerName(t *words.Tongue, l robot.Level) string {
	if l == "" {
		return t.Say("name.computer")
	}
	return t.Say("name.computer." + string(l))
}

// Introduce says with a computer player's name what it is, if its level is known.
func Introduce(t *words.Tongue, name string, l robot.Level) string {
	if l == "" {
		return name
	}
	return t.Say("name.introduced", "Name", name, "Level", t.Say("computer.level."+string(l)))
}

// ShownName is a table's name for somebody, fit to be shown.
func ShownName(raw string, t *words.Tongue) string { return Isolate(InWords(raw, t)) }

// InWords is a table's name for somebody, or what the language calls who was erased.
func InWords(raw string, t *words.Tongue) string {
	if raw == Deleted {
		return t.Say("name.deleted")
	}
	return raw
}

// Deleted is the name of who was erased, until it is shown. Nobody can be called so; see CleanName.
const Deleted = "\x1a"

// scripts are those that names are written in, by UTS #31. Those with a kind in common stand beside
// each other in one name (UTS #39, "highly restrictive").
var scripts = []struct {
	is    *unicode.RangeTable
	kinds uint64 // bits of the mixtures that the script is in
}{
	{unicode.Latin, japanese | chinese | korean}, {unicode.Han, japanese | chinese | korean},
	{unicode.Hiragana, japanese}, {unicode.Katakana, japanese}, {unicode.Bopomofo, chinese}, {unicode.Hangul, korean},
	{unicode.Cyrillic, 0}, {unicode.Greek, 0}, {unicode.Armenian, 0}, {unicode.Georgian, 0},
	{unicode.Hebrew, 0}, {unicode.Arabic, 0}, {unicode.Thaana, 0}, {unicode.Ethiopic, 0},
	{unicode.Devanagari, 0}, {unicode.Bengali, 0}, {unicode.Gurmukhi, 0}, {unicode.Gujarati, 0}, {unicode.Oriya, 0},
	{unicode.Tamil, 0}, {unicode.Telugu, 0}, {unicode.Kannada, 0}, {unicode.Malayalam, 0}, {unicode.Sinhala, 0},
	{unicode.Thai, 0}, {unicode.Lao, 0}, {unicode.Tibetan, 0}, {unicode.Myanmar, 0}, {unicode.Khmer, 0},
}

// The languages that are written in several scripts, and the first bit of a script's own.
const (
	japanese uint64 = 1 << iota
	chinese
	korean
	ownScript
)

// phonetic are Latin letters of hardly any name that can be taken for plain ones: those of phonetic
// spelling and old alphabets, and small capitals.
var phonetic = &unicode.RangeTable{R16: []unicode.Range16{
	{0x0180, 0x0180, 1}, {0x0182, 0x0185, 1}, {0x0196, 0x0197, 1}, {0x01a6, 0x01a8, 1}, {0x01bf, 0x01c3, 1},
	{0x0250, 0x0252, 1}, {0x0258, 0x0258, 1}, {0x025a, 0x025a, 1}, {0x025c, 0x0262, 1}, {0x0264, 0x0267, 1}, {0x0269, 0x0271, 1},
	{0x0273, 0x0288, 1}, {0x028c, 0x0291, 1}, {0x0293, 0x02af, 1},
	{0x1d00, 0x1dbf, 1}, {0x2c60, 0x2c7f, 1}, {0xa720, 0xa78a, 1}, {0xa78d, 0xa7ff, 1}, {0xab30, 0xab6f, 1},
}}

// misleading says whether a name can be taken for another: it mixes scripts as no language does, has
// letters of none, or such that are drawn like plain ones, or is made of look-alikes alone.
func misleading(name string) bool {
	together, letters, alike := ^uint64(0), 0, 0
	for _, r := range name {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if strings.ContainsRune(likeLatin, r) {
			alike++
		}
		if together &= writtenWith(r); together == 0 || drawnLikePlain(r) {
			return true
		}
	}
	return letters > 0 && alike == letters
}

// writtenWith has the bits of the letter's script and its mixtures: letters that share one
// stand beside each other in a name. Nobody writes names in a script that has none.
func writtenWith(r rune) uint64 {
	for i, s := range scripts {
		if unicode.Is(s.is, r) {
			return s.kinds | ownScript<<i
		}
	}
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return ^uint64(0)
	}
	return 0
}

// drawnLikePlain says that the letter is a plain one that is wide, bold, raised, or phonetic.
func drawnLikePlain(r rune) bool {
	if r < utf8.RuneSelf || unicode.Is(phonetic, r) {
		return r >= utf8.RuneSelf
	}
	plain := norm.NFKC.String(string(r))
	return len(plain) == 1 && plain[0] < utf8.RuneSelf
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
