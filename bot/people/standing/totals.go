package standing

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Standing is one account's rating in one game, and its totals in each scope. Its id is StandingID.
type Standing struct {
	Rating rating.Rating           `json:"rating,omitzero"` // after the last rated match
	Rated  int                     `json:"rated,omitempty"` // number of rated matches
	Today  RatedDay                `json:"today,omitzero"`
	Scopes map[chat.ChatID]*Totals `json:"scopes,omitempty"`
}

// Blank reports whether no match has been counted.
func (s *Standing) Blank() bool { return len(s.Scopes) == 0 && s.Rated == 0 }

// StandingID returns the id of the account's standing in the game.
func StandingID(account chat.PersonID, game string) string { return string(account) + "|" + game }

// Everywhere is the scope of totals over all chats.
const Everywhere chat.ChatID = "*"

// Totals are the totals in one scope: of all time, and of the last week and month with a match.
type Totals struct {
	Tally
	Week  Period    `json:"week,omitzero"`
	Month Period    `json:"month,omitzero"`
	Last  time.Time `json:"last"` // when the last match ended
}

// Tally is a sum of match results.
type Tally struct {
	Points  int `json:"points"`
	Matches int `json:"matches"`
	Won     int `json:"won"`
	Drawn   int `json:"drawn,omitempty"`
	Deals   int `json:"deals"`
}

// Blank reports whether no match has been counted.
func (x *Tally) Blank() bool { return *x == Tally{} }

// Period is the tally of a week or month.
type Period struct {
	Name Order `json:"name"` // WeekOf or MonthOf of its matches
	Tally
}

// add counts the seat's result in the match.
func (x *Tally) add(m *Match, s *Seat) {
	x.Points += s.Total
	x.Deals += m.Deals
	x.Matches++
	switch {
	case s.Drawn:
		x.Drawn++
	case s.Won:
		x.Won++
	}
}

// plus returns the sum of both tallies.
func (x Tally) plus(y Tally) Tally {
	return Tally{x.Points + y.Points, x.Matches + y.Matches, x.Won + y.Won, x.Drawn + y.Drawn, x.Deals + y.Deals}
}

// add adds a match in the named period. It starts again at zero if the period is another.
func (p *Period) add(name Order, m *Match, s *Seat) {
	if p.Name != name {
		*p = Period{Name: name}
	}
	p.Tally.add(m, s)
}

// plus returns the sum if both are the same period, else the later period.
func (p Period) plus(o Period) Period {
	if p.Name == o.Name {
		return Period{p.Name, p.Tally.plus(o.Tally)}
	}
	return slices.MaxFunc([]Period{p, o}, func(x, y Period) int { return cmp.Compare(x.Name, y.Name) })
}

// plus returns the sum of both totals.
func (x *Totals) plus(y *Totals) *Totals {
	last := slices.MaxFunc([]time.Time{x.Last, y.Last}, time.Time.Compare)
	return &Totals{x.Tally.plus(y.Tally), x.Week.plus(y.Week), x.Month.plus(y.Month), last}
}

// add counts the match in all its scopes.
func (s *Standing) add(m *Match, seat *Seat) {
	scopes := append([]chat.ChatID{Everywhere}, m.Also...)
	if m.Scope != "" {
		scopes = append(scopes, m.Scope)
	}
	if s.Scopes == nil {
		s.Scopes = make(map[chat.ChatID]*Totals)
	}
	for _, scope := range scopes {
		x := entry(s.Scopes, scope)
		x.Tally.add(m, seat)
		x.Week.add(WeekOf(m.Ended), m, seat)
		x.Month.add(MonthOf(m.Ended), m, seat)
		x.Last = m.Ended
	}
}

// move adds the totals of one scope to another.
func (s *Standing) move(from, to chat.ChatID) {
	x := s.Scopes[from]
	if x == nil {
		return
	}
	delete(s.Scopes, from)
	s.Scopes[to] = x.plus(cmp.Or(s.Scopes[to], new(Totals)))
}
