package screens

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// tableText tells in one language what everybody may read of a table.
type tableText struct {
	*match.Table
	w     *words.Tongue
	names []string // by seat
}

func textOf(t *match.Table, w *words.Tongue) tableText { return tableText{t, w, Names(t, w)} }

// screen adds to a screen of the table what all of them have.
func (t tableText) screen(s chat.Screen) *chat.Screen {
	s.Lang, s.Age, s.Table, s.Game = t.w.Tag(), t.Created, string(t.ID), t.Match.Game.ID
	return &s
}

// all is the text of the board, which also stands above the hands. Texts keep it by language.
func (t tableText) all(texts *sync.Map) []chat.Line {
	if text, ok := texts.Load(t.w.Tag()); ok {
		return text.([]chat.Line)
	}
	deal, text := t.Public(), t.heading(true)
	if len(deal.Tricks) == 0 {
		text = append(text, t.news()...)
	}
	switch {
	case t.Stage == match.Finished:
		text = append(text, t.outcome()...)
	case t.Match.Deal != nil:
		text = append(append(text, dim(t.w.Say("board.dealer", "Name", t.names[deal.Dealer]))), render.Board(deal, t.names, t.w)...)
	}
	text = slices.Clip(text)
	texts.Store(t.w.Tag(), text)
	return text
}

// heading is what a table's screens begin with: the match with the deal's number, the
// terms, the score if it is wanted, and what is unusual about the match and the deal.
func (t tableText) heading(score bool) []chat.Line {
	w, what, standing := t.w, t.w.Say("rules."+t.Setup.Rules), t.Match.Score()
	if t.Stage == match.Playing {
		what += " – " + dealNumber(t.Table, w)
	}
	about := describeOptions(t.Match.Game, t.Setup, w)
	for s, name := range introduced(t.Table, w) {
		if t.Chairs[s].Level != "" { // a computer player that has no name of its own needs no introduction
			about = append(about, name)
		}
	}
	about = append(about, w.Say("heading.code", "Code", string(t.ID)))
	scores := render.Scores(standing.Totals, t.names)
	totals := w.Say("heading.totals", "Totals", scores)
	if standing.Goal > 0 { // it isn't played by the number of deals
		totals = w.Say("heading.totals.series", "Goal", standing.Goal, "Totals", scores)
	}
	lines := nonEmpty(title(what), dim(joined(" · ", about...)), when(score, plain(totals)))
	for s, c := range t.Chairs {
		if c.LeaverName != "" {
			lines = append(lines, strong(w.Say("heading.taken-over", "Name", seatMark(s)+" "+speech.DisplayName(c.LeaverName, w))))
		}
	}
	for s := range t.Thinking().All() {
		lines = append(lines, dim(w.Say("heading.thinks", "Name", t.names[s])))
	}
	return slices.Concat(lines, nonEmpty(when(standing.Double, strong(w.Say("heading.double")))), t.fairness())
}

// dealNumber tells which deal is played, and of how many if that is settled.
func dealNumber(t *match.Table, w *words.Tongue) string {
	standing := t.Match.Score()
	number := standing.Played + 1
	if standing.Goal > 0 {
		return w.Say("heading.series", "Number", number)
	}
	return w.Say("heading.deal", "Number", number, "Length", t.Setup.Length)
}

// captionHeading is the heading beside a picture: with the totals once the match is over, without
// them as long as it isn't, and then in a line what came of the deal before once
// no picture shows that any more, until the first trick.
func (t tableText) captionHeading() []chat.Line {
	over := t.Stage == match.Finished
	lines := t.heading(over)
	last := lastPlayed(t.Table)
	if over || last < 0 || lastEnding(t.Table) != nil || len(t.Public().Tricks) > 0 {
		return lines
	}
	return append(lines, chat.Line{
		{Text: t.overLine(last) + " "},
		{Text: render.Scores(t.Match.Done[last].Score, t.names)},
	})
}

// overLine says that the finished deal of that index is over.
func (t tableText) overLine(i int) string {
	return t.w.Say("news.last", "Number", finishedNumber(t.Table, i, t.w))
}

// ending tells how the finished deal of that index ended.
func (t tableText) ending(i int) []chat.Line {
	return append([]chat.Line{strong(t.overLine(i))}, render.Summary(t.Match.Done[i], t.Match.Rules(), t.names, t.w)...)
}

// unplayed tells of the finished deals after the last that was played. Only the newest
// few are told: there is no end to what people may throw in, but to a message.
func (t tableText) unplayed() (lines []chat.Line) {
	const most = 3
	n := len(t.Match.Done)
	for i := max(lastPlayed(t.Table)+1, n-most); i < n; i++ {
		lines = append(lines, t.ending(i)...)
	}
	return lines
}

// news is what has happened since the last deal that was played: its result until
// the first trick of another, and at the very first who deals and why.
func (t tableText) news() []chat.Line {
	if last := lastPlayed(t.Table); last >= 0 {
		lines := append([]chat.Line{nil}, t.ending(last)...)
		if t.Ending.N > 0 {
			lines = append(lines, render.LastTrick(t.Ending, t.names, t.w))
		}
		return append(append(lines, t.unplayed()...), nil)
	}
	var drawn []string
	for s := range t.Chairs {
		if c, ok := t.DrawnCard(s); ok {
			drawn = append(drawn, t.names[s]+" "+render.Card(c, t.w))
		}
	}
	if len(drawn) == 0 {
		return nil
	}
	return []chat.Line{plain(t.w.Say("news.drawn", "Drawn", strings.Join(drawn, " · "), "Name", t.names[t.Setup.First]))}
}

// begun is what came after the deal whose end the picture shows, as long as it does:
// deals that weren't played, and what was said in the new one.
func (t tableText) begun() []chat.Line {
	if lastEnding(t.Table) == nil {
		return nil
	}
	return append(t.unplayed(), render.Agreed(t.Public(), t.names, t.w)...)
}

// outcome tells who won the match.
func (t tableText) outcome() (lines []chat.Line) {
	w, names := t.w, t.names
	for s := range t.Match.Left.All() {
		lines = append(lines, plain(either(t.Chairs[s].Expired, w.Say("outcome.expired", "Name", names[s]), w.Say("outcome.left", "Name", names[s]))))
	}
	lines = append(lines, strong(winner(t.Match, names, w)))
	if end := t.Match.Score(); end.Earned != 0 {
		lines = append(lines, plain(w.Say("outcome.extra", "Goal", end.Goal, "Extra", end.Extra, "Names", namesOf(end.Earned, names))))
	}
	lines = slices.Concat(lines, nonEmpty(t.rated(), provisionalLine(t.Ratings, w)), t.dealResults(), t.debts())
	if t.Next != "" {
		return append(lines, plain(w.Say("outcome.again", "Code", string(t.Next))))
	}
	for s := range t.Again.All() {
		lines = append(lines, strong(w.Say("outcome.wants", "Name", names[s])))
	}
	return lines
}

// winner says who won the match, if not all had to leave.
func winner(m engine.Match, names []string, w *words.Tongue) string {
	switch winners := m.Score().Winners; winners.Len() {
	case 0:
		return w.Say("outcome.none")
	case 1:
		return w.Say("outcome.won", "Names", namesOf(winners, names))
	default:
		return w.Say("outcome.drawn", "Names", namesOf(winners, names))
	}
}

// rated tells how the match has changed the ratings, or why it hasn't; nil for
// neither.
func (t tableText) rated() chat.Line {
	switch {
	case t.Chairs.WithRobot():
		return nil
	case t.Unrated != "":
		return dim(unratedText(t.Unrated, t.w))
	case len(t.Ratings) == 0:
		return nil
	}
	var changes []string
	for s, x := range t.Ratings {
		changes = append(changes, ratingChange(x, t.w, "outcome.rating", "Name", t.names[s]))
	}
	return plain(t.w.Say("outcome.ratings", "Changes", strings.Join(changes, " · ")))
}

// unratedText says why a match isn't rated.
func unratedText(why string, w *words.Tongue) string {
	most := either(why == standing.UnratedNew, standing.RatedFirst, standing.RatedMeetings)
	return w.Say("unrated."+why, "Max", most)
}

// provisionalLine tells what the mark of a rating means that isn't sure yet; nil where
// there is none.
func provisionalLine(ratings []match.RatedSeat, w *words.Tongue) chat.Line {
	unsure := slices.ContainsFunc(ratings, func(x match.RatedSeat) bool { return x.Provisional })
	return when(unsure, dim(w.Say("leaderboard.provisional")))
}

// dealResults are what each deal that was played brought, the last few where there were many:
// there is no end to a series, but to a message.
func (t tableText) dealResults() (lines []chat.Line) {
	const most = 6
	played := 0
	for i, r := range slices.Backward(t.Match.Done) {
		if r.Void() {
			continue
		}
		if played++; played <= most {
			lines = append(lines, dim(t.w.Say("outcome.deal", "Number", finishedNumber(t.Table, i, t.w), "Scores", render.Scores(r.Score, t.names))))
		}
	}
	switch {
	case played == 1:
		return nil // the totals say it
	case played > most:
		lines = append(lines, dim(t.w.Count("outcome.deals-before", played-most)))
	}
	slices.Reverse(lines)
	return lines
}

// debts tell who owes whom how much, where a game point is worth something: each two settle the difference of
// their totals. Nobody collects it.
func (t tableText) debts() (lines []chat.Line) {
	if t.Setup.Stake == 0 || t.Chairs.WithRobot() {
		return nil
	}
	totals := t.Match.Score().Totals
	for debtor, low := range totals {
		for creditor, high := range totals {
			if low < high {
				lines = append(lines, plain(t.w.Say("stake.owes", "Debtor", t.names[debtor], "Creditor", t.names[creditor], "Amount", amount((high-low)*t.Setup.Stake, t.w))))
			}
		}
	}
	if len(lines) == 0 {
		return []chat.Line{plain(t.w.Say("stake.even"))}
	}
	return append(lines, dim(t.w.Say("stake.yours")))
}

// amount is so many cents, in euros.
func amount(cents int, w *words.Tongue) string {
	return w.Say("stake.amount", "Euros", cents/100, "Cents", fmt.Sprintf("%02d", cents%100))
}

// lastPlayed returns the index of the last finished deal that was played; if none was, of the last
// finished one; -1 if none is finished.
func lastPlayed(t *match.Table) int {
	for i, r := range slices.Backward(t.Match.Done) {
		if !r.Void() {
			return i
		}
	}
	return len(t.Match.Done) - 1
}

// standingBefore returns where the match stood when the finished deal of that index began.
func standingBefore(t *match.Table, i int) engine.Score {
	return t.Match.Game.Next(t.Setup.Setup, t.Match.Done[:i])
}

// finishedNumber returns the number of the finished deal of that index, marked if the deal counted double.
// A deal that was dealt again has the number of the deal before.
func finishedNumber(t *match.Table, i int, w *words.Tongue) string {
	before := standingBefore(t, i)
	number := fmt.Sprint(before.Played + 1)
	if before.Double && !t.Match.Done[i].Void() {
		return w.Say("news.double", "Number", number)
	}
	return number
}

// replayLine steps through the deal that was played last.
func replayLine(t *match.Table) string { return "replay " + match.DealID(t.ID, lastPlayed(t)+1) }

// lastEnding returns how the last deal that was played has ended, as long as there is somebody
// who may not have seen it: who hasn't acted since, and needn't have before the
// first card is played, as when a Solo ends the auction. Nil for none.
func lastEnding(t *match.Table) *engine.Result {
	last := lastPlayed(t)
	if last < 0 || t.Stage != match.Finished && !untouched(t) {
		return nil
	}
	return &t.Match.Done[last]
}

// untouched reports whether there is somebody who needn't have seen anything of the
// deal yet: no card is played, and not everybody has exchanged or spoken.
func untouched(t *match.Table) bool {
	if t.Match.Deal == nil {
		return true
	}
	if v := t.Public(); len(v.Tricks) > 0 || v.Trick.N > 0 {
		return false
	}
	for s, c := range t.Chairs {
		if !c.Robot && t.Match.Deal.Made(engine.Seat(s)) == 0 {
			return true
		}
	}
	return false
}
