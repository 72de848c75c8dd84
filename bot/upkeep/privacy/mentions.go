package privacy

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// mentions finds notes about one user in keys and data of any form. See [chat.DataHolder].
type mentions struct {
	last  string // a key's end, or all of the data
	words []string
}

// mentionsOf adds the platform's own id unless it could be an ordinary word.
func mentionsOf(user chat.UserID, names ...string) mentions {
	own := user.NativeID()
	m := mentions{last: own, words: append([]string{string(user)}, names...)}
	isNumber := strings.Trim(own, "0123456789") == ""
	if isNumber || strings.ContainsFunc(own, func(r rune) bool { return !inWord(r) }) {
		m.words = append(m.words, own)
	}
	return m
}

func (m mentions) areIn(key string, data []byte) bool {
	if _, last, _ := strings.Cut(key, "/"); m.last != "" && (last == m.last || string(data) == m.last) {
		return true
	}
	return slices.ContainsFunc(m.words, func(word string) bool { return hasWord([]byte(key), word) || hasWord(data, word) })
}

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
