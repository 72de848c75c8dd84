package bot

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tarockbot/render/words"
)

// usualZone is the time zone of people who have chosen none.
const usualZone = "Europe/Vienna"

// zones are offered by buttons. Others are typed, by their names in the time zone
// database.
var zones = []string{usualZone, "Europe/London", "Europe/Lisbon", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
	"America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC"}

// zoneOf is the time zone in which the person reads times. To load one is to read a
// file: it is kept.
func (ps *people) zoneOf(p person) *time.Location {
	name := p.zone()
	if name == usualZone {
		return vienna()
	}
	if zone, loaded := ps.zones.Load(name); loaded {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return vienna()
	}
	ps.zones.Store(name, zone)
	return zone
}

// zone is the name of the person's time zone.
func (c calling) zone() string {
	if c.Zone == "" {
		return usualZone
	}
	return c.Zone
}

// zoneCalled is the name of the time zone that somebody types: whole, in whatever
// letters, or the city of one that is offered, in any language.
func (b *Bot) zoneCalled(typed string) (string, bool) {
	typed = strings.Join(strings.Fields(typed), "_")
	const longest = 40
	if typed == "" || len(typed) > longest || strings.EqualFold(typed, "local") {
		return "", false
	}
	for _, zone := range zones {
		for _, lang := range words.Languages() {
			if city := strings.ReplaceAll(zoneName(zone, b.words.In(lang)), " ", "_"); strings.EqualFold(typed, city) {
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

// titled writes a name of the time zone database as most are written there.
func titled(name string) string {
	start := true
	return strings.Map(func(r rune) rune {
		letter := string(r)
		if start {
			letter = strings.ToUpper(letter)
		} else {
			letter = strings.ToLower(letter)
		}
		start = strings.ContainsRune("/_-", r)
		return []rune(letter)[0]
	}, name)
}

// zoneName is what a zone is called: by a city.
func zoneName(zone string, w *words.Tongue) string {
	if slices.Contains(zones, zone) {
		return w.Say("zone." + zone)
	}
	return strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}

// hours are a part of every day, from the one time to the other, in minutes since
// midnight. If they are the same it is none.
type hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// String is the hours as people read them.
func (h hours) String() string {
	return fmt.Sprintf("%d:%02d–%d:%02d", h.From/60, h.From%60, h.To/60, h.To%60)
}

// until is when the hours end that it is now, or zero if it is none of them.
func (h hours) until(now time.Time) time.Time {
	minute := now.Hour()*60 + now.Minute()
	in := h.From <= minute && minute < h.To
	if h.From > h.To {
		in = minute >= h.From || minute < h.To
	}
	if !in {
		return time.Time{}
	}
	end := time.Date(now.Year(), now.Month(), now.Day(), 0, h.To, 0, 0, now.Location())
	if minute >= h.To {
		end = time.Date(now.Year(), now.Month(), now.Day()+1, 0, h.To, 0, 0, now.Location())
	}
	if !end.After(now) { // an hour that there is twice
		end = end.Add(time.Hour)
	}
	return end
}

// quietUntil is when the person wants to be called again; zero: now.
func (ps *people) quietUntil(p person) time.Time { return p.Quiet.until(ps.timeOf(p)) }
