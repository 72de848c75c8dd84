package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// GameEntry is a table where the person plays or is invited.
type GameEntry struct {
	*match.Table
	Seat engine.Seat // the reader's
	Host bool        // the reader is the challenger
	Open bool        // anybody may accept
	// ClockRuns: a clock of WaitedFor runs. TimeIsUp: it has run out.
	ClockRuns, TimeIsUp bool
	TimeLeft            time.Duration
	Away                bool
}

// Games lists a person's tables and challenges.
type Games struct {
	Waiting     []GameEntry // the most urgent first
	Invitations []GameEntry // challenges to the person
	Others      []GameEntry
}

// Screen lists waiting games first.
func (p Games) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("games.title"))}, when(len(p.Waiting) > 0, row(nextButton(w))))
	add := func(line chat.Line, buttons ...chat.Button) {
		s.Text, s.Buttons = append(s.Text, line), append(s.Buttons, buttons)
	}
	for _, g := range p.Waiting {
		add(g.line(w), g.button(w))
	}
	for _, g := range p.Invitations {
		setup := describeSetup(g.Match.Game, g.Setup, w)
		asked := w.Say(either(g.Open, "games.anybody", "games.asked"), "Name", hostName(g.Table, w), "Setup", setup)
		add(append(g.codeLine(), chat.Span{Text: asked, Style: chat.Strong}), row(
			primary(w.Say("button.accept")+g.code(), lineOf("accept", g.ID)),
			when(!g.Open, button(w.Say("decline.now")+g.code(), lineOf("decline", g.ID))))...)
	}
	for _, g := range p.Others {
		add(g.line(w), g.button(w))
	}
	if len(p.Waiting)+len(p.Invitations)+len(p.Others) == 0 {
		add(plain(w.Say("games.none")), firstSteps(w)...)
	}
	return s
}

func (g GameEntry) code() string { return " (" + string(g.ID) + ")" }

func (g GameEntry) codeLine() chat.Line {
	return chat.Line{{Text: string(g.ID), Style: chat.Code}, {Text: " "}}
}

func (g GameEntry) button(w *words.Tongue) chat.Button {
	if g.Stage == match.Open {
		return button(w.Say(either(g.Host, "button.withdraw", "button.get-up"))+g.code(), lineOf("decline", g.ID))
	}
	label := w.Say("games.open", "Name", namesBut(unmarkedNames(g.Table, w), g.Seat)) + g.code()
	return toggle(label, lineOf("hand", g.ID), g.Waiting().Has(g.Seat))
}

func (g GameEntry) line(w *words.Tongue) chat.Line {
	if g.Stage == match.Open {
		return append(g.codeLine(), chat.Span{Text: w.Say(either(g.Host, "games.challenge", "games.seated"))})
	}
	text, style := g.turn(w)
	return append(g.codeLine(), chat.Span{Text: g.against(w) + " – "}, chat.Span{Text: text, Style: style})
}

func (g GameEntry) against(w *words.Tongue) string {
	return w.Say("games.against", "Name", Opponents(g.Table, g.Seat, w), "Deal", dealNumber(g.Table, w))
}

// WaitedFor returns the seats to move or cut. If the reader's is among them, it returns only that one.
func (g GameEntry) WaitedFor() engine.Seats {
	waiting := g.Waiting()
	if cuts := g.Decks().WaitsForCut(); cuts != engine.Nobody {
		waiting = cuts.Bit()
	}
	return either(waiting.Has(g.Seat), g.Seat.Bit(), waiting)
}

func (g GameEntry) turn(w *words.Tongue) (string, chat.Style) {
	names := unmarkedNames(g.Table, w)
	switch {
	case g.Paused:
		return w.Say("games.paused"), chat.Plain
	case g.Chairs[g.Seat].Absent:
		return w.Say("games.absent"), chat.Strong
	case g.Calls().Causes(g.Seat).Late != 0:
		return w.Say("games.late", "Names", NamesOf(g.Calls().Causes(g.Seat).Late, names)), chat.Strong
	}
	mine := g.WaitedFor() == g.Seat.Bit()
	turn := either(mine, w.Say("games.yours"), w.Say("games.theirs", "Names", NamesOf(g.WaitedFor(), names)))
	switch {
	case g.TimeIsUp:
		turn = w.Say("games.up", "Turn", turn)
	case g.ClockRuns:
		turn = w.Say("games.left", "Turn", turn, "Left", timeLeftText(g.TimeLeft, w))
	case mine && g.Away:
		turn = w.Say("games.away", "Turn", turn)
	}
	return turn, either(mine, chat.Strong, chat.Plain)
}

// InDigest returns a digest's entry. until may be nil.
func (g GameEntry) InDigest(w *words.Tongue, until *chat.Span) DigestEntry {
	line := chat.Line{{Text: string(g.ID), Style: chat.Code}, {Text: " " + g.against(w)}}
	if until != nil {
		line = append(append(line, chat.Span{Text: " – ", Style: chat.Strong}), sayWhen(w, chat.Strong, *until, "digest.until")...)
	}
	return DigestEntry{line, g.button(w)}
}
