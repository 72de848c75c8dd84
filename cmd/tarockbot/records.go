package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// recordsIn yields the file's records, each with its read error. The last error may concern the rest of the file.
func recordsIn(file string) (iter.Seq2[engine.Record, error], error) {
	texts, restErr, err := splitFile(file)
	if err != nil {
		return nil, err
	}
	return func(yield func(engine.Record, error) bool) {
		for _, text := range texts {
			if !yield(parseRecord(text)) {
				return
			}
		}
		if restErr != nil {
			yield(engine.Record{}, restErr)
		}
	}, nil
}

// splitFile returns the file's records. restErr is the error that ended the reading early.
func splitFile(file string) (texts []json.RawMessage, restErr, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	texts, restErr = engine.SplitRecords(data)
	return texts, restErr, nil
}

// parseRecord parses a record. Its error names unknown rules.
func parseRecord(text []byte) (engine.Record, error) {
	rules, err := engine.RecordRules(text)
	if err != nil {
		return engine.Record{}, err
	}
	if _, err := games.ByRules(rules); err != nil {
		return engine.Record{}, fmt.Errorf("unknown rules %.40q", rules)
	}
	return engine.ParseRecord(text)
}

// playAgain plays a record. A deal of older rules keeps its recorded result.
func playAgain(record engine.Record) (*engine.Deal, error) {
	if record.IsOlder() {
		return games.ReplayWithResult(record)
	}
	return games.Replay(record)
}
