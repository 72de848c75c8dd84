package local

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The bounds of a name.
const (
	maxName  = 24 // letters
	maxMarks = 2  // combining marks on one letter
)

// parseName returns a name as it is shown and its key, which is equal for
// names that differ only in case, width or composition. The key has no blanks,
// so that it can be typed as @key; the key of a key is itself.
func parseName(s string) (name, key string, ok bool) {
	if len(s) > 16*maxName || !utf8.ValidString(s) {
		return "", "", false
	}
	name = norm.NFKC.String(strings.Join(strings.Fields(s), " "))
	key = norm.NFKC.String(strings.ToLower(strings.ReplaceAll(name, " ", "-")))
	return name, key, validName(name) && validName(key) && key != "channel"
}

// validName says whether the name starts with a letter or digit and has only
// what is visible and harmless in it.
func validName(name string) bool {
	if n := utf8.RuneCountInString(name); n < 1 || n > maxName {
		return false
	}
	marks, letters := maxMarks, 0
	for _, r := range name {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			marks, letters = 0, letters+1
		case unicode.IsMark(r) && marks < maxMarks:
			marks++
		case letters > 0 && strings.ContainsRune(" -_.", r):
			marks = maxMarks
		default:
			return false
		}
	}
	return true
}
