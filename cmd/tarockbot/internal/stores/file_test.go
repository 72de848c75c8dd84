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
		name, file                        string
		prepare                           func(context.Context, storage.Store) error
		compactFails, keepsResidue, opens bool
	}{
		{"no residue", "a.db", func(context.Context, storage.Store) error { return nil }, false, false, true},
		{"residue", "a.db", privacy.MarkResidue, false, false, true},
		{"no room for the draft", strings.Repeat("x", longest-len(".compact")), privacy.MarkResidue, true, true, true},
		{"cancelled", "a.db", privacy.MarkResidue, false, true, false},
	} {
		path := filepath.Join(t.TempDir(), tt.file)
		store, err := bolt.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(tt.prepare(t.Context(), store), store.Close()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if !tt.opens {
			cancel()
		}
		store, defects, err := OpenFile(ctx, path)
		cancel()
		if (err == nil) != tt.opens || (defects.compactErr != nil) != tt.compactFails || defects.metaErr != nil {
			t.Errorf("%s: %+v, %v", tt.name, defects, err)
		}
		var log double.Log
		registry := prometheus.NewRegistry()
		defects.Report(registry, log.Logger())
		metrics, gatherErr := registry.Gather()
		if gatherErr != nil || (metrics[0].GetMetric()[0].GetGauge().GetValue() == 1) != tt.compactFails || (log.String() != "") != tt.compactFails {
			t.Errorf("%s: got metrics %v, %v, and the log %s", tt.name, metrics, gatherErr, log.String())
		}
		if err != nil {
			if store, err = bolt.Open(path); err != nil {
				t.Fatalf("%s: the file isn't closed: %v", tt.name, err)
			}
		} else if hasResidue, err := privacy.HasResidue(t.Context(), store); hasResidue != tt.keepsResidue || err != nil {
			t.Errorf("%s: got residue %v, %v, want %v", tt.name, hasResidue, err, tt.keepsResidue)
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
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if store, defects, err := OpenFile(ctx, path); store != nil || !errors.Is(err, context.Canceled) || defects.compactErr != nil {
		t.Errorf("got %v, %+v, %v, want only %v", store, defects, err, context.Canceled)
	}
}
