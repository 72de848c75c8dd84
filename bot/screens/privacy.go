package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/people"
	"tarockbot/render/words"
)

// Privacy tells who runs the bot, and what becomes of people's data.
type Privacy struct {
	Operator   string // the name of who runs the bot; "" if it isn't told
	Contact    string // how the operator is reached: an address of the web, or another; "" if it isn't told
	Policy     string // the operator's own: its text, or its address; "" is the program's text
	Database   bool   // the data is in a database, not in a file
	BackupDays int    // for which a running bot's backups are kept at most
}

// Screen is the page.
func (p Privacy) Screen(w *words.Tongue) *chat.Screen {
	return page(w, append([]chat.Line{title(w.Say("privacy.title"))}, p.Text(w)...), each([]string{"export", "forget"}, func(name string) chat.Button {
		return button(speech.Command{Name: name}.Typed(w)[0], name)
	}))
}

// Text is what the page tells below its title. The operator's own text counts in place of the program's, and isn't translated.
func (p Privacy) Text(w *words.Tongue) []chat.Line {
	text := nonEmpty(
		when(p.Operator != "", plain(w.Say("privacy.operator", "Name", p.Operator))),
		when(p.Contact != "", reference(w.Say("privacy.contact"), p.Contact)),
		when(p.Operator+p.Contact == "", plain(w.Say("privacy.nobody"))))
	switch {
	case IsAddress(p.Policy):
		return append(text, reference(w.Say("privacy.policy"), p.Policy))
	case p.Policy != "":
		return append(text, guideLines(p.Policy)...)
	}
	return append(text, p.facts(w)...)
}

// facts are what the program itself does with people's data.
func (p Privacy) facts(w *words.Tongue) []chat.Line {
	days := int(people.RejoinBanLife.Hours() / 24)
	return each([]string{
		w.Say("privacy.kept"), w.Say("privacy.purpose"), w.Say("privacy.seen"),
		either(p.Database, w.Say("privacy.where.database"), w.Say("privacy.where.file")),
		w.Say("privacy.long", "Days", p.BackupDays), w.Say("privacy.forget", "Days", days), w.Say("privacy.page"),
	}, func(fact string) chat.Line {
		about, told, _ := strings.Cut(fact, ": ")
		return chat.Line{{Text: "• "}, {Text: about + ":", Style: chat.Strong}, {Text: " " + told}}
	})
}

// reference is what an address is, and the address: to be opened if it is the web's, else to be copied.
func reference(what, address string) chat.Line {
	return chat.Line{{Text: what + " "}, {Text: address, Style: either(IsAddress(address), chat.Link, chat.Code)}}
}

// IsAddress says whether the text is an address of the web.
func IsAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}
