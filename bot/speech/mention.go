package speech

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// Mentions is how notes name one user.
type Mentions struct {
	last  string   // what a key about them ends with, behind a slash, or all data
	words []string // what stands in keys and data as words of their own
}

// MentionsOf are the user's: the id, and, where it is a number, the platform's own
// as well. What else they are called there is to be told.
func MentionsOf(user chat.UserID, names ...string) Mentions {
	_, own, _ := strings.Cut(string(user), ":")
	m := Mentions{last: own, words: append([]string{string(user)}, names...)}
	if strings.Trim(own, "0123456789") == "" {
		m.words = append(m.words, own)
	}
	return m
}

// In says whether the note is about the user.
func (m Mentions) In(key string, data []byte) bool {
	if _, last, _ := strings.Cut(key, "/"); m.last != "" && (last == m.last || string(data) == m.last) {
		return true
	}
	for _, word := range m.words {
		if hasWord([]byte(key), word) || hasWord(data, word) {
			return true
		}
	}
	return false
}

// hasWord says whether the word stands in the text, and not as a part of a longer
// one.
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

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
