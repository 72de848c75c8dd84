package screens

import (
	"cmp"
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

// View is a table as somebody reads it.
type View struct {
	*match.Table
	Texts *sync.Map // what everybody reads, []chat.Line by language; nil: it is made each time
}

// seatMark tells a seat apart from the others even if the names look the same.
func seatMark(s int) string { return string('①' + rune(s)) }

// Names are the table's names by seat, fit to be shown.
func (t View) Names(w *words.Tongue) []string {
	names := unmarkedNames(t, w)
	for s := range names {
		names[s] = seatMark(s) + " " + names[s]
	}
	return names
}

// unmarkedNames are the names by seat, without the marks of the seats.
func unmarkedNames(t View, w *words.Tongue) []string {
	return speech.TableNames(w, t.rawNames(), t.Chairs.Levels(), t.computer)
}

// introduced are the names by seat, of computer players with what they are.
func introduced(t View, w *words.Tongue) []string {
	names := unmarkedNames(t, w)
	for s, c := range t.Chairs {
		names[s] = speech.Introduce(w, names[s], c.Level)
	}
	return names
}

// Opponents introduces those who sit in the other seats.
func (t View) Opponents(seat engine.Seat, w *words.Tongue) string {
	return namesBut(introduced(t, w), seat)
}

// namesBut are the names but that of the seat.
func namesBut(names []string, seat engine.Seat) string {
	if seat != engine.Nobody {
		names = slices.Delete(names, int(seat), int(seat)+1)
	}
	return strings.Join(names, ", ")
}

// dealNumber is which deal is played, and of how many if that is settled.
func (t View) dealNumber(w *words.Tongue) string {
	standing := t.Match.Score()
	number := standing.Played + 1
	if standing.Goal > 0 {
		return w.Say("heading.series", "Number", number)
	}
	return w.Say("heading.deal", "Number", number, "Length", t.Setup.Length)
}

// overLine says that the finished deal of that index is over. What was dealt again
// has the number of the deal before.
func (t View) overLine(i int, w *words.Tongue) string {
	return w.Say("news.last", "Number", finishedNumber(t.Table, i, w))
}

// finishedNumber returns the number of the finished deal of that index, marked if the deal counted double.
func finishedNumber(t *match.Table, i int, w *words.Tongue) string {
	before := standingBefore(t, i)
	number := fmt.Sprint(before.Played + 1)
	if before.Double && !t.Match.Done[i].Void() {
		return w.Say("news.double", "Number", number)
	}
	return number
}

// standingBefore is where the match stood when the finished deal of that index began.
func standingBefore(t *match.Table, i int) engine.Score {
	return t.Match.Game.Next(t.Setup.Setup, t.Match.Done[:i])
}

// ending is how the finished deal of that index ended.
func (t View) ending(i int, names []string, w *words.Tongue) []chat.Line {
	return append([]chat.Line{strong(t.overLine(i, w))}, render.Summary(t.Match.Done[i], t.Match.Rules(), names, w)...)
}

// replayLine steps through the deal that was played last.
func (t View) replayLine() string {
	return "replay " + match.DealID(t.ID, lastPlayed(t.Table)+1)
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
		lines = append(lines, t.ending(i, names, w)...)
	}
	return lines
}

// heading is what a table's screens begin with: the match with the deal's number, the
// terms, the score if it is wanted, and what is unusual about the match and the deal.
func (t View) heading(names []string, score bool, w *words.Tongue) []chat.Line {
	what, standing := w.Say("rules."+t.Setup.Rules), t.Match.Score()
	if t.Stage == match.Playing {
		what += " – " + t.dealNumber(w)
	}
	about := append(describeOptions(t.Match.Game, t.Setup, w), computers(t, w)...)
	about = append(about, w.Say("heading.code", "Code", string(t.ID)))
	scores := render.Scores(standing.Totals, names)
	totals := w.Say("heading.totals", "Totals", scores)
	if standing.Goal > 0 { // it isn't played by the number of deals
		totals = w.Say("heading.totals.series", "Goal", standing.Goal, "Totals", scores)
	}
	lines := nonEmpty(title(what), dim(joined(" · ", about...)), when(score, plain(totals)))
	for s, c := range t.Chairs {
		if c.Left != "" {
			lines = append(lines, strong(w.Say("heading.taken-over", "Name", seatMark(s)+" "+speech.DisplayName(c.Left, w))))
		}
	}
	for s := range t.Thinking().All() {
		lines = append(lines, dim(w.Say("heading.thinks", "Name", names[s])))
	}
	return slices.Concat(lines, nonEmpty(when(standing.Double, strong(w.Say("heading.double")))), fairLines(t, names, w))
}

// news is what has happened since the last deal that was played: its result until
// the first trick of another, and at the very first who deals and why.
func (t View) news(names []string, w *words.Tongue) []chat.Line {
	if last := lastPlayed(t.Table); last >= 0 {
		lines := append([]chat.Line{nil}, t.ending(last, names, w)...)
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
	return []chat.Line{plain(w.Say("news.drawn", "Drawn", strings.Join(drawn, " · "), "Name", names[t.Setup.First]))}
}

// publicText is what everybody reads, on the board and above the hands. It is
// made once for each language and state of the table.
func (t View) publicText(w *words.Tongue) []chat.Line {
	if t.Texts != nil {
		if text, ok := t.Texts.Load(w.Tag()); ok {
			return text.([]chat.Line)
		}
	}
	deal, names := t.Public(), t.Names(w)
	text := t.heading(names, true, w)
	if len(deal.Tricks) == 0 {
		text = append(text, t.news(names, w)...)
	}
	if t.Stage == match.Finished {
		text = append(text, t.outcome(names, w)...)
	} else {
		text = append(append(text, dim(w.Say("board.dealer", "Name", names[deal.Dealer]))), render.Board(deal, names, w)...)
	}
	text = slices.Clip(text)
	if t.Texts != nil {
		t.Texts.Store(w.Tag(), text)
	}
	return text
}

// outcome tells who won the match.
func (t View) outcome(names []string, w *words.Tongue) (lines []chat.Line) {
	for s := range t.Match.Left.All() {
		lines = append(lines, plain(either(t.Chairs[s].Expired, w.Say("outcome.expired", "Name", names[s]), w.Say("outcome.left", "Name", names[s]))))
	}
	lines = append(lines, strong(t.winner(names, w)))
	if end := t.Match.Score(); end.Earned != 0 {
		lines = append(lines, plain(w.Say("outcome.extra", "Goal", end.Goal, "Extra", end.Extra, "Names", namesOf(end.Earned, names))))
	}
	lines = append(append(lines, nonEmpty(t.ratedLine(names, w), provisionalLine(t.Ratings, w))...), dealLines(t.Table, names, w)...)
	lines = append(lines, debtLines(t.Table, names, w)...)
	if t.Next != "" {
		return append(lines, plain(w.Say("outcome.again", "Code", string(t.Next))))
	}
	for s := range t.Again.All() {
		lines = append(lines, strong(w.Say("outcome.wants", "Name", names[s])))
	}
	return lines
}

// debtLines tell who owes whom how much, where a game point is worth something: each two settle the difference of
// their totals. Nobody collects it.
func debtLines(t *match.Table, names []string, w *words.Tongue) (lines []chat.Line) {
	if t.Setup.Stake == 0 || t.Chairs.WithRobot() {
		return nil
	}
	totals := t.Match.Score().Totals
	for debtor, low := range totals {
		for creditor, high := range totals {
			if low < high {
				lines = append(lines, plain(w.Say("stake.owes", "Debtor", names[debtor], "Creditor", names[creditor], "Amount", amount((high-low)*t.Setup.Stake, w))))
			}
		}
	}
	if len(lines) == 0 {
		return []chat.Line{plain(w.Say("stake.even"))}
	}
	return append(lines, dim(w.Say("stake.yours")))
}

// amount is so many cents, in euros.
func amount(cents int, w *words.Tongue) string {
	return w.Say("stake.amount", "Euros", cents/100, "Cents", fmt.Sprintf("%02d", cents%100))
}

// dealLines are what each deal that was played brought, the last few where there were many:
// there is no end to a series, but to a message.
func dealLines(t *match.Table, names []string, w *words.Tongue) (lines []chat.Line) {
	const most = 6
	played := 0
	for i, r := range slices.Backward(t.Match.Done) {
		if r.Void() {
			continue
		}
		if played++; played <= most {
			lines = append(lines, dim(w.Say("outcome.deal", "Number", finishedNumber(t, i, w), "Scores", render.Scores(r.Score, names))))
		}
	}
	switch {
	case played == 1:
		return nil // the totals say it
	case played > most:
		lines = append(lines, dim(w.Count("outcome.deals-before", played-most)))
	}
	slices.Reverse(lines)
	return lines
}

// provisionalLine tells what the mark of a rating means that isn't sure yet; nil where
// there is none.
func provisionalLine(ratings []match.RatedSeat, w *words.Tongue) chat.Line {
	unsure := slices.ContainsFunc(ratings, func(x match.RatedSeat) bool { return x.Provisional })
	return when(unsure, dim(w.Say("leaderboard.provisional")))
}

// winner says who won the match, if not all had to leave.
func (t View) winner(names []string, w *words.Tongue) string {
	switch winners := t.Match.Score().Winners; winners.Len() {
	case 0:
		return w.Say("outcome.none")
	case 1:
		return w.Say("outcome.won", "Names", namesOf(winners, names))
	default:
		return w.Say("outcome.drawn", "Names", namesOf(winners, names))
	}
}

// namesOf are the names of those seats.
func namesOf(seats engine.Seats, names []string) string {
	return strings.Join(each(slices.Collect(seats.All()), func(s engine.Seat) string { return names[s] }), ", ")
}

// rawNames are the names by seat as people have them, also of those whom chairs are kept for; "" elsewhere.
func (t View) rawNames() []string {
	return each(t.Chairs, func(c match.Chair) string { return cmp.Or(c.Name, when(c.KeptFor != "", c.InvitedName)) })
}

// computer says that a computer player sits there.
func (t View) computer(seat int) bool { return t.Chairs[seat].Robot }

// computers introduce the table's computer players; those that have no name of their own
// need no introduction.
func computers(t View, w *words.Tongue) (all []string) {
	for s, name := range introduced(t, w) {
		if t.Chairs[s].Level != "" {
			all = append(all, name)
		}
	}
	return all
}

// hostName is what who challenges is called.
func (t View) hostName(w *words.Tongue) string { return unmarkedNames(t, w)[0] }

// ratedLine tells how the match has changed the ratings, or why it hasn't; nil for
// neither.
func (t View) ratedLine(names []string, w *words.Tongue) chat.Line {
	switch {
	case t.Chairs.WithRobot():
		return nil
	case t.Unrated != "":
		return dim(unratedText(t.Table, w))
	case len(t.Ratings) == 0:
		return nil
	}
	var changes []string
	for s, x := range t.Ratings {
		changes = append(changes, ratingChange(x, w, "outcome.rating", "Name", names[s]))
	}
	return plain(w.Say("outcome.ratings", "Changes", strings.Join(changes, " · ")))
}

// unratedText says why the match isn't rated.
func unratedText(t *match.Table, w *words.Tongue) string {
	most := either(t.Unrated == standing.UnratedNew, standing.RatedFirst, standing.RatedMeetings)
	return w.Say("unrated."+t.Unrated, "Max", most)
}

// CalledTo is by which words the seat is called in private. Until is when its time is
// up, if a clock runs for it.
func (t View) CalledTo(s engine.Seat, until *chat.Span, w *words.Tongue) chat.Line {
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

// tabled says that the picture of a panel shows the table, too.
func tabled(t *match.Table) bool {
	return lastEnding(t) != nil || !slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Place.Chat != "" })
}

// lastEnding is how the last deal that was played has ended, as long as there is somebody
// who may not have seen it: who hasn't acted since, and needn't have before the
// first card is played, as when a Solo ends the auction. Nil for none.
func lastEnding(t *match.Table) *engine.Result {
	last := lastPlayed(t)
	if last < 0 || t.Stage != match.Finished && !untouched(t) {
		return nil
	}
	return &t.Match.Done[last]
}

// scene is the table as pictures show it.
func (t View) scene(w *words.Tongue) render.Scene {
	s := render.Scene{
		Rules: t.Match.Rules(),
		Names: speech.PictureNames(w, t.rawNames(), t.Chairs.Levels(), t.computer),
		Asked: t.Chairs.Seats(match.Chair.Asks),
	}
	for _, c := range t.Chairs {
		s.TakenOver = append(s.TakenOver, speech.PictureName(c.Left, w))
	}
	if t.Stage != match.Playing && t.Stage != match.Finished {
		return s
	}
	s.Score = t.Match.Score()
	if s.Score.Over = t.Stage == match.Finished; s.Score.Over {
		s.Left = t.Match.Left
	} else if t.Match.Deal != nil {
		s.Deal, s.Seen = t.Public(), t.Match.Deal.Seen()
	}
	if s.Last = lastEnding(t.Table); s.Last != nil {
		s.LastTrick, s.Doubled = t.Ending, standingBefore(t.Table, lastPlayed(t.Table)).Double
	}
	return s
}

// untouched says that there is somebody who needn't have seen anything of the
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
