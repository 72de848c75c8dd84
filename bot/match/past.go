package match

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/robot"
)

// HistoryEntry is a finished match in a person's history.
type HistoryEntry struct {
	Table       chat.TableID    `json:"table"`
	Rules       string          `json:"rules"`
	Ended       time.Time       `json:"ended"`
	People      []chat.PersonID `json:"people"` // by seat; "" for the computer
	Levels      []robot.Level   `json:"levels,omitempty"`
	Seat        engine.Seat     `json:"seat"`
	Totals      []int           `json:"totals"`
	Won         bool            `json:"won"`
	Drawn       bool            `json:"drawn,omitempty"` // with other winners
	Deals       int             `json:"deals"`
	Chat        chat.ChatID     `json:"chat,omitempty"` // the first scope
	OtherScopes []chat.ChatID   `json:"also,omitempty"`
	Left        bool            `json:"left,omitempty"`   // in older histories, any player did
	Rating      *RatedSeat      `json:"rating,omitempty"` // nil if unchanged
}

// Players returns the match's players.
func (p HistoryEntry) Players() Players { return Players{p.People, p.Levels} }

// Scopes returns the scopes that counted the match.
func (p HistoryEntry) Scopes() []chat.ChatID {
	if p.Chat == "" {
		return nil
	}
	return append([]chat.ChatID{p.Chat}, p.OtherScopes...)
}

// HasLeft reports whether the person left. A winner hasn't, whatever Left says.
func (p HistoryEntry) HasLeft() bool { return p.Left && !p.Won }

// HistoryEntry returns the seat's history entry.
func (t *Table) HistoryEntry(s engine.Seat, left bool, now time.Time) HistoryEntry {
	end, sat := t.Match.Score(), t.Chairs.Players()
	p := HistoryEntry{
		Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC(), People: sat.People, Levels: sat.Levels, Seat: s,
		Totals: end.Totals, Won: end.Winners.Has(s), Deals: len(t.Match.Done), Left: left,
	}
	p.Drawn = p.Won && end.Winners.Len() > 1
	if int(s) < len(t.Ratings) {
		p.Rating = &t.Ratings[s]
	}
	return p
}

// RatedSeat is a rating before and after a match.
type RatedSeat struct {
	Before      int  `json:"before"`
	After       int  `json:"after"`
	Provisional bool `json:"provisional,omitempty"`
}

const historyTime = "20060102T150405.000"

// Cursor returns an id unique in the history; it sorts by time.
func (p HistoryEntry) Cursor() string {
	return p.Ended.UTC().Format(historyTime) + "|" + string(p.Table)
}
