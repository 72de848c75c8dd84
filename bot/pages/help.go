package pages

import (
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Help lists the commands, of which none is hidden.
type Help []speech.Command

// Screen is the page. What can't be typed where it is read isn't told.
func (all Help) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("help.title"), chat.Title), plain(gamesLine(w)), plain(w.Say("help.intro")), nil}}
	for _, c := range all {
		if w.Command(c.Name) == "" {
			continue // only buttons say it there
		}
		line := chat.Line{{Text: w.Command(c.Name), Style: chat.Code}}
		if typed := c.Typed(w)[0]; typed != c.Name {
			line = append(line, chat.Span{Text: " / "}, chat.Span{Text: w.Command(typed), Style: chat.Code})
		}
		s.Text = append(s.Text, append(line, chat.Span{Text: " – " + w.Say("command."+c.Name)}))
	}
	if typesMoves(w) {
		s.Text = append(s.Text, nil, plain(w.Say("help.typed")))
	}
	s.Buttons = [][]chat.Button{firstSteps(w)}
	return s
}

// typesMoves says that commands can be typed where it is read, and moves, too.
func typesMoves(w *words.Tongue) bool { return w.Command(engine.PlayCard.String()) != "" }

// gamesLine tells which games there are.
func gamesLine(w *words.Tongue) string {
	var names []string
	for _, g := range games.All() {
		names = append(names, gameName(g, w))
	}
	return w.Say("help.games", "Games", strings.Join(names, ", "))
}

// firstSteps lead those on who are new.
func firstSteps(w *words.Tongue) []chat.Button {
	return append(playButtons(w), chat.Button{Label: w.Say("button.course"), Line: "rules course"})
}

// playButtons begin a game.
func playButtons(w *words.Tongue) []chat.Button {
	return []chat.Button{
		{Label: w.Say("button.challenge"), Line: "challenge", Look: chat.Primary},
		{Label: w.Say("button.practice"), Line: "practice"},
	}
}

// Greeting is what a chat is greeted with: the first three steps, and in which
// language they are. Those who administer the place can choose another.
type Greeting struct {
	Home      chat.ChatID // the server or group
	Chat      chat.ChatID
	Languages Languages
}

// Screen is the page.
func (p Greeting) Screen(w *words.Tongue) *chat.Screen {
	var langs []chat.Button
	for _, x := range p.Languages {
		line := fmt.Sprintf("config %s %s %s %s", p.Home, p.Chat, SettingLang, x.Tag)
		langs = append(langs, chat.Button{Label: x.Name, Line: line, Look: lookIf(x.Tag == w.Tag())})
	}
	return &chat.Screen{
		Lang: w.Tag(),
		Text: []chat.Line{
			styled(w.Say("greeting.title"), chat.Title),
			plain(w.Say("greeting.challenge")), plain(w.Say("greeting.practice")), plain(w.Say("greeting.course")),
			styled(w.Say("greeting.language", "Language", p.Languages.Name(w.Tag(), w)), chat.Dim),
		},
		Buttons: [][]chat.Button{firstSteps(w), langs},
	}
}

// Practice asks which game to play with the computer.
type Practice struct {
	Games []engine.Game // that there are
	Known int           // so many in front are those that the person plays, or has played last
}

// Screen is the page.
func (p Practice) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("practice.title"), chat.Title), plain(w.Say("practice.which"))}}
	for i, g := range p.Games {
		s.Buttons = append(s.Buttons, []chat.Button{{Label: gameName(g, w), Line: "practice " + g.ID, Look: lookIf(i < p.Known)}})
	}
	return s
}
