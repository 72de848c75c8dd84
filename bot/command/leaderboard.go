package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// leaderboardSize is how many places a page of a leaderboard has.
const leaderboardSize = 10

// leaderboardWords are the words of a leaderboard that people say otherwise as
// well: the texts "typed.board.WORD".
func leaderboardWords() []string {
	return append(pages.LeaderboardKinds(), pages.WordHere, pages.WordEverywhere, pages.WordMe)
}

// leaderboardAsked is which leaderboard somebody asks for, and which page of it.
type leaderboardAsked struct {
	games         []engine.Game // the first that has been played there
	here          bool
	kind          string // one of pages.LeaderboardKinds; "" for the first that somebody is on
	after, before string // cursors
	me            bool
}

// askedBoard reads "leaderboard GAME here week after=PLACE", in any order.
func askedBoard(sv *Services, r *Request) (leaderboardAsked, error) {
	candidates, _ := gamesFor(sv, r)
	want := leaderboardAsked{games: candidates, here: r.scope() != ""}
	for _, term := range sv.Lexicon.Phrases.Read(r.args) {
		word, _ := sv.typed.boards.Word(term.Typed)
		if want.take(r, word, term.Typed) {
			continue
		}
		i := slices.IndexFunc(games.All(), func(g engine.Game) bool { return g.ID == strings.ToLower(term.Word) })
		if i < 0 {
			return want, chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
		}
		want.games = games.All()[i : i+1]
	}
	return want, nil
}

// take understands a word that names no game, and what was typed for it.
func (want *leaderboardAsked) take(r *Request, word, typed string) bool {
	after, isAfter := strings.CutPrefix(typed, pages.WordAfter)
	before, isBefore := strings.CutPrefix(typed, pages.WordBefore)
	switch {
	case isAfter:
		want.after = after
	case isBefore:
		want.before = before
	case word == pages.WordHere:
		want.here = r.scope() != ""
	case word == pages.WordEverywhere:
		want.here = false
	case word == pages.WordMe:
		want.me = true
	default:
		want.kind = word
		return word != ""
	}
	return true
}

// leaderboard shows who is best, here or everywhere. Where no game is named it is
// of the first, of those that the person plays before the others, that has been
// played there.
func leaderboard(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	want, err := askedBoard(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	p := &leaderboardPage{sv: sv, r: r, here: want.here, change: keep.NewChange(sv.Store)}
	p.board.Scope = standing.Everywhere
	if want.here {
		if p.board.Scope, err = sv.Standings.ScopeOf(ctx, r.scope()); err != nil {
			return chat.Answer{}, err
		}
	}
	for _, do := range []func(context.Context, leaderboardAsked) error{p.choose, p.findMe, p.findPlaces} {
		if err := do(ctx, want); err != nil {
			return chat.Answer{}, err
		}
	}
	page, err := p.page(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// leaderboardPage is a page of a leaderboard as it is found.
type leaderboardPage struct {
	sv     *Services
	r      *Request
	change *keep.Change
	board  standing.Board
	game   engine.Game
	kind   string // one of pages.LeaderboardKinds
	here   bool

	me         standing.Entrant
	mine       standing.Place // the reader's own place, were they listed
	played     bool           // they have one
	places     []standing.Place
	less, more string // the cursors of the pages before and behind; "" for none
}

// choose finds the board: what isn't said is the first that somebody is on.
func (p *leaderboardPage) choose(ctx context.Context, want leaderboardAsked) error {
	for _, game := range want.games {
		for _, kind := range []string{standing.ByRating, standing.ByPoints} {
			p.use(game, kind)
			some, err := p.board.After(ctx, p.sv.Store, "", 1)
			if err != nil {
				return err
			}
			if len(some) == 0 {
				continue
			}
			if want.kind != "" {
				p.use(game, want.kind)
			}
			return nil
		}
	}
	p.use(want.games[0], want.kind)
	return nil
}

// use makes it a page of the game's leaderboard of that kind, by rating if none is
// said.
func (p *leaderboardPage) use(game engine.Game, kind string) {
	if kind == "" {
		kind = standing.ByRating
	}
	p.game, p.kind = game, kind
	p.board.Game, p.board.By = game.ID, kind
	switch now := p.sv.Now(); kind {
	case pages.WordWeek:
		p.board.By = standing.WeekOf(now)
	case pages.WordMonth:
		p.board.By = standing.MonthOf(now)
	}
}

// findMe finds the reader's own place, were they listed.
func (p *leaderboardPage) findMe(ctx context.Context, _ leaderboardAsked) error {
	p.me = standing.Entrant{All: p.sv.People.Links.Accounts(p.r.Person.ID), Listed: true}
	l, err := p.ledger(ctx, p.me)
	if err != nil {
		return err
	}
	for _, place := range p.me.Places(l, p.sv.Now()) {
		if place.Board == p.board {
			p.mine, p.played = place, true
		}
	}
	p.me.Listed = p.r.Person.Ranking == standing.Shown
	return nil
}

// ledger holds the standings of somebody's accounts.
func (p *leaderboardPage) ledger(ctx context.Context, e standing.Entrant) (standing.Ledger, error) {
	l := standing.NewLedger(p.game.ID)
	for _, account := range e.All {
		s, err := keep.Value[standing.Standing](ctx, p.change, standing.KindStanding, standing.StandingID(account, p.game.ID))
		if err != nil {
			return l, err
		}
		l.Standings[account] = s
	}
	return l, nil
}

// findPlaces finds the places of the page. Where nobody is any more it is the
// first page.
func (p *leaderboardPage) findPlaces(ctx context.Context, want leaderboardAsked) error {
	if want.before != "" {
		return p.findBefore(ctx, want.before)
	}
	cursor := want.after
	if want.me && p.played && p.me.Listed {
		above, err := p.board.Before(ctx, p.sv.Store, p.mine.Cursor(), leaderboardSize/2)
		if err != nil {
			return err
		}
		if len(above) == leaderboardSize/2 {
			cursor = above[len(above)-1].Cursor()
		}
	}
	if err := p.findAfter(ctx, cursor); err != nil || len(p.places) > 0 || cursor == "" {
		return err
	}
	return p.findAfter(ctx, "")
}

func (p *leaderboardPage) findAfter(ctx context.Context, cursor string) error {
	places, err := p.board.After(ctx, p.sv.Store, cursor, leaderboardSize+1)
	if err != nil || len(places) == 0 {
		return err
	}
	p.places = places[:min(leaderboardSize, len(places))]
	if len(places) > leaderboardSize {
		p.more = p.places[leaderboardSize-1].Cursor()
	}
	above, err := p.board.Before(ctx, p.sv.Store, p.places[0].Cursor(), 1)
	if len(above) > 0 {
		p.less = p.places[0].Cursor()
	}
	return err
}

func (p *leaderboardPage) findBefore(ctx context.Context, cursor string) error {
	places, err := p.board.Before(ctx, p.sv.Store, cursor, leaderboardSize+1)
	if err != nil {
		return err
	}
	if len(places) <= leaderboardSize { // there is no page before this one
		return p.findAfter(ctx, "")
	}
	slices.Reverse(places)
	p.places, p.less = places[1:], places[1].Cursor()
	last := places[len(places)-1].Cursor()
	below, err := p.board.After(ctx, p.sv.Store, last, 1)
	if len(below) > 0 {
		p.more = last
	}
	return err
}

// page is what the page shows: its places, then the reader's own with its neighbours
// if that isn't among them. Of one that isn't listed only the reader is told.
func (p *leaderboardPage) page(ctx context.Context) (page pages.Leaderboard, err error) {
	page = pages.Leaderboard{Game: p.game.ID, Kind: p.kind, Scoped: p.r.scope() != "", Here: p.here, Less: p.less, More: p.more}
	if page.Places, err = p.list(ctx, p.places); err != nil {
		return page, err
	}
	switch {
	case p.played && !p.me.Listed:
		page.Unlisted, err = p.board.Rank(ctx, p.change, p.mine.Score)
	case p.played && !slices.Contains(p.places, p.mine):
		page.Own, err = p.own(ctx)
	}
	return page, err
}

// own is the reader's own place with its neighbours.
func (p *leaderboardPage) own(ctx context.Context) ([]pages.Place, error) {
	above, err := p.board.Before(ctx, p.sv.Store, p.mine.Cursor(), 1)
	if err != nil {
		return nil, err
	}
	below, err := p.board.After(ctx, p.sv.Store, p.mine.Cursor(), 1)
	if err != nil {
		return nil, err
	}
	return p.list(ctx, slices.DeleteFunc(slices.Concat(above, []standing.Place{p.mine}, below),
		func(x standing.Place) bool { return slices.Contains(p.places, x) }))
}

// list tells who is in the places.
func (p *leaderboardPage) list(ctx context.Context, places []standing.Place) (all []pages.Place, err error) {
	for _, place := range places {
		x, err := p.place(ctx, place)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// place tells who is in the place, and what they have reached.
func (p *leaderboardPage) place(ctx context.Context, place standing.Place) (x pages.Place, err error) {
	x.ID, x.Mine = place.Person.ShortID(), p.r.Person.Is(place.Person)
	if x.Rank, err = p.board.Rank(ctx, p.change, place.Score); err != nil {
		return x, err
	}
	if x.Name, err = newNamer(p.sv, p.r.Words).of(ctx, place.Person); err != nil {
		return x, err
	}
	e := standing.Entrant{All: p.sv.People.Links.Accounts(place.Person)}
	l, err := p.ledger(ctx, e)
	if err != nil {
		return x, err
	}
	totals := e.Totals(l)[p.board.Scope]
	if totals == nil {
		totals = new(standing.Totals)
	}
	x.Score = totals.Tally
	switch p.kind {
	case pages.WordRating:
		x.Rating, x.Provisional = place.Score, l.Of(e.Rated(l)).Rating.Provisional()
	case pages.WordWeek:
		x.Score = totals.Week.Tally
	case pages.WordMonth:
		x.Score = totals.Month.Tally
	}
	return x, nil
}

// profileAsked is whose profile somebody asks for, and of which game.
type profileAsked struct {
	who     people.Person
	mention string        // as typed, "@bert"; "" for oneself
	games   []engine.Game // the first that they have played
}

// askedProfile reads "profile @bert kosakeln", in any order.
func askedProfile(ctx context.Context, sv *Services, r *Request) (want profileAsked, err error) {
	want.who = r.Person
	want.games, _ = gamesFor(sv, r)
	for _, term := range sv.Lexicon.Phrases.Read(r.args) {
		i := slices.IndexFunc(games.All(), func(g engine.Game) bool { return g.ID == strings.ToLower(term.Word) })
		if i >= 0 {
			want.games = games.All()[i : i+1]
			continue
		}
		someone, mention, err := called(ctx, sv, r, term)
		switch {
		case err != nil:
			return want, err
		case mention == "":
			return want, chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
		case someone.person.ID == "":
			return want, chat.Refuse("profile-none", "Name", someone.name)
		}
		if want.who = someone.person; !r.Person.Is(want.who.ID) {
			want.mention = mention
		}
	}
	return want, nil
}

// profile shows how somebody plays a game, and how well. Who doesn't want to be
// listed is shown to nobody else.
func profile(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	want, err := askedProfile(ctx, sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	head, err := sv.Standings.EntrantOf(ctx, want.who.ID)
	if err != nil {
		return chat.Answer{}, err
	}
	name, err := newNamer(sv, r.Words).of(ctx, head.All[0])
	if err != nil {
		return chat.Answer{}, err
	}
	if want.mention != "" && !head.Listed {
		return hiddenProfile(ctx, sv, r, want, name)
	}
	game, all, err := careerIn(ctx, sv, want)
	if err != nil {
		return chat.Answer{}, err
	}
	p := pages.Profile{Career: all, Name: name, Mention: want.mention, Game: game, Hidden: !head.Listed, Zone: sv.People.ZoneOf(r.Person)}
	if want.mention != "" {
		if p.Against, err = sv.Standings.Between(ctx, r.Person.ID, want.who.ID, game); err != nil {
			return chat.Answer{}, err
		}
	}
	return chat.Answer{Screen: p.Screen(r.Words, sv.Posts.Readers.Pictures(r.Person.Taste))}, nil
}

// hiddenProfile shows what is between the reader and somebody who isn't listed, and
// nothing else.
func hiddenProfile(ctx context.Context, sv *Services, r *Request, want profileAsked, name string) (chat.Answer, error) {
	p := pages.HiddenProfile{Name: name, Mention: want.mention, Against: make(map[string]standing.Tally)}
	for _, game := range games.All() {
		x, err := sv.Standings.Between(ctx, r.Person.ID, want.who.ID, game.ID)
		if err != nil {
			return chat.Answer{}, err
		}
		if x.Matches > 0 {
			p.Against[game.ID] = x
		}
	}
	if len(p.Against) == 0 {
		return chat.Answer{}, chat.Refuse("profile-hidden", "Name", name)
	}
	return chat.Answer{Screen: p.Screen(r.Words)}, nil
}

// careerIn is the career in the first of the games that the person has played.
func careerIn(ctx context.Context, sv *Services, want profileAsked) (game string, all standing.Career, err error) {
	for _, g := range want.games {
		game = g.ID
		if all, err = sv.Standings.CareerOf(ctx, want.who.ID, game); err != nil || all.Totals.Matches > 0 {
			return game, all, err
		}
	}
	if len(want.games) > 1 {
		game = want.games[0].ID
		all, err = sv.Standings.CareerOf(ctx, want.who.ID, game)
	}
	return game, all, err
}
