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
	names := each(games.All(), func(g engine.Game) string { return gameName(g, w) })
	text := []chat.Line{title(w.Say("help.title")), plain(w.Say("help.games", "Games", strings.Join(names, ", "))), plain(w.Say("help.intro")), nil}
	for _, c := range all {
		if w.Command(c.Name) == "" {
			continue // only buttons say it there
		}
		line := styled(w.Command(c.Name), chat.Code)
		if typed := c.Typed(w)[0]; typed != c.Name {
			line = append(line, chat.Span{Text: " / "}, chat.Span{Text: w.Command(typed), Style: chat.Code})
		}
		text = append(text, append(line, chat.Span{Text: " – " + w.Say("command."+c.Name)}))
	}
	if typesMoves(w) {
		text = append(text, nil, plain(w.Say("help.typed")))
	}
	return page(w, text, firstSteps(w))
}

// typesMoves says that commands can be typed where it is read, and moves, too.
func typesMoves(w *words.Tongue) bool { return w.Command(engine.PlayCard.String()) != "" }

// gameName tells how many play the game, too.
func gameName(g engine.Game, w *words.Tongue) string {
	return w.Say("game.seats", "Game", w.Say("game."+g.ID), "Seats", g.Seats)
}

// firstSteps lead those on who are new.
func firstSteps(w *words.Tongue) []chat.Button {
	return []chat.Button{
		primary(w.Say("button.now"), "now"), button(w.Say("button.learn"), "rules course"), button(w.Say("button.friend"), "challenge"),
	}
}

// Greeting is what somebody new is greeted with, and a chat: the first three steps. A
// chat is told in which language they are; those who administer it can choose another.
type Greeting struct {
	Home      chat.ChatID // the server or group
	Chat      chat.ChatID
	Languages Languages // none for one person
}

// Screen is the page.
func (p Greeting) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("greeting.title")), plain(w.Say("greeting.now")), plain(w.Say("greeting.learn")), plain(w.Say("greeting.friend"))}
	if len(p.Languages) > 0 {
		text = append(text, dim(w.Say("greeting.language", "Language", p.Languages.Name(w.Tag(), w))))
	}
	return page(w, text, firstSteps(w), each(p.Languages, func(x Language) chat.Button {
		return toggle(x.Name, fmt.Sprintf("config %s %s %s %s", p.Home, p.Chat, SettingLang, x.Tag), x.Tag == w.Tag())
	}))
}

// Practice asks which game to play with the computer.
type Practice struct {
	Games []engine.Game // that there are
	Known int           // so many in front are those that the person plays, or has played last
}

// Screen is the page.
func (p Practice) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("practice.title")), plain(w.Say("practice.which"))})
	for i, g := range p.Games {
		s.Buttons = append(s.Buttons, row(toggle(gameName(g, w), "practice "+g.ID, i < p.Known)))
	}
	return s
}
