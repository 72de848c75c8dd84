package pages

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// seatMark tells a seat apart from the others even if the names look the same.
func seatMark(s int) string { return string('①' + rune(s)) }

// Names are the table's names by seat, fit to be shown.
func (t View) Names(w *words.Tongue) []string {
	names := speech.NamesIn(w, t.rawNames())
	for s := range names {
		names[s] = seatMark(s) + " " + names[s]
	}
	return names
}

// closedScreen is a match that came to nothing, and why.
func (t View) closedScreen(why string, w *words.Tongue) chat.Screen {
	return chat.Screen{Ended: true, Text: append(t.heading(t.Names(w), w).lines(), chat.Line{{Text: why, Style: chat.Strong}})}
}

// challengeButtons are what the readers may answer: in public all of it, in
// private what the one who reads can do.
func challengeButtons(t *match.Table, w *words.Tongue, reader chat.UserID) [][]chat.Button {
	id := string(t.ID)
	seated := reader != "" && slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == reader })
	host := reader == t.Chairs[0].User
	row := []chat.Button{{Label: w.Say("button.accept"), Line: "accept " + id, Look: chat.Primary}}
	if seated {
		row = nil
	}
	row = append(row, chat.Button{Label: w.Say("button.rules"), Line: rulesLine(t.Match.Game, t.Match.Game.Topic(engine.Table{}))})
	switch {
	case reader == "" || host:
		row = append(row, chat.Button{Label: w.Say("button.withdraw"), Line: "decline " + id})
	case seated:
		row = append(row, chat.Button{Label: w.Say("button.get-up"), Line: "decline " + id})
	}
	rows := [][]chat.Button{row}
	if t.Chairs.Company() && (reader == "" || host) {
		rows = append(rows, []chat.Button{{Label: w.Say("button.fill"), Line: "fill " + id}})
	}
	if users, _ := t.Chairs.Asked(); reader == "" && len(users) > 0 || slices.Contains(users, reader) {
		rows = append(rows, declineButtons(t, w, reader))
	}
	return rows
}

// declineButtons are the ways to say no, for those whom chairs are kept for.
func declineButtons(t *match.Table, w *words.Tongue, reader chat.UserID) (no []chat.Button) {
	for _, reason := range match.DeclineReasons() {
		no = append(no, chat.Button{Label: w.Say("decline." + reason), Line: "decline " + string(t.ID) + " " + reason})
	}
	if reader != "" {
		no = append(no, chat.Button{Label: w.Say("button.block", "Name", speech.ShownName(t.Chairs[0].Name, w)), Line: "block " + string(t.ID)})
	}
	return no
}

// dealNumber is which deal is played, and of how many if that is settled.
func (t View) dealNumber(w *words.Tongue) string {
	standing := t.Match.Standing()
	number := standing.Played + 1
	if standing.Goal > 0 {
		return w.Say("heading.series", "Number", number)
	}
	return w.Say("heading.deal", "Number", number, "Length", t.Setup.Length)
}

// overLine says that the finished deal of that index is over. What was dealt again
// has the number of the deal before.
func (t View) overLine(i int, w *words.Tongue) string {
	return w.Say("news.last", "Number", t.Match.Game.Next(t.Setup.Setup, t.Match.Done[:i]).Played+1)
}

// over is how the finished deal of that index ended.
func (t View) over(i int, names []string, w *words.Tongue) []chat.Line {
	return append([]chat.Line{{{Text: t.overLine(i, w), Style: chat.Strong}}}, render.Summary(t.Match.Done[i], t.Match.Rules(), names, w)...)
}

// lastPlayed is the index of the last finished deal that was played, or if none was
// of the last; -1 if none is finished.
func lastPlayed(t *match.Table) int {
	for i, r := range slices.Backward(t.Match.Done) {
		if !r.Void() {
			return i
		}
	}
	return len(t.Match.Done) - 1
}

// unplayed are the finished deals after the last that was played. Only the newest
// few are told: there is no end to what people may throw in, but to a message.
func (t View) unplayed(names []string, w *words.Tongue) (lines []chat.Line) {
	const most = 3
	n := len(t.Match.Done)
	for i := max(lastPlayed(t.Table)+1, n-most); i < n; i++ {
		lines = append(lines, t.over(i, names, w)...)
	}
	return lines
}

// heading is what a table's screens begin with.
type heading struct {
	title, about, totals chat.Line // the match with the deal's number, the terms, the score
	notes                []chat.Line
}

func (h heading) lines() []chat.Line {
	return append([]chat.Line{h.title, h.about, h.totals}, h.notes...)
}

func (t View) heading(names []string, w *words.Tongue) heading {
	title := w.Say("rules." + t.Setup.Rules)
	if t.Stage == match.Playing {
		title += " – " + t.dealNumber(w)
	}
	about := append(describeOptions(t.Match.Game, t.Setup, w), w.Say("heading.code", "Code", string(t.ID)))
	return heading{
		title:  chat.Line{{Text: title, Style: chat.Title}},
		about:  chat.Line{{Text: strings.Join(about, " · "), Style: chat.Dim}},
		totals: chat.Line{{Text: t.totals(names, w)}},
		notes:  t.notes(w),
	}
}

// totals is the score of the match, and what it goes to where that is no number of
// deals.
func (t View) totals(names []string, w *words.Tongue) string {
	standing := t.Match.Standing()
	scores := render.Scores(standing.Totals, names)
	if standing.Goal > 0 {
		return w.Say("heading.totals.series", "Goal", standing.Goal, "Totals", scores)
	}
	return w.Say("heading.totals", "Totals", scores)
}

// notes are what is unusual about the match and the deal: seats that the computer
// has taken over, and that the deal counts double.
func (t View) notes(w *words.Tongue) (lines []chat.Line) {
	for s, c := range t.Chairs {
		if c.Left != "" {
			lines = append(lines, chat.Line{{Text: w.Say("heading.taken-over", "Name", seatMark(s)+" "+speech.ShownName(c.Left, w)), Style: chat.Strong}})
		}
	}
	if t.Match.Standing().Double {
		lines = append(lines, chat.Line{{Text: w.Say("heading.double"), Style: chat.Strong}})
	}
	return lines
}

// news is what has happened since the last deal that was played: its result until
// the first trick of another, and at the very first who deals and why.
func (t View) news(names []string, w *words.Tongue) []chat.Line {
	if last := lastPlayed(t.Table); last >= 0 {
		lines := append([]chat.Line{nil}, t.over(last, names, w)...)
		if t.Ending.N > 0 {
			lines = append(lines, render.LastTrick(t.Ending, names, w))
		}
		return append(append(lines, t.unplayed(names, w)...), nil)
	}
	var drawn []string
	for s := range t.Chairs {
		if c, ok := t.DrawnCard(s); ok {
			drawn = append(drawn, names[s]+" "+render.Card(c, w))
		}
	}
	if len(drawn) == 0 {
		return nil
	}
	return []chat.Line{{{Text: w.Say("news.drawn", "Drawn", strings.Join(drawn, " · "), "Name", names[t.Setup.First])}}}
}

// publicText is what everybody reads, on the board and above the hands. It is
// made once for each language and state of the table.
func (t View) publicText(w *words.Tongue) []chat.Line {
	if text, ok := t.Texts[w.Tag()]; ok {
		return text
	}
	deal, names := t.Public(), t.Names(w)
	text := t.heading(names, w).lines()
	if len(deal.Tricks) == 0 {
		text = append(text, t.news(names, w)...)
	}
	if t.Stage == match.Finished {
		text = append(text, t.outcome(names, w)...)
	} else {
		text = append(text, chat.Line{{Text: w.Say("board.dealer", "Name", names[deal.Dealer]), Style: chat.Dim}})
		text = append(text, render.Board(deal, names, w)...)
	}
	text = slices.Clip(text)
	if t.Texts != nil {
		t.Texts[w.Tag()] = text
	}
	return text
}

// outcome tells who won the match.
func (t View) outcome(names []string, w *words.Tongue) []chat.Line {
	end := t.Match.Standing()
	var lines []chat.Line
	for s := range t.Match.Left.All() {
		id := "outcome.left"
		if t.Chairs[s].Expired {
			id = "outcome.expired"
		}
		lines = append(lines, chat.Line{{Text: w.Say(id, "Name", names[s])}})
	}
	lines = append(lines, chat.Line{{Text: t.winner(names, w), Style: chat.Strong}})
	if end.Earned != 0 {
		var earned []string
		for s := range end.Earned.All() {
			earned = append(earned, names[s])
		}
		lines = append(lines, chat.Line{{Text: w.Say("outcome.extra", "Goal", end.Goal, "Extra", end.Extra, "Names", strings.Join(earned, ", "))}})
	}
	lines = append(lines, t.ratedLines(names, w)...)
	if t.Next != "" {
		return append(lines, chat.Line{{Text: w.Say("outcome.again", "Code", string(t.Next))}})
	}
	for s := range t.Again.All() {
		lines = append(lines, chat.Line{{Text: w.Say("outcome.wants", "Name", names[s]), Style: chat.Strong}})
	}
	return lines
}

// winner says who won the match, if not all had to leave.
func (t View) winner(names []string, w *words.Tongue) string {
	var winners []string
	for s := range t.Match.Standing().Winners.All() {
		winners = append(winners, names[s])
	}
	switch len(winners) {
	case 0:
		return w.Say("outcome.none")
	case 1:
		return w.Say("outcome.won", "Names", winners[0])
	}
	return w.Say("outcome.drawn", "Names", strings.Join(winners, ", "))
}

func overButtons(t *match.Table, w *words.Tongue) [][]chat.Button {
	var row []chat.Button
	if t.Next == "" && !t.Chairs.Deserted() {
		row = append(row, chat.Button{Label: w.Say("button.rematch"), Line: "rematch " + string(t.ID), Look: chat.Primary})
	}
	if len(t.Match.Done) > 0 {
		row = append(row, chat.Button{Label: w.Say("button.replay"), Line: "replay " + match.DealID(t.ID, 1)})
	}
	row = append(row, chat.Button{Label: w.Say("button.leaderboard"), Line: leaderboardLine(t.Match.Game.ID)})
	return [][]chat.Button{row}
}

// topsLines tell how the cards are marked that lie open in front of the player.
func topsLines(v engine.View, w *words.Tongue) []chat.Line {
	if v.Tops == 0 {
		return nil
	}
	return []chat.Line{{{Text: w.Say("panel.tops", "Mark", render.TopMark), Style: chat.Dim}}}
}

// laidLines tell what the player has put away, if the rules let them know it.
func laidLines(v engine.View, w *words.Tongue) []chat.Line {
	if v.Hand.Laid == 0 {
		return nil
	}
	id := "panel.laid"
	if v.Hand.Seat == v.Table.Declarer && v.Hand.Laid.Len() == v.Table.Laid.N {
		id = "panel.laid.talon" // what went in an exchange isn't among them
	}
	return []chat.Line{{{Text: w.Say(id, "Cards", render.Cards(v.Hand.Laid, w)), Style: chat.Dim}}}
}

// whyLines tell why not all of the hand can be chosen.
func whyLines(v engine.View, pick engine.Pick, w *words.Tongue) []chat.Line {
	if why := render.Why(v, pick, w); why != "" {
		return []chat.Line{{{Text: why, Style: chat.Dim}}}
	}
	return nil
}

// pickChoice offers the cards of a pick, suit by suit, highest first; those
// that must go are chosen for good.
func pickChoice(w *words.Tongue, p engine.Pick, tops card.Set) *chat.Choice {
	choice := &chat.Choice{Label: w.Say("choice."+p.Verb.String(), "Min", p.Min, "Max", p.Max),
		Confirm: w.Say("confirm." + p.Verb.String()), Min: p.Min, Max: p.Max}
	for _, c := range render.InHandOrder(p.From) {
		choice.Options = append(choice.Options, chat.Option{
			Value: c.String(), Label: cardLabel(c, tops, w), Icon: c.String(),
			Style: render.CardStyle(c), Fixed: p.Must.Has(c), Part: cardPart(c, w),
		})
	}
	return choice
}

// cardLabel is what a card to be chosen is called, marked if it lies open.
func cardLabel(c card.Card, tops card.Set, w *words.Tongue) string {
	if tops.Has(c) {
		return render.Card(c, w) + render.TopMark
	}
	return render.Card(c, w)
}

// cardPart is the part of a choice of cards that the card is of.
func cardPart(c card.Card, w *words.Tongue) string {
	if c.Suit() == card.Tarock {
		return w.Say("choice.part.tarocks")
	}
	return w.Say("choice.part.suits")
}

// wordsChoice offers announcements and doublings to be sent with "done".
func wordsChoice(w *words.Tongue, terms engine.Terms, p engine.Prompt) *chat.Choice {
	c := &chat.Choice{Label: w.Say("choice.announce"), Confirm: w.Say("confirm.done"), Max: len(p.Words) - 1}
	for _, a := range p.Words {
		if a.Verb != engine.Done {
			c.Options = append(c.Options, chat.Option{Value: strings.Replace(a.String(), " ", ".", 1), Label: actionLabel(a, terms, w)})
		}
	}
	return c
}

// wordButtons are the words that a press says; announcements are chosen and
// sent together instead.
func wordButtons(p engine.Prompt, deal engine.Table, do string, w *words.Tongue) [][]chat.Button {
	if len(p.Words) == 0 || len(p.Words) > 1 && slices.Contains(p.Words, engine.Say(engine.Done, 0)) {
		return nil
	}
	var row []chat.Button
	for _, a := range p.Words {
		label := actionLabel(a, deal.Terms, w)
		if a.Verb == engine.Talon {
			label = packetLabel(deal, a, w)
		}
		row = append(row, chat.Button{Label: label, Line: do + a.String(), Look: wordLook(a)})
	}
	return [][]chat.Button{row}
}

func wordLook(a engine.Action) chat.Look {
	if a.Verb == engine.Pass {
		return chat.Normal
	}
	return chat.Primary
}

// packetLabel is a packet's number, from 1, and its cards.
func packetLabel(deal engine.Table, a engine.Action, w *words.Tongue) string {
	var cards []string
	for _, c := range deal.Packets()[a.N] {
		cards = append(cards, render.Card(c, w))
	}
	return fmt.Sprintf("%d) %s", a.N+1, strings.Join(cards, " "))
}

// cardButtons are the playable cards: tarocks in one row, suit cards in the next.
// Tops are marked as in the hand.
func cardButtons(p engine.Pick, tops card.Set, do string, w *words.Tongue) [][]chat.Button {
	var tarocks, others []chat.Button
	for _, c := range render.InHandOrder(p.From) {
		button := chat.Button{Label: cardLabel(c, tops, w), Line: do + engine.Play(c).String(), Icon: c.String(), Style: render.CardStyle(c)}
		if c.Suit() == card.Tarock {
			tarocks = append(tarocks, button)
		} else {
			others = append(others, button)
		}
	}
	return slices.DeleteFunc([][]chat.Button{tarocks, others}, func(row []chat.Button) bool { return len(row) == 0 })
}

// rawNames are the names by seat as people have them; "" is the computer.
func (t View) rawNames() []string {
	raw := make([]string, len(t.Chairs))
	for s, c := range t.Chairs {
		raw[s] = c.Name
	}
	return raw
}

// computerNames are the names of the table's computer players by seat.
func (t View) computerNames(w *words.Tongue) []string {
	return speech.ComputerNames(w, len(t.Chairs), func(s int) bool { return t.Chairs[s].Robot })
}

// chairLines tell who sits at a table that waits for more than one.
func (t View) chairLines(w *words.Tongue) []chat.Line {
	if t.Match.Game.ForTwo() {
		return nil
	}
	var lines []chat.Line
	computers := t.computerNames(w)
	for s, c := range t.Chairs {
		style, text := chat.Plain, ""
		switch {
		case c.Robot:
			text = w.Say("challenge.chair.taken", "Name", computers[s])
		case c.Person != "":
			text = w.Say("challenge.chair.taken", "Name", speech.ShownName(c.Name, w))
		case c.For != "":
			style, text = chat.Dim, w.Say("challenge.chair.asked", "Name", speech.Isolate(c.Guest))
		case c.No != "":
			style, text = chat.Strong, w.Say("closed."+c.No, "Guest", speech.ShownName(c.Guest, w))+" "+w.Say("challenge.chair.free")
		default:
			style, text = chat.Dim, w.Say("challenge.chair.free")
		}
		lines = append(lines, chat.Line{{Text: seatMark(s) + " " + text, Style: style}})
	}
	return lines
}

// HandButton leads to the cards, wherever it is pressed.
func HandButton(id chat.TableID, w *words.Tongue) chat.Button {
	return chat.Button{Label: w.Say("button.hand"), Line: "hand " + string(id), Look: chat.Primary}
}
