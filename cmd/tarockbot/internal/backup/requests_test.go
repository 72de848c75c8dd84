package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
)

// TestNobodyAsked: a stopped bot isn't asked, also if the path of its data file is too long for a socket.
func TestNobodyAsked(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := requestBackup(t.Context(), filepath.Join(dir, "data"), "copy"); !errors.Is(err, errNotRunning) {
		t.Errorf("got %v, want %v", err, errNotRunning)
	}
}

// brokenCopier is a Copier whose copies fail when the request has ended.
type brokenCopier struct{ err error }

func (f brokenCopier) Backup(ctx context.Context, _ string, _ func(string) error) error {
	<-ctx.Done()
	return f.err
}

// TestRequestFails: the exit code of a failed backup tells of an unsound copy and of an interrupted command, also
// through a running bot.
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
		"disk":        {ended, t.Context(), errors.New("no room"), exit.IO},
		"interrupted": {t.Context(), ended, nil, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := config.Config{Data: filepath.Join(t.TempDir(), "data")}
			defer ServeRequests(tt.bot, c, brokenCopier{tt.err}, slog.New(slog.DiscardHandler))()
			_, err := requestBackup(tt.command, c.Data, "copy")
			if got := exit.Code(err); err == nil || got != tt.code || tt.code == 0 && !errors.Is(err, context.Canceled) {
				t.Errorf("exit code %d for %v, want %d", got, err, tt.code)
			}
		})
	}
}
