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

// Topics are the guides of the games, by game.
type Topics map[string]guide

// guide are the pages of a game's rules.
type guide struct {
	pages map[string][]topic  // by language, in their order
	words map[string]topicHit // that lead to them, in all languages at once
}

// topic is a page of the rules.
type topic struct{ name, title, text string }

// topicHit is the page that a word leads to.
type topicHit struct {
	topic string
	rank  topicRank
	whole bool // all that was typed leads there, not a part of it
}

// compare puts the better hit first.
func (h topicHit) compare(other topicHit) int {
	if h.whole != other.whole && min(h.rank, other.rank) != topicUnknown {
		return either(h.whole, -1, 1)
	}
	return cmp.Compare(h.rank, other.rank)
}

// topicRank is how closely a word belongs to a page; the lowest counts.
type topicRank int

const (
	topicItself  topicRank = iota // its name, or a word of its title
	topicTerm                     // what it explains: a heading, a bold word, a bullet's lead
	topicAlias                    // what people call it besides: "typed.topic.NAME"
	topicPart                     // a word out of what it explains
	topicAside                    // what a page about many things touches
	topicUnknown                  // none
)

// topicAsides are pages that touch what others explain.
var topicAsides = []string{"course", "values", "example", "well", "bridge", "differences", "rulings", glossary}

// NewTopics reads the guides of the games.
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

// readTopics reads the game's pages in the language, of which there must be one.
func readTopics(g engine.Game, lang string) (all []topic, err error) {
	files, err := fs.Glob(g.Guide, lang+"/*.md")
	if err == nil && len(files) == 0 {
		err = errors.New("no guide in " + lang)
	}
	for _, file := range files { // "de/03-auction.md" is about "auction"
		text, unread := fs.ReadFile(g.Guide, file)
		_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".md"), "-")
		heading, _, _ := strings.Cut(string(text), "\n")
		all, err = append(all, topic{name, strings.TrimPrefix(heading, "# "), string(text)}), cmp.Or(err, unread)
	}
	return all, err
}

// learnPage learns the words that lead to one page.
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

// learn keeps the closest page, of several the first.
func (all guide) learn(term string, hit topicHit) {
	key := speech.Key(term)
	if had, ok := all.words[key]; key != "" && (!ok || hit.rank < had.rank) {
		all.words[key] = hit
	}
}

// longestLead is how many words a bullet, its mark among them, may begin with to
// be about them; what is longer is a sentence.
const longestLead = 4

// termsIn are what a line of a guide explains: its heading, what is bold, and
// what a bullet begins with.
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

// tellingWords are the words of a term that are long enough to tell something.
func tellingWords(term string) []string {
	const telling = 4 // letters; shorter words stand in many headings
	return slices.DeleteFunc(strings.Fields(speech.Key(term)), func(word string) bool {
		return utf8.RuneCountInString(word) < telling
	})
}

// meant is the page of the game that somebody means, however much they have
// typed around the word that tells.
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

// Own returns the word by which a page of the game tells of the rule set; "" if none does.
func (all Topics) Own(g engine.Game, rules string) string {
	word := speech.RuleWord(g, rules)
	if rules == "" || all.meant(g, word).rank == topicUnknown {
		return ""
	}
	return word
}

// led are the game's pages that what is typed may lead to, a word that is only
// begun as well.
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

// Suggestions are buttons to the pages of the games that what is typed may mean. Those
// of the games that the person plays, which come first, come before the others, which
// come by turns: where there isn't room for all, there is for some of each game.
func (all Topics) Suggestions(of []engine.Game, played int, typed string, w *words.Tongue) *chat.Screen {
	fitting := each(of, func(g engine.Game) []chat.Button { return all.buttons(g, typed, w) })
	rows := each(append(slices.Concat(fitting[:played]...), byTurns(fitting[played:])...), func(b chat.Button) []chat.Button { return row(b) })
	return page(w, []chat.Line{plain(w.Say("guide.intro"))}, rows...)
}

// buttons lead to the game's pages that what is typed may mean.
func (all Topics) buttons(g engine.Game, typed string, w *words.Tongue) (fitting []chat.Button) {
	key, led := speech.Key(typed), all.led(g, typed)
	for _, x := range all[g.ID].pages[w.Tag()] {
		to := button(w.Say("game."+g.ID)+": "+x.title, rulesLine(g, x.name))
		if led[x.name] || strings.Contains(speech.Key(to.Label+" "+to.Line), key) {
			fitting = append(fitting, to)
		}
	}
	return fitting
}

// byTurns is the first of each row, then the second of each, and so on.
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
