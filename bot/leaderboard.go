package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
)

// leaderboardSize is how many places a page of a leaderboard has.
const leaderboardSize = 10

// The words of a leaderboard; byRating and byPoints are such, too.
const (
	wordHere       = "here"
	wordEverywhere = "everywhere"
	wordWeek       = "week"
	wordMonth      = "month"
	wordMe         = "me"      // the page with one's own place
	wordAfter      = "after="  // the page behind a place
	wordBefore     = "before=" // the page before it
)

// leaderboardKinds are what leaderboards are by, in the order of their buttons.
func leaderboardKinds() []string { return []string{byRating, byPoints, wordWeek, wordMonth} }

// leaderboardWords are the words of a leaderboard that people say otherwise as
// well: the texts "typed.board.WORD".
func leaderboardWords() []string {
	return append(leaderboardKinds(), wordHere, wordEverywhere, wordMe)
}

// leaderboardAsked is which leaderboard somebody asks for, and which page of it.
type leaderboardAsked struct {
	games         []engine.Game // the first that has been played there
	here          bool
	kind          string // one of leaderboardKinds; "" for the first that somebody is on
	after, before string // cursors
	me            bool
}

// askedBoard reads "leaderboard GAME here week after=PLACE", in any order.
func (b *Bot) askedBoard(r *request) (leaderboardAsked, error) {
	candidates, _ := b.gamesFor(r)
	want := leaderboardAsked{games: candidates, here: r.scope() != ""}
	for _, term := range b.lexicon.Phrases.Read(r.args) {
		word, _ := b.typed.boards.Word(term.Typed)
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
func (want *leaderboardAsked) take(r *request, word, typed string) bool {
	after, isAfter := strings.CutPrefix(typed, wordAfter)
	before, isBefore := strings.CutPrefix(typed, wordBefore)
	switch {
	case isAfter:
		want.after = after
	case isBefore:
		want.before = before
	case word == wordHere:
		want.here = r.scope() != ""
	case word == wordEverywhere:
		want.here = false
	case word == wordMe:
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
func (b *Bot) leaderboard(ctx context.Context, r *request) (Answer, error) {
	want, err := b.askedBoard(r)
	if err != nil {
		return Answer{}, err
	}
	p := &leaderboardPage{bot: b, r: r, here: want.here, book: keep.NewChange(b.store)}
	p.board.scope = everywhere
	if want.here {
		if p.board.scope, err = b.standings.scopeOf(ctx, r.scope()); err != nil {
			return Answer{}, err
		}
	}
	for _, do := range []func(context.Context, leaderboardAsked) error{p.choose, p.findMe, p.findPlaces, p.write} {
		if err := do(ctx, want); err != nil {
			return Answer{}, err
		}
	}
	p.screen.Buttons = p.buttons()
	return Answer{Screen: &p.screen}, nil
}

// leaderboardPage is a page of a leaderboard as it is put together.
type leaderboardPage struct {
	bot    *Bot
	r      *request
	book   *keep.Change
	board  board
	game   engine.Game
	kind   string // one of leaderboardKinds
	here   bool
	screen Screen

	me          entrant
	mine        boardPlace // the reader's own place, were they listed
	played      bool       // they have one
	places      []boardPlace
	less, more  bool // there are places before these, and behind them
	provisional bool // there is a provisional rating among them
}

// choose finds the board: what isn't said is the first that somebody is on.
func (p *leaderboardPage) choose(ctx context.Context, want leaderboardAsked) error {
	for _, game := range want.games {
		for _, kind := range []string{byRating, byPoints} {
			p.use(game, kind)
			some, err := p.board.after(ctx, p.bot.store, "", 1)
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
		kind = byRating
	}
	p.game, p.kind = game, kind
	p.board.game, p.board.by = game.ID, kind
	switch now := p.bot.cfg.Now(); kind {
	case wordWeek:
		p.board.by = weekOf(now)
	case wordMonth:
		p.board.by = monthOf(now)
	}
}

// findMe finds the reader's own place, were they listed.
func (p *leaderboardPage) findMe(ctx context.Context, _ leaderboardAsked) error {
	p.me = entrant{all: p.bot.people.links.accounts(p.r.person.ID), listed: true}
	l, err := p.ledger(ctx, p.me)
	if err != nil {
		return err
	}
	for _, place := range p.me.places(p.game.ID, l, p.bot.cfg.Now()) {
		if place.board == p.board {
			p.mine, p.played = place, true
		}
	}
	p.me.listed = p.r.person.Ranking == rankingShown
	return nil
}

// ledger holds the standings of somebody's accounts.
func (p *leaderboardPage) ledger(ctx context.Context, e entrant) (ledger, error) {
	l := newLedger()
	for _, account := range e.all {
		s, err := keep.Value[standing](ctx, p.book, kindStanding, standingID(account, p.game.ID))
		if err != nil {
			return l, err
		}
		l.standings[account] = s
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
	if want.me && p.played && p.me.listed {
		above, err := p.board.before(ctx, p.bot.store, p.mine.cursor(), leaderboardSize/2)
		if err != nil {
			return err
		}
		if len(above) == leaderboardSize/2 {
			cursor = above[len(above)-1].cursor()
		}
	}
	if err := p.findAfter(ctx, cursor); err != nil || len(p.places) > 0 || cursor == "" {
		return err
	}
	return p.findAfter(ctx, "")
}

func (p *leaderboardPage) findAfter(ctx context.Context, cursor string) error {
	places, err := p.board.after(ctx, p.bot.store, cursor, leaderboardSize+1)
	if err != nil || len(places) == 0 {
		return err
	}
	p.more = len(places) > leaderboardSize
	p.places = places[:min(leaderboardSize, len(places))]
	above, err := p.board.before(ctx, p.bot.store, p.places[0].cursor(), 1)
	p.less = len(above) > 0
	return err
}

func (p *leaderboardPage) findBefore(ctx context.Context, cursor string) error {
	places, err := p.board.before(ctx, p.bot.store, cursor, leaderboardSize+1)
	if err != nil {
		return err
	}
	if len(places) <= leaderboardSize { // there is no page before this one
		return p.findAfter(ctx, "")
	}
	slices.Reverse(places)
	p.places, p.less = places[1:], true
	below, err := p.board.after(ctx, p.bot.store, places[len(places)-1].cursor(), 1)
	p.more = len(below) > 0
	return err
}

// write writes the page: its places, then the reader's own with its neighbours if
// that isn't among them.
func (p *leaderboardPage) write(ctx context.Context, _ leaderboardAsked) error {
	t := p.r.t
	where := "leaderboard.everywhere"
	if p.here {
		where = "leaderboard.here"
	}
	title := t.Say("leaderboard.title", "Game", t.Say("game."+p.game.ID), "Where", t.Say(where)) + " – " + t.Say("leaderboard."+p.kind)
	p.screen = Screen{Lang: t.Tag(), Text: []Line{{{Text: title, Style: Title}}}}
	if len(p.places) == 0 {
		p.add(t.Say("leaderboard.empty."+p.kind, "Game", t.Say("game."+p.game.ID)))
	}
	if err := p.writePlaces(ctx, p.places); err != nil {
		return err
	}
	if err := p.writeMine(ctx); err != nil {
		return err
	}
	if p.provisional {
		p.add(t.Say("leaderboard.provisional"))
	}
	return nil
}

func (p *leaderboardPage) add(text string) {
	p.screen.Text = append(p.screen.Text, Line{{Text: text, Style: Dim}})
}

func (p *leaderboardPage) writePlaces(ctx context.Context, places []boardPlace) error {
	for _, place := range places {
		line, err := p.placeLine(ctx, place)
		if err != nil {
			return err
		}
		p.screen.Text = append(p.screen.Text, line)
	}
	return nil
}

// writeMine adds the reader's own place if it isn't on the page. Of one that
// isn't listed only the reader is told.
func (p *leaderboardPage) writeMine(ctx context.Context) error {
	if p.played && !p.me.listed {
		better, _, err := p.board.rank(ctx, p.book, p.mine.score)
		p.add(p.r.t.Say("leaderboard.unlisted", "Rank", better+1))
		return err
	}
	if !p.played || slices.Contains(p.places, p.mine) {
		return nil
	}
	above, err := p.board.before(ctx, p.bot.store, p.mine.cursor(), 1)
	if err != nil {
		return err
	}
	below, err := p.board.after(ctx, p.bot.store, p.mine.cursor(), 1)
	if err != nil {
		return err
	}
	p.add("…")
	return p.writePlaces(ctx, slices.DeleteFunc(slices.Concat(above, []boardPlace{p.mine}, below),
		func(x boardPlace) bool { return slices.Contains(p.places, x) }))
}

// placeLine is one place: rank, name and score.
func (p *leaderboardPage) placeLine(ctx context.Context, place boardPlace) (Line, error) {
	better, _, err := p.board.rank(ctx, p.book, place.score)
	if err != nil {
		return nil, err
	}
	name, err := p.bot.nameOf(ctx, place.person, p.r.t)
	if err != nil {
		return nil, err
	}
	score, err := p.scoreText(ctx, place)
	if err != nil {
		return nil, err
	}
	style := Plain
	if p.r.person.is(place.person) {
		style = Strong
	}
	return Line{
		{Text: fmt.Sprintf("%d. %s ", better+1, name), Style: style},
		{Text: place.person.ShortID(), Style: Dim},
		{Text: " – " + score, Style: style},
	}, nil
}

// scoreText is what somebody on the board has reached.
func (p *leaderboardPage) scoreText(ctx context.Context, place boardPlace) (string, error) {
	e := entrant{all: p.bot.people.links.accounts(place.person)}
	l, err := p.ledger(ctx, e)
	if err != nil {
		return "", err
	}
	totals, text := e.totals(l)[p.board.scope], ""
	if totals == nil {
		totals = new(tallying)
	}
	x := totals.tally
	switch p.kind {
	case byRating:
		provisional := l.of(e.rated(l)).Rating.Provisional()
		p.provisional = p.provisional || provisional
		text = ratingText(place.score, provisional) + " · "
	case wordWeek:
		x = totals.Week.tally
	case wordMonth:
		x = totals.Month.tally
	}
	text += p.r.t.Count("leaderboard.line", x.Matches, "Points", render.Signed(x.Points), "Won", x.Won)
	if x.Drawn > 0 {
		text += p.r.t.Say("leaderboard.drawn", "Number", x.Drawn)
	}
	return text, nil
}

// leaderboardLine is what shows the game's leaderboard; without more words, the
// usual one of where it is said.
func leaderboardLine(game engine.Game, words ...string) string {
	return strings.Join(append([]string{"leaderboard", game.ID}, words...), " ")
}

// line is what shows another leaderboard, with the reader's place in a chat.
func (p *leaderboardPage) line(game engine.Game, here bool, words ...string) string {
	switch {
	case p.r.scope() == "":
		return leaderboardLine(game, words...)
	case here:
		return leaderboardLine(game, append([]string{wordHere}, words...)...)
	}
	return leaderboardLine(game, append([]string{wordEverywhere}, words...)...)
}

// buttons turn the pages, and lead to the other scope, of which there is none in
// private, to the same by something else and of other games.
func (p *leaderboardPage) buttons() [][]Button {
	t := p.r.t
	var rows [][]Button
	if turn := p.turnButtons(); len(turn) > 0 {
		rows = append(rows, turn)
	}
	if p.r.scope() != "" {
		rows = append(rows, []Button{
			{Label: t.Say("leaderboard.here"), Line: p.line(p.game, true, p.kind), Look: lookIf(p.here)},
			{Label: t.Say("leaderboard.everywhere"), Line: p.line(p.game, false, p.kind), Look: lookIf(!p.here)},
		})
	}
	var kinds, all []Button
	for _, kind := range leaderboardKinds() {
		kinds = append(kinds, Button{Label: t.Say("leaderboard." + kind), Line: p.line(p.game, p.here, kind), Look: lookIf(kind == p.kind)})
	}
	for _, g := range games.All() {
		all = append(all, Button{Label: t.Say("game." + g.ID), Line: p.line(g, p.here, p.kind), Look: lookIf(g.ID == p.game.ID)})
	}
	return append(rows, kinds, all)
}

// turnButtons turn the pages.
func (p *leaderboardPage) turnButtons() (row []Button) {
	if p.less {
		row = append(row, Button{Label: "◀", Line: p.line(p.game, p.here, p.kind, wordBefore+p.places[0].cursor())})
	}
	if (p.less || p.more) && p.played && p.me.listed && !slices.Contains(p.places, p.mine) {
		row = append(row, Button{Label: p.r.t.Say("leaderboard.me"), Line: p.line(p.game, p.here, p.kind, wordMe)})
	}
	if p.more {
		row = append(row, Button{Label: "▶", Line: p.line(p.game, p.here, p.kind, wordAfter+p.places[len(p.places)-1].cursor())})
	}
	return row
}
