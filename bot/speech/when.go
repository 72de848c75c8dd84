package speech

import (
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// DateText is a day and time as people write it; of live matches it is the time
// alone, with seconds.
func DateText(at time.Time, live bool, w *words.Tongue) string {
	if live {
		return at.Format("15:04:05")
	}
	days, months := strings.Fields(w.Say("time.days")), strings.Fields(w.Say("time.months"))
	return w.Say("time.date", "Weekday", days[at.Weekday()], "Day", at.Day(), "Month", months[at.Month()-1], "Time", at.Format("15:04"))
}

// DayText is a day of any year as people write it.
func DayText(at time.Time, w *words.Tongue) string {
	months := strings.Fields(w.Say("time.months"))
	return w.Say("time.day", "Day", at.Day(), "Month", months[at.Month()-1], "Year", at.Year())
}

// SayWhen is the text with that id, whose gap When is the moment, as a line in the
// style.
func SayWhen(w *words.Tongue, style chat.Style, when chat.Span, id string, gaps ...any) (line chat.Line) {
	const here = "\x00" // which is in no name
	before, after, _ := strings.Cut(w.Say(id, append(gaps, "When", here)...), here)
	when.Style = style
	for _, s := range []chat.Span{{Text: before, Style: style}, when, {Text: after, Style: style}} {
		if s.Text != "" {
			line = append(line, s)
		}
	}
	return line
}

// SpanText is roughly how long something takes, as people say it: what has just
// begun lasts its full time.
func SpanText(d time.Duration, w *words.Tongue) string {
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
