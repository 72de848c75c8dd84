package messages

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// Lists finds the tables of a person.
type Lists struct{ tables *tables.Tables }

// Games returns the tables as the person sees them in a list.
func (ls *Lists) Games(all []*match.Table, p people.Person) (list []screens.GameEntry) {
	for _, t := range all {
		list = append(list, ls.game(t, p))
	}
	return list
}

// game returns the table as the person sees it in a list.
func (ls *Lists) game(t *match.Table, p people.Person) screens.GameEntry {
	g := screens.GameEntry{Table: t, Seat: t.Chairs.SeatOf(p.Participant()), Host: p.Is(t.Host)}
	g.Open = t.Chairs.ReservedFor(p.Participant()) == engine.Nobody
	g.Left, g.Up = t.Chairs.LeastLeft(ls.tables.Facts, g.WaitedFor())
	g.Timed, g.Away = g.Left != match.Never, g.Seat != engine.Nobody && !ls.tables.Facts.AwayUntil(t.Chairs[g.Seat]).IsZero()
	return g
}

// TablesOf returns the person's active tables: those that wait for them, least time first, and the others.
func (ls *Lists) TablesOf(p people.Person) (waiting, others []*match.Table) {
	for _, s := range ls.tables.Index.ActiveOf(p) {
		t := ls.tables.TableOrNil(s.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.Chairs.SeatOf(p.Participant())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		left, _ := t.Chairs.LeastLeft(ls.tables.Facts, t.Chairs.SeatOf(p.Participant()).Bit())
		return left
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// InvitationsOf returns the challenges in which a chair is kept for the person, oldest first.
func (ls *Lists) InvitationsOf(p people.Person) (invited []*match.Table) {
	for _, s := range ls.tables.Index.FindActive(tables.KeysOf(p), func(s tables.Summary) bool { return s.Stage == match.Open && s.HasInvited(p) && !s.HasSeated(p) }) {
		if t := ls.tables.TableOrNil(s.ID); t != nil && !ls.tables.Lifetimes.Expired(t) {
			invited = append(invited, t)
		}
	}
	return invited
}
