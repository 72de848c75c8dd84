package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
)

// networks are the evening's networks.
type networks []*network

// network is a test double of a chat network with the traits of a real one. Its messages outlive the bot's
// processes.
type network struct {
	name            string
	traits          chat.Traits
	repeatsUnheard  bool // repeats once an input that wasn't heard
	renamesChats    bool // can give a chat a new ID
	traffic         *traffic
	posts           map[chat.Ref]*post
	postsAt         map[chat.Place][]*post   // the same posts, oldest first
	limited         map[messageKey]time.Time // the end of the wait for a message
	deleted         map[tablePlace]*deletion // where people have deleted the table's post
	disconnectedAt  time.Time                // the last disconnection
	earlierDowntime time.Duration            // the total of earlier disconnections
	blocked         map[chat.Place]bool
	moved           map[chat.ChatID]chat.ChatID // from a chat's former ID to the present one
	announced       map[chat.ChatID]bool        // the moved chats whose new ID a response has named
	sent            map[chat.Place]int          // the number of requests
}

// newNetwork returns a network without posts.
func newNetwork(t *traffic, name string, traits chat.Traits) *network {
	return &network{
		name: name, traits: traits, repeatsUnheard: name == "telegram", renamesChats: name == "telegram",
		traffic: t, posts: make(map[chat.Ref]*post), postsAt: make(map[chat.Place][]*post),
		limited: make(map[messageKey]time.Time), deleted: make(map[tablePlace]*deletion), blocked: make(map[chat.Place]bool),
		moved: make(map[chat.ChatID]chat.ChatID), announced: make(map[chat.ChatID]bool), sent: make(map[chat.Place]int),
	}
}

// named returns the network with the name; nil if there is none.
func (all networks) named(name string) *network {
	if i := slices.IndexFunc(all, func(n *network) bool { return n.name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// find returns the post of the message: the one with the stored reference, else the newest of the table at the place. The
// second is needed where the network forgets posts, and after a lost reply. find returns nil if there is no post.
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

// deletion is the deletion of a post by people.
type deletion struct {
	noticedBy *process // nil if no process has noticed the deletion
}

// resetNoticed makes the deletions that the process has noticed unnoticed again: the process hasn't stored them.
func (all networks) resetNoticed(p *process) {
	for _, n := range all {
		for _, d := range n.deleted {
			if d.noticedBy == p {
				d.noticedBy = nil
			}
		}
	}
}

// isUnnoticed reports whether people have deleted the table's message at the place and no process has noticed that.
func (all networks) isUnnoticed(at tablePlace) bool {
	d := all.named(at.Platform()).deleted[at]
	return d != nil && d.noticedBy == nil
}

// offersMove reports whether a message offers the seat's next step to its player, or would if people hadn't deleted it:
// such a message returns with the person's next input.
func (all networks) offersMove(t *match.Table, seat engine.Seat) bool {
	isNext := func(o offer) bool {
		table, step, ok := parseMove(o.line, "do", "confirm", "pick")
		return ok && o.isMove() && table == string(t.ID) && step == strconv.Itoa(t.Chairs[seat].Step)
	}
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		p := all.find(m, string(t.ID))
		offers := p != nil && slices.ContainsFunc(p.offers, isNext)
		return m.Seat == seat && (offers || all.isUnnoticed(tablePlace{m.Place, string(t.ID)}))
	})
}

// timeOn returns the time of a clock that stops while the network is disconnected.
func (all networks) timeOn(network string) time.Time {
	if n := all.named(network); n != nil {
		return time.Now().Add(-n.downtime())
	}
	return time.Now()
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
func (c *connection) Show(ctx context.Context, place chat.Place, target chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if c.process.killed.Load() {
		return "", errCut
	}
	r := &request{net: c.net, process: c.process, place: place, target: target, screen: screen, look: lookOf(screen), departed: time.Now(), done: make(chan response, 1)}
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

// receive returns the response to the request. It shows the screen unless the network's state or the outcome prevents
// that.
func (n *network) receive(r *request) response {
	to, moved := n.moved[r.place.Chat]
	switch {
	case n.isDisconnected() || r.outcome == outcomeUnsent:
		return response{err: chat.ErrUnsent}
	case moved:
		n.announced[r.place.Chat] = true
		return response{err: chat.Migrated{To: to}}
	case n.blocked[r.place]:
		return response{err: chat.ErrBlocked}
	case r.outcome == outcomeLimited:
		wait := time.Duration(1+r.number%longestLimit) * time.Second
		n.limited[r.messageKey()] = time.Now().Add(wait)
		return response{err: chat.RetryAfter{Wait: wait}}
	case r.outcome == outcomeRefused:
		return response{err: chat.ErrRefused}
	case r.outcome == outcomeFaulty:
		return response{err: errConnection}
	}
	answer := n.show(r)
	if r.outcome == outcomeCut && answer.err == nil {
		return response{err: errCut}
	}
	return answer
}

// show makes the request's screen the content of its target, or of a new post, and returns the post's reference.
func (n *network) show(r *request) response {
	p := n.posts[r.target]
	switch {
	case p != nil && p.place == r.place:
	case r.target != "":
		if d := n.deleted[r.tablePlace()]; d != nil && d.noticedBy == nil {
			d.noticedBy = r.process
		}
		return response{err: chat.ErrGone}
	default:
		p = &post{ref: chat.Ref(fmt.Sprint(r.place.Chat, r.place.User, "#", r.number)), place: r.place}
		n.posts[p.ref] = p
		n.postsAt[r.place] = append(n.postsAt[r.place], p)
	}
	delete(n.deleted, r.tablePlace())
	p.screen, p.offers, p.look, p.by = r.screen, offersOf(&r.screen), r.look, r.process
	if r.screen.Retired {
		n.remove(p)
	}
	return response{ref: p.ref}
}

// toggle disconnects the network, or connects it again. The page has no connection and stays as it is.
func (n *network) toggle() {
	switch n.traits.Connection {
	case chat.Connected:
		n.traits.Connection, n.disconnectedAt = chat.Disconnected, time.Now()
	case chat.Disconnected:
		n.traits.Connection = chat.Connected
		n.earlierDowntime += time.Since(n.disconnectedAt)
	}
	n.traffic.history.record("%s is connected: %v", n.name, n.traits.Connection)
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
			n.traffic.history.record("deleted: %v", newest.ref)
			n.deleted[tablePlace{place, newest.screen.Table}] = new(deletion)
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

// dropPostsOf deletes the process's messages if the network doesn't keep them.
func (n *network) dropPostsOf(p *process) {
	for _, shown := range n.posts {
		if n.traits.Forgets && shown.by == p {
			n.remove(shown)
		}
	}
}

// offersAt returns the offers of the last six messages of a place, those of the newest message first. People don't look
// further back.
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
