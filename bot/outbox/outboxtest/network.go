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
	OnRequest map[chat.Place]func() // called during a request to the place
	Posts     map[chat.Ref]string   // the text of each message
	Pressable map[chat.Ref]bool

	mu         sync.Mutex // guards all fields
	began      time.Time
	requests   []string // such as "12s : rev 1" for a post, "12s m1: rev 3 fails" for an edit
	places     map[chat.Ref]chat.Place
	nextErrors []error
	unknown    chat.Ref
	hold       chan struct{}
}

// New returns a network without messages.
func New() *Network {
	return &Network{
		OnRequest: make(map[chat.Place]func()), Posts: make(map[chat.Ref]string), Pressable: make(map[chat.Ref]bool),
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
	if err := n.awaitAnswer(ctx, p); err != nil {
		return "", err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	text := s.Text[0][0].Text
	if len(s.Buttons) > 0 {
		text += " to press"
	}
	request := fmt.Sprintf("%v %s: %s", time.Since(n.began), old, text)
	if err := n.nextError(p, old); err != nil {
		n.requests = append(n.requests, request+" fails")
		return n.unknown, err
	}
	n.requests = append(n.requests, request)
	ref := cmp.Or(old, chat.Ref(fmt.Sprintf("m%d", len(n.Posts)+1)))
	n.Posts[ref], n.Pressable[ref], n.places[ref] = text, len(s.Buttons) > 0, p
	return ref, nil
}

func (n *Network) awaitAnswer(ctx context.Context, p chat.Place) error {
	n.mu.Lock()
	hold, call := n.hold, n.OnRequest[p]
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
	if len(n.nextErrors) > 0 {
		err, n.nextErrors = n.nextErrors[0], n.nextErrors[1:]
	}
	if place, known := n.places[old]; old != "" && (!known || place != p) && err == nil {
		return chat.ErrGone
	}
	return err
}

// FailNext makes the next requests fail with these errors.
func (n *Network) FailNext(errs ...error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.nextErrors = errs
}

// HoldRequests makes requests wait until the channel is closed.
func (n *Network) HoldRequests(c chan struct{}) {
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

// PostUnknown adds a message that the source doesn't know. Failing requests return its reference.
func (n *Network) PostUnknown(p chat.Place, ref chat.Ref) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.Posts[ref], n.places[ref], n.unknown = "", p, ref
}

// TakeRequests returns and clears the recorded requests.
func (n *Network) TakeRequests() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	all := n.requests
	n.requests = nil
	return all
}

// CheckRequests checks the requests since the last check.
func (n *Network) CheckRequests(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	if got := n.TakeRequests(); !slices.Equal(got, want) {
		t.Errorf("got requests\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// ErrBadGateway stands for a network's fault.
var ErrBadGateway = errors.New("bad gateway")

// ParseFailures parses a list such as "bad x8, busy 5s, ok".
func ParseFailures(text string) (all []error) {
	for word := range strings.SplitSeq(text, ", ") {
		failure, times, _ := strings.Cut(word, " x")
		n, notNumber := strconv.Atoi(cmp.Or(times, "1"))
		err, known := failures[failure]
		if busy, isBusy := strings.CutPrefix(failure, "busy "); isBusy {
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
	"bad": ErrBadGateway, "refused": chat.ErrRefused, "blocked": chat.ErrBlocked, "gone": chat.ErrGone,
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

// AdvanceTime lets time pass and waits until all goroutines are idle.
func AdvanceTime(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}
