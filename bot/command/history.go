package command

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/privacy"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// filters are the words that may follow "history"; pages.WordShare follows "replay
// CODE". What people type for them are the texts "typed.filter.WORD".
var filters = []string{pages.WordExport, pages.WordHere, pages.WordMonth, pages.WordWon, pages.WordLost, pages.WordDrawn, pages.WordShare}

// historySize is how many matches a page of the history has.
const historySize = 10

// historyAsked is which matches somebody asks for. Its zero value is the latest.
type historyAsked struct {
	pages.HistoryFilter
	with   people.Person // whom it mentions
	scope  chat.ChatID   // where matches are to count, if it says here
	after  string        // the page behind that match
	before string        // the page before it
	file   bool          // as a file
}

// askedHistory reads "history kosakeln @bert here won 2026-10", in any order.
func askedHistory(ctx context.Context, sv *Services, r *Request) (want historyAsked, err error) {
	for _, term := range sv.Lexicon.Phrases.Read(r.args) {
		if !speech.IsMention(term.Typed) {
			if err = takeFilter(ctx, sv, r, &want, term); !chat.RefusedWith(err, "no-term") {
				if err != nil {
					return want, err
				}
				continue
			}
		}
		who, mention, not := called(ctx, sv, r, term)
		switch {
		case not != nil:
			return want, not
		case mention == "":
			return want, err
		}
		want.Mention, want.with, want.Name = mention, who.person, who.name
	}
	return want, nil
}

// takeFilter understands a word that names nobody.
func takeFilter(ctx context.Context, sv *Services, r *Request, want *historyAsked, term speech.Term) (err error) {
	after, isAfter := strings.CutPrefix(term.Typed, pages.WordAfter)
	before, isBefore := strings.CutPrefix(term.Typed, pages.WordBefore)
	month, noMonth := time.ParseInLocation(pages.MonthForm, term.Typed, sv.People.ZoneOf(r.Person))
	word, _ := sv.typed.filters.Word(term.Typed)
	switch {
	case isAfter:
		want.after = after
	case isBefore:
		want.before = before
	case noMonth == nil:
		want.Month = month
	case word == pages.WordExport:
		want.file = true
	case word == pages.WordHere:
		want.Here = r.scope() != ""
		want.scope, err = sv.Standings.ScopeOf(ctx, r.scope())
	case word == pages.WordMonth:
		year, now, _ := sv.People.TimeOf(r.Person).Date()
		want.Month = time.Date(year, now, 1, 0, 0, 0, 0, sv.People.ZoneOf(r.Person))
	case slices.Contains(pages.Outcomes(), word):
		want.Outcome = word
	case slices.ContainsFunc(games.All(), func(g engine.Game) bool { return g.ID == strings.ToLower(term.Word) }):
		want.Game = strings.ToLower(term.Word)
	default:
		return chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
	}
	return err
}

// admits says whether the match is one of those asked for.
func (want historyAsked) admits(p match.Past) bool {
	game, _, _ := strings.Cut(p.Rules, "/")
	switch {
	case want.Game != "" && want.Game != game, want.Outcome != "" && want.Outcome != pages.Outcome(p):
		return false
	case want.Here && !p.CountedIn(want.scope):
		return false
	case !want.Month.IsZero() && (p.Ended.Before(want.Month) || !p.Ended.Before(want.Month.AddDate(0, 1, 0))):
		return false
	}
	others := slices.Delete(slices.Clone(p.People), int(p.Seat), int(p.Seat)+1)
	return want.Mention == "" || slices.ContainsFunc(others, want.with.Is)
}

// history shows a person's matches page by page, the newest first, with a button to
// each one's deals; or sends them as a file.
func history(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	want, err := askedHistory(ctx, sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if want.file {
		return exportHistory(ctx, sv, r, want)
	}
	page := pages.History{Filter: want.HistoryFilter, Scoped: r.scope() != "", Zone: sv.People.ZoneOf(r.Person)}
	if err := findMatches(ctx, sv, r, want, &page); err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// findMatches finds the matches of the page that is asked for, and the marks of the pages
// before and behind.
func findMatches(ctx context.Context, sv *Services, r *Request, want historyAsked, p *pages.History) error {
	from, upwards := cmp.Or(want.before, want.after), want.before != ""
	more, names := false, newNamer(sv, r.Words)
	for m, err := range sv.Histories.From(ctx, r.Person.Identities(), from, upwards) {
		switch {
		case err != nil:
			return err
		case !want.admits(m):
			continue
		}
		if more = len(p.Matches) == historySize; more {
			break
		}
		called, err := names.at(ctx, m.People)
		if err != nil {
			return err
		}
		p.Matches = append(p.Matches, pages.PastMatch{Past: m, Names: called})
	}
	if len(p.Matches) == 0 {
		return nil
	}
	newer, older := want.after != "", more
	if upwards {
		slices.Reverse(p.Matches)
		newer, older = more, true
	}
	if newer {
		p.Newer = p.Matches[0].Mark()
	}
	if older {
		p.Older = p.Matches[len(p.Matches)-1].Mark()
	}
	return nil
}

// exportHistory gives the person the records of the deals of their matches, the
// oldest first: of as many of the latest as there is room for in a file.
func exportHistory(ctx context.Context, sv *Services, r *Request, want historyAsked) (chat.Answer, error) {
	free, err := sv.Files.Begin(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	defer free()
	deals := privacy.NewDeals()
	for p, err := range played(ctx, sv, r.Person, want) {
		if err == nil {
			err = deals.Add(ctx, sv.Store, p)
		}
		if err != nil {
			return chat.Answer{}, err
		}
		if deals.Full {
			break
		}
	}
	if deals.Count() == 0 {
		return chat.Answer{}, chat.Refuse("no-records")
	}
	page := pages.HistoryFile{Filter: want.HistoryFilter, Deals: deals.Count(), Matches: deals.Matches, Full: deals.Full}
	return chat.Answer{Screen: page.Screen(r.Words), File: deals.File()}, nil
}

// played are the matches of the person that are asked for, the newest first. If all
// are, those that go on come before, as far as they are played.
func played(ctx context.Context, sv *Services, who people.Person, want historyAsked) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		if want.All() {
			for _, x := range slices.Backward(sv.Tables.Index.Of(who)) {
				if t := sv.Tables.Peek(x.ID); t != nil && !yield(match.Past{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
					return
				}
			}
		}
		for p, err := range sv.Histories.Of(ctx, who.Identities()) {
			if (err != nil || want.admits(p)) && !yield(p, err) {
				return
			}
		}
	}
}
