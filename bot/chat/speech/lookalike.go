package speech

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// The signs before people's names.
const (
	misleadingSign = "⚠ " // the name can be taken for another
	personSign     = "☺ " // a person has the name, although the computer is called so
)

// Marked are the names of people who are shown beside each other, with the signs that they need.
func Marked(people []string) []string {
	marked, names := slices.Clone(people), looksOf(people)
	for i, name := range people {
		switch {
		case misleading(name) || imitates(names, i):
			marked[i] = misleadingSign + name
		case likeComputer(names[i]):
			marked[i] = personSign + name
		}
	}
	return marked
}

// looks are a name and what decides whether another one can be taken for it.
type looks struct {
	name, skeleton string
	oddities       int
}

func looksOf(names []string) []looks {
	all := make([]looks, len(names))
	for i, name := range names {
		all[i] = looks{name, skeleton(name), oddities(name)}
	}
	return all
}

// alike says that one of the names can be taken for the other. Of plain letters only I and l look the same: Franzi
// is no Franzl, and Arne no Ame.
func (l looks) alike(other looks) bool {
	plain := l.oddities+other.oddities == 0
	return l.skeleton != "" && l.skeleton == other.skeleton &&
		(!plain || strings.EqualFold(tallI.Replace(l.name), tallI.Replace(other.name)))
}

// imitates says that the name can be taken for another one beside it that is spelt more plainly or, if neither is,
// stands before it. People who spell their names the same don't imitate each other.
func imitates(names []looks, i int) bool {
	odd := names[i].oddities
	for j, other := range names {
		less := other.oddities
		if (less < odd || less == odd && j < i) && names[i].alike(other) && !strings.EqualFold(names[i].name, other.name) {
			return true
		}
	}
	return false
}

// tallI writes the capital I as the l that it looks like.
var tallI = strings.NewReplacer("I", "l")

// oddities counts what isn't a plain letter in the name.
func oddities(name string) (n int) {
	for _, r := range name {
		if r != ' ' && (r > unicode.MaxASCII || !unicode.IsLetter(r)) {
			n++
		}
	}
	return n
}

// likeComputer says that the name looks like one of the computer's, also with a number or what the computer
// is introduced with: "Resi", "Resi 2", "Resi (computer, medium)".
func likeComputer(name looks) bool {
	before, _, _ := strings.Cut(name.name, "(")
	before = strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(computers(), name.alike) || slices.ContainsFunc(computers(), looksOf([]string{before})[0].alike)
}

// computers are the computer's names in all languages.
var computers = sync.OnceValue(func() []looks {
	var all []string
	catalogue, err := words.Load()
	if err != nil {
		panic(err) // the texts are in the program
	}
	for _, lang := range words.Languages() {
		for _, l := range append(robot.Levels(), "") {
			all = append(all, computerName(catalogue.In(lang), l))
		}
	}
	return looksOf(all)
})

// skeleton is what names have in common that look alike: letters and digits without accents, each as the
// plainest one that is drawn like it. It is "" for a name that has none. Ä, Ö and Ü are letters of their own.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range strings.Trim(name, "!") {
		parts := string(r)
		if _, alike := drawnLike[r]; !alike && !strings.ContainsRune("äöüÄÖÜ", r) {
			parts = norm.NFKD.String(parts)
		}
		for _, r := range parts {
			if plain, alike := drawnLike[r]; alike {
				r = plain
			}
			if inWord(r) {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	return drawnAlike.Replace(b.String())
}

// likeLatin are letters that look like Latin ones (Unicode's confusables.txt), and asLatin those. A name of them
// alone looks like another altogether.
const (
	likeLatin = "асԁегһіјӏорԛѕѵԝхуАВСЕԌНІЈКМОРЅТѴԜХҮУЗЬ" + // Cyrillic
		"αγινορσυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + // Greek
		"օոսհցզՕՏՍ" // Armenian
	asLatin = "acderhijlopqsvwxyABCEGHIJKMOPSTVWXYY3b" +
		"ayivopoucjABEZHIKMNOPTYXCJ" +
		"onuhgqOSU"
)

// Latin letters and signs that are drawn like plainer ones, and those.
const (
	likePlain = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ" + "ɑɡıłøđħŧ" + "|!$@"
	asPlain   = "abcdefghijklmnoprstuvwyz" + "agilodht" + "llsa"
)

// drawnLike are the letters and signs that look like other ones, by what they look like.
var drawnLike = func() map[rune]rune {
	all, plain := make(map[rune]rune), []rune(asLatin+asPlain)
	for i, r := range []rune(likeLatin + likePlain) {
		all[r] = plain[i]
	}
	return all
}()

// drawnAlike are digits and plain letters that look alike.
var drawnAlike = strings.NewReplacer("0", "o", "1", "l", "i", "l", "3", "e", "5", "s", "rn", "m", "vv", "w")
