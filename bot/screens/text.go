package screens

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

type tableText struct {
	*match.Table
	w     *words.Tongue
	names []string // by seat
}

func textOf(t *match.Table, w *words.Tongue) tableText { return tableText{t, w, Names(t, w)} }

func (t tableText) screen(s chat.Screen) *chat.Screen {
	s.Lang, s.Created, s.Table, s.Game = t.w.Tag(), t.Created, string(t.ID), t.Match.Game.ID
	return &s
}

func (t tableText) boardText(texts *sync.Map) []chat.Line {
	if text, ok := texts.Load(t.w.Tag()); ok {
		return text.([]chat.Line)
	}
	text := t.board()
	texts.Store(t.w.Tag(), text)
	return text
}

func (t tableText) board() []chat.Line {
	deal, text := t.PublicView(), t.heading(true)
	if len(deal.Tricks) == 0 {
		text = append(text, t.previousDeal()...)
	}
	switch {
	case t.Stage == match.Finished:
		text = append(text, t.outcome()...)
	case t.Match.Deal != nil:
		text = append(append(text, dim(t.w.Say("board.dealer", "Name", t.names[deal.Dealer]))), describe.Board(deal, t.names, t.w)...)
	}
	return slices.Clip(text)
}

func (t tableText) heading(withTotals bool) []chat.Line {
	w, what, score := t.w, t.w.Say("rules."+t.Setup.Rules), t.Match.Score()
	if t.Stage == match.Playing {
		what += " – " + dealNumber(t.Table, w)
	}
	about := describeOptions(t.Match.Game, t.Setup, w)
	for s, name := range namesWithLevels(t.Table, w) {
		if t.Chairs[s].Level != "" { // computers that replace a leaver have no level here
			about = append(about, name)
		}
	}
	about = append(about, w.Say("heading.code", "Code", string(t.ID)))
	scores := describe.Scores(score.Totals, t.names)
	totals := either(score.Goal > 0, // a series has no number of deals
		w.Say("heading.totals.series", "Goal", score.Goal, "Totals", scores), w.Say("heading.totals", "Totals", scores))
	lines := nonEmpty(title(what), dim(joined(" · ", about...)), when(withTotals, plain(totals)))
	for s, c := range t.Chairs {
		if c.LeaverName != "" {
			lines = append(lines, strong(w.Say("heading.taken-over", "Name", seatMark(s)+" "+displayname.Of(c.LeaverName, w))))
		}
	}
	for s := range t.Thinking().All() {
		lines = append(lines, dim(w.Say("heading.thinks", "Name", t.names[s])))
	}
	return slices.Concat(lines, nonEmpty(when(score.Double, strong(w.Say("heading.double")))), t.fairness())
}

// captionHeading is the heading beside a picture. After the match it has the totals; during the match it has the
// previous result, if the picture lacks it.
func (t tableText) captionHeading() []chat.Line {
	over := t.Stage == match.Finished
	lines := t.heading(over)
	last := previousDealIndex(t.Table)
	if over || last < 0 || shownResult(t.Table) != nil || len(t.PublicView().Tricks) > 0 {
		return lines
	}
	return append(lines, chat.Line{{Text: t.overLine(last) + " "}, {Text: describe.Scores(t.Match.Done[last].Score, t.names)}})
}

func (t tableText) overLine(i int) string {
	return t.w.Say("news.last", "Number", finishedNumber(t.Table, i, t.w))
}

func (t tableText) dealSummary(i int) []chat.Line {
	return append([]chat.Line{strong(t.overLine(i))}, describe.Summary(t.Match.Done[i], t.Match.Rules(), t.names, t.w)...)
}

// unplayedDeals shows only the latest, because players may throw in any number of deals and a message is short.
func (t tableText) unplayedDeals() (lines []chat.Line) {
	const most = 3
	n := len(t.Match.Done)
	for i := max(previousDealIndex(t.Table)+1, n-most); i < n; i++ {
		lines = append(lines, t.dealSummary(i)...)
	}
	return lines
}

func (t tableText) previousDeal() []chat.Line {
	if last := previousDealIndex(t.Table); last >= 0 {
		lines := append([]chat.Line{nil}, t.dealSummary(last)...)
		if t.LastTrick.N > 0 {
			lines = append(lines, describe.LastTrick(t.LastTrick, t.names, t.w))
		}
		return append(append(lines, t.unplayedDeals()...), nil)
	}
	var drawn []string
	for s := range t.Chairs {
		if c, ok := t.DrawnCard(s); ok {
			drawn = append(drawn, t.names[s]+" "+describe.Card(c, t.w))
		}
	}
	if len(drawn) == 0 {
		return nil
	}
	return []chat.Line{plain(t.w.Say("news.drawn", "Drawn", strings.Join(drawn, " · "), "Name", t.names[t.Setup.First]))}
}

func (t tableText) sinceLastDeal() []chat.Line {
	if shownResult(t.Table) == nil {
		return nil
	}
	return append(t.unplayedDeals(), describe.Bidding(t.PublicView(), t.names, t.w)...)
}

func (t tableText) outcome() []chat.Line {
	won := []chat.Line{strong(winner(t.Match, t.names, t.w))}
	return slices.Concat(t.departures(), won, t.ratings(), t.dealResults(), t.debts(), t.rematch())
}

func (t tableText) departures() (lines []chat.Line) {
	for s := range t.Match.Left.All() {
		lines = append(lines, plain(t.w.Say(either(t.Chairs[s].Expired, "outcome.expired", "outcome.left"), "Name", t.names[s])))
	}
	return lines
}

func (t tableText) ratings() (lines []chat.Line) {
	if end := t.Match.Score(); end.Earned != 0 {
		lines = append(lines, plain(t.w.Say("outcome.extra", "Goal", end.Goal, "Extra", end.Extra, "Names", NamesOf(end.Earned, t.names))))
	}
	provisional := slices.ContainsFunc(t.Ratings, func(x match.RatedSeat) bool { return x.Provisional })
	return append(lines, nonEmpty(t.ratingLine(), when(provisional, dim(t.w.Say("leaderboard.provisional"))))...)
}

func (t tableText) rematch() (lines []chat.Line) {
	if t.Next != "" {
		return []chat.Line{plain(t.w.Say("outcome.again", "Code", string(t.Next)))}
	}
	for s := range t.RematchSeats.All() {
		lines = append(lines, strong(t.w.Say("outcome.wants", "Name", t.names[s])))
	}
	return lines
}

func (t tableText) ratingLine() chat.Line {
	switch {
	case t.Chairs.HasRobot():
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

// dealResults lists the latest deals, and only counts earlier ones, because a message is short.
func (t tableText) dealResults() (lines []chat.Line) {
	deals, before := t.latestDeals()
	if before > 0 {
		lines = append(lines, dim(t.w.Count("outcome.deals-before", before)))
	}
	for _, i := range deals {
		number, scores := finishedNumber(t.Table, i, t.w), describe.Scores(t.Match.Done[i].Score, t.names)
		lines = append(lines, dim(t.w.Say("outcome.deal", "Number", number, "Scores", scores)))
	}
	return lines
}

// latestDeals returns the indices of the latest played deals, and the number of earlier ones. A single deal equals the
// totals and isn't returned.
func (t tableText) latestDeals() (deals []int, before int) {
	const most = 6
	for i, r := range t.Match.Done {
		if !r.IsVoid() {
			deals = append(deals, i)
		}
	}
	if len(deals) == 1 {
		return nil, 0
	}
	before = max(len(deals)-most, 0)
	return deals[before:], before
}

func (t tableText) dealScores(s engine.Seat) (all []felt.DealScore) {
	deals, _ := t.latestDeals()
	most := 0
	for _, i := range deals {
		points := t.Match.Done[i].Score[s]
		most = max(most, points, -points)
		all = append(all, felt.DealScore{
			Label: t.w.Say("bill.deal", "Number", finishedNumber(t.Table, i, t.w)), Score: describe.Signed(points),
			Lost: points < 0, Points: max(points, -points),
		})
	}
	for i := range all {
		all[i].Most = most
	}
	return all
}

// winOf tells a winner of the match that they won. It returns "" for others.
func (t tableText) winOf(s engine.Seat) string {
	winners := t.Match.Score().Winners
	return when(winners.Has(s), t.w.Say(either(winners.Len() == 1, "end.won", "end.shared")))
}

func (t tableText) debts() (lines []chat.Line) {
	if t.Setup.Stake == 0 || t.Chairs.HasRobot() {
		return nil
	}
	totals := t.Match.Score().Totals
	for debtor, low := range totals {
		for creditor, high := range totals {
			if low < high {
				owed := amount((high-low)*t.Setup.Stake, t.w)
				lines = append(lines, plain(t.w.Say("stake.owes", "Debtor", t.names[debtor], "Creditor", t.names[creditor], "Amount", owed)))
			}
		}
	}
	if len(lines) == 0 {
		return []chat.Line{plain(t.w.Say("stake.even"))}
	}
	return append(lines, dim(t.w.Say("stake.yours")))
}

func amount(cents int, w *words.Tongue) string {
	return w.Say("stake.amount", "Euros", cents/100, "Cents", fmt.Sprintf("%02d", cents%100))
}
