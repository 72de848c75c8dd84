package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// LinkCode tells how to enter a code for linking identities on each other platform.
type LinkCode struct {
	Minutes int            // until the code expires
	Typed   []PlatformLink // the line to enter, by platform
}

// Screen shows the code for each platform and warns to keep it secret.
func (p LinkCode) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("link.title")), plain(w.Say("link.code", "Minutes", p.Minutes))}
	for _, x := range p.Typed {
		text = append(text, chat.Line{{Text: w.Say("platform."+x.Platform) + ": ", Style: chat.Dim}, {Text: x.Link, Style: chat.Code}})
	}
	return page(w, append(text, strong(w.Say("link.secret"))))
}

// Unlink asks for confirmation before an identity is separated from the others.
type Unlink struct {
	Names string // of the other identities
	Since int    // the journal entry that made the link
}

// Screen names the other identities and asks for a yes or no.
func (p Unlink) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("unlink.title")), plain(w.Say("unlink.from", "Names", p.Names)), plain(w.Say("unlink.sure"))}
	return page(w, text,
		yesOrNo("unlink", lineOf("unlink", p.Since), w))
}

// Forget lists the data that is erased and the data that stays when a person asks to be forgotten. It asks
// for confirmation.
type Forget struct {
	Person chat.PersonID
	Linked string // the names of the other identities; "" if there are none
	Tables int    // number of tables where the person sits
	Days   int    // how long a returning person's matches stay unrated
}

// Screen lists the consequences and offers an export of the data first.
func (p Forget) Screen(w *words.Tongue) *chat.Screen {
	return page(w, nonEmpty(
		title(w.Say("forget.title")), plain(w.Say("forget.goes")),
		when(p.Linked != "", plain(w.Say("forget.linked", "Names", p.Linked))),
		when(p.Tables > 0, strong(w.Count("forget.tables", p.Tables))),
		plain(w.Say("forget.stays")), plain(w.Say("forget.back", "Days", p.Days)), strong(w.Say("forget.sure"))),
		yesOrNo("forget", lineOf("forget", p.Person), w), row(button(w.Say("forget.export"), "export")))
}

// Exported returns the page that accompanies the file of a person's stored data.
func Exported(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{title(w.Say("export.title")), plain(w.Say("export.about")), dim(w.Say("export.deals"))},
		row(button(w.Say("export.settings"), "settings")))
}
