package posts

import (
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// screens fill in what is true for a message's reader.
type screens struct {
	now     func() time.Time
	lexicon *speech.Lexicon
	clock   *tables.Clock
	facts   *tables.Facts
	readers *readers
	outbox  *outbox.Outbox
}

// message is the message with all that is true for its reader now. The lock must be
// held.
func (x *screens) message(l *tables.Entry, m match.Message, who people.Person, w *words.Tongue) pages.Message {
	t := l.State
	page := pages.Message{View: ViewLocked(l), Message: m, Confirm: who.Confirm, Pictures: x.readers.Pictures(x.readers.tasteAt(t, m, who))}
	switch t.Stage {
	case match.Open:
		accept := "accept " + string(t.ID)
		if t.Chairs.IsOpen() {
			page.Links = x.readers.LinksTo(accept)
		}
		page.Typed = x.lexicon.Line(accept, w)
	case match.Playing:
		if m.Seat != engine.Nobody {
			page.Chosen = l.ChosenFor(m.Seat)
		} else {
			who = people.Person{} // those who read it may live anywhere
		}
		page.Clocks, page.Unreached, page.OnlyStart = x.clocks(t), x.facts.Unreached(t), x.outbox.Traits(m.Place).OnlyPrivate
		page.Zone, page.ZoneName = x.readers.people.ZoneOf(who), who.ZoneName()
	}
	page.Unlinked = !x.facts.MayRead(t, m)
	return page
}

// clocks are what is true of the seats' time.
func (x *screens) clocks(t *match.Table) []pages.SeatClock {
	all := make([]pages.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].Away = x.facts.AwayUntil(c)
		if c.Timer.On != "" {
			all[s].Lost, all[s].Until = x.clock.IsLost(c.Timer.On), x.now().Add(c.Timer.Remaining(x.facts))
		}
	}
	return all
}
