package screens

import (
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/render/words"
)

// LinkCode says how a code for linking is given on each of the other platforms.
type LinkCode struct {
	Minutes int            // that it is good for
	Typed   []PlatformLink // what is typed there
}

// Screen is the page.
func (p LinkCode) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("link.title")), plain(w.Say("link.code", "Minutes", p.Minutes))}
	for _, x := range p.Typed {
		text = append(text, chat.Line{{Text: w.Say("platform."+x.Platform) + ": ", Style: chat.Dim}, {Text: x.Link, Style: chat.Code}})
	}
	return page(w, append(text, strong(w.Say("link.secret"))))
}

// Unlink asks whether an identity shall be on its own again.
type Unlink struct {
	Names string // of the others
	Since int    // the journal's entry that has made the link
}

// Screen is the page.
func (p Unlink) Screen(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{title(w.Say("unlink.title")), plain(w.Say("unlink.from", "Names", p.Names)), plain(w.Say("unlink.sure"))},
		yesOrNo("unlink", fmt.Sprintf("unlink %d ", p.Since), w))
}

// Forget says what goes and what stays when somebody is forgotten, and asks whether
// that shall be.
type Forget struct {
	Person chat.PersonID
	Linked string // the names of the other identities; "" if there are none
	Tables int    // at which they sit
	Days   int    // until all is as if they had never been there
}

// Screen is the page.
func (p Forget) Screen(w *words.Tongue) *chat.Screen {
	return page(w, nonEmpty(
		title(w.Say("forget.title")), plain(w.Say("forget.goes")),
		when(p.Linked != "", plain(w.Say("forget.linked", "Names", p.Linked))),
		when(p.Tables > 0, strong(w.Count("forget.tables", p.Tables))),
		plain(w.Say("forget.stays")), plain(w.Say("forget.back", "Days", p.Days)), strong(w.Say("forget.sure"))),
		yesOrNo("forget", "forget "+string(p.Person)+" ", w), row(button(w.Say("forget.export"), "export")))
}

// Exported goes with the file of all that is kept of somebody.
func Exported(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{title(w.Say("export.title")), plain(w.Say("export.about")), dim(w.Say("export.deals"))},
		row(button(w.Say("export.settings"), "settings")))
}

// Notice is a word to somebody about what another has done.
type Notice struct {
	What string      // the text "notice."+What
	Name string      // of the one who did it
	User chat.UserID // the same
	At   time.Time
}

// Screen is the page.
func (p Notice) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, nonEmpty(strong(w.Say("notice."+p.What, "Who", NameOn(w, p.Name, p.User))), when(p.What == "linked", plain(w.Say("link.undo")))))
	s.Age, s.Ended = p.At, true
	return s
}

// NameOn is what an identity is called, and where.
func NameOn(w *words.Tongue, name string, user chat.UserID) string {
	return speech.Isolate(name) + " (" + w.Say("platform."+user.Platform()) + ")"
}
