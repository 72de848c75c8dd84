package discord

import (
	_ "embed" // the texts
	"encoding/json"
	"fmt"
	"strings"
)

//go:embed texts.json
var textsFile []byte

// fallback is the language of those who understand none of ours.
const fallback = "en"

// texts are the platform's own words, by language; everything else is written
// by the bot.
type texts map[string]map[string]string

func loadTexts() (texts, error) {
	var t texts
	if err := json.Unmarshal(textsFile, &t); err != nil {
		return nil, fmt.Errorf("discord: texts: %w", err)
	}
	return t, nil
}

// languages are those that there are texts in.
func languages() []string { return []string{"en", "de"} }

// say is the text in the language, a BCP 47 tag.
func (t texts) say(lang, id string) string {
	base, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if text, ok := t[base][id]; ok {
		return text
	}
	return t[fallback][id]
}
