package outbox

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

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
	return screen(strings.Join(all, " "))
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

// digestRig is a rig with digests.
type digestRig struct {
	*rig
	*diary
	store   storage.Store
	digests *Digests
}

// digestTest runs a test with digests in a synctest bubble.
func digestTest(t *testing.T, test func(*testing.T, *digestRig)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := &digestRig{rig: newRig(t, false), diary: &diary{began: time.Now()}, store: memory.New()}
		r.boot(t)
		test(t, r)
	})
}

// boot makes the digests as a new process does.
func (r *digestRig) boot(t *testing.T) {
	t.Helper()
	r.end()
	r.start(t, false)
	r.digests = NewDigests(r.Outbox, documents.New(r.store, documents.Options{}), time.Now, r.diary)
	if err := r.digests.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}

// gather decides again what anna's digest lists.
func (r *digestRig) gather(t *testing.T) {
	t.Helper()
	r.digests.Gather(t.Context(), r.reader(), len(r.games))
	synctest.Wait()
}

// TestDigest tests that one digest lists several games, that it is posted again only after a pause, retiring the
// message before, and that it says when no game waits any more.
func TestDigest(t *testing.T) {
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames-1, here)
		r.gather(t)
		r.asked(t)
		r.waits(ManyGames, here)
		r.gather(t)
		r.gather(t)
		r.asked(t, "0s : t1 t2 t3 to press")
		if len(r.again) != ManyGames {
			t.Errorf("single calls of %v go", r.again)
		}
		r.waits(ManyGames+1, here)
		pass(time.Hour)
		r.gather(t)
		r.asked(t, "1h0m0s m1: t1 t2 t3 t4 to press")
		version := r.digests.Of("anna").version
		r.digests.Refresh([]chat.TableID{"t1"})
		r.asked(t, "1h0m0s m1: t1 t2 t3 t4 to press")
		if now := r.digests.Of("anna").version; now != version {
			t.Error("a digest that is the same is stored again")
		}
		if len(r.woken) != 1 || r.woken[0] != digestPause {
			t.Errorf("looked at again after %v", r.woken)
		}
		pass(6 * time.Hour)
		r.gather(t)
		r.asked(t, "7h0m0s m1: none", "7h0m0s : t1 t2 t3 t4 to press")
		r.waits(0, here)
		r.gather(t)
		r.asked(t, "7h0m0s m2: none")
		if r.digests.Of("anna").Exists() {
			t.Error("a digest of nothing is stored")
		}
	})
}

// TestDigestOldFails tests that a digest that can't be retired doesn't delay the new one, and is retired later.
func TestDigestOldFails(t *testing.T) {
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames, here)
		r.gather(t)
		r.net.take()
		pass(7 * time.Hour)
		r.waits(ManyGames+1, there)
		r.net.fail(errBad)
		r.gather(t)
		pass(time.Hour)
		r.asked(t, "7h0m0s m1: none fails", "7h0m0s : t1 t2 t3 t4 to press", "7h0m0s m1: none")
		if d := r.digests.Of("anna"); d.Place != there || d.Ref != "m2" || d.old != "" {
			t.Errorf("the digest is %+v", d)
		}
	})
}

// TestDigestGivenUp tests that each game calls on its own for a while if the digest can't be posted.
func TestDigestGivenUp(t *testing.T) {
	t.Parallel()
	for _, err := range []error{chat.ErrBlocked, chat.ErrRefused} {
		synctest.Test(t, func(t *testing.T) {
			r := &digestRig{rig: newRig(t, false), diary: &diary{began: time.Now()}, store: memory.New()}
			r.boot(t)
			r.waits(ManyGames, here)
			r.net.fail(err)
			r.gather(t)
			pass(time.Hour)
			r.gather(t)
			r.asked(t, "0s : t1 t2 t3 to press fails")
			if d := r.digests.Of("anna"); len(d.Listed) > 0 || len(r.again) != 2*ManyGames {
				t.Errorf("%v: the digest is %+v; calls went and came at %v", err, d, r.again)
			}
			pass(digestPause)
			r.gather(t)
			if all := r.net.take(); len(all) != 1 {
				t.Errorf("%v: after the pause the network was asked %q", err, all)
			}
		})
	}
}

// TestDigestDeleted tests that a deleted digest isn't posted again until there is a new game.
func TestDigestDeleted(t *testing.T) {
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames, here)
		r.gather(t)
		r.net.delete("m1")
		r.net.take()
		r.digests.Refresh([]chat.TableID{"t2", "other"})
		r.digests.Refresh([]chat.TableID{"other"})
		pass(time.Hour)
		r.digests.Refresh([]chat.TableID{"t2"})
		r.asked(t, "0s m1: t1 t2 t3 to press fails")
		if d := r.digests.Of("anna"); d.Ref != "" || len(d.Listed) != ManyGames {
			t.Errorf("the digest is %+v", d)
		}
	})
}

// TestDigestCrash tests that the next process posts a digest that was decided, and doesn't post one twice that
// has called its reader.
func TestDigestCrash(t *testing.T) {
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames, here)
		r.net.fail(errBad, errBad)
		r.gather(t)
		r.boot(t)
		r.asked(t, "0s : t1 t2 t3 to press fails", "0s : t1 t2 t3 to press fails")
		r.boot(t)
		r.asked(t, "0s : t1 t2 t3 to press")
		r.boot(t)
		r.asked(t)
		pass(7 * time.Hour)
		r.waits(ManyGames+1, here)
		r.net.stand(here, "m2")
		r.net.fail(nil, chat.RetryAfter{Wait: time.Minute})
		r.gather(t)
		pass(time.Hour)
		r.asked(t, "7h0m0s m1: none", "7h0m0s : t1 t2 t3 t4 to press fails", "7h1m0s m2: t1 t2 t3 t4 to press")
	})
}

// TestDigestErased tests that nothing is decided, recorded or left of a person who is being forgotten.
func TestDigestErased(t *testing.T) {
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames, here)
		hold := make(chan struct{})
		r.net.holdUp(hold)
		r.gather(t)
		r.removing = true
		if err := r.digests.Erase(t.Context(), &documents.Erasure{Identity: chat.Identity{Person: "anna", User: "net:anna"}}); err != nil {
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
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames, here)
		r.gather(t)
		r.net.take()
		r.barred = here
		r.digests.Refresh([]chat.TableID{"t1"})
		r.asked(t)
		pass(7 * time.Hour)
		r.waits(ManyGames+1, there)
		r.gather(t)
		r.asked(t, "7h0m0s : t1 t2 t3 t4 to press")
	})
}

// TestDigestQuiet tests that no digest is posted in a reader's quiet hours.
func TestDigestQuiet(t *testing.T) {
	digestTest(t, func(t *testing.T, r *digestRig) {
		r.waits(ManyGames, here)
		r.quiet = true
		r.gather(t)
		r.asked(t)
	})
}
