package enginetest

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"tarockbot/engine"
)

// FuzzRecords changes records of dir/*.json. Every record must be refused, or replayed to a deal with the same record.
func FuzzRecords(f *testing.F, g engine.Game, dir string) {
	f.Helper()
	for _, r := range ReadRecords(f, dir) {
		data, err := json.Marshal(r)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, uint(0), byte('{'), uint(len(r.Actions)), "0 pass")
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint, b byte, n uint, text string) {
		if len(data) > 0 {
			data = slices.Clone(data)
			data[at%uint(len(data))] = b
		}
		records, err := engine.ParseRecords(data)
		if err != nil {
			return
		}
		var m engine.Move
		known := m.UnmarshalText([]byte(text)) == nil
		for _, r := range records {
			if known && n < uint(len(r.Actions)) {
				r.Actions[n] = m
			}
			checkReplay(t, g, r)
		}
	})
}

func checkReplay(t *testing.T, g engine.Game, r engine.Record) {
	t.Helper()
	d, err := engine.Replay(g, r)
	if err != nil {
		return
	}
	// Records usually leave out some moves.
	recorded := d.Record().Actions
	if !slices.Equal(d.Moves(), r.Actions) && !slices.Equal(recorded, r.Actions) {
		t.Errorf("replayed %v, recorded again as %v, want %v", d.Moves(), recorded, r.Actions)
	}
	again, err := engine.Replay(g, d.Record())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := snapshotOf(again), snapshotOf(d); !reflect.DeepEqual(got, want) {
		t.Errorf("the record of the deal leads to another deal:\n got %+v\nwant %+v", got, want)
	}
}
