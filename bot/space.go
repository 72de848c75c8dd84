package bot

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/terms"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

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
func (b *Bot) spaceAt(ctx context.Context, id ChatID) (s space, err error) {
	if id != "" {
		_, err = b.store.Load(ctx, kindSpace, string(id), &s)
	}
	return s, err
}

// changeSpace changes the space's settings. The input has no effect twice.
func (b *Bot) changeSpace(ctx context.Context, id ChatID, in Input, change spaceChange) (space, error) {
	var changed space
	err := b.store.ChangeBy(ctx, in, func(c *keep.Change) error {
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

// homeOf is the space that a challenge is made in: where it is said, or where it is
// to be posted from a private chat.
func (b *Bot) homeOf(ctx context.Context, r *request) (space, error) {
	id := r.Home()
	if id == "" && slices.Contains(r.args, terms.WordThere) {
		id = cmp.Or(r.person.AskedIn, r.person.Asked)
	}
	s, err := b.spaceAt(ctx, id)
	return s, err
}

// boardLang is the language of the boards where the input comes from: the space's,
// or the person's own in private. A space that has none gets what its platform tells
// of it, never what whoever plays there first speaks.
func (b *Bot) boardLang(ctx context.Context, r *request) (string, error) {
	if r.Home() == "" {
		return r.t.Tag(), nil
	}
	return b.settleLang(ctx, r.Home(), r.SpaceLang)
}

// settleLang is the language of the space's boards: the one that is settled already,
// or else the told one, which is settled by that. If none is told it is the bot's.
func (b *Bot) settleLang(ctx context.Context, id ChatID, told string) (string, error) {
	lang := b.words.In(told, b.cfg.Language).Tag()
	err := b.store.Change(ctx, func(c *keep.Change) error {
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

// langAt is the language of the table's board in a chat: that of the chat's space. As
// long as none is settled it is the bot's, but the table's where that began.
func (b *Bot) langAt(t *match.Table, m match.Message) string {
	id, lang := t.SpaceOf(m), t.Lang
	if id != "" && id != t.Space {
		lang = b.cfg.Language
	}
	s, err := b.spaceAt(b.running, id)
	if err != nil {
		b.cfg.Log.Warn("the language of a place can't be read", "platform", m.Place.Platform(), "err", err)
	}
	return cmp.Or(s.Lang, lang)
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

// tablesIn is how many matches may run at once in a chat of the space.
func (b *Bot) tablesIn(ctx context.Context, id ChatID) (int, error) {
	s, err := b.spaceAt(ctx, id)
	return cmp.Or(s.Tables, b.cfg.Limits.TablesPerChat), err
}

// elsewhere tells somebody who challenges where that isn't wanted where it is; nil
// if they may. The error says that this person may not.
func (b *Bot) elsewhere(ctx context.Context, r *request) (*Screen, error) {
	if r.Chat == "" {
		return nil, nil
	}
	s, err := b.homeOf(ctx, r)
	switch {
	case err != nil:
		return nil, err
	case len(s.Channels) > 0 && !slices.Contains(s.Channels, r.Chat):
		var page pages.Elsewhere
		for _, chat := range s.Channels {
			page = append(page, b.chatName(r, r.Home(), chat))
		}
		return page.Screen(r.t), nil
	case s.Closed:
		if no := b.mayConfigure(ctx, r, r.Home()); no != nil {
			return nil, cmp.Or(chat.UnlessRefused(no), chat.Refuse("challenge-admins"))
		}
	}
	return nil, nil
}

// chatName is how people find the chat of the space.
func (b *Bot) chatName(r *request, id, chat ChatID) Span {
	if p, ok := b.platforms[r.Platform()].(Locator); ok {
		if where := p.Locate(id, chat); where != "" {
			return Span{Text: where, Style: Link}
		}
	}
	_, name, _ := strings.Cut(string(chat), ":")
	return Span{Text: name, Style: Strong}
}

// mayConfigure says why the person can't change the space's settings, if so.
func (b *Bot) mayConfigure(ctx context.Context, r *request, id ChatID) error {
	if r.Admin && id == r.Home() {
		return nil
	}
	p, ok := b.platforms[r.Platform()].(Administered)
	if !ok || (Place{Chat: id}).Platform() != r.Platform() {
		return chat.Refuse("config-admins")
	}
	ctx, cancel := context.WithTimeout(ctx, askAdminsTime)
	defer cancel()
	switch may, err := p.Administers(ctx, id, r.User); {
	case err != nil:
		b.cfg.Log.Warn("nobody says who administers a chat", "platform", r.Platform(), "err", err)
		return chat.Refuse("config-unknown")
	case !may:
		return chat.Refuse("config-admins")
	}
	return nil
}
