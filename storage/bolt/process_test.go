//go:build linux || darwin

package bolt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"tarockbot/storage"
	"tarockbot/storage/storagetest"
	"tarockbot/storage/waittest"
)

// Some faults need a separate process. The test binary starts itself with childVar set to a scenario, a path, a number
// and a word that depends on the scenario. The child prints each acknowledged commit.
const childVar = "TAROCKBOT_STORAGE_CHILD"

func TestMain(m *testing.M) {
	args := os.Getenv(childVar)
	if args == "" {
		os.Exit(m.Run())
	}
	var scenario, path, how string
	var number int
	_, err := fmt.Sscan(args, &scenario, &path, &number, &how)
	children := map[string]func(path string, number int, how string) error{
		"commit-until-killed":  commitUntilKilled,
		"migrate-until-killed": migrateUntilKilled,
		"create-limited":       createLimited,
		"fill-limited":         fillLimited,
		"use-reserve":          useReserve,
		"backup-limited":       backupLimited,
		"hold-open":            holdOpen,
		"backup-until-killed":  backupUntilKilled,
	}
	if err == nil {
		err = children[scenario](path, number, how)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func childCommand(t *testing.T, scenario, path string, number int, how string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(waittest.Context(t), os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %s %d %s", childVar, scenario, path, number, how))
	return cmd
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func dieAtWrite(s *Store, nth int, how string) {
	onWrite(s.db, func(b []byte, off int64, write writeAt) (int, error) {
		if nth--; nth != 0 {
			return write(b, off)
		}
		switch how {
		case "middle":
			b = b[:len(b)/2]
		case "before":
			b = nil
		}
		_, _ = write(b, off)
		die()
		return 0, nil
	})
}

func commitUntilKilled(path string, nth int, how string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	d, err := s.Get(context.Background(), twins(1)[0].Key)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	dieAtWrite(s, nth, how)
	for n := d.Version + 1; ; n++ {
		if err := s.Commit(context.Background(), twins(n)...); err != nil {
			return err
		}
		fmt.Println(n)
	}
}

func TestFault31KilledAtAnyWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tarock.db")
	for nth := 1; nth <= 8; nth++ {
		for _, how := range []string{"before", "middle", "after"} {
			before := twinsVersionIn(t, path)
			acked := lastNumber(t, childCommand(t, "commit-until-killed", path, nth, how), before)
			if got := twinsVersionIn(t, path); got < acked || got > acked+1 {
				t.Fatalf("killed %s write %d after commit %d: got version %d", how, nth, acked, got)
			}
		}
	}
}

func migrateUntilKilled(path string, nth int, how string) error {
	db, _, err := openFile(path, writeOptions())
	if err != nil {
		return err
	}
	dieAtWrite(&Store{db: db}, nth, how)
	return migrate(db)
}

func TestFault43KilledAmongSums(t *testing.T) {
	t.Parallel()
	schemas := make(map[int]int)
	for nth := 1; nth <= 2; nth++ { // the pages, the meta page
		for _, how := range []string{"before", "middle", "after"} {
			path := filepath.Join(t.TempDir(), "tarock.db")
			createSchema1File(t, path, "table", "deal", "note")
			lastNumber(t, childCommand(t, "migrate-until-killed", path, nth, how), 0)
			schema, err := examine(path, true)
			if err != nil && !errors.Is(err, ErrMeta) {
				t.Errorf("killed %s write %d: %v", how, nth, err)
			}
			schemas[schema]++
			s := open(t, path)
			if got := strings.Count(dumpDocs(t, s), " 7 "); got != 2*len(cards) {
				t.Errorf("killed %s write %d: got %d documents, want %d", how, nth, got, 2*len(cards))
			}
			mustCommit(t, s, 1, 2)
			closeStore(t, s)
			if err := Verify(path); err != nil {
				t.Errorf("killed %s write %d, after more commits: %v", how, nth, err)
			}
		}
	}
	if schemas[1] == 0 || schemas[sumsSchema] == 0 {
		t.Errorf("files by schema: %v, want files of the old and the new schema", schemas)
	}
}

func twinsVersionIn(t *testing.T, path string) int64 {
	t.Helper()
	s := open(t, path)
	defer closeStore(t, s)
	return twinsVersion(t, s)
}

func lastNumber(t *testing.T, cmd *exec.Cmd, otherwise int64) int64 {
	t.Helper()
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("child: got %v, want it killed", err)
	}
	lines := strings.Fields(string(out))
	if len(lines) == 0 {
		return otherwise
	}
	n, err := strconv.ParseInt(lines[len(lines)-1], 10, 64)
	must(t, err)
	return n
}

func limitFile(size int) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = uint64(size)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}

func TestFault35BackupLimited(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "full"), 0o700))
	if out, err := childCommand(t, "backup-limited", dir, 0, "-").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
}

func backupLimited(dir string, _ int, _ string) error {
	s, err := Open(filepath.Join(dir, "tarock.db"))
	if err != nil {
		return err
	}
	to := filepath.Join(dir, "full", "copy.db")
	for pages := range 4 {
		if err := limitFile(pages * os.Getpagesize()); err != nil {
			return err
		}
		err := s.Backup(context.Background(), to, nil)
		if !errors.Is(err, storage.ErrFull) || !strings.Contains(err.Error(), to) || strings.Contains(err.Error(), "/proc/") {
			return fmt.Errorf("room for %d pages: got %w, want %w of %s", pages, err, storage.ErrFull, to)
		}
		if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("room for %d pages: the copy exists: %w", pages, err)
		}
	}
	return nil // without Close, which would find no room either
}

func createLimited(path string, size int, _ string) error {
	if err := limitFile(size); err != nil {
		return err
	}
	s, err := Open(path)
	if err != nil {
		return err
	}
	return s.Close()
}

func TestFault33CutAtCreation(t *testing.T) {
	failed := 0
	for size := 0; size <= 40<<10; size += 4 << 10 {
		path := filepath.Join(t.TempDir(), "tarock.db")
		err := childCommand(t, "create-limited", path, size, "-").Run()
		if err != nil {
			failed++
		}
		_, missing := os.Stat(path)
		if err != nil && missing == nil {
			t.Errorf("room for %d bytes: creation failed and left a file", size)
		}
		s, err := Open(path)
		if err != nil {
			t.Errorf("room for %d bytes: opening the file afterwards: %v", size, err)
			continue
		}
		mustCommit(t, s, 1, 2)
		closeStore(t, s)
	}
	if failed == 0 {
		t.Error("creation never failed")
	}
}

func TestFault33OrderOfSyncs(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		waittest.SkipWithout(t, "strace isn't installed, which shows the order of writes and syncs")
	}
	dir := t.TempDir()
	trace, path := filepath.Join(dir, "trace"), filepath.Join(dir, "tarock.db")
	cmd := childCommand(t, "create-limited", path, 1<<30, "-")
	cmd.Args = append([]string{strace, "-f", "-y", "-qq", "-o", trace, "-e", "trace=pwrite64,ftruncate,fsync,fdatasync,linkat"}, cmd.Args...)
	cmd.Path = strace
	if out, err := cmd.CombinedOutput(); err != nil {
		waittest.SkipWithout(t, "strace can't trace here: %v: %s", err, out)
	}
	dirty, written, named, dirSynced := false, false, false, false
	for line := range strings.Lines(string(contents(t, trace))) {
		switch {
		case strings.Contains(line, "linkat("):
			if dirty {
				t.Error("the file got its name before it was synced")
			}
			named = true
		case strings.Contains(line, "sync(") && strings.Contains(line, "<"+dir+">"):
			dirSynced = named
		case strings.Contains(line, "sync("):
			dirty = false
		case strings.Contains(line, ".new-"), strings.Contains(line, "<"+dir+"/#"): // a draft with a name, or without
			dirty, written = true, true
		}
	}
	if !written || !named || !dirSynced {
		t.Errorf("file written: %t, named: %t, directory then synced: %t, want all", written, named, dirSynced)
	}
}

func TestFault33TwoCreate(t *testing.T) {
	s := openNew(t)
	mustCommit(t, s, 1, 3)
	closeStore(t, s)
	must(t, create(s.path))
	if got := twinsVersionIn(t, s.path); got != 3 {
		t.Errorf("got version %d, want 3", got)
	}
}

func fillLimited(path string, size int, _ string) error {
	if err := limitFile(size); err != nil {
		return err
	}
	s, err := Open(path)
	if err != nil {
		return err
	}
	count, err := commitUntilFull(s)
	if !errors.Is(err, storage.ErrFull) {
		return fmt.Errorf("filling: got %w after %d commits, want %w", err, count, storage.ErrFull)
	}
	if err := errors.Join(checkCount(s, count), limitFile(1<<30)); err != nil {
		return err
	}
	if err := s.Commit(context.Background(), numberedDoc(count)); err != nil {
		return fmt.Errorf("once there is room again: %w", err)
	}
	if err := errors.Join(checkCount(s, count+1), s.Close(), Verify(path)); err != nil {
		return err
	}
	if s, err = Open(path); err != nil {
		return err
	}
	return errors.Join(checkCount(s, count+1), s.Close())
}

func numberedDoc(n int) storage.Doc {
	return storage.Doc{Key: storage.Key{Kind: "deal", ID: fmt.Sprint(n)}, Data: make([]byte, 100<<10)}
}

func commitUntilFull(s *Store) (n int, err error) {
	for ; n < 1000; n++ {
		if err := s.Commit(context.Background(), numberedDoc(n)); err != nil {
			return n, err
		}
	}
	return n, nil
}

func checkCount(s *Store, want int) error {
	got := 0
	for _, err := range s.Scan(context.Background(), "deal", "", "") {
		if err != nil {
			return err
		}
		got++
	}
	if got != want {
		return fmt.Errorf("got %d documents, want %d", got, want)
	}
	return nil
}

func TestFault35FileLimit(t *testing.T) {
	t.Parallel()
	for _, size := range []int{2 << 20, 20 << 20} { // below and above the size of a new file
		path := filepath.Join(t.TempDir(), "tarock.db")
		closeStore(t, open(t, path))
		if out, err := childCommand(t, "fill-limited", path, size, "-").CombinedOutput(); err != nil {
			t.Errorf("limit of %d bytes: %v: %s", size, err, out)
		}
	}
}

func holdOpen(path string, _ int, _ string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	fmt.Println("open")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, s.Close())
}

func TestFault37LockHeld(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "tarock.db")
	cmd := childCommand(t, "hold-open", path, 0, "-")
	release := startChild(t, cmd)
	failed := make(chan error, 1)
	began := time.Now()
	go func() {
		s, err := Open(path)
		if err == nil {
			s.Close()
		}
		failed <- err
	}()
	err, pid := waittest.Receive(waittest.Context(t), t, failed), fmt.Sprint("process ", cmd.Process.Pid)
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), pid) {
		t.Errorf("got %v, want %v with %q", err, ErrLocked, pid)
	}
	waittest.CheckTime(t, "Open of a locked file", time.Since(began), 3*time.Second)
	release()
	mustCommit(t, open(t, path), 1, 1)
}

func startChild(t *testing.T, cmd *exec.Cmd) (release func()) {
	t.Helper()
	in, inErr := cmd.StdinPipe()
	out, outErr := cmd.StdoutPipe()
	must(t, errors.Join(inErr, outErr, cmd.Start()))
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatalf("child: %q, %v", line, err)
	}
	return func() {
		if err := errors.Join(in.Close(), cmd.Wait()); err != nil {
			t.Errorf("child: %v", err)
		}
	}
}

func TestFault37HolderKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tarock.db")
	cmd := childCommand(t, "hold-open", path, 0, "-")
	startChild(t, cmd)
	must(t, cmd.Process.Kill())
	_ = cmd.Wait()
	mustCommit(t, open(t, path), 1, 1)
}

func backupUntilKilled(path string, size int, _ string) error {
	copyAndDie := func(w io.Writer) error {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := w.Write(b[:size]); err != nil {
			return err
		}
		die()
		return nil
	}
	d, err := newVerifiedDraft(context.Background(), path+".backup", backingUp, func(d *draft) error {
		return copyInto(context.Background(), d, copyAndDie)
	})
	if err != nil {
		return err
	}
	return d.publish(path + ".backup")
}

func TestFault40KilledDuringBackup(t *testing.T) {
	path, used := filledFile(t)
	for size := 0; size < int(used.pages*used.pageSize); size += 16 << 10 {
		lastNumber(t, childCommand(t, "backup-until-killed", path, size, "-"), 0)
		_, err := os.Stat(path + ".backup")
		storagetest.WantError(t, fmt.Sprintf("the backup, killed after %d bytes", size), err, os.ErrNotExist)
		if supportsUnnamed(t, filepath.Dir(path)) && fileNames(t, filepath.Dir(path)) != filepath.Base(path) {
			t.Errorf("killed after %d bytes: the directory has %s", size, fileNames(t, filepath.Dir(path)))
		}
	}
	s := open(t, path)
	if err := s.Backup(t.Context(), path+".backup", nil); err != nil {
		t.Errorf("next backup: %v", err)
	}
}

func supportsUnnamed(t *testing.T, dir string) bool {
	t.Helper()
	d, err := newDraft(filepath.Join(dir, "x"), backingUp)
	must(t, err)
	defer d.discard()
	return d.unnamed
}

func TestFault40Unfinished(t *testing.T) {
	dir := t.TempDir()
	begin := func(name string) *draft {
		t.Helper()
		d, err := newNamedDraft(filepath.Join(dir, name), backingUp)
		must(t, err)
		return d
	}
	first, second := begin("monday"), begin("tuesday")
	if names := fileNames(t, dir); !strings.Contains(names, "monday.") || !strings.Contains(names, "tuesday.") {
		t.Errorf("during two backups: got files %q", names)
	}
	if err := first.Close(); err != nil { // as a kill would
		t.Fatal(err)
	}
	must(t, second.publish(filepath.Join(dir, "tuesday")))
	second.discard()
	begin("wednesday").discard()
	if names := fileNames(t, dir); names != "tuesday" {
		t.Errorf("after both backups: got files %q", names)
	}
}

func TestDraft(t *testing.T) {
	t.Parallel()
	for name, begin := range map[string]func(path, purpose string) (*draft, error){"unnamed": newDraft, "named": newNamedDraft} {
		dir := t.TempDir()
		path := filepath.Join(dir, "tarock.db")
		for i, publish := range []func(*draft) error{
			func(d *draft) error { return d.publish(path) },
			func(d *draft) error { return d.publish(path) },
			func(d *draft) error { return d.replace(path, restoring) },
		} {
			d, err := begin(path, restoring)
			must(t, err)
			if _, err := d.WriteString(fmt.Sprint("text ", i)); err != nil {
				t.Fatal(err)
			}
			if err := publish(d); err != nil && i != 1 || i == 1 && !errors.Is(err, os.ErrExist) {
				t.Errorf("%s: publish %d: %v", name, i, err)
			}
			d.discard()
			if got, want := string(contents(t, path)), fmt.Sprint("text ", i&^1); got != want || fileNames(t, dir) != "tarock.db" {
				t.Errorf("%s: publish %d: got %q and files %s, want %q", name, i, got, fileNames(t, dir), want)
			}
		}
	}
}
