package bot

import (
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// countedMatch is a finished countedMatch among people as the log keeps it, from which all
// standings can be reckoned again. Its id is its game and its number there.
type countedMatch struct {
	Table chat.TableID `json:"table"`
	Rules string       `json:"rules"`
	Ended time.Time    `json:"ended"`
	Scope ChatID       `json:"scope,omitempty"` // where it counts besides everywhere
	Also  []ChatID     `json:"also,omitempty"`  // and where else
	Deals int          `json:"deals"`
	// Unrated is why it changed nobody's rating; "" if it did.
	Unrated string      `json:"unrated,omitempty"`
	Seats   []matchSeat `json:"seats"`
}

// matchSeat is what became of one who played.
type matchSeat struct {
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

func (m *countedMatch) Blank() bool { return len(m.Seats) == 0 }

// matchID sorts by number.
func matchID(game string, n int) string { return fmt.Sprintf("%s|%012d", game, n) }

// standing is what one account has reached in one game: its strength, and its
// totals in each scope. Its id is account and game.
type standing struct {
	Rating rating.Rating        `json:"rating,omitzero"` // after the last rated match
	Rated  int                  `json:"rated,omitempty"` // how many matches that is of
	Today  ratedDay             `json:"today,omitzero"`
	Scopes map[ChatID]*tallying `json:"scopes,omitempty"`
}

func (s *standing) Blank() bool { return len(s.Scopes) == 0 && s.Rated == 0 }

func standingID(account chat.PersonID, game string) string { return string(account) + "|" + game }

// everywhere is the scope of totals over all chats.
const everywhere ChatID = "*"

// tallying is the totals of one scope, of all time and of the last week and
// month in which there was a match.
type tallying struct {
	tally
	Week  period    `json:"week,omitzero"`
	Month period    `json:"month,omitzero"`
	Last  time.Time `json:"last"` // when the last match ended
}

// tally is what matches add up to.
type tally struct {
	Points  int `json:"points"`
	Matches int `json:"matches"`
	Won     int `json:"won"`
	Drawn   int `json:"drawn,omitempty"`
	Deals   int `json:"deals"`
}

func (x *tally) Blank() bool { return *x == tally{} }

// period is the totals of a week or month.
type period struct {
	Name string `json:"name"`
	tally
}

func (x *tally) add(m *countedMatch, s matchSeat) {
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
func (x tally) plus(y tally) tally {
	return tally{x.Points + y.Points, x.Matches + y.Matches, x.Won + y.Won, x.Drawn + y.Drawn, x.Deals + y.Deals}
}

// add begins anew when the last match was of another period.
func (p *period) add(name string, m *countedMatch, s matchSeat) {
	if p.Name != name {
		*p = period{Name: name}
	}
	p.tally.add(m, s)
}

// plus adds up what is of the same period; of two it keeps the later.
func (p period) plus(o period) period {
	switch {
	case p.Name == o.Name:
		return period{p.Name, p.tally.plus(o.tally)}
	case o.Name > p.Name:
		return o
	}
	return p
}

func (x *tallying) plus(y *tallying) *tallying {
	sum := &tallying{x.tally.plus(y.tally), x.Week.plus(y.Week), x.Month.plus(y.Month), x.Last}
	if y.Last.After(x.Last) {
		sum.Last = y.Last
	}
	return sum
}

// add counts the match of one who played.
func (s *standing) add(m *countedMatch, seat matchSeat) {
	scopes := append([]ChatID{everywhere}, m.Also...)
	if m.Scope != "" {
		scopes = append(scopes, m.Scope)
	}
	if s.Scopes == nil {
		s.Scopes = make(map[ChatID]*tallying)
	}
	for _, scope := range scopes {
		x := s.Scopes[scope]
		if x == nil {
			x = new(tallying)
			s.Scopes[scope] = x
		}
		x.add(m, seat)
		x.Week.add(weekOf(m.Ended), m, seat)
		x.Month.add(monthOf(m.Ended), m, seat)
		x.Last = m.Ended
	}
}

// ledger is the standings in one game that matches are counted in.
type ledger struct {
	standings map[chat.PersonID]*standing
	rivals    map[rivalry]*tally
}

// rivalry is somebody, and whom they have played.
type rivalry struct{ person, against chat.PersonID }

func rivalID(game string, r rivalry) string {
	return string(r.person) + "|" + string(r.against) + "|" + game
}

func newLedger() ledger {
	return ledger{make(map[chat.PersonID]*standing), make(map[rivalry]*tally)}
}

// of is the account's standing; a new one if it has none.
func (l ledger) of(account chat.PersonID) *standing {
	if l.standings[account] == nil {
		l.standings[account] = new(standing)
	}
	return l.standings[account]
}

// between is what the one has reached in matches against the other.
func (l ledger) between(r rivalry) *tally {
	if l.rivals[r] == nil {
		l.rivals[r] = new(tally)
	}
	return l.rivals[r]
}

// count counts the match for those who played it and rates them, which is noted
// in the match. This, and nothing else, is what standings come from.
func (l ledger) count(m *countedMatch) {
	for i, s := range m.Seats {
		l.of(s.Person).add(m, s)
		for j, other := range m.Seats {
			if i != j {
				l.between(rivalry{s.Person, other.Person}).add(m, s)
			}
		}
	}
	if m.Unrated == "" {
		l.rate(m)
	}
}

// rate changes the ratings of all who played by how each did against each other.
func (l ledger) rate(m *countedMatch) {
	day := dayOf(m.Ended)
	before := make([]rating.Rating, len(m.Seats))
	for i, s := range m.Seats {
		before[i] = l.of(s.Account).ratingOn(day)
	}
	for i := range m.Seats {
		s := &m.Seats[i]
		var results []rating.Result
		for j, other := range m.Seats {
			if i != j {
				results = append(results, rating.Result{Against: before[j], Outcome: s.against(other)})
			}
		}
		after := l.of(s.Account).rateTo(before[i].After(results), before[i], day)
		s.Before, s.After = &before[i], &after
	}
	for i, s := range m.Seats {
		for j, other := range m.Seats {
			if i != j {
				l.of(s.Account).Today.meet(other.Account)
			}
		}
	}
}

// against is how one did against another: who left has lost to who stayed, else
// the totals tell.
func (s matchSeat) against(other matchSeat) rating.Outcome {
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
func (m *countedMatch) rivals() (all []rivalry) {
	for i, s := range m.Seats {
		for j, other := range m.Seats {
			if i != j {
				all = append(all, rivalry{s.Person, other.Person})
			}
		}
	}
	return all
}
