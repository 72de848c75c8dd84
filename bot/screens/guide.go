package screens

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

// Page returns the rules page about want. It prefers the games that the person plays, which come first,
// then the game that explains it best, and adds buttons to the others. Without want it lists the pages of
// the first game, or asks which game if the person plays none. It refuses an unknown topic.
func (all Topics) Page(of []engine.Game, played int, want string, courses Courses, w *words.Tongue) (*chat.Screen, error) {
	switch {
	case want == "" && played == 0:
		return rulesGames(w), nil
	case want == "":
		return all.contents(of[0], w), nil
	}
	hit := func(g engine.Game) topicHit { return all.meant(g, want) }
	of = slices.Clone(of)
	slices.SortStableFunc(of[played:], func(x, y engine.Game) int { return hit(x).compare(hit(y)) })
	of = slices.DeleteFunc(of, func(g engine.Game) bool { return hit(g).rank == topicUnknown })
	if len(of) == 0 {
		return nil, chat.Refuse("no-topic", "Topic", displayname.Clean(want))
	}
	pages, i := all.find(of[0], hit(of[0]).topic, w)
	if i < 0 {
		return nil, fmt.Errorf("bot: rules: no page %s of %s", hit(of[0]).topic, of[0].ID)
	}
	others := each(of[1:], func(g engine.Game) chat.Button { return otherRules(g, hit(g).topic, w) })
	lessons := each(courses.About(of[0].ID, pages[i].name, w), func(l lesson.Lesson) chat.Button {
		return button(w.Say("learn.lesson", "Title", l.Title), lessonLine(&l, 1, ""))
	})
	text := guideLines(pages[i].text)
	if hit(of[0]).rank != topicItself {
		text = append(nonEmpty(all.meaning(of[0].ID, want, w)), text...)
	}
	s := page(w, text, turnButtons(of[0], pages, i, w), lessons, others)
	s.Game = of[0].ID
	return s, nil
}

// glossary names the topic that lists terms, one in each bullet.
const glossary = "glossary"

// Glossary returns the terms that the game's guide explains in a sentence.
func (all Topics) Glossary(game string, w *words.Tongue) (terms []chat.Term) {
	pages := all[game].pages[w.Tag()]
	i := slices.IndexFunc(pages, func(x topic) bool { return x.name == glossary })
	if i < 0 {
		return nil
	}
	for line := range strings.Lines(pages[i].text) {
		bullet, is := strings.CutPrefix(strings.TrimSpace(line), "- **")
		if names, meaning, ok := strings.Cut(bullet, "**"); is && ok {
			terms = append(terms, chat.Term{Words: strings.Split(names, ", "), Meaning: strings.TrimSpace(names + meaning)})
		}
	}
	return terms
}

// meaning returns the glossary's sentence about want; nil if it has none.
func (all Topics) meaning(game, want string, w *words.Tongue) chat.Line {
	for _, term := range all.Glossary(game, w) {
		if slices.ContainsFunc(term.Words, func(word string) bool { return speech.Key(word) == speech.Key(want) }) {
			return strong(term.Meaning)
		}
	}
	return nil
}

// rulesGames asks which game's rules to show.
func rulesGames(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{title(w.Say("guide.games")), plain(w.Say("guide.which"))},
		each(games.All(), func(g engine.Game) []chat.Button { return row(button(gameName(g, w), lineOf("rules", g.ID))) })...)
}

// otherRules opens the rules of another game at the topic.
func otherRules(g engine.Game, topic string, w *words.Tongue) chat.Button {
	return button(w.Say("guide.title", "Game", w.Say("game."+g.ID)), lineOf("rules", g.ID, topic))
}

// find returns the game's pages and the index of the named one; -1 if there is none.
func (all Topics) find(g engine.Game, name string, w *words.Tongue) ([]topic, int) {
	pages := all[g.ID].pages[w.Tag()]
	return pages, slices.IndexFunc(pages, func(x topic) bool { return x.name == name })
}

// Word returns the reader's word for a topic of the game. It is the last word of the page's title, except
// in the first language, which uses the topic's name.
func (all Topics) Word(g engine.Game, name string, w *words.Tongue) string {
	pages, i := all.find(g, name, w)
	if i < 0 || w.Tag() == words.Languages()[0] {
		return name
	}
	heading := strings.FieldsFunc(speech.PlainWord(pages[i].title), func(r rune) bool { return r == ' ' || r == ',' })
	return heading[len(heading)-1]
}

// contents lists the pages of a game's rules and the other games.
func (all Topics) contents(g engine.Game, w *words.Tongue) *chat.Screen {
	const perRow = 4
	var rows [][]chat.Button
	for some := range slices.Chunk(all[g.ID].pages[w.Tag()], perRow) {
		rows = append(rows, each(some, func(x topic) chat.Button { return button(x.title, lineOf("rules", g.ID, x.name)) }))
	}
	others := slices.DeleteFunc(games.All(), func(other engine.Game) bool { return other.ID == g.ID })
	rows = append(rows, each(others, func(other engine.Game) chat.Button { return otherRules(other, "", w) }))
	return page(w, []chat.Line{title(w.Say("guide.title", "Game", w.Say("game."+g.ID))), plain(w.Say("guide.intro"))}, rows...)
}

// turnButtons leads to the list of pages, the previous page and the next page.
func turnButtons(g engine.Game, pages []topic, i int, w *words.Tongue) []chat.Button {
	turn := func(label string, to int) (b chat.Button) {
		if to >= 0 && to < len(pages) {
			b = sign(label, pages[to].title, lineOf("rules", g.ID, pages[to].name))
		}
		return b
	}
	return row(button(w.Say("guide.topics"), lineOf("rules", g.ID)), turn("◀", i-1), turn("▶", i+1))
}

// guideLines parses the guide's small subset of Markdown: headings, bullets, paragraphs and bold words.
func guideLines(text string) []chat.Line {
	var lines []chat.Line
	for raw := range strings.Lines(text) {
		raw = strings.TrimRight(raw, "\n")
		switch mark, rest, _ := strings.Cut(raw, " "); mark {
		case "#", "##":
			lines = append(lines, title(rest))
		case "-":
			lines = append(lines, boldSpans("• "+rest))
		default:
			lines = append(lines, boldSpans(raw))
		}
	}
	return slices.CompactFunc(lines, func(a, b chat.Line) bool { return len(a) == 0 && len(b) == 0 })
}

// boldSpans makes the text between ** strong.
func boldSpans(text string) chat.Line {
	var line chat.Line
	for i, part := range strings.Split(text, "**") {
		if part != "" {
			line = append(line, chat.Span{Text: part, Style: either(i%2 == 1, chat.Strong, chat.Plain)})
		}
	}
	return line
}
