// Package bottest is a chat network in memory, to try the bot out in tests: it
// keeps the newest screen of every message, and its people press what their
// screens offer.
package bottest

import (
	"context"
	"fmt"
	"path"
	"strings"
	"sync/atomic"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/storage/storagetest"
)

// Network is a platform whose messages are kept in memory.
type Network struct {
	Prefix string // its name
	// Hook, if set before Run, is asked before every Show: what it returns is
	// Show's error, and it may wait, or panic.
	Hook func(chat.Place, chat.Ref, chat.Screen) error
	// Uncalled, if set before Run, makes a Show fail that has shown the screen.
	Uncalled func(chat.Place, chat.Screen) error
	// Old, if set before Run, says that messages of an earlier process are
	// still there.
	Old bool
	// Threads, if set before Run, says that each match can have a thread.
	Threads bool
	// NoFelt says that it lays out nothing itself, as chats don't.
	NoFelt bool
	// Down says that it has lost its network.
	Down atomic.Bool

	Changes
	next  int
	posts map[chat.Ref]*Post
	order []chat.Ref
	fail  map[chat.Place][]error
	ready chan struct{}
	// unoffered tells of screens on whose felt something can be pressed that neither
	// buttons nor choice offer.
	unoffered []string
}

// Traits is what is true of the network.
func (n *Network) Traits() chat.Traits {
	return chat.Traits{Felt: !n.NoFelt, Threads: n.Threads, Connection: chat.ConnectedIf(!n.Down.Load())}
}

// Post is one message: where it is and what it shows now.
type Post struct {
	Ref    chat.Ref
	Place  chat.Place
	Screen chat.Screen
	Shown  int // how often it was shown
}

// New makes a network of that name.
func New(name string) *Network {
	return &Network{Prefix: name, posts: make(map[chat.Ref]*Post),
		fail: make(map[chat.Place][]error), ready: make(chan struct{})}
}

// Name is the prefix of the network's ids.
func (n *Network) Name() string { return n.Prefix }

// Run is ready until ctx ends; what people do is handed to the bot by tests.
func (n *Network) Run(ctx context.Context, _ chat.Handler) error {
	n.Lock()
	close(n.ready)
	n.Unlock()
	<-ctx.Done()
	n.Lock()
	defer n.Unlock()
	n.ready = make(chan struct{}) // another bot may serve the same network next
	return nil
}

// Ready is closed once the network is served.
func (n *Network) Ready() <-chan struct{} {
	n.Lock()
	defer n.Unlock()
	return n.ready
}

// Show keeps the screen.
func (n *Network) Show(_ context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if n.Hook != nil {
		if err := n.Hook(place, old, screen); err != nil {
			return "", err
		}
	}
	n.Lock()
	defer n.Unlock()
	defer n.Signal()
	if errs := n.fail[place]; len(errs) > 0 {
		n.fail[place] = errs[1:]
		return "", errs[0]
	}
	post, ok := n.posts[old]
	switch {
	case ok && post.Place == place:
	case old != "" && n.Old:
		post = &Post{Ref: old, Place: place}
		n.posts[old] = post
		n.order = append(n.order, old)
	case old != "":
		return "", chat.ErrGone
	default:
		n.next++
		post = &Post{Ref: chat.Ref(fmt.Sprint(n.next)), Place: place}
		n.posts[post.Ref] = post
		n.order = append(n.order, post.Ref)
	}
	post.Screen = screen
	post.Shown++
	n.unoffered = append(n.unoffered, feltAlone(screen)...)
	if n.Uncalled != nil {
		return post.Ref, n.Uncalled(place, screen)
	}
	return post.Ref, nil
}

// FailNext makes the next calls of Show in the place fail.
func (n *Network) FailNext(place chat.Place, errs ...error) {
	n.Lock()
	defer n.Unlock()
	n.fail[place] = append(n.fail[place], errs...)
}

// Forgive forgets the failures that are still to come.
func (n *Network) Forgive() {
	n.Lock()
	defer n.Unlock()
	clear(n.fail)
}

// Delete removes a message, as people do.
func (n *Network) Delete(ref chat.Ref) {
	n.Lock()
	defer n.Unlock()
	delete(n.posts, ref)
}

// Posts lists the messages in a place, oldest first.
func (n *Network) Posts(place chat.Place) []Post {
	n.Lock()
	defer n.Unlock()
	var posts []Post
	for _, ref := range n.order {
		if p, ok := n.posts[ref]; ok && p.Place == place {
			posts = append(posts, *p)
		}
	}
	return posts
}

// Last is the newest message in the place.
func (n *Network) Last(place chat.Place) (Post, bool) {
	posts := n.Posts(place)
	if len(posts) == 0 {
		return Post{}, false
	}
	return posts[len(posts)-1], true
}

// RunFile is what every chat network must pass besides: somebody asks in public
// for a file, and gets it for themselves.
func RunFile(t *testing.T, open func(*testing.T) World) {
	ctx := storagetest.Context(t)
	g := &evening{World: open(t), t: t, ctx: ctx}
	g.sit(setup{"kosakeln/spieleversum 2", 1})
	if err := Play(ctx, func() bool { return g.finished() > 0 }, g.people()...); err != nil {
		t.Fatalf("%v\n%s", err, g.Log)
	}
	if word, err := g.Host.Command(ctx, "history export"); err != nil || word == "" {
		t.Fatalf("answered %q: %v\n%s", word, err, g.Log)
	}
	f := g.given(g.Host)
	if path.Ext(f.Name) != ".json" || f.Data != nil && !strings.Contains(string(f.Data), "tarock-record/1") {
		t.Errorf("the file %q has in it %s", f.Name, f.Data)
	}
	if files := g.Guests[0].Files(); len(files) > 0 {
		t.Errorf("somebody else sees %q", files[0].Name)
	}
}

// given waits until the person has a file.
func (g *evening) given(who Client) File {
	g.t.Helper()
	for {
		_, err := who.Controls(g.ctx)
		if files := who.Files(); len(files) > 0 {
			return files[0]
		}
		if err == nil {
			err = who.Changed(g.ctx)
		}
		if err != nil {
			g.t.Fatalf("no file: %v\n%s", err, g.Log)
		}
	}
}
