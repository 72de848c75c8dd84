package command

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// replay steps through a deal: "replay CODE-DEAL STEP", or as its player of that
// number saw it, "replay CODE-DEAL STEP PLAYER". Without a code it offers the last
// deals. With "replay CODE-DEAL share" it tells how others see it. Anybody who knows
// its code may see a deal that is over, with all hands open; one that is being played
// only who plays it, and nothing but their own side of it.
func replay(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.args) == 0 {
		return lastDeals(ctx, sv, r)
	}
	id, number, ok := splitDealID(strings.ToLower(r.arg(0)))
	if !ok {
		return chat.Answer{}, chat.Refuse("no-replay")
	}
	d, people, err := dealOf(ctx, sv, r.Person, id, number)
	if err != nil {
		return chat.Answer{}, err
	}
	word, _ := sv.typed.filters.Word(r.arg(1))
	sharing := word == pages.WordShare
	if sharing {
		r.args = slices.Delete(r.args, 1, 2)
	}
	page := pages.Replay{Deal: d, At: d.Moment(r.arg(1), r.arg(2))}
	if sharing {
		line := "replay " + d.Code()
		return chat.Answer{Screen: page.ShareScreen(r.Words, sv.Posts.Readers.LinksTo(line), sv.Lexicon.Line(line, r.Words))}, nil
	}
	if len(people) == d.Game.Seats { // else nobody knows who they were
		if page.Names, err = newNamer(sv, r.Words).at(ctx, people); err != nil {
			return chat.Answer{}, err
		}
	}
	page.Earlier, page.Later = number > 1 && mayReplay(ctx, sv, r.Person, id, number-1), mayReplay(ctx, sv, r.Person, id, number+1)
	screen, err := page.Screen(r.Words, sv.Posts.Readers.Pictures(r.Person.Taste))
	return chat.Answer{Screen: screen}, err
}

// mostLastDeals is how many deals are offered where none is named.
const mostLastDeals = 8

// lastDeals offers the person's last deals, the newest first: those of matches that
// are played, and then those of finished ones.
func lastDeals(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	var last pages.LastDeals
	add := func(id chat.TableID, deals int, rules, others string) {
		for n := deals; n > 0 && len(last) < mostLastDeals; n-- {
			last = append(last, pages.LastDeal{Code: match.DealID(id, n), Rules: rules, Others: others})
		}
	}
	for _, t := range playedBy(sv, r.Person) {
		add(t.ID, len(t.Match.Done), t.Setup.Rules, opponents(t, r))
	}
	for p, err := range sv.Histories.Of(ctx, r.Person.Identities()) {
		if err != nil {
			return chat.Answer{}, err
		}
		names, err := newNamer(sv, r.Words).at(ctx, p.People)
		if err != nil {
			return chat.Answer{}, err
		}
		add(p.Table, p.Deals, p.Rules, strings.Join(slices.Delete(names, int(p.Seat), int(p.Seat)+1), ", "))
		if len(last) == mostLastDeals {
			break
		}
	}
	if len(last) == 0 {
		return chat.Answer{}, chat.Refuse("no-deal-yet")
	}
	return chat.Answer{Screen: last.Screen(r.Words)}, nil
}

// playedBy are the matches that the person plays, what was touched last first.
func playedBy(sv *Services, p people.Person) (all []*match.Table) {
	for _, x := range sv.Tables.Index.Of(p) {
		if t := sv.Tables.Peek(x.ID); t != nil && t.Stage == match.Playing {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(x, y *match.Table) int { return y.Touched.Compare(x.Touched) })
	return all
}

// splitDealID reads a deal's code; the number is 1 if left out.
func splitDealID(code string) (chat.TableID, int, bool) {
	id, number, found := strings.Cut(code, "-")
	n := 1
	if found {
		var err error
		if n, err = strconv.Atoi(number); err != nil || n < 1 {
			return "", 0, false
		}
	}
	return chat.TableID(id), n, keep.ValidCode(id)
}

// dealOf is the match's deal of that number as the person may see it, and who sat
// there, by seat: "" is the computer, nil that nobody knows.
func dealOf(ctx context.Context, sv *Services, who people.Person, id chat.TableID, number int) (d pages.Deal, people []chat.PersonID, err error) {
	var kept match.StoredDeal
	version, err := sv.Store.Load(ctx, tables.KindDeal, match.DealID(id, number), &kept)
	if err != nil {
		return d, nil, err
	}
	if version == 0 {
		return runningDeal(ctx, sv, who, id, number)
	}
	game, err := games.ByRules(kept.Record.Rules)
	if err != nil {
		return d, nil, fmt.Errorf("bot: replay: %w", err)
	}
	d = pages.Deal{Table: id, Number: number, Game: game, Record: kept.Record, Only: engine.Nobody}
	if people = kept.People; people == nil { // it was stored before people were
		people, err = peopleOf(ctx, sv, who, id)
	}
	return d, people, err
}

// runningDeal is the deal that is being played, for somebody who plays it. Where
// card points have to be remembered it can't be looked at again.
func runningDeal(ctx context.Context, sv *Services, who people.Person, id chat.TableID, number int) (d pages.Deal, people []chat.PersonID, err error) {
	t, err := sv.Tables.Look(ctx, id)
	if chat.RefusedWith(err, "no-table") {
		return d, nil, chat.Refuse("no-replay")
	}
	if err != nil {
		return d, nil, err
	}
	seat := t.Chairs.SeatOf(who.Who())
	switch {
	case t.Stage != match.Playing || t.Match.Deal == nil || seat == engine.Nobody || number != len(t.Match.Done)+1:
		return d, nil, chat.Refuse("no-replay")
	case t.Setup.HidePoints:
		return d, nil, chat.Refuse("replay-hidden")
	}
	d = pages.Deal{Table: id, Number: number, Game: t.Match.Game, Record: t.Match.Deal.Record(), Only: seat}
	d.First = afterPutAway(d.Record.Actions, t.Match.Deal.View(seat))
	return d, t.Chairs.WhoSits(), nil
}

// afterPutAway is how many moves there were when the viewer last put cards away that
// it may not look at again; 0 if it never did.
func afterPutAway(moves []engine.Move, v engine.View) int {
	known := v.Hand.Laid | v.Table.Laid.Tarocks
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

// peopleOf are those who sat at the table by the person's own history; nil if it
// doesn't know.
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
