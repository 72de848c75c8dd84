package pages

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Page is the page of the rules that is meant by what somebody wants to read, of the
// first of the games that explains it best, of those that they play, which come first,
// the first; with buttons to those of the others. Where nothing is wanted it is all
// pages that there are, or, for who plays none of the games, of which game they shall
// be. The refusal is that no page tells of it.
func (all Topics) Page(of []engine.Game, played int, want string, w *words.Tongue) (*chat.Screen, error) {
	switch {
	case want == "" && played == 0:
		return rulesGames(w), nil
	case want == "":
		return topicsPage(of[0], w)
	}
	hit := func(g engine.Game) topicHit { return all.meant(g, want) }
	slices.SortStableFunc(of[played:], func(x, y engine.Game) int { return cmp.Compare(hit(x).rank, hit(y).rank) })
	of = slices.DeleteFunc(of, func(g engine.Game) bool { return hit(g).rank == topicUnknown })
	if len(of) == 0 {
		return nil, chat.Refuse("no-topic", "Topic", speech.CleanName(want))
	}
	page, err := rulesPage(of[0], hit(of[0]).topic, w)
	if err != nil {
		return nil, err
	}
	var others []chat.Button
	for _, g := range of[1:] {
		others = append(others, otherRules(g, hit(g).topic, w))
	}
	if len(others) > 0 {
		page.Buttons = append(page.Buttons, others)
	}
	return page, nil
}

// rulesGames asks of which game the rules are to be shown.
func rulesGames(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{{{Text: w.Say("guide.games"), Style: chat.Title}}, {{Text: w.Say("guide.which")}}}}
	for _, g := range games.All() {
		s.Buttons = append(s.Buttons, []chat.Button{{Label: gameName(g, w), Line: rulesLine(g, "")}})
	}
	return s
}

// otherRules leads to what the rules of another game say about the topic.
func otherRules(g engine.Game, topic string, w *words.Tongue) chat.Button {
	return chat.Button{Label: w.Say("guide.title", "Game", w.Say("game."+g.ID)), Line: rulesLine(g, topic)}
}

// rulesPage is the page about a topic.
func rulesPage(game engine.Game, topic string, w *words.Tongue) (*chat.Screen, error) {
	files, err := topicFiles(game, w.Tag())
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(files, func(file string) bool { return topicName(file) == topic })
	if i < 0 {
		return nil, fmt.Errorf("bot: rules: no page %s of %s", topic, game.ID)
	}
	text, err := fs.ReadFile(game.Guide, files[i])
	if err != nil {
		return nil, fmt.Errorf("bot: rules: %w", err)
	}
	return &chat.Screen{Lang: w.Tag(), Text: guideLines(string(text)), Buttons: [][]chat.Button{turnButtons(game, files, i, w)}}, nil
}

// rulesLine is what shows the page about a topic of the game; all, if it is "".
func rulesLine(g engine.Game, topic string) string {
	return strings.TrimSpace("rules " + g.ID + " " + topic)
}

// TopicWord is what people who speak the language call a topic: the last word
// of its title.
func TopicWord(g engine.Game, topic string, w *words.Tongue) string {
	files, err := topicFiles(g, w.Tag())
	i := slices.IndexFunc(files, func(file string) bool { return topicName(file) == topic })
	if err != nil || i < 0 || w.Tag() == words.Languages()[0] {
		return topic
	}
	heading := headingWords(g, files[i])
	return heading[len(heading)-1]
}

// headingWords are the words of a topic's title, as plain as typed ones.
func headingWords(g engine.Game, file string) []string {
	return strings.FieldsFunc(speech.PlainWord(topicTitle(g, file)), func(r rune) bool { return r == ' ' || r == ',' })
}

func topicFiles(g engine.Game, lang string) ([]string, error) {
	files, err := fs.Glob(g.Guide, lang+"/*.md")
	if fallback := words.Languages()[0]; err == nil && len(files) == 0 && lang != fallback {
		return topicFiles(g, fallback)
	}
	if err == nil && len(files) == 0 {
		err = errors.New("no guide in " + lang)
	}
	return files, err
}

// topicName is "auction" for "de/03-auction.md".
func topicName(file string) string {
	_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".md"), "-")
	return name
}

// topicsPage lists the pages of a game's rules.
func topicsPage(g engine.Game, w *words.Tongue) (*chat.Screen, error) {
	files, err := topicFiles(g, w.Tag())
	if err != nil {
		return nil, fmt.Errorf("bot: rules: %w", err)
	}
	title := w.Say("guide.title", "Game", w.Say("game."+g.ID))
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{{{Text: title, Style: chat.Title}}, {{Text: w.Say("guide.intro")}}}}
	const perRow = 4
	for row := range slices.Chunk(files, perRow) {
		var buttons []chat.Button
		for _, file := range row {
			buttons = append(buttons, chat.Button{Label: topicTitle(g, file), Line: rulesLine(g, topicName(file))})
		}
		s.Buttons = append(s.Buttons, buttons)
	}
	var others []chat.Button
	for _, other := range games.All() {
		if other.ID != g.ID {
			others = append(others, otherRules(other, "", w))
		}
	}
	if len(others) > 0 {
		s.Buttons = append(s.Buttons, others)
	}
	return s, nil
}

// topicTitle is the heading in the topic's first line.
func topicTitle(g engine.Game, file string) string {
	text, err := fs.ReadFile(g.Guide, file)
	if err != nil {
		return topicName(file)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "# ")
}

func turnButtons(g engine.Game, files []string, i int, w *words.Tongue) []chat.Button {
	row := []chat.Button{{Label: w.Say("guide.topics"), Line: rulesLine(g, "")}}
	if i > 0 {
		row = append(row, chat.Button{Label: "◀", Line: rulesLine(g, topicName(files[i-1]))})
	}
	if i+1 < len(files) {
		row = append(row, chat.Button{Label: "▶", Line: rulesLine(g, topicName(files[i+1]))})
	}
	return row
}

// guideLines reads the guide's small part of Markdown: headings, bullets,
// paragraphs and bold words.
func guideLines(text string) []chat.Line {
	var lines []chat.Line
	for raw := range strings.Lines(text) {
		raw = strings.TrimRight(raw, "\n")
		switch {
		case strings.HasPrefix(raw, "# "):
			lines = append(lines, chat.Line{{Text: raw[2:], Style: chat.Title}})
		case strings.HasPrefix(raw, "## "):
			lines = append(lines, chat.Line{{Text: raw[3:], Style: chat.Title}})
		case strings.HasPrefix(raw, "- "):
			lines = append(lines, boldSpans("• "+raw[2:]))
		case raw == "":
			lines = append(lines, nil)
		default:
			lines = append(lines, boldSpans(raw))
		}
	}
	return slices.CompactFunc(lines, func(a, b chat.Line) bool { return len(a) == 0 && len(b) == 0 })
}

// boldSpans makes what stands between ** strong.
func boldSpans(text string) chat.Line {
	var line chat.Line
	for i, part := range strings.Split(text, "**") {
		if part == "" {
			continue
		}
		style := chat.Plain
		if i%2 == 1 {
			style = chat.Strong
		}
		line = append(line, chat.Span{Text: part, Style: style})
	}
	return line
}
