// Package spaces keeps how servers and groups are set up by administrators. Start at Spaces.
package spaces

import (
	"context"
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

// KindSpace is the kind of the documents of spaces.
const KindSpace = "space" // one server or group: its settings

// Holder says that nothing in spaces is anybody's.
func Holder() documents.Holder {
	return documents.Holder{Kind: KindSpace, Form: documents.CheckForm[Space], NotErased: "it is about a server or group of many", NotDisclosed: "it is about a server or group of many"}
}

// Spaces are the servers and groups, as they are stored. What was read of one is remembered
// until it is changed.
type Spaces struct {
	store    *documents.Store
	words    *words.Catalogue
	language string // of boards where nobody has told one

	mu      sync.Mutex
	changes int // counts what was changed: what was read before isn't remembered
	read    cache.Map[chat.ChatID, Space]
}

// Space is a server or group as administrators have set it up; what is left out is as everywhere.
type Space struct {
	Lang    string         `json:"lang,omitempty"`    // of its boards; "" as long as nobody has told
	Rules   string         `json:"rules,omitempty"`   // the rule set of a challenge that names none
	Options engine.Options `json:"options,omitempty"` // those of that rule set
	Length  int            `json:"length,omitempty"`  // of a match by that rule set; 0: as usual
	Pace    *match.Pace    `json:"pace,omitempty"`
	// Channels are where challenges may be made; all if there are none.
	Channels []chat.ChatID `json:"channels,omitempty"`
	Tables   int           `json:"tables,omitempty"` // matches that may run in a chat at once; 0: as the operator has it
	// Closed says that only administrators may challenge.
	Closed bool `json:"closed,omitempty"`
	// Threads says whether each match gets a thread, where there are any; nil: as the operator has it.
	Threads *bool `json:"threads,omitempty"`
}

// At is the space of that id; one that nobody has set up is as everywhere. It is not to be changed.
func (ss *Spaces) At(ctx context.Context, id chat.ChatID) (s Space, err error) {
	if id == "" {
		return s, nil
	}
	s, changes, known := ss.remembered(id)
	if known {
		return s, nil
	}
	if _, err = ss.store.Load(ctx, KindSpace, string(id), &s); err != nil {
		return s, err
	}
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.changes == changes {
		ss.read.Put(id, s)
	}
	return s, nil
}

func (ss *Spaces) remembered(id chat.ChatID) (s Space, changes int, known bool) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	s, known = ss.read.Get(id)
	return s, ss.changes, known
}

// Changed has the spaces read again, after something was stored of them.
func (ss *Spaces) Changed(ids ...chat.ChatID) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.changes++
	for _, id := range ids {
		ss.read.Delete(id)
	}
}

// New reads and changes them in the store. The language, one of words.Languages, is used where none is told.
func New(store *documents.Store, words *words.Catalogue, language string) *Spaces {
	return &Spaces{store: store, words: words, language: language}
}

// Change changes the space's settings. The input has no effect twice.
func (ss *Spaces) Change(ctx context.Context, id chat.ChatID, in chat.Input, change func(*Space) error) (Space, error) {
	defer ss.Changed(id)
	var changed Space
	err := ss.store.TransactBy(ctx, in, func(c *documents.Transaction) error {
		s, err := documents.Value[Space](ctx, c, KindSpace, string(id))
		if err != nil {
			return err
		}
		err = change(s)
		changed = *s
		return err
	})
	return changed, err
}

// SettleLang is the language of the space's boards: the one that is settled already,
// or else the told one, which is settled by that. If none is told it is the bot's.
func (ss *Spaces) SettleLang(ctx context.Context, id chat.ChatID, told string) (string, error) {
	defer ss.Changed(id)
	lang := ss.words.In(told, ss.language).Tag()
	err := ss.store.Transact(ctx, func(c *documents.Transaction) error {
		s, err := documents.Value[Space](ctx, c, KindSpace, string(id))
		switch {
		case err != nil:
			return err
		case s.Lang != "":
			lang = s.Lang
		case told != "":
			s.Lang = lang
		}
		return nil
	})
	return lang, err
}

// Game is the game of the space's rule set, if it has chosen one.
func (s Space) Game() (engine.Game, bool) {
	g, err := games.ByRules(s.Rules)
	return g, err == nil && s.Rules != ""
}

// UsualPace is how long somebody has for a move in a match that nothing is said of.
func (s Space) UsualPace() match.Pace {
	if s.Pace == nil {
		return match.UsualPace
	}
	return *s.Pace
}

// Suggest fills in what a challenge leaves open with what is usual in the space.
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

// Games are all, the space's own before the others.
func (s Space) Games() []engine.Game {
	if own, ok := s.Game(); ok {
		return append([]engine.Game{own}, games.All()...)
	}
	return games.All()
}
