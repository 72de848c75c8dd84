// Package outboxtest has a chat network in memory. Start reading at [Network].
package outboxtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
)

// Here and There are places of the network.
var (
	Here  = chat.Place{Chat: "net:here"}
	There = chat.Place{Chat: "net:there"}
)

// Network answers each request with the next planned error.
type Network struct {
	TraitSet  chat.Traits
	Calls     map[chat.Place]func() // called by a request to the place
	Posts     map[chat.Ref]string   // the text of each message
	Pressable map[chat.Ref]bool

	mu     sync.Mutex // guards all fields
	began  time.Time
	asked  []string // such as "12s : rev 1" for a post, "12s m1: rev 3 fails" for an edit
	places map[chat.Ref]chat.Place
	fails  []error
	stands chat.Ref
	hold   chan struct{}
}

// New returns a network without messages.
func New() *Network {
	return &Network{
		Calls: make(map[chat.Place]func()), Posts: make(map[chat.Ref]string), Pressable: make(map[chat.Ref]bool),
		began: time.Now(), places: make(map[chat.Ref]chat.Place),
	}
}

// Name implements chat.Platform.
func (n *Network) Name() string { return "net" }

// Traits implements chat.Platform.
func (n *Network) Traits() chat.Traits { return n.TraitSet }

// Run implements chat.Platform.
func (n *Network) Run(context.Context, chat.Handler) error { return nil }

// Show implements chat.Platform.
func (n *Network) Show(ctx context.Context, p chat.Place, old chat.Ref, s chat.Screen) (chat.Ref, error) {
	if err := n.await(ctx, p); err != nil {
		return "", err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	what := s.Text[0][0].Text
	if len(s.Buttons) > 0 {
		what += " to press"
	}
	request := fmt.Sprintf("%v %s: %s", time.Since(n.began), old, what)
	if err := n.nextError(p, old); err != nil {
		n.asked = append(n.asked, request+" fails")
		return n.stands, err
	}
	n.asked = append(n.asked, request)
	ref := cmp.Or(old, chat.Ref(fmt.Sprintf("m%d", len(n.Posts)+1)))
	n.Posts[ref], n.Pressable[ref], n.places[ref] = what, len(s.Buttons) > 0, p
	return ref, nil
}

func (n *Network) await(ctx context.Context, p chat.Place) error {
	n.mu.Lock()
	hold, call := n.hold, n.Calls[p]
	n.mu.Unlock()
	if call != nil {
		call()
	}
	if hold != nil {
		select {
		case <-hold:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (n *Network) nextError(p chat.Place, old chat.Ref) (err error) {
	if len(n.fails) > 0 {
		err, n.fails = n.fails[0], n.fails[1:]
	}
	if at, known := n.places[old]; old != "" && (!known || at != p) && err == nil {
		return chat.ErrGone
	}
	return err
}

// Fail makes the next requests fail with these errors.
func (n *Network) Fail(errs ...error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.fails = errs
}

// HoldUp makes requests wait until the channel is closed.
func (n *Network) HoldUp(c chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hold = c
}

// Delete deletes a message, as a user does.
func (n *Network) Delete(ref chat.Ref) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.places, ref)
	n.Pressable[ref] = false
}

// Stand posts a message that the source doesn't know, and that failing requests return.
func (n *Network) Stand(p chat.Place, ref chat.Ref) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Posts[ref], n.places[ref], n.stands = "", p, ref
}

// TakeAsked returns and clears the requests.
func (n *Network) TakeAsked() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.asked
	n.asked = nil
	return all
}

// CheckAsked checks the requests since the last check.
func (n *Network) CheckAsked(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := n.TakeAsked(); !slices.Equal(got, want) {
		t.Errorf("the network was asked\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// ErrBad is a network's fault.
var ErrBad = errors.New("bad gateway")

// Failures parses a list such as "bad x8, busy 5s, ok".
func Failures(text string) (all []error) {
	for word := range strings.SplitSeq(text, ", ") {
		what, times, _ := strings.Cut(word, " x")
		n, notNumber := strconv.Atoi(cmp.Or(times, "1"))
		err, known := failures[what]
		if busy, is := strings.CutPrefix(what, "busy "); is {
			wait, notWait := time.ParseDuration(busy)
			err, known = chat.RetryAfter{Wait: wait}, notWait == nil
		}
		if !known || notNumber != nil {
			panic("no such failure: " + word)
		}
		all = append(all, slices.Repeat([]error{err}, n)...)
	}
	return all
}

var failures = map[string]error{
	"bad": ErrBad, "refused": chat.ErrRefused, "blocked": chat.ErrBlocked, "gone": chat.ErrGone,
	"migrated": chat.Migrated{To: There.Chat}, "ok": nil,
}

// Screen returns a screen with a button.
func Screen(what string) chat.Screen {
	return chat.Screen{Text: []chat.Line{{{Text: what}}}, Buttons: [][]chat.Button{{{Label: "press"}}}}
}

// NoMetrics counts nothing.
type NoMetrics struct{}

// AddDeliveries implements outbox.Metrics.
func (NoMetrics) AddDeliveries(string, int) {}

// ObservePicture implements outbox.Metrics.
func (NoMetrics) ObservePicture(string, time.Duration) {}

// Pass lets time pass and waits until all goroutines are idle.
func Pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}
