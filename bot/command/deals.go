package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/describe"
)

const maxLastDeals = 8

func lastDeals(ctx context.Context, r *Request) (chat.Answer, error) {
	last, names := screens.LastDeals{Command: r.Command}, newNamer(r)
	add := func(deals int, about screens.LastDeal, score func(number int) string) {
		for n := deals; n > 0 && len(last.Deals) < maxLastDeals; n-- {
			about.Number, about.Score = n, score(n)
			last.Deals = append(last.Deals, about)
		}
	}
	for _, t := range runningTables(r.sv, r.Person) {
		add(len(t.Match.Done), screens.LastDeal{Table: t.ID, Rules: t.Setup.Rules, Others: screens.Opponents(t, r.seat(t), r.Words)},
			func(n int) string { return describe.Signed(t.Match.Done[n-1].Score[r.seat(t)]) })
	}
	for p, err := range r.sv.Archive.MatchesOf(ctx, r.Person.Identities()) {
		if err != nil {
			return chat.Answer{}, err
		}
		others := strings.Join(slices.Delete(names.namesOf(ctx, p.Players(), displayname.OfTableWithLevels), int(p.Seat), int(p.Seat)+1), ", ")
		add(p.Deals, screens.LastDeal{Table: p.Table, Rules: p.Rules, Others: others, Day: p.Ended.In(r.sv.People.ZoneOf(r.Person))},
			func(n int) string { return scoreOf(ctx, r.sv, p, n) })
		if len(last.Deals) == maxLastDeals {
			break
		}
	}
	if len(last.Deals) == 0 {
		return chat.Answer{}, cmp.Or(names.err, chat.Refuse("no-deal-yet"))
	}
	return chat.Answer{Screen: last.Screen(r.Words)}, names.err
}

func scoreOf(ctx context.Context, sv *Services, p match.HistoryEntry, number int) string {
	kept, found, err := sv.Archive.LoadDeal(ctx, p.Table, number)
	if err != nil || !found || kept.Record.Result == nil {
		return ""
	}
	return describe.Signed(kept.Record.Result.Score[p.Seat])
}

// splitDealID splits "CODE-NUMBER". A code alone means its first deal.
func splitDealID(code string) (chat.TableID, int, bool) {
	id, number, found := strings.Cut(code, "-")
	if !found {
		number = "1"
	}
	n, err := strconv.Atoi(number)
	return chat.TableID(id), n, err == nil && n >= 1 && documents.IsCode(id)
}

func dealOf(ctx context.Context, r *Request, id chat.TableID, number int) (d screens.Deal, sat match.Players, err error) {
	kept, found, err := r.sv.Archive.LoadDeal(ctx, id, number)
	if err != nil {
		return d, sat, err
	}
	if !found {
		return runningDeal(ctx, r, id, number)
	}
	game, err := games.ByRules(kept.Record.Rules)
	if err != nil {
		return d, sat, fmt.Errorf("bot: replay: %w", err)
	}
	d = screens.Deal{Table: id, Number: number, Game: game, Record: kept.Record, Viewer: engine.Nobody}
	if sat = kept.Players; sat.People != nil {
		return d, sat, nil
	}
	for p, err := range r.sv.Archive.MatchesOf(ctx, r.Person.Identities()) { // older deals lack people
		if err != nil || p.Table == id {
			sat.People = p.People
			return d, sat, err
		}
	}
	return d, sat, nil
}

// runningDeal returns the table's running deal. It refuses people who don't play there, and matches with hidden points.
func runningDeal(ctx context.Context, r *Request, id chat.TableID, number int) (d screens.Deal, sat match.Players, err error) {
	t, err := r.sv.Tables.Table(ctx, id)
	if chat.IsRefusal(err, "no-table") {
		return d, sat, chat.Refuse("no-replay")
	}
	if err != nil {
		return d, sat, err
	}
	seat := r.seat(t)
	switch {
	case t.Stage != match.Playing || t.Match.Deal == nil || seat == engine.Nobody || number != len(t.Match.Done)+1:
		return d, sat, chat.Refuse("no-replay")
	case t.Setup.HidePoints:
		return d, sat, chat.Refuse("replay-hidden")
	}
	d = screens.Deal{Table: id, Number: number, Game: t.Match.Game, Record: t.Match.Deal.Record(), Viewer: seat}
	d.FirstStep = movesUntilSecretDiscard(d.Record.Actions, t.Match.Deal.View(seat))
	return d, t.Chairs.Players(), nil
}

// movesUntilSecretDiscard returns the number of moves at the viewer's last secret discard, or 0.
func movesUntilSecretDiscard(moves []engine.Move, v engine.View) int {
	known := v.Hand.PutAway | v.PublicView.DeclarerDiscards.Tarocks
	for _, laid := range v.Exchange {
		known |= laid.Tarocks
	}
	for i, m := range slices.Backward(moves) {
		discards := m.Action.Verb == engine.Exchange || m.Action.Verb == engine.Discard
		if discards && m.Seat == v.Hand.Seat && !known.Holds(m.Action.Cards) {
			return i + 1
		}
	}
	return 0
}

func mayReplay(ctx context.Context, r *Request, id chat.TableID, n int) bool {
	if found, err := r.sv.Archive.HasDeal(ctx, id, n); found && err == nil {
		return true
	}
	_, _, err := runningDeal(ctx, r, id, n)
	return err == nil
}
