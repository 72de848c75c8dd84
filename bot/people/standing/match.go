package standing

import (
	"fmt"
	"iter"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/rating"
)

// Match is a finished match in the log.
type Match struct {
	Table       chat.TableID  `json:"table"`
	Rules       string        `json:"rules"`
	Ended       time.Time     `json:"ended"`
	Scope       chat.ChatID   `json:"scope,omitempty"` // besides Everywhere
	OtherScopes []chat.ChatID `json:"also,omitempty"`
	Deals       int           `json:"deals"`
	// Unrated is "old" for matches before there were ratings.
	Unrated UnratedReason `json:"unrated,omitempty"`
	Seats   []Seat        `json:"seats"`
}

// UnratedReason is why a match isn't rated, or "".
type UnratedReason string

// The reasons.
const (
	UnratedFriendly     UnratedReason = "friendly" // the players chose it
	UnratedOff          UnratedReason = "off"      // a player's choice is RankingOff
	UnratedRejoinBan    UnratedReason = "lapse"    // a player was forgotten recently
	UnratedLeft         UnratedReason = "left"     // all players left
	UnratedSelf         UnratedReason = "self"     // two players are one person
	UnratedOften        UnratedReason = "often"    // over MaxRatedMeetings
	UnratedNew          UnratedReason = "new"      // over MaxProvisionalMatches
	UnratedSharedDevice UnratedReason = "together" // two players share a browser
)

// Seat is one player's result in a match.
type Seat struct {
	Person chat.PersonID `json:"person"`
	Total  int           `json:"total"`
	Won    bool          `json:"won,omitempty"`
	Drawn  bool          `json:"drawn,omitempty"`
	Left   bool          `json:"left,omitempty"`
	// TimedOut is how often others claimed that the player's time was up.
	TimedOut int `json:"timedOut,omitempty"`

	// Account is the rated account.
	Account chat.PersonID  `json:"account,omitempty"`
	Before  *rating.Rating `json:"before,omitempty"`
	After   *rating.Rating `json:"after,omitempty"`
}

// IsBlank reports whether m stands for a missing match.
func (m *Match) IsBlank() bool { return len(m.Seats) == 0 }

func matchID(game string, n int) string { return fmt.Sprintf("%s|%012d", game, n) }

func (s *Seat) against(other *Seat) rating.Outcome {
	switch {
	case s.Left == other.Left && s.Total == other.Total:
		return rating.Draw
	case s.Left == other.Left && s.Total > other.Total, !s.Left && other.Left:
		return rating.Win
	}
	return rating.Loss
}

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
