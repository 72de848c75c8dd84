package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot/support/retry"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/storagetest"
)

func unpacked(t *testing.T, name string) string {
	t.Helper()
	return storagetest.Unpacked(t, filepath.Join("../../bot/testdata", name))
}

func migrate(t *testing.T, data string) {
	t.Helper()
	withStore(t, data, func(s *bolt.Store) error {
		return doctor.Migration.Run(t.Context(), s, slog.New(slog.DiscardHandler))
	})
}

func runOnce(t *testing.T, data string, args ...string) (log string) {
	t.Helper()
	bot := start(t, data, args...)
	if code, text := fetch(t.Context(), t, bot.url); code == 0 {
		t.Fatal(text)
	}
	got := bot.end(t, syscall.SIGTERM)
	if got.code != 0 {
		t.Fatalf("exit %d: %s", got.code, got.err)
	}
	return got.err
}

func withStore(t testing.TB, path string, do func(*bolt.Store) error) {
	t.Helper()
	store, err := bolt.Open(path)
	if err == nil {
		err = errors.Join(do(store), store.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, store storage.Store, kind, id string) storage.Doc {
	t.Helper()
	doc, err := store.Get(t.Context(), storage.Key{Kind: kind, ID: id})
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for _, name := range names(t, dir) {
		all[name] = readText(t, filepath.Join(dir, name))
	}
	return all
}

var creationKills = flag.Int("creation-kills", 5, "how often to kill a bot in its first moments")

// TestFault33KilledAtCreation checks that a kill at the first start leaves no data file or a usable one, and no other
// files.
func TestFault33KilledAtCreation(t *testing.T) {
	t.Parallel()
	for n := range *creationKills {
		data := filepath.Join(t.TempDir(), "tarock.db")
		killAtChange(t, data, n)
		if _, err := os.Stat(data); err == nil {
			if got := tarockbot(t, "doctor", "--here", data); got.code != 0 || strings.Contains(got.out, "migrated") {
				t.Errorf("killed at change %d: exit %d, %s%s", n, got.code, got.out, got.err)
			}
			tarockbot(t, "audit", data).wantSuccess(t, "matches: 0")
		}
		if got := start(t, data).end(t, syscall.SIGTERM); got.code != 0 || strings.Contains(got.err, "level=WARN") {
			t.Errorf("started after it: exit %d\n%s", got.code, got.err)
		}
		if left := names(t, filepath.Dir(data)); len(left) != 2 || left[0] != "fair.key" {
			t.Errorf("killed at change %d: %q are left", n, left)
		}
	}
}

func killAtChange(t *testing.T, data string, changes int) {
	t.Helper()
	cmd := exec.Command(self(t), "run", "--data", data, "--local.listen", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), beTarockbot+"=1")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	serves := make(chan error, 1)
	go func() {
		_, err := out.Read(make([]byte, 1))
		serves <- err
	}()
	for seen := 0; changes > 0 && len(serves) == 0; retry.Sleep(t.Context(), time.Millisecond) {
		if now := len(names(t, filepath.Dir(data))); now != seen {
			seen = now
			changes--
		}
	}
	_ = cmd.Process.Kill() // or it has ended
	_ = cmd.Wait()
}

func TestFault35CreationLimited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, fresh, copied := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "fresh.db"), filepath.Join(dir, "copy.db")
	put(t, data, "content")
	tarockbot(t, "backup", "--data", data, copied).wantSuccess(t, "verified")
	for _, c := range []struct {
		args, file string
		blocks     []int // of 512 or 1024 bytes
	}{
		{"run --local.listen 127.0.0.1:0 --data " + fresh, fresh, []int{8, 40, 64}},
		{"compact " + data, data, []int{8, 40, 64}},
		{"restore --data " + fresh + " " + copied, fresh, []int{8}},
	} {
		for _, blocks := range c.blocks {
			cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -f %d && exec %s %s", blocks, self(t), c.args))
			cmd.Env = append(os.Environ(), beTarockbot+"=1")
			out, _ := cmd.CombinedOutput()
			ended := outcome{cmd.ProcessState.ExitCode(), "", string(out)}
			ended.wantFailure(t, exit.IO, c.file)
			ended.wantFailure(t, exit.IO, "a limit on the size of files")
			if strings.Contains(ended.err, "/proc/") {
				t.Errorf("%d blocks: %s shows a path in /proc: %s", blocks, c.args, out)
			}
			if _, err := os.Stat(fresh); err == nil {
				t.Fatalf("%d blocks, %s: there is a data file", blocks, c.args)
			}
		}
	}
	if got := kept(t, data); got != "content" {
		t.Errorf("the data file holds %q", got)
	}
}

func TestDoctorInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if err := askDoctor(ctx, invocation{process: process{out: new(strings.Builder)}, config: config.Config{Data: "tarock.db"}}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
