package outbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// posts are messages that nothing becomes of once they are posted.
type posts struct {
	queue *Queue
	mu    sync.Mutex
	by    map[Key]post
}

// post is one of them.
type post struct {
	screen func() chat.Screen
	over   func(error)
	ref    chat.Ref // the message, if it stands already
}

// standing is how it stands until it is over.
func (p post) standing() Standing { return Standing{Rev: 1, Ref: p.ref, Behind: true, Whole: true} }

func newPosts(o *Outbox) *posts {
	p := &posts{by: make(map[Key]post)}
	p.queue = o.Passing(p)
	return p
}

// Post posts a message in the place, unless one of that id is on its way there. What it
// shows is asked before each try. It calls over with what has come of it: nil, or what the
// network said last when it was given up.
func (o *Outbox) Post(id string, place chat.Place, screen func() chat.Screen, over func(error)) {
	if err := o.Context.Err(); err != nil {
		over(err)
		return
	}
	what := post{screen: screen, over: over}
	if key := (Key{id, place}); o.posts.begin(key, what) {
		o.posts.queue.Deliver(key, what.standing())
	}
}

// begin says whether nobody else is posting it.
func (p *posts) begin(key Key, what post) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, busy := p.by[key]
	if !busy {
		p.by[key] = what
	}
	return !busy
}

// Want implements Source.
func (p *posts) Want(_ context.Context, key Key, _ Try) (Want, error) {
	p.mu.Lock()
	what, ok := p.by[key]
	p.mu.Unlock()
	if !ok {
		return Want{}, ErrNone
	}
	return Want{Standing: what.standing(), Screen: what.screen()}, nil
}

// Shown implements Source.
func (p *posts) Shown(_ context.Context, key Key, out Outcome) (Standing, error) {
	what, ok := p.note(key, out)
	switch {
	case !ok:
		return Standing{}, ErrNone
	case out.over():
		what.over(out.Err)
		return Standing{}, ErrNone
	}
	return what.standing(), nil
}

// note notes which message it is, and forgets it once it is over.
func (p *posts) note(key Key, out Outcome) (what post, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what, ok = p.by[key]; !ok {
		return post{}, false
	}
	if out.Ref != "" {
		what.ref = out.Ref
		p.by[key] = what
	}
	if out.over() {
		delete(p.by, key)
	}
	return what, true
}

// over says that nothing more is done for a message that nothing becomes of.
func (out Outcome) over() bool { return out.Final || out.Err == nil && out.Whole }

// KindNotice is the kind of documents that are a Notice each.
const KindNotice = "notice"

// noticeLife is how long a notice waits for somebody who can't be reached.
const noticeLife = 30 * 24 * time.Hour

// Notice is a word to somebody about what another has done. It is stored with
// that, and until it has been told.
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
func (n Notice) Doc() (storage.Doc, error) { return keep.Encode(KindNotice, n.id(), 0, n) }

// Notices tells notices to those whom they are for.
type Notices struct {
	box    *Outbox
	store  *keep.Store
	now    func() time.Time
	screen func(Notice) chat.Screen // as the one reads it whom it is for
}

// NewNotices makes Notices over the store, which show themselves by the screen.
func NewNotices(o *Outbox, store *keep.Store, now func() time.Time, screen func(Notice) chat.Screen) *Notices {
	return &Notices{box: o, store: store, now: now, screen: screen}
}

// Tell brings notices that are stored to those whom they are for. It tries until they
// are told, or nobody can be reached: then it waits until they can, or until the next
// start.
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

// told forgets the notice, even while the bot stops. If that fails it is told
// once more after the next start.
func (ns *Notices) told(n Notice) {
	doc := storage.Doc{Key: storage.Key{Kind: KindNotice, ID: n.id()}, Version: 1}
	if err := ns.store.Commit(context.WithoutCancel(ns.box.Context), doc); err != nil {
		ns.box.Log.Warn("notice not forgotten", "err", err)
	}
}

// TellAll tells what was not told yet. Errors are the store's; what can't be read is left
// out.
func (ns *Notices) TellAll(ctx context.Context) error {
	return ns.tellBetween(ctx, "", "")
}

// TellAgain tells somebody who is heard of again what they were not told yet. They may be
// heard of more often.
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
		if err := keep.Decode(doc, &n); err != nil {
			ns.box.Log.Error("a notice is left out", "err", err)
			continue
		}
		ns.Tell(n)
	}
	return nil
}

// Sweep forgets what has waited for too long. Errors are the store's.
func (ns *Notices) Sweep(ctx context.Context) error {
	return ns.store.Sweep(ctx, KindNotice, "", "", keep.Is(func(n Notice) bool { return ns.now().Sub(n.At) < noticeLife }))
}

// Erase deletes notices to somebody, and about them. Errors are the store's.
func (ns *Notices) Erase(ctx context.Context, x *keep.Erasure) error {
	return ns.store.Erase(ctx, KindNotice, "", "", keep.Is(func(n Notice) bool { return n.To == x.User || n.User == x.User }))
}
