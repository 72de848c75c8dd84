package speech

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"tarockbot/bot/chat"
	"tarockbot/render/words"
)

// DateText writes a day and time as people do; for live matches only the time, with seconds.
func DateText(at time.Time, live bool, w *words.Tongue) string {
	if live {
		return at.Format("15:04:05")
	}
	days, months := strings.Fields(w.Say("time.days")), strings.Fields(w.Say("time.months"))
	return w.Say("time.date", "Weekday", days[at.Weekday()], "Day", at.Day(), "Month", months[at.Month()-1], "Time", at.Format("15:04"))
}

// DayText writes a day with its year as people do.
func DayText(at time.Time, w *words.Tongue) string {
	months := strings.Fields(w.Say("time.months"))
	return w.Say("time.day", "Day", at.Day(), "Month", months[at.Month()-1], "Year", at.Year())
}

// SayWhen renders the text in the style, with its gap When as a span of its own.
func SayWhen(w *words.Tongue, style chat.Style, when chat.Span, id string, gaps ...any) (line chat.Line) {
	const here = "\x00" // no text has it
	before, after, _ := strings.Cut(w.Say(id, append(gaps, "When", here)...), here)
	when.Style = style
	for _, s := range []chat.Span{{Text: before, Style: style}, when, {Text: after, Style: style}} {
		if s.Text != "" {
			line = append(line, s)
		}
	}
	return line
}

// SpanText writes a duration roughly, rounded to the nearest unit.
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

// UsualZone is the time zone of a person who has chosen none.
const UsualZone = "Europe/Vienna"

// Zones lists the time zones that buttons offer. People type others as the time zone database names them.
var Zones = []string{UsualZone, "Europe/London", "Europe/Lisbon", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
	"America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC"}

// ZoneCalled finds the time zone that somebody typed: by its whole name in capital or small letters, or by the city of
// an offered one in any language.
func ZoneCalled(typed string, catalogue *words.Catalogue) (string, bool) {
	typed = strings.Join(strings.Fields(typed), "_")
	const longest = 40
	if typed == "" || len(typed) > longest || strings.EqualFold(typed, "local") {
		return "", false
	}
	for _, zone := range Zones {
		for _, lang := range words.Languages() {
			if city := strings.ReplaceAll(ZoneName(zone, catalogue.In(lang)), " ", "_"); strings.EqualFold(typed, city) {
				return zone, true
			}
		}
	}
	for _, name := range []string{typed, titled(typed), strings.ToUpper(typed)} {
		if _, err := time.LoadLocation(name); err == nil {
			return name, true
		}
	}
	return "", false
}

// titled writes a name with capitals as most names of the time zone database have them.
func titled(name string) string {
	start := true
	return strings.Map(func(r rune) rune {
		letter := unicode.ToLower(r)
		if start {
			letter = unicode.ToUpper(r)
		}
		start = strings.ContainsRune("/_-", r)
		return letter
	}, name)
}

// ZoneName returns the name of the zone's city.
func ZoneName(zone string, w *words.Tongue) string {
	if slices.Contains(Zones, zone) {
		return w.Say("zone." + zone)
	}
	return strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}
