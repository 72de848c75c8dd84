package engine

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"tarockbot/engine/card"
)

// RecordFormat names the format of records.
const RecordFormat = "tarock-record/1"

// MaxMoves is more moves than any deal can have.
const MaxMoves = 500

// Record is a deal as text, perhaps unfinished.
type Record struct {
	Format  string      `json:"format"`
	Rules   string      `json:"rules"`
	Options Options     `json:"options"`
	Dealer  Seat        `json:"dealer"`
	Deck    []card.Card `json:"deck"`
	Actions []Move      `json:"actions"`
	Result  *Result     `json:"result,omitempty"`
	// Edition is the edition of the result's rules; 0 if unknown.
	Edition int `json:"edition,omitempty"`
}

func (m Move) String() string { return strconv.Itoa(int(m.Seat)) + " " + m.Action.String() }

// MarshalText writes the notation.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// MarshalJSON writes the record.
func (r Record) MarshalJSON() ([]byte, error) { return r.appendJSON(nil) }

// appendJSON is quicker than encoding/json: a deal is stored after every move.
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

func appendMove(b []byte, m Move) []byte {
	a := m.Action
	if a.Cards == 0 || a != Play(a.Cards.Highest()) {
		return append(b, m.String()...)
	}
	b = append(strconv.AppendInt(b, int64(m.Seat), 10), ' ')
	b = append(append(b, PlayCard.String()...), ' ')
	return append(b, a.Cards.Highest().String()...)
}

// Record returns an independent copy of the deal so far.
func (d *Deal) Record() Record {
	r := d.record()
	r.Options, r.Deck = maps.Clone(r.Options), slices.Clone(r.Deck)
	if r.Result != nil {
		result := r.Result.Clone()
		r.Result = &result
	}
	return r
}

// AppendRecord appends the deal's record.
func (d *Deal) AppendRecord(b []byte) ([]byte, error) { return d.record().appendJSON(b) }

// record shares the deal's memory.
func (d *Deal) record() Record {
	return Record{
		Format: RecordFormat, Rules: d.rules, Options: d.options, Dealer: d.cards.Dealer,
		Deck: d.cards.Deck, Actions: d.recordedMoves(), Result: d.Result(),
	}
}
