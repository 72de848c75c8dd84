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
	Scope chat.ChatID   `json:"scope,omitempty"` // where the match counts besides Everywhere
	Also  []chat.ChatID `json:"also,omitempty"`  // further scopes
	Deals int           `json:"deals"`
	// Unrated is the reason why the match changed no rating; "" if it did. Matches from before there were ratings
	// have "old".
	Unrated UnratedReason `json:"unrated,omitempty"`
	Seats   []Seat        `json:"seats"`
}

// UnratedReason is why a match isn't rated; "" if it is.
type UnratedReason string

// The reasons.
const (
	UnratedFriendly  UnratedReason = "friendly" // the players chose a match without ratings
	UnratedOff       UnratedReason = "off"      // a player's wish is WishOff
	UnratedRejoinBan UnratedReason = "lapse"    // a player was forgotten recently
	UnratedLeft      UnratedReason = "left"     // all players left
	UnratedSelf      UnratedReason = "self"     // two of the players have become one person
	UnratedOften     UnratedReason = "often"    // two players have met RatedMeetings times that day
	UnratedNew       UnratedReason = "new"      // a player with a provisional rating has had RatedFirst matches that day
	UnratedTogether  UnratedReason = "together" // two players share a browser
)

// Seat is one player's result in a match.
type Seat struct {
	Person chat.PersonID `json:"person"` // the account whose totals the match counts for
	Total  int           `json:"total"`
	Won    bool          `json:"won,omitempty"`   // perhaps with others
	Drawn  bool          `json:"drawn,omitempty"` // others have won as well
	Left   bool          `json:"left,omitempty"`
	// TimedOut is how often others claimed that the player's time was up.
	TimedOut int `json:"timedOut,omitempty"`

	// Account is the account whose rating the match changed: one of a person's linked accounts is rated.
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
