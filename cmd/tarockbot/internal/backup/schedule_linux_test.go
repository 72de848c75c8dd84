package backup

import (
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/storage/bolt"
	"tarockbot/storage/waittest"
)

// smallDisk names the variable with a small disk's options and directory.
const smallDisk = "TAROCKBOT_TEST_SMALL_DISK"

func TestBackupsToFullDisk(t *testing.T) {
	if disk := os.Getenv(smallDisk); disk != "" {
		runBackupsToFullDisk(t, disk)
		return
	}
	if os.Geteuid() != 0 {
		t.Skip("needs root to mount a small file system")
	}
	for name, options := range map[string]string{"no bytes": "size=4k", "no names": "nr_inodes=1"} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestBackupsToFullDisk$", "-test.v")
			cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s:%s", smallDisk, options, t.TempDir()))
			cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
			out, err := cmd.CombinedOutput()
			if len(out) == 0 || strings.Contains(string(out), "--- SKIP") {
				waittest.SkipWithout(t, "no small disk can be mounted here: %v", err)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func runBackupsToFullDisk(t *testing.T, disk string) {
	options, dir, _ := strings.Cut(disk, ":")
	if err := syscall.Mount("tarockbot", dir, "tmpfs", 0, options); err != nil {
		t.Skip(err)
	}
	synctest.Test(t, func(t *testing.T) {
		c := config.Config{Data: filepath.Join(t.TempDir(), "tarock.db"), Backups: config.Backups{Every: 24 * time.Hour, Keep: 3, Dir: filepath.Join(dir, "backups")}}
		store, err := bolt.Open(c.Data)
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		var log strings.Builder
		registry := prometheus.NewRegistry()
		stop := StartSchedule(t.Context(), c, store, registry, slog.New(slog.NewTextHandler(&log, nil)))
		<-time.After(10*time.Hour + time.Minute)
		stop()
		if n := metricValue(t, registry, "tarockbot_backup_failures_total"); n != 11 {
			t.Errorf("got %v failed backups, want 11", n)
		}
		if n := strings.Count(log.String(), "\n"); n != 1 {
			t.Errorf("a full disk is logged in %d lines:\n%s", n, log.String())
		}
	})
}
