package people

import (
	"sync"
	"time"

	"tarockbot/bot/people/standing"
)

// Clocks tell the time where people are. They are safe for concurrent use.
type Clocks struct {
	now   func() time.Time
	zones sync.Map // of *time.Location, by name
}

// ZoneOf returns the person's time zone. It caches zones, because loading one reads a file.
func (cs *Clocks) ZoneOf(p Person) *time.Location {
	name := p.ZoneName()
	if zone, loaded := cs.zones.Load(name); loaded {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return standing.Vienna()
	}
	cs.zones.Store(name, zone)
	return zone
}

// TimeOf returns the current time in the person's time zone.
func (cs *Clocks) TimeOf(p Person) time.Time { return cs.now().In(cs.ZoneOf(p)) }

// QuietUntil returns when the person may be called again; zero: now.
func (cs *Clocks) QuietUntil(p Person) time.Time { return p.Quiet.end(cs.TimeOf(p)) }
