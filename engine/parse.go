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
		return explainTypeError(data, err)
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

// explainTypeError returns an error that names what the json package has refused: a field, a card or an
// action, counted from 0. Any other error is about an unknown word, which only the result has.
func explainTypeError(data []byte, err error) error {
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
		return entryError("card", field, lists.Deck, wrong.Value)
	case "actions":
		return entryError("action", field, lists.Actions, wrong.Value)
	default:
		return fmt.Errorf("field %q: no JSON %s can stand there", field, wrong.Value)
	}
}

// entryError returns an error about the first entry of the field's list that is no text,
// or about a value that is no list.
func entryError(what, field string, value any, kind string) error {
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

// UnmarshalText reads the record's notation.
func (m *Move) UnmarshalText(text []byte) (err error) {
	*m, err = parseMove(string(text))
	return err
}

// parseMove returns the move in the record's notation.
func parseMove(text string) (Move, error) {
	seat, rest, _ := strings.Cut(text, " ")
	if len(seat) != 1 || seat[0] < '0' || seat[0] >= '0'+MaxSeats {
		return Move{}, fmt.Errorf("engine: no seat %.20q", seat)
	}
	action, err := ParseAction(rest)
	return Move{Seat(seat[0] - '0'), action}, err
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
		return "", explainTypeError(text, err)
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
func SplitRecords(data []byte) ([]json.RawMessage, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	isArray := bytes.HasPrefix(bytes.TrimSpace(data), []byte("["))
	if !isArray {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	texts, rest, err := decodeArray(data)
	return texts, splitError(isArray, len(texts), rest, err)
}

// splitError returns the error of a file of which n records were read and the rest, in
// bytes, was not. In a file that is no array, the last byte is the bracket added to it.
func splitError(isArray bool, n, rest int, err error) error {
	switch {
	case err != nil && isArray:
		return fmt.Errorf("engine: after %d records: %w; the rest of the file, %d bytes, was not read", n, err, rest)
	case err != nil && n == 0:
		return fmt.Errorf("engine: after 0 records: %w", err)
	case err != nil:
		return splitError(true, n, rest-1, err)
	case rest > 0:
		return fmt.Errorf("engine: neither one record nor an array of them; the rest of the file, %d bytes, was not read", rest)
	case !isArray && n != 1:
		return errors.New("engine: neither one record nor an array of them")
	}
	return nil
}

// decodeArray returns the entries of a JSON array and the number of bytes that follow
// it, or that follow the place of the error, without white space around them.
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
