package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// requests shows open requests, and offers actions about late players, claims and stopped clocks.
type requests struct {
	tableText
	seat engine.Seat
}

// lines shows the open request. Only the requester sees its refusal.
func (r requests) lines() []chat.Line {
	w, names, seat := r.w, r.names, r.seat
	if r.Denied != nil && seat == r.Denied.Seat {
		return []chat.Line{strong(w.Say(r.Denied.What.Verb()+".denied", "Name", names[r.Denied.By])), nil}
	}
	if r.Consent == nil {
		return nil
	}
	verb := r.Consent.What.Verb()
	asks := w.Say(verb+".asks", "Name", names[r.Consent.Seat])
	lines := []chat.Line{strong(either(seat == r.Consent.Seat, w.Say(verb+".waits"), asks))}
	if r.Chairs.People().Len() > 2 && !r.Requests().MustAnswer(seat) {
		lines = append(lines, plain(w.Say(verb+".missing", "Name", NamesOf(r.Requests().MustAgree(), names))))
	}
	return append(lines, nil)
}

func (r requests) buttons() (rows [][]chat.Button) {
	w, add := r.w, func(buttons ...chat.Button) { rows = append(rows, row(buttons...)) }
	if c := r.Consent; c != nil {
		verb, line := c.What.Verb(), lineOf("consent", r.ID, c.Rev)
		asks := r.Requests().MustAnswer(r.seat)
		add(when(asks, primary(w.Say(verb+".allow", "Name", unmarkedNames(r.Table, w)[c.Seat]), lineOf(line, WordYes))),
			when(asks, button(w.Say(verb+".deny"), lineOf(line, WordNo))))
		add(when(c.Seat == r.seat, button(w.Say("consent.withdraw"), lineOf(line, WordNo))))
	}
	add(when(r.RestClaim().CanYield(r.seat), button(w.Say("button.rest"), lineOf("rest", r.ID, r.Rev))))
	own := r.Chairs[r.seat]
	add(when(own.Absent, primary(w.Say(either(own.Yields, "button.myself", "button.back")), lineOf("back", r.ID, r.Rev))))
	add(when(r.Paused, primary(w.Say("button.resume"), lineOf("resume", r.ID, r.Rev))))
	if late := r.Clocks().LateSeats(); !late.Has(r.seat) {
		for s := range late.All() {
			add(r.claim(s)...)
		}
	}
	extends := r.Clocks().SlowSeats()&^r.Clocks().NotExtendable()&^r.seat.Bit() != 0
	add(when(extends, button(w.Say("button.extend"), lineOf("extend", r.ID, r.Rev))))
	return nonEmpty(rows...)
}

func (r requests) claim(s engine.Seat) []chat.Button {
	line, name := lineOf("claim", r.ID, strings.Join(r.Clocks().ClaimWords(s), " ")), unmarkedNames(r.Table, r.w)[s]
	label := func(ends bool) string { return r.w.Say("claim."+string(r.Clocks().AfterTimeUp(ends)), "Name", name) }
	end := chat.Button{Label: label(true), Line: lineOf(line, WordEnd), Look: chat.Danger}
	return row(primary(label(false), line), when(r.Clocks().ClaimCanEnd(s), end))
}
