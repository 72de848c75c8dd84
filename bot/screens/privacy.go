package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/people"
	"tarockbot/bot/support/seq"
	"tarockbot/render/words"
)

// Privacy names the operator and explains data use.
type Privacy struct {
	Operator   string
	Contact    string // may be an address
	Policy     string // a text or address; "" for the program's text
	InDatabase bool   // not in a file
	BackupDays int    // longest life of backups on a running bot
}

// Screen adds buttons to export or erase.
func (p Privacy) Screen(w *words.Tongue) *chat.Screen {
	command := func(name string) chat.Button { return button(speech.CommandWord(name, w), name) }
	text := append([]chat.Line{title(w.Say("privacy.title"))}, p.Text(w)...)
	return page(w, text, row(command("export"), command("forget")))
}

// Text returns the page without its title. The operator's policy isn't translated.
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
	days := int(people.RejoinBanLife.Hours() / 24)
	return append(text, seq.Map([]string{
		w.Say("privacy.kept"), w.Say("privacy.purpose"), w.Say("privacy.seen"),
		w.Say(either(p.InDatabase, "privacy.where.database", "privacy.where.file")),
		w.Say("privacy.long", "Days", p.BackupDays), w.Say("privacy.forget", "Days", days), w.Say("privacy.page"),
	}, func(fact string) chat.Line {
		about, explanation, _ := strings.Cut(fact, ": ")
		return chat.Line{{Text: "• "}, {Text: about + ":", Style: chat.Strong}, {Text: " " + explanation}}
	})...)
}
