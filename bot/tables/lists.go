package tables

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/people"
)

// Lists lists the tables of a person.
type Lists struct{ Tables *Tables }

// TablesOf returns the person's active tables: those that wait for them, least time first, and the others.
func (ls Lists) TablesOf(p people.Person) (waiting, others []*match.Table) {
	for _, s := range ls.Tables.Index.ActiveOf(p) {
		t := ls.Tables.TableOrNil(s.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.Chairs.SeatOf(p.Participant())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		left, _ := t.Clocks().LeastLeft(ls.Tables.Facts, t.Chairs.SeatOf(p.Participant()).Bit())
		return left
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// InvitationsOf returns the challenges in which a chair is kept for the person, oldest first.
func (ls Lists) InvitationsOf(p people.Person) (invited []*match.Table) {
	for _, s := range ls.Tables.Index.FindActive(KeysOf(p), func(s Summary) bool { return s.Stage == match.Open && s.HasInvited(p) && !s.HasSeated(p) }) {
		if t := ls.Tables.TableOrNil(s.ID); t != nil && !ls.Tables.Lifetimes.Expired(t) {
			invited = append(invited, t)
		}
	}
	return invited
}
