package pages

import (
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// LinkCode says how a code for linking is given on each of the other platforms.
type LinkCode struct {
	Minutes int            // that it is good for
	Typed   []PlatformLink // what is typed there
}

// Screen is the page.
func (p LinkCode) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("link.title"), chat.Title), plain(w.Say("link.code", "Minutes", p.Minutes))}}
	for _, x := range p.Typed {
		s.Text = append(s.Text, chat.Line{{Text: w.Say("platform."+x.Platform) + ": ", Style: chat.Dim}, {Text: x.Link, Style: chat.Code}})
	}
	s.Text = append(s.Text, styled(w.Say("link.secret"), chat.Strong))
	return s
}

// Unlink asks whether an identity shall be on its own again.
type Unlink struct {
	Names string // of the others
	Since int    // the journal's entry that has made the link
}

// Screen is the page.
func (p Unlink) Screen(w *words.Tongue) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("unlink.title"), chat.Title), plain(w.Say("unlink.from", "Names", p.Names)), plain(w.Say("unlink.sure")),
	}, Buttons: [][]chat.Button{yesOrNo("unlink", fmt.Sprintf("unlink %d ", p.Since), w)}}
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
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("forget.title"), chat.Title), plain(w.Say("forget.goes"))}}
	if p.Linked != "" {
		s.Text = append(s.Text, plain(w.Say("forget.linked", "Names", p.Linked)))
	}
	if p.Tables > 0 {
		s.Text = append(s.Text, styled(w.Count("forget.tables", p.Tables), chat.Strong))
	}
	s.Text = append(s.Text, plain(w.Say("forget.stays")), plain(w.Say("forget.back", "Days", p.Days)), styled(w.Say("forget.sure"), chat.Strong))
	s.Buttons = [][]chat.Button{yesOrNo("forget", "forget "+string(p.Person)+" ", w), {{Label: w.Say("forget.export"), Line: "export"}}}
	return s
}

// Exported goes with the file of all that is kept of somebody.
func Exported(w *words.Tongue) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("export.title"), chat.Title), plain(w.Say("export.about")), styled(w.Say("export.deals"), chat.Dim),
	}, Buttons: [][]chat.Button{{{Label: w.Say("export.settings"), Line: "settings"}}}}
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
