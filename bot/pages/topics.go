package pages

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Topics are the pages of the rules that words lead to, by game, in all
// languages at once.
type Topics map[string]map[string]topicHit

// topicHit is the page that a word leads to.
type topicHit struct {
	topic string
	rank  topicRank
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
var topicAsides = []string{"course", "values", "example", "differences", "rulings", "glossary"}

// NewTopics reads the guides of the games.
func NewTopics(all []engine.Game, catalogue *words.Catalogue) (Topics, error) {
	found := make(Topics)
	for _, g := range all {
		found[g.ID] = make(map[string]topicHit)
		for _, lang := range words.Languages() {
			files, err := topicFiles(g, lang)
			if err != nil {
				return nil, fmt.Errorf("bot: topics of %s: %w", g.ID, err)
			}
			for _, file := range files {
				if err := found.read(g, file, catalogue.In(lang)); err != nil {
					return nil, fmt.Errorf("bot: topics of %s: %w", g.ID, err)
				}
			}
		}
	}
	return found, nil
}

// read learns the words that lead to one page.
func (all Topics) read(g engine.Game, file string, w *words.Tongue) error {
	text, err := fs.ReadFile(g.Guide, file)
	if err != nil {
		return err
	}
	name := topicName(file)
	learn := func(rank topicRank, terms ...string) {
		for _, term := range terms {
			all.learn(g.ID, term, topicHit{name, rank})
		}
	}
	title, body, _ := strings.Cut(string(text), "\n")
	learn(topicItself, append(tellingWords(title), name)...)
	learn(topicAlias, strings.Split(w.Say("typed.topic."+name), ",")...)
	for line := range strings.Lines(body) {
		for _, term := range termsIn(line) {
			if slices.Contains(topicAsides, name) {
				learn(topicAside, term)
				continue
			}
			learn(topicTerm, term)
			learn(topicPart, tellingWords(term)...)
		}
	}
	return nil
}

// learn keeps the closest page, of several the first.
func (all Topics) learn(game, term string, hit topicHit) {
	key := speech.Key(term)
	if had, ok := all[game][key]; key != "" && (!ok || hit.rank < had.rank) {
		all[game][key] = hit
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
			if hit, ok := all[g.ID][strings.Join(fields[i:i+n], " ")]; ok {
				return hit
			}
		}
	}
	return topicHit{rank: topicUnknown}
}

// led are the game's pages that what is typed may lead to, a word that is only
// begun as well.
func (all Topics) led(g engine.Game, typed string) map[string]bool {
	key := speech.Key(typed)
	pages := map[string]bool{all.meant(g, typed).topic: true}
	for term, hit := range all[g.ID] {
		if strings.HasPrefix(term, key) {
			pages[hit.topic] = true
		}
	}
	return pages
}

// Suggestions are buttons to the pages of the games that what is typed may mean. Those
// of the games that the person plays, which come first, come before the others, which
// come by turns: where there isn't room for all, there is for some of each game.
func (all Topics) Suggestions(of []engine.Game, played int, typed string, w *words.Tongue) (*chat.Screen, error) {
	var own []chat.Button
	var others [][]chat.Button
	for i, g := range of {
		fitting, err := all.buttons(g, typed, w)
		if err != nil {
			return nil, err
		}
		if i < played {
			own = append(own, fitting...)
		} else {
			others = append(others, fitting)
		}
	}
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{{{Text: w.Say("guide.intro")}}}}
	for _, button := range append(own, byTurns(others)...) {
		s.Buttons = append(s.Buttons, []chat.Button{button})
	}
	return s, nil
}

// buttons lead to the game's pages that what is typed may mean.
func (all Topics) buttons(g engine.Game, typed string, w *words.Tongue) (fitting []chat.Button, err error) {
	files, err := topicFiles(g, w.Tag())
	if err != nil {
		return nil, fmt.Errorf("bot: topics: %w", err)
	}
	key, led := speech.Key(typed), all.led(g, typed)
	for _, file := range files {
		button := chat.Button{Label: w.Say("game."+g.ID) + ": " + topicTitle(g, file), Line: rulesLine(g, topicName(file))}
		if led[topicName(file)] || strings.Contains(speech.Key(button.Label+" "+button.Line), key) {
			fitting = append(fitting, button)
		}
	}
	return fitting, nil
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
