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

func unpackData(t *testing.T, name string) string {
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

func getDoc(t *testing.T, store storage.Store, kind, id string) storage.Doc {
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
	for _, name := range fileNames(t, dir) {
		all[name] = readText(t, filepath.Join(dir, name))
	}
	return all
}

var creationKills = flag.Int("creation-kills", 5, "how often to kill a starting bot")

// TestFault33KilledAtCreation checks that a bot killed at its first start leaves at most a usable data file.
func TestFault33KilledAtCreation(t *testing.T) {
	t.Parallel()
	for n := range *creationKills {
		data := filepath.Join(t.TempDir(), "tarock.db")
		killAfterChanges(t, data, n)
		if _, err := os.Stat(data); err == nil {
			if got := tarockbot(t, "doctor", "--here", data); got.code != 0 || strings.Contains(got.out, "migrated") {
				t.Errorf("killed after %d changes: doctor ended with %d: %s%s", n, got.code, got.out, got.err)
			}
			tarockbot(t, "audit", data).wantSuccess(t, "matches: 0")
		}
		if got := start(t, data).end(t, syscall.SIGTERM); got.code != 0 || strings.Contains(got.err, "level=WARN") {
			t.Errorf("the next start ended with %d:\n%s", got.code, got.err)
		}
		if left := fileNames(t, filepath.Dir(data)); len(left) != 2 || left[0] != "fair.key" {
			t.Errorf("killed after %d changes: got the files %q, want fair.key and the data file", n, left)
		}
	}
}

func killAfterChanges(t *testing.T, data string, changes int) {
	t.Helper()
	cmd := exec.Command(testProgram(t), "run", "--data", data, "--local.listen", "127.0.0.1:0")
	cmd.Env = append(os.Environ(), runAsTarockbot+"=1")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	hasOutput := make(chan error, 1)
	go func() {
		_, err := out.Read(make([]byte, 1))
		hasOutput <- err
	}()
	for seen := 0; changes > 0 && len(hasOutput) == 0; retry.Sleep(t.Context(), time.Millisecond) {
		if now := len(fileNames(t, filepath.Dir(data))); now != seen {
			seen = now
			changes--
		}
	}
	_ = cmd.Process.Kill() // fails if the process has ended
	_ = cmd.Wait()
}

func TestFault35CreationLimited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data, fresh, copied := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "fresh.db"), filepath.Join(dir, "copy.db")
	putContent(t, data, "content")
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
			cmd := exec.Command("sh", "-c", fmt.Sprintf("ulimit -f %d && exec %s %s", blocks, testProgram(t), c.args))
			cmd.Env = append(os.Environ(), runAsTarockbot+"=1")
			out, _ := cmd.CombinedOutput()
			ended := outcome{cmd.ProcessState.ExitCode(), "", string(out)}
			ended.wantFailure(t, exit.IO, c.file)
			ended.wantFailure(t, exit.IO, "a limit on the size of files")
			if strings.Contains(ended.err, "/proc/") {
				t.Errorf("%d blocks: %s prints a path in /proc: %s", blocks, c.args, out)
			}
			if _, err := os.Stat(fresh); err == nil {
				t.Fatalf("%d blocks, %s: a data file was created", blocks, c.args)
			}
		}
	}
	if got := readContent(t, data); got != "content" {
		t.Errorf("got content %q in the data file, want it unchanged", got)
	}
}

func TestDoctorInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if err := askDoctor(ctx, invocation{process: process{out: new(strings.Builder)}, config: config.Config{Data: "tarock.db"}}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
