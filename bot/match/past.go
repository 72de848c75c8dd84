package match

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// Past is a finished match in a person's history.
type Past struct {
	Table  chat.TableID    `json:"table"`
	Rules  string          `json:"rules"`
	Ended  time.Time       `json:"ended"`
	People []chat.PersonID `json:"people"`           // by seat; "" for the computer
	Levels []robot.Level   `json:"levels,omitempty"` // see Chairs.Levels
	Seat   engine.Seat     `json:"seat"`
	Totals []int           `json:"totals"`
	Won    bool            `json:"won"`
	Drawn  bool            `json:"drawn,omitempty"` // others have won as well
	Deals  int             `json:"deals"`
	Chat   chat.ChatID     `json:"chat,omitempty"`   // the first scope in which it counted
	Also   []chat.ChatID   `json:"also,omitempty"`   // the other scopes
	Left   bool            `json:"left,omitempty"`   // the person left; in older histories, any player did
	Rating *RatedSeat      `json:"rating,omitempty"` // nil if the match didn't change it
}

// Players returns the players.
func (p Past) Players() Players { return Players{p.People, p.Levels} }

// Scopes returns the scopes in which the match counted.
func (p Past) Scopes() []chat.ChatID {
	if p.Chat == "" {
		return nil
	}
	return append([]chat.ChatID{p.Chat}, p.Also...)
}

// HasLeft reports whether the person left the match. A winner hasn't left, whatever Left says.
func (p Past) HasLeft() bool { return p.Left && !p.Won }

// Past returns the match so far as a match of the seat's person. left says whether the person has left it.
func (t *Table) Past(s engine.Seat, left bool, now time.Time) Past {
	end, sat := t.Match.Score(), t.Chairs.Players()
	p := Past{
		Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC(), People: sat.People, Levels: sat.Levels, Seat: s,
		Totals: end.Totals, Won: end.Winners.Has(s), Deals: len(t.Match.Done), Left: left,
	}
	p.Drawn = p.Won && end.Winners.Len() > 1
	if int(s) < len(t.Ratings) {
		p.Rating = &t.Ratings[s]
	}
	return p
}

// RatedSeat is how the end of a match changed a seat's rating.
type RatedSeat struct {
	Before      int  `json:"before"`
	After       int  `json:"after"`
	Provisional bool `json:"provisional,omitempty"`
}

// historyTime is the format of a match's end in its Mark. It sorts by time.
const historyTime = "20060102T150405.000"

// Mark returns an id of the match that is unique among the person's and sorts by time.
func (p Past) Mark() string { return p.Ended.UTC().Format(historyTime) + "|" + string(p.Table) }
