package command

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables/past"
)

// filters are typed after "history", except screens.WordShare. The texts "typed.filter.WORD" list their words.
var filters = []string{
	screens.WordExport, screens.WordHere, screens.WordMonth,
	screens.WordWon, screens.WordLost, screens.WordDrawn, screens.WordShare,
}

const historySize = 10

type historyAsked struct {
	screens.HistoryFilter
	pageMarks
	with   people.Person
	here   *standing.ScopeFilter // nil without "here"
	asFile bool
}

// readHistory reads "history kosakeln @bert here won 2026-10", in any order.
func readHistory(ctx context.Context, r *Request, said []speech.Term) (want historyAsked, err error) {
	for _, term := range said {
		if !speech.IsMention(term.Typed) {
			if is, err := want.readWord(ctx, r, term); err != nil {
				return want, err
			} else if is {
				continue
			}
		}
		who, err := findNamed(ctx, r, term)
		if err != nil {
			return want, err
		}
		want.Mention, want.with, want.Name = who.mention, who.person, who.name
	}
	return want, nil
}

func (want *historyAsked) readWord(ctx context.Context, r *Request, term speech.Term) (is bool, err error) {
	month, monthErr := time.ParseInLocation(screens.MonthLayout, term.Typed, r.sv.People.ZoneOf(r.Person))
	word, _ := r.sv.Language.typed.filters.LookupWord(term.Typed)
	game, isGame := gameNamed(term)
	switch {
	case want.pageMarks.readMark(term.Typed):
	case word == screens.WordExport:
		want.asFile = true
	case word == screens.WordHere && r.Home() == "":
		return false, chat.RefusePublicly("nowhere-here", "Term", displayname.Clean(term.Typed))
	case word == screens.WordHere:
		want.Here = true
		want.here, err = r.sv.People.Standings.ScopeFilterFor(ctx, r.Home())
	case monthErr == nil:
		return true, setOnce(&want.Month, month, term)
	case word == screens.WordMonth:
		year, now, _ := r.sv.People.TimeOf(r.Person).Date()
		return true, setOnce(&want.Month, time.Date(year, now, 1, 0, 0, 0, 0, r.sv.People.ZoneOf(r.Person)), term)
	case slices.Contains(screens.Outcomes(), word):
		return true, setOnce(&want.Outcome, word, term)
	case isGame:
		return true, setOnce(&want.Game, game.ID, term)
	default:
		return false, nil
	}
	return true, err
}

func setOnce[T comparable](filter *T, value T, term speech.Term) error {
	var unset T
	if *filter != unset {
		return chat.RefusePublicly("one-filter", "Term", displayname.Clean(term.Typed))
	}
	*filter = value
	return nil
}

// admits reports whether the filters select the match. It returns any error.
func (want historyAsked) admits(ctx context.Context, p match.HistoryEntry, err error) (bool, error) {
	game, _, _ := strings.Cut(p.Rules, "/")
	switch {
	case err != nil:
		return false, err
	case want.Game != "" && want.Game != game, want.Outcome != "" && want.Outcome != screens.Outcome(p):
		return false, nil
	case !want.Month.IsZero() && (p.Ended.Before(want.Month) || !p.Ended.Before(want.Month.AddDate(0, 1, 0))):
		return false, nil
	}
	others := slices.Delete(slices.Clone(p.People), int(p.Seat), int(p.Seat)+1)
	if want.Mention != "" && !slices.ContainsFunc(others, want.with.Is) {
		return false, nil
	}
	if want.Here {
		return want.here.Admits(ctx, p.Scopes())
	}
	return true, nil
}

func history(ctx context.Context, r *Request, said []speech.Term) (chat.Answer, error) {
	want, err := readHistory(ctx, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	if want.asFile {
		return exportHistory(ctx, r, want)
	}
	page := screens.History{Filter: want.HistoryFilter, Scoped: r.Home() != "", Zone: r.sv.People.ZoneOf(r.Person)}
	err = findMatches(ctx, r, want, &page)
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

func findMatches(ctx context.Context, r *Request, want historyAsked, p *screens.History) error {
	from, upwards := cmp.Or(want.before, want.after), want.before != ""
	more, names := false, newNamer(r)
	p.HasAny = from != ""
	for m, err := range r.sv.Archive.MatchesFrom(ctx, r.Person.Identities(), from, upwards) {
		isAsked, err := want.admits(ctx, m, err)
		switch {
		case err != nil:
			return err
		case !isAsked:
			p.HasAny = true
			continue
		}
		if more = len(p.Matches) == historySize; more {
			break
		}
		p.Matches = append(p.Matches, screens.PastMatch{HistoryEntry: m, Names: names.namesOf(ctx, m.Players(), displayname.OfTableWithLevels)})
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
		p.Pages.Before = p.Matches[0].Cursor()
	}
	if older {
		p.Pages.After = p.Matches[len(p.Matches)-1].Cursor()
	}
	return names.err
}

// exportHistory sends as many of the latest deals as a file holds.
func exportHistory(ctx context.Context, r *Request, want historyAsked) (chat.Answer, error) {
	free, err := r.sv.Account.Files.Begin(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	defer free()
	deals := past.NewDealsFile()
	for p, err := range askedMatches(ctx, r.sv, r.Person, want) {
		if err == nil {
			err = deals.Add(ctx, r.sv.Store, p.Table, p.Deals)
		}
		if err != nil {
			return chat.Answer{}, err
		}
		if deals.IsFull() {
			break
		}
	}
	if deals.Deals() == 0 {
		return chat.Answer{}, chat.Refuse("no-records")
	}
	page := screens.HistoryFile{Filter: want.HistoryFilter, Deals: deals.Deals(), Matches: deals.Matches(), Full: deals.IsFull()}
	return chat.Answer{Screen: page.Screen(r.Words), File: deals.File("tarock-history.json")}, nil
}

func askedMatches(ctx context.Context, sv *Services, who people.Person, want historyAsked) iter.Seq2[match.HistoryEntry, error] {
	return func(yield func(match.HistoryEntry, error) bool) {
		if want.SelectsAll() {
			for _, t := range slices.Backward(activeTables(sv, who)) {
				if !yield(match.HistoryEntry{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
					return
				}
			}
		}
		for p, err := range sv.Archive.MatchesOf(ctx, who.Identities()) {
			isAsked, err := want.admits(ctx, p, err)
			if (err != nil || isAsked) && !yield(p, err) {
				return
			}
		}
	}
}
