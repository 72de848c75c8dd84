package privacy

import (
	"context"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/speech"
	"tarockbot/storage"
)

// Notes are what platforms keep of people: in their notes, and in memory.
type Notes struct {
	Store     *keep.Store
	Platforms map[string]chat.Platform // by name
	// Named tells, by a platform's name, what else a user of it is called in its
	// notes that name them, as chat.Remembers.Forget does where the platform runs.
	Named map[string]func(user chat.UserID, notes map[string][]byte) []string
}

// Holders are those of notes, and of what no package but keep knows.
func (ns *Notes) Holders() []keep.Holder {
	return []keep.Holder{
		{Kind: keep.KindNote, Erase: ns.erase, Tell: ns.tell},
		{Kind: keep.KindSeen, Stays: "it is a sum of an act that tells nobody, for two days", Untold: "it is a sum that tells nobody"},
		{Kind: keep.KindMeta, Stays: "it is about the data", Untold: "it is about the data"},
	}
}

func (ns *Notes) tell(ctx context.Context, d *keep.Disclosure) error {
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

// erase deletes the platform's notes that name the user, and has the platform itself forget them.
func (ns *Notes) erase(ctx context.Context, x *keep.Erasure) error {
	about, err := ns.about(ctx, x.User)
	if err != nil {
		return err
	}
	if p, is := ns.Platforms[x.User.Platform()].(chat.Remembers); is {
		x.Names = append(x.Names, p.Forget(ctx, x.User, about)...)
	} else if named := ns.Named[x.User.Platform()]; named != nil {
		x.Names = append(x.Names, named(x.User, about)...)
	}
	mentions, prefix := speech.MentionsOf(x.User, x.Names...), x.User.Platform()+"/"
	return ns.Store.Erase(ctx, keep.KindNote, prefix, prefix+"~", func(doc storage.Doc) bool {
		var note keep.Note
		return keep.Decode(doc, &note) == nil && mentions.In(strings.TrimPrefix(doc.Key.ID, prefix), note.Data)
	})
}

// about are the notes of the user's platform that name them.
func (ns *Notes) about(ctx context.Context, user chat.UserID) (map[string][]byte, error) {
	about := make(map[string][]byte)
	mentions, prefix := speech.MentionsOf(user), user.Platform()+"/"
	for e, err := range keep.Read[keep.Note](ns.Store.Scan(ctx, keep.KindNote, prefix, prefix+"~")) {
		if err != nil {
			return nil, fmt.Errorf("bot: read notes: %w", err)
		}
		if key := strings.TrimPrefix(e.Key.ID, prefix); mentions.In(key, e.Value.Data) {
			about[key] = e.Value.Data
		}
	}
	return about, nil
}

// lapsing are the users whose notes lapse.
func (ns *Notes) lapsing(ctx context.Context) (users []chat.UserID, err error) {
	for name, platform := range ns.Platforms {
		p, is := platform.(chat.Lapsing)
		if !is {
			continue
		}
		for doc, err := range ns.Store.Scan(ctx, keep.KindNote, name+"/", name+"/~") {
			if err != nil {
				return nil, fmt.Errorf("bot: read notes: %w", err)
			}
			var note keep.Note
			if keep.Decode(doc, &note) != nil {
				continue // it names nobody
			}
			if user, lapses := p.Lapses(strings.TrimPrefix(doc.Key.ID, name+"/"), note.Data); lapses {
				users = append(users, user)
			}
		}
	}
	return users, nil
}
