package standing

import (
	"fmt"
	"iter"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Match is a finished match as stored in the log, from which all standings can be computed again. Its id
// is matchID.
type Match struct {
	Table chat.TableID  `json:"table"`
	Rules string        `json:"rules"`
	Ended time.Time     `json:"ended"`
	Scope chat.ChatID   `json:"scope,omitempty"` // where it counts besides Everywhere
	Also  []chat.ChatID `json:"also,omitempty"`  // further scopes
	Deals int           `json:"deals"`
	// Unrated is the reason why it changed no rating; "" if it did. Matches from before there were ratings
	// have "old".
	Unrated string `json:"unrated,omitempty"`
	Seats   []Seat `json:"seats"`
}

// Why a match isn't rated.
const (
	UnratedFriendly  = "friendly" // the players wanted it so
	UnratedOff       = "off"      // a player's wish is Off
	UnratedRejoinBan = "lapse"    // a player was forgotten recently
	unratedLeft      = "left"     // all players left
	unratedSelf      = "self"     // two of the players have become one person
	unratedOften     = "often"    // two players have met RatedMeetings times that day
	UnratedNew       = "new"      // a player with a provisional rating has had RatedFirst matches that day
	UnratedTogether  = "together" // two players share a browser
)

// Seat is one player's result in a match.
type Seat struct {
	Person chat.PersonID `json:"person"` // the account whose totals it counts for
	Total  int           `json:"total"`
	Won    bool          `json:"won,omitempty"`   // perhaps with others
	Drawn  bool          `json:"drawn,omitempty"` // others have won as well
	Left   bool          `json:"left,omitempty"`
	// TimedOut is how often others claimed that the player's time was up.
	TimedOut int `json:"timedOut,omitempty"`

	// Account is the account whose rating it changed: one of a person's linked accounts is rated.
	Account chat.PersonID  `json:"account,omitempty"`
	Before  *rating.Rating `json:"before,omitempty"`
	After   *rating.Rating `json:"after,omitempty"`
}

// Blank reports whether there is no such match.
func (m *Match) Blank() bool { return len(m.Seats) == 0 }

// matchID returns the id of the game's n-th match. Ids sort by number.
func matchID(game string, n int) string { return fmt.Sprintf("%s|%012d", game, n) }

// against returns the player's outcome against another: leaving loses to staying, else the totals decide.
func (s *Seat) against(other *Seat) rating.Outcome {
	switch {
	case s.Left == other.Left && s.Total == other.Total:
		return rating.Draw
	case s.Left == other.Left && s.Total > other.Total, !s.Left && other.Left:
		return rating.Win
	}
	return rating.Loss
}

// pairs yields each seat with each other.
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
