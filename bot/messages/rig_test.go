package messages

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/outbox/outboxtest"
	"tarockbot/bot/people"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/players"
	"tarockbot/bot/tables/spaces"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

type network struct {
	chat.Platform
	traits chat.Traits
}

func (n network) Traits() chat.Traits { return n.traits }

func (n network) Show(_ context.Context, _ chat.Place, old chat.Ref, _ chat.Screen) (chat.Ref, error) {
	return chat.Ref(fmt.Sprint("shown ", old)), nil
}

type slashNetwork struct{ network }

func (slashNetwork) FormatCommand(line string) string { return "/" + line }

// rig has Messages on three networks: net; slash, with slash commands; and page, which forgets its messages.
type rig struct {
	*testing.T
	*Messages
	store *documents.Store
	moved []string // "from to", for each chat moved
	clock time.Time
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{T: t, clock: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	now, log := func() time.Time { return r.clock }, slog.New(slog.DiscardHandler)
	r.store = documents.New(memory.New(), documents.Options{Now: now})
	ctx, end := context.WithCancel(t.Context())
	var work sync.WaitGroup
	t.Cleanup(func() { end(); work.Wait() })
	platforms := map[string]chat.Platform{"net": network{}, "slash": slashNetwork{}, "page": network{traits: chat.Traits{LosesMessages: true}}}
	clock := alarms.NewClock(r.store, now, log, platforms)
	r.must(clock.Load(ctx))
	clock.Start()
	texts, err := words.Load()
	r.must(err)
	persons := people.New(r.store, rand.Reader, now, func(chat.PersonID, string) []storage.Doc { return nil })
	r.Messages = New(Config{
		Config: tables.Config{
			Store: r.store, Log: log, Metrics: metrics.New(nil), Now: now, Random: rand.Reader, Running: ctx, Platforms: platforms,
			People: persons, Facts: players.New(ctx, persons, clock, log), AbandonedAfter: 24 * time.Hour,
		},
		Words: texts, Language: "en", Spaces: spaces.New(r.store, texts, "en"),
		Outbox: outbox.New(outbox.Config{
			Context: ctx, Work: &work, Platforms: platforms, Log: log, Metrics: outboxtest.NoMetrics{},
			Barred: func(chat.Place) bool { return false }, Acting: func() bool { return true }, DrawSlots: make(chan struct{}, 1),
		}),
		Moved: func(_ context.Context, from, to chat.ChatID) error {
			r.moved = append(r.moved, string(from+" "+to))
			return nil
		},
	})
	return r
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) put(kind, id string, value any) {
	r.Helper()
	r.must(r.store.Put(r.Context(), kind, id, 0, value))
}

func (r *rig) person(user chat.UserID, edit func(*people.Account)) people.Person {
	r.Helper()
	_, err := r.config.People.Resolve(r.Context(), chat.Input{User: user, Name: string(user)})
	r.must(err)
	_, err = r.config.People.Change(r.Context(), user, edit)
	r.must(err)
	return r.config.Facts.PersonOf(user)
}

// table returns a slow match of anna and bert in its first deal, and the seat to move.
func (r *rig) table() (*match.Table, engine.Seat) {
	r.Helper()
	t := &match.Table{ID: "abcd2345", Stage: match.Playing, Rev: 5, Lang: "de", Chat: "net:club", Space: "net:club", Seed: 1, Touched: r.clock}
	t.Setup.Setup, t.Setup.Pace = engine.Setup{Rules: "strohmandeln/classic", Length: 2}, match.DayPace
	game, err := games.ByRules(t.Setup.Rules)
	r.must(err)
	t.Match = engine.Match{Game: game, Setup: t.Setup.Setup}
	r.must(t.Match.NextDeal(t.Match.Rules().Cards().Cards()))
	for s, user := range []chat.UserID{"net:anna", "net:bert"} {
		t.Chairs = append(t.Chairs, match.Chair{Person: r.person(user, func(*people.Account) {}).ID, User: user})
		t.Chairs[s].Call = 2
		t.Messages.Add(chat.Place{User: user}, engine.Seat(s))
	}
	t.Messages.Add(chat.Place{Chat: "net:club"}, engine.Nobody)
	for s := range engine.Seat(len(t.Chairs)) {
		if t.Waiting().Has(s) {
			return t, s
		}
	}
	r.Fatal("nobody is to move")
	return nil, 0
}

func (r *rig) open(t *match.Table) *tables.Locked {
	r.Helper()
	data, err := t.Encode()
	r.must(err)
	r.must(r.store.Commit(r.Context(), storage.Doc{Key: storage.Key{Kind: tables.KindTable, ID: string(t.ID)}, Data: data}))
	l, err := r.Tables.Open(r.Context(), t.ID)
	r.must(err)
	return l
}

func (r *rig) stored(id chat.TableID, place chat.Place) match.Message {
	r.Helper()
	doc, err := r.store.Get(r.Context(), storage.Key{Kind: tables.KindTable, ID: string(id)})
	r.must(err)
	t, err := match.Parse(string(id), doc.Data)
	r.must(err)
	return *t.Messages.In(place)
}
