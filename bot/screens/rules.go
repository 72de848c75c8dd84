package screens

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/render/words"
)

// Rules shows a page of a game's rules.
type Rules struct {
	Topics      guides.Topics
	Courses     guides.Courses
	Games       []engine.Game // the person's games first
	PlayedCount int           // how many of Games are the person's
	TypedTopic  string        // "" for the list of pages
}

// Screen shows the page about TypedTopic. It prefers the person's games, then the game that explains the topic best. It
// refuses unknown topics.
func (p Rules) Screen(w *words.Tongue) (*chat.Screen, error) {
	switch {
	case p.TypedTopic == "" && p.PlayedCount == 0:
		ask := []chat.Line{title(w.Say("guide.games")), plain(w.Say("guide.which"))}
		return page(w, ask, seq.Map(games.All(), func(g engine.Game) []chat.Button {
			return row(button(gameName(g, w), lineOf("rules", g.ID)))
		})...), nil
	case p.TypedTopic == "":
		return p.contents(p.Games[0], w), nil
	}
	hit := func(g engine.Game) guides.Hit { return p.Topics.BestHit(g.ID, p.TypedTopic) }
	fitting := slices.Clone(p.Games)
	slices.SortStableFunc(fitting[p.PlayedCount:], func(x, y engine.Game) int { return hit(x).Compare(hit(y)) })
	fitting = slices.DeleteFunc(fitting, func(g engine.Game) bool { return !hit(g).IsKnown() })
	if len(fitting) == 0 {
		return nil, chat.RefusePublicly("no-topic", "Topic", displayname.Clean(p.TypedTopic))
	}
	game, topic := fitting[0].ID, hit(fitting[0]).Topic
	pages, i := p.Topics.Find(game, topic, w)
	if i < 0 {
		return nil, fmt.Errorf("bot: rules: no page %s of %s", topic, game)
	}
	others := seq.Map(fitting[1:], func(g engine.Game) chat.Button { return otherRules(g, hit(g).Topic, w) })
	lessons := seq.Map(p.Courses.About(game, topic, w), func(l lesson.Lesson) chat.Button {
		return button(w.Say("learn.lesson", "Title", l.Title), lessonLine(&l, 1))
	})
	text := guideLines(pages[i].Text)
	if meaning := p.Topics.Meaning(game, p.TypedTopic, w); meaning != "" && !hit(fitting[0]).IsNamed() {
		text = slices.Insert(text, 0, strong(meaning))
	}
	s := page(w, text, pageTurnButtons(game, pages, i, w), lessons, others)
	s.Game = game
	return s, nil
}

// Suggestions lists matching pages. It interleaves games, so that a truncated list has some of each.
func (p Rules) Suggestions(w *words.Tongue) *chat.Screen {
	fitting := seq.Map(p.Games, func(g engine.Game) []chat.Button { return p.matching(g, w) })
	buttons := append(slices.Concat(fitting[:p.PlayedCount]...), interleave(fitting[p.PlayedCount:])...)
	return page(w, []chat.Line{plain(w.Say("guide.intro"))}, seq.Map(buttons, func(b chat.Button) []chat.Button { return row(b) })...)
}

func (p Rules) matching(g engine.Game, w *words.Tongue) (fitting []chat.Button) {
	key, suggested := speech.PhraseKey(p.TypedTopic), p.Topics.SuggestedTopics(g.ID, p.TypedTopic)
	for _, x := range p.Topics.Pages(g.ID, w) {
		to := button(w.Say("game."+g.ID)+": "+x.Title, lineOf("rules", g.ID, x.Topic))
		if suggested[x.Topic] || strings.Contains(speech.PhraseKey(to.Label+" "+to.Line), key) {
			fitting = append(fitting, to)
		}
	}
	return fitting
}

func interleave(rows [][]chat.Button) (all []chat.Button) {
	for i := 0; ; i++ {
		before := len(all)
		for _, buttons := range rows {
			if i < len(buttons) {
				all = append(all, buttons[i])
			}
		}
		if len(all) == before {
			return all
		}
	}
}

func otherRules(g engine.Game, topic string, w *words.Tongue) chat.Button {
	return button(w.Say("guide.title", "Game", w.Say("game."+g.ID)), lineOf("rules", g.ID, topic))
}

func (p Rules) contents(g engine.Game, w *words.Tongue) *chat.Screen {
	const perRow = 4
	var rows [][]chat.Button
	for group := range slices.Chunk(p.Topics.Pages(g.ID, w), perRow) {
		rows = append(rows, seq.Map(group, func(x guides.Page) chat.Button {
			return button(x.Title, lineOf("rules", g.ID, x.Topic))
		}))
	}
	others := slices.DeleteFunc(games.All(), func(other engine.Game) bool { return other.ID == g.ID })
	rows = append(rows, seq.Map(others, func(other engine.Game) chat.Button { return otherRules(other, "", w) }))
	return page(w, []chat.Line{title(w.Say("guide.title", "Game", w.Say("game."+g.ID))), plain(w.Say("guide.intro"))}, rows...)
}

func pageTurnButtons(game string, pages []guides.Page, i int, w *words.Tongue) []chat.Button {
	turn := func(label string, to int) (b chat.Button) {
		if to >= 0 && to < len(pages) {
			b = symbolButton(label, pages[to].Title, lineOf("rules", game, pages[to].Topic))
		}
		return b
	}
	return row(button(w.Say("guide.topics"), lineOf("rules", game)), turn("◀", i-1), turn("▶", i+1))
}
