package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// post is a message that is posted once and never changed, and the source of it.
type post struct {
	screen func() chat.Screen
	ref    chat.Ref // the message, if it stands already
	over   bool     // nothing more is done for it
	err    error    // what has come of it then
}

// Post posts a message in the place, unless one of that id is on its way there; screen is asked before
// each try. Over is told what came of it: nil, or what the network said last when it was given up.
func (o *Outbox) Post(id string, place chat.Place, screen func() chat.Screen, over func(error)) {
	o.mu.Lock()
	key, err := Key{id, place}, o.Context.Err()
	if err == nil && o.posts.find(key) == nil {
		d, p := o.posts.get(key), &post{screen: screen}
		d.source = p
		o.posts.startLocked(d, func() { over(p.err) })
	}
	o.mu.Unlock()
	if err != nil {
		over(err)
	}
}

// standing is how it stands until it is over.
func (p *post) standing() Standing { return Standing{Rev: 1, Ref: p.ref, Behind: true, Whole: true} }

// Want implements Source.
func (p *post) Want(context.Context, Key, Try) (Want, error) {
	return Want{Standing: p.standing(), Screen: p.screen()}, nil
}

// Shown implements Source.
func (p *post) Shown(_ context.Context, _ Key, out Outcome) (Standing, error) {
	if !p.over {
		p.ref, p.err = cmp.Or(out.Ref, p.ref), out.Err
		p.over = out.Final || out.Err == nil && out.Whole
	}
	if p.over {
		return Standing{}, ErrNone
	}
	return p.standing(), nil
}

// KindNotice is the kind of documents that are a Notice each.
const KindNotice = "notice"

// noticeLife is how long a notice waits for somebody who can't be reached.
const noticeLife = 30 * 24 * time.Hour

// Notice is a word to somebody about what another has done, stored with that until it is told.
type Notice struct {
	To    chat.UserID `json:"to"`
	What  string      `json:"what"` // the kind of it
	Name  string      `json:"name"` // of the one who did it
	User  chat.UserID `json:"user"` // the same
	At    time.Time   `json:"at"`
	Entry int         `json:"entry"` // of the journal of links
}

func (n Notice) id() string { return fmt.Sprintf("%s|%010d", n.To, n.Entry) }

// Doc is the document that stores a new notice.
func (n Notice) Doc() (storage.Doc, error) { return documents.Encode(KindNotice, n.id(), 0, n) }

// Notices tells notices to those whom they are for.
type Notices struct {
	box    *Outbox
	store  *documents.Store
	now    func() time.Time
	screen func(Notice) chat.Screen // as the one reads it whom it is for
}

// NewNotices makes Notices over the store, which show themselves by the screen.
func NewNotices(o *Outbox, store *documents.Store, now func() time.Time, screen func(Notice) chat.Screen) *Notices {
	return &Notices{box: o, store: store, now: now, screen: screen}
}

// Tell brings stored notices to those whom they are for. It tries until they are told, or nobody can be
// reached: then it waits until they can, or until the next start.
func (ns *Notices) Tell(all ...Notice) {
	for _, n := range all {
		place := chat.Place{User: n.To}
		if !ns.box.Serves(place) {
			continue
		}
		ns.box.Post(n.id(), place, func() chat.Screen { return ns.screen(n) }, func(err error) {
			switch {
			case err == nil:
				ns.told(n)
			case !errors.Is(err, chat.ErrBlocked) && ns.box.Context.Err() == nil:
				ns.box.Log.Warn("notice not told", "platform", place.Platform(), "err", err)
			}
		})
	}
}

// told forgets the notice, even while the bot stops; else it is told once more after the next start.
func (ns *Notices) told(n Notice) {
	doc := storage.Doc{Key: storage.Key{Kind: KindNotice, ID: n.id()}, Version: 1}
	if err := ns.store.Commit(context.WithoutCancel(ns.box.Context), doc); err != nil {
		ns.box.Log.Warn("notice not forgotten", "err", err)
	}
}

// TellAll tells what was not told yet, but for what can't be read. Errors are the store's.
func (ns *Notices) TellAll(ctx context.Context) error {
	return ns.tellBetween(ctx, "", "")
}

// TellAgain tells somebody who is heard of again, maybe not for the first time, what they weren't told yet.
func (ns *Notices) TellAgain(ctx context.Context, user chat.UserID) {
	from, to := noticesTo(user)
	if err := ns.tellBetween(ctx, from, to); err != nil {
		ns.box.Log.Warn("notices not told", "err", err)
	}
}

// noticesTo are the ids between which those to the user are.
func noticesTo(user chat.UserID) (from, to string) { return string(user) + "|", string(user) + "|~" }

func (ns *Notices) tellBetween(ctx context.Context, from, to string) error {
	for doc, err := range ns.store.Scan(ctx, KindNotice, from, to) {
		if err != nil {
			return fmt.Errorf("bot: read notices: %w", err)
		}
		var n Notice
		if err := documents.Decode(doc, &n); err != nil {
			ns.box.Log.Error("a notice is left out", "err", err)
			continue
		}
		ns.Tell(n)
	}
	return nil
}

// Sweep forgets what has waited for too long. Errors are the store's.
func (ns *Notices) Sweep(ctx context.Context) error {
	return ns.store.Sweep(ctx, KindNotice, "", "", documents.Is(func(n Notice) bool { return ns.now().Sub(n.At) < noticeLife }))
}

// Erase deletes notices to somebody, and about them. Errors are the store's.
func (ns *Notices) Erase(ctx context.Context, x *documents.Erasure) error {
	return ns.store.Erase(ctx, KindNotice, "", "", documents.Is(func(n Notice) bool { return n.To == x.User || n.User == x.User }))
}

// tell adds the kinds of the notices that are still to be delivered to the person.
func (ns *Notices) tell(ctx context.Context, d *documents.Disclosure) error {
	for i, who := range d.Accounts {
		var what []string
		from, to := noticesTo(who.User)
		for n, err := range documents.Read[Notice](ns.store.Scan(ctx, KindNotice, from, to)) {
			if err != nil {
				return err
			}
			what = append(what, n.Value.What)
		}
		d.Each[i]["notices"] = what
	}
	return nil
}
