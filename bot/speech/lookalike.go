package speech

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// misleadingSign is shown before a name that can be taken for another.
const misleadingSign = "⚠ "

// scripts are those that names are written in: the recommended ones of UTS #31. Those
// of one row stand beside each other in one language, as UTS #39 has it ("highly
// restrictive"); Latin stands beside each of the first rows.
var scripts = []struct {
	is    *unicode.RangeTable
	kinds uint8 // bits of the mixtures that the script is in
}{
	{unicode.Latin, japanese | chinese | korean}, {unicode.Han, japanese | chinese | korean},
	{unicode.Hiragana, japanese}, {unicode.Katakana, japanese}, {unicode.Bopomofo, chinese}, {unicode.Hangul, korean},
	{unicode.Cyrillic, 0}, {unicode.Greek, 0}, {unicode.Armenian, 0}, {unicode.Georgian, 0},
	{unicode.Hebrew, 0}, {unicode.Arabic, 0}, {unicode.Thaana, 0}, {unicode.Ethiopic, 0},
	{unicode.Devanagari, 0}, {unicode.Bengali, 0}, {unicode.Gurmukhi, 0}, {unicode.Gujarati, 0}, {unicode.Oriya, 0},
	{unicode.Tamil, 0}, {unicode.Telugu, 0}, {unicode.Kannada, 0}, {unicode.Malayalam, 0}, {unicode.Sinhala, 0},
	{unicode.Thai, 0}, {unicode.Lao, 0}, {unicode.Tibetan, 0}, {unicode.Myanmar, 0}, {unicode.Khmer, 0},
}

// The languages that are written in several scripts.
const (
	japanese uint8 = 1 << iota
	chinese
	korean
)

// likeLatin are letters of other scripts that look like Latin ones, by Unicode's
// confusables.txt. A name of them alone looks like another altogether.
const likeLatin = "асԁегһіјӏорԛѕѵԝхуАВСЕԌНІЈКМОРЅТѴԜХҮУЗЬ" + // Cyrillic
	"αγινορσυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + // Greek
	"օոսհցզՕՏՍ" // Armenian

// phonetic are Latin letters that no name is written with, or hardly any, but that
// can be taken for plain ones: those of phonetic spelling and of old alphabets, small
// capitals among them.
var phonetic = &unicode.RangeTable{R16: []unicode.Range16{
	{0x0180, 0x0180, 1}, {0x0182, 0x0185, 1}, {0x0196, 0x0197, 1}, {0x01a6, 0x01a8, 1}, {0x01bf, 0x01c3, 1},
	{0x0250, 0x0252, 1}, {0x0258, 0x0258, 1}, {0x025a, 0x025a, 1}, {0x025c, 0x0262, 1}, {0x0264, 0x0267, 1}, {0x0269, 0x0271, 1},
	{0x0273, 0x0288, 1}, {0x028c, 0x0291, 1}, {0x0293, 0x02af, 1},
	{0x1d00, 0x1dbf, 1}, {0x2c60, 0x2c7f, 1}, {0xa720, 0xa78a, 1}, {0xa78d, 0xa7ff, 1}, {0xab30, 0xab6f, 1},
}}

// misleading says whether a name can be taken for another: it mixes scripts that no
// language mixes, has letters of one that nobody writes names in, or such that are drawn
// like plain ones, or is made of look-alikes alone.
func misleading(name string) bool {
	mixture, single, letters, alike := ^uint8(0), -1, 0, 0
	for _, r := range name {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if strings.ContainsRune(likeLatin, r) {
			alike++
		}
		if r < utf8.RuneSelf && single <= 0 && mixture == ^uint8(0) {
			single = 0 // Latin, which is the first: most names have no other
			continue
		}
		if drawnLikePlain(r) {
			return true
		}
		i := scriptOf(r)
		switch {
		case i < 0:
			return true
		case i == common, i == single:
			continue
		case single < 0:
			single = i
		default:
			if mixture == ^uint8(0) {
				mixture = scripts[single].kinds
			}
			if mixture &= scripts[i].kinds; mixture == 0 {
				return true
			}
		}
	}
	return letters > 0 && alike == letters
}

// common is the script of letters that all have.
const common = 1 << 10

// scriptOf is the place of the letter's script; -1 if nobody writes names in it.
func scriptOf(r rune) int {
	for i, s := range scripts {
		if unicode.Is(s.is, r) {
			return i
		}
	}
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return common
	}
	return -1
}

// drawnLikePlain says that the letter is a plain one in another drawing: wide, bold,
// raised, or one of phonetic spelling.
func drawnLikePlain(r rune) bool {
	if unicode.Is(phonetic, r) {
		return true
	}
	plain := norm.NFKC.String(string(r))
	return r >= utf8.RuneSelf && len(plain) == 1 && plain[0] < utf8.RuneSelf
}

// marked is the name with a sign before it if it can be taken for another.
func marked(name string) string {
	if misleading(name) {
		return misleadingSign + name
	}
	return name
}
