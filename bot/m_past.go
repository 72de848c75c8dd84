package bot

import (
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// past is one finished match as its person's history keeps it.
type past struct {
	Table  chat.TableID    `json:"table"`
	Rules  string          `json:"rules"`
	Ended  time.Time       `json:"ended"`
	People []chat.PersonID `json:"people"` // by seat; "" for the computer
	Seat   engine.Seat     `json:"seat"`
	Totals []int           `json:"totals"`
	Won    bool            `json:"won"`
	Drawn  bool            `json:"drawn,omitempty"` // others have won as well
	Deals  int             `json:"deals"`
	Chat   ChatID          `json:"chat,omitempty"`   // where it counted besides everywhere
	Also   []ChatID        `json:"also,omitempty"`   // and where else
	Left   bool            `json:"left,omitempty"`   // the person left, or in older histories anybody
	Rating *ratedSeat      `json:"rating,omitempty"` // how the match has changed it; nil if it hasn't
}

// countedIn says that the match counted in the scope.
func (p past) countedIn(scope ChatID) bool { return p.Chat == scope || slices.Contains(p.Also, scope) }

// hasLeft says that the person left the match. Who did hasn't won.
func (p past) hasLeft() bool { return p.Left && !p.Won }

// past is the match of the seat's person, who has left it or not, as it is by now.
func (t *table) past(s engine.Seat, left bool, now time.Time) past {
	end := t.match.Standing()
	p := past{Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC(), People: t.whoSits(), Seat: s, Totals: end.Totals,
		Won: end.Winners.Has(s), Drawn: end.Winners.Has(s) && end.Winners.Len() > 1, Deals: len(t.match.Done), Left: left}
	if int(s) < len(t.Ratings) {
		p.Rating = &t.Ratings[s]
	}
	return p
}

// ratedSeat is what the end of a match tells of a seat's rating.
type ratedSeat struct {
	Before      int  `json:"before"`
	After       int  `json:"after"`
	Provisional bool `json:"provisional,omitempty"`
}
