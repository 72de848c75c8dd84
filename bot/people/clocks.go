package people

import (
	"sync"
	"time"

	"tarockbot/bot/people/standing"
)

// Clocks return people's local times.
type Clocks struct {
	now   func() time.Time
	zones sync.Map
}

// ZoneOf caches time zones, because loading one reads a file.
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

// TimeOf returns the person's local time.
func (cs *Clocks) TimeOf(p Person) time.Time { return cs.now().In(cs.ZoneOf(p)) }

// QuietUntil returns the end of the person's quiet hours; zero if they may be called now.
func (cs *Clocks) QuietUntil(p Person) time.Time { return p.QuietHours.end(cs.TimeOf(p)) }
