package screens

import (
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Waits is what a message tells of the players for whom its table waits.
type Waits struct {
	Message  match.Message
	Clocks   []SeatClock    // by seat
	Zone     *time.Location // the reader's; the usual one where all read it
	ZoneName string
	// Unreached are the messages of the table to people who can't be written to.
	Unreached []match.Message
	OnlyStart bool // they can be once they have begun a private chat
}

// SeatClock is what is true of a seat's time besides the table.
type SeatClock struct {
	Until time.Time // when it is up, if the clock runs
	Lost  bool      // it stands still, for nobody can be reached there
	Away  time.Time // until when the person is away; zero if they aren't
}

// When is a time as its reader is told, in their own zone, which is named.
func When(at time.Time, live bool, zone *time.Location, name string, w *words.Tongue) chat.Span {
	return chat.Span{Text: w.Say("time.there", "Date", speech.DateText(at.In(zone), live, w), "City", speech.ZoneName(name, w)), At: at}
}

// lines tell how long the awaited players have, who is away, who can't be written to, and who is to cut.
func (x Waits) lines(t tableText) []chat.Line {
	w := t.w
	lines := nonEmpty(when(t.Paused, strong(w.Say("clock.paused"))))
	until := func(style chat.Style, at time.Time, live bool, id string, s int) {
		lines = append(lines, speech.SayWhen(w, style, When(at, live, x.Zone, x.ZoneName, w), id, "Name", t.names[s]))
	}
	for s, c := range t.Chairs {
		switch {
		case c.Yields:
			lines = append(lines, plain(w.Say("clock.yields", "Name", t.names[s])))
		case c.Absent:
			lines = append(lines, strong(w.Say("clock.absent", "Name", t.names[s])))
		case c.Timer.On == "":
		case c.Reminded == match.TimeUp:
			lines = append(lines, strong(w.Say("clock.up", "Name", t.names[s])))
		case x.Clocks[s].Lost:
			lines = append(lines, strong(w.Say("clock.lost", "Name", t.names[s], "Platform", w.Say("platform."+c.Timer.On))))
		default:
			until(chat.Dim, x.Clocks[s].Until, t.Setup.Pace == match.LivePace, "clock.until", s)
		}
	}
	for s, clock := range x.Clocks {
		if !clock.Away.IsZero() && t.Setup.Pace != match.NoPace {
			until(chat.Dim, clock.Away, false, "clock.away", s)
		}
	}
	lines = append(lines, x.unreachedLines(t)...)
	if cuts := t.Table.Decks().WaitsForCut(); cuts != engine.Nobody {
		until(chat.Strong, x.Clocks[cuts].Until, true, "fair.cuts", int(cuts))
	}
	return lines
}

// unreachedLines tell who can't be written to: on a board of the same network where "My hand" is,
// elsewhere that it may take a while.
func (x Waits) unreachedLines(t tableText) (lines []chat.Line) {
	reader := x.Message
	var here, elsewhere []string
	for _, m := range x.Unreached {
		switch {
		case m.Seat == reader.Seat:
		case reader.Seat == engine.Nobody && m.Place.Platform() == reader.Place.Platform():
			here = append(here, t.names[m.Seat])
		default:
			elsewhere = append(elsewhere, t.names[m.Seat])
		}
	}
	if len(here) > 0 {
		id := either(x.OnlyStart, "unreached.start", "unreached.here")
		lines = append(lines, nil, strong(t.w.Say(id, "Names", strings.Join(here, ", "))))
	}
	if len(elsewhere) > 0 {
		lines = append(lines, nil, dim(t.w.Say("unreached.elsewhere", "Names", strings.Join(elsewhere, ", "))))
	}
	return lines
}
