package bot

import (
	"context"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/spaces"
	"tarockbot/storage"
)

// The kinds of documents.
const (
	kindGreeted = "greeted" // one public chat that has been greeted
	kindDraft   = "draft"   // a half-made choice of cards
	kindHistory = "history" // one finished match of one person
	kindCode    = "code"    // one code for linking, for a while
)

// historyHolder implements privacy.Holder for the histories of people.
type historyHolder struct{ *Bot }

// Kinds implements privacy.Holder.
func (historyHolder) Kinds() []keep.Kind { return []keep.Kind{{Name: kindHistory}} }

// toldMatch is one finished match.
type toldMatch struct {
	match.Past
	People  *struct{} `json:"people,omitempty"` // hides the random ids of others
	Players []string  `json:"players"`
}

// matchRoom is how many bytes of a file there are for matches.
const matchRoom = MaxFile / 2

// Tell implements privacy.Holder: it tells the finished matches, as many of the latest as
// there is room for. Of the others none is looked at but to be counted.
func (b historyHolder) Tell(ctx context.Context, d *keep.Disclosure) error {
	var all []toldMatch
	room := matchRoom
	for p, err := range b.matches(ctx, people.Person{Linked: people.Group{All: d.Accounts}}) {
		if err != nil {
			return err
		}
		names, err := d.Names(ctx, p.People)
		if err != nil {
			return err
		}
		m := toldMatch{Past: p, Players: names}
		if room -= keep.RoomOf(m); room < 0 {
			if d.Fields["left"], err = b.count(ctx, d.Accounts, p.Mark()); err != nil {
				return err
			}
			break
		}
		all = append(all, m)
	}
	d.Fields["matches"] = all
	return nil
}

// count is how many matches the identities have finished until the one with
// the mark, which is counted. One that two of them played is there once.
func (b historyHolder) count(ctx context.Context, who []chat.Identity, mark string) (int, error) {
	marks := make(map[string]bool)
	for _, x := range who {
		prefix := string(x.Person) + "|"
		for doc, err := range b.store.Scan(ctx, kindHistory, prefix+mark, prefix) {
			if err != nil {
				return 0, err
			}
			marks[strings.TrimPrefix(doc.Key.ID, prefix)] = true
		}
	}
	return len(marks), nil
}

// Erase implements privacy.Holder. The history of those with whom somebody has played
// keeps the random id.
func (b historyHolder) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	return nil, b.store.EraseOwn(ctx, kindHistory, x.Person)
}

// ownHolder implements privacy.Holder for what is about chats, and for codes that link.
type ownHolder struct{ store *keep.Store }

// Kinds implements privacy.Holder.
func (ownHolder) Kinds() []keep.Kind {
	return []keep.Kind{
		{Name: kindCode},
		{Name: spaces.KindSpace, Stays: "it is about a server or group of many", Untold: "it is about a server or group of many"},
		{Name: kindGreeted, Stays: "it is about a chat of many", Untold: "it is about a chat of many"},
	}
}

// Tell implements privacy.Holder: it tells until when codes are good.
func (h ownHolder) Tell(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		var until []time.Time
		for doc, err := range h.store.Naming(ctx, kindCode, who.User) {
			var code linkCode
			if err == nil {
				err = keep.Decode(doc, &code)
			}
			if err != nil {
				return err
			}
			until = append(until, code.Until)
		}
		d.Each[i]["codes"] = until
	}
	return nil
}

// Erase implements privacy.Holder: it deletes the codes that somebody has asked for.
func (h ownHolder) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	return nil, h.store.Erase(ctx, kindCode, "", "", func(doc storage.Doc) bool {
		var code linkCode
		return keep.Decode(doc, &code) == nil && code.User == x.User
	})
}

// sweepCodes forgets codes that nobody has used in time.
func (b *Bot) sweepCodes(ctx context.Context) error {
	return b.store.Sweep(ctx, kindCode, "", "", func(doc storage.Doc) bool {
		var code linkCode
		return keep.Decode(doc, &code) == nil && b.cfg.Now().Before(code.Until)
	})
}
