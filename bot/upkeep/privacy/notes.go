package privacy

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// NoteHolder holds the notes and memory of platforms about people.
type NoteHolder struct {
	Store     *documents.Store
	Platforms map[string]chat.Platform
	// OtherNames replaces chat.DataHolder.Forget for platforms that aren't running.
	OtherNames map[string]func(user chat.UserID, notes map[string][]byte) []string
}

const aboutAll = "it is about the data as a whole"

// Holders returns the holders of notes and of package documents' kinds.
func (ns *NoteHolder) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: documents.KindNote, CheckForm: documents.CheckForm[documents.Note], Erase: ns.erase, Disclose: ns.disclose},
		{
			Kind: documents.KindSeen, CheckForm: documents.CheckForm[int64],
			NotErased:    "it is a checksum that identifies nobody, and is deleted after two days",
			NotDisclosed: "it is a checksum that identifies nobody",
		},
		{Kind: documents.KindMeta, CheckForm: documents.CheckForm[any], NotErased: aboutAll, NotDisclosed: aboutAll},
	}
}

func (ns *NoteHolder) disclose(ctx context.Context, d *documents.Disclosure) error {
	for i, account := range d.Accounts {
		notes, err := ns.notesAbout(ctx, account.User)
		if err != nil {
			return err
		}
		if platform, is := ns.Platforms[account.User.Platform()].(chat.DataHolder); is {
			d.PerAccount[i]["platform"] = platform.Disclose(account.User, notes)
		}
	}
	return nil
}

func (ns *NoteHolder) erase(ctx context.Context, x *documents.Erasure) error {
	about, err := ns.notesAbout(ctx, x.User)
	if err != nil {
		return err
	}
	if p, is := ns.Platforms[x.User.Platform()].(chat.DataHolder); is {
		x.Names = append(x.Names, p.Forget(ctx, x.User, about)...)
	} else if otherNames := ns.OtherNames[x.User.Platform()]; otherNames != nil {
		x.Names = append(x.Names, otherNames(x.User, about)...)
	}
	mentions := mentionsOf(x.User, x.Names...)
	prefix, end := documents.WithPrefix(x.User.Platform() + "/")
	return ns.Store.Erase(ctx, documents.KindNote, prefix, end, func(doc storage.Doc) bool {
		var note documents.Note
		return documents.Decode(doc, &note) == nil && mentions.areIn(strings.TrimPrefix(doc.Key.ID, prefix), note.Data)
	})
}

func (ns *NoteHolder) notesAbout(ctx context.Context, user chat.UserID) (map[string][]byte, error) {
	about, mentions := make(map[string][]byte), mentionsOf(user)
	err := ns.each(ctx, user.Platform(), func(key string, data []byte) {
		if mentions.areIn(key, data) {
			about[key] = data
		}
	})
	return about, err
}

// expiring returns the users whose notes expire unless they play.
func (ns *NoteHolder) expiring(ctx context.Context) (users []chat.UserID, err error) {
	for name, platform := range ns.Platforms {
		if p, is := platform.(chat.Expiring); is {
			err = errors.Join(err, ns.each(ctx, name, func(key string, data []byte) {
				if user, expires := p.Expires(key, data); expires {
					users = append(users, user)
				}
			}))
		}
	}
	return users, err
}

// each skips damaged notes. Errors are the store's.
func (ns *NoteHolder) each(ctx context.Context, platform string, visit func(key string, data []byte)) error {
	prefix, end := documents.WithPrefix(platform + "/")
	for doc, err := range ns.Store.SkipDamaged(ns.Store.Scan(ctx, documents.KindNote, prefix, end)) {
		if err != nil {
			return fmt.Errorf("bot: read notes: %w", err)
		}
		var note documents.Note
		if documents.Decode(doc, &note) == nil {
			visit(strings.TrimPrefix(doc.Key.ID, prefix), note.Data)
		}
	}
	return nil
}
