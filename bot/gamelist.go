package bot

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// listGames lists the person's tables, those that wait for them first, and of
// these first where their time runs out; and between them the challenges that they
// may take.
func (b *Bot) listGames(_ context.Context, r *request) (Answer, error) {
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("games.title"), Style: Title}}}}
	waiting, others := b.gamesOf(r.person)
	asked := b.askedTo(r.person)
	if len(waiting) > 0 {
		s.Buttons = [][]Button{{{Label: r.t.Say("button.next"), Line: "next", Look: Primary}}}
	}
	for _, t := range waiting {
		s.Text, s.Buttons = append(s.Text, b.gameLine(t, r)), append(s.Buttons, []Button{gameButton(t, r)})
	}
	for _, t := range asked {
		s.Text, s.Buttons = append(s.Text, askedLine(t, r)), append(s.Buttons, askedButtons(t, r))
	}
	for _, t := range others {
		s.Text, s.Buttons = append(s.Text, b.gameLine(t, r)), append(s.Buttons, []Button{gameButton(t, r)})
	}
	if len(waiting)+len(asked)+len(others) == 0 {
		s.Text = append(s.Text, Line{{Text: r.t.Say("games.none")}})
		s.Buttons = [][]Button{{
			{Label: r.t.Say("button.challenge"), Line: "challenge", Look: Primary},
			{Label: r.t.Say("button.practice"), Line: "practice"},
		}}
	}
	return Answer{Screen: s}, nil
}

// gamesOf are the tables at which the person sits: those that wait for them, the
// one with the least time first, and the others.
func (b *Bot) gamesOf(p people.Person) (waiting, others []*match.Table) {
	for _, x := range b.register.Of(p) {
		t := b.peek(x.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.SeatOf(p.Who())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		if left, _, none := t.LeastLeft(truth{b}, t.SeatOf(p.Who()).Bit()); !none {
			return left
		}
		return math.MaxInt64 // where there is no clock they can wait
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// askedTo are the challenges in which a chair is kept for the person, the oldest
// first.
func (b *Bot) askedTo(p people.Person) (asked []*match.Table) {
	for _, x := range b.register.Find(tables.KeysOf(p), func(x tables.Summary) bool { return x.Stage == match.Open && x.Asks(p) && !x.Seats(p) }) {
		if t := b.peek(x.ID); t != nil && !b.expired(t) {
			asked = append(asked, t)
		}
	}
	return asked
}

// askedLine tells who challenges the reader, and to what.
func askedLine(t *match.Table, r *request) Line {
	return Line{{Text: string(t.ID), Style: Code}, {Text: " "},
		{Text: r.t.Say("games.asked", "Name", speech.ShownName(t.Chairs[0].Name, r.t), "Setup", pages.DescribeSetup(t.Match.Game, t.Setup, r.t)), Style: Strong}}
}

// askedButtons answer a challenge.
func askedButtons(t *match.Table, r *request) []Button {
	code := " (" + string(t.ID) + ")"
	return []Button{
		{Label: r.t.Say("button.accept") + code, Line: "accept " + string(t.ID), Look: Primary},
		{Label: r.t.Say("decline.now") + code, Line: "decline " + string(t.ID)},
	}
}

// gameButton leads to the person's hand, or withdraws a challenge.
func gameButton(t *match.Table, r *request) Button {
	if t.Stage == match.Open {
		label := "button.get-up"
		if r.person.Is(t.Host) {
			label = "button.withdraw"
		}
		return Button{Label: r.t.Say(label) + " (" + string(t.ID) + ")", Line: "decline " + string(t.ID)}
	}
	return Button{Label: r.t.Say("games.open", "Name", opponents(t, r)) + " (" + string(t.ID) + ")",
		Line: "hand " + string(t.ID), Look: pages.LookIf(t.Waiting().Has(t.SeatOf(r.person.Who())))}
}

func opponents(t *match.Table, r *request) string {
	var names []string
	for s, name := range speech.NamesIn(r.t, (pages.View{Table: t}).RawNames()) {
		if engine.Seat(s) != t.SeatOf(r.person.Who()) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

func (b *Bot) gameLine(t *match.Table, r *request) Line {
	line := Line{{Text: string(t.ID), Style: Code}, {Text: " "}}
	if t.Stage == match.Open {
		id := "games.seated"
		if r.person.Is(t.Host) {
			id = "games.challenge"
		}
		return append(line, Span{Text: r.t.Say(id)})
	}
	text, style := b.turnSpan(t, t.SeatOf(r.person.Who()), r.t)
	return append(line,
		Span{Text: r.t.Say("games.against", "Name", opponents(t, r), "Deal", pages.View{Table: t}.DealNumber(r.t)) + " – "},
		Span{Text: text, Style: style})
}

// turnSpan tells the seat for whom the match waits, and how long.
func (b *Bot) turnSpan(t *match.Table, s engine.Seat, w *words.Tongue) (string, Style) {
	mine, seats := s.Bit(), t.Waiting()
	switch {
	case t.Paused:
		return w.Say("games.paused"), Plain
	case t.Chairs[s].Absent:
		return w.Say("games.absent"), Strong
	case t.Causes(s).Late != 0:
		return w.Say("games.late"), Strong
	}
	turn, style := w.Say("games.theirs"), Plain
	if seats&mine != 0 {
		turn, style, seats = w.Say("games.yours"), Strong, mine
	}
	switch left, up, none := t.LeastLeft(truth{b}, seats); {
	case up:
		turn = w.Say("games.up", "Turn", turn)
	case !none:
		turn = w.Say("games.left", "Turn", turn, "Left", speech.SpanText(left, w))
	case seats == mine && !b.awayUntil(t.Chairs[s]).IsZero():
		turn = w.Say("games.away", "Turn", turn)
	}
	return turn, style
}
