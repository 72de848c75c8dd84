// Package notice tells users what others did. Start reading at [Notices].
package notice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/outbox"
	"tarockbot/storage"
)

// KindNotice is the kind of Notice documents.
const KindNotice = "notice"

// life is how long a notice waits for an unreachable user.
const life = 30 * 24 * time.Hour

// Notice tells a user what another user did. It is deleted after delivery.
type Notice struct {
	To    chat.UserID `json:"to"`
	What  string      `json:"what"` // such as "linked"
	Name  string      `json:"name"`
	User  chat.UserID `json:"user"`
	At    time.Time   `json:"at"`
	Entry int         `json:"entry"` // number of the entry in the links' journal that caused the notice
}

func (n Notice) id() string { return fmt.Sprintf("%s|%010d", n.To, n.Entry) }

// Doc returns the document that stores a new notice.
func (n Notice) Doc() (storage.Doc, error) { return documents.Encode(KindNotice, n.id(), 0, n) }

// Notices stores and delivers notices.
type Notices struct {
	box    *outbox.Outbox
	store  *documents.Store
	now    func() time.Time
	screen func(Notice) chat.Screen
}

// New returns the notices in the store. screen renders a notice.
func New(o *outbox.Outbox, store *documents.Store, now func() time.Time, screen func(Notice) chat.Screen) *Notices {
	return &Notices{box: o, store: store, now: now, screen: screen}
}

// Deliver delivers stored notices. A notice for an unreachable reader waits.
func (ns *Notices) Deliver(all ...Notice) {
	for _, n := range all {
		place := chat.Place{User: n.To}
		if !ns.box.Serves(place) {
			continue
		}
		ns.box.Post(n.id(), place, func() chat.Screen { return ns.screen(n) }, func(err error) {
			switch {
			case err == nil:
				ns.delete(n)
			case !errors.Is(err, chat.ErrBlocked) && ns.box.Context.Err() == nil:
				ns.box.Log.Warn("notice not delivered", "platform", place.Platform(), "err", err)
			}
		})
	}
}

// delete works even while the bot stops. If it fails, the notice is delivered again after the next start.
func (ns *Notices) delete(n Notice) {
	doc := storage.Doc{Key: storage.Key{Kind: KindNotice, ID: n.id()}, Version: 1}
	if err := ns.store.Commit(context.WithoutCancel(ns.box.Context), doc); err != nil {
		ns.box.Log.Warn("delivered notice not deleted", "err", err)
	}
}

// DeliverAll delivers all stored notices that can be decoded.
func (ns *Notices) DeliverAll(ctx context.Context) error {
	return ns.deliverRange(ctx, "", "")
}

// DeliverTo delivers the user's waiting notices.
func (ns *Notices) DeliverTo(ctx context.Context, user chat.UserID) {
	from, to := idsOf(user)
	if err := ns.deliverRange(ctx, from, to); err != nil {
		ns.box.Log.Warn("notices not delivered", "err", err)
	}
}

func idsOf(user chat.UserID) (from, to string) { return documents.WithPrefix(string(user) + "|") }

func (ns *Notices) deliverRange(ctx context.Context, from, to string) error {
	for doc, err := range ns.store.Scan(ctx, KindNotice, from, to) {
		if err != nil {
			return fmt.Errorf("bot: read notices: %w", err)
		}
		var n Notice
		if err := documents.Decode(doc, &n); err != nil {
			ns.box.Log.Error("notice skipped", "err", err)
			continue
		}
		ns.Deliver(n)
	}
	return nil
}

// Sweep deletes notices older than life.
func (ns *Notices) Sweep(ctx context.Context) error {
	return ns.store.Sweep(ctx, KindNotice, "", "", documents.Where(func(n Notice) bool { return ns.now().Sub(n.At) < life }))
}

// Holder returns the holder of notices.
func (ns *Notices) Holder() documents.Holder {
	return documents.Holder{Kind: KindNotice, CheckForm: documents.CheckForm[Notice], Erase: ns.erase, Disclose: ns.disclose}
}

func (ns *Notices) erase(ctx context.Context, x *documents.Erasure) error {
	isTheirs := func(n Notice) bool { return n.To == x.User || n.User == x.User }
	return ns.store.Erase(ctx, KindNotice, "", "", documents.Where(isTheirs))
}

func (ns *Notices) disclose(ctx context.Context, d *documents.Disclosure) error {
	for i, account := range d.Accounts {
		var what []string
		from, to := idsOf(account.User)
		for n, err := range documents.DecodeAll[Notice](ns.store.Scan(ctx, KindNotice, from, to)) {
			if err != nil {
				return err
			}
			what = append(what, n.Value.What)
		}
		d.PerAccount[i]["notices"] = what
	}
	return nil
}
