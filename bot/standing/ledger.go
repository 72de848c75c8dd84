package standing

import (
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Match is a finished match among people as the log keeps it, from which all
// standings can be reckoned again. Its id is its game and its number there.
type Match struct {
	Table chat.TableID  `json:"table"`
	Rules string        `json:"rules"`
	Ended time.Time     `json:"ended"`
	Scope chat.ChatID   `json:"scope,omitempty"` // where it counts besides everywhere
	Also  []chat.ChatID `json:"also,omitempty"`  // and where else
	Deals int           `json:"deals"`
	// Unrated is why it changed nobody's rating; "" if it did.
	Unrated string `json:"unrated,omitempty"`
	Seats   []Seat `json:"seats"`
}

// Seat is what became of one who played.
type Seat struct {
	Person chat.PersonID `json:"person"` // whose totals it counts for
	Total  int           `json:"total"`
	Won    bool          `json:"won,omitempty"`   // perhaps with others
	Drawn  bool          `json:"drawn,omitempty"` // others have won as well
	Left   bool          `json:"left,omitempty"`
	// TimedOut is how often others claimed that the seat's time was up.
	TimedOut int `json:"timedOut,omitempty"`

	// Account is whose rating it changed: of linked identities one is rated.
	Account chat.PersonID  `json:"account,omitempty"`
	Before  *rating.Rating `json:"before,omitempty"`
	After   *rating.Rating `json:"after,omitempty"`
}

// Blank says that there is no such match.
func (m *Match) Blank() bool { return len(m.Seats) == 0 }

// matchID sorts by number.
func matchID(game string, n int) string { return fmt.Sprintf("%s|%012d", game, n) }

// Standing is what one account has reached in one game: its strength, and its
// totals in each scope. Its id is account and game.
type Standing struct {
	Rating rating.Rating           `json:"rating,omitzero"` // after the last rated match
	Rated  int                     `json:"rated,omitempty"` // how many matches that is of
	Today  RatedDay                `json:"today,omitzero"`
	Scopes map[chat.ChatID]*Totals `json:"scopes,omitempty"`
}

// Blank says that nothing has been reached.
func (s *Standing) Blank() bool { return len(s.Scopes) == 0 && s.Rated == 0 }

// StandingID is the id of the account's standing in the game.
func StandingID(account chat.PersonID, game string) string { return string(account) + "|" + game }

// Everywhere is the scope of totals over all chats.
const Everywhere chat.ChatID = "*"

// Totals is the totals of one scope, of all time and of the last week and
// month in which there was a match.
type Totals struct {
	Tally
	Week  Period    `json:"week,omitzero"`
	Month Period    `json:"month,omitzero"`
	Last  time.Time `json:"last"` // when the last match ended
}

// Tally is what matches add up to.
type Tally struct {
	Points  int `json:"points"`
	Matches int `json:"matches"`
	Won     int `json:"won"`
	Drawn   int `json:"drawn,omitempty"`
	Deals   int `json:"deals"`
}

// Blank says that no match has been counted.
func (x *Tally) Blank() bool { return *x == Tally{} }

// Period is the totals of a week or month.
type Period struct {
	Name string `json:"name"`
	Tally
}

func (x *Tally) add(m *Match, s Seat) {
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

// plus adds totals up.
func (x Tally) plus(y Tally) Tally {
	return Tally{x.Points + y.Points, x.Matches + y.Matches, x.Won + y.Won, x.Drawn + y.Drawn, x.Deals + y.Deals}
}

// add begins anew when the last match was of another period.
func (p *Period) add(name string, m *Match, s Seat) {
	if p.Name != name {
		*p = Period{Name: name}
	}
	p.Tally.add(m, s)
}

// plus adds up what is of the same period; of two it keeps the later.
func (p Period) plus(o Period) Period {
	switch {
	case p.Name == o.Name:
		return Period{p.Name, p.Tally.plus(o.Tally)}
	case o.Name > p.Name:
		return o
	}
	return p
}

func (x *Totals) plus(y *Totals) *Totals {
	sum := &Totals{x.Tally.plus(y.Tally), x.Week.plus(y.Week), x.Month.plus(y.Month), x.Last}
	if y.Last.After(x.Last) {
		sum.Last = y.Last
	}
	return sum
}

// add counts the match of one who played.
func (s *Standing) add(m *Match, seat Seat) {
	scopes := append([]chat.ChatID{Everywhere}, m.Also...)
	if m.Scope != "" {
		scopes = append(scopes, m.Scope)
	}
	if s.Scopes == nil {
		s.Scopes = make(map[chat.ChatID]*Totals)
	}
	for _, scope := range scopes {
		x := s.Scopes[scope]
		if x == nil {
			x = new(Totals)
			s.Scopes[scope] = x
		}
		x.add(m, seat)
		x.Week.add(WeekOf(m.Ended), m, seat)
		x.Month.add(MonthOf(m.Ended), m, seat)
		x.Last = m.Ended
	}
}

// Ledger is the standings in one game that matches are counted in.
type Ledger struct {
	Standings map[chat.PersonID]*Standing
	rivals    map[Rivalry]*Tally
}

// Rivalry is somebody, and whom they have played.
type Rivalry struct{ Person, Against chat.PersonID }

// RivalID is the id of what the one has reached against the other in the game.
func RivalID(game string, r Rivalry) string {
	return string(r.Person) + "|" + string(r.Against) + "|" + game
}

// NewLedger is a ledger without a standing.
func NewLedger() Ledger {
	return Ledger{make(map[chat.PersonID]*Standing), make(map[Rivalry]*Tally)}
}

// Of is the account's standing; a new one if it has none.
func (l Ledger) Of(account chat.PersonID) *Standing {
	if l.Standings[account] == nil {
		l.Standings[account] = new(Standing)
	}
	return l.Standings[account]
}

// between is what the one has reached in matches against the other.
func (l Ledger) between(r Rivalry) *Tally {
	if l.rivals[r] == nil {
		l.rivals[r] = new(Tally)
	}
	return l.rivals[r]
}

// count counts the match for those who played it and rates them, which is noted
// in the match. This, and nothing else, is what standings come from.
func (l Ledger) count(m *Match) {
	for i, s := range m.Seats {
		l.Of(s.Person).add(m, s)
		for j, other := range m.Seats {
			if i != j {
				l.between(Rivalry{s.Person, other.Person}).add(m, s)
			}
		}
	}
	if m.Unrated == "" {
		l.rate(m)
	}
}

// rate changes the ratings of all who played by how each did against each other.
func (l Ledger) rate(m *Match) {
	day := DayOf(m.Ended)
	before := make([]rating.Rating, len(m.Seats))
	for i, s := range m.Seats {
		before[i] = l.Of(s.Account).ratingOn(day)
	}
	for i := range m.Seats {
		s := &m.Seats[i]
		var results []rating.Result
		for j, other := range m.Seats {
			if i != j {
				results = append(results, rating.Result{Against: before[j], Outcome: s.against(other)})
			}
		}
		after := l.Of(s.Account).rateTo(before[i].After(results), before[i], day)
		s.Before, s.After = &before[i], &after
	}
	for i, s := range m.Seats {
		for j, other := range m.Seats {
			if i != j {
				l.Of(s.Account).Today.meet(other.Account)
			}
		}
	}
}

// against is how one did against another: who left has lost to who stayed, else
// the totals tell.
func (s Seat) against(other Seat) rating.Outcome {
	switch {
	case s.Left != other.Left:
		if s.Left {
			return rating.Loss
		}
		return rating.Win
	case s.Total > other.Total:
		return rating.Win
	case s.Total < other.Total:
		return rating.Loss
	}
	return rating.Draw
}

// rivals are what each seat has played against each other.
func (m *Match) rivals() (all []Rivalry) {
	for i, s := range m.Seats {
		for j, other := range m.Seats {
			if i != j {
				all = append(all, Rivalry{s.Person, other.Person})
			}
		}
	}
	return all
}
