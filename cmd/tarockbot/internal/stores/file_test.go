package stores

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/platform/double"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

func TestOpenFile(t *testing.T) {
	t.Parallel()
	const longest = 255 // bytes of a name
	for _, tt := range []struct {
		name, file           string
		prepare              func(context.Context, storage.Store) error
		fails, keeps, opened bool
	}{
		{"no residue", "a.db", func(context.Context, storage.Store) error { return nil }, false, false, true},
		{"residue", "a.db", privacy.MarkResidue, false, false, true},
		{"no room for the draft", strings.Repeat("x", longest-len(".compact")), privacy.MarkResidue, true, true, true},
		{"given up", "a.db", privacy.MarkResidue, false, true, false},
	} {
		path := filepath.Join(t.TempDir(), tt.file)
		store, err := bolt.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(tt.prepare(t.Context(), store), store.Close()); err != nil {
			t.Fatal(err)
		}
		ctx, giveUp := context.WithCancel(t.Context())
		if !tt.opened {
			giveUp()
		}
		store, defects, err := OpenFile(ctx, path)
		giveUp()
		if (err == nil) != tt.opened || (defects.compactErr != nil) != tt.fails || defects.metaErr != nil {
			t.Errorf("%s: %+v, %v", tt.name, defects, err)
		}
		var log double.Log
		registry := prometheus.NewRegistry()
		defects.Report(registry, log.Logger())
		figures, gathered := registry.Gather()
		if gathered != nil || (figures[0].GetMetric()[0].GetGauge().GetValue() == 1) != tt.fails || (log.String() != "") != tt.fails {
			t.Errorf("%s: it reports %v, %v: %s", tt.name, figures, gathered, log.String())
		}
		if err != nil {
			if store, err = bolt.Open(path); err != nil {
				t.Fatalf("%s: it isn't closed: %v", tt.name, err)
			}
		} else if keeps, err := privacy.HasResidue(t.Context(), store); keeps != tt.keeps || err != nil {
			t.Errorf("%s: there is residue: %v, %v", tt.name, keeps, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenFileInterrupted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "a.db")
	store, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(privacy.MarkResidue(t.Context(), store), store.Close()); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if store, defects, err := OpenFile(ctx, path); store != nil || !errors.Is(err, context.Canceled) || defects.compactErr != nil {
		t.Errorf("%v, %+v, %v", store, defects, err)
	}
}
