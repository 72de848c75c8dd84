package people

import (
	"cmp"
	"time"

	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/notify"
)

// Calling is when, where and for what a person wants to be called.
type Calling struct {
	Zone      string            `json:"zone,omitempty"`      // a name of the time zone database; "" for the bot's
	Quiet     Hours             `json:"quiet,omitzero"`      // in which nobody calls
	Reminders Reminders         `json:"reminders,omitempty"` // of the time that runs out
	Calls     notify.Preference `json:"calls,omitempty"`     // to their turn
	// Platform is where they are called, if they are there; "": where they were heard last.
	Platform string `json:"platform,omitempty"`
}

// Reminders says which reminders a person wants.
type Reminders string

// The choices of reminders.
const (
	BothReminders Reminders = ""
	LastReminder  Reminders = "last"
	NoReminders   Reminders = "off"
)

// AllReminders returns the choices, in the order of their buttons.
func AllReminders() []Reminders { return []Reminders{BothReminders, LastReminder, NoReminders} }

// Word returns the choice's name, as in texts.
func (r Reminders) Word() string { return cmp.Or(string(r), "both") }

// ZoneName returns the name of the person's time zone.
func (c Calling) ZoneName() string { return cmp.Or(c.Zone, speech.UsualZone) }

// Hours are a part of every day, in minutes since midnight. They are empty if From equals To, and
// span midnight if From is greater.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// end returns when the hours end that now lies in; zero if it lies in none.
func (h Hours) end(now time.Time) time.Time {
	minute, day := now.Hour()*60+now.Minute(), now.Day()
	in := h.From <= minute && minute < h.To
	if h.From > h.To {
		in = minute >= h.From || minute < h.To
	}
	if !in {
		return time.Time{}
	}
	if minute >= h.To {
		day++
	}
	end := time.Date(now.Year(), now.Month(), day, 0, h.To, 0, 0, now.Location())
	if !end.After(now) { // the clocks were set back: this hour comes twice
		end = end.Add(time.Hour)
	}
	return end
}
