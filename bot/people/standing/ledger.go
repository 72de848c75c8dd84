package standing

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"
	_ "time/tzdata" // where the system has none

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Match is a finished match as the log keeps it, from which all standings can be counted again. Its id
// is its game and its number there.
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

// Standing is one account's strength in one game, and its totals in each scope. Its id
// is game and account.
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

// Totals are of one scope, of all time and of the last week and month with a match.
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

// plus adds totals up.
func (x Tally) plus(y Tally) Tally {
	return Tally{x.Points + y.Points, x.Matches + y.Matches, x.Won + y.Won, x.Drawn + y.Drawn, x.Deals + y.Deals}
}

// add begins anew when the last match was of another period.
func (p *Period) add(name string, m *Match, s *Seat) {
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
	last := slices.MaxFunc([]time.Time{x.Last, y.Last}, time.Time.Compare)
	return &Totals{x.Tally.plus(y.Tally), x.Week.plus(y.Week), x.Month.plus(y.Month), last}
}

// add counts the match of one who played.
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
		x.add(m, seat)
		x.Week.add(WeekOf(m.Ended), m, seat)
		x.Month.add(MonthOf(m.Ended), m, seat)
		x.Last = m.Ended
	}
}

// entry is what stands in the map under the key; something new if nothing does.
func entry[K comparable, V any](all map[K]*V, key K) *V {
	if all[key] == nil {
		all[key] = new(V)
	}
	return all[key]
}

// Ledger is the standings in one game that matches are counted in.
type Ledger struct {
	game      string
	Standings map[chat.PersonID]*Standing
	rivals    map[string]*Tally // by RivalID
}

// RivalID is the id of what the one has reached against the other in the game.
func RivalID(game string, who, against chat.PersonID) string {
	return string(who) + "|" + string(against) + "|" + game
}

// NewLedger is a ledger of the game, without a standing.
func NewLedger(game string) Ledger {
	return Ledger{game, make(map[chat.PersonID]*Standing), make(map[string]*Tally)}
}

// Of is the account's standing; a new one if it has none.
func (l Ledger) Of(account chat.PersonID) *Standing { return entry(l.Standings, account) }

// count counts the match and rates it, which is noted in it. Standings come from nothing else.
func (l Ledger) count(m *Match) {
	for i := range m.Seats {
		l.Of(m.Seats[i].Person).add(m, &m.Seats[i])
	}
	for s, other := range m.pairs() {
		entry(l.rivals, RivalID(l.game, s.Person, other.Person)).add(m, s)
	}
	if m.Unrated == "" {
		l.rate(m)
	}
}

// rate changes the ratings of all who played by how each did against each other.
func (l Ledger) rate(m *Match) {
	day, results := DayOf(m.Ended), make(map[*Seat][]rating.Result)
	for i := range m.Seats {
		before := l.Of(m.Seats[i].Account).ratingOn(day)
		m.Seats[i].Before = &before
	}
	for s, other := range m.pairs() {
		results[s] = append(results[s], rating.Result{Against: *other.Before, Outcome: s.against(other)})
	}
	for i := range m.Seats {
		s := &m.Seats[i]
		after := l.Of(s.Account).rateTo(s.Before.After(results[s]), *s.Before, day)
		s.After = &after
	}
	for s, other := range m.pairs() {
		l.Of(s.Account).Today.Met[other.Account]++
	}
}

// against is how one did against another: leaving loses to staying, else the totals tell.
func (s *Seat) against(other *Seat) rating.Outcome {
	switch {
	case s.Left == other.Left && s.Total == other.Total:
		return rating.Draw
	case s.Left == other.Left && s.Total > other.Total, !s.Left && other.Left:
		return rating.Win
	}
	return rating.Loss
}

// pairs are each seat with each other.
func (m *Match) pairs() iter.Seq2[*Seat, *Seat] {
	return func(yield func(s, other *Seat) bool) {
		for i := range m.Seats {
			for j := range m.Seats {
				if i != j && !yield(&m.Seats[i], &m.Seats[j]) {
					return
				}
			}
		}
	}
}

// Wish is what somebody wants of leaderboards.
type Wish string

// The wishes.
const (
	Shown  Wish = ""
	Hidden Wish = "hidden" // rated, but listed for nobody
	Off    Wish = "off"    // not listed, and no match of theirs is rated
)

// Nobody can be kept from playing against accounts of their own, or friends who lose on purpose. So
// that it isn't worth it, there are limits a day: to how often two meet in rated matches, to how
// many those have who are new, and to how many points anybody gains.
const (
	// RatedMeetings is how many rated matches two people have with each other.
	RatedMeetings = 5
	// RatedFirst is how many rated matches somebody has whose rating is provisional.
	RatedFirst = 10
	// mostGain is how many points somebody gains, in thousandths.
	mostGain = 50_000
	// mostFirstGain is that of somebody whose provisional rating has yet to find its place.
	mostFirstGain = 200_000
)

// Why a match isn't rated. Matches from before there were ratings have "old".
const (
	UnratedFriendly  = "friendly" // those who played have wanted it so
	UnratedOff       = "off"      // somebody's matches are never rated
	UnratedRejoinBan = "lapse"    // somebody was forgotten not long ago
	unratedLeft      = "left"     // nobody has stayed to the end
	unratedSelf      = "self"     // two who sit there are one person by now
	unratedOften     = "often"    // the same people have had enough rated matches that day
	UnratedNew       = "new"      // somebody new has
	UnratedTogether  = "together" // two of them play from one browser
)

// RatedDay is an account's last day with rated matches. Days are numbered from 1970.
type RatedDay struct {
	Day     int                   `json:"day"`
	Start   int                   `json:"start"` // the rating's points when it began
	Matches int                   `json:"matches"`
	Met     map[chat.PersonID]int `json:"met,omitempty"` // how often which account
}

// ratingOn is the account's rating before a match on that day.
func (s *Standing) ratingOn(day int) rating.Rating {
	if s.Rated == 0 {
		return rating.New()
	}
	return s.Rating.Idle(day - s.Today.Day)
}

// rateTo takes the rating after a match on that day, with no more points than a day's, and returns it.
func (s *Standing) rateTo(after, before rating.Rating, day int) rating.Rating {
	if s.Rated == 0 || s.Today.Day != day {
		s.Today = RatedDay{Day: day, Start: before.Points, Met: make(map[chat.PersonID]int)}
	}
	gain := mostGain
	if before.Provisional() {
		gain = mostFirstGain
	}
	after.Points = min(after.Points, max(s.Today.Start+gain, before.Points))
	s.Rating = after
	s.Rated++
	s.Today.Matches++
	return after
}

// whyUnrated says why the match of so many people isn't rated; "" if it is.
func (l Ledger) whyUnrated(m *Match, people int) string {
	switch {
	case people < len(m.Seats):
		return unratedSelf
	case !slices.ContainsFunc(m.Seats, func(s Seat) bool { return !s.Left }):
		return unratedLeft
	}
	return l.tooMuch(m)
}

// tooMuch says why it is one rated match too much for that day; "" if it isn't.
func (l Ledger) tooMuch(m *Match) string {
	day := DayOf(m.Ended)
	for _, s := range m.Seats {
		x := l.Of(s.Account)
		if x.Today.Day != day {
			continue
		}
		if slices.ContainsFunc(m.Seats, func(other Seat) bool {
			return other.Account != s.Account && x.Today.Met[other.Account] >= RatedMeetings
		}) {
			return unratedOften
		}
		if x.Today.Matches >= RatedFirst && x.Rating.Provisional() {
			return UnratedNew
		}
	}
	return ""
}

// Wishes are all of them, in the order of their buttons.
func Wishes() []Wish { return []Wish{Shown, Hidden, Off} }

// Word is what is said for the wish.
func (x Wish) Word() string { return cmp.Or(string(x), "shown") }

// Days, weeks and months of standings are those of Vienna, for everybody.
var Vienna = sync.OnceValue(func() *time.Location {
	zone, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		panic(err) // it is built in
	}
	return zone
})

// WeekOf is the name of the week, as boards are by it.
func WeekOf(t time.Time) string {
	year, week := t.In(Vienna()).ISOWeek()
	return fmt.Sprintf("w%04d-%02d", year, week)
}

// MonthOf is the name of the month, as boards are by it.
func MonthOf(t time.Time) string { return t.In(Vienna()).Format("m2006-01") }

// DayOf numbers the days.
func DayOf(t time.Time) int {
	year, month, day := t.In(Vienna()).Date()
	const seconds = 24 * 60 * 60
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / seconds)
}
