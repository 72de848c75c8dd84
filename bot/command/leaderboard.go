package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// leaderboardSize is how many places a page of a leaderboard has.
const leaderboardSize = 10

// pageMarks are where the page lies that is asked for; the first, if neither is set.
type pageMarks struct {
	after, before string // the page behind that mark, or the one before it
}

// readMark understands "after=MARK" and "before=MARK".
func (m *pageMarks) readMark(typed string) bool {
	if after, is := strings.CutPrefix(typed, screens.WordAfter); is {
		m.after = after
		return true
	}
	before, is := strings.CutPrefix(typed, screens.WordBefore)
	if is {
		m.before = before
	}
	return is
}

// gameNamed is the game that the term names, alone in a list; an empty one if it names none.
func gameNamed(term speech.Term) []engine.Game {
	return slices.DeleteFunc(games.All(), func(g engine.Game) bool { return g.ID != strings.ToLower(term.Word) })
}

// noTerm refuses a word that means nothing where it stands.
func noTerm(term speech.Term) error {
	return chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
}

// leaderboardAsked is which leaderboard somebody asks for, and which page of it.
type leaderboardAsked struct {
	pageMarks
	games []engine.Game // the first that has been played there
	here  bool
	kind  string // one of screens.LeaderboardKinds; "" for the first that somebody is on
	me    bool
}

// askedBoard reads "leaderboard GAME here week after=MARK", in any order.
func askedBoard(sv *Services, r *Request, said []speech.Term) (want leaderboardAsked, err error) {
	want.games, _ = gamesFor(sv, r)
	want.here = r.Home() != ""
	for _, term := range said {
		word, is := sv.typed.boards.Word(term.Typed)
		game := gameNamed(term)
		switch {
		case want.pageMarks.readMark(term.Typed):
		case word == screens.WordHere && r.Home() == "":
			return want, chat.Refuse("nowhere-here", "Term", speech.CleanName(term.Typed))
		case word == screens.WordHere:
			want.here = true
		case word == screens.WordEverywhere:
			want.here = false
		case word == screens.WordMe:
			want.me = true
		case is:
			want.kind = word
		case len(game) > 0:
			want.games = game
		default:
			return want, noTerm(term)
		}
	}
	return want, nil
}

// leaderboard shows who is best, here or everywhere. Where no game is named it is of the first, of those that
// the person plays before the others, that has been played there.
func leaderboard(ctx context.Context, sv *Services, r *Request, said []speech.Term) (chat.Answer, error) {
	want, err := askedBoard(sv, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	p := &leaderboardPage{sv: sv, r: r, want: want, change: documents.NewTransaction(sv.Store), names: newNamer(sv, r.Words)}
	for _, do := range []func(context.Context) error{p.choose, p.findMe, p.findPlaces, p.list} {
		if err := do(ctx); err != nil {
			return chat.Answer{}, err
		}
	}
	p.shown.Scoped, p.shown.Here = r.Home() != "", want.here
	return chat.Answer{Screen: p.shown.Screen(r.Words)}, nil
}

// leaderboardPage is a page of a leaderboard as it is found.
type leaderboardPage struct {
	sv     *Services
	r      *Request
	want   leaderboardAsked
	change *documents.Transaction
	names  namer
	board  standing.Leaderboard
	me     standing.Entrant
	mine   standing.Place // the reader's own place, were they listed; nobody's, if they have none
	places []standing.Place
	shown  screens.Leaderboard
}

// choose finds the board: what isn't said is the first that somebody is on.
func (p *leaderboardPage) choose(ctx context.Context) (err error) {
	p.board.Scope = standing.Everywhere
	if p.want.here {
		if p.board.Scope, err = p.sv.Standings.ScopeOf(ctx, p.r.Home()); err != nil {
			return err
		}
	}
	for _, game := range p.want.games {
		for _, kind := range []string{screens.WordRating, screens.WordPoints} {
			p.use(game, kind)
			some, err := p.board.After(ctx, p.sv.Store, "", 1)
			if err != nil {
				return err
			}
			if len(some) > 0 {
				p.use(game, cmp.Or(p.want.kind, kind))
				return nil
			}
		}
	}
	p.use(p.want.games[0], cmp.Or(p.want.kind, screens.WordRating))
	return nil
}

// use makes it a page of the game's leaderboard of that kind.
func (p *leaderboardPage) use(game engine.Game, kind string) {
	p.shown.Game, p.shown.Kind = game.ID, kind
	p.board.Game, p.board.By = game.ID, kind
	switch now := p.sv.Now(); kind {
	case screens.WordWeek:
		p.board.By = standing.WeekOf(now)
	case screens.WordMonth:
		p.board.By = standing.MonthOf(now)
	}
}

// findMe finds the reader's own place, were they listed.
func (p *leaderboardPage) findMe(ctx context.Context) error {
	p.me = standing.Entrant{All: p.sv.People.Links.Accounts(p.r.Person.ID), Listed: true}
	l, err := p.ledger(ctx, p.me)
	if err != nil {
		return err
	}
	for _, place := range p.me.Places(l, p.sv.Now()) {
		if place.Leaderboard == p.board {
			p.mine = place
		}
	}
	p.me.Listed = p.r.Person.Ranking == standing.Shown
	return nil
}

// ledger holds the standings of somebody's accounts.
func (p *leaderboardPage) ledger(ctx context.Context, e standing.Entrant) (l standing.Ledger, err error) {
	l = standing.NewLedger(p.board.Game)
	for _, account := range e.All {
		id := standing.StandingID(account, p.board.Game)
		if l.Standings[account], err = documents.Value[standing.Standing](ctx, p.change, standing.KindStanding, id); err != nil {
			return l, err
		}
	}
	return l, nil
}

// findPlaces finds the places of the page: with "me" the reader's own in the middle.
func (p *leaderboardPage) findPlaces(ctx context.Context) error {
	if p.want.before != "" {
		return p.find(ctx, p.want.before, true)
	}
	if p.want.me && p.mine.Person != "" && p.me.Listed {
		above, err := p.board.Before(ctx, p.sv.Store, p.mine.Cursor(), leaderboardSize/2)
		if err != nil {
			return err
		}
		if len(above) == leaderboardSize/2 {
			p.want.after = above[len(above)-1].Cursor()
		}
	}
	return p.find(ctx, p.want.after, false)
}

// find finds the page behind the cursor, or upwards the one before it; the first page
// where there is none, or none that is full before another.
func (p *leaderboardPage) find(ctx context.Context, cursor string, upwards bool) error {
	look, back := p.board.After, p.board.Before
	if upwards {
		look, back = back, look
	}
	places, err := look(ctx, p.sv.Store, cursor, leaderboardSize+1)
	more := len(places) > leaderboardSize
	switch {
	case err != nil:
		return err
	case upwards && !more || len(places) == 0 && cursor != "":
		return p.find(ctx, "", false)
	case len(places) == 0:
		return nil
	}
	p.places = places[:min(leaderboardSize, len(places))]
	near, far := p.places[0].Cursor(), p.places[len(p.places)-1].Cursor()
	if !more {
		far = ""
	}
	behind, err := back(ctx, p.sv.Store, near, 1)
	if len(behind) == 0 {
		near = ""
	}
	if p.shown.Less, p.shown.More = near, far; upwards {
		slices.Reverse(p.places)
		p.shown.Less, p.shown.More = far, near
	}
	return err
}

// list tells who is on the page, then the reader's own place with its neighbours if that
// isn't among them. Of one that isn't listed only the reader is told.
func (p *leaderboardPage) list(ctx context.Context) (err error) {
	if p.shown.Places, err = p.rows(ctx, p.places); err != nil || p.mine.Person == "" || slices.Contains(p.places, p.mine) {
		return err
	}
	if !p.me.Listed {
		p.shown.Unlisted, err = p.board.Rank(ctx, p.change, p.mine.Score)
		return err
	}
	above, err := p.board.Before(ctx, p.sv.Store, p.mine.Cursor(), 1)
	if err != nil {
		return err
	}
	below, err := p.board.After(ctx, p.sv.Store, p.mine.Cursor(), 1)
	if err != nil {
		return err
	}
	near := slices.Concat(above, []standing.Place{p.mine}, below)
	p.shown.Own, err = p.rows(ctx, slices.DeleteFunc(near, func(x standing.Place) bool { return slices.Contains(p.places, x) }))
	return err
}

// rows returns the names and results of the people in the places.
func (p *leaderboardPage) rows(ctx context.Context, places []standing.Place) (all []screens.Place, err error) {
	sat := match.Players{}
	for _, place := range places {
		sat.People = append(sat.People, place.Person)
	}
	names, err := p.names.at(ctx, sat)
	if err != nil {
		return nil, err
	}
	for i, place := range places {
		x := screens.Place{Name: names[i], ID: place.Person.ShortID(), Mine: p.r.Person.Is(place.Person)}
		if x.Rank, err = p.board.Rank(ctx, p.change, place.Score); err != nil {
			return nil, err
		}
		e := standing.Entrant{All: p.sv.People.Links.Accounts(place.Person)}
		l, err := p.ledger(ctx, e)
		if err != nil {
			return nil, err
		}
		totals := cmp.Or(e.Totals(l)[p.board.Scope], new(standing.Totals))
		x.Score = totals.Tally
		switch p.shown.Kind {
		case screens.WordRating:
			x.Rating, x.Provisional = place.Score, l.Of(e.Rated(l)).Rating.Provisional()
		case screens.WordWeek:
			x.Score = totals.Week.Tally
		case screens.WordMonth:
			x.Score = totals.Month.Tally
		}
		all = append(all, x)
	}
	return all, nil
}

// profileAsked is whose profile somebody asks for, and of which game.
type profileAsked struct {
	who     people.Person
	mention string        // as typed, "@bert"; "" for oneself
	games   []engine.Game // the first that they have played
}

// askedProfile reads "profile @bert kosakeln", in any order.
func askedProfile(ctx context.Context, sv *Services, r *Request, said []speech.Term) (want profileAsked, err error) {
	want.who = r.Person
	want.games, _ = gamesFor(sv, r)
	for _, term := range said {
		if game := gameNamed(term); len(game) > 0 {
			want.games = game
			continue
		}
		someone, err := findNamed(ctx, sv, r, term)
		switch {
		case err != nil:
			return want, err
		case someone.person.ID == "":
			return want, chat.Refuse("profile-none", "Name", someone.name)
		}
		if want.who = someone.person; !r.Person.Is(want.who.ID) {
			want.mention = someone.mention
		}
	}
	return want, nil
}

// profile shows how somebody plays a game, and how well. Who doesn't want to be
// listed is shown to nobody else.
func profile(ctx context.Context, sv *Services, r *Request, said []speech.Term) (chat.Answer, error) {
	want, err := askedProfile(ctx, sv, r, said)
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
	p := screens.Profile{Career: all, Name: name, Mention: want.mention, Game: game, Hidden: !head.Listed, Zone: sv.People.ZoneOf(r.Person)}
	if want.mention == "" {
		p.Learn = screens.Learn{Courses: sv.Courses, Done: r.Person.Learnt}
	} else if p.Against, err = sv.Standings.Between(ctx, r.Person.ID, want.who.ID, game); err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: p.Screen(r.Words, sv.Messages.Readers.Pictures(r.Person.Taste))}, nil
}

// hiddenProfile shows what is between the reader and somebody who isn't listed, and nothing else.
func hiddenProfile(ctx context.Context, sv *Services, r *Request, want profileAsked, name string) (chat.Answer, error) {
	p := screens.HiddenProfile{Name: name, Mention: want.mention, Against: make(map[string]standing.Tally)}
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

// careerIn is the career in the first of the games that the person has played; in the
// first, if they have played none.
func careerIn(ctx context.Context, sv *Services, want profileAsked) (game string, all standing.Career, err error) {
	for i, g := range want.games {
		career, err := sv.Standings.CareerOf(ctx, want.who.ID, g.ID)
		played := career.Totals.Matches > 0
		if i == 0 || played {
			game, all = g.ID, career
		}
		if err != nil || played {
			return game, all, err
		}
	}
	return game, all, nil
}
