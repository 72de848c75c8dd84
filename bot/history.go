package bot

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
)

// The words that may follow "history"; wordShare follows "replay CODE". What people
// type for them are the texts "typed.filter.WORD".
const (
	filterExport = "export" // as a file
	filterHere   = "here"
	filterMonth  = "month" // this one
	outcomeWon   = "won"
	outcomeLost  = "lost"
	outcomeDrawn = "drawn"
)

var filters = []string{filterExport, filterHere, filterMonth, outcomeWon, outcomeLost, outcomeDrawn, wordShare}

// outcomes are how a match can have ended for somebody.
func outcomes() []string { return []string{outcomeWon, outcomeLost, outcomeDrawn} }

// historySize is how many matches a page of the history has.
const historySize = 10

// historyAsked is which matches somebody asks for. Its zero value is the latest.
type historyAsked struct {
	game    string    // its id; "" for any
	outcome string    // one of outcomes; "" for any
	mention string    // the opponent as typed, "@bert"; "" for anybody
	with    person    // who that is
	name    string    // what they are called
	here    bool      // those that counted in the scope
	scope   ChatID    //
	month   time.Time // its beginning in the reader's zone; zero for any time
	after   string    // the page behind that match
	before  string    // the page before it
	file    bool      // as a file
}

// monthForm is how a month is written.
const monthForm = "2006-01"

// askedHistory reads "history kosakeln @bert here won 2026-10", in any order.
func (b *Bot) askedHistory(ctx context.Context, r *request) (want historyAsked, err error) {
	for _, term := range b.lexicon.Phrases.Read(r.args) {
		if !speech.IsMention(term.Typed) {
			if err = b.takeFilter(ctx, r, &want, term); !chat.RefusedWith(err, "no-term") {
				if err != nil {
					return want, err
				}
				continue
			}
		}
		who, mention, not := b.called(ctx, r, term)
		switch {
		case not != nil:
			return want, not
		case mention == "":
			return want, err
		}
		want.mention, want.with, want.name = mention, who.person, who.name
	}
	return want, nil
}

// takeFilter understands a word that names nobody.
func (b *Bot) takeFilter(ctx context.Context, r *request, want *historyAsked, term speech.Term) (err error) {
	after, isAfter := strings.CutPrefix(term.Typed, pages.WordAfter)
	before, isBefore := strings.CutPrefix(term.Typed, pages.WordBefore)
	month, noMonth := time.ParseInLocation(monthForm, term.Typed, b.people.zoneOf(r.person))
	word, _ := b.typed.filters.Word(term.Typed)
	switch {
	case isAfter:
		want.after = after
	case isBefore:
		want.before = before
	case noMonth == nil:
		want.month = month
	case word == filterExport:
		want.file = true
	case word == filterHere:
		want.here = r.scope() != ""
		want.scope, err = b.standings.scopeOf(ctx, r.scope())
	case word == filterMonth:
		year, now, _ := b.people.timeOf(r.person).Date()
		want.month = time.Date(year, now, 1, 0, 0, 0, 0, b.people.zoneOf(r.person))
	case slices.Contains(outcomes(), word):
		want.outcome = word
	case slices.ContainsFunc(games.All(), func(g engine.Game) bool { return g.ID == strings.ToLower(term.Word) }):
		want.game = strings.ToLower(term.Word)
	default:
		return chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
	}
	return err
}

// line is what asks for these matches; where they are turned over, from the
// beginning.
func (want historyAsked) line() string {
	parts := []string{"history", want.game, want.mention, want.outcome}
	if want.here {
		parts = append(parts, filterHere)
	}
	if !want.month.IsZero() {
		parts = append(parts, want.month.Format(monthForm))
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// all says that no match is left out.
func (want historyAsked) all() bool { return want.line() == "history" }

// admits says whether the match is one of those asked for.
func (want historyAsked) admits(p match.Past) bool {
	game, _, _ := strings.Cut(p.Rules, "/")
	with := func(s int) bool { return engine.Seat(s) != p.Seat && want.with.is(p.People[s]) }
	switch {
	case want.game != "" && want.game != game, want.outcome != "" && want.outcome != outcomeOf(p):
		return false
	case want.here && !p.CountedIn(want.scope):
		return false
	case !want.month.IsZero() && (p.Ended.Before(want.month) || !p.Ended.Before(want.month.AddDate(0, 1, 0))):
		return false
	}
	return want.mention == "" || slices.ContainsFunc(seatsOf(p), with)
}

// seatsOf are the match's seats.
func seatsOf(p match.Past) []int {
	seats := make([]int, len(p.People))
	for s := range seats {
		seats[s] = s
	}
	return seats
}

// outcome is how the match has ended for its person.
func outcomeOf(p match.Past) string {
	switch {
	case p.Drawn:
		return outcomeDrawn
	case p.Won:
		return outcomeWon
	}
	return outcomeLost
}

// history shows a person's matches page by page, the newest first, with a button to
// each one's deals; or sends them as a file.
func (b *Bot) history(ctx context.Context, r *request) (Answer, error) {
	want, err := b.askedHistory(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	if want.file {
		return b.exportHistory(ctx, r, want)
	}
	page, err := b.pastPage(ctx, r.person, want)
	if err != nil {
		return Answer{}, err
	}
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("history.title"), Style: Title}}}}
	if chosen := want.described(r.t); chosen != "" {
		s.Text = append(s.Text, Line{{Text: chosen, Style: Dim}})
	}
	var replays []Button
	for i, p := range page.matches {
		line, err := b.pastLine(ctx, r, i+1, p)
		if err != nil {
			return Answer{}, err
		}
		s.Text = append(s.Text, line)
		if p.Deals > 0 {
			replays = append(replays, Button{Label: r.t.Say("history.replay", "Number", i+1), Line: "replay " + match.DealID(p.Table, 1)})
		}
	}
	if len(page.matches) == 0 {
		s.Text = append(s.Text, Line{{Text: want.noneText(r.t)}})
	}
	s.Buttons = rowsOf(replays, page.turns(r.t, want), want.gameButtons(r.t), want.outcomeButtons(r), page.fileButton(r.t, want))
	return Answer{Screen: s}, nil
}

// rowsOf are the rows that have a button.
func rowsOf(rows ...[]Button) [][]Button {
	return slices.DeleteFunc(rows, func(row []Button) bool { return len(row) == 0 })
}

// noneText is said where there is no match to show.
func (want historyAsked) noneText(w *words.Tongue) string {
	if want.all() {
		return w.Say("history.empty")
	}
	return w.Say("history.none")
}

// described is what was asked for, in words; "" for everything.
func (want historyAsked) described(w *words.Tongue) string {
	var parts []string
	if want.game != "" {
		parts = append(parts, w.Say("game."+want.game))
	}
	if want.mention != "" {
		parts = append(parts, w.Say("history.with", "Name", speech.Isolate(speech.CleanName(want.name))))
	}
	if want.outcome != "" {
		parts = append(parts, w.Say("history."+want.outcome))
	}
	if want.here {
		parts = append(parts, w.Say("history.here"))
	}
	if !want.month.IsZero() {
		parts = append(parts, want.month.Format(monthForm))
	}
	return strings.Join(parts, " · ")
}

// gameButtons choose a game, or all.
func (want historyAsked) gameButtons(w *words.Tongue) (row []Button) {
	for _, id := range append([]string{""}, gameIDs()...) {
		other, label := want, w.Say("history.all")
		if other.game = id; id != "" {
			label = w.Say("game." + id)
		}
		row = append(row, pages.Option(label, other.line(), id == want.game))
	}
	return row
}

func gameIDs() (ids []string) {
	for _, g := range games.All() {
		ids = append(ids, g.ID)
	}
	return ids
}

// outcomeButtons choose how matches have ended, and where they counted; what is
// chosen is given up again.
func (want historyAsked) outcomeButtons(r *request) (row []Button) {
	for _, outcome := range outcomes() {
		other, chosen := want, want.outcome == outcome
		if other.outcome = outcome; chosen {
			other.outcome = ""
		}
		row = append(row, pages.Option(r.t.Say("history."+outcome), other.line(), chosen))
	}
	if r.scope() != "" {
		other := want
		other.here = !want.here
		row = append(row, pages.Option(r.t.Say("history.here"), other.line(), want.here))
	}
	return row
}

// pastPage is a page of the history.
type pastPage struct {
	matches    []match.Past // newest first
	newer, old bool         // there are such before, and behind
}

// turns lead to the other pages.
func (p pastPage) turns(w *words.Tongue, want historyAsked) (row []Button) {
	if p.newer {
		row = append(row, Button{Label: w.Say("history.newer"), Line: want.line() + " " + pages.WordBefore + p.matches[0].Mark()})
	}
	if p.old {
		row = append(row, Button{Label: w.Say("history.older"), Line: want.line() + " " + pages.WordAfter + p.matches[len(p.matches)-1].Mark()})
	}
	return row
}

// fileButton gives these matches as a file.
func (p pastPage) fileButton(w *words.Tongue, want historyAsked) []Button {
	if len(p.matches) == 0 {
		return nil
	}
	return []Button{{Label: w.Say("history.export"), Line: want.line() + " " + filterExport}}
}

// pastPage finds the page that is asked for.
func (b *Bot) pastPage(ctx context.Context, who person, want historyAsked) (p pastPage, err error) {
	from, upwards := want.after, false
	if want.before != "" {
		from, upwards = want.before, true
	}
	more := false
	for m, err := range b.matchesFrom(ctx, who, from, upwards) {
		switch {
		case err != nil:
			return p, err
		case !want.admits(m):
			continue
		}
		if more = len(p.matches) == historySize; more {
			break
		}
		p.matches = append(p.matches, m)
	}
	if upwards {
		slices.Reverse(p.matches)
		p.newer, p.old = more, len(p.matches) > 0
	} else {
		p.newer, p.old = want.after != "" && len(p.matches) > 0, more
	}
	return p, nil
}

// matches are those that the person has finished through any identity, the newest
// first. One that two of them played before they were linked is there once.
func (b *Bot) matches(ctx context.Context, who person) iter.Seq2[match.Past, error] {
	return b.matchesFrom(ctx, who, "", false)
}

// matchesFrom are those that are older than the mark of a match or, upwards, those
// that are newer, the oldest first; without a mark all.
func (b *Bot) matchesFrom(ctx context.Context, who person, from string, upwards bool) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		var heads []*head
		for _, x := range who.identities() {
			next, stop := iter.Pull2(b.pastOf(ctx, x.Person, from, upwards))
			defer stop()
			h := &head{next: next}
			h.advance()
			heads = append(heads, h)
		}
		last := ""
		for {
			h := first(heads, upwards)
			if h == nil {
				return
			}
			p, err := h.past, h.err
			if h.advance(); err == nil && p.Mark() == last {
				continue
			}
			last = p.Mark()
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// head is the next match of an identity that hasn't been told yet.
type head struct {
	past match.Past
	err  error
	ok   bool
	next func() (match.Past, error, bool)
}

func (h *head) advance() { h.past, h.err, h.ok = h.next() }

// first is the identity whose match comes next, or whose history can't be read; nil
// if there is no match any more.
func first(heads []*head, upwards bool) (best *head) {
	for _, h := range heads {
		switch {
		case !h.ok:
		case h.err != nil:
			return h
		case best == nil || (h.past.Mark() < best.past.Mark()) == upwards:
			best = h
		}
	}
	return best
}

// pastOf is the history that is kept under the id, as matchesFrom says.
func (b *Bot) pastOf(ctx context.Context, id chat.PersonID, mark string, upwards bool) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		prefix := string(id) + "|"
		from, to := prefix+"~", prefix
		switch {
		case upwards:
			from, to = prefix+mark, prefix+"~"
		case mark != "":
			from = prefix + mark
		}
		for doc, err := range b.store.Scan(ctx, kindHistory, from, to) {
			var p match.Past
			if err != nil {
				err = fmt.Errorf("bot: history: %w", err)
			} else if doc.Key.ID == prefix+mark {
				continue
			} else {
				err = keep.Decode(doc, &p)
				p.Left = p.HasLeft()
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// pastLine tells of a match, with what it has made of the rating and the table's code.
func (b *Bot) pastLine(ctx context.Context, r *request, number int, p match.Past) (Line, error) {
	names, err := b.namesOf(ctx, p.People, r.t)
	if err != nil {
		return nil, err
	}
	line := Line{
		{Text: fmt.Sprintf("%d. ", number)},
		{Text: speech.DayText(p.Ended.In(b.people.zoneOf(r.person)), r.t) + " ", Style: Dim},
		{Text: r.t.Say("rules."+p.Rules) + ": " + render.Scores(p.Totals, names) + " "},
		{Text: r.t.Say("history." + outcomeOf(p)), Style: Strong},
	}
	if x := p.Rating; x != nil {
		line = append(line, Span{Text: " · " + r.t.Say("history.rating", "After", pages.RatingText(x.After, x.Provisional), "Change", render.Signed(x.After-x.Before))})
	}
	return append(line, Span{Text: " · "}, Span{Text: string(p.Table), Style: Code}), nil
}
