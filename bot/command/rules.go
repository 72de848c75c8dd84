package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// rulesTopic shows a page of the rules: "rules auction", "rules kosakeln
// auction", or all pages there are: "rules kosakeln". Where no game is named
// the page is of the game that the person plays, else of that which explains it
// best, with buttons to those of the others. Without a word who plays none is
// asked which game it shall be.
func rulesTopic(_ context.Context, sv *Services, r *Request) (chat.Answer, error) {
	all, played := gamesFor(sv, r)
	game, want := sv.Lexicon.Phrases.Game(r.args)
	if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == game }); i >= 0 {
		all, played = all[i:i+1], 1
	}
	page, err := sv.topics.Page(all, played, want, r.Words)
	return chat.Answer{Screen: page}, err
}

// gamesFor are all games, and how many of them the person plays: those come
// first, that of this chat, then those of tables touched lately.
func gamesFor(sv *Services, r *Request) (all []engine.Game, played int) {
	var tables []*match.Table
	for _, x := range sv.Tables.Index.Of(r.Person) {
		if t := sv.Tables.Peek(x.ID); t != nil {
			tables = append(tables, t)
		}
	}
	elsewhere := func(t *match.Table) int {
		if r.Chat != "" && t.Messages.In(r.Place()) != nil {
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

// suggestTopics shows the pages of all games that what is typed may mean, for
// platforms that offer them while somebody types.
func suggestTopics(_ context.Context, sv *Services, r *Request) (chat.Answer, error) {
	all, played := gamesFor(sv, r)
	page, err := sv.topics.Suggestions(all, played, strings.Join(r.args, " "), r.Words)
	return chat.Answer{Screen: page}, err
}
