package screens_test

import (
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/screens"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	help := screens.Help{Topic: screens.TopicPlay, Commands: []screens.HelpCommand{
		{Name: "undo"}, {Name: "consent", HasExample: true}, {Name: "rules"},
	}}
	withoutTyping := func(w *words.Tongue) *chat.Screen {
		return help.Screen(w.WithCommands(func(string) string { return "" }))
	}
	notice := screens.Notice{What: "linked", Name: "Anna", User: "telegram:5", At: time.Date(2026, 10, 3, 12, 0, 0, 0, time.UTC)}
	unlinked := notice
	unlinked.What = "unlinked"
	checkPages(t, "help",
		pageCase{"help", screens.Help{}.Screen},
		pageCase{"a topic of the help", help.Screen},
		pageCase{"a topic for a reader who can't type", withoutTyping},
		pageCase{"a suggested command", screens.Suggestion{Question: "Did you mean challenge?", Line: "challenge @bert"}.Screen},
		pageCase{"somebody new is greeted", screens.Greeting{}.Screen},
		pageCase{"a chat is greeted", screens.Greeting{Home: "discord:1", Chat: "discord:1/2", Languages: bothLanguages}.Screen},
		pageCase{"which game with the computer", screens.Practice{Games: games.All(), KnownCount: 1, Level: robot.Medium}.Screen},
		pageCase{"which game with the strong computer", screens.Practice{Games: games.All(), Level: robot.Strong}.Screen},
		pageCase{"a notice of a link", notice.Screen},
		pageCase{"a notice that a link has ended", unlinked.Screen},
	)
}
