package pages

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// Blocked are those from whom somebody wants no challenges.
type Blocked []BlockedUser

// BlockedUser is one of them.
type BlockedUser struct {
	User chat.UserID
	Name string // as they are called there
}

// Screen lists them, with a button each that ends it.
func (all Blocked) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("block.title"), chat.Title), plain(w.Say("block.intro"))}}
	if len(all) == 0 {
		s.Text = append(s.Text, plain(w.Say("block.none")))
	}
	for _, x := range all {
		s.Buttons = append(s.Buttons, []chat.Button{{Label: w.Say("block.end", "Name", speech.Isolate(x.Name)), Line: "block off " + string(x.User)}})
	}
	return s
}
