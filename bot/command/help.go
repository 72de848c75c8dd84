package command

import (
	"cmp"
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// help lists the commands of a topic; without one it lists the topics.
func help(_ context.Context, r *Request, topic screens.HelpTopic) (chat.Answer, error) {
	page := screens.Help{Topic: topic}
	for _, c := range commands() {
		if c.topic == page.Topic {
			page.Commands = append(page.Commands, screens.HelpCommand{Command: speech.Command{Name: c.name}, More: c.needsArguments})
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// start greets a newcomer.
func start(_ context.Context, r *Request) (chat.Answer, error) {
	return chat.Answer{Screen: screens.Greeting{}.Screen(r.Words)}, nil
}

// rulesTopic shows a page of the rules: "rules auction", "rules kosakeln auction"; "rules kosakeln" lists
// all pages of the game. Without a game it takes the one that the person plays, else the one that explains
// the topic best, with buttons to the others. Without any word it asks a newcomer for the game.
func rulesTopic(_ context.Context, r *Request, want speech.GameSaid) (chat.Answer, error) {
	all, played := gamesFor(r)
	if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == want.Game }); i >= 0 {
		all, played = all[i:i+1], 1
		if want.Rest == "" {
			want.Rest = r.sv.Topics.Own(all[0], want.Rules)
		}
	}
	page, err := screens.Rules{Topics: r.sv.Topics, Courses: r.sv.Courses, Games: all, Played: played, Want: want.Rest}.Screen(r.Words)
	return chat.Answer{Screen: page}, err
}

// gamesFor returns all games, and how many of them the person plays. Those come first: the one in this
// chat, then those of tables touched lately.
func gamesFor(r *Request) (all []engine.Game, played int) {
	tables := tablesOf(r.sv, r.Person)
	notHere := func(t *match.Table) int {
		if r.Chat != "" && t.Messages.In(r.Place()) != nil {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(tables, func(x, y *match.Table) int {
		return cmp.Or(cmp.Compare(notHere(x), notHere(y)), touchedLast(x, y))
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

// suggestTopics shows the pages of all games that the typed text may mean, for platforms that offer them
// while somebody types.
func suggestTopics(_ context.Context, r *Request, typed string) (chat.Answer, error) {
	all, played := gamesFor(r)
	return chat.Answer{Screen: screens.Rules{Topics: r.sv.Topics, Games: all, Played: played, Want: typed}.Suggestions(r.Words)}, nil
}
