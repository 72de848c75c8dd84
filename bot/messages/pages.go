package messages

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/notice"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/players"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// Pages renders tables' messages and notices.
type Pages struct {
	people  *people.People
	facts   *players.Facts
	outbox  *outbox.Outbox
	lexicon *speech.Lexicon
	courses guides.Courses
	studio  *render.Studio // nil for no pictures
	readers *Readers
	calls   *callPolicy
}

// Screen returns the message's screen. The table may not be stored yet.
func (ps *Pages) Screen(t tables.Snapshot, m match.Message) chat.Screen {
	reader, w := ps.readers.readerOf(t.Table, m)
	s := *ps.screen(t, m, reader, w)
	s.Call = ps.calls.callOf(t.Table, m, w)
	if m.Place.User == "" && ps.outbox.Traits(m.Place).Translates {
		s.Translations = ps.translations(t, m, s.Lang)
	}
	return s
}

func (ps *Pages) translations(t tables.Snapshot, m match.Message, except string) (all []chat.Screen) {
	for _, lang := range words.Languages() {
		if lang != except {
			all = append(all, *ps.screen(t, m, people.Person{}, ps.readers.TongueIn(m.Place.Platform(), lang)))
		}
	}
	return all
}

func (ps *Pages) linkedUsers(t *match.Table) [][]chat.UserID {
	all := make([][]chat.UserID, len(t.Chairs))
	for s, c := range t.Chairs {
		id := c.Person
		if c.IsInvited() {
			id = ps.facts.PersonOf(c.KeptFor).ID
		}
		for _, x := range ps.people.Links.GroupOf(id).All {
			all[s] = append(all[s], x.User)
		}
	}
	return all
}

func (ps *Pages) screen(s tables.Snapshot, m match.Message, reader people.Person, w *words.Tongue) *chat.Screen {
	t, display := s.Table, ps.readers.displayAt(s.Table, m, reader)
	if hasLeft := m.LastRev > 0; hasLeft && t.Stage != match.Closed {
		if t.Stage == match.Finished {
			return screens.NoLongerHere(t, "panel.left", w)
		}
		return screens.NoLongerHere(t, "challenge.without-you", w)
	}
	switch {
	case t.Closed == match.ClosedVoid:
		return screens.LostTable(t, "closed.void", w)
	case t.Closed == match.ClosedAbandoned:
		return screens.LostTable(t, "closed.abandoned", w)
	case t.Stage == match.Open || t.Stage == match.Closed:
		return ps.challenge(t, m, display, w).Screen(w)
	case m.Seat == engine.Nobody:
		return screens.Board{Table: t, SharedTableData: ps.shared(s, m, people.Person{}, display)}.Screen(w) // in the bot's zone
	case !ps.facts.MayRead(t, m):
		return screens.NoLongerHere(t, "panel.unlinked", w)
	}
	return screens.Panel{
		Hand:            screens.Hand{Table: t, Seat: m.Seat, ConfirmsCards: reader.ConfirmsCards, Chosen: s.ChosenFor(m.Seat)},
		SharedTableData: ps.shared(s, m, reader, display),
		Coach:           screens.Coach{Advises: reader.Advised, Courses: ps.courses},
		NeverCut:        reader.NeverCut, Felt: ps.outbox.Traits(m.Place).LaysOutCards && !display.AsChat,
	}.Screen(w)
}

func (ps *Pages) challenge(t *match.Table, m match.Message, display people.DisplaySettings, w *words.Tongue) screens.Challenge {
	accept := "accept " + string(t.ID)
	page := screens.Challenge{
		Table: t, Reader: m.Place.User, Linked: ps.linkedUsers(t), AcceptLine: ps.lexicon.Translate(accept, w),
		Pictures: ps.picturesIn(display, m.Place),
	}
	if t.Chairs.IsOpen() {
		page.Links = ps.readers.LinksTo(accept)
	}
	return page
}

func (ps *Pages) shared(s tables.Snapshot, m match.Message, reader people.Person, display people.DisplaySettings) screens.SharedTableData {
	t := s.Table
	page := screens.SharedTableData{Texts: s.Texts, Linked: ps.linkedUsers(t), Pictures: ps.picturesIn(display, m.Place)}
	if t.Stage == match.Playing {
		page.Awaited = screens.AwaitedPlayers{ReaderMessage: m, Clocks: ps.clocks(t), Zone: ps.people.ZoneOf(reader), ZoneName: reader.ZoneName(),
			Unreached: ps.facts.Unreached(t), MustStartChat: ps.outbox.Traits(m.Place).OnlyPrivate}
	}
	return page
}

func (ps *Pages) clocks(t *match.Table) []screens.SeatClock {
	all := make([]screens.SeatClock, len(t.Chairs))
	for s, c := range t.Chairs {
		all[s].AwayUntil = ps.facts.AwayUntil(c)
		if c.Timer.Platform != "" {
			all[s].IsStopped, all[s].Until = ps.facts.Shown.IsLost(c.Timer.Platform), ps.facts.Now().Add(c.Timer.Remaining(ps.facts))
		}
		if decks := t.Decks(); decks.WaitsForCut() == engine.Seat(s) {
			all[s].Until = ps.facts.Now().Add(decks.CutDeadline() - ps.facts.RunningTime())
		}
	}
	return all
}

// GameEntries returns the tables as the person sees them.
func (ps *Pages) GameEntries(all []*match.Table, p people.Person) []screens.GameEntry {
	return seq.Map(all, func(t *match.Table) screens.GameEntry { return ps.gameEntry(t, p) })
}

func (ps *Pages) gameEntry(t *match.Table, p people.Person) screens.GameEntry {
	participant := p.Participant()
	g := screens.GameEntry{Table: t, Seat: t.Chairs.SeatOf(participant), Host: p.Is(t.Host)}
	g.Open = t.Chairs.ReservedFor(participant) == engine.Nobody
	g.TimeLeft, g.TimeIsUp = t.Clocks().LeastLeft(ps.facts, g.WaitedFor())
	g.ClockRuns, g.Away = g.TimeLeft != match.Never, g.Seat != engine.Nobody && !ps.facts.AwayUntil(t.Chairs[g.Seat]).IsZero()
	return g
}

// Pictures returns the drawing options for the settings.
func (ps *Pages) Pictures(display people.DisplaySettings) screens.Pictures {
	if display.TextOnly {
		return screens.Pictures{}
	}
	return screens.Pictures{Studio: ps.studio, TwoColours: display.TwoColours}
}

func (ps *Pages) picturesIn(display people.DisplaySettings, place chat.Place) screens.Pictures {
	p := ps.Pictures(display)
	p.Unmarked = ps.outbox.Traits(place).LimitsEdits
	return p
}

func (ps *Pages) notice(n notice.Notice) chat.Screen {
	w := ps.readers.Tongue(ps.facts.PersonOf(n.To), n.To.Platform())
	return *screens.Notice{What: n.What, Name: n.Name, User: n.User, At: n.At}.Screen(w)
}
