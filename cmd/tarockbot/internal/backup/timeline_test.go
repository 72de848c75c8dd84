package backup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tarockbot/bot/platform/double"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage"
)

// TestTimelines runs testdata/schedule.txt. Each section begins on 1 January 2000. commands lists the possible lines.
func TestTimelines(t *testing.T) {
	golden.Sections(t, "testdata/schedule.txt", func(t *testing.T) golden.Play {
		x := newTimeline(t)
		t.Cleanup(func() {
			if x.stop != nil {
				x.stop()
			}
		})
		return x.runLine
	})
}

// fakeSource is a Source that makes empty backups. The next failures backups fail with err.
type fakeSource struct {
	takes time.Duration // duration of a backup

	mu       sync.Mutex
	failures int
	err      error
}

func (c *fakeSource) fail(times string, failure error) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.err = failure
	c.failures, err = strconv.Atoi(times)
	return err
}

func (c *fakeSource) Backup(_ context.Context, path string, check func(string) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.failures > 0 {
		c.failures--
		return c.err
	}
	if check == nil {
		return errors.New("check is nil")
	}
	<-time.After(c.takes)
	data, err := emptyFile()
	return errors.Join(err, os.WriteFile(path, data, 0o600))
}

type timeline struct {
	*testing.T
	dir      string // of the backups
	config   config.Config
	store    fakeSource
	log      double.Log
	printed  int // bytes of the log printed so far
	registry *prometheus.Registry
	stop     func()
}

func newTimeline(t *testing.T) *timeline {
	t.Helper()
	dir := t.TempDir()
	x := &timeline{T: t, dir: filepath.Join(dir, "backups"), config: config.Config{Data: filepath.Join(dir, "tarock.db")}}
	if err := os.Mkdir(x.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return x
}

// commands maps the first word of a line to its action. Time passes only at "pass".
var commands = map[string]func(x *timeline, arg string) error{
	"every": func(x *timeline, arg string) (err error) { x.config.Backups.Every, err = span(arg); return err },
	"keep":  func(x *timeline, arg string) (err error) { x.config.Backups.Keep, err = strconv.Atoi(arg); return err },
	// Makes a backup that is arg old by its name.
	"backup": func(x *timeline, arg string) error { return x.put(arg, true) },
	"broken": func(x *timeline, arg string) error { return x.put(arg, false) },
	"file":   func(x *timeline, arg string) error { return os.WriteFile(x.in(arg), nil, 0o600) },
	"delete": func(x *timeline, arg string) error { return os.Remove(x.in(arg)) },
	// Sets the modification times of all files.
	"modified": func(x *timeline, arg string) error {
		age, err := span(arg)
		at := time.Now().Add(-age)
		for _, name := range x.files() {
			err = errors.Join(err, os.Chtimes(x.in(name), at, at))
		}
		return err
	},
	"takes": func(x *timeline, arg string) (err error) { x.store.takes, err = span(arg); return err },
	"full":  func(x *timeline, arg string) error { return x.store.fail(arg, storage.ErrFull) },
	"fails": func(x *timeline, arg string) error { return x.store.fail(arg, errors.New("a torn page")) },
	"start": func(x *timeline, _ string) error {
		x.registry = prometheus.NewRegistry()
		x.stop = StartSchedule(x.Context(), x.config, &x.store, x.registry, x.log.Logger())
		return nil
	},
	"stop": func(x *timeline, _ string) error { x.stop(); x.stop = nil; return nil },
	"pass": func(_ *timeline, arg string) error {
		d, err := span(arg)
		<-time.After(d)
		return err
	},
}

// span parses a duration, which may have days.
func span(text string) (time.Duration, error) {
	days, rest, found := strings.Cut(text, "d")
	if !found {
		return time.ParseDuration(text)
	}
	n, err := strconv.Atoi(days)
	if err != nil || rest == "" {
		return time.Duration(n) * 24 * time.Hour, err
	}
	more, err := time.ParseDuration(rest)
	return time.Duration(n)*24*time.Hour + more, err
}

// put writes a backup that is text old by its name; a negative age is in the future.
func (x *timeline) put(text string, isSound bool) error {
	age, err := span(text)
	path := x.in("tarock.db." + time.Now().Add(-age).UTC().Format(backupTime))
	if isSound {
		putEmpty(x.T, path)
		return err
	}
	return errors.Join(err, os.WriteFile(path, nil, 0o600))
}

func (x *timeline) in(name string) string { return filepath.Join(x.dir, name) }

func (x *timeline) files() (names []string) {
	x.Helper()
	entries, err := os.ReadDir(x.dir)
	if err != nil {
		x.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func (x *timeline) runLine(input string) (lines []string, err error) {
	name, arg, _ := strings.Cut(input, " ")
	do := commands[name]
	if do == nil {
		return nil, errors.New("unknown command")
	}
	if err := do(x, arg); err != nil || name != "start" && name != "pass" {
		return nil, err
	}
	synctest.Wait()
	lines = append(lines, time.Now().UTC().Format("2 January 2006 15:04"))
	lines = append(lines, x.logged()...)
	if x.stop != nil && x.config.Backups.Every > 0 {
		last := int64(metricValue(x.T, x.registry, "tarockbot_backup_last_success_timestamp_seconds"))
		if age := metricValue(x.T, x.registry, "tarockbot_backup_age_seconds"); int64(age) != time.Now().Unix()-last {
			x.Errorf("the last backup, of Unix time %d, is %v s old", last, age)
		}
		lines = append(lines, fmt.Sprintf("failed: %v, last: %s", metricValue(x.T, x.registry, "tarockbot_backup_failures_total"),
			time.Unix(last, 0).UTC().Format(backupTime)))
	}
	for _, file := range x.files() {
		lines = append(lines, "- "+file)
	}
	return lines, nil
}

// logged returns the new messages without times and directories, and the count of each.
func (x *timeline) logged() (lines []string) {
	times := make(map[string]int)
	log := x.log.String()
	for line := range strings.Lines(log[x.printed:]) {
		_, line, _ = strings.Cut(strings.TrimSpace(line), "msg=")
		line = strings.ReplaceAll(line, x.dir, "DIR")
		line = regexp.MustCompile(`file=DIR/tarock.db.\S+ *`).ReplaceAllString(line, "")
		if times[line]++; times[line] == 1 {
			lines = append(lines, line)
		}
	}
	x.printed = len(log)
	for i, line := range lines {
		lines[i] = fmt.Sprintf("%d× %s", times[line], line)
	}
	slices.Sort(lines)
	return lines
}
