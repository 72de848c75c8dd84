package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/keep"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/memory"
)

// testSteps make of every "word" a "mark" that tells its length, and of the marks
// one "sum"; the words go.
func testSteps() []step {
	return []step{
		{"words", func(ctx context.Context, m *migration) error {
			for doc, err := range m.each(ctx, "word") {
				if err != nil {
					return err
				}
				if err := errors.Join(m.put(ctx, "mark", doc.Key.ID, len(doc.Data)), m.drop(ctx, "word", doc.Key.ID)); err != nil {
					return err
				}
			}
			return nil
		}},
		{"sum", func(ctx context.Context, m *migration) error {
			var all []string
			for doc, err := range m.each(ctx, "mark") {
				if err != nil {
					return err
				}
				all = append(all, doc.Key.ID+string(doc.Data))
			}
			for doc := range m.each(ctx, "word") {
				return fmt.Errorf("%s is still there", doc.Key.ID)
			}
			if there, err := m.load(ctx, "word", "b", nil); there || err != nil {
				return fmt.Errorf("b is there: %v, %w", there, err)
			}
			return m.put(ctx, "sum", "all", all)
		}},
	}
}

// oldWords is what testSteps find, at versions that differ.
func oldWords(t *testing.T, store storage.Store) {
	t.Helper()
	for _, doc := range []storage.Doc{
		{Key: storage.Key{Kind: "word", ID: "b"}, Data: []byte("four")},
		{Key: storage.Key{Kind: "word", ID: "c"}, Data: []byte("longer")},
		{Key: storage.Key{Kind: "word", ID: "b"}, Version: 1, Data: []byte("three")},
		{Key: storage.Key{Kind: "mark", ID: "a"}, Data: []byte("1")},
		{Key: storage.Key{Kind: "mark", ID: "c"}, Data: []byte("7")},
		{Key: storage.Key{Kind: "mark", ID: "d"}, Data: []byte("2")},
	} {
		if err := store.Commit(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	wordsBefore = "mark a 1 @1, mark c 7 @1, mark d 2 @1, word b three @2, word c longer @1"
	wordsAfter  = `mark a 1 @1, mark b 5 @1, mark c 6 @2, mark d 2 @1, sum all ["a1","b5","c6","d2"] @1, meta version 2 @1`
)

// storedWords is all of that which is stored.
func storedWords(t *testing.T, store storage.Store) string {
	t.Helper()
	var all []string
	for _, kind := range []string{"mark", "word", "sum", keep.KindMeta} {
		for doc, err := range store.Scan(t.Context(), kind, "", "") {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, fmt.Sprintf("%s %s %s @%d", kind, doc.Key.ID, doc.Data, doc.Version))
		}
	}
	return strings.Join(all, ", ")
}

// botOver is a bot that doesn't run.
func botOver(t *testing.T, store storage.Store) *Bot {
	t.Helper()
	b, err := New(Config{Store: store, Random: rand.Reader, Now: time.Now, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestSteps: a step sees what those before it have done, and each is taken once.
func TestSteps(t *testing.T) {
	t.Parallel()
	store := memory.New()
	oldWords(t, store)
	b := botOver(t, store)
	for range 2 {
		if err := b.takeSteps(t.Context(), testSteps()); err != nil {
			t.Fatal(err)
		}
		if got := storedWords(t, store); got != wordsAfter {
			t.Fatalf("got  %s\nwant %s", got, wordsAfter)
		}
	}
	again := append(testSteps(), step{"more", func(ctx context.Context, m *migration) error {
		return m.drop(ctx, "sum", "all")
	}})
	if err := b.takeSteps(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	want := "mark a 1 @1, mark b 5 @1, mark c 6 @2, mark d 2 @1, meta version 3 @2"
	if got := storedWords(t, store); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if err := b.takeSteps(t.Context(), testSteps()); !errors.Is(err, ErrNewerData) {
		t.Errorf("an older bot over it gets %v", err)
	}
	if got := storedWords(t, store); got != want {
		t.Errorf("the older bot made of it\n%s", got)
	}
}

// TestStepFails: what a step can't do keeps all of them from being taken.
func TestStepFails(t *testing.T) {
	t.Parallel()
	store := memory.New()
	oldWords(t, store)
	wrong := errors.New("wrong")
	err := botOver(t, store).takeSteps(t.Context(), append(testSteps(), step{"bad", func(context.Context, *migration) error { return wrong }}))
	if !errors.Is(err, wrong) || !strings.Contains(err.Error(), "bad") {
		t.Errorf("the error is %v", err)
	}
	if got := storedWords(t, store); got != wordsBefore {
		t.Errorf("got %s", got)
	}
}

// The environment of the child of TestFault43KilledWhileMigrating: its data file,
// and before or after which commit it dies, such as "1 after".
const (
	stepsFile = "TAROCKBOT_STEPS_FILE"
	stepsDie  = "TAROCKBOT_STEPS_DIE"
)

// deadly is a store that ends the process, as kill -9 does, at a commit.
type deadly struct {
	storage.Store
	left   int // commits until then
	before bool
}

func (d *deadly) Commit(ctx context.Context, docs ...storage.Doc) error {
	d.left--
	if d.left == 0 && d.before {
		d.die()
	}
	err := d.Store.Commit(ctx, docs...)
	if d.left == 0 {
		d.die()
	}
	return err
}

func (*deadly) die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {}
}

// TestStepsChild is the process that TestFault43KilledWhileMigrating kills.
func TestStepsChild(t *testing.T) {
	t.Parallel()
	path := os.Getenv(stepsFile)
	if path == "" {
		t.Skip("run by TestFault43KilledWhileMigrating")
	}
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := &deadly{Store: store}
	var when string
	if _, err := fmt.Sscan(os.Getenv(stepsDie), &d.left, &when); err != nil {
		t.Fatal(err)
	}
	d.before = when == "before"
	if err := botOver(t, d).takeSteps(t.Context(), testSteps()); err != nil {
		t.Fatal(err)
	}
}

// TestFault43KilledWhileMigrating is fault 43: whenever the process is killed
// while data of an older version are migrated, all of them are old or all new,
// and the next start makes them new.
func TestFault43KilledWhileMigrating(t *testing.T) {
	t.Parallel()
	for _, when := range []string{"1 before", "1 after", "2 before", "2 after", "3 after"} {
		t.Run(when, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data")
			store, err := bolt.Open(path, bolt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			oldWords(t, store)
			if err := store.Close(); err != nil {
				t.Fatal(err)
			}
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestStepsChild$")
			child.Env = append(os.Environ(), stepsFile+"="+path, stepsDie+"="+when)
			if out, err := child.CombinedOutput(); err != nil && !strings.Contains(err.Error(), "killed") {
				t.Fatalf("%v\n%s", err, out)
			}
			if store, err = bolt.Open(path, bolt.Options{}); err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			if got := storedWords(t, store); !slices.Contains([]string{wordsBefore, wordsAfter}, got) {
				t.Errorf("got\n%s, want\n%s or\n%s", got, wordsBefore, wordsAfter)
			}
			if err := botOver(t, store).takeSteps(t.Context(), testSteps()); err != nil {
				t.Fatal(err)
			}
			if got := storedWords(t, store); got != wordsAfter {
				t.Errorf("after another start got\n%s, want\n%s", got, wordsAfter)
			}
		})
	}
}
