package bot_test

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/storagetest"
)

var (
	recordPlay = flag.Bool("record", false, "rewrite "+playTrace+", with strace")
	images     = flag.Int("images", 150, "crash images in TestFault32Images, chosen by -image-seed; 0 for all")
	imageSeed  = flag.Uint64("image-seed", rand.Uint64(), "seed for choosing crash images")
)

const (
	playTrace   = "testdata/play.gob.gz"
	playVar     = "TAROCKBOT_PLAY_FILE"
	playCommits = 600
	acknowledge = "acknowledged "
)

// call is a system call on the data file, or an acknowledged commit.
type call struct {
	Do   string // write, grow, sync, name or acknowledge
	At   int64  // a write's offset or the new size
	Data []byte
	Docs []committedDoc
}

// committedDoc has version 0 if it was deleted.
type committedDoc struct {
	Key     storage.Key
	Version int64
}

// printingStore prints the commits that it acknowledged.
type printingStore struct {
	storage.Store
	mu      sync.Mutex
	commits int
}

func (s *printingStore) Commit(ctx context.Context, docs ...storage.Doc) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Store.Commit(ctx, docs...); err != nil {
		return err
	}
	s.commits++
	var all []committedDoc
	for _, d := range docs {
		switch {
		case d.Unchanged:
		case d.Data == nil:
			all = append(all, committedDoc{d.Key, 0})
		default:
			all = append(all, committedDoc{d.Key, d.Version + 1})
		}
	}
	line, err := json.Marshal(all)
	fmt.Printf("%s%s\n", acknowledge, line)
	return err
}

func (s *printingStore) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.commits
}

func TestPlayChild(t *testing.T) {
	path := os.Getenv(playVar)
	if path == "" {
		t.Skip("run by TestFault32Images -record")
	}
	file, err := bolt.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	store := &printingStore{Store: file}
	w := startWorld(t, store)
	groups := killGroups[:2]
	for _, g := range groups {
		for _, who := range g.people {
			w.mustSay(who, "help")
		}
	}
	for n := 0; store.count() < playCommits; n++ {
		playAndReport(w, fmt.Sprint(n, "-"), groups[n%len(groups)])
	}
	if err := errors.Join(w.end(), file.Close()); err != nil {
		t.Error(err)
	}
}

// straceCall matches strace's output: call, file in hexadecimal, other arguments.
var straceCall = regexp.MustCompile(`^\d+ +(pwrite64|write|ftruncate|fsync|fdatasync|linkat)\(\w+<([^>]*)>(?:\(deleted\))?(?:, )?(.*)`)

func recordCalls(t *testing.T) []call {
	t.Helper()
	dir := t.TempDir()
	path, trace := filepath.Join(dir, "tarock.db"), filepath.Join(dir, "trace")
	cmd := exec.CommandContext(t.Context(), "strace", "-f", "-qq", "-y", "-xx", "-s", "10000000", "-o", trace,
		"-e", "trace=pwrite64,write,ftruncate,fsync,fdatasync,linkat", os.Args[0], "-test.run=^TestPlayChild$")
	cmd.Env = append(os.Environ(), playVar+"="+path)
	if out, err := cmd.Output(); err != nil {
		t.Fatalf("strace: %v: %s", err, out)
	}
	text, err := os.ReadFile(trace)
	if err != nil {
		t.Fatal(err)
	}
	var all []call
	for line := range strings.Lines(string(text)) {
		if m := straceCall.FindStringSubmatch(line); m != nil {
			c := parseCall(t, m[1], m[3])
			if ofDir := unquote(t, m[2]) == dir; c.Do == "name" || c.Do != "" && !ofDir {
				all = append(all, c)
			}
		}
	}
	return all
}

func parseCall(t *testing.T, name, args string) (c call) {
	t.Helper()
	var text string
	if name == "pwrite64" || name == "write" {
		text, args, _ = strings.Cut(strings.TrimPrefix(args, `"`), `", `)
		text = unquote(t, text)
	}
	switch name {
	case "pwrite64":
		c = call{Do: "write", Data: []byte(text), At: lastNumber(t, args)}
	case "ftruncate":
		c = call{Do: "grow", At: lastNumber(t, args)}
	case "fsync", "fdatasync":
		c.Do = "sync"
	case "linkat":
		c.Do = "name"
	case "write":
		if docs, ok := strings.CutPrefix(text, acknowledge); ok {
			c.Do = "acknowledge"
			must(t, json.Unmarshal([]byte(docs), &c.Docs))
		}
	}
	return c
}

func unquote(t *testing.T, text string) string {
	t.Helper()
	plain, err := strconv.Unquote(`"` + text + `"`)
	if err != nil {
		t.Fatalf("%v: %q", err, text)
	}
	return plain
}

var trailingNumber = regexp.MustCompile(`(\d+)(?:\)| <unfinished)`)

func lastNumber(t *testing.T, args string) int64 {
	t.Helper()
	m := trailingNumber.FindStringSubmatch(args)
	if m == nil {
		t.Fatalf("no number in %q", args)
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func writeTrace(t *testing.T, all []call) {
	t.Helper()
	f, err := os.Create(playTrace)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	must(t, errors.Join(gob.NewEncoder(packed).Encode(all), packed.Close(), f.Close()))
}

func readTrace(t *testing.T) (all []call) {
	t.Helper()
	f, err := os.Open(storagetest.Unpacked(t, playTrace))
	must(t, err)
	defer f.Close()
	must(t, gob.NewDecoder(f).Decode(&all))
	return all
}

// crash is a possible data file after a crash. It must hold the state before or after the commit in progress.
type crash struct {
	name          string
	image         storagetest.Image
	before, after map[storage.Key]int64
}

// imagesPerCall: the first shows a killed process, the others power cuts.
const imagesPerCall = 5

// crashes yields the chosen images, or all. syncs reports whether a sync works; meta: the last write was a meta page.
func crashes(all []call, seed uint64, images int, syncs func(meta bool) bool) iter.Seq[crash] {
	nameAt := slices.IndexFunc(all, func(c call) bool { return c.Do == "name" })
	chosen := rand.New(rand.NewPCG(seed, seed)).Perm(imagesPerCall * (len(all) - nameAt))
	if images > 0 {
		chosen = chosen[:min(images, len(chosen))]
	}
	slices.Sort(chosen)
	return func(yield func(crash) bool) {
		var disk storagetest.Disk
		rest, meta, state := chosen, false, make(map[storage.Key]int64)
		for i, c := range all {
			switch c.Do {
			case "write":
				disk.Write(c.Data, c.At)
				meta = c.At < 2*int64(len(c.Data)) // the first two pages
			case "grow":
				disk.Grow(c.At)
			case "sync":
				if syncs(meta) {
					disk.Sync()
				}
			case "acknowledge":
				applyDocs(state, c.Docs)
			}
			for ; len(rest) > 0 && rest[0]/imagesPerCall == i-nameAt; rest = rest[1:] {
				n := rest[0] % imagesPerCall
				r := rand.New(rand.NewPCG(seed, uint64(i*imagesPerCall+n)))
				cut := crash{name: fmt.Sprintf("-image-seed %d, call %d, image %d", seed, i, n), before: maps.Clone(state), after: maps.Clone(state)}
				applyDocs(cut.after, nextAcknowledged(all[i+1:]))
				if n == 0 {
					cut.image = disk.Written()
				} else {
					cut.image = disk.Cut(r)
				}
				if !yield(cut) {
					return
				}
			}
		}
	}
}

func nextAcknowledged(rest []call) []committedDoc {
	for _, c := range rest {
		if c.Do == "acknowledge" {
			return c.Docs
		}
	}
	return nil
}

func applyDocs(state map[storage.Key]int64, docs []committedDoc) {
	for _, d := range docs {
		if state[d.Key] = d.Version; d.Version == 0 {
			delete(state, d.Key)
		}
	}
}

var errLost = errors.New("state differs from the acknowledged commits")

type imageChecker struct {
	dir         string
	healthySums *sync.Map
}

func (w imageChecker) check(ctx context.Context, c crash) error {
	path := filepath.Join(w.dir, "tarock.db")
	if err := c.image.Create(path); err != nil {
		return err
	}
	defer os.Remove(path)
	store, err := bolt.Open(path)
	if err != nil {
		return err
	}
	err = errors.Join(w.checkStore(ctx, c, store), store.Close())
	return errors.Join(err, bolt.Verify(path))
}

func (w imageChecker) checkStore(ctx context.Context, c crash, store storage.Store) error {
	found, sum := make(map[storage.Key]int64), sha256.New()
	for _, kind := range bot.Kinds() {
		for doc, err := range store.Scan(ctx, kind, "", "") {
			if err != nil {
				return err
			}
			found[doc.Key] = doc.Version
			fmt.Fprintf(sum, "%q %d %q\n", doc.Key, doc.Version, doc.Data)
		}
	}
	if !maps.Equal(found, c.before) && !maps.Equal(found, c.after) {
		return errLost
	}
	if _, healthy := w.healthySums.Load(string(sum.Sum(nil))); healthy {
		return nil
	}
	w.healthySums.Store(string(sum.Sum(nil)), true)
	return checkHealth(ctx, store)
}

func checkHealth(ctx context.Context, store storage.Store) error {
	report, err := doctor.Examine(ctx, store, bot.FormChecks())
	if err != nil || report.Version == 0 {
		return err
	}
	audited, err := doctor.Audit(ctx, store, time.Unix(1_800_000_000, 0))
	if faults := slices.Concat(report.Faults, audited.Faults); err == nil && len(faults) > 0 {
		err = fmt.Errorf("the doctor finds: %s", strings.Join(faults, "; "))
	}
	return err
}

func checkAll(t *testing.T, all iter.Seq[crash], report func(crash, error)) {
	t.Helper()
	var healthySums sync.Map
	var workers sync.WaitGroup
	queue := make(chan crash)
	for range 4 {
		w := imageChecker{t.TempDir(), &healthySums}
		workers.Go(func() {
			for c := range queue {
				report(c, w.check(t.Context(), c))
			}
		})
	}
	for c := range all {
		queue <- c
	}
	close(queue)
	workers.Wait()
}

func TestFault32Images(t *testing.T) {
	t.Parallel()
	if *recordPlay {
		writeTrace(t, recordCalls(t))
	}
	var count atomic.Int64
	allWork := func(bool) bool { return true }
	checkAll(t, crashes(readTrace(t), *imageSeed, *images, allWork), func(c crash, err error) {
		if count.Add(1); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	})
	if n := int(count.Load()); n == 0 || *images > 0 && n != *images {
		t.Errorf("%d images, want %d", n, *images)
	}
	t.Logf("%d images checked", count.Load())
}

// TestFault32Unsynced tests the test: without syncs, power cuts must damage files.
func TestFault32Unsynced(t *testing.T) {
	t.Parallel()
	trace := readTrace(t)
	for _, x := range []struct {
		name  string
		syncs func(meta bool) bool
		want  error
	}{
		{"no syncs", func(bool) bool { return false }, storage.ErrDamaged},
		{"only syncs of meta pages", func(meta bool) bool { return meta }, storage.ErrDamaged},
		{"only syncs of other pages", func(meta bool) bool { return !meta }, errLost},
	} {
		var found, all atomic.Int64
		checkAll(t, crashes(trace, 32, 200, x.syncs), func(_ crash, err error) {
			if all.Add(1); errors.Is(err, x.want) {
				found.Add(1)
			}
		})
		t.Logf("%s: %d of %d images fail with %v", x.name, found.Load(), all.Load(), x.want)
		if found.Load() == 0 {
			t.Errorf("%s: none of %d images fails with %v", x.name, all.Load(), x.want)
		}
	}
}
