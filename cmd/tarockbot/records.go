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
	texts, rest, err := splitFile(file)
	if err != nil {
		return nil, err
	}
	return func(yield func(engine.Record, error) bool) {
		for _, text := range texts {
			if !yield(parse(text)) {
				return
			}
		}
		if rest != nil {
			yield(engine.Record{}, rest)
		}
	}, nil
}

// splitFile returns the file's records. rest is the error that ended the reading early.
func splitFile(file string) (texts []json.RawMessage, rest, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	texts, rest = engine.SplitRecords(data)
	return texts, rest, nil
}

// parse parses a record, and names the rules if it doesn't know them.
func parse(text []byte) (engine.Record, error) {
	rules, err := engine.RecordRules(text)
	if err != nil {
		return engine.Record{}, err
	}
	if _, err := games.ByRules(rules); err != nil {
		return engine.Record{}, fmt.Errorf("unknown rules %.40q", rules)
	}
	return engine.ParseRecord(text)
}

// playAgain plays a record. A record of older rules keeps its recorded result.
func playAgain(record engine.Record) (*engine.Deal, error) {
	if record.Older() {
		return games.Recall(record)
	}
	return games.Replay(record)
}
