package match

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Past is one finished match as its person's history keeps it.
type Past struct {
	Table  chat.TableID    `json:"table"`
	Rules  string          `json:"rules"`
	Ended  time.Time       `json:"ended"`
	People []chat.PersonID `json:"people"` // by seat; "" for the computer
	Seat   engine.Seat     `json:"seat"`
	Totals []int           `json:"totals"`
	Won    bool            `json:"won"`
	Drawn  bool            `json:"drawn,omitempty"` // others have won as well
	Deals  int             `json:"deals"`
	Chat   chat.ChatID     `json:"chat,omitempty"`   // where it counted besides everywhere
	Also   []chat.ChatID   `json:"also,omitempty"`   // and where else
	Left   bool            `json:"left,omitempty"`   // the person left, or in older histories anybody
	Rating *RatedSeat      `json:"rating,omitempty"` // how the match has changed it; nil if it hasn't
}

// CountedIn says that the match counted in the scope.
func (p Past) CountedIn(scope chat.ChatID) bool {
	return p.Chat == scope || slices.Contains(p.Also, scope)
}

// HasLeft says that the person left the match. Who did hasn't won.
func (p Past) HasLeft() bool { return p.Left && !p.Won }

// Past is the match of the seat's person, who has left it or not, as it is by now.
func (t *Table) Past(s engine.Seat, left bool, now time.Time) Past {
	end := t.Match.Standing()
	p := Past{Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC(), People: t.Chairs.WhoSits(), Seat: s, Totals: end.Totals,
		Won: end.Winners.Has(s), Drawn: end.Winners.Has(s) && end.Winners.Len() > 1, Deals: len(t.Match.Done), Left: left}
	if int(s) < len(t.Ratings) {
		p.Rating = &t.Ratings[s]
	}
	return p
}

// RatedSeat is what the end of a match tells of a seat's rating.
type RatedSeat struct {
	Before      int  `json:"before"`
	After       int  `json:"after"`
	Provisional bool `json:"provisional,omitempty"`
}

// historyTime is how the time of a match's end is written in its id: so that it
// sorts.
const historyTime = "20060102T150405.000"

// Mark tells the match from the person's others, and sorts by time.
func (p Past) Mark() string { return p.Ended.UTC().Format(historyTime) + "|" + string(p.Table) }
