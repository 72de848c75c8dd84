package digest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/outboxtest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

var errBad = errors.New("bad gateway")

// diary is the Agenda of one person, anna.
type diary struct {
	games    []Game
	quiet    bool
	removing bool
	again    []chat.TableID // tables whose panels were shown again
	woken    []time.Duration
	began    time.Time
}

func (d *diary) Reader(_ context.Context, head chat.PersonID) (Reader, error) {
	if head != "anna" {
		return Reader{}, fmt.Errorf("no person %s", head)
	}
	return d.reader(), nil
}

func (d *diary) reader() Reader {
	return Reader{All: []chat.Identity{{Person: "anna", User: "net:anna"}}, Quiet: d.quiet}
}

func (d *diary) Games(context.Context, Reader) []Game { return append([]Game(nil), d.games...) }

func (d *diary) Screen(_ Reader, x Digest, games []Game) chat.Screen {
	if len(games) == 0 {
		return chat.Screen{Text: []chat.Line{{{Text: "none"}}}, Ended: true}
	}
	var all []string
	for _, g := range games {
		all = append(all, string(g.Table))
	}
	return outboxtest.Screen(strings.Join(all, " "))
}

func (d *diary) Refresh(_ context.Context, table chat.TableID, _ Reader) {
	d.again = append(d.again, table)
}

func (d *diary) WakeAt(_ context.Context, _ Reader, at time.Time) error {
	d.woken = append(d.woken, at.Sub(d.began))
	return nil
}

func (d *diary) IsBeingForgotten(chat.UserID) bool { return d.removing }

// waits makes that many games wait in the place.
func (d *diary) waits(n int, p chat.Place) {
	d.games = nil
	for i := range n {
		d.games = append(d.games, Game{Table: chat.TableID(fmt.Sprintf("t%d", i+1)), Place: p, Call: 1})
	}
}

// rig is a network with digests.
type rig struct {
	*diary
	net     *outboxtest.Network
	barred  chat.Place // where nothing may be shown
	end     func()     // ends the process, and waits for its goroutines
	store   storage.Store
	digests *Digests
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{diary: &diary{began: time.Now()}, net: outboxtest.New(), end: func() {}, store: memory.New()}
	r.boot(t)
	return r
}

// digestTest runs a test with digests in a synctest bubble.
func digestTest(t *testing.T, test func(*testing.T, *rig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(t, newRig(t)) })
}

// boot makes the digests as a new process does.
func (r *rig) boot(t *testing.T) {
	t.Helper()
	r.end()
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	r.end = func() { cancel(); work.Wait() }
	t.Cleanup(r.end)
	box := outbox.New(outbox.Config{
		Context: ctx, Work: &work, Platforms: map[string]chat.Platform{"net": r.net}, Log: slog.New(slog.DiscardHandler),
		Metrics: outboxtest.NoMetrics{}, Barred: func(p chat.Place) bool { return p == r.barred }, Acting: func() bool { return true }, DrawSlots: make(chan struct{}, 1),
	})
	r.digests = New(box, documents.New(r.store, documents.Options{}), time.Now, r.diary)
	if err := r.digests.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}

// gather decides again what anna's digest lists.
func (r *rig) gather(t *testing.T) {
	t.Helper()
	r.digests.Gather(t.Context(), r.reader(), len(r.games))
	synctest.Wait()
}

// TestDigest tests that one digest lists several games, that it is posted again only after a pause, retiring the
// message before, and that it says when no game waits any more.
func TestDigest(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames-1, outboxtest.Here)
		r.gather(t)
		r.net.Asked(t)
		r.waits(ManyGames, outboxtest.Here)
		r.gather(t)
		r.gather(t)
		r.net.Asked(t, "0s : t1 t2 t3 to press")
		if len(r.again) != ManyGames {
			t.Errorf("single calls of %v go", r.again)
		}
		r.waits(ManyGames+1, outboxtest.Here)
		outboxtest.Pass(time.Hour)
		r.gather(t)
		r.net.Asked(t, "1h0m0s m1: t1 t2 t3 t4 to press")
		version := r.digests.Of("anna").version
		r.digests.Refresh([]chat.TableID{"t1"})
		r.net.Asked(t, "1h0m0s m1: t1 t2 t3 t4 to press")
		if now := r.digests.Of("anna").version; now != version {
			t.Error("a digest that is the same is stored again")
		}
		if len(r.woken) != 1 || r.woken[0] != digestPause {
			t.Errorf("looked at again after %v", r.woken)
		}
		outboxtest.Pass(6 * time.Hour)
		r.gather(t)
		r.net.Asked(t, "7h0m0s m1: none", "7h0m0s : t1 t2 t3 t4 to press")
		r.waits(0, outboxtest.Here)
		r.gather(t)
		r.net.Asked(t, "7h0m0s m2: none")
		if r.digests.Of("anna").Exists() {
			t.Error("a digest of nothing is stored")
		}
	})
}

// TestDigestOldFails tests that a digest that can't be retired doesn't delay the new one, and is retired later.
func TestDigestOldFails(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames, outboxtest.Here)
		r.gather(t)
		r.net.Take()
		outboxtest.Pass(7 * time.Hour)
		r.waits(ManyGames+1, outboxtest.There)
		r.net.Fail(errBad)
		r.gather(t)
		outboxtest.Pass(time.Hour)
		r.net.Asked(t, "7h0m0s m1: none fails", "7h0m0s : t1 t2 t3 t4 to press", "7h0m0s m1: none")
		if d := r.digests.Of("anna"); d.Place != outboxtest.There || d.Ref != "m2" || d.old != "" {
			t.Errorf("the digest is %+v", d)
		}
	})
}

// TestDigestGivenUp tests that each game calls on its own for a while if the digest can't be posted.
func TestDigestGivenUp(t *testing.T) {
	t.Parallel()
	for _, err := range []error{chat.ErrBlocked, chat.ErrRefused} {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t)
			r.waits(ManyGames, outboxtest.Here)
			r.net.Fail(err)
			r.gather(t)
			outboxtest.Pass(time.Hour)
			r.gather(t)
			r.net.Asked(t, "0s : t1 t2 t3 to press fails")
			if d := r.digests.Of("anna"); len(d.Calls) > 0 || len(r.again) != 2*ManyGames {
				t.Errorf("%v: the digest is %+v; calls went and came at %v", err, d, r.again)
			}
			outboxtest.Pass(digestPause)
			r.gather(t)
			if all := r.net.Take(); len(all) != 1 {
				t.Errorf("%v: after the pause the network was asked %q", err, all)
			}
		})
	}
}

// TestDigestDeleted tests that a deleted digest isn't posted again until there is a new game.
func TestDigestDeleted(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames, outboxtest.Here)
		r.gather(t)
		r.net.Delete("m1")
		r.net.Take()
		r.digests.Refresh([]chat.TableID{"t2", "other"})
		r.digests.Refresh([]chat.TableID{"other"})
		outboxtest.Pass(time.Hour)
		r.digests.Refresh([]chat.TableID{"t2"})
		r.net.Asked(t, "0s m1: t1 t2 t3 to press fails")
		if d := r.digests.Of("anna"); d.Ref != "" || len(d.Calls) != ManyGames {
			t.Errorf("the digest is %+v", d)
		}
	})
}

// TestDigestCrash tests that the next process posts a digest that was decided, and doesn't post one twice that
// has called its reader.
func TestDigestCrash(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames, outboxtest.Here)
		r.net.Fail(errBad, errBad)
		r.gather(t)
		r.boot(t)
		r.net.Asked(t, "0s : t1 t2 t3 to press fails", "0s : t1 t2 t3 to press fails")
		r.boot(t)
		r.net.Asked(t, "0s : t1 t2 t3 to press")
		r.boot(t)
		r.net.Asked(t)
		outboxtest.Pass(7 * time.Hour)
		r.waits(ManyGames+1, outboxtest.Here)
		r.net.Stand(outboxtest.Here, "m2")
		r.net.Fail(nil, chat.RetryAfter{Wait: time.Minute})
		r.gather(t)
		outboxtest.Pass(time.Hour)
		r.net.Asked(t, "7h0m0s m1: none", "7h0m0s : t1 t2 t3 t4 to press fails", "7h1m0s m2: t1 t2 t3 t4 to press")
	})
}

// TestDigestErased tests that nothing is decided, recorded or left of a person who is being forgotten.
func TestDigestErased(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames, outboxtest.Here)
		hold := make(chan struct{})
		r.net.HoldUp(hold)
		r.gather(t)
		r.removing = true
		if err := r.digests.erase(t.Context(), &documents.Erasure{Identity: chat.Identity{Person: "anna", User: "net:anna"}}); err != nil {
			t.Fatal(err)
		}
		close(hold)
		synctest.Wait()
		r.gather(t)
		for doc := range r.store.Scan(t.Context(), KindDigest, "", "") {
			t.Errorf("stored is %s", doc.Data)
		}
		if r.digests.Of("anna").Exists() {
			t.Error("the digest is remembered")
		}
	})
}

// TestDigestUnserved tests that a digest on a network that doesn't run is ignored.
func TestDigestUnserved(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames, outboxtest.Here)
		r.gather(t)
		r.net.Take()
		r.barred = outboxtest.Here
		r.digests.Refresh([]chat.TableID{"t1"})
		r.net.Asked(t)
		outboxtest.Pass(7 * time.Hour)
		r.waits(ManyGames+1, outboxtest.There)
		r.gather(t)
		r.net.Asked(t, "7h0m0s : t1 t2 t3 t4 to press")
	})
}

// TestDigestQuiet tests that no digest is posted in a reader's quiet hours.
func TestDigestQuiet(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		r.waits(ManyGames, outboxtest.Here)
		r.quiet = true
		r.gather(t)
		r.net.Asked(t)
	})
}

// TestDamagedDigest tests that a digest that can't be read keeps no process from starting.
func TestDamagedDigest(t *testing.T) {
	digestTest(t, func(t *testing.T, r *rig) {
		if err := r.store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: KindDigest, ID: "broken"}, Data: []byte("{")}); err != nil {
			t.Fatal(err)
		}
		r.boot(t)
		r.waits(ManyGames, outboxtest.Here)
		r.gather(t)
		r.net.Asked(t, "0s : t1 t2 t3 to press")
	})
}
