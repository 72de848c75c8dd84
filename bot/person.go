package bot

import (
	"tarockbot/bot/people"
	"tarockbot/render/words"
)

// allReminders are the choices, in the order in which they are offered.
func allReminders() []people.Reminders {
	return []people.Reminders{people.BothReminders, people.LastReminder, people.NoReminders}
}

// tongue is the texts in the person's language, as they are read on the platform.
func (b *Bot) tongue(p people.Person, platform string) *words.Tongue {
	return b.withCommands(platform, b.words.In(p.Lang, p.Heard, b.cfg.Language))
}

// withCommands is the texts with commands as they are typed on the platform.
func (b *Bot) withCommands(platform string, t *words.Tongue) *words.Tongue {
	if s, ok := b.platforms[platform].(CommandFormatter); ok {
		return t.WithCommands(s.FormatCommand)
	}
	return t.WithCommands(nil)
}
