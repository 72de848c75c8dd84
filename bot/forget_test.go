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
	"sync/atomic"
	"testing"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// Zerlina has two identities.
const (
	zerlina         = "fake:zerlina"
	zerlinaTelegram = "telegram:zerlina"
)

type memoryForgottenList struct{ all []people.Forgotten }

func (l *memoryForgottenList) List(context.Context) ([]people.Forgotten, error) { return l.all, nil }

func (l *memoryForgottenList) Add(_ context.Context, added ...people.Forgotten) error {
	l.all = append(l.all, added...)
	return nil
}

func withForgottenList(l *memoryForgottenList) func(*world) {
	return func(w *world) { w.forgottenList = l }
}

// leaveTraces leaves data about Zerlina in every kind.
func leaveTraces(w *world) {
	w.t.Helper()
	for _, who := range []string{"zerlina", "bert", "carl", "dora", "emil", "fred", "gina"} {
		w.mustSay(who, "help")
	}
	w.link(zerlina, zerlinaTelegram)
	w.seat("bamberger 2", "zerlina", "bert") // over
	w.mustSay("bert", offeredLine(*w.mustSay("bert", "leave").Screen, "leave "))
	w.chat = "fake:second"
	w.mustSay("dora", "challenge @zerlina @emil loew") // left to the computer
	w.mustSay("zerlina", "accept")
	w.mustSay("emil", "accept")
	w.mustSay("zerlina", offeredLine(*w.mustSay("zerlina", "leave").Screen, "leave "))
	w.mustSay("zerlina", "practice bamberger tactical") // with a half-made choice
	w.chooseOne("zerlina")
	w.chat = channel
	w.seat("spieleversum 2", "zerlina", "carl")        // running
	w.mustSay("zerlina", "challenge strohmandeln")     // open
	w.mustSay("fred", "challenge @zerlina @gina beck") // declined
	w.mustSay("zerlina", "decline")
	w.mustSay("emil", "challenge @zerlina bamberger") // pending
	w.mustSay("carl", "block @zerlina")
	w.mustSay(zerlina, "away 1")                             // an alarm
	w.mustSay(zerlinaTelegram, "link")                       // a code
	now := w.time().Format(time.RFC3339)                     // older notices are swept
	for _, who := range []string{zerlina, zerlinaTelegram} { // as if the bot had ended before delivery
		w.put("digest", w.personOf(who), fmt.Appendf(nil, `{"place":{"user":%q}}`, who))
		w.put("notice", who+"|1", fmt.Appendf(nil, `{"to":%q,"user":"fake:other","at":%q}`, who, now))
		w.put("notice", who+"|2", fmt.Appendf(nil, `{"to":"fake:other","user":%q,"name":"zerlina","at":%q}`, who, now))
	}
	for platform, notes := range map[string]map[string]string{
		"fake": {"direct/zerlina": `{"channel":"` + zerlinasChannel + `"}`, "calls/" + zerlinasChannel: `{"":{"word":"5"}}`, "calls/18": "{}",
			"line/abc": "setup bamberger fake:zerlina", "other": "nothing"},
		"telegram": {"quarantine/1": `{"from":"telegram:zerlina"}`},
	} {
		for key, data := range notes {
			must(w.t, w.bot.Materials.Notes(platform).Write(w.ctx, key, []byte(data)))
		}
	}
}

const zerlinasChannel = "17001700"

func namesInNotes() map[string]func(chat.UserID, map[string][]byte) []string {
	return map[string]func(chat.UserID, map[string][]byte) []string{"fake": func(user chat.UserID, notes map[string][]byte) []string {
		var direct struct{ Channel string }
		if json.Unmarshal(notes["direct/"+strings.TrimPrefix(string(user), "fake:")], &direct) != nil || direct.Channel == "" {
			return nil
		}
		return []string{direct.Channel}
	}}
}

func mentionsOf(w *world, part string) (found []string) {
	w.t.Helper()
	bottest.AwaitMentions(w.ctx, w.t, w.store, func(all []string) bool { found = all; return true }, part)
	return found
}

func awaitForgotten(w *world) {
	w.t.Helper()
	w.eventually("the end of the erasure", func() bool {
		for _, data := range w.documents("removed") {
			if strings.Contains(string(data), "user") {
				return false
			}
		}
		return true
	})
}

func isErased(w *world, ids ...string) bool {
	return !slices.ContainsFunc(ids, func(id string) bool {
		doc, err := w.store.Get(w.ctx, storage.Key{Kind: "removed", ID: id})
		return err != nil || strings.Contains(string(doc.Data), "user")
	})
}

func checkForgotten(w *world, ids ...string) {
	w.t.Helper()
	w.audit()
	for _, name := range []string{"zerlina", zerlinasChannel} {
		if left := mentionsOf(w, name); len(left) > 0 {
			w.t.Errorf("%s is still in %q", name, left)
		}
	}
	for _, id := range ids {
		for _, key := range mentionsOf(w, id) {
			kind, rest, _ := strings.Cut(key, " ")
			own := strings.HasPrefix(rest, id) && kind != "removed"
			if own || !slices.Contains([]string{"table", "brief", "deal", "history", "match", "rival", "standing", "removed"}, kind) {
				w.t.Errorf("the id %s is still in %s", id, key)
			}
		}
	}
}

type dyingStore struct {
	*storagetest.Flaky
	commitsLeft atomic.Int64 // commits before the failure
	failure     storagetest.Failure
}

func (m *dyingStore) Commit(ctx context.Context, docs ...storage.Doc) error {
	if m.commitsLeft.Add(-1) == 0 {
		m.Fail(m.failure)
	}
	return m.Flaky.Commit(ctx, docs...)
}

var forgetEvery = flag.Int64("forget-every", 3, "commits between kills in TestForgetKilled; an odd number")

// TestForgetKilled (fault 55) kills the process while it erases; the next one must finish.
func TestForgetKilled(t *testing.T) {
	t.Parallel()
	for n := int64(1); ; n += *forgetEvery {
		applied := n%2 == 0
		store := &dyingStore{Flaky: &storagetest.Flaky{Store: memory.New()}, failure: storagetest.Failure{Err: storage.ErrUncertain, Applied: applied}}
		list := new(memoryForgottenList)
		w := startWorld(t, store, withOthers("telegram"), withForgottenList(list))
		leaveTraces(w)
		ids := []string{w.personOf(zerlina), w.personOf(zerlinaTelegram)}
		traces, before := slices.Concat(mentionsOf(w, "zerlina"), mentionsOf(w, ids[0]), mentionsOf(w, ids[1])), mentionsOf(w, "")
		for _, kind := range bot.ErasedKinds() {
			if !slices.ContainsFunc(traces, func(key string) bool { return strings.HasPrefix(key, kind+" ") }) {
				t.Errorf("the test leaves no trace in %s", kind)
			}
		}
		yes := w.in(zerlina, offeredLine(*w.mustSay(zerlina, "forget").Screen, "forget "))
		store.commitsLeft.Store(n)
		_, err := w.bot.Handle(w.ctx, yes)
		if err == nil && n == 1 {
			t.Fatal("answered although nothing was stored")
		}
		if err == nil {
			w.eventually("the end of the erasure or of the bot", func() bool {
				select {
				case <-w.done:
					return true
				default:
					return store.commitsLeft.Load() > 0 && isErased(w, ids...)
				}
			})
		}
		dead := store.commitsLeft.Load() <= 0
		if dead {
			<-w.done
			_ = w.end()
			store.Reopen()
			w.audit()
			w.boot()
		}
		if err != nil {
			w.input(yes)
		}
		awaitForgotten(w)
		checkForgotten(w, ids...)
		after := mentionsOf(w, "")
		for _, key := range before {
			kind, id, _ := strings.Cut(key, " ")
			if stays := kind == "table" || kind == "deal" || id == "fake/other"; stays && !slices.Contains(after, key) {
				t.Errorf("%s is gone", key)
			}
		}
		_ = w.end()
		for _, id := range ids {
			if !slices.ContainsFunc(list.all, func(x people.Forgotten) bool { return string(x.Person) == id }) {
				t.Errorf("the list has %v, want %v", list.all, ids)
			}
		}
		if !dead || t.Failed() {
			t.Logf("there are fewer than %d commits", n)
			return
		}
	}
}

func TestForgetListed(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	leaveTraces(w)
	ids := []string{w.personOf(zerlina), w.personOf(zerlinaTelegram)}
	_ = w.end()
	badTable := ""
	for key := range w.documents("draft") {
		badTable, _, _ = strings.Cut(key, ".")
	}
	w.put("table", badTable, []byte(`"fake:zerlina"`))
	list := &memoryForgottenList{all: []people.Forgotten{{Person: chat.PersonID(ids[0])}, {Person: chat.PersonID(ids[1])}, {Person: "nobody"}}}
	cfg := bot.Config{Store: w.store, Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: w.time, Language: "en", ForgottenList: list, OtherNames: namesInNotes()}
	for _, want := range []int{2, 0} {
		if n, err := bot.ForgetListed(t.Context(), cfg); n != want || err != nil {
			t.Errorf("%d identities are forgotten, want %d: %v", n, want, err)
		}
	}
	checkForgotten(w, ids...)
	if left := mentionsOf(w, badTable); badTable == "" || len(left) > 0 {
		t.Errorf("documents still mention the table: %q", left)
	}
	if len(mentionsOf(w, "calls/18")) != 1 {
		t.Error("notes about another channel are gone")
	}
}

// expiringNetwork is a network whose names all expire once due is set.
type expiringNetwork struct {
	*bottest.Network
	due atomic.Bool
}

func (l *expiringNetwork) Expires(key string, _ []byte) (chat.UserID, bool) {
	name, is := strings.CutPrefix(key, "name/")
	return chat.UserID("expiring:" + name), is && l.due.Load()
}

func TestUnusedNamesAreForgotten(t *testing.T) {
	t.Parallel()
	l := &expiringNetwork{Network: bottest.New("expiring")}
	w := startWorld(t, memory.New(), func(w *world) { w.morePlatforms = []chat.Platform{l} })
	notes := w.bot.Materials.Notes("expiring")
	for _, name := range []string{"idle", "stranger", "playing", "played", "asked", "linked", "safe"} {
		if _, err := notes.Claim(t.Context(), "name/"+name, []byte("1")); err != nil {
			t.Fatal(err)
		}
	}
	w.mustSay("expiring:idle", "settings")
	w.mustSay("anna", "help")
	w.mustSay("expiring:asked", "help")
	w.mustSay("expiring:playing", "practice bamberger")
	w.mustSay("expiring:played", "practice bamberger 2")
	w.mustSay("expiring:played", offeredLine(*w.mustSay("expiring:played", "leave").Screen, "leave "))
	w.mustSay("fake:anna", w.linkCode("expiring:linked"))
	w.mustSay("expiring:safe", "challenge @asked bamberger 2")
	l.due.Store(true)
	w.restart()
	exists := func(kind, id string) bool { return w.read(kind, id, new(any)) }
	for exists("note", "expiring/name/idle") || exists("note", "expiring/name/stranger") || exists("identity", "expiring:idle") {
		w.mustSay("anna", "help") // until the sweep is done
	}
	for _, name := range []string{"playing", "played", "asked", "linked", "safe"} {
		if !exists("note", "expiring/name/"+name) || !exists("identity", "expiring:"+name) {
			t.Errorf("%s is forgotten", name)
		}
	}
}
