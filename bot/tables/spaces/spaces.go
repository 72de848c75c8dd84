// Package spaces stores the settings that administrators make for servers and groups. Start reading at [Spaces].
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

// KindSpace is the kind of documents that hold the settings of one server or group each.
const KindSpace = "space"

// Holder returns the holder of spaces, which hold nothing of any person.
func Holder() documents.Holder {
	const isSpaces = "it is about a server or group of many"
	return documents.Holder{Kind: KindSpace, Form: documents.CheckForm[Space], NotErased: isSpaces, NotDisclosed: isSpaces}
}

// Spaces reads and changes the settings of spaces. It caches what it reads.
type Spaces struct {
	store    *documents.Store
	words    *words.Catalogue
	language string // of boards in spaces without one

	mu      sync.Mutex
	changes int // counts invalidations; a read that began before one is not cached
	cache   cache.Map[chat.ChatID, Space]
}

// Space holds the settings of a server or group. The zero value of a field is the default.
type Space struct {
	Lang    string         `json:"lang,omitempty"`    // of its boards; empty if nobody has chosen it
	Rules   string         `json:"rules,omitempty"`   // the rule set of a challenge that names none
	Options engine.Options `json:"options,omitempty"` // for Rules
	Length  int            `json:"length,omitempty"`  // of a match by Rules; 0: the rule set's usual length
	Pace    *match.Pace    `json:"pace,omitempty"`
	// Channels are the chats where challenges may be made; none means all.
	Channels []chat.ChatID `json:"channels,omitempty"`
	Tables   int           `json:"tables,omitempty"` // limit of running matches in a chat; 0: the operator's
	// Closed means that only administrators may challenge.
	Closed bool `json:"closed,omitempty"`
	// Threads tells whether each match gets a thread, where the platform has threads; nil: the operator's choice.
	Threads *bool `json:"threads,omitempty"`
}

// New returns the spaces in the store. The language, one of words.Languages, is that of spaces without one.
func New(store *documents.Store, words *words.Catalogue, language string) *Spaces {
	return &Spaces{store: store, words: words, language: language}
}

// At returns the space's settings; the zero Space if nobody has set it up. Errors are the store's.
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
	s.Options, s.Channels = maps.Clone(s.Options), slices.Clone(s.Channels) // those in the cache must not change
	return s, nil
}

// Invalidate removes the spaces from the cache. Call it after storing one of them.
func (ss *Spaces) Invalidate(ids ...chat.ChatID) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.changes++
	for _, id := range ids {
		ss.cache.Delete(id)
	}
}

// Update changes the space's settings. An input counts once; change may run again after a conflict.
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

// SettleLang returns the language of the space's boards. If none is stored it stores told; without told it
// returns the bot's language.
func (ss *Spaces) SettleLang(ctx context.Context, id chat.ChatID, told string) (string, error) {
	defer ss.Invalidate(id)
	lang := ss.words.In(told, ss.language).Tag()
	err := ss.store.Transact(ctx, func(c *documents.Transaction) error {
		s := documents.Value[Space](ctx, c, KindSpace, string(id))
		switch {
		case s.Lang != "":
			lang = s.Lang
		case told != "":
			s.Lang = lang
		}
		return nil
	})
	return lang, err
}

// Game returns the game of the space's rule set; false if it has none.
func (s Space) Game() (engine.Game, bool) {
	g, err := games.ByRules(s.Rules)
	return g, err == nil && s.Rules != ""
}

// UsualPace returns the pace of a match whose challenge names none.
func (s Space) UsualPace() match.Pace {
	if s.Pace == nil {
		return match.UsualPace
	}
	return *s.Pace
}

// Suggest sets terms that a challenge leaves open to the space's settings.
func (s Space) Suggest(t *terms.Terms, lengthSaid bool) {
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

// Games returns all games behind the space's own, which comes twice.
func (s Space) Games() []engine.Game {
	if own, ok := s.Game(); ok {
		return append([]engine.Game{own}, games.All()...)
	}
	return games.All()
}
