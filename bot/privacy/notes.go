package privacy

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/speech"
	"tarockbot/storage"
)

// Notes are what platforms keep of people: in their notes, and in memory. It implements
// Holder, and keeps besides what no package but keep knows.
type Notes struct {
	Store     *keep.Store
	Platforms map[string]chat.Platform // by name
	// Named tells, by a platform's name, what else a user of it is called in its
	// notes that name them, as chat.Remembers.Forget does where the platform runs.
	Named map[string]func(user chat.UserID, notes map[string][]byte) []string
}

// Kinds implements Holder.
func (*Notes) Kinds() []keep.Kind {
	return []keep.Kind{
		{Name: keep.KindNote},
		{Name: keep.KindSeen, Stays: "it is a sum of an act that tells nobody, for two days", Untold: "it is a sum that tells nobody"},
		{Name: keep.KindMeta, Stays: "it is about the data", Untold: "it is about the data"},
	}
}

// Tell implements Holder.
func (ns *Notes) Tell(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		notes, err := ns.about(ctx, who.User)
		if err != nil {
			return err
		}
		if platform, is := ns.Platforms[who.User.Platform()].(chat.Remembers); is {
			d.Each[i]["platform"] = platform.Recall(who.User, notes)
		}
	}
	return nil
}

// Erase implements Holder: it deletes the notes of the user's platform that name them, and
// has the platform itself forget them. It does so once more at last, for a platform notes
// who speaks to it also while nobody listens.
func (ns *Notes) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	var names []string // what else notes call the user: once those are gone that say so, nobody knows
	erase := func(ctx context.Context) error {
		about, err := ns.about(ctx, x.User)
		if err != nil {
			return err
		}
		names = append(names, ns.forget(ctx, x.User, about)...)
		mentions, prefix := speech.MentionsOf(x.User, names...), x.User.Platform()+"/"
		return ns.Store.Erase(ctx, keep.KindNote, prefix, prefix+"~", func(doc storage.Doc) bool {
			key, data, err := readNote(doc)
			return err == nil && mentions.In(key, data)
		})
	}
	return erase, erase(ctx)
}

// forget has the user's platform forget them, and tells what else its notes call them.
func (ns *Notes) forget(ctx context.Context, user chat.UserID, about map[string][]byte) (names []string) {
	if p, is := ns.Platforms[user.Platform()].(chat.Remembers); is {
		return p.Forget(ctx, user, about)
	}
	if named := ns.Named[user.Platform()]; named != nil {
		return named(user, about)
	}
	return nil
}

// about are the notes of the user's platform that name them.
func (ns *Notes) about(ctx context.Context, user chat.UserID) (map[string][]byte, error) {
	about := make(map[string][]byte)
	mentions := speech.MentionsOf(user)
	for doc, err := range ns.of(ctx, user.Platform()) {
		if err != nil {
			return nil, err
		}
		key, data, err := readNote(doc)
		if err != nil {
			return nil, err
		}
		if mentions.In(key, data) {
			about[key] = data
		}
	}
	return about, nil
}

// of yields the platform's notes.
func (ns *Notes) of(ctx context.Context, platform string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		prefix := platform + "/"
		for doc, err := range ns.Store.Scan(ctx, keep.KindNote, prefix, prefix+"~") {
			if err != nil {
				err = fmt.Errorf("bot: read notes: %w", err)
			}
			if !yield(doc, err) || err != nil {
				return
			}
		}
	}
}

// lapsing yields the users whose notes lapse.
func (ns *Notes) lapsing(ctx context.Context) iter.Seq2[chat.UserID, error] {
	return func(yield func(chat.UserID, error) bool) {
		for name, platform := range ns.Platforms {
			p, is := platform.(chat.Lapsing)
			if !is {
				continue
			}
			for doc, err := range ns.of(ctx, name) {
				if err != nil {
					yield("", err)
					return
				}
				key, data, err := readNote(doc)
				if err != nil {
					continue // it names nobody
				}
				if user, lapses := p.Lapses(key, data); lapses && !yield(user, nil) {
					return
				}
			}
		}
	}
}

// readNote is a stored note's key, without its platform, and its data.
func readNote(doc storage.Doc) (key string, data []byte, err error) {
	_, key, ok := strings.Cut(doc.Key.ID, "/")
	if !ok {
		return "", nil, errors.New("bot: a note of no platform")
	}
	var kept keep.Note
	err = keep.Decode(doc, &kept)
	return key, kept.Data, err
}
