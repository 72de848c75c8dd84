package screens

import (
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// HistoryFilter selects matches; the zero value selects all.
type HistoryFilter struct {
	Game    string // its id; "" for any
	Outcome string // one of Outcomes; "" for any
	Mention string // "@bert" as typed; "" for anybody
	Name    string // the opponent's
	Here    bool
	Month   time.Time // starts in the reader's zone; zero for any
}

// Line returns the first page's command.
func (f HistoryFilter) Line() string {
	return lineOf("history", f.Game, f.Mention, f.Outcome, when(f.Here, WordHere), f.month())
}

func (f HistoryFilter) month() string { return when(!f.Month.IsZero(), f.Month.Format(MonthLayout)) }

// SelectsAll reports whether the filter selects every match.
func (f HistoryFilter) SelectsAll() bool { return f.Line() == "history" }

func (f HistoryFilter) description(w *words.Tongue) chat.Line {
	with := when(f.Mention != "", w.Say("history.with", "Name", displayname.Isolate(displayname.Clean(f.Name))))
	game, outcome := when(f.Game != "", w.Say("game."+f.Game)), when(f.Outcome != "", w.Say("history."+f.Outcome))
	return when(!f.SelectsAll(), dim(joined(" · ", game, with, outcome, when(f.Here, w.Say("history.here")), f.month())))
}

// History shows matches, newest first.
type History struct {
	Filter  HistoryFilter
	Scoped  bool
	HasAny  bool // matches exist, filtered or not
	Matches []PastMatch
	Pages   Pages
	Zone    *time.Location // the reader's
}

// PastMatch adds the players' names to a match.
type PastMatch struct {
	match.HistoryEntry
	Names []string // by seat
}

// Outcome returns the match's outcome, one of Outcomes.
func Outcome(p match.HistoryEntry) string {
	switch {
	case p.Drawn:
		return WordDrawn
	case p.Won:
		return WordWon
	}
	return WordLost
}

func (p History) line(number int, m PastMatch, w *words.Tongue) chat.Line {
	line := chat.Line{
		{Text: fmt.Sprintf("%d. ", number)},
		{Text: dayText(m.Ended.In(p.Zone), w) + " ", Style: chat.Dim},
		{Text: w.Say("rules."+m.Rules) + ": " + describe.Scores(m.Totals, m.Names) + " "},
		{Text: w.Say("history." + Outcome(m.HistoryEntry)), Style: chat.Strong},
	}
	if m.Rating != nil {
		line = append(line, chat.Span{Text: " · " + ratingChange(*m.Rating, w, "history.rating")})
	}
	return append(line, chat.Span{Text: " · "}, chat.Span{Text: string(m.Table), Style: chat.Code})
}

// Screen lists the matches.
func (p History) Screen(w *words.Tongue) *chat.Screen {
	text := nonEmpty(title(w.Say("history.title")), p.Filter.description(w))
	var replays, file []chat.Button
	for i, m := range p.Matches {
		text = append(text, p.line(i+1, m, w))
		if m.Deals > 0 {
			replays = append(replays, button(w.Say("history.replay", "Number", i+1), lineOf("replay", match.DealID(m.Table, 1))))
		}
	}
	line := p.Filter.Line()
	switch {
	case len(p.Matches) > 0:
		file = []chat.Button{button(w.Say("history.export"), lineOf(line, WordExport))}
	case !p.HasAny: // no matches yet, so no filters
		return page(w, append(text, plain(w.Say("history.empty"))), firstSteps(w))
	default:
		text = append(text, plain(w.Say("history.none")))
	}
	newer, older := p.Pages.lines(line)
	turns := row(button(w.Say("history.newer"), newer), button(w.Say("history.older"), older))
	return page(w, text, replays, turns, p.Filter.gameButtons(w), p.outcomeButtons(w), file)
}

func (f HistoryFilter) gameButtons(w *words.Tongue) []chat.Button {
	line := func(game string) string {
		other := f
		other.Game = game
		return other.Line()
	}
	return append([]chat.Button{option(w.Say("history.all"), line(""), f.Game == "")}, gameButtons(f.Game, line, w)...)
}

func (p History) outcomeButtons(w *words.Tongue) (buttons []chat.Button) {
	for _, outcome := range Outcomes() {
		other, chosen := p.Filter, p.Filter.Outcome == outcome
		if other.Outcome = outcome; chosen {
			other.Outcome = ""
		}
		buttons = append(buttons, option(w.Say("history."+outcome), other.Line(), chosen))
	}
	if p.Scoped {
		other := p.Filter
		other.Here = !other.Here
		buttons = append(buttons, option(w.Say("history.here"), other.Line(), p.Filter.Here))
	}
	return buttons
}

// HistoryFile accompanies a file with a person's deals.
type HistoryFile struct {
	Filter         HistoryFilter
	Deals, Matches int
	Full           bool // some deals didn't fit
}

// Screen tells which deals the file contains.
func (p HistoryFile) Screen(w *words.Tongue) *chat.Screen {
	return page(w, nonEmpty(
		title(w.Say("history.file")),
		plain(w.Count("history.file.deals", p.Deals, "Matches", w.Count("history.file.matches", p.Matches))),
		p.Filter.description(w),
		when(p.Full, strong(w.Say("history.file.more"))),
		dim(w.Say("history.file.running")), dim(w.Say("history.file.check"))),
		row(button(w.Say("history.back"), p.Filter.Line())))
}
