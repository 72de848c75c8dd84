package bot_test

import (
	"crypto/rand"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/engine/card"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// cutEach is a match in which who cuts does so before each deal.
const cutEach = " live cut=deal"

// cutter is who the table waits for to cut, of the people; "" if nobody.
func (w *world) cutter(id string, people ...string) (who string) {
	w.t.Helper()
	for _, p := range people {
		if w.uncut(p, id) != "" {
			who += p
		}
	}
	return who
}

// uncut is the line of the person's button that cuts with nothing; "" if they have none.
func (w *world) uncut(who, id string) string { return line(w.hand(who, id), "cut "+id+" off ") }

// commitment is that of the deck by the person's receipt.
func (w *world) commitment(who, id string) fair.Hash {
	w.t.Helper()
	kept, err := verify.ParseReceipts(w.mustSay(who, "proof "+id).File.Data)
	if err != nil {
		w.t.Fatal(err)
	}
	if faults := kept[0].Check(); faults != nil {
		w.t.Error(faults)
	}
	return kept[0].Commitment
}

// proven checks the finished deals of the table, and says whom to trust for each, and by
// what texts they were cut.
func (w *world) proven(id string) (levels []fair.Level, texts []string, commitments []fair.Hash) {
	w.t.Helper()
	for doc, err := range w.store.Scan(w.ctx, "deal", "", "") {
		if err != nil {
			w.t.Fatal(err)
		}
		var d match.StoredDeal
		if err := json.Unmarshal(doc.Data, &d); err != nil || !strings.HasPrefix(doc.Key.ID, id) {
			w.t.Fatal(doc.Key.ID, err)
		}
		if err := d.Proof.Check(verify.Outcome(d.Record)); err != nil {
			w.t.Error(doc.Key.ID, err)
		}
		if deck := d.Proof.Deck(card.SetOf(d.Record.Deck...)); !slices.Equal(deck, d.Record.Deck) {
			w.t.Errorf("%s: dealt from %v, proven is %v", doc.Key.ID, d.Record.Deck, deck)
		}
		if c := d.Proof.Context; c.Level != fair.ByCutter || c.Dealer != int(d.Record.Dealer) {
			w.t.Errorf("%s: committed to level %d and dealer %d, dealt by %d", doc.Key.ID, c.Level, c.Dealer, d.Record.Dealer)
		}
		levels, commitments = append(levels, d.Proof.EffectiveLevel()), append(commitments, d.Proof.Commitment)
		texts = append(texts, *d.Proof.Cuts[0].Text)
	}
	return levels, texts, commitments
}

// endsDeal lets one of them give the deal up.
func (w *world) endsDeal(who, id string) {
	w.t.Helper()
	w.mustSay(who, "resign "+id+" yes")
	synctest.Wait()
}

func otherOf(who string) string { return map[string]string{"anna": "bert", "bert": "anna"}[who] }

// mayCut is how what is shown begins of who is waited for.
func mayCut(who string) string { return displayname.Isolate(who) + " may cut until" }

// TestCutEach: before each deal the table commits to the deck, and waits for who cuts it:
// for their text, for their no, or for 20 seconds. All can be checked afterwards.
func TestCutEach(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 4"+cutEach)
		synctest.Wait()
		first := w.cutter(id, "anna", "bert")
		other := otherOf(first)
		if other == "" {
			t.Fatalf("%q are asked to cut", first)
		}
		committed := w.commitment(other, id)
		board := w.wait(public, contains("✓ checkable"))
		if !strings.Contains(text(board), mayCut(first)) || move(w.hand(first, id))+move(w.hand(other, id)) != "" {
			t.Fatalf("nobody waits:\n%s", text(board))
		}
		if at := slices.Concat(board.Text...); !slices.ContainsFunc(at, func(s chat.Span) bool { return s.At.Equal(w.time().Add(20 * time.Second)) }) {
			t.Errorf("no time in 20 seconds is told:\n%s", text(board))
		}
		pass(15 * time.Second)
		if a := w.mustSay(first, "cut "+id+" xyzzy 17"); a.Alert != said("cut.dealt") {
			t.Errorf("told %q", a.Alert)
		}
		w.wait(public, contains("xyzzy 17"))
		if shown := text(*w.mustSay(other, "proof "+id).Screen); !strings.Contains(shown, "✓") || !strings.Contains(shown, "Level 1") || !strings.Contains(shown, "xyzzy 17") {
			t.Errorf("the proof doesn't tell of the cut:\n%s", shown)
		}
		if file := w.mustSay(first, "export").File; !strings.Contains(string(file.Data), "xyzzy 17") {
			t.Error("who has cut isn't told of it")
		}
		if now := w.commitment(other, id); now != committed || len(w.waited(id, "anna", "bert")) == 0 {
			t.Errorf("committed to %v, dealt from %v, waited for %q", committed, now, w.waited(id, "anna", "bert"))
		}
		w.refuses(first, "cut "+id+" more", "cut-each")
		pass(time.Minute)

		w.endsDeal(first, id) // the text was for that deal alone, and the other cuts the next
		if who := w.cutter(id, "anna", "bert"); who != other {
			t.Fatalf("%q cut the second deal", who)
		}
		if shown := text(w.wait(public, contains(mayCut(other)))); strings.Contains(shown, "xyzzy") || !strings.Contains(shown, said("news.last", "Number", 1)) {
			t.Errorf("shown between the deals:\n%s", shown)
		}
		pass(19 * time.Second)
		if w.cutter(id, "anna", "bert") != other {
			t.Error("not 20 seconds to cut")
		}
		pass(2 * time.Second)
		if len(w.waited(id, "anna", "bert")) == 0 {
			t.Fatal("nothing is dealt after 20 seconds")
		}
		if shown := text(*w.mustSay(other, "proof "+id).Screen); !strings.Contains(shown, "Level 0") {
			t.Errorf("the proof doesn't tell that nobody has cut:\n%s", shown)
		}

		w.endsDeal(first, id)
		no := w.uncut(first, id)
		w.mustSay(first, no)
		if len(w.waited(id, "anna", "bert")) == 0 {
			t.Error("a no isn't enough")
		}
		w.endsDeal(first, id)
		w.refuses(other, strings.Replace(w.uncut(other, id), " off ", " off 1", 1), "stale")
		if a := w.mustSay(other, "cut "+id+" off"); a.Alert != said("cut.uncut") { // typed
			t.Errorf("answered %+v", a)
		}
		w.endsDeal(first, id)
		w.wait(public, isOver)
		levels, texts, _ := w.proven(id)
		if want := []fair.Level{fair.ByCutter, fair.ByHost, fair.ByHost, fair.ByHost}; !slices.Equal(levels, want) || !slices.Equal(texts, []string{"xyzzy 17", "", "", ""}) {
			t.Errorf("levels %v, cut by %q", levels, texts)
		}
	})
}

// TestCutWaits: nobody else cuts, and what is done meanwhile is refused with who cuts.
func TestCutWaits(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
		synctest.Wait()
		first := w.cutter(id, "anna", "bert")
		other := otherOf(first)
		step := w.steps(id)
		waits := []any{"Name", displayname.Isolate(first)}
		w.unchanged("what can't be done", func() {
			w.refuses(other, "cut "+id+" mine", "cut-waits", waits...)
			w.refuses(other, "cut "+id+" off", "cut-waits", waits...)
			for _, who := range []string{first, other} {
				for _, l := range []string{
					"do " + id + " " + step[who] + " play XXI", "pick " + id + " " + step[who] + " XXI", "confirm " + id + " " + step[who] + " XXI", "play " + id + " XXI",
					"queue " + id + " XXI", "queue " + id, "undo " + id, "resign " + id + " yes",
				} {
					w.refuses(who, l, "cut-waits", waits...)
				}
				w.refuses(who, "rest "+id, "no-rest")
				w.refuses(who, "claim "+id, "time-left")
				w.refuses(who, "extend "+id, "nobody-thinks")
				w.refuses(who, "back "+id, "not-absent")
				for _, l := range []string{"games", "hand " + id, "hand", "resign " + id, "leave " + id, "proof " + id} {
					w.mustSay(who, l)
				}
				if a := w.says(who, "replay "+id+"-1"); !a.Refused {
					t.Error("cards are shown")
				}
			}
		})
		if yours := text(*w.mustSay(first, "games").Screen); !strings.Contains(yours, said("games.yours")) {
			t.Errorf("told of tables:\n%s", yours)
		}
		if t, err := w.bot.Services().Tables.Table(w.ctx, chat.TableID(id)); err != nil || t.Requests().CanUndoByConsent(0) {
			w.t.Error("a move of no deal may be taken back", err)
		}
		w.mustSay(other, "table "+id)
		w.mustSay(first, "pause "+id)
		w.mustSay(other, line(w.hand(other, id), "consent "))
		w.mustSay(first, "cut "+id+" abc")
		if w.mustSay(other, "resume "+id); len(w.waited(id, first, other)) == 0 {
			t.Error("nothing is dealt")
		}
	})
}

// steps are those of the table's seats, by who sits there.
func (w *world) steps(id string) map[string]string {
	w.t.Helper()
	var t struct {
		Chairs []struct {
			Name string
			Step json.Number
		}
	}
	w.stored("table", id, &t)
	all := make(map[string]string)
	for _, c := range t.Chairs {
		all[c.Name] = c.Step.String()
	}
	return all
}

// TestCutRestarted: the commitment outlives the bot, and the rest of the time runs.
func TestCutRestarted(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
		synctest.Wait()
		first, committed := w.cutter(id, "anna", "bert"), w.commitment("anna", id)
		pass(8 * time.Second)
		w.away(time.Hour)
		pass(9 * time.Second)
		if w.cutter(id, "anna", "bert") != first || w.commitment("anna", id) != committed {
			t.Error("the cutter has lost time, or the commitment is another")
		}
		pass(4 * time.Second)
		if len(w.waited(id, "anna", "bert")) == 0 {
			t.Fatal("the time of before the restart isn't counted")
		}
		w.endsDeal("anna", id)
		if levels, _, all := w.proven(id); !slices.Equal(levels, []fair.Level{fair.ByHost}) || all[0] != committed {
			t.Errorf("levels %v, committed to %v", levels, all)
		}
	})
}

// TestCutKilled: a bot that dies as a deck is cut deals from that deck, and no other.
func TestCutKilled(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			store := &storagetest.Flaky{Store: memory.New()}
			w := startWorld(t, store, ticking)
			id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
			synctest.Wait()
			first, committed := w.cutter(id, "anna", "bert"), w.commitment("anna", id)
			in := press(first, "cutting", "cut "+id+" abc")
			store.Fail(storagetest.Failure{Err: storage.ErrUncertain, Applied: applied})
			if _, err := w.bot.Handle(w.ctx, in); err == nil {
				t.Fatal("said though nothing was stored")
			}
			<-w.done
			_ = w.end()
			store.Reopen()
			w.boot()
			if w.commitment("anna", id) != committed || (w.cutter(id, "anna", "bert") == first) == applied {
				t.Error("the commitment is another, or the cut lost")
			}
			w.input(in)
			w.endsDeal(first, id)
			if levels, texts, all := w.proven(id); !slices.Equal(levels, []fair.Level{fair.ByCutter}) || texts[0] != "abc" || all[0] != committed {
				t.Errorf("levels %v, cut by %q, committed to %v", levels, texts, all)
			}
		})
	}
}

// TestCutLeft: who is waited for may leave: then nobody waits any more.
func TestCutLeft(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
		synctest.Wait()
		w.mustSay(w.cutter(id, "anna", "bert"), "leave "+id+" yes")
		w.wait(public, isOver)
		if deals := w.proofs(id); len(deals) != 1 || deals[0].Record.Result != nil || len(deals[0].Record.Actions) != 0 {
			t.Errorf("%d deals are revealed, want the one that waited for its cut", len(deals))
		}
	})
	clocked(t, func(w *world) {
		all := []string{"anna", "bert", "carl"}
		id, first := w.threeCut("mayr-sedlaczek")
		committed := w.commitment("anna", id)
		w.mustSay(first, "leave "+id+" yes")
		all = slices.DeleteFunc(all, func(who string) bool { return who == first })
		if w.cutter(id, all...) != "" || w.commitment(all[0], id) != committed {
			t.Error("the two others still wait, or for another deck")
		}
		w.endsDeal(all[0], id)
		if levels, _, _ := w.proven(id); !slices.Equal(levels, []fair.Level{fair.ByHost}) {
			t.Errorf("levels %v", levels)
		}
		for w.cutter(id, all...) == "" { // until the computer doesn't cut
			w.endsDeal(all[0], id)
		}
		last := slices.DeleteFunc(slices.Clone(all), func(who string) bool { return w.uncut(who, id) == "" })[0]
		other := slices.DeleteFunc(slices.Clone(all), func(who string) bool { return who == last })[0]
		w.mustSay(other, "leave "+id+" yes")
		if w.cutter(id, last) != "" || !strings.Contains(text(w.hand(last, id)), said("panel.hand")) && move(w.hand(last, id)) == "" {
			t.Errorf("alone with the computer %s is asked to cut:\n%s", last, text(w.hand(last, id)))
		}
	})
}

// threeCut begins a match of three, and says who is waited for to cut.
func (w *world) threeCut(rules string) (id, who string) {
	w.t.Helper()
	w.mustSay("bert", "help")
	w.mustSay("carl", "help")
	id = w.three(rules + cutEach)
	synctest.Wait()
	if who = w.cutter(id, "anna", "bert", "carl"); len(who) != 4 {
		w.t.Fatalf("%q are asked to cut", who)
	}
	return id, who
}

// TestCutOfThree: who sits before the dealer cuts; in Beck's rules who doesn't knocks.
func TestCutOfThree(t *testing.T) {
	t.Parallel()
	for rules, label := range map[string]string{"beck": said("cut.no.knock"), "loew": said("cut.no.uncut")} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), ticking, withPictures)
			id, first := w.threeCut(rules)
			w.panel(first, func(s chat.Screen) bool { return s.Picture != nil && slices.Contains(labels(s), label) })
			w.wait(public, func(s chat.Screen) bool { return s.Picture != nil && len(s.Caption) > 0 })
			w.mustSay(first, "cut "+id+" abc")
			next := slices.DeleteFunc([]string{"anna", "bert", "carl"}, func(who string) bool { return who == first })[0]
			w.endsDeal(next, id)
			w.panel(next, func(s chat.Screen) bool { return s.Picture != nil && line(s, "proof ") != "" })
			order := map[string]string{"anna": "bert", "bert": "carl", "carl": "anna"}
			if second := w.cutter(id, "anna", "bert", "carl"); second != order[first] {
				t.Errorf("%s cuts after %s", second, first)
			}
			if levels, _, _ := w.proven(id); !slices.Equal(levels, []fair.Level{fair.ByCutter}) {
				t.Errorf("levels %v", levels)
			}
		})
	}
}

// labels are what the screen's buttons say.
func labels(s chat.Screen) (all []string) {
	for _, b := range slices.Concat(s.Buttons...) {
		all = append(all, b.Label)
	}
	return all
}

// TestCutUnasked: who wants no prompt, is away, or is alone with the computer is not waited for.
func TestCutUnasked(t *testing.T) {
	t.Parallel()
	clocked(t, func(w *world) {
		for _, who := range []string{"anna", "bert"} {
			w.mustSay(who, "settings cut never")
		}
		id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
		synctest.Wait()
		if len(w.waited(id, "anna", "bert")) == 0 {
			t.Error("all wait for who never cuts")
		}
		w.refuses("anna", "cut "+id+" abc", "cut-each")
	})
	clocked(t, func(w *world) {
		id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
		synctest.Wait()
		first := w.cutter(id, "anna", "bert")
		w.mustSay(first, "cut "+id+" abc")
		w.mustSay(otherOf(first), "away 1")
		w.endsDeal(first, id)
		if len(w.waited(id, "anna", "bert")) == 0 {
			t.Error("all wait for who is away")
		}
	})
	clocked(t, func(w *world) {
		w.mustSay("anna", "challenge spieleversum computer"+cutEach)
		synctest.Wait()
		if s := w.mustSay("anna", "hand").Screen; line(*s, "cut ") != "" || move(*s) == "" && line(*s, "queue ") == "" {
			t.Errorf("alone with the computer:\n%s", text(*s))
		}
	})
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
		id := w.seat("anna", "bert", "spieleversum 2"+cutEach)
		synctest.Wait()
		first := w.cutter(id, "anna", "bert")
		cut := func() { w.says(first, "cut "+id+" abc") }
		random.before.Store(&cut) // the host's cut needs an id first
		pass(21 * time.Second)
		if random.before.Load() != nil {
			t.Fatal("the host wasn't about to cut")
		}
		if strings.Contains(w.log.String(), "level=ERROR") {
			t.Error(w.log)
		}
		w.endsDeal(first, id)
		if _, texts, _ := w.proven(id); !slices.Equal(texts, []string{"abc"}) {
			t.Errorf("cut by %q", texts)
		}
	})
}

// TestCutWithoutTable: who sits nowhere is told so, not that it is too late for what one does at a table.
func TestCutWithoutTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, line := range []string{"cut", "cut my text", "abheben", "queue XXI", "undo", "proof", "rest"} {
		w.refuses("anna", line, "no-such-table")
	}
}

// TestCutPace: only a live match waits for cuts.
func TestCutPace(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert")
	for _, pace := range []string{"", " 1 day", " no time limit"} {
		w.refuses("anna", "challenge @bert cut=deal"+pace, "cut-pace")
	}
	w.mustSay("bert", "challenge spieleversum computer cut=deal") // where nobody cuts, and nobody is in a hurry
	w.chat = ""
	w.mustSay("anna", "challenge illustrated live, cut each deal")
	s := w.wait(private("anna"), contains(said("option.cut.deal")))
	id := strings.TrimPrefix(line(s, "decline "), "decline ")
	if id == "" || line(s, "cut ") != "" {
		t.Errorf("the host may press %q", lines(s))
	}
	w.refuses("anna", "cut "+id+" abc", "cut-early")
}
