package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// GameEntry is a table in a person's list: the person plays there or is invited.
type GameEntry struct {
	*match.Table
	Seat engine.Seat // the reader's
	Host bool        // the reader is the challenger
	Open bool        // anybody may accept the challenge
	// Timed reports that a clock runs for the seats of WaitedFor. If so, Up reports that it has run
	// out, and Left is the remaining time.
	Timed, Up bool
	Left      time.Duration
	Away      bool // the reader is away
}

// Games lists a person's tables and the challenges that they may accept.
type Games struct {
	Waiting []GameEntry // games that wait for the person, the most urgent first
	Asked   []GameEntry // challenges that the person may accept
	Others  []GameEntry
}

// Screen lists the waiting games, then the challenges, then the other games, each with its buttons.
func (p Games) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("games.title"))}, when(len(p.Waiting) > 0, row(nextButton(w))))
	add := func(line chat.Line, buttons ...chat.Button) {
		s.Text, s.Buttons = append(s.Text, line), append(s.Buttons, buttons)
	}
	for _, g := range p.Waiting {
		add(g.line(w), g.button(w))
	}
	for _, g := range p.Asked {
		setup := describeSetup(g.Match.Game, g.Setup, w)
		asked := w.Say(either(g.Open, "games.anybody", "games.asked"), "Name", hostName(g.Table, w), "Setup", setup)
		add(append(g.codeLine(), chat.Span{Text: asked, Style: chat.Strong}), row(
			primary(w.Say("button.accept")+g.code(), lineOf("accept", g.ID)),
			when(!g.Open, button(w.Say("decline.now")+g.code(), lineOf("decline", g.ID))))...)
	}
	for _, g := range p.Others {
		add(g.line(w), g.button(w))
	}
	if len(p.Waiting)+len(p.Asked)+len(p.Others) == 0 {
		add(plain(w.Say("games.none")), firstSteps(w)...)
	}
	return s
}

// code returns the table's code in brackets. It distinguishes buttons with the same label.
func (g GameEntry) code() string { return " (" + string(g.ID) + ")" }

// codeLine begins the game's line with the table's code.
func (g GameEntry) codeLine() chat.Line {
	return chat.Line{{Text: string(g.ID), Style: chat.Code}, {Text: " "}}
}

// button opens the reader's hand. In an open challenge it withdraws the challenge or gives up the reader's
// chair.
func (g GameEntry) button(w *words.Tongue) chat.Button {
	if g.Stage == match.Open {
		return button(w.Say(either(g.Host, "button.withdraw", "button.get-up"))+g.code(), lineOf("decline", g.ID))
	}
	label := w.Say("games.open", "Name", namesBut(unmarkedNames(g.Table, w), g.Seat)) + g.code()
	return toggle(label, lineOf("hand", g.ID), g.Waiting().Has(g.Seat))
}

// line describes the game and names the awaited players.
func (g GameEntry) line(w *words.Tongue) chat.Line {
	if g.Stage == match.Open {
		return append(g.codeLine(), chat.Span{Text: w.Say(either(g.Host, "games.challenge", "games.seated"))})
	}
	text, style := g.turn(w)
	return append(g.codeLine(), chat.Span{Text: g.against(w) + " – "}, chat.Span{Text: text, Style: style})
}

// against names the opponents and the current deal.
func (g GameEntry) against(w *words.Tongue) string {
	return w.Say("games.against", "Name", Opponents(g.Table, g.Seat, w), "Deal", dealNumber(g.Table, w))
}

// WaitedFor returns the seats that must act or cut. If the reader is among them, it returns the reader's
// seat alone.
func (g GameEntry) WaitedFor() engine.Seats {
	waiting := g.Waiting()
	if cuts := g.Decks().WaitsForCut(); cuts != engine.Nobody {
		waiting = cuts.Bit()
	}
	return either(waiting.Has(g.Seat), g.Seat.Bit(), waiting)
}

// turn names the awaited players and tells how much time is left. It also returns the style of the text.
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
	case g.Up:
		turn = w.Say("games.up", "Turn", turn)
	case g.Timed:
		turn = w.Say("games.left", "Turn", turn, "Left", leftText(g.Left, w))
	case mine && g.Away:
		turn = w.Say("games.away", "Turn", turn)
	}
	return turn, either(mine, chat.Strong, chat.Plain)
}

// InDigest returns the game's entry in a digest. until is the reader's deadline; nil if there is none.
func (g GameEntry) InDigest(w *words.Tongue, until *chat.Span) DigestEntry {
	line := chat.Line{{Text: string(g.ID), Style: chat.Code}, {Text: " " + g.against(w)}}
	if until != nil {
		line = append(append(line, chat.Span{Text: " – ", Style: chat.Strong}), sayWhen(w, chat.Strong, *until, "digest.until")...)
	}
	return DigestEntry{line, g.button(w)}
}
