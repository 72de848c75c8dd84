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

func TestRequestWithoutBot(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{filepath.Join(dir, "data"), dataOfKilledBot(t)} {
		if _, err := requestBackup(t.Context(), data, "copy"); !errors.Is(err, errNotRunning) {
			t.Errorf("got %v, want %v", err, errNotRunning)
		}
	}
}

// dataOfKilledBot returns the path of a data file with a socket that can't be dialled, as after a kill on Windows.
func dataOfKilledBot(t *testing.T) (data string) {
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
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		bot, command context.Context // contexts of the copying bot, and of the requesting command
		err          error
		code         int
	}{
		"unsound":     {cancelled, t.Context(), exit.With(exit.Data, errors.New("1 fault")), exit.Data},
		"damaged":     {cancelled, t.Context(), fmt.Errorf("%w: a page", storage.ErrDamaged), exit.Data},
		"disk":        {cancelled, t.Context(), errors.New("no room"), exit.IO},
		"interrupted": {t.Context(), cancelled, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config.Config{Data: filepath.Join(t.TempDir(), "data")}
			defer ServeRequests(tt.bot, c, brokenSource{tt.err}, slog.New(slog.DiscardHandler))()
			_, err := requestBackup(tt.command, c.Data, "copy")
			if got := exit.Code(err); err == nil || got != tt.code || tt.code == 0 && !errors.Is(err, context.Canceled) {
				t.Errorf("got exit code %d for %v, want %d", got, err, tt.code)
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
