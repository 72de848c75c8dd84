package node

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/forgotten"
	"tarockbot/engine/fair"
	"tarockbot/storage/memory"
)

func TestCheckShared(t *testing.T) {
	t.Parallel()
	store, dir := memory.New(), t.TempDir()
	list, other := forgotten.ListAt(filepath.Join(dir, "list"), ""), forgotten.ListAt(filepath.Join(dir, "other"), "")
	own, another := fair.Key{1}, fair.Key{2}
	if err := CheckShared(t.Context(), store, own, nil); err != nil {
		t.Errorf("the first node: %v", err)
	}
	recorded := shared{Key: own, Removals: "list-x"}
	if err := list.Add(t.Context(), people.Forgotten{Person: recorded.Removals, At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	err := documents.New(store, documents.Options{}).Transact(t.Context(), func(c *documents.Transaction) error {
		*documents.Value[shared](t.Context(), c, documents.KindMeta, sharedID) = recorded
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		what    string
		key     fair.Key
		list    people.ForgottenList
		matches bool
	}{
		{"same key and list", own, list, true},
		{"another key", another, list, false},
		{"another list", own, other, false},
		{"no list", own, nil, false},
	} {
		if err := CheckShared(t.Context(), store, tt.key, tt.list); (err == nil) != tt.matches || err != nil && !errors.Is(err, ErrMismatch) {
			t.Errorf("%s: got %v", tt.what, err)
		}
	}
}

func TestServe(t *testing.T) {
	t.Parallel()
	c := loadConfig(t, "--data", filepath.Join(t.TempDir(), "tarock.db"), "--local.listen", "127.0.0.1:0")
	ctx, cancel := context.WithCancel(t.Context())
	reader, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := Serve(ctx, c, out, slog.New(slog.DiscardHandler))
		ended <- errors.Join(err, out.Close())
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	cancel()
	if err != nil || !strings.HasPrefix(line, "tarockbot is at http://127.0.0.1:") {
		t.Errorf("printed %q, %v", line, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
}
