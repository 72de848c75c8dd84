package displayname

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The signs before people's names.
const (
	misleadingSign = "⚠ "
	personSign     = "☺ " // the name looks like the computer's
)

func markMisleading(people []string) []string {
	marked, names := slices.Clone(people), make([]looks, len(people))
	for i, name := range people {
		names[i] = looksOf(name)
	}
	for i, name := range people {
		switch {
		case isMisleading(name) || imitates(names, i):
			marked[i] = misleadingSign + name
		case names[i].likeComputer():
			marked[i] = personSign + name
		}
	}
	return marked
}

type looks struct {
	name, skeleton string
	oddities       int
}

func looksOf(name string) looks { return looks{name, skeleton(name), oddities(name)} }

// alike reports whether one name can be taken for the other. Of plain letters only I and l look the same: Franzi is no
// Franzl.
func (l looks) alike(other looks) bool {
	plain := l.oddities+other.oddities == 0
	return l.skeleton != "" && l.skeleton == other.skeleton &&
		(!plain || strings.EqualFold(tallI.Replace(l.name), tallI.Replace(other.name)))
}

// imitates reports whether name i can be taken for a plainer or, if equally plain, earlier name. Names with the same
// spelling don't imitate each other.
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

var tallI = strings.NewReplacer("I", "l")

func oddities(name string) (n int) {
	for _, r := range name {
		if r != ' ' && (r > unicode.MaxASCII || !unicode.IsLetter(r)) {
			n++
		}
	}
	return n
}

// likeComputer reports whether the name looks like a computer player's, such as "Resi", "Resi 2" or "Resi (computer,
// medium)".
func (l looks) likeComputer() bool {
	before, _, _ := strings.Cut(l.name, "(")
	before = strings.TrimRightFunc(before, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(computers, l.alike) || slices.ContainsFunc(computers, looksOf(before).alike)
}

var computers = []looks{
	looksOf("Computer"), looksOf("Poldi"), looksOf("Gustl"), looksOf("Resi"), looksOf("Mitzi"), looksOf("Hofrat"), looksOf("Sektionschef"),
}

// skeleton returns the same text for names that look alike. Ä, Ö and Ü are letters of their own.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range strings.Trim(name, "!") {
		parts := string(r)
		if _, alike := plainFor[r]; !alike && !strings.ContainsRune("äöüÄÖÜ", r) {
			parts = norm.NFKD.String(parts)
		}
		for _, r := range parts {
			if plain, alike := plainFor[r]; alike {
				r = plain
			}
			if inWord(r) {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	return foldAlike.Replace(b.String())
}

// isMisleading reports whether a name mixes scripts as no language does, has strange letters, or has look-alikes only.
func isMisleading(name string) bool {
	together, letters, alike := ^uint64(0), 0, 0
	for _, r := range name {
		if !unicode.IsLetter(r) {
			continue
		}
		letters++
		if strings.ContainsRune(likeLatin, r) {
			alike++
		}
		if together &= writtenWith(r); together == 0 || isDisguisedPlain(r) {
			return true
		}
	}
	return letters > 0 && alike == letters
}

// writtenWith returns the bits of the letter's script and kinds. Letters in one name must share a bit.
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

// isDisguisedPlain reports whether the letter is phonetic, or a form of a plain one.
func isDisguisedPlain(r rune) bool {
	if r < utf8.RuneSelf || unicode.Is(phonetic, r) {
		return r >= utf8.RuneSelf
	}
	plain := norm.NFKC.String(string(r))
	return len(plain) == 1 && plain[0] < utf8.RuneSelf
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
