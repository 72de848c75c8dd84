package screens

import (
	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// LinkCode tells how to enter a linking code on other platforms.
type LinkCode struct {
	Minutes int // until the code expires
	Typed   []PlatformLink
}

// Screen shows the code by platform.
func (p LinkCode) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("link.title")), plain(w.Say("link.code", "Minutes", p.Minutes))}
	for _, x := range p.Typed {
		text = append(text, chat.Line{{Text: w.Say("platform."+x.Platform) + ": ", Style: chat.Dim}, {Text: x.Link, Style: chat.Code}})
	}
	return page(w, append(text, strong(w.Say("link.secret"))))
}

// Unlink asks for confirmation before it separates an identity.
type Unlink struct {
	Names string
	Entry int // the journal entry that made the link
}

// Screen asks for a yes or no.
func (p Unlink) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{title(w.Say("unlink.title")), plain(w.Say("unlink.from", "Names", p.Names)), plain(w.Say("unlink.sure"))}
	return page(w, text,
		yesOrNo("unlink", lineOf("unlink", p.Entry), w))
}

// Forget asks for confirmation before an erasure.
type Forget struct {
	Person chat.PersonID
	Linked string
	Tables int // where the person sits
	Days   int // matches stay unrated after a return
}

// Screen lists the consequences.
func (p Forget) Screen(w *words.Tongue) *chat.Screen {
	return page(w, nonEmpty(
		title(w.Say("forget.title")), plain(w.Say("forget.goes")),
		when(p.Linked != "", plain(w.Say("forget.linked", "Names", p.Linked))),
		when(p.Tables > 0, strong(w.Count("forget.tables", p.Tables))),
		plain(w.Say("forget.stays")), plain(w.Say("forget.back", "Days", p.Days)), strong(w.Say("forget.sure"))),
		yesOrNo("forget", lineOf("forget", p.Person), w), row(button(w.Say("forget.export"), "export")))
}

// ExportPage returns the page beside a file of personal data.
func ExportPage(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{title(w.Say("export.title")), plain(w.Say("export.about")), dim(w.Say("export.deals"))},
		row(button(w.Say("export.settings"), "settings")))
}
