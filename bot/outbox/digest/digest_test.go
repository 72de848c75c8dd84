package digest

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/outboxtest"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

type fakeAgenda struct {
	games      []Game
	quiet      bool
	forgetting bool
	refreshed  []chat.TableID
	wakeups    []time.Duration
	began      time.Time
}

func (d *fakeAgenda) Reader(_ context.Context, head chat.PersonID) (Reader, error) {
	if head != "anna" {
		return Reader{}, fmt.Errorf("no person %s", head)
	}
	return d.reader(), nil
}

func (d *fakeAgenda) reader() Reader {
	return Reader{Identities: []chat.Identity{{Person: "anna", User: "net:anna"}}, InQuietHours: d.quiet}
}

func (d *fakeAgenda) Games(context.Context, Reader) []Game { return append([]Game(nil), d.games...) }

func (d *fakeAgenda) Screen(_ Reader, x Digest, games []Game) chat.Screen {
	if len(games) == 0 {
		return chat.Screen{Text: []chat.Line{{{Text: "none"}}}, Dismissable: true}
	}
	var all []string
	for _, g := range games {
		all = append(all, string(g.Table))
	}
	return outboxtest.Screen(strings.Join(all, " "))
}

func (d *fakeAgenda) Refresh(_ context.Context, table chat.TableID, _ Reader) {
	d.refreshed = append(d.refreshed, table)
}

func (d *fakeAgenda) ScheduleGather(_ context.Context, _ Reader, at time.Time) error {
	d.wakeups = append(d.wakeups, at.Sub(d.began))
	return nil
}

func (d *fakeAgenda) IsBeingForgotten(chat.UserID) bool { return d.forgetting }

func (d *fakeAgenda) setWaiting(n int, p chat.Place) {
	d.games = nil
	for i := range n {
		d.games = append(d.games, Game{Table: chat.TableID(fmt.Sprintf("t%d", i+1)), Place: p, Call: 1})
	}
}

type rig struct {
	*fakeAgenda
	t       *testing.T
	lines   []string
	net     *outboxtest.Network
	barred  chat.Place
	end     func()
	store   storage.Store
	digests *Digests
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, fakeAgenda: &fakeAgenda{began: time.Now()}, net: outboxtest.New(), end: func() {}, store: memory.New()}
	r.restart()
	return r
}

func (r *rig) restart() {
	r.t.Helper()
	r.end()
	ctx, cancel := context.WithCancel(r.t.Context())
	var work sync.WaitGroup
	r.end = func() { cancel(); work.Wait() }
	r.t.Cleanup(r.end)
	box := outbox.New(outbox.Config{
		Context: ctx, Work: &work, Platforms: map[string]chat.Platform{"net": r.net}, Log: slog.New(slog.DiscardHandler),
		Metrics: outboxtest.NoMetrics{}, Barred: func(p chat.Place) bool { return p == r.barred }, Acting: func() bool { return true }, DrawSlots: make(chan struct{}, 1),
	})
	r.digests = New(box, documents.New(r.store, documents.Options{}), time.Now, r.fakeAgenda)
	if err := r.digests.Load(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
}

// TestTranscripts plays testdata/*.txt. Each line names an entry of happenings. The lines below it are
// the network's requests.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.EachFile(t, "testdata", func(t *testing.T, file string) {
		t.Parallel()
		golden.Sections(t, file, func(t *testing.T) golden.Play { return newRig(t).playLine })
	})
}

var happenings = map[string]func(r *rig, args string) error{
	"waiting": func(r *rig, args string) error {
		n, where, _ := strings.Cut(args, " ")
		count, err := strconv.Atoi(n)
		r.setWaiting(count, map[string]chat.Place{"": outboxtest.Here, "there": outboxtest.There}[where])
		r.digests.Gather(r.t.Context(), r.reader(), len(r.games))
		return err
	},
	"fails": func(r *rig, args string) error { r.net.FailNext(outboxtest.ParseFailures(args)...); return nil },
	"passes": func(_ *rig, args string) error {
		d, err := time.ParseDuration(args)
		outboxtest.AdvanceTime(d)
		return err
	},
	"shown": func(r *rig, args string) error {
		var ids []chat.TableID
		for _, id := range strings.Fields(args) {
			ids = append(ids, chat.TableID(id))
		}
		r.digests.Refresh(ids)
		return nil
	},
	"deleted":    func(r *rig, ref string) error { r.net.Delete(chat.Ref(ref)); return nil },
	"unrecorded": func(r *rig, ref string) error { r.net.PostUnknown(outboxtest.Here, chat.Ref(ref)); return nil },
	"unserved":   func(r *rig, _ string) error { r.barred = outboxtest.Here; return nil },
	"quiet":      func(r *rig, _ string) error { r.fakeAgenda.quiet = true; return nil },
	"restart":    func(r *rig, _ string) error { r.restart(); return nil },
	"damaged": func(r *rig, _ string) error {
		return r.store.Commit(r.t.Context(), storage.Doc{Key: storage.Key{Kind: KindDigest, ID: "broken"}, Data: []byte("{")})
	},
	"see": func(r *rig, _ string) error {
		d := r.digests.Of("anna")
		r.lines = append(r.lines, fmt.Sprintf("%q in %q, before %q, version %d, of %d games; panels shown again: %v; looked at again after %v",
			d.Ref, d.Place.Chat, d.old, d.version, len(d.Calls), r.refreshed, r.wakeups))
		return nil
	},
}

func (r *rig) playLine(line string) ([]string, error) {
	word, args, _ := strings.Cut(line, " ")
	action := happenings[word]
	if action == nil {
		return nil, fmt.Errorf("unknown happening %q", word)
	}
	r.lines = nil
	err := action(r, args)
	synctest.Wait()
	return append(r.lines, r.net.TakeRequests()...), err
}

func TestErasedDigestIsGone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t)
		hold := make(chan struct{})
		r.net.HoldRequests(hold)
		r.setWaiting(manyGames, outboxtest.Here)
		r.digests.Gather(t.Context(), r.reader(), manyGames)
		synctest.Wait()
		r.forgetting = true
		if err := r.digests.erase(t.Context(), &documents.Erasure{Identity: chat.Identity{Person: "anna", User: "net:anna"}}); err != nil {
			t.Fatal(err)
		}
		close(hold)
		synctest.Wait()
		r.digests.Gather(t.Context(), r.reader(), manyGames)
		synctest.Wait()
		for doc := range r.store.Scan(t.Context(), KindDigest, "", "") {
			t.Errorf("the store still has %s", doc.Data)
		}
		if r.digests.Of("anna").Exists() {
			t.Error("the digest is still in memory")
		}
	})
}
