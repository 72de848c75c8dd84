package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/support/seq"
	"tarockbot/render/words"
)

// Greeting welcomes a new person or chat.
type Greeting struct {
	Home      chat.ChatID // the server or group
	Chat      chat.ChatID
	Languages Languages // empty for a single person
}

// Screen shows the first steps.
func (p Greeting) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{
		title(w.Say("greeting.title")), plain(w.Say("greeting.now")), plain(w.Say("greeting.learn")), plain(w.Say("greeting.friend")),
	}
	if len(p.Languages) > 0 {
		space := SpaceName(p.Home.Platform(), w)
		text = append(text, dim(w.Say("greeting.language", "Language", p.Languages.Name(w.Tag(), w), "Space", space)))
	}
	return page(w, text, firstSteps(w), seq.Map(p.Languages, func(x Language) chat.Button {
		return toggle(x.Name, lineOf("config", p.Home, p.Chat, SettingLang, x.Tag), x.Tag == w.Tag())
	}))
}
