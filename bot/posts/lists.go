package posts

import (
	"cmp"
	"math"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// lists know which games people have.
type lists struct {
	facts  *tables.Facts
	tables *tables.Tables
}

// Games are the tables as the person is told of them.
func (ls *lists) Games(all []*match.Table, p people.Person) (list []pages.Game) {
	for _, t := range all {
		list = append(list, ls.game(t, p))
	}
	return list
}

// game is the table as the person is told of it.
func (ls *lists) game(t *match.Table, p people.Person) pages.Game {
	g := pages.Game{View: pages.View{Table: t}, Seat: t.Chairs.SeatOf(p.Who()), Host: p.Is(t.Host)}
	var none bool
	g.Left, g.Up, none = t.Chairs.LeastLeft(ls.facts, g.WaitedFor())
	g.Timed, g.Away = !none, g.Seat != engine.Nobody && !ls.facts.AwayUntil(t.Chairs[g.Seat]).IsZero()
	return g
}

// GamesOf are the tables at which the person sits: those that wait for them, the
// one with the least time first, and the others.
func (ls *lists) GamesOf(p people.Person) (waiting, others []*match.Table) {
	for _, x := range ls.tables.Index.Of(p) {
		t := ls.tables.Peek(x.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.Chairs.SeatOf(p.Who())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		if left, _, none := t.Chairs.LeastLeft(ls.facts, t.Chairs.SeatOf(p.Who()).Bit()); !none {
			return left
		}
		return math.MaxInt64 // where there is no clock they can wait
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// AskedTo are the challenges in which a chair is kept for the person, the oldest
// first.
func (ls *lists) AskedTo(p people.Person) (asked []*match.Table) {
	for _, x := range ls.tables.Index.Find(tables.KeysOf(p), func(x tables.Summary) bool { return x.Stage == match.Open && x.Asks(p) && !x.Seats(p) }) {
		if t := ls.tables.Peek(x.ID); t != nil && !ls.tables.Lifetimes.Expired(t) {
			asked = append(asked, t)
		}
	}
	return asked
}
