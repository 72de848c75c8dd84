package bot_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// roomyWorld is a world in which there is room for them.
func roomyWorld(t *testing.T, options ...func(*world)) *world {
	return startWorld(t, memory.New(), append(options, ticking, withLimits(bot.Limits{TablesPerChat: 20, TablesPerPerson: 20}))...)
}

// waitFor lets the games begin that wait for Anna, who is called at once, one a host.
func (w *world) waitFor(pace string, hosts ...string) (ids []string) {
	w.t.Helper()
	w.callAtOnce("anna")
	for _, host := range hosts {
		ids = append(ids, w.seat(host, "anna", "bamberger 2 "+pace))
		synctest.Wait()
	}
	return ids
}

// digests are the messages that tell Anna of several games.
func (w *world) digests() (all []chat.Screen) {
	for _, p := range w.net.Posts(private("anna")) {
		if c := p.Screen.Call; c != nil && c.Thread == "digest" || contains(said("digest.none"))(p.Screen) {
			all = append(all, p.Screen)
		}
	}
	return all
}

// callsOf are the tables that call Anna by themselves.
func (w *world) callsOf() (ids []string) {
	for _, p := range w.net.Posts(private("anna")) {
		if c := p.Screen.Call; c != nil && !c.Quiet && c.Thread != "digest" {
			ids = append(ids, p.Screen.Table)
		}
	}
	return ids
}

// playAt plays until the table waits for Anna no more.
func (w *world) playAt(id string) {
	w.t.Helper()
	for m := move(w.hand("anna", id)); m != ""; m = move(w.hand("anna", id)) {
		w.mustSay("anna", m)
	}
	synctest.Wait()
}

// TestDigest: when three slow games wait one message tells of them, in the place of
// the calls; it is edited silently, and posted anew after six hours if something
// new waits.
func TestDigest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := roomyWorld(t)
		e := w.listen()
		called := func(want int, what string) {
			t.Helper()
			if e.hear("anna"); len(e.heard[user("anna")]) != want {
				t.Errorf("%s: called %d times, want %d: %q", what, len(e.heard[user("anna")]), want, e.heard[user("anna")])
			}
		}
		ids := w.waitFor("", "bert")
		called(1, "one game")
		ids = append(ids, w.waitFor("", "carl")...)
		called(2, "two games")
		ids = append(ids, w.waitFor("", "dora")...)
		called(3, "three games")
		if all := w.digests(); len(all) != 1 || len(w.callsOf()) != 0 || len(lines(all[0])) != 4 || !contains("until")(all[0]) {
			t.Errorf("digests %+v, single calls %v", all, w.callsOf())
		}
		ids = append(ids, w.waitFor("", "emil")...)
		pass(5 * time.Hour)
		called(3, "a fourth game within six hours")
		if all := w.digests(); len(all) != 1 || !slices.Contains(lines(all[0]), "hand "+ids[3]) {
			t.Errorf("the digest isn't edited: %+v", all)
		}
		w.restart()
		pass(time.Hour + time.Minute)
		called(4, "after six hours")
		if all := w.digests(); len(all) != 2 || !all[0].Ended || len(lines(all[1])) != 5 {
			t.Errorf("the digest isn't posted anew: %+v", all)
		}
		pass(20 * time.Hour)
		called(4, "nothing new")
		for _, id := range ids {
			w.playAt(id)
			called(4, "one less waits")
		}
		if last := w.digests()[1]; !last.Ended || len(w.callsOf()) != 0 {
			t.Errorf("when none waits any more there is\n%s and %v", text(last), w.callsOf())
		}
		called(4, "all played")
		if all := w.naming(w.personOf(user("anna"))); slices.ContainsFunc(all, func(key string) bool { return strings.HasPrefix(key, "digest ") }) {
			t.Error("the digest is still kept")
		}
		w.waitFor("", "fred", "gina", "hans")
		called(5, "three games once more")
		if all := w.digests(); len(all) != 3 || len(w.callsOf()) != 0 {
			t.Errorf("digests %+v, single calls %v", all, w.callsOf())
		}
	})
}

// TestDigestFew: what the digest hasn't called for calls by itself when only few
// games are left; what it has doesn't.
func TestDigestFew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := roomyWorld(t)
		e := w.listen()
		ids := w.waitFor("", "bert", "carl", "dora", "emil")
		e.hear("anna")
		before := len(e.heard[user("anna")])
		for _, id := range ids[:2] {
			w.playAt(id)
		}
		e.hear("anna")
		if got, want := e.heard[user("anna")][before:], said("calls.turn.until", "Names", "\u2068emil\u2069", "Code", ids[3], "When", ""); len(got) != 1 ||
			!strings.Contains(got[0], "emil") || !slices.Equal(w.callsOf(), ids[3:]) {
			t.Errorf("called by %q, want %q; single calls %v", got, want, w.callsOf())
		}
	})
}

// TestNoDigest: live games, those whose time runs out, and quiet hours have none.
func TestNoDigest(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, pace, before string
		pass               time.Duration
	}{
		{"live", "live", "help", 0},
		{"running out", "", "settings reminders last", 62 * time.Hour},
		{"quiet", "", "settings quiet 8-20", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := roomyWorld(t)
				w.mustSay("anna", tt.before)
				w.waitFor(tt.pace, "bert", "carl", "dora")
				pass(tt.pass)
				if n := len(w.callsOf()); n != 3 && tt.name != "quiet" || n != 0 && tt.name == "quiet" {
					t.Errorf("%d games call by themselves", n)
				}
				if tt.name != "quiet" {
					return
				}
				if n := len(w.digests()); n != 0 {
					t.Errorf("%d digests at night", n)
				}
				pass(12 * time.Hour)
				if all := w.digests(); len(all) != 1 || all[0].Call.Quiet || len(w.callsOf()) != 0 {
					t.Errorf("in the morning: %+v", all)
				}
			})
		})
	}
}

// TestDigestCrash: whatever becomes of the process while a digest is posted, and
// of the network, it comes, with one number; where it can't be posted each game
// calls.
func TestDigestCrash(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		err     error
		restart bool
	}{{"stopped", errNetwork, true}, {"tried again", errNetwork, false}, {"closed", chat.ErrBlocked, false}, {"refused", chat.ErrRefused, false}} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var healed atomic.Bool
				w := roomyWorld(t, withHook(func(p chat.Place, ref chat.Ref, s chat.Screen) error {
					if !healed.Load() && p == private("anna") && s.Call != nil && s.Call.Thread == "digest" {
						return tt.err
					}
					return nil
				}))
				ids := w.waitFor("", "bert", "carl", "dora")
				if errors.Is(tt.err, chat.ErrBlocked) || errors.Is(tt.err, chat.ErrRefused) {
					pass(5 * time.Minute)
					if got := w.callsOf(); !slices.Equal(got, ids) {
						t.Errorf("single calls %v, want %v", got, ids)
					}
					return
				}
				var kept struct{ Number int }
				w.read("digest", w.personOf(user("anna")), &kept)
				if tt.restart {
					_ = w.end() // it has died
				}
				healed.Store(true)
				if tt.restart {
					w.boot()
				}
				pass(time.Minute)
				if all := w.digests(); len(all) != 1 || all[0].Call.Number != kept.Number || len(w.callsOf()) != 0 {
					t.Errorf("digests %s, single calls %v", fmt.Sprint(all), w.callsOf())
				}
			})
		})
	}
}

// TestDigestOnNetworkThatIsGone: a digest in a place that is served no more is left
// alone, and its reader is told where they can be.
func TestDigestOnNetworkThatIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := roomyWorld(t)
		w.waitFor("", "bert", "carl", "dora")
		if err := w.end(); err != nil {
			t.Fatal(err)
		}
		for doc, err := range w.store.Scan(w.ctx, "digest", "", "") {
			if err != nil {
				t.Fatal(err)
			}
			doc.Data = bytes.ReplaceAll(doc.Data, []byte("fake:anna"), []byte("gone:anna"))
			if err := w.store.Commit(w.ctx, doc); err != nil {
				t.Fatal(err)
			}
		}
		w.boot()
		pass(7 * time.Hour)
		w.waitFor("", "emil")
		pass(10 * time.Minute)
		if log := w.log.String(); strings.Contains(log, "fault") || strings.Contains(log, "digest is not shown") {
			t.Error(log)
		}
		if n := len(w.digests()); n != 2 { // the one before, and this one
			t.Errorf("%d digests", n)
		}
	})
}

// TestForgetWhileDigestIsPosted: a digest that arrives once its reader is forgotten
// leaves no trace of them.
func TestForgetWhileDigestIsPosted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hold := make(chan struct{})
		w := roomyWorld(t, withHook(func(p chat.Place, _ chat.Ref, s chat.Screen) error {
			if p == private("anna") && s.Call != nil && s.Call.Thread == "digest" {
				<-hold
			}
			return nil
		}))
		w.waitFor("", "bert", "carl", "dora")
		id := w.personOf(user("anna"))
		if all := w.naming(id); !slices.Contains(all, "digest "+id) {
			t.Errorf("there is no digest: %q", all)
		}
		w.forgets(user("anna"))
		close(hold)
		synctest.Wait()
		if left := w.naming("fake:anna"); len(left) > 0 {
			t.Errorf("anna is in %q", left)
		}
	})
}

// TestUnreadableLeftOut: a digest or a notice that can't be read doesn't keep the bot
// from starting.
func TestUnreadableLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "help")
	if err := w.end(); err != nil { // for a bot that runs sweeps away what it can't read
		t.Fatal(err)
	}
	for _, kind := range []string{"digest", "notice"} {
		if err := w.store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: kind, ID: "broken"}, Data: []byte("{")}); err != nil {
			t.Fatal(err)
		}
	}
	w.boot()
	w.mustSay("anna", "help")
	for _, what := range []string{"a digest is left out", "a notice is left out"} {
		w.eventually("the log says that "+what, func() bool { return strings.Contains(w.log.String(), what) })
	}
}

// TestDigestWhileThere: who plays isn't told of the games that wait for them, but once
// they are away, of all by one message; who wants no calls to their turns never is.
func TestDigestWhileThere(t *testing.T) {
	t.Parallel()
	for chosen, want := range map[string]int{"away": 1, "hour": 1, "off": 0} {
		synctest.Test(t, func(t *testing.T) {
			w := roomyWorld(t)
			e := w.listen()
			w.mustSay("anna", "settings calls "+chosen)
			for _, host := range []string{"bert", "carl", "dora", "emil"} {
				w.yourTurn(w.seat(host, "anna", "bamberger 2 pace=7d"), host, "anna")
			}
			e.hear("anna")
			before := len(e.heard[user("anna")])
			pass(time.Minute)
			if e.hear("anna"); len(e.heard[user("anna")]) != before {
				t.Errorf("%s: called while she is there: %q", chosen, e.heard[user("anna")][before:])
			}
			pass(2 * time.Hour)
			if e.hear("anna"); len(e.heard[user("anna")])-before != want {
				t.Errorf("%s: called %q afterwards, want %d", chosen, e.heard[user("anna")][before:], want)
			}
		})
	}
}
