package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine/card"
)

// RecordFormat is the name of the record's form.
const RecordFormat = "tarock-record/1"

// MaxMoves is more than any deal can have; a longer record is refused.
const MaxMoves = 500

// Record is one deal as text that a person can read and a program can check:
// where it started and what was done. It may stop anywhere; a deal in progress
// has no result.
type Record struct {
	Format  string      `json:"format"`
	Rules   string      `json:"rules"`
	Options Options     `json:"options"`
	Dealer  Seat        `json:"dealer"`
	Deck    []card.Card `json:"deck"`
	Actions []Move      `json:"actions"`
	Result  *Result     `json:"result,omitempty"`
}

// String is the record's notation: "0 bid solo".
func (m Move) String() string { return strconv.Itoa(int(m.Seat)) + " " + m.Action.String() }

// MarshalText writes the record's notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads the record's notation.
func (m *Move) UnmarshalText(text []byte) error {
	seat, rest, _ := strings.Cut(string(text), " ")
	if len(seat) != 1 || seat[0] < '0' || seat[0] >= '0'+MaxSeats {
		return fmt.Errorf("engine: no seat %.20q", seat)
	}
	action, err := ParseAction(rest)
	if err != nil {
		return err
	}
	*m = Move{Seat(seat[0] - '0'), action}
	return nil
}

// UnmarshalJSON reads a record. The deck is read as codes one by one: left to
// itself, the json package takes a list of small numbers for base64 as well.
func (r *Record) UnmarshalJSON(data []byte) error {
	type plain Record
	var j struct {
		plain
		Deck []string `json:"deck"`
	}
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	*r = Record(j.plain)
	for _, code := range j.Deck {
		c, err := card.Parse(code)
		if err != nil {
			return err
		}
		r.Deck = append(r.Deck, c)
	}
	return nil
}

// ParseRecords reads a file's records: one object or an array of them.
func ParseRecords(data []byte) ([]Record, error) {
	var records []Record
	if trimmed := strings.TrimSpace(string(data)); strings.HasPrefix(trimmed, "[") {
		if err := json.Unmarshal(data, &records); err != nil {
			return nil, fmt.Errorf("engine: record: %w", err)
		}
	} else {
		records = make([]Record, 1)
		if err := json.Unmarshal(data, &records[0]); err != nil {
			return nil, fmt.Errorf("engine: record: %w", err)
		}
	}
	for i, r := range records {
		if r.Format != RecordFormat {
			return nil, fmt.Errorf("engine: record %d has format %.40q, not %q", i, r.Format, RecordFormat)
		}
		if len(r.Actions) > MaxMoves {
			return nil, fmt.Errorf("engine: record %d has more than %d actions", i, MaxMoves)
		}
	}
	return records, nil
}

// Record is the deal so far.
func (d *Deal) Record() Record {
	r := Record{
		Format: RecordFormat, Rules: d.rules, Options: maps.Clone(d.options), Dealer: d.cards.Dealer,
		Deck: slices.Clone(d.cards.Deck), Actions: d.Moves(),
	}
	if d.Result() != nil {
		result := d.Result().Clone()
		r.Result = &result
	}
	return r
}

// Replay makes the deal that the record tells of. The record's result is not
// looked at: compare it with the deal's.
func Replay(g Game, r Record) (*Deal, error) {
	d, err := NewDeal(g, r.Rules, r.Options, Cards{Deck: r.Deck, Dealer: r.Dealer})
	if err != nil {
		return nil, err
	}
	for i, m := range r.Actions {
		if _, err := d.Act(m.Seat, m.Action); err != nil {
			return nil, fmt.Errorf("engine: action %d, %q: %w", i, m, err)
		}
	}
	return d, nil
}
