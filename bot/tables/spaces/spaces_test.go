package spaces

import (
	"context"
	"errors"
	"maps"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const linz = chat.ChatID("net:linz")

func newSpaces(t *testing.T, below storage.Store) *Spaces {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return New(documents.New(below, documents.Options{}), catalogue, "en")
}

func update(t *testing.T, ss *Spaces, input string, change func(*Space)) {
	t.Helper()
	_, err := ss.Update(t.Context(), linz, chat.Input{ID: input, User: "net:anna"}, func(s *Space) error { change(s); return nil })
	if err != nil {
		t.Fatal(err)
	}
}

func spaceOfLinz(t *testing.T, ss *Spaces) Space {
	t.Helper()
	s, err := ss.At(t.Context(), linz)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestAt(t *testing.T) {
	t.Parallel()
	ss := newSpaces(t, memory.New())
	if s := spaceOfLinz(t, ss); s.Rules != "" || s.DefaultPace() != match.DefaultPace {
		t.Errorf("a new space has the settings %+v", s)
	}
	live := match.LivePace
	update(t, ss, "1", func(s *Space) {
		s.Rules, s.Pace, s.Options, s.Channels = "kosakeln/bamberger", &live, engine.Options{"a": "1"}, []chat.ChatID{linz}
	})
	for range 2 {
		s := spaceOfLinz(t, ss)
		if s.DefaultPace() != live || s.Options["a"] != "1" || s.Channels[0] != linz {
			t.Errorf("the space has the settings %+v", s)
		}
		s.Options["a"], s.Channels[0] = "2", "net:graz"
	}
	if s, err := ss.At(t.Context(), ""); err != nil || s.Rules != "" {
		t.Errorf("a private chat has the settings %+v, %v", s, err)
	}
}

func TestAtDamaged(t *testing.T) {
	t.Parallel()
	store := memory.New()
	update(t, newSpaces(t, store), "1", func(s *Space) { s.Tables = 3 })
	ss := newSpaces(t, storagetest.Damaged{Store: store, Key: storage.Key{Kind: KindSpace, ID: string(linz)}})
	for range 2 {
		if _, err := ss.At(t.Context(), linz); !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("got %v", err)
		}
	}
}

// slowStore simulates a change during a read.
type slowStore struct {
	storage.Store
	meanwhile func()
}

func (s *slowStore) Get(ctx context.Context, k storage.Key) (storage.Doc, error) {
	doc, err := s.Store.Get(ctx, k)
	if do := s.meanwhile; do != nil && k.Kind == KindSpace {
		s.meanwhile = nil
		do()
	}
	return doc, err
}

func TestChangedMeanwhile(t *testing.T) {
	t.Parallel()
	slow := &slowStore{Store: memory.New()}
	ss := newSpaces(t, slow)
	slow.meanwhile = func() { update(t, ss, "1", func(s *Space) { s.Tables = 3 }) }
	if s := spaceOfLinz(t, ss); s.Tables != 0 {
		t.Errorf("the first reader gets the limit %d", s.Tables)
	}
	if s := spaceOfLinz(t, ss); s.Tables != 3 {
		t.Errorf("the next reader gets the limit %d", s.Tables)
	}
}

func TestEnsureLang(t *testing.T) {
	t.Parallel()
	ss := newSpaces(t, memory.New())
	for _, tt := range []struct{ reported, want, stored string }{
		{"", "en", ""},
		{"de-AT", "de", "de"},
		{"en", "de", "de"},
		{"", "de", "de"},
	} {
		got, err := ss.EnsureLang(t.Context(), linz, tt.reported)
		if s := spaceOfLinz(t, ss); err != nil || got != tt.want || s.Lang != tt.stored {
			t.Errorf("reported %q: got %q, stored %q, %v; want %q, %q", tt.reported, got, s.Lang, err, tt.want, tt.stored)
		}
	}
}

func TestCompleteTerms(t *testing.T) {
	t.Parallel()
	const rules = "kosakeln/bamberger"
	g, err := games.ByRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	lengths := g.LengthsOf(rules)
	own, other := lengths[len(lengths)-1], lengths[0]
	space := Space{Rules: rules, Options: engine.Options{"a": "space", "b": "space"}, Length: own}
	for _, tt := range []struct {
		name, rules string
		space       Space
		lengthTyped bool
		options     engine.Options
		length      int
	}{
		{"the space's options and length", rules, space, false, engine.Options{"a": "said", "b": "space"}, own},
		{"a typed length", rules, space, true, engine.Options{"a": "said", "b": "space"}, other},
		{"other rules", "strohmandeln/classic", space, false, engine.Options{"a": "said"}, other},
		{"a length that the rules no longer have", rules, Space{Rules: rules, Length: 1000}, false, engine.Options{"a": "said"}, other},
		{"a space without a length", rules, Space{Rules: rules}, false, engine.Options{"a": "said"}, other},
	} {
		x := terms.Terms{Game: g}
		x.Setup.Rules, x.Setup.Options, x.Setup.Length = tt.rules, engine.Options{"a": "said"}, other
		tt.space.CompleteTerms(&x, tt.lengthTyped)
		if !maps.Equal(x.Setup.Options, tt.options) || x.Setup.Length != tt.length {
			t.Errorf("%s: options %v, length %d", tt.name, x.Setup.Options, x.Setup.Length)
		}
	}
}

func TestGames(t *testing.T) {
	t.Parallel()
	if all := (Space{}).Games(); len(all) != len(games.All()) {
		t.Errorf("a space without a game has %d games", len(all))
	}
	own := Space{Rules: "strohmandeln/classic"}
	if all := own.Games(); all[0].ID != "strohmandeln" || len(all) != len(games.All())+1 {
		t.Errorf("a space with strohmandeln has %d games, the first is %s", len(all), all[0].ID)
	}
	if _, ok := (Space{Rules: "gone/rules"}).Game(); ok {
		t.Error("unknown rules have a game")
	}
}
