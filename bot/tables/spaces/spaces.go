// Package spaces stores settings of servers and groups. Start reading at [Spaces].
package spaces

import (
	"context"
	"maps"
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/support/cache"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// KindSpace is the document kind of spaces.
const KindSpace = "space"

// Holder returns the spaces' holder.
func Holder() documents.Holder {
	const isSpaces = "it is about a server or group of many"
	return documents.Holder{Kind: KindSpace, CheckForm: documents.CheckForm[Space], NotErased: isSpaces, NotDisclosed: isSpaces}
}

// Spaces reads, changes and caches spaces.
type Spaces struct {
	store    *documents.Store
	words    *words.Catalogue
	language string // of spaces without one

	mu      sync.Mutex
	changes int // a read that began before a change is not cached
	cache   cache.Map[chat.ChatID, Space]
}

// Space holds a server's or group's settings.
type Space struct {
	Lang    string         `json:"lang,omitempty"`
	Rules   string         `json:"rules,omitempty"` // for challenges that name none
	Options engine.Options `json:"options,omitempty"`
	Length  int            `json:"length,omitempty"`
	Pace    *match.Pace    `json:"pace,omitempty"`
	// Channels are those where challenges are allowed; empty means all.
	Channels []chat.ChatID `json:"channels,omitempty"`
	Tables   int           `json:"tables,omitempty"`
	// Closed means that only administrators may challenge.
	Closed  bool  `json:"closed,omitempty"`
	Threads *bool `json:"threads,omitempty"`
}

// New returns the spaces in the store.
func New(store *documents.Store, words *words.Catalogue, language string) *Spaces {
	return &Spaces{store: store, words: words, language: language}
}

// At returns the space's settings.
func (ss *Spaces) At(ctx context.Context, id chat.ChatID) (s Space, err error) {
	if id == "" {
		return s, nil
	}
	ss.mu.Lock()
	s, known := ss.cache.Get(id)
	changes := ss.changes
	ss.mu.Unlock()
	if !known {
		if _, err = ss.store.Load(ctx, KindSpace, string(id), &s); err != nil {
			return s, err
		}
		ss.mu.Lock()
		if ss.changes == changes {
			ss.cache.Put(id, s)
		}
		ss.mu.Unlock()
	}
	s.Options, s.Channels = maps.Clone(s.Options), slices.Clone(s.Channels) // the cache must not change
	return s, nil
}

// Invalidate must be called after storing spaces.
func (ss *Spaces) Invalidate(ids ...chat.ChatID) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.changes++
	for _, id := range ids {
		ss.cache.Delete(id)
	}
}

// Update changes the space's settings. change may run again.
func (ss *Spaces) Update(ctx context.Context, id chat.ChatID, in chat.Input, change func(*Space) error) (Space, error) {
	defer ss.Invalidate(id)
	var changed Space
	err := ss.store.TransactBy(ctx, in, func(c *documents.Transaction) error {
		s := documents.Value[Space](ctx, c, KindSpace, string(id))
		if err := change(s); err != nil {
			return err
		}
		changed = *s
		return nil
	})
	return changed, err
}

// EnsureLang returns the space's language. If the space has none, EnsureLang stores the reported language, if
// known.
func (ss *Spaces) EnsureLang(ctx context.Context, id chat.ChatID, reported string) (string, error) {
	defer ss.Invalidate(id)
	lang := ss.words.In(reported, ss.language).Tag()
	err := ss.store.Transact(ctx, func(c *documents.Transaction) error {
		s := documents.Value[Space](ctx, c, KindSpace, string(id))
		switch {
		case s.Lang != "":
			lang = s.Lang
		case reported != "":
			s.Lang = lang
		}
		return nil
	})
	return lang, err
}

// Game returns the game of the space's rule set, if any.
func (s Space) Game() (engine.Game, bool) {
	g, err := games.ByRules(s.Rules)
	return g, err == nil && s.Rules != ""
}

// DefaultPace returns the default pace of challenges.
func (s Space) DefaultPace() match.Pace {
	if s.Pace == nil {
		return match.DefaultPace
	}
	return *s.Pace
}

// CompleteTerms completes the terms of a challenge.
func (s Space) CompleteTerms(t *terms.Terms, lengthSaid bool) {
	if t.Setup.Rules != s.Rules {
		return
	}
	for option, value := range s.Options {
		if _, said := t.Setup.Options[option]; !said {
			t.Setup.Options[option] = value
		}
	}
	if !lengthSaid && slices.Contains(t.Game.LengthsOf(s.Rules), s.Length) && s.Length > 0 {
		t.Setup.Length = s.Length
	}
}

// Games returns all games, with the space's own first.
func (s Space) Games() []engine.Game {
	if own, ok := s.Game(); ok {
		return append([]engine.Game{own}, games.All()...)
	}
	return games.All()
}
