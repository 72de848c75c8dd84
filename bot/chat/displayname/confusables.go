package displayname

import (
	"strings"
	"unicode"
)

// likeLatin holds letters that look like asLatin (Unicode's confusables.txt).
const (
	likeLatin = "асԁегһіјӏорԛѕѵԝхуАВСЕԌНІЈКМОРЅТѴԜХҮУЗЬ" + // Cyrillic
		"αγινορσυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + // Greek
		"օոսհցզՕՏՍ" // Armenian
	asLatin = "acderhijlopqsvwxyABCEGHIJKMOPSTVWXYY3b" +
		"ayivopoucjABEZHIKMNOPTYXCJ" +
		"onuhgqOSU"
)

// likePlain holds Latin letters and signs that look like asPlain.
const (
	likePlain = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" + "ɑɡıłøđħŧ" + "|!$@"
	asPlain   = "abcdefghijklmnoprstuvwyz" + "agilodht" + "llsa"
)

var plainFor = func() map[rune]rune {
	all, plain := make(map[rune]rune), []rune(asLatin+asPlain)
	for i, r := range []rune(likeLatin + likePlain) {
		all[r] = plain[i]
	}
	return all
}()

// foldAlike replaces digits and plain letters by similar ones.
var foldAlike = strings.NewReplacer("0", "o", "1", "l", "i", "l", "3", "e", "5", "s", "rn", "m", "vv", "w")

// A name may mix scripts (UTS #31) that share a kind (UTS #39, highly restrictive).
var scripts = []struct {
	is    *unicode.RangeTable
	kinds uint64
}{
	{unicode.Latin, japanese | chinese | korean}, {unicode.Han, japanese | chinese | korean},
	{unicode.Hiragana, japanese}, {unicode.Katakana, japanese}, {unicode.Bopomofo, chinese}, {unicode.Hangul, korean},
	{unicode.Cyrillic, 0}, {unicode.Greek, 0}, {unicode.Armenian, 0}, {unicode.Georgian, 0},
	{unicode.Hebrew, 0}, {unicode.Arabic, 0}, {unicode.Thaana, 0}, {unicode.Ethiopic, 0},
	{unicode.Devanagari, 0}, {unicode.Bengali, 0}, {unicode.Gurmukhi, 0}, {unicode.Gujarati, 0}, {unicode.Oriya, 0},
	{unicode.Tamil, 0}, {unicode.Telugu, 0}, {unicode.Kannada, 0}, {unicode.Malayalam, 0}, {unicode.Sinhala, 0},
	{unicode.Thai, 0}, {unicode.Lao, 0}, {unicode.Tibetan, 0}, {unicode.Myanmar, 0}, {unicode.Khmer, 0},
}

// ownScript is the first script's bit.
const (
	japanese uint64 = 1 << iota
	chinese
	korean
	ownScript
)

// phonetic holds rare Latin letters that look like plain ones.
var phonetic = &unicode.RangeTable{R16: []unicode.Range16{
	{0x0180, 0x0180, 1}, {0x0182, 0x0185, 1}, {0x0196, 0x0197, 1}, {0x01a6, 0x01a8, 1}, {0x01bf, 0x01c3, 1},
	{0x0250, 0x0252, 1}, {0x0258, 0x0258, 1}, {0x025a, 0x025a, 1}, {0x025c, 0x0262, 1}, {0x0264, 0x0267, 1}, {0x0269, 0x0271, 1},
	{0x0273, 0x0288, 1}, {0x028c, 0x0291, 1}, {0x0293, 0x02af, 1},
	{0x1d00, 0x1dbf, 1}, {0x2c60, 0x2c7f, 1}, {0xa720, 0xa78a, 1}, {0xa78d, 0xa7ff, 1}, {0xab30, 0xab6f, 1},
}}
