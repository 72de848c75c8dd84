package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// rulesTopic shows a page of the rules: "rules auction", "rules kosakeln
// auction", or all pages there are: "rules kosakeln". Where no game is named
// the page is of the game that the person plays, else of that which explains it
// best, with buttons to those of the others. Without a word who plays none is
// asked which game it shall be.
func (b *Bot) rulesTopic(_ context.Context, r *request) (Answer, error) {
	all, played := b.gamesFor(r)
	game, want := b.lexicon.Phrases.Game(r.args)
	if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == game }); i >= 0 {
		all, played = all[i:i+1], 1
	}
	if want == "" && played == 0 {
		return Answer{Screen: rulesGames(r.t)}, nil
	}
	if want == "" {
		page, err := topicsPage(all[0], r.t)
		return Answer{Screen: page}, err
	}
	hit := func(g engine.Game) topicHit { return b.topics.meant(g, want) }
	slices.SortStableFunc(all[played:], func(x, y engine.Game) int { return cmp.Compare(hit(x).rank, hit(y).rank) })
	all = slices.DeleteFunc(all, func(g engine.Game) bool { return hit(g).rank == topicUnknown })
	if len(all) == 0 {
		return Answer{}, chat.Refuse("no-topic", "Topic", speech.CleanName(want))
	}
	page, err := rulesPage(all[0], hit(all[0]).topic, r.t)
	if err != nil {
		return Answer{}, err
	}
	var others []Button
	for _, g := range all[1:] {
		others = append(others, otherRules(g, hit(g).topic, r.t))
	}
	if len(others) > 0 {
		page.Buttons = append(page.Buttons, others)
	}
	return Answer{Screen: page}, nil
}

// gamesFor are all games, and how many of them the person plays: those come
// first, that of this chat, then those of tables touched lately.
func (b *Bot) gamesFor(r *request) (all []engine.Game, played int) {
	var tables []*match.Table
	for _, x := range b.register.of(r.person) {
		if t := b.peek(x.ID); t != nil {
			tables = append(tables, t)
		}
	}
	elsewhere := func(t *match.Table) int {
		if r.Chat != "" && t.MessageIn(r.Place()) != nil {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(tables, func(x, y *match.Table) int {
		return cmp.Or(cmp.Compare(elsewhere(x), elsewhere(y)), y.Touched.Compare(x.Touched))
	})
	add := func(g engine.Game) {
		if !slices.ContainsFunc(all, func(had engine.Game) bool { return had.ID == g.ID }) {
			all = append(all, g)
		}
	}
	for _, t := range tables {
		add(t.Match.Game)
	}
	played = len(all)
	for _, g := range games.All() {
		add(g)
	}
	return all, played
}

// suggestTopics are buttons to the pages of all games that what is typed may
// mean, for platforms that offer them while somebody types. Those of the games
// that the person plays come first, the others by turns: where there isn't room
// for all, there is for some of each game.
func (b *Bot) suggestTopics(_ context.Context, r *request) (Answer, error) {
	all, played := b.gamesFor(r)
	var own []Button
	var others [][]Button
	for i, g := range all {
		fitting, err := b.topicButtons(g, strings.Join(r.args, " "), r.t)
		if err != nil {
			return Answer{}, err
		}
		if i < played {
			own = append(own, fitting...)
		} else {
			others = append(others, fitting)
		}
	}
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("guide.intro")}}}}
	for _, button := range append(own, byTurns(others)...) {
		s.Buttons = append(s.Buttons, []Button{button})
	}
	return Answer{Screen: s}, nil
}

// topicButtons lead to the game's pages that what is typed may mean.
func (b *Bot) topicButtons(g engine.Game, typed string, w *words.Tongue) (fitting []Button, err error) {
	files, err := topicFiles(g, w.Tag())
	if err != nil {
		return nil, fmt.Errorf("bot: topics: %w", err)
	}
	key, led := speech.Key(typed), b.topics.led(g, typed)
	for _, file := range files {
		button := Button{Label: w.Say("game."+g.ID) + ": " + topicTitle(g, file), Line: rulesLine(g, topicName(file))}
		if led[topicName(file)] || strings.Contains(speech.Key(button.Label+" "+button.Line), key) {
			fitting = append(fitting, button)
		}
	}
	return fitting, nil
}
