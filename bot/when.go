package bot

import (
	"strings"
	"time"

	"tarockbot/render/words"
)

const day = 24 * time.Hour

// dateText is a day and time as people write it; of live matches it is the time
// alone, with seconds.
func dateText(at time.Time, live bool, w *words.Tongue) string {
	if live {
		return at.Format("15:04:05")
	}
	days, months := strings.Fields(w.Say("time.days")), strings.Fields(w.Say("time.months"))
	return w.Say("time.date", "Weekday", days[at.Weekday()], "Day", at.Day(), "Month", months[at.Month()-1], "Time", at.Format("15:04"))
}

// dayText is a day of any year as people write it.
func dayText(at time.Time, w *words.Tongue) string {
	months := strings.Fields(w.Say("time.months"))
	return w.Say("time.day", "Day", at.Day(), "Month", months[at.Month()-1], "Year", at.Year())
}

// readerDate is dateText for a reader, in their own time; for a board's, who may live
// anywhere, with the zone that it is meant in.
func (b *Bot) readerDate(at time.Time, live bool, reader person, w *words.Tongue) string {
	text := dateText(at.In(b.zoneOf(reader)), live, w)
	if reader.ID == "" {
		return w.Say("time.there", "Date", text, "City", zoneName(reader.zone(), w))
	}
	return text
}

// spanText is roughly how long something takes, as people say it: what has just
// begun lasts its full time.
func spanText(d time.Duration, w *words.Tongue) string {
	switch {
	case d.Round(time.Hour) >= 2*day:
		return w.Count("time.left.days", int(d.Round(day)/day))
	case d.Round(time.Minute) >= 2*time.Hour:
		return w.Count("time.left.hours", int(d.Round(time.Hour)/time.Hour))
	default:
		return w.Count("time.left.minutes", max(int(d.Round(time.Minute)/time.Minute), 1))
	}
}
