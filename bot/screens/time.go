package screens

import (
	"fmt"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/people"
	"tarockbot/render/words"
)

// clockForm formats a time of day.
const clockForm = "15:04"

// LocalTime writes a time in the reader's zone, with the zone's name: the day and time as people write them, and for live
// matches only the time, with seconds.
func LocalTime(at time.Time, live bool, zone *time.Location, name string, w *words.Tongue) chat.Span {
	there := at.In(zone)
	date := there.Format("15:04:05")
	if !live {
		days, months := strings.Fields(w.Say("time.days")), strings.Fields(w.Say("time.months"))
		weekday, month := days[there.Weekday()], months[there.Month()-1]
		date = w.Say("time.date", "Weekday", weekday, "Day", there.Day(), "Month", month, "Time", there.Format(clockForm))
	}
	return chat.Span{Text: w.Say("time.there", "Date", date, "City", speech.ZoneName(name, w)), At: at}
}

// dayText writes a day with its year as people do.
func dayText(at time.Time, w *words.Tongue) string {
	months := strings.Fields(w.Say("time.months"))
	return w.Say("time.day", "Day", at.Day(), "Month", months[at.Month()-1], "Year", at.Year())
}

// sayWhen renders the text in the style, with the time in its gap When as a span of its own.
func sayWhen(w *words.Tongue, style chat.Style, at chat.Span, id string, gaps ...any) (line chat.Line) {
	const here = "\x00" // no text has it
	before, after, _ := strings.Cut(w.Say(id, append(gaps, "When", here)...), here)
	at.Style = style
	for _, s := range []chat.Span{{Text: before, Style: style}, at, {Text: after, Style: style}} {
		if s.Text != "" {
			line = append(line, s)
		}
	}
	return line
}

// leftText writes the time that is left, rounded to the nearest unit.
func leftText(d time.Duration, w *words.Tongue) string {
	const day = 24 * time.Hour
	switch {
	case d.Round(time.Hour) >= 2*day:
		return w.Count("time.left.days", int(d.Round(day)/day))
	case d.Round(time.Minute) >= 2*time.Hour:
		return w.Count("time.left.hours", int(d.Round(time.Hour)/time.Hour))
	default:
		return w.Count("time.left.minutes", max(int(d.Round(time.Minute)/time.Minute), 1))
	}
}

// hoursText formats hours for display.
func hoursText(h people.Hours) string {
	return fmt.Sprintf("%d:%02d–%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}
