package pages

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// CalledTo is by which words the seat is called in private. Until is when its time is
// up, if a clock runs for it.
func (t View) CalledTo(s engine.Seat, until *chat.Span, w *words.Tongue) chat.Line {
	names := speech.NamesIn(w, t.rawNames())
	gaps := []any{"Code", string(t.ID), "Names", t.Opponents(s, w)}
	say := func(id, gap, value string) chat.Line { return plain(w.Say(id, append(gaps, gap, value)...)) }
	first := func(seats engine.Seats) string { return names[slices.Collect(seats.All())[0]] }
	switch c := t.Calls().Causes(s); {
	case c.Asked:
		return say("calls.asked", "Name", names[0])
	case c.Consent != 0 && t.Consent.What == match.AskPause:
		return say("calls.pause", "Name", names[t.Consent.Seat])
	case c.Consent != 0:
		return say("calls.consent", "Name", names[t.Consent.Seat])
	case c.Again:
		return say("calls.again", "Name", first(t.Again))
	case c.Over:
		return say("calls.over", "Outcome", t.winner(names, w))
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
	return speech.SayWhen(w, chat.Plain, *until, id, gaps...)
}
