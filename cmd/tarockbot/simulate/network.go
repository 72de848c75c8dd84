package main

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
)

// profile describes a network. It never changes.
type profile struct {
	name   string
	hall   chat.ChatID // where its people meet at first
	traits chat.Traits // without Connection
	// isInProcess is true if the network is a part of the bot's process. It never disconnects, its requests may be late but
	// don't fail, and nobody blocks the bot or deletes posts there.
	isInProcess     bool
	repeatsUnheard  bool // repeats once an input that wasn't heard
	canMigrateChats bool // gives a chat a new ID at times
}

// network is a chat network with faults. Its posts outlive the bot's processes unless the network forgets them.
type network struct {
	profile
	history    *history
	posts      *bottest.Network
	shown      map[chat.Ref]showing     // of each post, also of deleted ones
	limited    map[messageKey]time.Time // end of the wait for a message
	deletions  deletions
	outages    outages
	blocked    map[chat.Place]bool        // places where the bot is blocked
	migrations map[chat.ChatID]*migration // by the old IDs of chats
}

// showing is the last request that changed a post.
type showing struct {
	by   *process
	look string // look of the screen; see lookOf
}

// newNetwork returns a connected network without posts.
func newNetwork(h *history, p profile) *network {
	return &network{
		profile:    p,
		history:    h,
		posts:      bottest.New(p.name),
		shown:      make(map[chat.Ref]showing),
		limited:    make(map[messageKey]time.Time),
		deletions:  make(deletions),
		blocked:    make(map[chat.Place]bool),
		migrations: make(map[chat.ChatID]*migration),
	}
}

// tablePlace is a place that shows a table.
type tablePlace struct {
	chat.Place
	table string
}

// migration gives a chat a new ID.
type migration struct {
	to        chat.ChatID
	announced bool // a response has named the new ID
}

// messageKey identifies a message as one process knows it.
type messageKey struct {
	process *process
	at      tablePlace
	target  chat.Ref
}

// receive returns the response to the request. It shows the screen unless the network's state or the outcome prevents
// that.
func (n *network) receive(r *request) response {
	moved := n.migrations[r.place.Chat]
	switch {
	case n.isDisconnected() || r.outcome == outcomeUnsent:
		return response{err: chat.ErrUnsent}
	case moved != nil:
		moved.announced = true
		return response{err: chat.Migrated{To: moved.to}}
	case n.blocked[r.place]:
		return response{err: chat.ErrBlocked}
	case r.outcome == outcomeLimited:
		wait := time.Duration(1+r.number%longestLimit) * time.Second
		n.limited[r.messageKey()] = time.Now().Add(wait)
		return response{err: chat.RetryAfter{Wait: wait}}
	case r.outcome == outcomeRefused:
		return response{err: chat.ErrRefused}
	case r.outcome == outcomeFaulty:
		return response{panics: true}
	}
	resp := n.show(r)
	if r.outcome == outcomeCut && resp.err == nil {
		return response{err: errCut}
	}
	return resp
}

// show edits the target, or adds a post if there is no target, and returns its reference. It returns ErrGone if the target
// isn't at this place. It deletes the post of a retired screen, because another post has replaced it.
func (n *network) show(r *request) response {
	ref, err := n.posts.Show(context.Background(), r.place, r.target, r.screen)
	if err != nil {
		n.deletions.notice(r.tablePlace(), r.process)
		return response{err: err}
	}
	n.deletions.clear(r.tablePlace())
	n.shown[ref] = showing{by: r.process, look: r.look}
	if r.screen.Retired {
		n.posts.Delete(ref)
	}
	return response{ref: ref}
}

// toggleConnection disconnects the network, or connects it again. It does nothing if the network is in the bot's process.
func (n *network) toggleConnection() {
	if n.isInProcess {
		return
	}
	n.outages.toggle()
	n.history.record("%s: disconnected %v", n.name, n.isDisconnected())
}

// isDisconnected reports whether the network is disconnected.
func (n *network) isDisconnected() bool { return n.outages.isOngoing() }

// block blocks the bot at the place.
func (n *network) block(place chat.Place) {
	n.blocked[place] = true
	n.history.record("blocked at %v", place)
}

// unblock lets the bot in again at the place, if it is blocked there, and reports whether it was.
func (n *network) unblock(place chat.Place) bool {
	if !n.blocked[place] {
		return false
	}
	delete(n.blocked, place)
	n.history.record("no longer blocked at %v", place)
	return true
}

// migrate gives the chat a new ID. The chat shows no table there, as if people had deleted all posts: a table returns to it at
// its next change.
func (n *network) migrate(from, to chat.ChatID, tables []string) {
	n.history.record("%v goes on as %v", from, to)
	n.migrations[from] = &migration{to: to}
	for _, id := range tables {
		n.deletions.add(tablePlace{chat.Place{Chat: to}, id})
	}
	for _, p := range n.posts.Posts(chat.Place{Chat: from}) {
		n.posts.Delete(p.Ref)
	}
}

// deleteNewest deletes the newest post of the first place that has one. It does nothing if the
// network is in the bot's process.
func (n *network) deleteNewest(places ...chat.Place) {
	if n.isInProcess {
		return
	}
	for _, place := range places {
		if newest, ok := n.posts.Last(place); ok {
			n.history.record("deleted: %v", newest.Ref)
			n.deletions.add(tablePlace{place, newest.Screen.Table})
			n.posts.Delete(newest.Ref)
			return
		}
	}
}

// dropPostsOf deletes the process's posts if the network doesn't keep them.
func (n *network) dropPostsOf(p *process) {
	if !n.traits.Forgets {
		return
	}
	for ref, s := range n.shown {
		if s.by == p {
			n.posts.Delete(ref)
		}
	}
}

// visiblePosts is how many posts of a place people look at.
const visiblePosts = 6

// offersAt returns the offers of the visible posts of a place, those of the newest post first.
func (n *network) offersAt(place chat.Place) (all []offer) {
	posts := n.posts.Posts(place)
	for _, p := range slices.Backward(posts[max(0, len(posts)-visiblePosts):]) {
		all = append(all, offersOf(&p.Screen)...)
	}
	return all
}
