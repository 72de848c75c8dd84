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

const clockForm = "15:04"

// LocalTime formats a day and time in the zone, or for live matches the time with seconds.
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

func dayText(at time.Time, w *words.Tongue) string {
	months := strings.Fields(w.Say("time.months"))
	return w.Say("time.day", "Day", at.Day(), "Month", months[at.Month()-1], "Year", at.Year())
}

// sayWhen fills the text's gap When with the time.
func sayWhen(w *words.Tongue, style chat.Style, at chat.Span, id string, gaps ...any) (line chat.Line) {
	const here = "\x00" // occurs in no text
	before, after, _ := strings.Cut(w.Say(id, append(gaps, "When", here)...), here)
	at.Style = style
	for _, s := range []chat.Span{{Text: before, Style: style}, at, {Text: after, Style: style}} {
		if s.Text != "" {
			line = append(line, s)
		}
	}
	return line
}

func timeLeftText(d time.Duration, w *words.Tongue) string {
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

func hoursText(h people.Hours) string {
	return fmt.Sprintf("%d:%02d–%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}
