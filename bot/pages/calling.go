package pages

import (
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// Calling is how somebody is called.
type Calling struct {
	Turns        []string  // when one can be called to one's turn
	Turn         string    // when they are
	Quiet        Hours     // in which nobody calls
	Zone         string    // their time zone
	Now          time.Time // in it
	AllReminders []string  // that one can choose
	Reminders    string
	Platforms    []string // that they are on
	Platform     string   // where they are called; "" for where they are
}

// Hours are a part of every day, from the one time to the other, in minutes since
// midnight. If they are the same it is none.
type Hours struct{ From, To int }

// String is the hours as people read them.
func (h Hours) String() string {
	return fmt.Sprintf("%d:%02d–%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// typed is the hours as they are set.
func (h Hours) typed() string {
	return fmt.Sprintf("%02d:%02d-%02d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// someHours have a button; others are typed.
var someHours = []Hours{{22 * 60, 7 * 60}, {23 * 60, 8 * 60}, {20 * 60, 8 * 60}}

// clockForm is how the time of a day is written.
const clockForm = "15:04"

// turnLine tells when the person is called to their turn.
func (p Calling) turnLine(w *words.Tongue) chat.Line {
	return plain(w.Say("settings.calls", "Value", w.Say("calling.turn."+p.Turn)))
}

// quietLine tells in which hours nobody calls.
func (p Calling) quietLine(w *words.Tongue) chat.Line {
	hours := w.Say("settings.quiet.none")
	if p.Quiet != (Hours{}) {
		hours = p.Quiet.String()
	}
	return plain(w.Say("settings.quiet", "Value", hours, "Zone", speech.ZoneName(p.Zone, w)))
}

// Screen is the page, by which it is changed, too.
func (p Calling) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("calling.title"), chat.Title),
		p.turnLine(w), p.quietLine(w),
		plain(w.Say("settings.zone", "Value", speech.ZoneName(p.Zone, w), "Time", p.Now.Format(clockForm))),
		plain(w.Say("settings.reminders", "Value", w.Say("reminders."+p.Reminders))),
	}}
	platforms := p.platformButtons(w)
	if platforms != nil {
		s.Text = append(s.Text, plain(w.Say("calling.where")))
	}
	s.Text = append(s.Text, styled(w.Say("calling.about"), chat.Dim), styled(w.Say("calling.typed"), chat.Dim))
	quiet := []chat.Button{option(w.Say("calling.always"), "settings quiet off", p.Quiet == Hours{})}
	for _, h := range someHours {
		quiet = append(quiet, option(h.String(), "settings quiet "+h.typed(), p.Quiet == h))
	}
	s.Buttons = rowsOf(choices(w, p.Turns, p.Turn, "calling.turn.", "settings calls "), quiet,
		choices(w, p.AllReminders, p.Reminders, "reminders.", "settings reminders "), platforms, []chat.Button{
			{Label: w.Say("button.zone"), Line: "settings zone"},
			{Label: w.Say("button.settings"), Line: "settings"},
		})
	return s
}

// choices are buttons that choose one of the names, called by the texts that begin so.
func choices(w *words.Tongue, names []string, chosen, text, line string) (row []chat.Button) {
	for _, name := range names {
		row = append(row, option(w.Say(text+name), line+name, name == chosen))
	}
	return row
}

// platformButtons choose where the person is called, if they are on several.
func (p Calling) platformButtons(w *words.Tongue) []chat.Button {
	if len(p.Platforms) < 2 {
		return nil
	}
	auto := option(w.Say("calling.auto"), "settings platform auto", p.Platform == "")
	return append([]chat.Button{auto}, choices(w, p.Platforms, p.Platform, "platform.", "settings platform ")...)
}

// Zones offers time zones.
type Zones struct {
	Chosen string
	Now    map[string]time.Time // the time that it is there, for each of speech.Zones
}

// Screen is the page.
func (p Zones) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("zone.title"), chat.Title), plain(w.Say("zone.typed"))}}
	var all []chat.Button
	for _, zone := range speech.Zones {
		label := speech.ZoneName(zone, w) + " " + p.Now[zone].Format(clockForm)
		all = append(all, option(label, "settings zone "+zone, zone == p.Chosen))
	}
	const perRow = 3
	for row := range slices.Chunk(all, perRow) {
		s.Buttons = append(s.Buttons, row)
	}
	return s
}
