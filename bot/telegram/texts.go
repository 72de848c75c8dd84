package telegram

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// textsJSON has the platform's own few words by language; all else is written
// by the bot.
//
//go:embed texts.json
var textsJSON []byte

// texts are the words in one language.
type texts map[string]string

// catalogue has the words by language.
var catalogue = mustTexts()

// fallback is the language for those who understand none of ours.
const fallback = "en"

func mustTexts() map[string]texts {
	var c map[string]texts
	if err := json.Unmarshal(textsJSON, &c); err != nil {
		panic(err)
	}
	return c
}

// textsFor is the words in the language, a BCP 47 tag, or in the fallback.
func textsFor(lang string) texts {
	base, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if t, ok := catalogue[base]; ok {
		return t
	}
	return catalogue[fallback]
}
