package tables

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/people"
)

// ByUrgency returns the person's active tables. Waiting ones are sorted by time left.
func (ts *Tables) ByUrgency(p people.Person) (waiting, others []*match.Table) {
	for _, s := range ts.Index.ActiveOf(p) {
		t := ts.TableOrNil(s.ID)
		switch {
		case t == nil:
		case t.Waiting().Has(t.Chairs.SeatOf(p.Participant())):
			waiting = append(waiting, t)
		default:
			others = append(others, t)
		}
	}
	left := func(t *match.Table) time.Duration {
		left, _ := t.Clocks().LeastLeft(ts.Facts, t.Chairs.SeatOf(p.Participant()).Bit())
		return left
	}
	slices.SortStableFunc(waiting, func(x, y *match.Table) int { return cmp.Compare(left(x), left(y)) })
	return waiting, others
}

// InvitationsOf returns the challenges to the person, oldest first.
func (ts *Tables) InvitationsOf(p people.Person) (invited []*match.Table) {
	isInvited := func(s Summary) bool { return s.Stage == match.Open && s.HasInvited(p) && !s.HasSeated(p) }
	for _, s := range ts.Index.FindActive(KeysOf(p), isInvited) {
		if t := ts.TableOrNil(s.ID); t != nil && !ts.Lifetimes.IsExpired(t) {
			invited = append(invited, t)
		}
	}
	return invited
}
