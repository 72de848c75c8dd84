package bot

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// listGames lists the person's tables, those that wait for them first, and of
// these first where their time runs out; and between them the challenges that they
// may take.
func (b *Bot) listGames(_ context.Context, r *request) (Answer, error) {
	waiting, others := b.gamesOf(r.person)
	page := pages.Games{Waiting: b.games(waiting, r.person), Asked: b.games(b.askedTo(r.person), r.person), Others: b.games(others, r.person)}
	return Answer{Screen: page.Screen(r.t)}, nil
}

// games are the tables as the person is told of them.
func (b *Bot) games(all []*match.Table, p people.Person) (list []pages.Game) {
	for _, t := range all {
		list = append(list, b.game(t, p))
	}
	return list
}

// game is the table as the person is told of it.
func (b *Bot) game(t *match.Table, p people.Person) pages.Game {
	g := pages.Game{View: pages.View{Table: t}, Seat: t.SeatOf(p.Who()), Host: p.Is(t.Host)}
	var none bool
	g.Left, g.Up, none = t.LeastLeft(b.facts, g.WaitedFor())
	g.Timed, g.Away = !none, g.Seat != engine.Nobody && !b.facts.AwayUntil(t.Chairs[g.Seat]).IsZero()
	return g
}

// gamesOf are the tables at which the person sits: those that wait for them, the
// one with the least time first, and the others.
func (b *Bot) gamesOf(p people.Person) (waiting, others []*match.Table) {
	for _, x := range b.register.Of(p) {
		t := b.tables.Peek(x.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.SeatOf(p.Who())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		if left, _, none := t.LeastLeft(b.facts, t.SeatOf(p.Who()).Bit()); !none {
			return left
		}
		return math.MaxInt64 // where there is no clock they can wait
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// askedTo are the challenges in which a chair is kept for the person, the oldest
// first.
func (b *Bot) askedTo(p people.Person) (asked []*match.Table) {
	for _, x := range b.register.Find(tables.KeysOf(p), func(x tables.Summary) bool { return x.Stage == match.Open && x.Asks(p) && !x.Seats(p) }) {
		if t := b.tables.Peek(x.ID); t != nil && !b.tables.Lifetimes.Expired(t) {
			asked = append(asked, t)
		}
	}
	return asked
}

// opponents names those who sit with the person who makes the request.
func opponents(t *match.Table, r *request) string {
	return pages.View{Table: t}.Opponents(t.SeatOf(r.person.Who()), r.t)
}
