package screens

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

// Topics holds the guide of each game by the game's id.
type Topics map[string]guide

// guide holds the pages of a game's rules.
type guide struct {
	pages map[string][]topic  // by language, in order
	words map[string]topicHit // the page for each term, in all languages together
}

// topic holds a page of the rules.
type topic struct{ name, title, text string }

// topicHit holds the page for a term.
type topicHit struct {
	topic string
	rank  topicRank
	whole bool // the whole input is the term, not a part of it
}

// compare orders better hits first.
func (h topicHit) compare(other topicHit) int {
	if h.whole != other.whole && min(h.rank, other.rank) != topicUnknown {
		return either(h.whole, -1, 1)
	}
	return cmp.Compare(h.rank, other.rank)
}

// topicRank tells how closely a term belongs to a page. Lower is closer.
type topicRank int

const (
	topicItself  topicRank = iota // the page's name or a word of its title
	topicTerm                     // an explained term: a heading, a bold word, the lead of a bullet
	topicAlias                    // another name, from the text "typed.topic.NAME"
	topicPart                     // a word of an explained term
	topicAside                    // a term on a page about many things
	topicUnknown                  // no page
)

// topicAsides lists the pages that mention terms explained on other pages.
var topicAsides = []string{"course", "values", "example", "well", "bridge", "differences", "rulings", glossary}

// NewTopics reads the guides of the games. It returns an error if a guide is missing or unreadable.
func NewTopics(all []engine.Game, catalogue *words.Catalogue) (Topics, error) {
	found := make(Topics)
	for _, g := range all {
		read := guide{make(map[string][]topic), make(map[string]topicHit)}
		for _, lang := range words.Languages() {
			var err error
			if read.pages[lang], err = readTopics(g, lang); err != nil {
				return nil, fmt.Errorf("bot: topics of %s: %w", g.ID, err)
			}
			for _, x := range read.pages[lang] {
				read.learnPage(x, catalogue.In(lang))
			}
		}
		found[g.ID] = read
	}
	return found, nil
}

// readTopics reads the game's pages in the language. It returns an error if there are none.
func readTopics(g engine.Game, lang string) (all []topic, err error) {
	files, err := fs.Glob(g.Guide, lang+"/*.md")
	if err == nil && len(files) == 0 {
		err = errors.New("no guide in " + lang)
	}
	for _, file := range files { // "de/03-auction.md" has the name "auction"
		text, unread := fs.ReadFile(g.Guide, file)
		_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".md"), "-")
		heading, _, _ := strings.Cut(string(text), "\n")
		all, err = append(all, topic{name, strings.TrimPrefix(heading, "# "), string(text)}), cmp.Or(err, unread)
	}
	return all, err
}

// learnPage adds the terms that lead to the page.
func (all guide) learnPage(page topic, w *words.Tongue) {
	learn := func(rank topicRank, terms ...string) {
		for _, term := range terms {
			all.learn(term, topicHit{topic: page.name, rank: rank})
		}
	}
	learn(topicItself, append(tellingWords(page.title), page.name)...)
	learn(topicAlias, strings.Split(w.Say("typed.topic."+page.name), ",")...)
	_, body, _ := strings.Cut(page.text, "\n")
	for line := range strings.Lines(body) {
		for _, term := range termsIn(line) {
			if slices.Contains(topicAsides, page.name) {
				learn(topicAside, term)
				continue
			}
			learn(topicTerm, term)
			learn(topicPart, tellingWords(term)...)
		}
	}
}

// learn adds a term. If the term leads to several pages, the closest one wins, then the first.
func (all guide) learn(term string, hit topicHit) {
	key := speech.Key(term)
	if had, ok := all.words[key]; key != "" && (!ok || hit.rank < had.rank) {
		all.words[key] = hit
	}
}

// longestLead limits the words in the lead of a bullet, including the mark. A longer lead is a sentence.
const longestLead = 4

// termsIn returns the terms that a line of a guide explains: its heading, its bold words and the lead of a
// bullet.
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

// tellingWords returns the words of a term that are long enough to be specific.
func tellingWords(term string) []string {
	const telling = 4 // letters; many headings share shorter words
	return slices.DeleteFunc(strings.Fields(speech.Key(term)), func(word string) bool {
		return utf8.RuneCountInString(word) < telling
	})
}

// meant returns the page for the longest known term in the input.
func (all Topics) meant(g engine.Game, typed string) topicHit {
	fields := strings.Fields(speech.Key(typed))
	for n := len(fields); n > 0; n-- {
		for i := range len(fields) - n + 1 {
			if hit, ok := all[g.ID].words[strings.Join(fields[i:i+n], " ")]; ok {
				hit.whole = n == len(fields)
				return hit
			}
		}
	}
	return topicHit{rank: topicUnknown}
}

// Own returns the word that leads to a page about the rule set; "" if there is none.
func (all Topics) Own(g engine.Game, rules string) string {
	word := speech.RuleWord(g, rules)
	if rules == "" || all.meant(g, word).rank == topicUnknown {
		return ""
	}
	return word
}

// led returns the game's pages that the input may lead to, even if it is only the start of a term.
func (all Topics) led(g engine.Game, typed string) map[string]bool {
	key := speech.Key(typed)
	pages := map[string]bool{all.meant(g, typed).topic: true}
	for term, hit := range all[g.ID].words {
		if strings.HasPrefix(term, key) {
			pages[hit.topic] = true
		}
	}
	return pages
}

// Suggestions lists buttons to matching pages. Pages of played games come first; the others are
// interleaved, so that a truncated list has some of each game.
func (all Topics) Suggestions(of []engine.Game, played int, typed string, w *words.Tongue) *chat.Screen {
	fitting := each(of, func(g engine.Game) []chat.Button { return all.buttons(g, typed, w) })
	rows := each(append(slices.Concat(fitting[:played]...), byTurns(fitting[played:])...), func(b chat.Button) []chat.Button { return row(b) })
	return page(w, []chat.Line{plain(w.Say("guide.intro"))}, rows...)
}

// buttons returns a button for each of the game's pages that match the input.
func (all Topics) buttons(g engine.Game, typed string, w *words.Tongue) (fitting []chat.Button) {
	key, led := speech.Key(typed), all.led(g, typed)
	for _, x := range all[g.ID].pages[w.Tag()] {
		to := button(w.Say("game."+g.ID)+": "+x.title, lineOf("rules", g.ID, x.name))
		if led[x.name] || strings.Contains(speech.Key(to.Label+" "+to.Line), key) {
			fitting = append(fitting, to)
		}
	}
	return fitting
}

// byTurns interleaves the rows: the first of each, then the second of each, and so on.
func byTurns(rows [][]chat.Button) (all []chat.Button) {
	for i := 0; ; i++ {
		before := len(all)
		for _, row := range rows {
			if i < len(row) {
				all = append(all, row[i])
			}
		}
		if len(all) == before {
			return all
		}
	}
}
