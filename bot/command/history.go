package command

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/storage"
)

// filters are the words that may follow "history"; screens.WordShare follows "replay
// CODE". What people type for them are the texts "typed.filter.WORD".
var filters = []string{screens.WordExport, screens.WordHere, screens.WordMonth, screens.WordWon, screens.WordLost, screens.WordDrawn, screens.WordShare}

// historySize is how many matches a page of the history has.
const historySize = 10

// historyAsked is which matches somebody asks for. Its zero value is the latest.
type historyAsked struct {
	screens.HistoryFilter
	pageMarks
	with  people.Person // whom it mentions
	scope chat.ChatID   // where matches are to count, if it says here
	file  bool          // as a file
}

// askedHistory reads "history kosakeln @bert here won 2026-10", in any order.
func askedHistory(ctx context.Context, sv *Services, r *Request, said []speech.Term) (want historyAsked, err error) {
	for _, term := range said {
		if !speech.IsMention(term.Typed) {
			if is, err := want.readWord(ctx, sv, r, term); err != nil {
				return want, err
			} else if is {
				continue
			}
		}
		who, err := findNamed(ctx, sv, r, term)
		if err != nil {
			return want, err
		}
		want.Mention, want.with, want.Name = who.mention, who.person, who.name
	}
	return want, nil
}

// readWord understands a word that names nobody.
func (want *historyAsked) readWord(ctx context.Context, sv *Services, r *Request, term speech.Term) (is bool, err error) {
	month, noMonth := time.ParseInLocation(screens.MonthForm, term.Typed, sv.People.ZoneOf(r.Person))
	word, _ := sv.typed.filters.Word(term.Typed)
	game := gameNamed(term)
	free := true // nothing of the kind was said before
	switch {
	case want.pageMarks.readMark(term.Typed):
	case word == screens.WordExport:
		want.file = true
	case word == screens.WordHere && r.Home() == "":
		return false, chat.Refuse("nowhere-here", "Term", speech.CleanName(term.Typed))
	case word == screens.WordHere:
		want.Here = true
		want.scope, err = sv.Standings.ScopeOf(ctx, r.Home())
	case noMonth == nil:
		free, want.Month = want.Month.IsZero(), month
	case word == screens.WordMonth:
		year, now, _ := sv.People.TimeOf(r.Person).Date()
		free, want.Month = want.Month.IsZero(), time.Date(year, now, 1, 0, 0, 0, 0, sv.People.ZoneOf(r.Person))
	case slices.Contains(screens.Outcomes(), word):
		free, want.Outcome = want.Outcome == "", word
	case len(game) > 0:
		free, want.Game = want.Game == "", game[0].ID
	default:
		return false, nil
	}
	if !free {
		return false, chat.Refuse("one-filter", "Term", speech.CleanName(term.Typed))
	}
	return true, err
}

// admits says whether the match is one of those asked for.
func (want historyAsked) admits(p match.Past) bool {
	game, _, _ := strings.Cut(p.Rules, "/")
	switch {
	case want.Game != "" && want.Game != game, want.Outcome != "" && want.Outcome != screens.Outcome(p):
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
func history(ctx context.Context, sv *Services, r *Request, said []speech.Term) (chat.Answer, error) {
	want, err := askedHistory(ctx, sv, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	if want.file {
		return exportHistory(ctx, sv, r, want)
	}
	page := screens.History{Filter: want.HistoryFilter, Scoped: r.Home() != "", Zone: sv.People.ZoneOf(r.Person)}
	err = findMatches(ctx, sv, r, want, &page)
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

// findMatches finds the matches of the page that is asked for, and the marks of the pages before and behind.
func findMatches(ctx context.Context, sv *Services, r *Request, want historyAsked, p *screens.History) error {
	from, upwards := cmp.Or(want.before, want.after), want.before != ""
	more, names := false, newNamer(sv, r.Words)
	p.Any = from != ""
	for m, err := range sv.Histories.From(ctx, r.Person.Identities(), from, upwards) {
		switch {
		case err != nil:
			return err
		case !want.admits(m):
			p.Any = true
			continue
		}
		if more = len(p.Matches) == historySize; more {
			break
		}
		called, err := names.introduced(ctx, m.Players())
		if err != nil {
			return err
		}
		p.Matches = append(p.Matches, screens.PastMatch{Past: m, Names: called})
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
	free, err := sv.Account.Files.Begin(ctx)
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
	if len(deals.All) == 0 {
		return chat.Answer{}, chat.Refuse("no-records")
	}
	page := screens.HistoryFile{Filter: want.HistoryFilter, Deals: len(deals.All), Matches: deals.Matches, Full: deals.Full}
	return chat.Answer{Screen: page.Screen(r.Words), File: deals.File()}, nil
}

// played are the matches of the person that are asked for, the newest first. If all
// are, those that go on come before, as far as they are played.
func played(ctx context.Context, sv *Services, who people.Person, want historyAsked) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		if want.All() {
			for _, t := range slices.Backward(tablesOf(sv, who)) {
				if !yield(match.Past{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
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

// replayAt is where a replay stands, and how it is seen.
type replayAt struct {
	share        bool   // it only tells how others see it
	step, player string // "" for the first, and for all hands
}

// replay steps through a deal: "replay CODE-DEAL STEP", or as its player of that number saw it, "replay
// CODE-DEAL STEP PLAYER". Without a code it offers the last deals. With "replay CODE-DEAL share" it tells how
// others see it. Anybody who knows its code may see a deal that is over, with all hands open; one that is
// being played only who plays it, and nothing but their own side of it.
func replay(ctx context.Context, sv *Services, r *Request, deal string, at replayAt) (chat.Answer, error) {
	if deal == "" {
		return lastDeals(ctx, sv, r)
	}
	id, number, ok := splitDealID(deal)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-replay")
	}
	d, sat, err := dealOf(ctx, sv, r.Person, id, number)
	if err != nil {
		return chat.Answer{}, err
	}
	page := screens.Replay{Deal: d, At: d.Moment(at.step, at.player)}
	if at.share {
		line := "replay " + d.Code()
		return chat.Answer{Screen: page.ShareScreen(r.Words, sv.Messages.Readers.LinksTo(line), sv.Lexicon.Line(line, r.Words))}, nil
	}
	if len(sat.People) == d.Game.Seats { // else nobody knows who they were
		if page.Names, err = newNamer(sv, r.Words).at(ctx, sat); err != nil {
			return chat.Answer{}, err
		}
	}
	page.Earlier, page.Later = number > 1 && mayReplay(ctx, sv, r.Person, id, number-1), mayReplay(ctx, sv, r.Person, id, number+1)
	screen, err := page.Screen(r.Words, sv.Messages.Readers.Pictures(r.Person.Taste))
	return chat.Answer{Screen: screen}, err
}

// mostLastDeals is how many deals are offered where none is named.
const mostLastDeals = 8

// lastDeals offers the person's last deals, the newest first: those of matches that
// are played, and then those of finished ones.
func lastDeals(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	last := screens.LastDeals{Command: r.Command}
	add := func(deals int, about screens.LastDeal, score func(number int) string) {
		for n := deals; n > 0 && len(last.Deals) < mostLastDeals; n-- {
			about.Number, about.Score = n, score(n)
			last.Deals = append(last.Deals, about)
		}
	}
	playing := slices.DeleteFunc(tablesOf(sv, r.Person), func(t *match.Table) bool { return t.Stage != match.Playing })
	slices.SortStableFunc(playing, touchedLast)
	for _, t := range playing {
		add(len(t.Match.Done), screens.LastDeal{Table: t.ID, Rules: t.Setup.Rules, Others: opponents(t, r)},
			func(n int) string { return render.Signed(t.Match.Done[n-1].Score[r.seat(t)]) })
	}
	for p, err := range sv.Histories.Of(ctx, r.Person.Identities()) {
		if err != nil {
			return chat.Answer{}, err
		}
		names, err := newNamer(sv, r.Words).introduced(ctx, p.Players())
		if err != nil {
			return chat.Answer{}, err
		}
		others := strings.Join(slices.Delete(names, int(p.Seat), int(p.Seat)+1), ", ")
		add(p.Deals, screens.LastDeal{Table: p.Table, Rules: p.Rules, Others: others, Day: p.Ended.In(sv.People.ZoneOf(r.Person))},
			func(n int) string { return scoreOf(ctx, sv, p, n) })
		if len(last.Deals) == mostLastDeals {
			break
		}
	}
	if len(last.Deals) == 0 {
		return chat.Answer{}, chat.Refuse("no-deal-yet")
	}
	return chat.Answer{Screen: last.Screen(r.Words)}, nil
}

// scoreOf is what the match's person got in its deal of that number; "" if nobody knows any more.
func scoreOf(ctx context.Context, sv *Services, p match.Past, number int) string {
	var kept match.StoredDeal
	version, err := sv.Store.Load(ctx, tables.KindDeal, match.DealID(p.Table, number), &kept)
	if err != nil || version == 0 || kept.Record.Result == nil {
		return ""
	}
	return render.Signed(kept.Record.Result.Score[p.Seat])
}

// splitDealID reads a deal's code; the number is 1 if left out.
func splitDealID(code string) (chat.TableID, int, bool) {
	id, number, found := strings.Cut(code, "-")
	if !found {
		number = "1"
	}
	n, err := strconv.Atoi(number)
	return chat.TableID(id), n, err == nil && n >= 1 && documents.ValidCode(id)
}

// dealOf is the match's deal of that number as the person may see it, and who sat
// there; without people nobody knows.
func dealOf(ctx context.Context, sv *Services, who people.Person, id chat.TableID, number int) (d screens.Deal, sat match.Players, err error) {
	var kept match.StoredDeal
	version, err := sv.Store.Load(ctx, tables.KindDeal, match.DealID(id, number), &kept)
	if err != nil {
		return d, sat, err
	}
	if version == 0 {
		return runningDeal(ctx, sv, who, id, number)
	}
	game, err := games.ByRules(kept.Record.Rules)
	if err != nil {
		return d, sat, fmt.Errorf("bot: replay: %w", err)
	}
	d = screens.Deal{Table: id, Number: number, Game: game, Record: kept.Record, Only: engine.Nobody}
	if sat = kept.Players; sat.People == nil { // it was stored before people were
		sat.People, err = peopleOf(ctx, sv, who, id)
	}
	return d, sat, err
}

// runningDeal is the deal that is being played, for somebody who plays it. Where
// card points have to be remembered it can't be looked at again.
func runningDeal(ctx context.Context, sv *Services, who people.Person, id chat.TableID, number int) (d screens.Deal, sat match.Players, err error) {
	t, err := sv.Tables.Table(ctx, id)
	if chat.RefusedWith(err, "no-table") {
		return d, sat, chat.Refuse("no-replay")
	}
	if err != nil {
		return d, sat, err
	}
	seat := t.Chairs.SeatOf(who.Participant())
	switch {
	case t.Stage != match.Playing || t.Match.Deal == nil || seat == engine.Nobody || number != len(t.Match.Done)+1:
		return d, sat, chat.Refuse("no-replay")
	case t.Setup.HidePoints:
		return d, sat, chat.Refuse("replay-hidden")
	}
	d = screens.Deal{Table: id, Number: number, Game: t.Match.Game, Record: t.Match.Deal.Record(), Only: seat}
	d.First = afterPutAway(d.Record.Actions, t.Match.Deal.View(seat))
	return d, t.Chairs.Players(), nil
}

// afterPutAway is how many moves there were when the viewer last put cards away that
// it may not look at again; 0 if it never did.
func afterPutAway(moves []engine.Move, v engine.View) int {
	known := v.Hand.Laid | v.PublicView.Laid.Tarocks
	for _, laid := range v.Exchange {
		known |= laid.Tarocks
	}
	for i, m := range slices.Backward(moves) {
		puts := m.Action.Verb == engine.Exchange || m.Action.Verb == engine.Discard
		if puts && m.Seat == v.Hand.Seat && !known.Holds(m.Action.Cards) {
			return i + 1
		}
	}
	return 0
}

// peopleOf are those who sat at the table by the person's own history; nil if it doesn't know.
func peopleOf(ctx context.Context, sv *Services, who people.Person, id chat.TableID) ([]chat.PersonID, error) {
	for p, err := range sv.Histories.Of(ctx, who.Identities()) {
		if err != nil || p.Table == id {
			return p.People, err
		}
	}
	return nil, nil
}

// mayReplay says whether the person may see the match's deal of that number.
func mayReplay(ctx context.Context, sv *Services, who people.Person, id chat.TableID, n int) bool {
	if _, err := sv.Store.Get(ctx, storage.Key{Kind: tables.KindDeal, ID: match.DealID(id, n)}); err == nil {
		return true
	}
	_, _, err := runningDeal(ctx, sv, who, id, n)
	return err == nil
}
