package screens

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Game is a table as somebody is told of it who sits there, or is asked to.
type Game struct {
	*match.Table
	Seat engine.Seat // the reader's
	Host bool        // it is the reader who challenges
	Open bool        // it is a challenge to anybody
	// Timed says that a clock runs for those who are waited for, the reader alone if
	// they are: then Up says that it has run out, and Left is how long it will.
	Timed, Up bool
	Left      time.Duration
	Away      bool // the reader is away
}

// Games are somebody's tables, and the challenges that they may take.
type Games struct {
	Waiting []Game // those that wait for them, the most urgent first
	Asked   []Game // they may accept them
	Others  []Game
}

// Screen is the page.
func (p Games) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("games.title"))}, when(len(p.Waiting) > 0, row(nextButton(w))))
	add := func(line chat.Line, buttons ...chat.Button) {
		s.Text, s.Buttons = append(s.Text, line), append(s.Buttons, buttons)
	}
	for _, g := range p.Waiting {
		add(g.line(w), g.button(w))
	}
	for _, g := range p.Asked {
		id := "games.asked"
		if g.Open {
			id = "games.anybody"
		}
		asked := w.Say(id, "Name", hostName(g.Table, w), "Setup", DescribeSetup(g.Match.Game, g.Setup, w))
		add(append(g.codeLine(), chat.Span{Text: asked, Style: chat.Strong}), row(
			primary(w.Say("button.accept")+g.code(), "accept "+string(g.ID)),
			when(!g.Open, button(w.Say("decline.now")+g.code(), "decline "+string(g.ID))))...)
	}
	for _, g := range p.Others {
		add(g.line(w), g.button(w))
	}
	if len(p.Waiting)+len(p.Asked)+len(p.Others) == 0 {
		add(plain(w.Say("games.none")), firstSteps(w)...)
	}
	return s
}

// nextButton leads to the game that waits for the reader most.
func nextButton(w *words.Tongue) chat.Button { return primary(w.Say("button.next"), "next") }

// code tells games of one name apart.
func (g Game) code() string { return " (" + string(g.ID) + ")" }

// codeLine begins what is told of the game.
func (g Game) codeLine() chat.Line {
	return chat.Line{{Text: string(g.ID), Style: chat.Code}, {Text: " "}}
}

// button leads to the reader's hand, or withdraws a challenge.
func (g Game) button(w *words.Tongue) chat.Button {
	if g.Stage == match.Open {
		return button(either(g.Host, w.Say("button.withdraw"), w.Say("button.get-up"))+g.code(), "decline "+string(g.ID))
	}
	return toggle(w.Say("games.open", "Name", namesBut(unmarkedNames(g.Table, w), g.Seat))+g.code(), "hand "+string(g.ID), g.Waiting().Has(g.Seat))
}

// line tells of the game, and for whom it waits.
func (g Game) line(w *words.Tongue) chat.Line {
	if g.Stage == match.Open {
		return append(g.codeLine(), chat.Span{Text: either(g.Host, w.Say("games.challenge"), w.Say("games.seated"))})
	}
	text, style := g.turn(w)
	return append(g.codeLine(), chat.Span{Text: g.against(w) + " – "}, chat.Span{Text: text, Style: style})
}

// against tells who plays it, and how far it is.
func (g Game) against(w *words.Tongue) string {
	return w.Say("games.against", "Name", Opponents(g.Table, g.Seat, w), "Deal", dealNumber(g.Table, w))
}

// WaitedFor are the seats of those who are waited for: the reader alone if they are.
func (g Game) WaitedFor() engine.Seats {
	waiting := g.Waiting()
	if cuts := g.Table.Decks().WaitsForCut(); cuts != engine.Nobody {
		waiting = cuts.Bit()
	}
	return either(waiting.Has(g.Seat), g.Seat.Bit(), waiting)
}

// namesOf names those who sit there.
func (g Game) namesOf(seats engine.Seats, w *words.Tongue) string {
	return namesOf(seats, unmarkedNames(g.Table, w))
}

// turn tells for whom the match waits, and how long.
func (g Game) turn(w *words.Tongue) (string, chat.Style) {
	switch {
	case g.Paused:
		return w.Say("games.paused"), chat.Plain
	case g.Chairs[g.Seat].Absent:
		return w.Say("games.absent"), chat.Strong
	case g.Calls().Causes(g.Seat).Late != 0:
		return w.Say("games.late", "Names", g.namesOf(g.Calls().Causes(g.Seat).Late, w)), chat.Strong
	}
	mine := g.WaitedFor() == g.Seat.Bit()
	turn, style := w.Say("games.theirs", "Names", g.namesOf(g.WaitedFor(), w)), chat.Plain
	if mine {
		turn, style = w.Say("games.yours"), chat.Strong
	}
	switch {
	case g.Up:
		turn = w.Say("games.up", "Turn", turn)
	case g.Timed:
		turn = w.Say("games.left", "Turn", turn, "Left", speech.SpanText(g.Left, w))
	case mine && g.Away:
		turn = w.Say("games.away", "Turn", turn)
	}
	return turn, style
}

// Entry tells of the game in a digest: until when there is time, if it is limited,
// and how to get there.
func (g Game) Entry(w *words.Tongue, until *chat.Span) DigestEntry {
	line := chat.Line{{Text: string(g.ID), Style: chat.Code}, {Text: " " + g.against(w)}}
	if until != nil {
		line = append(append(line, chat.Span{Text: " – ", Style: chat.Strong}), speech.SayWhen(w, chat.Strong, *until, "digest.until")...)
	}
	return DigestEntry{line, g.button(w)}
}

// CalledTo is by which words the seat is called in private. Until is when its time is
// up, if a clock runs for it.
func CalledTo(t *match.Table, s engine.Seat, until *chat.Span, w *words.Tongue) chat.Line {
	names := unmarkedNames(t, w)
	gaps := []any{"Code", string(t.ID), "Names", namesBut(unmarkedNames(t, w), s)}
	say := func(id, gap, value string) chat.Line { return plain(w.Say(id, append(gaps, gap, value)...)) }
	first := func(seats engine.Seats) string { return names[slices.Collect(seats.All())[0]] }
	switch c := t.Calls().Causes(s); {
	case c.Invited:
		return say("calls.asked", "Name", names[0])
	case c.Consent != 0 && t.Consent.What == match.AskPause:
		return say("calls.pause", "Name", names[t.Consent.Seat])
	case c.Consent != 0:
		return say("calls.consent", "Name", names[t.Consent.Seat])
	case c.Again:
		return say("calls.again", "Name", first(t.Again))
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
	return speech.SayWhen(w, chat.Plain, *until, id, gaps...)
}
