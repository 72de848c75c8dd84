package tables

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/sealed"
)

func TestSummariesOfLostTables(t *testing.T) {
	t.Parallel()
	below := memory.New()
	key, err := sealed.ParseKeys(sealed.NewKey())
	if err != nil {
		t.Fatal(err)
	}
	for id, store := range map[string]storage.Store{"lost": sealed.New(below, key, KindTable), "kept": below} {
		docs := []storage.Doc{
			{Key: storage.Key{Kind: KindTable, ID: id}, Data: []byte("{}")},
			{Key: storage.Key{Kind: KindSummary, ID: id}, Data: []byte(`{"id":"` + id + `"}`)},
		}
		if err := store.Commit(t.Context(), docs...); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		keys sealed.Keys
		want bool
		log  string
	}{{nil, false, "tables=1"}, {key, true, ""}} {
		var log bytes.Buffer
		ts := New(Config{Store: documents.New(sealed.New(below, tt.keys, KindTable), documents.Options{}), Log: slog.New(slog.NewTextHandler(&log, nil))}, nil, nil, nil)
		if err := ts.ReadSummaries(t.Context()); err != nil {
			t.Fatal(err)
		}
		if ts.Index.Has("lost") != tt.want || !ts.Index.Has("kept") {
			t.Errorf("with %d keys the lost table is indexed: %v, want %v; the kept table: %v", len(tt.keys), ts.Index.Has("lost"), tt.want, ts.Index.Has("kept"))
		}
		if !strings.Contains(log.String(), tt.log) || tt.log == "" && log.Len() > 0 {
			t.Errorf("with %d keys the log says %q, want %q", len(tt.keys), log.String(), tt.log)
		}
	}
}
