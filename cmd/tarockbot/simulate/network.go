package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"tarockbot/bot/chat"
)

// network is a test double of a chat network with the traits of a real one. Its messages outlive the bot's
// processes.
type network struct {
	w       *world
	name    string
	traits  chat.Traits
	posts   map[chat.Ref]*post
	at      map[chat.Place][]*post // the current posts, oldest first
	limited map[message]time.Time  // the end of the wait for a message
	deleted map[tablePlace]bool    // where people have deleted the table's post
	lost    time.Time              // the last disconnection
	away    time.Duration          // total time of earlier disconnections
	blocked map[chat.Place]bool
	moved   map[chat.ChatID]chat.ChatID
	sent    map[chat.Place]int
}

func newNetwork(w *world, name string, traits chat.Traits) *network {
	return &network{
		w: w, name: name, traits: traits, posts: make(map[chat.Ref]*post), at: make(map[chat.Place][]*post),
		limited: make(map[message]time.Time), deleted: make(map[tablePlace]bool), blocked: make(map[chat.Place]bool), moved: make(map[chat.ChatID]chat.ChatID), sent: make(map[chat.Place]int),
	}
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
	c.net.w.clock.fence()
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
	r := c.depart(place, old, screen)
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

// remove deletes a message.
func (n *network) remove(p *post) {
	delete(n.posts, p.ref)
	n.at[p.place] = slices.DeleteFunc(n.at[p.place], func(x *post) bool { return x == p })
}

// forget deletes the process's messages if the network doesn't keep them.
func (n *network) forget(p *process) {
	if !n.traits.Forgets {
		return
	}
	for _, x := range n.posts {
		if x.by == p {
			n.remove(x)
		}
	}
}

// newest returns the last six messages of a place, newest first.
func (n *network) newest(place chat.Place) []*post {
	all := n.at[place]
	all = slices.Clone(all[max(0, len(all)-6):])
	slices.Reverse(all)
	return all
}

// tablePlace is a place that shows a table.
type tablePlace struct {
	chat.Place
	table string
}
