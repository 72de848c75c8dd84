package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// notice is a word to somebody about what another has done. It is stored with
// that, and until it has been told.
type notice struct {
	To    UserID    `json:"to"`
	What  string    `json:"what"` // the text "notice."+What
	Name  string    `json:"name"` // of the one who did it
	User  UserID    `json:"user"` // the same
	At    time.Time `json:"at"`
	Entry int       `json:"entry"` // of the journal of links
}

func (n notice) id() string { return fmt.Sprintf("%s|%s", n.To, linkEntryID(n.Entry)) }

// noticesAbout tells the identities of what the person does with the journal's
// next entry.
func (b *Bot) noticesAbout(p person, what string, to []chat.Identity) []notice {
	var all []notice
	for _, x := range to {
		all = append(all, notice{To: x.User, What: what, Name: p.Name, User: p.Users[0], At: b.cfg.Now().UTC(), Entry: b.people.links.next()})
	}
	return all
}

// tell brings notices that are stored to those whom they are for. It tries until they
// are told, or nobody can be reached: then it waits until they can, or until the next
// start.
func (b *Bot) tell(all ...notice) {
	for _, n := range all {
		place := Place{User: n.To}
		if !b.serves(place) {
			continue
		}
		b.outbox.Post(n.id(), place, func() Screen { return b.noticeScreen(n) }, func(err error) {
			switch {
			case err == nil:
				b.told(n)
			case !errors.Is(err, ErrBlocked) && b.running.Err() == nil:
				b.cfg.Log.Warn("notice not told", "platform", place.Platform(), "err", err)
			}
		})
	}
}

// told forgets the notice, even while the bot stops. If that fails it is told
// once more after the next start.
func (b *Bot) told(n notice) {
	doc := storage.Doc{Key: storage.Key{Kind: kindNotice, ID: n.id()}, Version: 1}
	if err := b.store.Commit(context.WithoutCancel(b.running), doc); err != nil {
		b.cfg.Log.Warn("notice not forgotten", "err", err)
	}
}

// tellWaiting tells what the user hasn't been told yet; "": all users.
func (b *Bot) tellWaiting(ctx context.Context, user UserID) error {
	from, to := "", ""
	if user != "" {
		from, to = string(user)+"|", string(user)+"|~"
	}
	for doc, err := range b.store.Scan(ctx, kindNotice, from, to) {
		if err != nil {
			return fmt.Errorf("bot: read notices: %w", err)
		}
		var n notice
		if err := keep.Decode(doc, &n); err != nil {
			b.cfg.Log.Error("a notice is left out", "err", err)
			continue
		}
		b.tell(n)
	}
	return nil
}

// tellAgain is tellWaiting when somebody is heard of again. They may be heard of
// more often.
func (b *Bot) tellAgain(ctx context.Context, user UserID) {
	if err := b.tellWaiting(ctx, user); err != nil {
		b.cfg.Log.Warn("notices not told", "err", err)
	}
}

// noticeScreen is the notice in the language of the one whom it is for.
func (b *Bot) noticeScreen(n notice) Screen {
	w, _ := b.reader(&match.Table{}, match.Message{Place: Place{User: n.To}})
	return noticePage(w, n)
}

func noticePage(w *words.Tongue, n notice) Screen {
	s := Screen{Lang: w.Tag(), Age: n.At, Ended: true, Text: []Line{
		{{Text: w.Say("notice."+n.What, "Who", nameOn(w, n.Name, n.User)), Style: Strong}},
	}}
	if n.What == "linked" {
		s.Text = append(s.Text, Line{{Text: w.Say("link.undo")}})
	}
	return s
}
