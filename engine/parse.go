package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine/card"
)

// UnmarshalJSON reads a record. The error names the bad field, card or action. It reads the deck code by code, because
// encoding/json would also accept base64 or numbers.
func (r *Record) UnmarshalJSON(data []byte) error {
	type plain Record
	var j struct {
		plain
		Deck    []string `json:"deck"`
		Actions []string `json:"actions"`
	}
	err := json.Unmarshal(data, &j)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return explainTypeError(data, wrong)
	}
	if err != nil { // an unknown word of the result
		return fmt.Errorf("field %q: %w", "result", err)
	}
	*r = Record(j.plain)
	if r.Edition < 0 {
		return fmt.Errorf("field %q: there is no edition %d", "edition", r.Edition)
	}
	if len(j.Actions) > MaxMoves {
		return fmt.Errorf("more than %d actions", MaxMoves)
	}
	if r.Deck, err = parseAll("card", j.Deck, card.Parse); err != nil {
		return err
	}
	r.Actions, err = parseAll("action", j.Actions, parseMove)
	return err
}

func explainTypeError(data []byte, wrong *json.UnmarshalTypeError) error {
	var lists struct{ Deck, Actions any }
	_ = json.Unmarshal(data, &lists) // fails only if data isn't an object, which the first case reports
	switch field := strings.TrimPrefix(wrong.Field, "plain."); field {
	case "":
		return fmt.Errorf("a record must be an object, not a JSON %s", wrong.Value)
	case "deck":
		return entryError("card", field, lists.Deck, wrong.Value)
	case "actions":
		return entryError("action", field, lists.Actions, wrong.Value)
	default:
		return fmt.Errorf("field %q: unexpected JSON %s", field, wrong.Value)
	}
}

func entryError(what, field string, value any, kind string) error {
	list, _ := value.([]any)
	for i, entry := range list {
		if _, text := entry.(string); !text && entry != nil {
			return fmt.Errorf("%s %d: want a string, got a JSON %s", what, i, kind)
		}
	}
	return fmt.Errorf("field %q: want a list of strings, got a JSON %s", field, kind)
}

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

// UnmarshalText reads the record's notation.
func (m *Move) UnmarshalText(text []byte) (err error) {
	*m, err = parseMove(string(text))
	return err
}

func parseMove(text string) (Move, error) {
	seat, rest, _ := strings.Cut(text, " ")
	if len(seat) != 1 || seat[0] < '0' || seat[0] >= '0'+MaxSeats {
		return Move{}, fmt.Errorf("engine: no seat %.20q", seat)
	}
	action, err := ParseAction(rest)
	return Move{Seat(seat[0] - '0'), action}, err
}

// ParseRecords reads a file's records. The error names the bad record.
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

// ParseRecord reads one record. The error names the bad part.
func ParseRecord(text []byte) (r Record, err error) {
	if _, err = RecordRules(text); err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// RecordRules returns a record's rule set, whose game may be unknown.
func RecordRules(text []byte) (string, error) {
	var head struct {
		Format string `json:"format"`
		Rules  string `json:"rules"`
	}
	err := json.Unmarshal(text, &head)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return "", explainTypeError(text, wrong)
	}
	if err == nil && head.Format != RecordFormat {
		err = fmt.Errorf("format %.40q, not %q", head.Format, RecordFormat)
	}
	return head.Rules, err
}

// SplitRecords splits a file: one object or an array, with or without a byte order mark. After a syntax error it
// returns the records before; the error counts them and the unread bytes.
func SplitRecords(data []byte) ([]json.RawMessage, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	isArray := bytes.HasPrefix(bytes.TrimSpace(data), []byte("["))
	if !isArray {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	texts, rest, err := decodeArray(data)
	if err != nil && !isArray {
		rest-- // the bracket added to the file
	}
	switch {
	case err != nil && !isArray && len(texts) == 0:
		err = fmt.Errorf("engine: after 0 records: %w", err)
	case err != nil:
		err = fmt.Errorf("engine: after %d records: %w; %d bytes left unread", len(texts), err, rest)
	case rest > 0:
		err = fmt.Errorf("engine: neither one record nor an array of them; %d bytes left unread", rest)
	case !isArray && len(texts) != 1:
		err = errors.New("engine: neither one record nor an array of them")
	}
	return texts, err
}

// decodeArray also returns the number of unread bytes.
func decodeArray(data []byte) (texts []json.RawMessage, rest int, err error) {
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
	return texts, len(bytes.TrimSpace(data[d.InputOffset():])), err
}
