package main

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
)

type profile struct {
	name       string
	sharedChat chat.ChatID
	traits     chat.Traits // without Connection
	// isInProcess is true if the network is part of the bot's process. It never disconnects, its requests may be late
	// but don't fail, and nobody blocks the bot or deletes posts there.
	isInProcess     bool
	repeatsUnheard  bool
	canMigrateChats bool
}

type network struct {
	profile
	history    *history
	posts      *bottest.Network
	shown      map[chat.Ref]showing     // also of deleted posts
	limited    map[messageKey]time.Time // end of the wait for a message
	deletions  deletions
	outages    outages
	blocked    map[chat.Place]bool
	migrations map[chat.ChatID]*migration // by old chat ID
}

type showing struct {
	by      *process
	content string
}

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

type tablePlace struct {
	chat.Place
	table string
}

type migration struct {
	to        chat.ChatID
	announced bool
}

type messageKey struct {
	process *process
	at      tablePlace
	target  chat.Ref
}

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

// show edits the target, or adds a post if there is none. It deletes the post of a retired screen, because another post
// has replaced it.
func (n *network) show(r *request) response {
	ref, err := n.posts.Show(context.Background(), r.place, r.target, r.screen)
	if err != nil {
		n.deletions.notice(r.tablePlace(), r.process)
		return response{err: err}
	}
	n.deletions.clear(r.tablePlace())
	n.shown[ref] = showing{by: r.process, content: r.content}
	if r.screen.Retired {
		n.posts.Delete(ref)
	}
	return response{ref: ref}
}

func (n *network) toggleConnection() {
	if n.isInProcess {
		return
	}
	n.outages.toggle()
	n.history.record("%s: disconnected %v", n.name, n.isDisconnected())
}

func (n *network) isDisconnected() bool { return n.outages.isOngoing() }

func (n *network) block(place chat.Place) {
	n.blocked[place] = true
	n.history.record("blocked at %v", place)
}

func (n *network) unblock(place chat.Place) bool {
	if !n.blocked[place] {
		return false
	}
	delete(n.blocked, place)
	n.history.record("no longer blocked at %v", place)
	return true
}

// migrate gives the chat a new ID and deletes its posts. A table returns to the chat at its next change.
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

func (n *network) dropPostsOf(p *process) {
	if !n.traits.LosesMessages {
		return
	}
	for ref, s := range n.shown {
		if s.by == p {
			n.posts.Delete(ref)
		}
	}
}

const visiblePosts = 6

func (n *network) offersAt(place chat.Place) (all []offer) {
	posts := n.posts.Posts(place)
	for _, p := range slices.Backward(posts[max(0, len(posts)-visiblePosts):]) {
		all = append(all, offersOf(&p.Screen)...)
	}
	return all
}
