package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"os"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// recordsIn returns the records of a file, each with the error of reading it. The last error may concern
// the whole rest of the file.
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

// splitFile returns the texts of a file's records. rest concerns all behind the last text.
func splitFile(file string) (texts []json.RawMessage, rest, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	texts, rest = engine.SplitRecords(data)
	return texts, rest, nil
}

// parse parses a record. Of an unknown game it only knows the rules.
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

// playAgain plays a record. One of older rules keeps its recorded result.
func playAgain(record engine.Record) (*engine.Deal, error) {
	if record.Older() {
		return games.Recall(record)
	}
	return games.Replay(record)
}
