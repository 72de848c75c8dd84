package command

import (
	"cmp"
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
)

const leaderboardSize = 10

type leaderboardAsked struct {
	pageMarks
	games []engine.Game // the first one that the person has played is shown
	here  bool
	kind  string // one of screens.LeaderboardKinds; "" for the first with entries
	me    bool
}

// readBoard reads "leaderboard GAME here week after=MARK", in any order.
func readBoard(r *Request, said []speech.Term) (want leaderboardAsked, err error) {
	want.games, _ = gamesFor(r)
	want.here = r.Home() != ""
	for _, term := range said {
		word, is := r.sv.Language.typed.boards.LookupWord(term.Typed)
		game, isGame := gameNamed(term)
		switch {
		case want.pageMarks.readMark(term.Typed):
		case word == screens.WordHere && r.Home() == "":
			return want, chat.RefusePublicly("nowhere-here", "Term", displayname.Clean(term.Typed))
		case word == screens.WordHere:
			want.here = true
		case word == screens.WordEverywhere:
			want.here = false
		case word == screens.WordMe:
			want.me = true
		case is:
			want.kind = word
		case isGame:
			want.games = []engine.Game{game}
		default:
			return want, refuseTerm(term)
		}
	}
	return want, nil
}

func leaderboard(ctx context.Context, r *Request, said []speech.Term) (chat.Answer, error) {
	want, err := readBoard(r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	p := &leaderboardPage{r: r, want: want, change: documents.NewTransaction(r.sv.Store), names: newNamer(r)}
	for _, do := range []func(context.Context) error{p.chooseBoard, p.findMe, p.findPlaces, p.showPlaces} {
		if err := do(ctx); err != nil {
			return chat.Answer{}, err
		}
	}
	p.shown.Scoped, p.shown.Here = r.Home() != "", want.here
	return chat.Answer{Screen: p.shown.Screen(r.Words)}, nil
}

type leaderboardPage struct {
	r      *Request
	want   leaderboardAsked
	change *documents.Transaction
	names  *namer
	board  standing.Leaderboard
	mine   standing.Place // the reader's place, even if unlisted; zero without one
	places []standing.Place
	shown  screens.Leaderboard
}

func (p *leaderboardPage) chooseBoard(ctx context.Context) (err error) {
	p.board.Scope = standing.Everywhere
	if p.want.here {
		if p.board.Scope, err = p.r.sv.People.Standings.ScopeOf(ctx, p.r.Home()); err != nil {
			return err
		}
	}
	for _, game := range p.want.games {
		for _, kind := range []string{screens.WordRating, screens.WordPoints} {
			p.setBoard(game, kind)
			entries, err := p.board.PlacesAfter(ctx, p.r.sv.Store, "", 1)
			if err != nil {
				return err
			}
			if len(entries) > 0 {
				p.setBoard(game, cmp.Or(p.want.kind, kind))
				return nil
			}
		}
	}
	p.setBoard(p.want.games[0], cmp.Or(p.want.kind, screens.WordRating))
	return nil
}

func (p *leaderboardPage) setBoard(game engine.Game, kind string) {
	p.shown.Game, p.shown.Kind = game.ID, kind
	p.board.Game, p.board.Order = game.ID, standing.Order(kind)
	switch now := p.r.sv.Now(); kind {
	case screens.WordWeek:
		p.board.Order = standing.WeekOf(now)
	case screens.WordMonth:
		p.board.Order = standing.MonthOf(now)
	}
}

func (p *leaderboardPage) findMe(ctx context.Context) error {
	me := standing.Entrant{All: p.r.sv.People.Links.Accounts(p.r.Person.ID), Listed: true}
	l := standing.NewLedger(p.board.Game).Load(ctx, p.change, me.All)
	for _, place := range me.Places(l, p.r.sv.Now()) {
		if place.Leaderboard == p.board {
			p.mine = place
		}
	}
	return p.change.Err()
}

func (p *leaderboardPage) findPlaces(ctx context.Context) error {
	if p.want.before != "" {
		return p.pageBefore(ctx, p.want.before)
	}
	if p.want.me && p.mine.Person != "" && p.r.Person.Ranking == standing.RankingShown {
		above, err := p.board.PlacesBefore(ctx, p.r.sv.Store, p.mine.Cursor(), leaderboardSize/2)
		if err != nil {
			return err
		}
		if len(above) == leaderboardSize/2 {
			p.want.after = above[len(above)-1].Cursor()
		}
	}
	return p.pageAfter(ctx, p.want.after)
}

// pageAfter shows the first page if nobody follows the cursor.
func (p *leaderboardPage) pageAfter(ctx context.Context, cursor string) error {
	places, err := p.board.PlacesAfter(ctx, p.r.sv.Store, cursor, leaderboardSize+1)
	switch {
	case err != nil:
		return err
	case len(places) == 0 && cursor != "":
		return p.pageAfter(ctx, "")
	case len(places) == 0:
		return nil
	}
	p.places = places[:min(leaderboardSize, len(places))]
	if len(places) > leaderboardSize {
		p.shown.Pages.After = p.places[leaderboardSize-1].Cursor()
	}
	first := p.places[0].Cursor()
	before, err := p.board.PlacesBefore(ctx, p.r.sv.Store, first, 1)
	if len(before) > 0 {
		p.shown.Pages.Before = first
	}
	return err
}

// pageBefore shows the first page if fewer places come before.
func (p *leaderboardPage) pageBefore(ctx context.Context, cursor string) error {
	places, err := p.board.PlacesBefore(ctx, p.r.sv.Store, cursor, leaderboardSize+1)
	if err != nil {
		return err
	}
	if len(places) <= leaderboardSize {
		return p.pageAfter(ctx, "")
	}
	p.places = places[:leaderboardSize]
	slices.Reverse(p.places)
	p.shown.Pages.Before = p.places[0].Cursor()
	last := p.places[leaderboardSize-1].Cursor()
	after, err := p.board.PlacesAfter(ctx, p.r.sv.Store, last, 1)
	if len(after) > 0 {
		p.shown.Pages.After = last
	}
	return err
}

// showPlaces also shows the reader's place if it is on another page. Only the reader sees an unlisted place.
func (p *leaderboardPage) showPlaces(ctx context.Context) (err error) {
	if p.shown.Places, err = p.rows(ctx, p.places); err != nil {
		return err
	}
	if p.mine.Person == "" || slices.Contains(p.places, p.mine) {
		return nil
	}
	if p.r.Person.Ranking != standing.RankingShown {
		p.shown.UnlistedRank = p.board.Rank(ctx, p.change, p.mine.Score)
		return p.change.Err()
	}
	above, errAbove := p.board.PlacesBefore(ctx, p.r.sv.Store, p.mine.Cursor(), 1)
	below, errBelow := p.board.PlacesAfter(ctx, p.r.sv.Store, p.mine.Cursor(), 1)
	if err := cmp.Or(errAbove, errBelow); err != nil {
		return err
	}
	near := slices.Concat(above, []standing.Place{p.mine}, below)
	p.shown.OwnPlaces, err = p.rows(ctx, slices.DeleteFunc(near, func(x standing.Place) bool { return slices.Contains(p.places, x) }))
	return err
}

func (p *leaderboardPage) rows(ctx context.Context, places []standing.Place) (all []screens.Place, err error) {
	who := seq.Map(places, func(place standing.Place) chat.PersonID { return place.Person })
	names := p.names.namesOf(ctx, match.Players{People: who}, displayname.OfTable)
	for i, place := range places {
		rank := p.board.Rank(ctx, p.change, place.Score)
		x := screens.Place{Rank: rank, Name: names[i], ID: place.Person.ShortID(), Mine: p.r.Person.Is(place.Person)}
		e := standing.Entrant{All: p.r.sv.People.Links.Accounts(place.Person)}
		l := standing.NewLedger(p.board.Game).Load(ctx, p.change, e.All)
		totals := cmp.Or(e.Totals(l)[p.board.Scope], new(standing.Totals))
		x.Score = totals.Tally
		switch p.shown.Kind {
		case screens.WordRating:
			x.Rating, x.Provisional = place.Score, l.Of(e.Rated(l)).Rating.IsProvisional()
		case screens.WordWeek:
			x.Score = totals.Week.Tally
		case screens.WordMonth:
			x.Score = totals.Month.Tally
		}
		all = append(all, x)
	}
	return all, cmp.Or(p.names.err, p.change.Err())
}
