package bot_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/tables"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

var errDisk = errors.New("input/output error")

// inputFailures fails only at commits of inputs, not at the bot's own.
type inputFailures struct{ *storagetest.Flaky }

func newInputFailures() inputFailures { return inputFailures{&storagetest.Flaky{Store: memory.New()}} }

func (s inputFailures) Commit(ctx context.Context, docs ...storage.Doc) error {
	if slices.ContainsFunc(docs, func(d storage.Doc) bool { return s.isOfInput(ctx, d) }) {
		return s.Flaky.Commit(ctx, docs...)
	}
	if _, err := s.Get(ctx, storage.Key{Kind: "seen", ID: "none"}); errors.Is(err, storage.ErrClosed) {
		return err
	}
	return s.Store.Commit(ctx, docs...)
}

func (s inputFailures) isOfInput(ctx context.Context, d storage.Doc) bool {
	if d.Key.Kind != "table" {
		return d.Key.Kind == "seen"
	}
	before, err := s.Store.Get(ctx, d.Key)
	return err == nil && d.Data != nil && !slices.Equal(checksumsIn(before.Data), checksumsIn(d.Data))
}

func checksumsIn(table []byte) []string { return actedChecksum.FindAllString(string(table), -1) }

var actedChecksum = regexp.MustCompile(`"acted":"[0-9a-f/]+"`)

func TestFault34UncertainCommit(t *testing.T) {
	t.Parallel()
	failures := []storagetest.Failure{
		{Err: fmt.Errorf("%w: %w", storage.ErrUncertain, errDisk), Applied: true},
		{Err: fmt.Errorf("%w: %w", storage.ErrUncertain, errDisk)},
		{Err: fmt.Errorf("%w: %w", storage.ErrUncertain, storage.ErrDamaged), Applied: true}, // as for a corrupt file
	}
	for _, what := range []string{"do", "pick", "undo", "challenge bamberger", "practice bamberger", "settings text", "link", "unlink"} {
		for _, failure := range failures {
			t.Run(fmt.Sprint(what, " ", failure), func(t *testing.T) {
				flaky := newInputFailures()
				w := startWorld(t, flaky, withOthers("telegram"))
				in := uncertainInput(w, what)
				flaky.Fail(failure)
				if _, err := w.bot.Handle(w.ctx, in); !errors.Is(err, storage.ErrUncertain) {
					t.Fatalf("the input's error is %v", err)
				}
				<-w.done
				if err := w.end(); !errors.Is(err, storage.ErrUncertain) {
					t.Fatalf("Run ended with %v", err)
				}
				if _, err := w.bot.Handle(w.ctx, in); err == nil {
					t.Fatal("a stopped bot decided an input")
				}
				flaky.Reopen()
				w.boot()
				if a := w.input(in); a.Refused != failure.Applied || a.Refused && a.Alert != inEnglish("refuse.done-already") {
					t.Errorf("the repeated input gets the answer %+v", a)
				}
				w.expectUnchanged("repeating the input", func() { w.input(in) })
				if strings.HasSuffix(what, "link") {
					w.wait(private("anna"), contains(inEnglish("notice."+what+"ed", "Who", nameOnPlatform(annaTelegram))))
				}
			})
		}
	}
}

func uncertainInput(w *world, what string) chat.Input {
	w.t.Helper()
	w.mustSay("anna", "help")
	switch what {
	case "do":
		what = offeredMove(w.hand("anna", w.seat("bamberger 2", "anna", "bert")))
	case "pick":
		c := w.hand("anna", w.seat("bamberger tactical 2", "anna", "bert")).Choice
		what = c.Toggle + " " + c.Options[slices.IndexFunc(c.Options, isFree)].Value
	case "undo":
		w.mustSay("anna", "practice bamberger 2")
		w.mustSay("anna", offeredMove(w.hand("anna", "")))
	case "link":
		w.mustSay(annaTelegram, "help")
		return w.in(annaTelegram, w.linkCode(annaFake))
	case "unlink":
		w.link(annaFake, annaTelegram)
		w.wait(private("anna"), contains(inEnglish("notice.linked", "Who", nameOnPlatform(annaTelegram))))
		return w.in(annaTelegram, "unlink yes")
	}
	return w.in("anna", what)
}

type unreadableDrafts struct {
	storage.Store
	failures atomic.Int32
}

func (s *unreadableDrafts) Get(ctx context.Context, key storage.Key) (storage.Doc, error) {
	if key.Kind == tables.KindDraft && s.failures.Add(-1) >= 0 {
		return storage.Doc{}, errDisk
	}
	return s.Store.Get(ctx, key)
}

func TestUnreadableDraft(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testUnreadableDraft)
}

func testUnreadableDraft(t *testing.T) {
	store := &unreadableDrafts{Store: memory.New()}
	w := startWorld(t, store)
	id := w.seat("bamberger 2", "anna", "bert")
	who, m := w.anyMove(id, "anna", "bert")
	c := w.hand(who, id).Choice
	for c == nil || c.Min > 0 { // until the choice is of announcements
		w.mustSay(who, m)
		who, m = w.anyMove(id, "anna", "bert")
		c = w.hand(who, id).Choice
	}
	value := w.chooseOne(who)
	store.failures.Store(math.MaxInt32)
	w.restart()
	synctest.Wait() // the table isn't in memory, because it can't be read
	moves := len(w.storedMoves(id, 0))
	store.failures.Store(1)
	if answer, err := w.bot.Handle(w.ctx, w.in(who, c.Line)); !errors.Is(err, errDisk) {
		t.Errorf("when the draft can't be read, the answer is %+v, %v", answer, err)
	}
	if n := len(w.storedMoves(id, 0)); n != moves {
		t.Fatalf("%d moves are stored, want %d", n, moves)
	}
	w.mustSay(who, c.Line)
	if all := w.storedMoves(id, 0)[moves:]; len(all) == 0 || strings.ReplaceAll(all[0].Action.String(), " ", ".") != value {
		t.Errorf("the moves are %v, want first %s", all, value)
	}
}

func loggedProblems(w *world) (all []string) {
	for line := range strings.Lines(w.log.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") {
			all = append(all, line)
		}
	}
	return all
}

func TestStartWithFullDisk(t *testing.T) {
	t.Parallel()
	flaky := &storagetest.Flaky{Store: memory.New()}
	w := startWorld(t, flaky)
	w.mustSay("anna", "challenge bamberger")
	w.end()
	w.jump(25 * time.Hour)
	flaky.Fail(slices.Repeat([]storagetest.Failure{{Err: storage.ErrFull}}, 10)...)
	w.boot()
	w.mustSay("anna", "games")
	if all := loggedProblems(w); len(all) != 1 || !strings.Contains(all[0], "no room") {
		t.Errorf("the log complains:\n%s", strings.Join(all, ""))
	}
}

func TestStartDeletesExpiredTables(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.seat("bamberger 2", "anna", "bert")
		w.mustSay("bert", "leave yes")
		must(t, w.end())
		tables, marked := keys(w.documents("table")), keys(w.documents("owed"))
		for _, id := range tables {
			if !slices.Contains(marked, id) {
				w.put("owed", id, []byte("true")) // as after a kill
			}
		}
		w.jump(25 * time.Hour)
		w.boot()
		synctest.Wait()
		must(t, w.end())
		if left := keys(w.documents("table")); len(tables) == 0 || len(left) > 0 {
			t.Errorf("%d tables existed, %d are left, want none", len(tables), len(left))
		}
		if all := loggedProblems(w); len(all) > 0 {
			t.Errorf("the log complains:\n%s", strings.Join(all, ""))
		}
	})
}

func TestCancellationIsNotLoggedAtTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	canceled := fmt.Errorf("load space: %w", context.Canceled)
	w.bot.Services().Log.Warn("not done", "err", canceled)
	must(t, w.end())
	w.bot.Services().Log.Warn("not done", "err", canceled)
	w.bot.Services().Log.Warn("not done", "err", storage.ErrInvalid)
	if all := loggedProblems(w); len(all) != 2 || !strings.Contains(all[1], storage.ErrInvalid.Error()) {
		t.Errorf("the log complains:\n%s", strings.Join(all, ""))
	}
}

type smallDisk struct {
	storage.Store
	free uint64
}

func (n *smallDisk) Free() (uint64, error) { return n.free, nil }

func TestFault35LittleRoom(t *testing.T) {
	t.Parallel()
	store := &smallDisk{Store: memory.New(), free: 1 << 30}
	w := startWorld(t, store)
	id := w.seat("bamberger 2", "anna", "bert")
	store.free = 1 << 20
	w.expectRefusal("anna", "challenge bamberger", "full")
	w.expectRefusal("anna", "practice bamberger", "full")
	w.mustSay("anna", offeredMove(w.hand("anna", id)))
}

func TestConflictIsRetried(t *testing.T) {
	t.Parallel()
	flaky := newInputFailures()
	w := startWorld(t, flaky, withOthers("telegram"))
	id := w.seat("bamberger 2", "anna", "bert")
	flaky.Fail(storagetest.Failure{Err: storage.ErrConflict}, storagetest.Failure{Err: storage.ErrConflict})
	w.mustSay("anna", offeredMove(w.hand("anna", id)))
	if n := len(w.storedMoves(id, 0)); n != 1 {
		t.Errorf("%d moves, want 1", n)
	}
	for _, in := range []chat.Input{w.in(annaTelegram, w.linkCode(annaFake)), w.in(annaTelegram, "unlink yes")} {
		flaky.Fail(storagetest.Failure{Err: storage.ErrConflict})
		if a := w.input(in); a.Refused {
			t.Errorf("%q is refused: %s", in.Line, a.Alert)
		}
	}
}

// TestUnreadableTable: an unreadable table is skipped; an unreadable summary is replaced.
func TestUnreadableTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	bad, good := w.seat("bamberger 2", "anna", "bert"), w.seat("bamberger 2", "carl", "dora")
	w.mustSay("anna", offeredMove(w.hand("anna", bad)))
	card := w.storedMoves(bad, 0)[0].Action.Cards.Highest()
	w.end()
	w.edit("table", bad, `"0 exchange `, `"0 exchange XXI `)
	w.put("brief", good, []byte(`{"id":3}`))
	w.boot()
	if page := text(*w.mustSay("carl", "games").Screen); !strings.Contains(page, good) {
		t.Errorf("carl's games are\n%s", page)
	}
	w.mustSay("carl", offeredMove(w.hand("carl", good)))
	w.mustSay("anna", "games")
	if log := w.log.String(); !strings.Contains(log, bad) || strings.Contains(log, " "+card.String()+" ") || strings.Contains(log, "XXI") {
		t.Errorf("the log must name the table and no card:\n%s", log)
	} else if !strings.Contains(log, "reading its table instead") {
		t.Errorf("the log says\n%s", log)
	}
}

func TestConflictsDoNotCountAsDone(t *testing.T) {
	t.Parallel()
	flaky := newInputFailures()
	w := startWorld(t, flaky)
	id := w.seat("spieleversum 2", "anna", "bert")
	leader, m := w.anyMove(id, "anna", "bert")
	for ; !strings.Contains(m, " play "); leader, m = w.anyMove(id, "anna", "bert") {
		w.mustSay(leader, m)
	}
	waiter := map[string]string{"anna": "bert", "bert": "anna"}[leader]
	page := w.mustSay(waiter, offeredLine(w.hand(waiter, id), "queue ")).Screen
	in := w.in(waiter, offeredLines(*page)[0])
	flaky.Fail(slices.Repeat([]storagetest.Failure{{Err: storage.ErrConflict}}, documents.Tries)...)
	if a, err := w.bot.Handle(w.ctx, in); err == nil {
		t.Errorf("answered %+v", a)
	}
	first, err := w.bot.Handle(w.ctx, in)
	if err != nil || first.Refused {
		t.Errorf("the repeated input gets the answer %+v, %v", first, err)
	}
	if a, err := w.bot.Handle(w.ctx, in); err != nil || a != first {
		t.Errorf("repeated again, the input gets the answer %+v, %v, before %+v", a, err, first)
	}
}
