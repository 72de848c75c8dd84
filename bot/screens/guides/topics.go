// Package guides holds the games' texts: [Topics] the rules, [Courses] the lessons.
package guides

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Topics holds each game's guide.
type Topics map[string]guide

type guide struct {
	pages map[string][]Page // by language
	words map[string]Hit    // in all languages together
}

// Page is a topic's page.
type Page struct {
	Topic string // such as "auction"
	Title string
	Text  string // in Markdown, with the title
}

// Hit is the topic that the input means.
type Hit struct {
	Topic string // "" for none
	rank  rank
	whole bool // the input is the whole term
}

// IsKnown reports whether the input means a topic.
func (h Hit) IsKnown() bool { return h.rank != unknown }

// IsNamed reports whether the input names the topic itself.
func (h Hit) IsNamed() bool { return h.rank == pageName }

// Compare orders better hits first.
func (h Hit) Compare(other Hit) int {
	switch {
	case h.whole == other.whole:
		return cmp.Compare(h.rank, other.rank)
	case h.whole:
		return -1
	}
	return 1
}

// rank tells how closely a term belongs to a page. Lower ranks are closer.
type rank int

const (
	pageName      rank = iota // the page's name or title
	explainedTerm             // a heading, a bold word, the lead of a bullet
	typedAlias                // from the text "typed.topic.NAME"
	termPart                  // a word of an explained term
	broadPage                 // on a broad page
	unknown
)

// broadTopics mention terms that other pages explain.
var broadTopics = []string{"course", "values", "example", "well", "bridge", "differences", "rulings", glossary}

// NewTopics reads the games' guides. It fails if one is missing.
func NewTopics(all []engine.Game, catalogue *words.Catalogue) (Topics, error) {
	found := make(Topics)
	for _, g := range all {
		read := guide{make(map[string][]Page), make(map[string]Hit)}
		for _, lang := range words.Languages() {
			var err error
			if read.pages[lang], err = readTopics(g, lang); err != nil {
				return nil, fmt.Errorf("bot: topics of %s: %w", g.ID, err)
			}
			for _, page := range read.pages[lang] {
				read.learnPage(page, catalogue.In(lang))
			}
		}
		found[g.ID] = read
	}
	return found, nil
}

func readTopics(g engine.Game, lang string) (all []Page, err error) {
	files, err := fs.Glob(g.Guide, lang+"/*.md")
	if err == nil && len(files) == 0 {
		err = errors.New("no guide in " + lang)
	}
	for _, file := range files {
		text, err := fs.ReadFile(g.Guide, file)
		if err != nil {
			return nil, err
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".md"), "-")
		heading, _, _ := strings.Cut(string(text), "\n")
		all = append(all, Page{name, strings.TrimPrefix(heading, "# "), string(text)})
	}
	return all, err
}

// learnPage adds the page's terms. The closest page wins, then the first.
func (g guide) learnPage(page Page, w *words.Tongue) {
	learn := func(at rank, terms ...string) {
		for _, x := range terms {
			key := speech.PhraseKey(x)
			if had, ok := g.words[key]; key != "" && (!ok || at < had.rank) {
				g.words[key] = Hit{page.Topic, at, false}
			}
		}
	}
	learn(pageName, append(longWords(page.Title), page.Topic)...)
	learn(typedAlias, strings.Split(w.Say("typed.topic."+page.Topic), ",")...)
	_, body, _ := strings.Cut(page.Text, "\n")
	for line := range strings.Lines(body) {
		for _, x := range termsIn(line) {
			if slices.Contains(broadTopics, page.Topic) {
				learn(broadPage, x)
				continue
			}
			learn(explainedTerm, x)
			learn(termPart, longWords(x)...)
		}
	}
}

// longestLead is in words, including the bullet's dash. A longer lead is a sentence.
const longestLead = 4

func termsIn(line string) (terms []string) {
	line = strings.TrimSpace(line)
	if heading, is := strings.CutPrefix(line, "## "); is {
		return []string{heading}
	}
	if lead, _, is := strings.Cut(line, ":"); is && strings.HasPrefix(line, "- ") && len(strings.Fields(lead)) <= longestLead {
		terms = strings.Split(lead, ",")
	}
	for i, part := range strings.Split(line, "**") {
		if i%2 == 1 {
			terms = append(terms, strings.Split(part, ",")...)
		}
	}
	return terms
}

func longWords(term string) []string {
	const minLetters = 4
	return slices.DeleteFunc(strings.Fields(speech.PhraseKey(term)), func(word string) bool {
		return utf8.RuneCountInString(word) < minLetters
	})
}

// BestHit returns the longest known term's hit.
func (t Topics) BestHit(game, typed string) Hit {
	fields := strings.Fields(speech.PhraseKey(typed))
	for n := len(fields); n > 0; n-- {
		for i := range len(fields) - n + 1 {
			if hit, ok := t[game].words[strings.Join(fields[i:i+n], " ")]; ok {
				hit.whole = n == len(fields)
				return hit
			}
		}
	}
	return Hit{rank: unknown}
}

// RulesTopic returns the word that finds the rule set's page, or "".
func (t Topics) RulesTopic(g engine.Game, rules string) string {
	word := speech.RuleWord(g, rules)
	if rules == "" || !t.BestHit(g.ID, word).IsKnown() {
		return ""
	}
	return word
}

// SuggestedTopics returns topics whose terms begin with the input.
func (t Topics) SuggestedTopics(game, typed string) map[string]bool {
	key, topics := speech.PhraseKey(typed), map[string]bool{t.BestHit(game, typed).Topic: true}
	for known, hit := range t[game].words {
		if strings.HasPrefix(known, key) {
			topics[hit.Topic] = true
		}
	}
	return topics
}

const glossary = "glossary"

// Glossary returns the terms that the guide explains.
func (t Topics) Glossary(game string, w *words.Tongue) (terms []chat.Term) {
	pages, i := t.Find(game, glossary, w)
	if i < 0 {
		return nil
	}
	for line := range strings.Lines(pages[i].Text) {
		bullet, is := strings.CutPrefix(strings.TrimSpace(line), "- **")
		if names, meaning, ok := strings.Cut(bullet, "**"); is && ok {
			terms = append(terms, chat.Term{Words: strings.Split(names, ", "), Meaning: strings.TrimSpace(names + meaning)})
		}
	}
	return terms
}

// Meaning returns the glossary's sentence, or "".
func (t Topics) Meaning(game, want string, w *words.Tongue) string {
	for _, x := range t.Glossary(game, w) {
		if slices.ContainsFunc(x.Words, func(word string) bool { return speech.PhraseKey(word) == speech.PhraseKey(want) }) {
			return x.Meaning
		}
	}
	return ""
}

// Pages returns the game's pages.
func (t Topics) Pages(game string, w *words.Tongue) []Page { return t[game].pages[w.Tag()] }

// Find returns the pages and the topic's index, or -1.
func (t Topics) Find(game, topic string, w *words.Tongue) ([]Page, int) {
	pages := t.Pages(game, w)
	return pages, slices.IndexFunc(pages, func(x Page) bool { return x.Topic == topic })
}

// Word returns the last word of the topic's title, or in the first language the topic's name.
func (t Topics) Word(game, topic string, w *words.Tongue) string {
	pages, i := t.Find(game, topic, w)
	if i < 0 || w.Tag() == words.Languages()[0] {
		return topic
	}
	heading := strings.FieldsFunc(speech.PlainWord(pages[i].Title), func(r rune) bool { return r == ' ' || r == ',' })
	return heading[len(heading)-1]
}
