package telegram

import (
	"strings"
	"unicode"

	"tarockbot/bot/chat"
)

// lexicon is the set of words that a line may begin with.
type lexicon struct {
	aliases map[string]string // commands by their names in other languages
	typed   map[string]bool
}

func newLexicon(all []chat.Vocabulary) lexicon {
	l := lexicon{make(map[string]string), map[string]bool{"start": true}}
	for _, v := range all {
		for _, c := range v.Commands {
			l.aliases[c.Alias] = c.Name
		}
		for _, word := range v.Typed {
			l.typed[word] = true
		}
	}
	return l
}

// others reports whether a command in a group may be another bot's.
func (l lexicon) others(word string) bool {
	ascii := !strings.ContainsFunc(word, func(r rune) bool { return r > unicode.MaxASCII })
	return ascii && !l.typed[strings.ToLower(word)]
}

// isCommand reports whether the text begins with one of the bot's commands.
func (l lexicon) isCommand(text string) bool {
	word, is := strings.CutPrefix(text, "/")
	end := strings.IndexFunc(word+" ", func(r rune) bool { return !wordRune(r) })
	return is && l.typed[strings.ToLower(word[:end])]
}
