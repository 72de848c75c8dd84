package bot_test

import (
	"crypto/rand"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// cutter returns the player that the table waits for to cut; "" if there is none.
func cutter(w *world, id string) string {
	w.t.Helper()
	for _, who := range []string{"anna", "bert"} {
		if line(w.hand(who, id), "cut "+id+" off ") != "" {
			return who
		}
	}
	return ""
}

// endsDeal lets one of them give the deal up.
func endsDeal(w *world, who, id string) {
	w.t.Helper()
	w.mustSay(who, "resign "+id+" yes")
	synctest.Wait()
}

// cutBy checks that the first deal of the table was cut with the text.
func cutBy(w *world, id, text string) {
	w.t.Helper()
	if p := proofs(w, id)[0].Proof; p.EffectiveLevel() != fair.ByCutter || *p.Cuts[0].Text != text {
		w.t.Errorf("level %d, cut by %q", p.EffectiveLevel(), *p.Cuts[0].Text)
	}
}

// TestCutKilled: a bot that dies as a deck is cut deals from that deck, and no other.
func TestCutKilled(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			store := &storagetest.Flaky{Store: memory.New()}
			w := startWorld(t, store, ticking)
			id := w.seat("spieleversum 2 live cut=deal", "anna", "bert")
			synctest.Wait()
			first := cutter(w, id)
			kept, err := verify.ParseReceipts(w.mustSay("anna", "proof "+id).File.Data)
			if err != nil {
				t.Fatal(err)
			}
			in := w.in(first, "cut "+id+" abc")
			store.Fail(storagetest.Failure{Err: storage.ErrUncertain, Applied: applied})
			if _, err := w.bot.Handle(w.ctx, in); err == nil {
				t.Fatal("said though nothing was stored")
			}
			<-w.done
			_ = w.end()
			store.Reopen()
			w.boot()
			if (cutter(w, id) == first) == applied {
				t.Error("the cut is lost")
			}
			w.input(in)
			endsDeal(w, first, id)
			if cutBy(w, id, "abc"); proofs(w, id)[0].Proof.Commitment != kept[0].Commitment {
				t.Error("it was dealt from another deck")
			}
		})
	}
}

// interrupted is a source of random bytes that does something before it is read once.
type interrupted struct {
	io.Reader
	before atomic.Pointer[func()]
}

func (r *interrupted) Read(b []byte) (int, error) {
	if do := r.before.Swap(nil); do != nil {
		(*do)()
	}
	return r.Reader.Read(b)
}

// TestCutAtTheLastMoment: a text that comes while the host is about to cut counts, and the
// host doesn't cut as well.
func TestCutAtTheLastMoment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		random := &interrupted{Reader: rand.Reader}
		w := startWorld(t, memory.New(), ticking, func(w *world) { w.random = random })
		id := w.seat("spieleversum 2 live cut=deal", "anna", "bert")
		synctest.Wait()
		first := cutter(w, id)
		cut := func() { w.says(first, "cut "+id+" abc") }
		random.before.Store(&cut) // the host's cut needs an id first
		pass(21 * time.Second)
		if random.before.Load() != nil {
			t.Fatal("the host wasn't about to cut")
		}
		if strings.Contains(w.log.String(), "level=ERROR") {
			t.Error(w.log)
		}
		endsDeal(w, first, id)
		cutBy(w, id, "abc")
	})
}
