package main

import (
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

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

// deletions has an entry for each place where people have deleted a table's post. The entry stays until a screen of the table
// is shown there again.
type deletions map[tablePlace]*deletion

// deletion tells which process has noticed that a post was deleted.
type deletion struct {
	noticedBy *process // nil if none has
}

// add records that the table's post was deleted at the place.
func (d deletions) add(at tablePlace) { d[at] = new(deletion) }

// notice records that the process has noticed the deletion at the place, unless there is none or a process noticed it before.
func (d deletions) notice(at tablePlace, p *process) {
	if d.isUnnoticed(at) {
		d[at].noticedBy = p
	}
}

// isUnnoticed reports whether there is a deletion at the place that no process has noticed.
func (d deletions) isUnnoticed(at tablePlace) bool { return d[at] != nil && d[at].noticedBy == nil }

// forgetNoticesOf makes the deletions that the process has noticed unnoticed again: it may not have stored them.
func (d deletions) forgetNoticesOf(p *process) {
	for _, x := range d {
		if x.noticedBy == p {
			x.noticedBy = nil
		}
	}
}

// messageKey identifies a message as one process knows it.
type messageKey struct {
	process *process
	at      tablePlace
	target  chat.Ref
}

// network is a test double of a chat network. Its posts outlive the bot's processes unless the
// network forgets them.
type network struct {
	name            string
	traits          chat.Traits
	isPage          bool        // is the page in the bot's own process: no request fails, nobody blocks the bot or deletes posts
	room            chat.ChatID // where its people meet at first
	repeatsUnheard  bool        // repeats once an input that wasn't heard
	canMigrateChats bool        // gives a chat a new ID at times
	history         *history
	posts           map[chat.Ref]*post
	postsAt         map[chat.Place][]*post   // the same posts, oldest first
	limited         map[messageKey]time.Time // end of the wait for a message
	deletions       deletions
	disconnectedAt  time.Time                  // time of the last disconnection
	earlierDowntime time.Duration              // total of the earlier disconnections
	blocked         map[chat.Place]bool        // places where the bot is blocked
	migrations      map[chat.ChatID]*migration // by the old IDs of chats
	sent            map[chat.Place]int         // requests sent to each place
}

// receive returns the response to the request. It shows the screen unless the network's state or the outcome prevents
// that.
func (n *network) receive(r *request) response {
	migration := n.migrations[r.place.Chat]
	switch {
	case n.isDisconnected() || r.outcome == outcomeUnsent:
		return response{err: chat.ErrUnsent}
	case migration != nil:
		migration.announced = true
		return response{err: chat.Migrated{To: migration.to}}
	case n.blocked[r.place]:
		return response{err: chat.ErrBlocked}
	case r.outcome == outcomeLimited:
		wait := time.Duration(1+r.number%longestLimit) * time.Second
		n.limited[r.messageKey()] = time.Now().Add(wait)
		return response{err: chat.RetryAfter{Wait: wait}}
	case r.outcome == outcomeRefused:
		return response{err: chat.ErrRefused}
	case r.outcome == outcomeFaulty:
		return response{err: errPanic}
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
	p := n.posts[r.target]
	if r.target == "" {
		p = n.add(r)
	} else if p == nil || p.place != r.place {
		n.deletions.notice(r.tablePlace(), r.process)
		return response{err: chat.ErrGone}
	}
	delete(n.deletions, r.tablePlace())
	p.screen, p.offers, p.look, p.by = r.screen, offersOf(&r.screen), r.look, r.process
	if r.screen.Retired {
		n.remove(p)
	}
	return response{ref: p.ref}
}

// add adds a post for the request.
func (n *network) add(r *request) *post {
	p := &post{ref: chat.Ref(fmt.Sprint(r.place.Chat, r.place.User, "#", r.number)), place: r.place}
	n.posts[p.ref] = p
	n.postsAt[r.place] = append(n.postsAt[r.place], p)
	return p
}

// toggle disconnects the network, or connects it again. It does nothing on the page, which has no connection.
func (n *network) toggle() {
	switch {
	case n.isPage:
		return
	case n.isDisconnected():
		n.traits.Connection = chat.Connected
		n.earlierDowntime += time.Since(n.disconnectedAt)
	default:
		n.traits.Connection, n.disconnectedAt = chat.Disconnected, time.Now()
	}
	n.history.record("%s: connection %v", n.name, n.traits.Connection)
}

// isDisconnected reports whether the network is disconnected.
func (n *network) isDisconnected() bool { return n.traits.Connection == chat.Disconnected }

// downtime returns for how long the network has been disconnected in total.
func (n *network) downtime() time.Duration {
	if n.isDisconnected() {
		return n.earlierDowntime + time.Since(n.disconnectedAt)
	}
	return n.earlierDowntime
}

// deleteNewest deletes the newest post of the first place that has one. It does nothing on the page.
func (n *network) deleteNewest(places ...chat.Place) {
	for _, place := range places {
		if all := n.postsAt[place]; len(all) > 0 && !n.isPage {
			newest := all[len(all)-1]
			n.history.record("deleted: %v", newest.ref)
			n.deletions.add(tablePlace{place, newest.screen.Table})
			n.remove(newest)
			return
		}
	}
}

// remove deletes a post.
func (n *network) remove(p *post) {
	delete(n.posts, p.ref)
	n.postsAt[p.place] = slices.DeleteFunc(n.postsAt[p.place], func(x *post) bool { return x == p })
}

// dropPostsOf deletes the process's posts if the network doesn't keep them.
func (n *network) dropPostsOf(p *process) {
	for _, x := range n.posts {
		if n.traits.Forgets && x.by == p {
			n.remove(x)
		}
	}
}

// visiblePosts is how many posts of a place people look at.
const visiblePosts = 6

// offersAt returns the offers of the visible posts of a place, those of the newest post first.
func (n *network) offersAt(place chat.Place) (all []offer) {
	posts := n.postsAt[place]
	for _, p := range slices.Backward(posts[max(0, len(posts)-visiblePosts):]) {
		all = append(all, p.offers...)
	}
	return all
}
