package bottest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/double"
)

// Network is a chat platform in memory. Set its exported fields before Run, except Down.
type Network struct {
	// BeforeShow runs before every Show. Its error fails the Show.
	BeforeShow func(chat.Place, chat.Ref, chat.Screen) error
	// AcceptsForeignRefs lets Show change messages of an earlier process.
	AcceptsForeignRefs bool
	Threads            bool
	NoFelt             bool
	// Down makes Traits report a lost connection.
	Down atomic.Bool

	name string
	double.Changes
	lastID    int
	posts     map[chat.Ref]*Post
	order     []chat.Ref
	failures  map[chat.Place][]error
	ready     chan struct{}
	unoffered []string
}

// Post is a message with its latest screen.
type Post struct {
	Ref    chat.Ref
	Place  chat.Place
	Screen chat.Screen
}

// New returns an empty network.
func New(name string) *Network {
	return &Network{name: name, posts: make(map[chat.Ref]*Post),
		failures: make(map[chat.Place][]error), ready: make(chan struct{})}
}

// Name implements chat.Platform.
func (n *Network) Name() string { return n.name }

// Traits implements chat.Platform.
func (n *Network) Traits() chat.Traits {
	return chat.Traits{LaysOutCards: !n.NoFelt, Threads: n.Threads, Connection: chat.ConnectedIf(!n.Down.Load())}
}

// Run waits for ctx to end. It ignores the handler: tests call Bot.Handle themselves.
func (n *Network) Run(ctx context.Context, _ chat.Handler) error {
	n.Do(func() { close(n.ready) })
	<-ctx.Done()
	n.Do(func() { n.ready = make(chan struct{}) })
	return nil
}

// Ready returns a channel that Run closes.
func (n *Network) Ready() <-chan struct{} {
	return double.Locked(n, func() chan struct{} { return n.ready })
}

// Show stores the screen. It returns chat.ErrGone for an unknown message, unless AcceptsForeignRefs is set.
func (n *Network) Show(_ context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if n.BeforeShow != nil {
		if err := n.BeforeShow(place, old, screen); err != nil {
			return "", err
		}
	}
	n.Lock()
	defer n.Unlock()
	defer n.Signal()
	if errs := n.failures[place]; len(errs) > 0 {
		n.failures[place] = errs[1:]
		return "", errs[0]
	}
	post, err := n.postFor(place, old)
	if err != nil {
		return "", err
	}
	post.Screen = screen
	n.unoffered = append(n.unoffered, commandsOnlyOnFelt(screen)...)
	return post.Ref, nil
}

func (n *Network) postFor(place chat.Place, old chat.Ref) (*Post, error) {
	post, known := n.posts[old]
	switch {
	case known && post.Place == place:
		return post, nil
	case old != "" && !n.AcceptsForeignRefs:
		return nil, chat.ErrGone
	case old == "":
		n.lastID++
		old = chat.Ref(fmt.Sprint(n.lastID))
	}
	post = &Post{Ref: old, Place: place}
	n.posts[old] = post
	n.order = append(n.order, old)
	return post, nil
}

// FailNext makes one Show in the place fail for each error.
func (n *Network) FailNext(place chat.Place, errs ...error) {
	n.Do(func() { n.failures[place] = append(n.failures[place], errs...) })
}

// Forgive cancels FailNext.
func (n *Network) Forgive() { n.Do(func() { clear(n.failures) }) }

// Delete removes a message, as a user would.
func (n *Network) Delete(ref chat.Ref) {
	n.Do(func() {
		delete(n.posts, ref)
		n.order = slices.DeleteFunc(n.order, func(r chat.Ref) bool { return r == ref })
	})
}

// All returns all messages, oldest first.
func (n *Network) All() []Post {
	return double.Locked(n, func() (posts []Post) {
		for _, ref := range n.order {
			posts = append(posts, *n.posts[ref])
		}
		return posts
	})
}

// Posts returns the messages in a place, oldest first.
func (n *Network) Posts(place chat.Place) []Post {
	return slices.DeleteFunc(n.All(), func(p Post) bool { return p.Place != place })
}

// Last returns the newest message in the place.
func (n *Network) Last(place chat.Place) (Post, bool) {
	posts := n.Posts(place)
	if len(posts) == 0 {
		return Post{}, false
	}
	return posts[len(posts)-1], true
}

// CheckFelts returns an error if only a felt offered a command.
func (n *Network) CheckFelts() error {
	unoffered := double.Locked(n, func() []string { return n.unoffered })
	if len(unoffered) == 0 {
		return nil
	}
	return errors.New(strings.Join(unoffered, "\n"))
}

func commandsOnlyOnFelt(s chat.Screen) (found []string) {
	if s.Felt == nil {
		return nil
	}
	var offered []string
	for _, b := range Offered(s) {
		offered = append(offered, b.Line)
	}
	opensQueue := slices.ContainsFunc(offered, isOfQueue)
	for _, line := range commandsOfFelt(s.Felt) {
		if line != "" && !slices.Contains(offered, line) && !(opensQueue && isOfQueue(line)) {
			found = append(found, fmt.Sprintf("only the felt offers %q, in %s", line, s.Text[0]))
		}
	}
	return found
}

func isOfQueue(line string) bool { return strings.HasPrefix(line, "queue ") }

// Offered returns the screen's choice, buttons and menus as buttons.
func Offered(s chat.Screen) (all []chat.Button) {
	if c := s.Choice; c != nil {
		all = append(all, chat.Button{Label: c.Confirm, Line: c.Line})
		for _, o := range c.Options {
			all = append(all, chat.Button{Label: o.Label, Line: c.Toggle + " " + o.Value})
		}
	}
	all = append(all, slices.Concat(s.Buttons...)...)
	for _, m := range s.Menus {
		for _, o := range m.Options {
			all = append(all, chat.Button{Label: o.Label, Line: m.LineFor(o)})
		}
	}
	return all
}

func commandsOfFelt(f *chat.Felt) []string {
	lines := f.Lines()
	for i, seat := range f.Seats {
		for _, p := range seat.Piles {
			if i != f.Reader && p.Top != nil {
				lines = append(lines, p.Top.Line)
			}
		}
	}
	if f.Bill != nil {
		lines = append(lines, f.Bill.Replay)
	}
	return lines
}

// SmallestChoice returns the smallest valid choice: the fixed options, and others from the end.
func SmallestChoice(c *chat.Choice) (values []string) {
	for _, o := range c.Options {
		if o.Fixed {
			values = append(values, o.Value)
		}
	}
	for _, o := range slices.Backward(c.Options) {
		if !o.Fixed && len(values) < c.Min {
			values = append(values, o.Value)
		}
	}
	return values
}
