package bot_test

import (
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// doors are places that can be closed to the bot, as far as a network knows.
type doors struct {
	mu     sync.Mutex
	closed map[chat.Place]bool
	tries  map[chat.Place]int // to show something behind a closed door
}

func newDoors() *doors {
	return &doors{closed: make(map[chat.Place]bool), tries: make(map[chat.Place]int)}
}

func (d *doors) hook(p chat.Place, _ chat.Ref, _ chat.Screen) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed[p] {
		d.tries[p]++
		return chat.ErrBlocked
	}
	return nil
}

func (d *doors) set(p chat.Place, closed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed[p] = closed
}

func (d *doors) tried(p chat.Place) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.tries[p]
}

// someMoves lets the people make so many moves in private.
func someMoves(w *world, id string, n int, people ...string) {
	w.t.Helper()
	chat := w.chat
	w.chat = ""
	defer func() { w.chat = chat }()
	for range n {
		who, m := w.anyMove(id, people...)
		w.mustSay(who, m)
	}
	synctest.Wait()
}

// boards are the messages in the channel that show a table, and aren't retired.
func boards(w *world, p chat.Place) []bottest.Post {
	var all []bottest.Post
	for _, post := range w.net.Posts(p) {
		if isBoard(post.Screen) || isOver(post.Screen) {
			all = append(all, post)
		}
	}
	return all
}

// ownResult is the line that says what the reader got of a deal.
var ownResult = regexp.MustCompile(`(?m)^Deal \d+: .*\n`)

// upToDate checks that the place has one board, which shows what is now: the
// panel shows the same, and more.
func upToDate(w *world, p chat.Place, id, who string) {
	w.t.Helper()
	all := boards(w, p)
	if len(all) != 1 {
		w.t.Fatalf("%d boards, want 1", len(all))
	}
	// Only a hand says what its reader got of the deal before.
	public := func(s chat.Screen) string { return ownResult.ReplaceAllString(text(s), "") }
	if board := public(all[0].Screen); !strings.HasPrefix(public(w.hand(who, id)), board) {
		w.t.Errorf("the board is old:\n%s", board)
	}
}

// TestFault27NotStored: if it can't be stored that a place is lost, it isn't
// written to without end either.
func TestFault27NotStored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		flaky := &storagetest.Flaky{Store: memory.New()}
		w := startWorld(t, flaky, withHook(d.hook))
		id := w.seat("bamberger 2", "anna", "bert")
		synctest.Wait()
		w.net.FailNext(public, chat.RetryAfter{Wait: time.Minute})
		someMoves(w, id, 1, "anna", "bert")
		d.set(public, true)
		for range 50 {
			flaky.Fail(storagetest.Failure{Err: storage.ErrFull})
		}
		pass(time.Hour)
		if n := d.tried(public); n != 1 {
			t.Errorf("%d tries, want 1", n)
		}
	})
}

// TestAwayTwiceAtOnce: of two wishes to be away at the same moment one counts after the
// other, and there is one alarm.
func TestAwayTwiceAtOnce(t *testing.T) {
	t.Parallel()
	store := newGateAt(func(doc storage.Doc) bool { return doc.Key.Kind == "person" })
	w := startWorld(t, store)
	w.mustSay("anna", "help")
	store.shut.Store(true)
	var first sync.WaitGroup
	first.Go(func() { w.says("anna", "away 3") })
	<-store.reached
	w.mustSay("anna", "away 20")
	close(store.open)
	first.Wait()
	var alarms []string
	for _, doc := range documentsOf(t, store, "alarm") {
		if strings.Contains(doc.Key.ID, "away") {
			alarms = append(alarms, doc.Key.ID)
		}
	}
	if len(alarms) != 1 {
		t.Errorf("the alarms are %q", alarms)
	}
}
