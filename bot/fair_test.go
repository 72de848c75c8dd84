package bot_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/platform/double"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func dealsOf(w *world, id string) (all []match.StoredDeal) {
	w.t.Helper()
	for n := 1; ; n++ {
		var d match.StoredDeal
		if !w.read("deal", fmt.Sprintf("%s-%d", id, n), &d) {
			return all
		}
		if d.Proof == nil {
			w.t.Fatalf("deal %d has no proof", n)
		}
		all = append(all, d)
	}
}

func proofs(w *world, id string) []match.StoredDeal {
	w.t.Helper()
	all := dealsOf(w, id)
	if r := verified(w.t, all); r.Verdict() != verify.Fair || len(r.Holes) > 0 {
		w.t.Errorf("the match is %s: %+v", r.Verdict(), r)
	}
	return all
}

func TestFairMatch(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"bamberger 4", "strohmandeln forty 4"} {
		w := newWorld(t)
		id := w.seat(rules, "anna", "bert")
		w.mustSay("anna", "cut "+id+" mäsh the *keys* @everyone")
		w.play("anna", "bert")
		deals := proofs(w, id)
		w.mustSay("anna", "rematch "+id)
		w.mustSay("bert", "rematch "+id)
		var over struct{ Next string }
		var next struct{ Fair match.Fairness }
		w.read("table", id, &over)
		w.read("table", over.Next, &next)
		last, now := deals[len(deals)-1].Proof, next.Fair.Anchor
		if len(deals) < 4 || len(deals[0].Proof.Draws) == 0 || string(now.Previous) != string(last.Signature) || now.Hash == last.Anchor.Hash {
			t.Errorf("%s: %d deals, and a rematch that follows %x", rules, len(deals), now.Previous)
		}
	}
}

func TestSecretsOfDecks(t *testing.T) {
	t.Parallel()
	seen := new(double.Log)
	w := startWorld(t, memory.New(), withHook(func(_ chat.Place, _ chat.Ref, s chat.Screen) error {
		fmt.Fprintf(seen, "%+v\n", s)
		return nil
	}))
	id := w.seat("bamberger 2", "anna", "bert")
	w.mustSay("anna", move(w.hand("anna", id)))
	receipt := w.mustSay("anna", "proof "+id)
	kept, err := verify.ParseReceipts(receipt.File.Data)
	if err != nil || len(kept) < 2 {
		t.Fatalf("%d receipts, of the deal and of the draws: %v", len(kept), err)
	}
	for _, r := range kept {
		if err := r.Check(); err != nil {
			t.Errorf("receipt %d: %v", r.Context.Number, err)
		}
	}
	told := w.mustSay("anna", "export").File.Data
	var now struct{ Fair match.Fairness }
	w.read("table", id, &now)
	w.wait(public, contains("✓ checkable"))
	for what, text := range map[string]string{"screens": seen.String(), "the receipt": string(receipt.File.Data), "the export": string(told), "the log": w.log.String()} {
		for n := now.Fair.Made; n <= now.Fair.Chain.Length; n++ {
			if strings.Contains(text, now.Fair.Chain.Seed(n).String()) {
				t.Fatalf("seed %d is in %s", n, what)
			}
		}
	}
	if !strings.Contains(seen.String(), "✓ checkable") {
		t.Error("no screen has the checkable mark")
	}
}

func TestOldTables(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	w.mustSay("carl", "practice kosakeln")
	alone := w.table("carl")
	w.end()
	w.edit("table", id, `"fair":`, `"was":`)
	w.edit("table", alone, `,"level":"medium"`, "")
	w.boot()
	w.refuses("anna", "proof "+id, "proof-none")
	w.play("anna", "bert")
	var first, second match.StoredDeal
	w.read("deal", id+"-1", &first)
	w.read("deal", id+"-2", &second)
	if first.Proof != nil || second.Proof == nil {
		t.Errorf("the first deal's proof is %v, the second's %v", first.Proof, second.Proof)
	}
	if page := w.mustSay("anna", "verify "+id+"-1"); !contains(said("verify.unchecked"))(*page.Screen) || page.File == nil {
		t.Errorf("verify says\n%s", text(*page.Screen))
	}
	if s := text(w.hand("carl", alone)); !strings.Contains(s, "② "+isolated(said("name.computer"))) || strings.Contains(s, "(computer") {
		t.Errorf("the table is shown as\n%s", s)
	}
	w.mustSay("carl", move(w.hand("carl", alone)))
	w.mustSay("carl", "leave yes")
	for _, command := range []string{"history", "replay " + alone + "-1"} {
		if s := text(*w.mustSay("carl", command).Screen); !strings.Contains(s, isolated(said("name.computer"))) {
			t.Errorf("%s shows\n%s", command, s)
		}
	}
}

func TestChainUsedUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 4", "anna", "bert")
	w.mustSay("anna", "cut "+id+" anna's")
	w.mustSay("bert", "cut "+id+" bert's")
	w.end()
	w.edit("table", id, `"made":\d+`, `"made":512`)
	w.boot()
	w.play("anna", "bert")
	deals := dealsOf(w, id)
	if len(deals) < 2 {
		t.Fatalf("%d deals", len(deals))
	}
	for i, d := range deals { // most of the first chain was never used
		if r := verified(t, d); r.Verdict() == verify.Violated {
			t.Errorf("deal %d: %+v", i+1, r)
		}
	}
	first, second := deals[0].Proof, deals[1].Proof
	if second.Anchor.Hash == first.Anchor.Hash || string(second.Anchor.Previous) != string(first.Signature) || second.Context.Number != 1 {
		t.Errorf("deck %d of chain %s after chain %s", second.Context.Number, second.Anchor.Short(), first.Anchor.Short())
	}
	if second.Context.Level != fair.ByHost {
		t.Error("a cut before the new chain counts for it")
	}
}

func verified(t testing.TB, deals any) verify.Report {
	t.Helper()
	file, err := json.Marshal(deals)
	if err != nil {
		t.Fatal(err)
	}
	return verify.File(file, verify.Evidence{})
}

// cutter returns the player who must cut; empty if there is none.
func cutter(w *world, id string) string {
	w.t.Helper()
	for _, who := range []string{"anna", "bert"} {
		if line(w.hand(who, id), "cut "+id+" off ") != "" {
			return who
		}
	}
	return ""
}

func endsDeal(w *world, who, id string) {
	w.t.Helper()
	w.mustSay(who, "resign "+id+" yes")
	synctest.Wait()
}

func cutBy(w *world, id, text string) {
	w.t.Helper()
	if p := proofs(w, id)[0].Proof; p.EffectiveLevel() != fair.ByCutter || *p.Cuts[0].Text != text {
		w.t.Errorf("level %d, cut by %q", p.EffectiveLevel(), *p.Cuts[0].Text)
	}
}

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
				t.Fatal("answered although nothing was stored")
			}
			<-w.done
			w.rise(store)
			if (cutter(w, id) == first) == applied {
				t.Error("the cut is lost")
			}
			w.input(in)
			endsDeal(w, first, id)
			if cutBy(w, id, "abc"); proofs(w, id)[0].Proof.Commitment != kept[0].Commitment {
				t.Error("another deck was dealt")
			}
		})
	}
}

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

func TestCutAtTheLastMoment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		random := &interrupted{Reader: rand.Reader}
		w := startWorld(t, memory.New(), ticking, func(w *world) { w.random = random })
		id := w.seat("spieleversum 2 live cut=deal", "anna", "bert")
		synctest.Wait()
		first := cutter(w, id)
		cut := func() { w.says(first, "cut "+id+" abc") }
		random.before.Store(&cut) // the host's cut reads an id first
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
