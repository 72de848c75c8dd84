package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// Notice tells a person about another user's action.
type Notice struct {
	What string // selects the text "notice."+What
	Name string // the acting user's
	User chat.UserID
	At   time.Time
}

// Screen returns the message. A link's notice says how to undo it.
func (p Notice) Screen(w *words.Tongue) *chat.Screen {
	event := strong(w.Say("notice."+p.What, "Who", NameOn(p.Name, p.User, w)))
	s := page(w, nonEmpty(event, when(p.What == "linked", plain(w.Say("link.undo")))))
	s.Created, s.Dismissable = p.At, true
	return s
}
