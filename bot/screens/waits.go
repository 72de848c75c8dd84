package screens

import (
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// AwaitedPlayers describes the awaited players.
type AwaitedPlayers struct {
	ReaderMessage match.Message
	Clocks        []SeatClock    // by seat; may be shorter
	Zone          *time.Location // the reader's
	ZoneName      string
	// Unreached are messages that can't be delivered.
	Unreached     []match.Message
	MustStartChat bool // unreached players must start a private chat; they can't play elsewhere
}

// SeatClock tells more about a seat's clock.
type SeatClock struct {
	Until     time.Time // if the clock runs
	IsStopped bool      // because the player is unreachable
	AwayUntil time.Time // end of an absence, or zero
}

func (x AwaitedPlayers) clock(s int) (c SeatClock) {
	if s < len(x.Clocks) {
		c = x.Clocks[s]
	}
	return c
}

func (x AwaitedPlayers) lines(t tableText) []chat.Line {
	w := t.w
	lines := nonEmpty(when(t.Paused, strong(w.Say("clock.paused"))))
	until := func(style chat.Style, at time.Time, live bool, id string, s int) {
		lines = append(lines, sayWhen(w, style, LocalTime(at, live, x.Zone, x.ZoneName, w), id, "Name", t.names[s]))
	}
	for s, c := range t.Chairs {
		switch {
		case c.Yields:
			lines = append(lines, plain(w.Say("clock.yields", "Name", t.names[s])))
		case c.Absent:
			lines = append(lines, strong(w.Say("clock.absent", "Name", t.names[s])))
		case c.Timer.Platform == "":
		case c.Reminded == match.TimeUp:
			lines = append(lines, strong(w.Say("clock.up", "Name", t.names[s])))
		case x.clock(s).IsStopped:
			lines = append(lines, strong(w.Say("clock.lost", "Name", t.names[s], "Platform", w.Say("platform."+c.Timer.Platform))))
		default:
			until(chat.Dim, x.clock(s).Until, t.Setup.Pace == match.LivePace, "clock.until", s)
		}
	}
	for s, clock := range x.Clocks {
		if !clock.AwayUntil.IsZero() && t.Setup.Pace != match.NoPace {
			until(chat.Dim, clock.AwayUntil, false, "clock.away", s)
		}
	}
	lines = append(lines, x.unreachedLines(t)...)
	if cuts := t.Decks().WaitsForCut(); cuts != engine.Nobody {
		until(chat.Strong, x.clock(int(cuts)).Until, true, "fair.cuts", int(cuts))
	}
	return lines
}

// unreachedLines tells players of the board's network how the bot can reach them. For other players it only warns of a
// delay.
func (x AwaitedPlayers) unreachedLines(t tableText) (lines []chat.Line) {
	reader := x.ReaderMessage
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
		id := either(x.MustStartChat, "unreached.start", "unreached.here")
		lines = append(lines, nil, strong(t.w.Say(id, "Names", strings.Join(here, ", "))))
	}
	if len(elsewhere) > 0 {
		lines = append(lines, nil, dim(t.w.Say("unreached.elsewhere", "Names", strings.Join(elsewhere, ", "))))
	}
	return lines
}
