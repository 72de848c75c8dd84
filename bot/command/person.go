package command

import (
	"tarockbot/bot/people"
)

// allReminders are the choices, in the order in which they are offered.
func allReminders() []people.Reminders {
	return []people.Reminders{people.BothReminders, people.LastReminder, people.NoReminders}
}
