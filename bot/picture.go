package bot

import (
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// ScreenLocked is what the message shows now.
func (b *Bot) ScreenLocked(l *tables.Entry, m match.Message) Screen {
	w, who := b.readers.reader(l.State, m)
	s := b.tableMessage(l, m, who, w).Screen(w)
	s.Call = b.calls.call(l.State, m, w)
	return s
}

// tableMessage is the message with all that is true for its reader now. The lock must be
// held.
func (b *Bot) tableMessage(l *tables.Entry, m match.Message, who people.Person, w *words.Tongue) pages.Message {
	t := l.State
	page := pages.Message{View: viewLocked(l), Message: m, Confirm: who.Confirm, Pictures: b.readers.pictures(b.readers.tasteAt(t, m, who))}
	switch t.Stage {
	case match.Open:
		accept := "accept " + string(t.ID)
		if t.IsOpen() {
			page.Links = b.readers.linksTo(accept)
		}
		page.Typed = b.lexicon.Line(accept, w)
	case match.Playing:
		if m.Seat != engine.Nobody {
			page.Chosen = l.ChosenFor(m.Seat)
		} else {
			who = people.Person{} // those who read it may live anywhere
		}
		page.Clocks, page.Unreached, page.OnlyStart = b.seatClocks(t), b.facts.Unreached(t), b.outbox.Traits(m.Place).OnlyPrivate
		page.Zone, page.ZoneName = b.people.ZoneOf(who), who.ZoneName()
	}
	page.Unlinked = !b.facts.MayRead(t, m)
	return page
}

// seatClocks are what is true of the seats' time.
func (b *Bot) seatClocks(t *match.Table) []pages.SeatClock {
	all := make([]pages.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].Away = b.facts.AwayUntil(c)
		if c.Timer.On != "" {
			all[s].Lost, all[s].Until = b.clock.IsLost(c.Timer.On), b.cfg.Now().Add(c.Timer.Remaining(b.facts))
		}
	}
	return all
}

// viewLocked is the table's state as it is read. What everybody reads of one state is
// made once for each language.
func viewLocked(l *tables.Entry) pages.View {
	return pages.View{Table: l.State, Texts: l.TextsLocked()}
}
