package command

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/screens"
	"tarockbot/engine"
)

func help(_ context.Context, r *Request, topic screens.HelpTopic) (chat.Answer, error) {
	page := screens.Help{Topic: topic}
	for _, c := range commands() {
		if c.topic == page.Topic {
			page.Commands = append(page.Commands, screens.HelpCommand{Name: c.name, HasExample: c.needsArguments})
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

func start(_ context.Context, r *Request) (chat.Answer, error) {
	return chat.Answer{Screen: screens.Greeting{}.Screen(r.Words)}, nil
}

// rulesTopic shows rules: "rules auction", "rules kosakeln auction". Without a game it prefers the person's.
func rulesTopic(_ context.Context, r *Request, want speech.GameRequest) (chat.Answer, error) {
	all, played := gamesFor(r)
	if i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == want.Game }); i >= 0 {
		all, played = all[i:i+1], 1
		if want.Remainder == "" {
			want.Remainder = r.sv.Language.Topics.RulesTopic(all[0], want.Rules)
		}
	}
	page := screens.Rules{
		Topics: r.sv.Language.Topics, Courses: r.sv.Language.Courses, Games: all, PlayedCount: played, TypedTopic: want.Remainder,
	}
	screen, err := page.Screen(r.Words)
	return chat.Answer{Screen: screen}, err
}

// suggestTopics is for platforms that complete typed text.
func suggestTopics(_ context.Context, r *Request, typed string) (chat.Answer, error) {
	all, played := gamesFor(r)
	page := screens.Rules{Topics: r.sv.Language.Topics, Games: all, PlayedCount: played, TypedTopic: typed}
	return chat.Answer{Screen: page.Suggestions(r.Words)}, nil
}
