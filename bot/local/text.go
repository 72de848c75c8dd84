package local

import (
	"embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

//go:embed texts.json web
var files embed.FS

// texts are the page's own words in one language; everything else is written
// by the bot. "lang" is the language.
type texts map[string]string

// catalogue has the page's words by language.
var catalogue = mustTexts()

// shortcuts are the commands with a button of their own.
var shortcuts = []string{"practice", "challenge", "games", "rules", "help"}

// fallback is the language for those who understand none of ours.
const fallback = "en"

func mustTexts() map[string]texts {
	data, err := files.ReadFile("texts.json")
	if err != nil {
		panic(err)
	}
	var c map[string]texts
	if err := json.Unmarshal(data, &c); err != nil {
		panic(err)
	}
	for lang, t := range c {
		t["lang"] = lang
	}
	return c
}

// textsFor returns the words for the first language that there are words for.
func textsFor(langs ...string) texts {
	for _, lang := range langs {
		base, _, _ := strings.Cut(strings.ToLower(lang), "-")
		if t, ok := catalogue[base]; ok {
			return t
		}
	}
	return catalogue[fallback]
}

// accepted returns the languages of an Accept-Language header, best first.
func accepted(header string) []string {
	type wish struct {
		tag     string
		quality float64
	}
	var wishes []wish
	for part := range strings.SplitSeq(header[:min(len(header), 400)], ",") {
		tag, rest, _ := strings.Cut(strings.TrimSpace(part), ";")
		w := wish{strings.TrimSpace(tag), 1}
		if q, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			w.quality, _ = strconv.ParseFloat(q, 64)
		}
		if validTag(w.tag) && w.quality > 0 {
			wishes = append(wishes, w)
		}
	}
	slices.SortStableFunc(wishes, func(a, b wish) int {
		switch {
		case a.quality > b.quality:
			return -1
		case a.quality < b.quality:
			return 1
		}
		return 0
	})
	tags := make([]string, len(wishes))
	for i, w := range wishes {
		tags[i] = w.tag
	}
	return tags
}

func validTag(tag string) bool {
	return tag != "" && len(tag) <= 35 && strings.Trim(tag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

// Say returns the words for the key.
func (t texts) Say(key string) string { return t[key] }
