package bot_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// Zerlina is at two platforms. She is forgotten, and her name is nobody else's.
const (
	zerlina     chat.UserID = "fake:zerlina"
	zerlinaThen chat.UserID = "telegram:zerlina"
)

// listed is a list of those who were forgotten.
type listed struct {
	mu  sync.Mutex
	all []people.Forgotten
	err error // what Add returns
	// away: Add waits until nobody waits for it any more.
	away bool
}

func (l *listed) List(context.Context) ([]people.Forgotten, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.all), nil
}

func (l *listed) Add(ctx context.Context, some ...people.Forgotten) error {
	if l.away {
		<-ctx.Done()
		return ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	l.all = append(l.all, some...)
	return nil
}

// works lets it take people again.
func (l *listed) works() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = nil
}

// withRemovals gives the bot a list of those who were forgotten.
func withRemovals(l *listed) func(*world) { return func(w *world) { w.removals = l } }

// live lets Zerlina leave traces wherever the bot keeps something.
func (w *world) live() {
	w.t.Helper()
	for _, who := range []string{"zerlina", "bert", "carl", "dora", "emil", "fred", "gina"} {
		w.mustSay(who, "help")
	}
	w.link(zerlina, zerlinaThen)
	w.seat("zerlina", "bert", "bamberger 2") // over
	w.mustSay("bert", line(*w.mustSay("bert", "leave").Screen, "leave "))
	w.chat = "fake:second"
	w.mustSay("dora", "challenge @zerlina @emil loew") // left to the computer
	w.mustSay("zerlina", "accept")
	w.mustSay("emil", "accept")
	w.mustSay("zerlina", line(*w.mustSay("zerlina", "leave").Screen, "leave "))
	w.mustSay("zerlina", "practice bamberger tactical") // against the computer, with a half-made choice
	choice := w.mustSay("zerlina", "hand").Screen.Choice
	w.mustSay("zerlina", choice.Toggle+" "+freeOf(choice).Value)
	w.chat = channel
	w.seat("zerlina", "carl", "spieleversum 2")        // going on
	w.mustSay("zerlina", "challenge strohmandeln")     // waiting
	w.mustSay("fred", "challenge @zerlina @gina beck") // declined
	w.mustSay("zerlina", "decline")
	w.mustSay("emil", "challenge @zerlina bamberger") // asked
	w.mustSay("carl", "block @zerlina")
	w.must(zerlina, "away 1")                                 // an alarm
	w.must(zerlinaThen, "link")                               // a code
	now := w.time().Format(time.RFC3339)                      // for old ones are swept away
	for _, who := range []chat.UserID{zerlina, zerlinaThen} { // as if the bot had ended before they were told
		w.put("digest", w.personOf(who), fmt.Appendf(nil, `{"place":{"user":%q}}`, who))
		w.put("notice", string(who)+"|1", fmt.Appendf(nil, `{"to":%q,"user":"fake:other","at":%q}`, who, now))
		w.put("notice", string(who)+"|2", fmt.Appendf(nil, `{"to":"fake:other","user":%q,"name":"zerlina","at":%q}`, who, now))
	}
	for platform, notes := range map[string]map[string]string{
		"fake": {"direct/zerlina": `{"channel":"` + zerlinasChannel + `"}`, "calls/" + zerlinasChannel: `{"":{"word":"5"}}`, "calls/18": "{}",
			"line/abc": "setup bamberger fake:zerlina", "other": "nothing"},
		"telegram": {"quarantine/1": `{"from":"telegram:zerlina"}`},
	} {
		for key, data := range notes {
			if err := w.bot.Materials.Notes(platform).Write(w.ctx, key, []byte(data)); err != nil {
				w.t.Fatal(err)
			}
		}
	}
}

// zerlinasChannel is what a network calls the place where only Zerlina reads.
const zerlinasChannel = "17001700"

// namedInTests tells what else the notes of the networks call somebody.
func namedInTests() map[string]func(chat.UserID, map[string][]byte) []string {
	return map[string]func(chat.UserID, map[string][]byte) []string{"fake": func(user chat.UserID, notes map[string][]byte) []string {
		var direct struct{ Channel string }
		if json.Unmarshal(notes["direct/"+strings.TrimPrefix(string(user), "fake:")], &direct) != nil || direct.Channel == "" {
			return nil
		}
		return []string{direct.Channel}
	}}
}

// everything is all that is stored, notes as they were given.
func (w *world) everything() map[storage.Key]string {
	w.t.Helper()
	all := make(map[storage.Key]string)
	for _, kind := range bot.Kinds() {
		for doc, err := range w.store.Scan(w.ctx, kind, "", "") {
			if err != nil {
				w.t.Fatal(err)
			}
			var note struct{ Data []byte }
			if text := string(doc.Data); kind == "note" && json.Unmarshal(doc.Data, &note) == nil {
				all[doc.Key] = string(note.Data)
			} else {
				all[doc.Key] = text
			}
		}
	}
	return all
}

// naming are the keys of documents in which the text stands.
func (w *world) naming(part string) (keys []string) {
	w.t.Helper()
	for key, text := range w.everything() {
		if strings.Contains(strings.ToLower(key.ID+" "+text), part) {
			keys = append(keys, key.Kind+" "+key.ID)
		}
	}
	slices.Sort(keys)
	return keys
}

// personOf is the random id of the user, "" if there is none.
func (w *world) personOf(u chat.UserID) (id string) {
	w.t.Helper()
	w.read("identity", string(u), &id)
	return id
}

// forgets lets somebody say that they want to be forgotten, and waits until they
// are.
func (w *world) forgets(u chat.UserID) {
	w.t.Helper()
	w.must(u, line(*w.must(u, "forget").Screen, "forget "))
	w.isForgotten()
}

// isForgotten waits until nobody is left who wants to be forgotten.
func (w *world) isForgotten() {
	w.t.Helper()
	w.eventually("an end of the erasing", func() bool {
		left := 0
		for doc, err := range w.store.Scan(w.ctx, "removed", "", "") {
			if err != nil {
				w.t.Fatal(err)
			}
			if strings.Contains(string(doc.Data), "user") {
				left++
			}
		}
		return left == 0
	})
}

// checkForgotten looks for what is left of Zerlina.
func (w *world) checkForgotten(ids ...string) {
	w.t.Helper()
	w.audited()
	for _, name := range []string{"zerlina", zerlinasChannel} {
		if left := w.naming(name); len(left) > 0 {
			w.t.Errorf("%s is still in %q", name, left)
		}
	}
	for _, id := range ids {
		for _, key := range w.naming(id) {
			kind, rest, _ := strings.Cut(key, " ")
			own := strings.HasPrefix(rest, id) && kind != "removed"
			if own || !slices.Contains([]string{"table", "brief", "deal", "history", "match", "rival", "standing", "removed"}, kind) {
				w.t.Errorf("the id %s is still in %s", id, key)
			}
		}
	}
}

// TestFault55Forget is fault 55: everything about somebody is erased, and only they are.
func TestFault55Forget(t *testing.T) {
	t.Parallel()
	list := new(listed)
	w := startWorld(t, memory.New(), withOthers("telegram"), withRemovals(list))
	w.live()
	ids := []string{w.personOf(zerlina), w.personOf(zerlinaThen)}
	traces := slices.Concat(w.naming("zerlina"), w.naming(ids[0]), w.naming(ids[1]))
	for _, kind := range bot.ErasedKinds() {
		if !slices.ContainsFunc(traces, func(key string) bool { return strings.HasPrefix(key, kind+" ") }) {
			t.Errorf("the test leaves no trace in %s", kind)
		}
	}
	before := w.everything()
	w.forgets(zerlina)
	w.checkForgotten(ids...)
	after := w.everything()
	for key := range before {
		if _, ok := after[key]; !ok && (key.Kind == "table" || key.Kind == "deal" || key.ID == "fake/other") {
			t.Errorf("%v is gone, too", key)
		}
	}
	if len(list.all) != 2 || string(list.all[0].Person) != ids[0] || string(list.all[1].Person) != ids[1] {
		t.Errorf("the list outside has %v, want %v", list.all, ids)
	}
	w.wait(private("carl"), contains(said("name.deleted")))
	for _, place := range []chat.Place{{User: zerlina}, {User: zerlinaThen}} {
		for _, p := range w.netOf(place).Posts(place) {
			if len(p.Screen.Buttons) > 0 || p.Screen.Choice != nil || !p.Screen.Ended {
				t.Errorf("%s still has a message that can be pressed:\n%s", place.User, text(p.Screen))
			}
		}
	}
	if s := text(*w.mustSay("bert", "history").Screen); !strings.Contains(s, said("name.deleted")) {
		t.Errorf("bert's history:\n%s", s)
	}
	if s := text(*w.mustSay("bert", "leaderboard kosakeln").Screen); strings.Contains(s, "zerlina") || strings.Contains(s, said("name.deleted")) {
		t.Errorf("the leaderboard:\n%s", s)
	}
	if s := text(*w.mustSay("carl", "block").Screen); !strings.Contains(s, said("block.none")) {
		t.Errorf("carl still blocks somebody:\n%s", s)
	}
	w.mustSay("dora", "hand") // they play on
	w.restart()
	w.checkForgotten(ids...)
	w.mustSay("zerlina", "help")
	if id := w.personOf(zerlina); slices.Contains(ids, id) || id == "" {
		t.Errorf("who comes back is %q, who was %q", id, ids)
	}
}

// TestForgetAsksTwice: nothing happens before it is said again, and an old button
// erases nobody who has come back.
func TestForgetAsksTwice(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	w.mustSay("zerlina", "help")
	w.mustSay("bert", "help")
	w.link(zerlina, zerlinaThen)
	w.seat("zerlina", "bert", "bamberger 2")
	var page chat.Screen
	w.unchanged("asking", func() { page = *w.mustSay("zerlina", "forget").Screen })
	for _, want := range []string{said("forget.goes"), said("forget.stays"), said("forget.linked", "Names", name(zerlinaThen)),
		english().Count("forget.tables", 1), said("forget.back", "Days", 30)} {
		if !strings.Contains(text(page), want) {
			t.Errorf("the page lacks %q:\n%s", want, text(page))
		}
	}
	yes := line(page, "forget ")
	w.mustSay("zerlina", yes)
	w.isForgotten()
	w.refuses("zerlina", yes, "forget-old")
	w.mustSay("zerlina", "forget yes") // typed
	w.isForgotten()
	w.checkForgotten()
}

// TestNobodyListensMeanwhile: who is being forgotten isn't met anew.
func TestNobodyListensMeanwhile(t *testing.T) {
	t.Parallel()
	hold, held := make(chan struct{}), make(chan struct{}, 1)
	w := startWorld(t, memory.New(), withHook(func(p chat.Place, _ chat.Ref, s chat.Screen) error {
		if p.User == zerlina && s.Ended {
			select {
			case held <- struct{}{}:
			default:
			}
			<-hold
		}
		return nil
	}))
	w.mustSay("zerlina", "help")
	w.mustSay("zerlina", "practice bamberger")
	w.mustSay("zerlina", line(*w.mustSay("zerlina", "forget").Screen, "forget "))
	<-held // a panel is being put away
	w.refuses("zerlina", "help", "being-forgotten")
	if a := w.input(chat.Input{ID: w.newID(), User: zerlina, Name: "zerlina", What: chat.Reachable}); a.Refused {
		t.Errorf("what happens is answered %+v", a)
	}
	close(hold)
	w.isForgotten()
	w.checkForgotten()
	w.mustSay("zerlina", "help")
}

// TestForgetNotStored: whoever is told that nothing was stored isn't forgotten later
// either.
func TestForgetNotStored(t *testing.T) {
	t.Parallel()
	list, store := new(listed), failing()
	w := startWorld(t, store, withRemovals(list))
	w.mustSay("zerlina", "help")
	was := w.personOf(zerlina)
	store.Fail(storagetest.Failure{Err: storage.ErrFull})
	w.unchanged("no room", func() { w.refuses("zerlina", "forget yes", "full") })
	w.mustSay("zerlina", "help")
	w.restart()
	w.isForgotten()
	w.mustSay("zerlina", "help")
	if id := w.personOf(zerlina); id != was || len(list.all) > 0 {
		t.Errorf("then she is %q, was %q; the list has %v", id, was, list.all)
	}
}

// TestForgetWithoutTheList: somebody is forgotten though the list outside can't be
// written. They are put on it once it can, or by the next start.
func TestForgetWithoutTheList(t *testing.T) {
	t.Parallel()
	for _, restarted := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			list := &listed{err: errDisk}
			w := startWorld(t, memory.New(), withRemovals(list))
			w.mustSay("zerlina", "help")
			was := w.personOf(zerlina)
			w.forgets(zerlina)
			w.checkForgotten(was)
			if !strings.Contains(w.log.String(), "list of removals") {
				t.Errorf("nothing is said of it:\n%s", w.log)
			}
			pass(5 * time.Minute)
			list.works()
			if restarted {
				w.restart()
			} else {
				pass(2 * time.Minute)
			}
			if all, _ := list.List(w.ctx); len(all) != 1 || string(all[0].Person) != was {
				t.Errorf("restarted %v: then the list has %v, want %s", restarted, all, was)
			}
		})
	}
}

// TestListedAtTheEnd: who isn't on the list when the bot ends is put there, if it takes them at once.
func TestListedAtTheEnd(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		list := &listed{err: errDisk}
		w := startWorld(t, memory.New(), withRemovals(list))
		w.mustSay("zerlina", "help")
		was := w.personOf(zerlina)
		w.forgets(zerlina)
		list.works()
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		if len(list.all) != 1 || string(list.all[0].Person) != was {
			t.Errorf("the list has %v, want %s", list.all, was)
		}
	})
}

// TestEndWithoutTheList: a bot that ends doesn't wait for a list that doesn't answer; the next
// start puts there who was forgotten.
func TestEndWithoutTheList(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		list := &listed{away: true}
		w := startWorld(t, memory.New(), withRemovals(list))
		w.mustSay("zerlina", "help")
		was := w.personOf(zerlina)
		w.mustSay("zerlina", "forget yes")
		synctest.Wait()
		began := time.Now()
		if err := w.end(); err != nil || time.Since(began) > 0 {
			t.Fatalf("it ended after %v: %v", time.Since(began), err)
		}
		list.away = false
		w.boot()
		if len(list.all) != 1 || string(list.all[0].Person) != was {
			t.Errorf("the list has %v, want %s", list.all, was)
		}
	})
}

// mortal is a store that dies at a commit.
type mortal struct {
	*storagetest.Flaky
	left atomic.Int64 // commits until then
	how  storagetest.Failure
}

func (m *mortal) Commit(ctx context.Context, docs ...storage.Doc) error {
	if m.left.Add(-1) == 0 {
		m.Fail(m.how)
	}
	return m.Flaky.Commit(ctx, docs...)
}

// forgetEvery is how far apart the commits are at which TestForgetKilled kills.
var forgetEvery = flag.Int64("forget-every", 3, "how far apart the commits are at which TestForgetKilled kills; an odd number")

// TestForgetKilled: whenever the process dies, the next goes on with the erasing.
// Whom it had not answered yet is not promised anything: the network hands that in
// again.
func TestForgetKilled(t *testing.T) {
	t.Parallel()
	for n := int64(1); ; n += *forgetEvery {
		applied := n%2 == 0
		store := &mortal{Flaky: &storagetest.Flaky{Store: memory.New()}, how: storagetest.Failure{Err: storage.ErrUncertain, Applied: applied}}
		w := startWorld(t, store, withOthers("telegram"), withRemovals(new(listed)))
		w.live()
		ids := []string{w.personOf(zerlina), w.personOf(zerlinaThen)}
		yes := w.inputOf(zerlina, line(*w.must(zerlina, "forget").Screen, "forget "))
		store.left.Store(n)
		_, err := w.bot.Handle(w.ctx, yes)
		if err == nil && n == 1 {
			t.Fatal("said though nothing was stored")
		}
		if err == nil {
			w.eventually("the end of the erasing, or of the bot", func() bool {
				select {
				case <-w.done:
					return true
				default:
					return store.left.Load() > 0 && w.erased(ids...)
				}
			})
		}
		dead := store.left.Load() <= 0
		if dead {
			<-w.done
			_ = w.end()
			store.Reopen()
			w.audited()
			w.boot()
		}
		if err != nil {
			w.input(yes)
		}
		w.isForgotten()
		w.checkForgotten(ids...)
		_ = w.end()
		if !dead || t.Failed() {
			t.Logf("there are less than %d commits to die at", n)
			return
		}
	}
}

// erased says whether the erasing of all of them is done.
func (w *world) erased(ids ...string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		doc, err := w.store.Get(w.ctx, storage.Key{Kind: "removed", ID: id})
		return err != nil || strings.Contains(string(doc.Data), "user")
	})
}

// TestForgottenBeforeRestore: the list outlives an older copy of the data.
func TestForgottenBeforeRestore(t *testing.T) {
	t.Parallel()
	list := new(listed)
	w := startWorld(t, memory.New(), withOthers("telegram"), withRemovals(list))
	w.live()
	ids := []string{w.personOf(zerlina), w.personOf(zerlinaThen)}
	_ = w.end()
	old := copied(t, w.store)
	w.boot()
	w.forgets(zerlinaThen)
	w.mustSay("zerlina", "help") // somebody new
	_ = w.end()
	w.store = old
	w.now.Add(3600)
	w.boot()
	w.isForgotten()
	w.checkForgotten(ids...)
	w.mustSay("zerlina", "help")
	w.restart()
	if w.personOf(zerlina) == "" {
		t.Error("who has come back is forgotten at the next start")
	}
	if len(list.all) != 2 {
		t.Errorf("the list has %v", list.all)
	}
}

// TestForgetListed: an older copy is cleared of those who were forgotten while no bot
// runs over it, and no network is there to tell what it calls them.
func TestForgetListed(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	w.live()
	ids := []string{w.personOf(zerlina), w.personOf(zerlinaThen)}
	_ = w.end()
	list := &listed{all: []people.Forgotten{{Person: chat.PersonID(ids[0])}, {Person: chat.PersonID(ids[1])}, {Person: "nobody"}}}
	cfg := bot.Config{Store: w.store, Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: w.time, Language: "en", Removals: list, Named: namedInTests()}
	for _, want := range []int{2, 0} {
		if n, err := bot.ForgetListed(t.Context(), cfg); n != want || err != nil {
			t.Errorf("%d identities are forgotten, want %d: %v", n, want, err)
		}
	}
	w.checkForgotten(ids...)
	if len(w.naming("calls/18")) != 1 {
		t.Error("what was called in another channel is gone, too")
	}
}

// TestListIsMadeAnew: a list that was lost comes back from the data.
func TestListIsMadeAnew(t *testing.T) {
	t.Parallel()
	list := new(listed)
	w := startWorld(t, memory.New(), withRemovals(list))
	w.mustSay("zerlina", "help")
	w.forgets(zerlina)
	was := list.all
	list.all = nil
	w.restart()
	if len(was) != 1 || !slices.Equal(list.all, was) {
		t.Errorf("the list is %v, was %v", list.all, was)
	}
}

// copied is another store with the same documents.
func copied(t *testing.T, from storage.Store) storage.Store {
	t.Helper()
	to := memory.New()
	for _, kind := range bot.Kinds() {
		if err := to.Commit(t.Context(), documentsOf(t, from, kind)...); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

// TestRejoinBan: who comes back after being forgotten plays unrated for a while; that
// is all that is kept, and goes then.
func TestRejoinBan(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("zerlina", "help")
	w.forgets(zerlina)
	var p struct {
		RejoinBan time.Time `json:"lapse"`
	}
	w.mustSay("zerlina", "help")
	until := time.Unix(w.now.Load(), 0).Add(30 * 24 * time.Hour)
	if w.read("person", w.personOf(zerlina), &p); !p.RejoinBan.Equal(until) {
		t.Errorf("unrated until %v, want %v", p.RejoinBan, until)
	}
	w.seat("zerlina", "bert", "bamberger 2")
	w.mustSay("bert", line(*w.mustSay("bert", "leave").Screen, "leave "))
	w.wait(public, contains(said("unrated.lapse")))
	if s := text(*w.mustSay("zerlina", "leaderboard kosakeln").Screen); strings.Contains(s, "1500") {
		t.Errorf("the match is rated:\n%s", s)
	}
	w.forgets(zerlina)
	w.now.Add(int64((30 * 24 * time.Hour).Seconds()))
	if err := w.bot.Sweep(w.ctx); err != nil {
		t.Fatal(err)
	}
	for doc, err := range w.store.Scan(w.ctx, "lapse", "", "") {
		t.Errorf("kept after 30 days: %v, %v", doc, err)
	}
	p.RejoinBan = time.Time{}
	w.mustSay("zerlina", "help")
	if w.read("person", w.personOf(zerlina), &p); !p.RejoinBan.IsZero() {
		t.Errorf("still unrated until %v", p.RejoinBan)
	}
}

// TestForgottenOpponent: what stood for the name of who was forgotten is told in the
// language of each reader, in words and of pictures, and nobody can have a rematch
// with them, though it was wanted before.
func TestForgottenOpponent(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withPictures)
	id := w.seat("bert", "zerlina", "bamberger 2")
	w.mustSay("bert", line(*w.mustSay("bert", "leave").Screen, "leave "))
	w.mustSay("bert", "rematch "+id)
	w.mustSay("bert", "settings language de")
	w.forgets(zerlina)
	gone, weg := said("name.deleted"), german().Say("name.deleted")
	board := w.wait(public, func(s chat.Screen) bool { return drawn(s) && contains(gone)(s) })
	if alt := board.Picture.Alt; !strings.Contains(alt, gone) {
		t.Errorf("the picture doesn't tell %q: %s", gone, alt)
	}
	panel := w.panel("bert", func(s chat.Screen) bool { return drawn(s) && contains(weg)(s) })
	if alt := panel.Picture.Alt; !strings.Contains(alt, weg) {
		t.Errorf("bert's picture doesn't tell %q: %s", weg, alt)
	}
	for _, s := range []chat.Screen{board, panel} {
		if line(s, "rematch ") != "" || strings.Contains(text(s), said("outcome.wants", "Name", "① "+isolated("bert"))) {
			t.Errorf("a rematch is offered:\n%s", text(s))
		}
	}
	w.unchanged("a rematch", func() {
		if a := w.says("bert", "rematch "+id); !a.Refused || a.Alert != german().Say("refuse.no-rematch") {
			t.Errorf("a rematch is answered %+v", a)
		}
	})
}

// TestForgetAtUnreadableTable: a table that can't be read goes with all that is kept
// about it.
func TestForgetAtUnreadableTable(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.seat("zerlina", "bert", "bamberger tactical 2")
	choice := w.hand("zerlina", id).Choice
	w.mustSay("zerlina", choice.Toggle+" "+freeOf(choice).Value)
	_ = w.end()
	doc, err := w.store.Get(t.Context(), storage.Key{Kind: "table", ID: id})
	if err != nil {
		t.Fatal(err)
	}
	doc.Data = []byte(`"fake:zerlina"`)
	if err := w.store.Commit(t.Context(), doc); err != nil {
		t.Fatal(err)
	}
	w.boot()
	w.forgets(zerlina)
	w.checkForgotten()
	if left := w.naming(id); len(left) > 0 {
		t.Errorf("of the table there is still %q", left)
	}
}

// TestForgettingIsNoFault: whoever looks at a copy that was made while somebody was being
// forgotten finds no fault in that.
func TestForgettingIsNoFault(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "help")
	if err := w.end(); err != nil {
		t.Fatal(err)
	}
	var person string
	for id := range w.documents("person") {
		person = id
	}
	w.put("identity", "fake:anna", nil)
	for _, removed := range []bool{true, false} {
		if w.put("removed", person, nil); removed {
			w.put("removed", person, []byte(`{"at":"2026-11-26T12:00:00Z","user":"fake:anna"}`))
		}
		report, err := doctor.Examine(w.ctx, w.store, bot.Forms())
		if err != nil || (len(report.Faults) == 0) != removed {
			t.Errorf("being forgotten %v: the doctor finds %q, %v", removed, report.Faults, err)
		}
	}
}
