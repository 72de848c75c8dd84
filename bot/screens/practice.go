package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// Practice asks for a game with the computer.
type Practice struct {
	Games      []engine.Game
	KnownCount int         // number of leading Games that the person plays
	Level      robot.Level // the computer's
}

// Screen offers games and levels.
func (p Practice) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("practice.title")), plain(w.Say("practice.which"))})
	for i, g := range p.Games {
		line := lineOf("practice", g.ID, when(p.Level != match.DefaultLevel, terms.LevelWord(p.Level)))
		s.Buttons = append(s.Buttons, row(toggle(gameName(g, w), line, i < p.KnownCount)))
	}
	s.Buttons = append(s.Buttons, seq.Map(robot.Levels(), func(l robot.Level) chat.Button {
		return toggle(levelName(l, w), lineOf("level", l), l == p.Level)
	}))
	return s
}
