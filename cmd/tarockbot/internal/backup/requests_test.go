package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
)

func TestNobodyAsked(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{filepath.Join(dir, "data"), killed(t)} {
		if _, err := requestBackup(t.Context(), data, "copy"); !errors.Is(err, errNotRunning) {
			t.Errorf("got %v, want %v", err, errNotRunning)
		}
	}
}

// killed returns the path of a data file whose socket can't be dialled. Windows has such an error for a killed bot.
func killed(t *testing.T) (data string) {
	t.Helper()
	data = filepath.Join(t.TempDir(), "data")
	if err := os.Symlink(controlSocket(data), controlSocket(data)); err != nil { // a link to itself
		t.Fatal(err)
	}
	return data
}

type brokenSource struct{ err error }

func (f brokenSource) Backup(ctx context.Context, _ string, _ func(string) error) error {
	<-ctx.Done()
	return f.err
}

func TestRequestFails(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(t.Context())
	end()
	for name, tt := range map[string]struct {
		bot, command context.Context // of the copy, and of the request
		err          error
		code         int
	}{
		"unsound":     {ended, t.Context(), exit.With(exit.Data, errors.New("1 fault")), exit.Data},
		"damaged":     {ended, t.Context(), fmt.Errorf("%w: a page", storage.ErrDamaged), exit.Data},
		"disk":        {ended, t.Context(), errors.New("no room"), exit.IO},
		"interrupted": {t.Context(), ended, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config.Config{Data: filepath.Join(t.TempDir(), "data")}
			defer ServeRequests(tt.bot, c, brokenSource{tt.err}, slog.New(slog.DiscardHandler))()
			_, err := requestBackup(tt.command, c.Data, "copy")
			if got := exit.Code(err); err == nil || got != tt.code || tt.code == 0 && !errors.Is(err, context.Canceled) {
				t.Errorf("exit code %d for %v, want %d", got, err, tt.code)
			}
		})
	}
}

func TestBrokenAnswer(t *testing.T) {
	t.Parallel()
	answer := &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader("rubbish"))}
	if _, err := readAnswer(answer); exit.Code(err) != exit.IO || !strings.Contains(err.Error(), "rubbish") {
		t.Errorf("got %v, exit code %d", err, exit.Code(err))
	}
}

func TestNoAnswer(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	listener, err := listenControl(controlSocket(data))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	go func() {
		if conn, err := listener.Accept(); err == nil {
			_ = conn.Close()
		}
	}()
	_, err = requestBackup(t.Context(), data, "copy")
	if exit.Code(err) != exit.IO || !strings.Contains(err.Error(), "if copy exists, it is a complete backup") {
		t.Errorf("got %v", err)
	}
}
