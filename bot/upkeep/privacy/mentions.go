package privacy

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// mentions finds the notes about one user. The platforms choose the keys and the data of their notes, so there is no
// field to look at. [chat.Remembers] says how a note must name its user to be found.
type mentions struct {
	last  string   // a key about the user ends with it, behind a slash, or it is all of the data
	words []string // each names the user where it stands in a key or in data as a word of its own
}

// mentionsOf returns the ways to name the user: the id, the platform's own id unless it could be a word, and the names.
func mentionsOf(user chat.UserID, names ...string) mentions {
	own := user.Own()
	m := mentions{last: own, words: append([]string{string(user)}, names...)}
	isNumber := strings.Trim(own, "0123456789") == ""
	if isNumber || strings.ContainsFunc(own, func(r rune) bool { return !inWord(r) }) {
		m.words = append(m.words, own)
	}
	return m
}

// areIn reports whether the note with the key and data is about the user.
func (m mentions) areIn(key string, data []byte) bool {
	if _, last, _ := strings.Cut(key, "/"); m.last != "" && (last == m.last || string(data) == m.last) {
		return true
	}
	return slices.ContainsFunc(m.words, func(word string) bool { return hasWord([]byte(key), word) || hasWord(data, word) })
}

// hasWord reports whether the text has the word, not as a part of a longer one.
func hasWord(text []byte, word string) bool {
	for word != "" {
		i := bytes.Index(text, []byte(word))
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRune(text[:i])
		after, _ := utf8.DecodeRune(text[i+len(word):])
		if !inWord(before) && !inWord(after) {
			return true
		}
		text = text[i+1:]
	}
	return false
}

// inWord reports whether the character can be a part of a word.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
