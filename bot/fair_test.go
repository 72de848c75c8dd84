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

func provenDeals(w *world, id string) (all []match.StoredDeal) {
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

func verifiedDeals(w *world, id string) []match.StoredDeal {
	w.t.Helper()
	all := provenDeals(w, id)
	if r := verifyDeals(w.t, all); r.Verdict() != verify.Fair || len(r.Holes) > 0 {
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
		w.playMatch("anna", "bert")
		deals := verifiedDeals(w, id)
		w.mustSay("anna", "rematch "+id)
		w.mustSay("bert", "rematch "+id)
		var over struct{ Next string }
		var next struct{ Fair match.Fairness }
		w.read("table", id, &over)
		w.read("table", over.Next, &next)
		last, now := deals[len(deals)-1].Proof, next.Fair.Anchor
		if len(deals) < 4 || len(deals[0].Proof.Draws) == 0 || string(now.Previous) != string(last.Signature) || now.Hash == last.Anchor.Hash {
			t.Errorf("%s: %d deals; the rematch's chain follows %x", rules, len(deals), now.Previous)
		}
	}
}

func TestDeckSecretsStayHidden(t *testing.T) {
	t.Parallel()
	seen := new(double.Log)
	w := startWorld(t, memory.New(), withHook(func(_ chat.Place, _ chat.Ref, s chat.Screen) error {
		fmt.Fprintf(seen, "%+v\n", s)
		return nil
	}))
	id := w.seat("bamberger 2", "anna", "bert")
	w.mustSay("anna", offeredMove(w.hand("anna", id)))
	receipt := w.mustSay("anna", "proof "+id)
	receipts, err := verify.ParseReceipts(receipt.File.Data)
	if err != nil || len(receipts) < 2 {
		t.Fatalf("%d receipts, want one of the deal and one of the draws: %v", len(receipts), err)
	}
	for _, r := range receipts {
		if err := r.Check(); err != nil {
			t.Errorf("receipt %d: %v", r.Context.Number, err)
		}
	}
	export := w.mustSay("anna", "export").File.Data
	var now struct{ Fair match.Fairness }
	w.read("table", id, &now)
	w.wait(public, contains("✓ checkable"))
	for what, text := range map[string]string{"screens": seen.String(), "the receipt": string(receipt.File.Data), "the export": string(export), "the log": w.log.String()} {
		for n := now.Fair.DecksMade; n <= now.Fair.Chain.Length; n++ {
			if strings.Contains(text, now.Fair.Chain.Seed(n).String()) {
				t.Fatalf("seed %d is in %s", n, what)
			}
		}
	}
	if !strings.Contains(seen.String(), "✓ checkable") {
		t.Error("no screen has the checkable mark")
	}
}

func TestTablesOfOlderVersions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("bamberger 2", "anna", "bert")
	w.mustSay("carl", "practice kosakeln")
	practice := w.tableOf("carl")
	w.end()
	w.edit("table", id, `"fair":`, `"was":`)
	w.edit("table", practice, `,"level":"medium"`, "")
	w.boot()
	w.expectRefusal("anna", "proof "+id, "proof-none")
	w.playMatch("anna", "bert")
	var first, second match.StoredDeal
	w.read("deal", id+"-1", &first)
	w.read("deal", id+"-2", &second)
	if first.Proof != nil || second.Proof == nil {
		t.Errorf("the first deal's proof is %v, the second's %v", first.Proof, second.Proof)
	}
	if page := w.mustSay("anna", "verify "+id+"-1"); !contains(inEnglish("verify.unchecked"))(*page.Screen) || page.File == nil {
		t.Errorf("verify says\n%s", text(*page.Screen))
	}
	if s := text(w.hand("carl", practice)); !strings.Contains(s, "② "+isolated(inEnglish("name.computer"))) || strings.Contains(s, "(computer") {
		t.Errorf("carl's hand shows\n%s", s)
	}
	w.mustSay("carl", offeredMove(w.hand("carl", practice)))
	w.mustSay("carl", "leave yes")
	for _, command := range []string{"history", "replay " + practice + "-1"} {
		if s := text(*w.mustSay("carl", command).Screen); !strings.Contains(s, isolated(inEnglish("name.computer"))) {
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
	w.playMatch("anna", "bert")
	deals := provenDeals(w, id)
	if len(deals) < 2 {
		t.Fatalf("%d deals", len(deals))
	}
	for i, d := range deals { // most of the first chain was never used
		if r := verifyDeals(t, d); r.Verdict() == verify.Violated {
			t.Errorf("deal %d: %+v", i+1, r)
		}
	}
	first, second := deals[0].Proof, deals[1].Proof
	if second.Anchor.Hash == first.Anchor.Hash || string(second.Anchor.Previous) != string(first.Signature) || second.Context.Number != 1 {
		t.Errorf("the second deal has deck %d of chain %s, want deck 1 of a chain after %s", second.Context.Number, second.Anchor.Short(), first.Anchor.Short())
	}
	if second.Context.Level != fair.LevelHost {
		t.Error("a cut from before the new chain counts for that chain")
	}
}

func verifyDeals(t testing.TB, deals any) verify.Report {
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
		if offeredLine(w.hand(who, id), "cut "+id+" off ") != "" {
			return who
		}
	}
	return ""
}

func resignDeal(w *world, who, id string) {
	w.t.Helper()
	w.mustSay(who, "resign "+id+" yes")
	synctest.Wait()
}

func expectCutText(w *world, id, text string) {
	w.t.Helper()
	if p := verifiedDeals(w, id)[0].Proof; p.EffectiveLevel() != fair.LevelCutter || *p.Cuts[0].Text != text {
		w.t.Errorf("level %d with the cut %q, want %q", p.EffectiveLevel(), *p.Cuts[0].Text, text)
	}
}

func TestCutSurvivesKill(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			store := &storagetest.Flaky{Store: memory.New()}
			w := startWorld(t, store, withTickingClock)
			id := w.seat("spieleversum 2 live cut=deal", "anna", "bert")
			synctest.Wait()
			first := cutter(w, id)
			receipts, err := verify.ParseReceipts(w.mustSay("anna", "proof "+id).File.Data)
			if err != nil {
				t.Fatal(err)
			}
			in := w.in(first, "cut "+id+" abc")
			store.Fail(storagetest.Failure{Err: storage.ErrUncertain, Applied: applied})
			if _, err := w.bot.Handle(w.ctx, in); err == nil {
				t.Fatal("answered although nothing was stored")
			}
			<-w.done
			w.restartAfterKill(store)
			if (cutter(w, id) == first) == applied {
				t.Errorf("stored %v: the cut is lost, or counts without being stored", applied)
			}
			w.input(in)
			resignDeal(w, first, id)
			if expectCutText(w, id, "abc"); verifiedDeals(w, id)[0].Proof.Commitment != receipts[0].Commitment {
				t.Error("another deck was dealt")
			}
		})
	}
}

type interruptedReader struct {
	io.Reader
	interrupt atomic.Pointer[func()]
}

func (r *interruptedReader) Read(b []byte) (int, error) {
	if do := r.interrupt.Swap(nil); do != nil {
		(*do)()
	}
	return r.Reader.Read(b)
}

func TestCutAtTheLastMoment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		random := &interruptedReader{Reader: rand.Reader}
		w := startWorld(t, memory.New(), withTickingClock, func(w *world) { w.random = random })
		id := w.seat("spieleversum 2 live cut=deal", "anna", "bert")
		synctest.Wait()
		first := cutter(w, id)
		cut := func() { w.says(first, "cut "+id+" abc") }
		random.interrupt.Store(&cut) // the host's cut reads an id first
		pass(21 * time.Second)
		if random.interrupt.Load() != nil {
			t.Fatal("the host wasn't about to cut")
		}
		if strings.Contains(w.log.String(), "level=ERROR") {
			t.Error(w.log)
		}
		resignDeal(w, first, id)
		expectCutText(w, id, "abc")
	})
}
