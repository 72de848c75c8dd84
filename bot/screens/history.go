package screens

import (
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
)

// The words of a history's line, besides WordHere and WordMonth, which is this one.
const (
	WordExport = "export" // as a file
	WordWon    = "won"
	WordLost   = "lost"
	WordDrawn  = "drawn"
)

// Outcomes are how a match can have ended for somebody.
func Outcomes() []string { return []string{WordWon, WordLost, WordDrawn} }

// MonthForm is how a month is written.
const MonthForm = "2006-01"

// HistoryFilter is which of their matches somebody wants to see. Its zero value is
// all.
type HistoryFilter struct {
	Game    string    // its id; "" for any
	Outcome string    // one of Outcomes; "" for any
	Mention string    // the opponent as typed, "@bert"; "" for anybody
	Name    string    // what they are called
	Here    bool      // those that counted where it is asked
	Month   time.Time // its beginning in the reader's zone; zero for any time
}

// Line is what asks for these matches; where they are turned over, from the
// beginning.
func (f HistoryFilter) Line() string {
	return lineOf("history", f.Game, f.Mention, f.Outcome, when(f.Here, WordHere), f.month())
}

// month is the month as it is written; "" for any time.
func (f HistoryFilter) month() string { return when(!f.Month.IsZero(), f.Month.Format(MonthForm)) }

// All says that no match is left out.
func (f HistoryFilter) All() bool { return f.Line() == "history" }

// line tells what was asked for; none for everything.
func (f HistoryFilter) line(w *words.Tongue) chat.Line {
	with := when(f.Mention != "", w.Say("history.with", "Name", speech.Isolate(speech.CleanName(f.Name))))
	game, outcome := when(f.Game != "", w.Say("game."+f.Game)), when(f.Outcome != "", w.Say("history."+f.Outcome))
	return when(!f.All(), dim(joined(" · ", game, with, outcome, when(f.Here, w.Say("history.here")), f.month())))
}

// History is a page of somebody's matches, the newest first.
type History struct {
	Filter HistoryFilter
	Scoped bool // it is read in a chat where matches count
	Any    bool // there are matches, whether the filter admits them or not
	// Matches are those of the page. Newer and Older are the marks of the pages
	// before and behind; "" for none.
	Matches      []PastMatch
	Newer, Older string
	Zone         *time.Location // the reader's
}

// PastMatch is a match that is over, as one who played it is told of it.
type PastMatch struct {
	match.Past
	Names []string // by seat, fit to be shown
}

// Outcome is how the match has ended for its person: one of Outcomes.
func Outcome(p match.Past) string {
	switch {
	case p.Drawn:
		return WordDrawn
	case p.Won:
		return WordWon
	}
	return WordLost
}

// ratingChange is the text with the change in its gaps, after the other gaps.
func ratingChange(x match.RatedSeat, w *words.Tongue, id string, gaps ...any) string {
	return w.Say(id, append(gaps, "Before", x.Before, "After", ratingText(x.After, x.Provisional), "Change", render.Signed(x.After-x.Before))...)
}

// line tells of the match, with the table's code.
func (p History) line(number int, m PastMatch, w *words.Tongue) chat.Line {
	line := chat.Line{
		{Text: fmt.Sprintf("%d. ", number)},
		{Text: speech.DayText(m.Ended.In(p.Zone), w) + " ", Style: chat.Dim},
		{Text: w.Say("rules."+m.Rules) + ": " + render.Scores(m.Totals, m.Names) + " "},
		{Text: w.Say("history." + Outcome(m.Past)), Style: chat.Strong},
	}
	if m.Rating != nil {
		line = append(line, chat.Span{Text: " · " + ratingChange(*m.Rating, w, "history.rating")})
	}
	return append(line, chat.Span{Text: " · "}, chat.Span{Text: string(m.Table), Style: chat.Code})
}

// Screen is the page, with a button to each match's deals.
func (p History) Screen(w *words.Tongue) *chat.Screen {
	text := nonEmpty(title(w.Say("history.title")), p.Filter.line(w))
	var replays, file []chat.Button
	for i, m := range p.Matches {
		text = append(text, p.line(i+1, m, w))
		if m.Deals > 0 {
			replays = append(replays, button(w.Say("history.replay", "Number", i+1), "replay "+match.DealID(m.Table, 1)))
		}
	}
	line := p.Filter.Line()
	switch {
	case len(p.Matches) > 0:
		file = []chat.Button{button(w.Say("history.export"), line+" "+WordExport)}
	case !p.Any: // there is nothing to choose from yet
		return page(w, append(text, plain(w.Say("history.empty"))), firstSteps(w))
	default:
		text = append(text, plain(w.Say("history.none")))
	}
	turns := row(
		when(p.Newer != "", button(w.Say("history.newer"), line+" "+WordBefore+p.Newer)),
		when(p.Older != "", button(w.Say("history.older"), line+" "+WordAfter+p.Older)))
	return page(w, text, replays, turns, p.Filter.gameButtons(w), p.outcomeButtons(w), file)
}

// gameButtons choose a game, or all.
func (f HistoryFilter) gameButtons(w *words.Tongue) []chat.Button {
	of := func(game, label string) chat.Button {
		other := f
		other.Game = game
		return option(label, other.Line(), f.Game == game)
	}
	all := []chat.Button{of("", w.Say("history.all"))}
	return append(all, each(games.All(), func(g engine.Game) chat.Button { return of(g.ID, w.Say("game."+g.ID)) })...)
}

// outcomeButtons choose how matches have ended, and where they counted; what is
// chosen is given up again.
func (p History) outcomeButtons(w *words.Tongue) (row []chat.Button) {
	for _, outcome := range Outcomes() {
		other, chosen := p.Filter, p.Filter.Outcome == outcome
		if other.Outcome = outcome; chosen {
			other.Outcome = ""
		}
		row = append(row, option(w.Say("history."+outcome), other.Line(), chosen))
	}
	if p.Scoped {
		other := p.Filter
		other.Here = !other.Here
		row = append(row, option(w.Say("history.here"), other.Line(), p.Filter.Here))
	}
	return row
}

// HistoryFile goes with a file of the records of somebody's deals.
type HistoryFile struct {
	Filter         HistoryFilter
	Deals, Matches int
	Full           bool // there was no room for all
}

// Screen tells what is in the file, and what isn't.
func (p HistoryFile) Screen(w *words.Tongue) *chat.Screen {
	return page(w, nonEmpty(
		title(w.Say("history.file")),
		plain(w.Count("history.file.deals", p.Deals, "Matches", w.Count("history.file.matches", p.Matches))),
		p.Filter.line(w),
		when(p.Full, strong(w.Say("history.file.more"))),
		dim(w.Say("history.file.running")), dim(w.Say("history.file.check"))),
		row(button(w.Say("history.back"), p.Filter.Line())))
}
