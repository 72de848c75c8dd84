package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/platform/double"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// deals are the deals of the table that are stored, by number from 1. All have proofs.
func (w *world) deals(id string) (all []match.StoredDeal) {
	w.t.Helper()
	for n := 1; ; n++ {
		var d match.StoredDeal
		if !w.read("deal", fmt.Sprintf("%s-%d", id, n), &d) {
			return all
		}
		if d.Proof == nil {
			w.t.Fatalf("deal %d can't be checked", n)
		}
		all = append(all, d)
	}
}

// proofs are the deals of the table that are stored, by number from 1. Their proofs hold.
func (w *world) proofs(id string) []match.StoredDeal {
	w.t.Helper()
	all := w.deals(id)
	if r := verify.File(w.encode(all), verify.Evidence{}); r.Verdict() != verify.Fair || len(r.Holes) > 0 {
		w.t.Errorf("the match is %s: %+v", r.Verdict(), r)
	}
	return all
}

// shown waits until the place shows all the parts.
func (w *world) shown(place chat.Place, parts ...string) {
	w.t.Helper()
	w.wait(place, func(s chat.Screen) bool {
		return !slices.ContainsFunc(parts, func(p string) bool { return !contains(p)(s) })
	})
}

// TestCutTooLate: a text that no deck is left for is refused, and one that has counted isn't announced for a deal
// that never comes.
func TestCutTooLate(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "bamberger 2")
		var now struct{ Setup engine.Setup }
		w.read("table", id, &now)
		late, early := "anna", "bert" // the second deal's cutter sits where the first deal's dealer does
		if now.Setup.First == 0 {
			late, early = early, late
		}
		w.refuses(late, "cut "+id+" mine", "cut-over")
		for _, no := range []string{"off", "aus"} { // which is no text
			if a := w.mustSay(early, "cut "+id+" "+no); a.Alert != said("cut.off") {
				t.Errorf("%q is answered %+v", no, a)
			}
		}
		w.mustSay(early, "cut "+id+" plugh")
		w.shown(public, "From deal 2 on at the earliest, ", "plugh")
		w.endsDeal(late, id)
		w.shown(public, displayname.Isolate(early)+" cut with plugh")
		w.refuses(late, "cut "+id+" mine", "cut-over")
		w.endsDeal(early, id)
		w.shown(public, "Text for cutting by ", displayname.Isolate(early)+": plugh")
		w.refuses(late, "cut "+id+" mine", "cut-over")
	})
}

// TestFairMatch: the challenge tells the anchor; a text counts from the next deck on, and
// only for the decks that its seat cuts; each deck's commitment is on the board before it is
// played; all can be checked afterwards.
func TestFairMatch(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"bamberger 4", "strohmandeln forty 4"} {
		t.Run(rules, func(t *testing.T) {
			w := newWorld(t)
			w.mustSay("bert", "help")
			w.mustSay("anna", "challenge @bert "+rules)
			id := w.challenge()
			var anchored struct{ Fair match.Fairness }
			w.read("table", id, &anchored)
			w.shown(public, anchored.Fair.Anchor.Short())
			w.refuses("anna", "cut "+id+" too early", "cut-early")
			w.mustSay("bert", "accept "+id)
			w.mustSay("anna", "cut "+id+"  mäsh   the *keys* @everyone ")
			const typed = "mäsh the *keys* @everyone"
			var now struct {
				Setup engine.Setup
				Fair  match.Fairness
			}
			w.read("table", id, &now)
			from := fmt.Sprintf("From deal %d on at the earliest, ", 2+now.Setup.First) // Anna, in the first seat, cuts what Bert deals
			for _, place := range []chat.Place{public, private("anna")} {
				w.shown(place, typed, from, "✓ checkable")
				board := fmt.Sprintf("%+v", w.wait(place, contains(typed)))
				if strings.Contains(board, now.Fair.Deal.Short()) || strings.Contains(board, now.Fair.Anchor.Short()) {
					t.Errorf("%v shows a hash:\n%s", place, board)
				}
			}
			proof := text(*w.mustSay("anna", "proof "+id).Screen)
			if !strings.Contains(proof, now.Fair.Deal.Commitment.String()) || !strings.Contains(proof, now.Fair.Anchor.Hash.String()) || !strings.Contains(proof, "Level 0: nobody has cut") {
				t.Errorf("behind Proof stands\n%s", proof)
			}
			w.refuses("anna", "cut "+id+" again", "cut-done")
			w.refuses("carl", "cut "+id+" mine", "not-seated")
			w.play("anna", "bert")

			deals := w.proofs(id)
			if len(deals) < 4 {
				t.Fatalf("%d deals can be checked", len(deals))
			}
			for i, d := range deals {
				p := d.Proof
				if p.Anchor.Hash != anchored.Fair.Anchor.Hash {
					t.Errorf("deal %d has another anchor than the challenge", i+1)
				}
				cutter := (int(d.Record.Dealer) + 1) % 2
				want := fair.ByHost
				if i > 0 && cutter == 0 { // Anna sits in the first seat, and typed during the first deal
					want = fair.ByCutter
				}
				if got := *p.Cuts[0].Text; p.Context.Level != want || (got == typed) != (want == fair.ByCutter) {
					t.Errorf("deal %d, cut by %d: level %d with %q", i+1, cutter, p.Context.Level, got)
				}
				if i > 0 && string(p.Previous) != string(deals[i-1].Proof.Signature) {
					t.Errorf("deal %d doesn't follow the one before", i+1)
				}
			}
			draws := deals[0].Proof.Draws
			if len(draws) == 0 {
				t.Fatal("nobody drew")
			}
			last := draws[len(draws)-1]
			set := card.Full
			if strings.Contains(rules, "forty") {
				set = card.SetOf(deals[0].Record.Deck...)
			}
			deck := last.Deck(set)
			if err := last.Check(fair.TextOf(deck)); err != nil {
				t.Errorf("the draw: %v", err)
			}
			if first, ok := engine.CutForDeal(deck[:2]); !ok || first != deals[0].Record.Dealer {
				t.Errorf("drawn was %v, and %d dealt", deck[:2], deals[0].Record.Dealer)
			}

			for i, d := range deals {
				page := text(*w.mustSay("carl", fmt.Sprintf("verify %s-%d", id, i+1)).Screen)
				if !strings.Contains(page, said("verify.fair")) || strings.Contains(page, typed) != (*d.Proof.Cuts[0].Text == typed) {
					t.Errorf("deal %d is told as\n%s", i+1, page)
				}
			}
			if s := *w.mustSay("anna", "verify").Screen; line(s, "verify "+id) == "" {
				t.Errorf("without a code no deal is offered:\n%s", text(s))
			}
			w.mustSay("anna", "rematch "+id)
			w.mustSay("bert", "rematch "+id)
			var over struct{ Next string }
			w.read("table", id, &over)
			w.read("table", over.Next, &now)
			if before := deals[len(deals)-1].Proof.Signature; string(now.Fair.Anchor.Previous) != string(before) || now.Fair.Anchor.Hash == anchored.Fair.Anchor.Hash {
				t.Error("the rematch's chain doesn't follow the last receipt")
			}
		})
	}
}

// TestTypedDuringDeal: what is typed while a deal is played is in none of its cards.
func TestTypedDuringDeal(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 4")
	w.mustSay("anna", "cut anna's")
	w.mustSay("bert", "cut bert's")
	w.play("anna", "bert")
	for i, d := range w.proofs(id) {
		if want := min(i, 1); int(d.Proof.Context.Level) != want {
			t.Errorf("deal %d is of level %d, want %d", i+1, d.Proof.Context.Level, want)
		}
	}
}

// TestSecretsOfDecks: nobody is told the seeds while they are to come: not on boards and
// panels, not in receipts, not in what is told of what is kept.
func TestSecretsOfDecks(t *testing.T) {
	t.Parallel()
	seen := new(double.Log)
	w := startWorld(t, memory.New(), withHook(func(_ chat.Place, _ chat.Ref, s chat.Screen) error {
		fmt.Fprintf(seen, "%+v\n", s)
		return nil
	}))
	id := w.seat("anna", "bert", "bamberger 2")
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
	w.refuses("carl", "proof "+id, "not-seated")
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
		t.Error("nothing was looked at")
	}
}

// TestFairAfterRestart: after a restart the same deck goes on, and the next is of the same
// chain.
func TestFairAfterRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	var before, after struct{ Fair match.Fairness }
	w.read("table", id, &before)
	w.restart()
	w.mustSay("anna", move(w.hand("anna", id)))
	w.read("table", id, &after)
	if before.Fair.Deal.Commitment != after.Fair.Deal.Commitment || before.Fair.Chain != after.Fair.Chain {
		t.Error("another deck after a restart")
	}
	w.play("anna", "bert")
	if n := len(w.proofs(id)); n < 2 {
		t.Errorf("%d deals", n)
	}
}

// TestOldTables: a deal that was dealt before decks could be checked has no proof; the
// table's next has one.
func TestOldTables(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 2")
	w.end()
	w.editTable(id, func(fields map[string]json.RawMessage) { delete(fields, "fair") })
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
}

// TestChainUsedUp: when a chain has no deck left another goes on, signed by the last receipt.
func TestChainUsedUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 4")
	w.mustSay("anna", "cut "+id+" anna's")
	w.mustSay("bert", "cut "+id+" bert's")
	w.end()
	w.editTable(id, func(fields map[string]json.RawMessage) {
		var f map[string]json.RawMessage
		w.decode(fields["fair"], &f)
		f["made"] = json.RawMessage("512")
		fields["fair"] = w.encode(f)
	})
	w.boot()
	w.play("anna", "bert")
	deals := w.deals(id)
	if len(deals) < 2 {
		t.Fatalf("%d deals", len(deals))
	}
	for i, d := range deals { // they aren't one history: most of the first chain was never used
		if r := verify.File(w.encode(d), verify.Evidence{}); r.Verdict() == verify.Violated {
			t.Errorf("deal %d: %+v", i+1, r)
		}
	}
	first, second := deals[0].Proof, deals[1].Proof
	if second.Anchor.Hash == first.Anchor.Hash || string(second.Anchor.Previous) != string(first.Signature) || second.Context.Number != 1 {
		t.Errorf("deck %d of %s after %s", second.Context.Number, second.Anchor.Short(), first.Anchor.Short())
	}
	if second.Context.Level != fair.ByHost {
		t.Error("what was typed before the new chain was made counts for it")
	}
}

// editTable changes the fields of a table in the store.
func (w *world) editTable(id string, change func(fields map[string]json.RawMessage)) {
	w.t.Helper()
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: "table", ID: id})
	if err != nil {
		w.t.Fatal(err)
	}
	fields := make(map[string]json.RawMessage)
	w.decode(doc.Data, &fields)
	change(fields)
	doc.Data = w.encode(fields)
	if err := w.store.Commit(w.ctx, doc); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) encode(v any) []byte {
	w.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		w.t.Fatal(err)
	}
	return data
}

// TestVoidDeal: a deal that is closed unplayed is revealed, too.
func TestVoidDeal(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking, func(w *world) { w.clocks.AbandonedDays = 1 })
		id := w.seat("anna", "bert", "bamberger 2 pace=none")
		w.mustSay("anna", move(w.hand("anna", id)))
		pass(day * 25 / 24)
		w.shown(public, said("closed.abandoned"))
		deals := w.proofs(id)
		if len(deals) != 1 || deals[0].Record.Result != nil {
			t.Errorf("%d deals, want the void one", len(deals))
		}
	})
}

// TestForgottenCuts: the text of who is forgotten is gone, from running tables and from
// finished deals; the proofs still hold by its hash.
func TestForgottenCuts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const secret = "my cat is called Mimi"
	over := w.seat("anna", "bert", "bamberger 4")
	w.mustSay("anna", "cut "+over+" "+secret)
	w.mustSay("bert", "cut "+over+" bert's")
	w.play("anna", "bert")
	w.mustSay("anna", "challenge @bert bamberger 4")
	running := w.challenge()
	w.mustSay("bert", "accept "+running)
	w.mustSay("anna", "cut "+running+" "+secret)
	w.mustSay("anna", "forget yes")
	w.gone(secret)
	erased, kept := 0, 0
	for _, id := range []string{over, running} {
		for _, d := range w.proofs(id) {
			for _, c := range d.Proof.Cuts {
				switch {
				case c.Text == nil:
					erased++
				case *c.Text == "bert's":
					kept++
				}
			}
		}
	}
	if erased == 0 || kept == 0 {
		t.Errorf("%d texts were erased and %d kept", erased, kept)
	}
}

// TestNeverAsked: who wants no prompt gets no button, alone with the computer nobody does,
// and who presses it is asked.
func TestNeverAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("anna", "bert", "bamberger 4")
	offered := func(s chat.Screen) bool { return line(s, "cut ") != "" }
	w.panel("anna", offered)
	if ask := w.mustSay("anna", "cut "+id).Ask; ask == nil || ask.Line != "cut "+id || ask.Title == "" || ask.Max == 0 {
		t.Errorf("asked is %+v", ask)
	}
	w.mustSay("anna", "settings cut never")
	w.panel("anna", func(s chat.Screen) bool { return !offered(s) && line(s, "proof ") != "" })
	w.mustSay("anna", "settings cut ask")
	w.panel("anna", offered)
	w.refuses("anna", "settings cut perhaps", "no-cut-wish")
	w.mustSay("anna", "leave yes")

	w.mustSay("carl", "practice bamberger 2")
	s := w.panel("carl", func(s chat.Screen) bool { return move(s) != "" })
	if offered(s) || line(s, "proof ") != "" || contains("✓")(s) {
		t.Errorf("alone with the computer one is bothered:\n%s", text(s))
	}
	w.refuses("carl", "cut mine", "cut-alone")
}

// TestForgottenCutsTakenOver: the text of who is forgotten is gone as well where the computer
// plays on for them.
func TestForgottenCutsTakenOver(t *testing.T) {
	t.Parallel()
	for _, left := range []bool{false, true} {
		w := newWorld(t)
		const secret = "my cat is called Mimi"
		w.mustSay("bert", "help")
		w.mustSay("carl", "help")
		w.mustSay("anna", "challenge @bert @carl loew")
		id := w.challenge()
		w.mustSay("bert", "accept "+id)
		w.mustSay("carl", "accept "+id)
		w.mustSay("anna", "cut "+id+" "+secret)
		w.end()
		w.editTable(id, func(fields map[string]json.RawMessage) { // a draw that Anna has cut, too
			drawn := strings.Replace(string(fields["fair"]), `"cuts":[{"seat":0,"text":""`, `"cuts":[{"seat":0,"text":"`+secret+`"`, 1)
			if !strings.Contains(drawn, secret) {
				t.Fatal("there is no draw")
			}
			fields["fair"] = json.RawMessage(drawn)
		})
		w.boot()
		if left {
			w.mustSay("anna", "leave yes")
		}
		w.mustSay("anna", "forget yes")
		w.gone(secret)
	}
}

// gone waits until no table and no deal holds the text.
func (w *world) gone(text string) {
	w.t.Helper()
	w.eventually("the text to be gone", func() bool {
		for _, kind := range []string{"deal", "table"} {
			for _, data := range w.documents(kind) {
				if strings.Contains(string(data), text) {
					return false
				}
			}
		}
		return true
	})
}
