package bot

import (
	"context"
	"slices"

	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/terms"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// kindSpace is the kind of the documents of spaces.
const (
	kindSpace = "space" // one server or group: its settings
)

// spaces are the servers and groups, as they are stored.
type spaces struct {
	store    *keep.Store
	words    *words.Catalogue
	language string // of boards where nobody has told one
}

// space is a server or group, as its administrators have set it up. What is left
// out is as everywhere.
type space struct {
	Lang    string         `json:"lang,omitempty"`    // of its boards; "" as long as nobody has told
	Rules   string         `json:"rules,omitempty"`   // the rule set of a challenge that names none
	Options engine.Options `json:"options,omitempty"` // those of that rule set
	Length  int            `json:"length,omitempty"`  // of a match by that rule set; 0: as usual
	Pace    *match.Pace    `json:"pace,omitempty"`
	// Channels are where challenges may be made; all if there are none.
	Channels []ChatID `json:"channels,omitempty"`
	Tables   int      `json:"tables,omitempty"` // matches that may run in a chat at once; 0: as the operator has it
	// Closed says that only administrators may challenge.
	Closed bool `json:"closed,omitempty"`
	// Threads says whether each match gets a thread of its own, on a platform that
	// has threads; nil: as the operator has it.
	Threads *bool `json:"threads,omitempty"`
}

// spaceAt is the space of that id; one that nobody has set up is as everywhere.
func (ss *spaces) spaceAt(ctx context.Context, id ChatID) (s space, err error) {
	if id != "" {
		_, err = ss.store.Load(ctx, kindSpace, string(id), &s)
	}
	return s, err
}

// newSpaces reads and changes them in the store. Boards are in the language where nobody
// has told one: "de" or "en".
func newSpaces(store *keep.Store, words *words.Catalogue, language string) *spaces {
	return &spaces{store, words, language}
}

// changeSpace changes the space's settings. The input has no effect twice.
func (ss *spaces) changeSpace(ctx context.Context, id ChatID, in Input, change func(*space) error) (space, error) {
	var changed space
	err := ss.store.ChangeBy(ctx, in, func(c *keep.Change) error {
		s, err := keep.Value[space](ctx, c, kindSpace, string(id))
		if err != nil {
			return err
		}
		err = change(s)
		changed = *s
		return err
	})
	return changed, err
}

// settleLang is the language of the space's boards: the one that is settled already,
// or else the told one, which is settled by that. If none is told it is the bot's.
func (ss *spaces) settleLang(ctx context.Context, id ChatID, told string) (string, error) {
	lang := ss.words.In(told, ss.language).Tag()
	err := ss.store.Change(ctx, func(c *keep.Change) error {
		s, err := keep.Value[space](ctx, c, kindSpace, string(id))
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

// game is the game of the space's rule set, if it has chosen one.
func (s space) game() (engine.Game, bool) {
	g, err := games.ByRules(s.Rules)
	return g, err == nil && s.Rules != ""
}

// pace is how long somebody has for a move in a match that nothing is said of.
func (s space) pace() match.Pace {
	if s.Pace == nil {
		return match.UsualPace
	}
	return *s.Pace
}

// suggest fills in what a challenge leaves open with what is usual in the space.
func (s space) suggest(t *terms.Terms, lengthSaid bool) {
	if t.Setup.Rules != s.Rules {
		return
	}
	for option, value := range s.Options {
		if _, said := t.Setup.Options[option]; !said {
			t.Setup.Options[option] = value
		}
	}
	if !lengthSaid && slices.Contains(t.Game.Lengths, s.Length) && s.Length > 0 {
		t.Setup.Length = s.Length
	}
}

// games are all, the space's own before the others.
func (s space) games() []engine.Game {
	if own, ok := s.game(); ok {
		return append([]engine.Game{own}, games.All()...)
	}
	return games.All()
}
