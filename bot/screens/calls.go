package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// CallText returns a private notification to the seat. until is the deadline, or nil.
func CallText(t *match.Table, s engine.Seat, until *chat.Span, w *words.Tongue) chat.Line {
	names := unmarkedNames(t, w)
	gaps := []any{"Code", string(t.ID), "Names", namesBut(names, s)}
	say := func(id, gap, value string) chat.Line { return plain(w.Say(id, append(gaps, gap, value)...)) }
	first := func(seats engine.Seats) string { return names[slices.Collect(seats.All())[0]] }
	switch c := t.Calls().Causes(s); {
	case c.Invited:
		return say("calls.asked", "Name", names[0])
	case c.Consent != 0 && t.Consent.What == match.PauseRequest:
		return say("calls.pause", "Name", names[t.Consent.Seat])
	case c.Consent != 0:
		return say("calls.consent", "Name", names[t.Consent.Seat])
	case c.RematchWanted:
		return say("calls.again", "Name", first(t.RematchSeats))
	case c.MatchEnded:
		return say("calls.over", "Outcome", winner(t.Match, names, w))
	case c.Late != 0:
		return say("calls.late", "Name", first(c.Late))
	case until == nil:
		return plain(w.Say("calls.turn", gaps...))
	}
	id := "calls.turn.until"
	switch t.Chairs[s].Reminded {
	case match.RemindedOnce:
		id = "calls.half"
	case match.RemindedTwice:
		id = "calls.last"
	}
	return sayWhen(w, chat.Plain, *until, id, gaps...)
}
