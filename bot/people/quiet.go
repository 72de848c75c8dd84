package people

import (
	"time"

	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
)

// ZoneOf is the time zone in which the person reads times. To load one is to read a
// file: it is kept.
func (ps *People) ZoneOf(p Person) *time.Location {
	name := p.ZoneName()
	if name == speech.UsualZone {
		return standing.Vienna()
	}
	if zone, loaded := ps.zones.Load(name); loaded {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return standing.Vienna()
	}
	ps.zones.Store(name, zone)
	return zone
}

// ZoneName is the name of the person's time zone.
func (c Calling) ZoneName() string {
	if c.Zone == "" {
		return speech.UsualZone
	}
	return c.Zone
}

// Hours are a part of every day, from the one time to the other, in minutes since
// midnight. If they are the same it is none.
type Hours struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// until is when the hours end that it is now, or zero if it is none of them.
func (h Hours) until(now time.Time) time.Time {
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

// QuietUntil is when the person wants to be called again; zero: now.
func (ps *People) QuietUntil(p Person) time.Time { return p.Quiet.until(ps.TimeOf(p)) }

// TimeOf is what time it is for the person.
func (ps *People) TimeOf(p Person) time.Time { return ps.now().In(ps.ZoneOf(p)) }
