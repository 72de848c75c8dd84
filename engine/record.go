package engine

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

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
	// Edition is the one that the deal was settled by; 0 if the record doesn't say.
	Edition int `json:"edition,omitempty"`
}

// String returns the record's notation: "0 bid solo".
func (m Move) String() string { return strconv.Itoa(int(m.Seat)) + " " + m.Action.String() }

// MarshalText writes the record's notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// MarshalJSON writes the record's form.
func (r Record) MarshalJSON() ([]byte, error) { return r.appendJSON(nil) }

// appendJSON writes the record's form behind b. A deal is stored after every
// move: its cards and moves, which are most of it, are written as they are, for
// no code and no word of the notation needs an escape.
func (r Record) appendJSON(b []byte) ([]byte, error) {
	head, err := json.Marshal(struct {
		Format  string  `json:"format"`
		Rules   string  `json:"rules"`
		Options Options `json:"options"`
		Dealer  Seat    `json:"dealer"`
	}{r.Format, r.Rules, r.Options, r.Dealer})
	if err != nil {
		return nil, err
	}
	b = append(b, head[:len(head)-1]...)
	b = appendList(append(b, `,"deck":`...), r.Deck, func(b []byte, c card.Card) []byte { return append(b, c.String()...) })
	b = appendList(append(b, `,"actions":`...), r.Actions, appendMove)
	if r.Result != nil {
		result, err := json.Marshal(r.Result)
		if err != nil {
			return nil, err
		}
		b = append(append(b, `,"result":`...), result...)
	}
	if r.Edition != 0 {
		b = strconv.AppendInt(append(b, `,"edition":`...), int64(r.Edition), 10)
	}
	return append(b, '}'), nil
}

// appendList writes a JSON array of texts.
func appendList[T any](b []byte, list []T, text func([]byte, T) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(text(append(b, '"'), v), '"')
	}
	return append(b, ']')
}

// appendMove writes the notation. Most moves are a card played.
func appendMove(b []byte, m Move) []byte {
	a := m.Action
	if a.Cards == 0 || a != Play(a.Cards.Highest()) {
		return append(b, m.String()...)
	}
	b = append(strconv.AppendInt(b, int64(m.Seat), 10), ' ')
	b = append(append(b, PlayCard.String()...), ' ')
	return append(b, a.Cards.Highest().String()...)
}

// Record returns the deal so far.
func (d *Deal) Record() Record {
	r := d.record()
	r.Options, r.Deck = maps.Clone(r.Options), slices.Clone(r.Deck)
	if r.Result != nil {
		result := r.Result.Clone()
		r.Result = &result
	}
	return r
}

// AppendRecord writes the form of the deal's record behind b.
func (d *Deal) AppendRecord(b []byte) ([]byte, error) { return d.record().appendJSON(b) }

// record returns the deal so far, with the deal's own cards, options and
// result.
func (d *Deal) record() Record {
	return Record{
		Format: RecordFormat, Rules: d.rules, Options: d.options, Dealer: d.cards.Dealer,
		Deck: d.cards.Deck, Actions: d.spokenMoves(), Result: d.Result(),
	}
}
