package pages

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// Notice is a word to somebody about what another has done.
type Notice struct {
	What string      // the text "notice."+What
	Name string      // of the one who did it
	User chat.UserID // the same
	At   time.Time
}

// Screen is the page.
func (p Notice) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Age: p.At, Ended: true, Text: []chat.Line{
		styled(w.Say("notice."+p.What, "Who", NameOn(w, p.Name, p.User)), chat.Strong),
	}}
	if p.What == "linked" {
		s.Text = append(s.Text, plain(w.Say("link.undo")))
	}
	return s
}

// NameOn is what an identity is called, and where.
func NameOn(w *words.Tongue, name string, user chat.UserID) string {
	return speech.Isolate(name) + " (" + w.Say("platform."+user.Platform()) + ")"
}
