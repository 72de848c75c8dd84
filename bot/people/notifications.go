package people

import (
	"cmp"
	"time"

	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match/notify"
)

// NotificationSettings says when and where a person wants calls (notifications).
type NotificationSettings struct {
	Zone       string            `json:"zone,omitempty"` // in the time zone database; "" for the bot's
	QuietHours Hours             `json:"quiet,omitzero"`
	Reminders  Reminders         `json:"reminders,omitempty"`
	Calls      notify.Preference `json:"calls,omitempty"`
	// CallPlatform is preferred for calls; "" means the last used one.
	CallPlatform string `json:"platform,omitempty"`
}

// Reminders is a choice of reminders.
type Reminders string

// The choices of reminders.
const (
	BothReminders Reminders = ""
	LastReminder  Reminders = "last"
	NoReminders   Reminders = "off"
)

// AllReminders returns the choices, in the order of their buttons.
func AllReminders() []Reminders { return []Reminders{BothReminders, LastReminder, NoReminders} }

// Word returns the choice's name in texts.
func (r Reminders) Word() string { return cmp.Or(string(r), "both") }

// ZoneName returns the name of the person's time zone.
func (c NotificationSettings) ZoneName() string { return cmp.Or(c.Zone, speech.DefaultZone) }

// Hours are a daily period, in minutes since midnight. It may span midnight.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

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
