package standing

import (
	"cmp"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Standing holds an account's rating and totals in a game.
type Standing struct {
	Rating rating.Rating           `json:"rating,omitzero"`
	Rated  int                     `json:"rated,omitempty"`
	Today  RatedDay                `json:"today,omitzero"`
	Scopes map[chat.ChatID]*Totals `json:"scopes,omitempty"`
}

// IsBlank reports whether no match has been counted.
func (s *Standing) IsBlank() bool { return len(s.Scopes) == 0 && s.Rated == 0 }

// StandingID returns the id of the account's standing in the game.
func StandingID(account chat.PersonID, game string) string { return string(account) + "|" + game }

// Everywhere is the scope of totals over all chats.
const Everywhere chat.ChatID = "*"

// Totals sums up one scope: all time, and the last week and month with a match.
type Totals struct {
	Tally
	Week  Period    `json:"week,omitzero"`
	Month Period    `json:"month,omitzero"`
	Last  time.Time `json:"last"`
}

// Tally is a sum of match results.
type Tally struct {
	Points  int `json:"points"`
	Matches int `json:"matches"`
	Won     int `json:"won"`
	Drawn   int `json:"drawn,omitempty"`
	Deals   int `json:"deals"`
}

// IsBlank reports whether no match has been counted.
func (x *Tally) IsBlank() bool { return *x == Tally{} }

// Period is a week's or month's tally.
type Period struct {
	Name Order `json:"name"` // WeekOf or MonthOf
	Tally
}

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

func (x Tally) plus(y Tally) Tally {
	return Tally{x.Points + y.Points, x.Matches + y.Matches, x.Won + y.Won, x.Drawn + y.Drawn, x.Deals + y.Deals}
}

func (p *Period) add(name Order, m *Match, s *Seat) {
	if p.Name != name {
		*p = Period{Name: name}
	}
	p.Tally.add(m, s)
}

// plus returns the later of different periods.
func (p Period) plus(o Period) Period {
	if p.Name == o.Name {
		return Period{p.Name, p.Tally.plus(o.Tally)}
	}
	return slices.MaxFunc([]Period{p, o}, func(x, y Period) int { return cmp.Compare(x.Name, y.Name) })
}

func (x *Totals) plus(y *Totals) *Totals {
	last := slices.MaxFunc([]time.Time{x.Last, y.Last}, time.Time.Compare)
	return &Totals{x.Tally.plus(y.Tally), x.Week.plus(y.Week), x.Month.plus(y.Month), last}
}

func (s *Standing) add(m *Match, seat *Seat) {
	scopes := append([]chat.ChatID{Everywhere}, m.OtherScopes...)
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

func (s *Standing) move(from, to chat.ChatID) {
	x := s.Scopes[from]
	if x == nil {
		return
	}
	delete(s.Scopes, from)
	s.Scopes[to] = x.plus(cmp.Or(s.Scopes[to], new(Totals)))
}
