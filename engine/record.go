package engine

import (
	"bytes"
	"encoding/json"
	"errors"
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
	// Edition is the one that the deal was settled by; 0 if the record doesn't say.
	Edition int `json:"edition,omitempty"`
}

// String returns the record's notation: "0 bid solo".
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

// UnmarshalJSON reads a record; the error says which card or action is none. The
// deck is read as codes one by one: left to itself, the json package takes a list
// of small numbers for base64 as well.
func (r *Record) UnmarshalJSON(data []byte) error {
	type plain Record
	var j struct {
		plain
		Deck    []string `json:"deck"`
		Actions []string `json:"actions"`
	}
	if err := json.Unmarshal(data, &j); err != nil {
		return misfit(data, err)
	}
	*r = Record(j.plain)
	if r.Edition < 0 {
		return fmt.Errorf("field %q: there is no edition %d", "edition", r.Edition)
	}
	if len(j.Actions) > MaxMoves {
		return fmt.Errorf("more than %d actions", MaxMoves)
	}
	var err error
	if r.Deck, err = parseAll("card", j.Deck, card.Parse); err != nil {
		return err
	}
	r.Actions, err = parseAll("action", j.Actions, parseMove)
	return err
}

// misfit explains in a record's words what the json package has refused: a field, a card or an action,
// counted from 0. Any other error is about an unknown word, which only the result has.
func misfit(data []byte, err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("field %q: %w", "result", err)
	}
	var lists struct{ Deck, Actions any }
	_ = json.Unmarshal(data, &lists) // no text is no fault here
	switch field := strings.TrimPrefix(wrong.Field, "plain."); field {
	case "":
		return fmt.Errorf("a record is an object, and no JSON %s", wrong.Value)
	case "deck":
		return noText("card", field, lists.Deck, wrong.Value)
	case "actions":
		return noText("action", field, lists.Actions, wrong.Value)
	default:
		return fmt.Errorf("field %q: no JSON %s can stand there", field, wrong.Value)
	}
}

// noText returns an error about an entry of the field's list that is no text, or about a missing list.
func noText(what, field string, value any, kind string) error {
	list, _ := value.([]any)
	for i, entry := range list {
		if _, text := entry.(string); !text && entry != nil {
			return fmt.Errorf("%s %d: a JSON %s, and no text", what, i, kind)
		}
	}
	return fmt.Errorf("field %q: a JSON %s, and no list of texts", field, kind)
}

// parseAll reads a list of texts, nil of nil. The error says which of them, counted
// from 0, can't be read.
func parseAll[T any](what string, texts []string, parse func(string) (T, error)) (all []T, err error) {
	if texts == nil {
		return nil, nil
	}
	all = make([]T, len(texts))
	for i, text := range texts {
		if all[i], err = parse(text); err != nil {
			return nil, fmt.Errorf("%s %d, %.40q: %w", what, i, text, err)
		}
	}
	return all, nil
}

func parseMove(text string) (m Move, err error) {
	err = m.UnmarshalText([]byte(text))
	return m, err
}

// ParseRecords reads a file's records: one object or an array of them. The error
// says which record can't be read and why.
func ParseRecords(data []byte) ([]Record, error) {
	texts, err := SplitRecords(data)
	if err != nil {
		return nil, err
	}
	records := make([]Record, len(texts))
	for i, text := range texts {
		if records[i], err = ParseRecord(text); err != nil {
			return nil, fmt.Errorf("engine: record %d: %w", i+1, err)
		}
	}
	return records, nil
}

// ParseRecord reads one record. The error says what of it can't be read, that its
// format is another, or that it has too many actions.
func ParseRecord(text []byte) (r Record, err error) {
	if _, err := RecordRules(text); err != nil {
		return r, err
	}
	err = json.Unmarshal(text, &r)
	return r, err
}

// RecordRules returns a record's rule set. Nothing else is read but the format, so
// that a record of a game that isn't known here, whose actions can't be parsed,
// still tells which it is.
func RecordRules(text []byte) (string, error) {
	var head struct {
		Format string `json:"format"`
		Rules  string `json:"rules"`
	}
	err := json.Unmarshal(text, &head)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		return "", misfit(text, err)
	case err != nil:
		return "", err
	}
	if head.Format != RecordFormat {
		return "", fmt.Errorf("format %.40q, not %q", head.Format, RecordFormat)
	}
	return head.Rules, nil
}

// SplitRecords returns the text of each record of a file, one object or an array of them, behind a byte order mark
// or without. The error says after how many records the file can't be read any more, and how many bytes are left
// then; those records are returned all the same.
func SplitRecords(data []byte) (texts []json.RawMessage, err error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	array := bytes.HasPrefix(bytes.TrimSpace(data), []byte("["))
	if !array {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	d := json.NewDecoder(bytes.NewReader(data))
	for _, err = d.Token(); err == nil && d.More(); {
		var text json.RawMessage
		if err = d.Decode(&text); err == nil {
			texts = append(texts, text)
		}
	}
	if err == nil {
		_, err = d.Token()
	}
	rest := len(bytes.TrimSpace(data[d.InputOffset():]))
	if err != nil && !array {
		rest-- // the bracket put there
	}
	switch {
	case err != nil && !array && len(texts) == 0: // all of it is that
		return texts, fmt.Errorf("engine: after %d records: %w", len(texts), err)
	case err != nil:
		return texts, fmt.Errorf("engine: after %d records: %w; the rest of the file, %d bytes, was not read", len(texts), err, rest)
	case rest > 0:
		return texts, fmt.Errorf("engine: neither one record nor an array of them; the rest of the file, %d bytes, was not read", rest)
	case !array && len(texts) != 1:
		return texts, errors.New("engine: neither one record nor an array of them")
	}
	return texts, nil
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

// spokenMoves returns the moves except the one that goes without saying as soon as another follows. A
// player may leave at any time, so leaving doesn't imply it.
func (d *Deal) spokenMoves() []Move {
	moves, next := d.Moves(), int(d.untold)
	if next == 0 || next == len(moves) || moves[next].Action.Verb == Resign || moves[next].Action.Verb == Timeout {
		return moves
	}
	return slices.Delete(moves, next-1, next)
}

// Made returns the number of moves the seat has made.
func (d *Deal) Made(seat Seat) int {
	n := 0
	for _, m := range d.moves {
		if m.Seat == seat {
			n++
		}
	}
	return n
}

// Replay makes the deal that the record tells of. The record's result is not
// looked at: compare it with the deal's, or see Recall. The error is of NewDeal, or says which
// action is refused and wraps its *Refusal.
func Replay(g Game, r Record) (*Deal, error) {
	d, err := NewDeal(g, r.Rules, r.Options, Cards{Deck: r.Deck, Dealer: r.Dealer})
	if err != nil {
		return nil, err
	}
	for i, m := range r.Actions {
		if _, err := d.Act(m.Seat, m.Action); err != nil && !d.catchUp(m) {
			return nil, fmt.Errorf("engine: action %d, %q: %w", i, m, err)
		}
	}
	return d, nil
}

// Reticent is what a Round implements whose records leave a turn out: one that
// is asked for, so that nobody learns anything from who is asked, but in which
// the seat has no choice.
type ImpliedMover interface{ ImpliedMove() (Move, bool) }

// leftOut returns the move that a record leaves out now.
func (d *Deal) leftOut() (Move, bool) {
	if !d.reticent {
		return Move{}, false
	}
	return d.round.(ImpliedMover).ImpliedMove()
}

// catchUp makes the move after the one that the record left out.
func (d *Deal) catchUp(m Move) bool {
	left, ok := d.leftOut()
	if !ok || left.Seat == m.Seat {
		return false
	}
	if _, err := d.Act(left.Seat, left.Action); err != nil {
		return false
	}
	_, err := d.Act(m.Seat, m.Action)
	return err == nil
}
