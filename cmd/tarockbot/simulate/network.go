package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

// networks are the evening's networks.
type networks []*network

// network is a test double of a chat network with the traits of a real one. Its messages outlive the bot's
// processes.
type network struct {
	name            string
	traits          chat.Traits
	traffic         *traffic
	history         *history
	posts           map[chat.Ref]*post
	postsAt         map[chat.Place][]*post  // the same posts, oldest first
	limited         map[message]time.Time   // the end of the wait for a message
	deleted         map[tablePlace]*process // where people have deleted the table's post, and which process has noticed that; nil if none
	disconnectedAt  time.Time               // the last disconnection
	earlierDowntime time.Duration           // the total of earlier disconnections
	blocked         map[chat.Place]bool
	moved           map[chat.ChatID]chat.ChatID // from a chat's former ID to the present one
	announced       map[chat.ChatID]bool        // the moved chats whose new ID a response has named
	sent            map[chat.Place]int          // the number of requests
}

// newNetwork returns a network without posts.
func newNetwork(t *traffic, name string, traits chat.Traits) *network {
	return &network{
		name: name, traits: traits, traffic: t, history: t.history, posts: make(map[chat.Ref]*post), postsAt: make(map[chat.Place][]*post),
		limited: make(map[message]time.Time), deleted: make(map[tablePlace]*process), blocked: make(map[chat.Place]bool),
		moved: make(map[chat.ChatID]chat.ChatID), announced: make(map[chat.ChatID]bool), sent: make(map[chat.Place]int),
	}
}

// named returns the network with the name; nil if there is none.
func (all networks) named(name string) *network {
	for _, n := range all {
		if n.name == name {
			return n
		}
	}
	return nil
}

// find returns the post that shows the message; nil if there is none. It looks for the stored reference, which networks
// that forget don't have, and else for the place's newest post with the table: the stored reference can be out of date
// after a lost reply.
func (all networks) find(m match.Message, table string) *post {
	n := all.named(m.Place.Platform())
	if p := n.posts[m.Ref]; p != nil && !n.traits.Forgets {
		return p
	}
	for _, p := range slices.Backward(n.postsAt[m.Place]) {
		if p.screen.Table == table {
			return p
		}
	}
	return nil
}

// forgetDeletions makes the deletions that the process has noticed unnoticed again: the process hasn't stored them.
func (all networks) forgetDeletions(p *process) {
	for _, n := range all {
		for at, noticedBy := range n.deleted {
			if noticedBy == p {
				n.deleted[at] = nil
			}
		}
	}
}

// unnoticed returns the places where people have deleted the table's message and no process has noticed that.
func (all networks) unnoticed() map[tablePlace]bool {
	places := make(map[tablePlace]bool)
	for _, n := range all {
		for at, noticedBy := range n.deleted {
			places[at] = noticedBy == nil
		}
	}
	return places
}

// connection is a process's connection to a network. It implements chat.Platform.
type connection struct {
	net     *network
	process *process
}

// Name implements chat.Platform.
func (c *connection) Name() string { return c.net.name }

// Traits implements chat.Platform.
func (c *connection) Traits() chat.Traits {
	c.net.traffic.clock.fence()
	return c.net.traits
}

// Run implements chat.Platform. It only waits: the world hands the inputs in.
func (c *connection) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// errCut is the error of a request whose reply was lost. The request may have arrived.
var errCut = errors.New("the connection was cut")

// errConnection is the value of the connection's panics.
var errConnection = errors.New("the connection is at fault")

// Show implements chat.Platform. It waits until the world lets the request arrive.
func (c *connection) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if c.process.killed.Load() {
		return "", errCut
	}
	r := &request{net: c.net, process: c.process, place: place, old: old, screen: screen, look: lookOf(screen), departed: time.Now(), done: make(chan response, 1)}
	c.net.traffic.add(r)
	select {
	case answer := <-r.done:
		if errors.Is(answer.err, errConnection) {
			panic(answer.err)
		}
		return answer.ref, answer.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// toggle disconnects the network, or connects it again.
func (n *network) toggle() {
	switch n.traits.Connection {
	case chat.Connected:
		n.traits.Connection, n.disconnectedAt = chat.Disconnected, time.Now()
	case chat.Disconnected:
		n.traits.Connection = chat.Connected
		n.earlierDowntime += time.Since(n.disconnectedAt)
	}
	n.history.record("%s is connected: %v", n.name, n.traits.Connection)
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

// deleteNewest deletes the newest message of the first place that has one.
func (n *network) deleteNewest(places ...chat.Place) {
	for _, place := range places {
		if all := n.postsAt[place]; len(all) > 0 && !n.traits.Forgets {
			newest := all[len(all)-1]
			n.history.record("deleted: %v", newest.ref)
			n.deleted[tablePlace{place, newest.screen.Table}] = nil
			n.remove(newest)
			return
		}
	}
}

// remove deletes a message.
func (n *network) remove(p *post) {
	delete(n.posts, p.ref)
	n.postsAt[p.place] = slices.DeleteFunc(n.postsAt[p.place], func(x *post) bool { return x == p })
}

// forget deletes the process's messages if the network doesn't keep them.
func (n *network) forget(p *process) {
	for _, x := range n.posts {
		if n.traits.Forgets && x.by == p {
			n.remove(x)
		}
	}
}

// offersAt returns the offers of the last six messages of a place, those of the newest message first.
func (n *network) offersAt(place chat.Place) (all []offer) {
	posts := n.postsAt[place]
	for _, p := range slices.Backward(posts[max(0, len(posts)-6):]) {
		all = append(all, p.offers...)
	}
	return all
}

// tablePlace is a place that shows a table.
type tablePlace struct {
	chat.Place
	table string
}
