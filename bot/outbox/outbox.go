// Package outbox delivers messages to chat networks and keeps them current.
//
// A [Key] names a message. Its content comes from a [Source], which the outbox asks immediately before
// each network call, so it always sends the newest state. At most one call a message is in flight. A
// failed call is retried with growing delays. A place that refuses everything, because its user
// blocked the bot, is left alone until somebody writes there again.
//
// The outbox knows nothing about matches or screens. Start reading at [Queue.Deliver], then
// Queue.deliverLoop.
package outbox

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// Config is what an Outbox is made of.
type Config struct {
	Context   context.Context          // when it ends, nothing is delivered any more
	Work      *sync.WaitGroup          // counts what is on its way
	Platforms map[string]chat.Platform // by name; complete before the first message
	Log       *slog.Logger
	Metrics   Metrics
	Barred    func(chat.Place) bool // whether nothing is to be shown in a place
	Acting    func() bool           // whether this bot may act now; what it doesn't show then is tried again. Nil means always.
	// DrawSlots is a semaphore: as many messages' pictures are drawn at once as it has room for. Where
	// somebody waits for a picture that they asked for it isn't needed.
	DrawSlots chan struct{}
}

// Metrics counts and measures deliveries.
type Metrics interface {
	// AddDeliveries adds to the number of messages that are being delivered on the platform.
	AddDeliveries(platform string, more int)
	// ObservePicture observes how long the network waited for the picture of a change.
	ObservePicture(platform string, took time.Duration)
}

// Outbox delivers the messages of all its queues. It is safe for concurrent use.
//
// Lock order: mu is acquired last. No other lock is acquired and no Source is called while it is held.
type Outbox struct {
	Config
	posts *Queue // see Post

	mu     sync.Mutex
	busy   map[string]int      // messages being delivered, by platform
	less   *sync.Cond          // that becomes less
	silent map[chat.Place]bool // see BeginSilence
}

// New makes an Outbox without queues.
func New(c Config) *Outbox {
	if c.Acting == nil {
		c.Acting = func() bool { return true }
	}
	o := &Outbox{Config: c, busy: make(map[string]int), silent: make(map[chat.Place]bool)}
	o.less, o.posts = sync.NewCond(&o.mu), o.NewTransient(nil)
	return o
}

// countLocked counts deliveries on the platform; "" counts none.
func (o *Outbox) countLocked(platform string, more int) {
	if platform == "" {
		return
	}
	o.Metrics.AddDeliveries(platform, more)
	o.busy[platform] += more
	if more < 0 {
		o.less.Broadcast()
	}
}

// maxCatchingUp is how many messages are on their way on a platform for a start to wait; people don't.
const maxCatchingUp = 64

// CatchUp calls refresh for each of the platform's tables. It waits while many messages are in flight,
// so that people who act meanwhile don't queue behind the start.
func (o *Outbox) CatchUp(platform string, tables []chat.TableID, refresh func(chat.TableID)) {
	defer context.AfterFunc(o.Context, func() {
		o.mu.Lock() // else who is about to wait would miss it
		defer o.mu.Unlock()
		o.less.Broadcast()
	})()
	for _, id := range tables {
		o.mu.Lock()
		for o.busy[platform] >= maxCatchingUp && o.Context.Err() == nil {
			o.less.Wait()
		}
		o.mu.Unlock()
		if o.Context.Err() != nil {
			return
		}
		refresh(id)
	}
}

// BeginSilence records that messages wait for the place until somebody writes there.
func (o *Outbox) BeginSilence(p chat.Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.silent[p] = true
}

// EndSilence records that somebody wrote in the place, and reports whether it was silent.
func (o *Outbox) EndSilence(p chat.Place) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.silent[p]
	delete(o.silent, p)
	return was
}

// Serves reports whether the place gets messages: its platform runs, and it isn't banned.
func (o *Outbox) Serves(p chat.Place) bool {
	return o.Platforms[p.Platform()] != nil && !o.Barred(p)
}

// Traits returns the traits of the place's platform; the zero value if the platform doesn't run.
func (o *Outbox) Traits(p chat.Place) chat.Traits {
	if platform := o.Platforms[p.Platform()]; platform != nil {
		return platform.Traits()
	}
	return chat.Traits{}
}

// pause is a delay before the next step.
type pause struct {
	time     time.Duration
	end      <-chan struct{} // may end it; nil: nothing does
	newFirst bool            // a new message that is behind doesn't wait
}

// sleep waits for the pause. It returns false if the outbox ends first.
func (o *Outbox) sleep(p pause) bool {
	if p.time <= 0 {
		return true
	}
	select {
	case <-time.After(p.time):
		return true
	case <-p.end:
		return true
	case <-o.Context.Done():
		return false
	}
}

// Key names a message among those of its source.
type Key struct {
	ID    string     // of what it shows, such as a table's code
	Place chat.Place // where it stands; zero if the source decides that: see Want
}

// Source knows what messages are to show, and which messages they are. It is asked
// with no lock of the outbox held, about each message by one at a time, about many at
// once. It may be asked once more as the outbox ends, so that what stands is noted.
type Source interface {
	// Want is what the message is to be by now, with the screen for the step that try
	// takes. ErrNone says that there is no such message any more; after another error
	// it isn't delivered until Deliver is called again.
	Want(ctx context.Context, key Key, try Try) (Want, error)
	// Shown notes what has come of a step, durably what a start has to know, and returns how the message
	// stands by now. Errors are those of Want, and the source has told of them.
	Shown(ctx context.Context, key Key, out Outcome) (MessageState, error)
}

// ErrNone is the error of a Source that has no such message (any more).
var ErrNone = errors.New("bot: no such message")

// MessageState tells how a message stands.
type MessageState struct {
	Rev    int64    // of what it is to show; grows with each change
	Ref    chat.Ref // the message; "" if none is posted
	Old    chat.Ref // the one whose place it has taken and that is still to be retired; "" for none
	Behind bool     // it doesn't show all that it is to show
	Repost bool     // it is to be posted anew, with that before as the old one
	Hidden bool     // its reader may see it no more: it is shown once more only when forced
	Lost   bool     // nobody can be reached in its place: nothing is sent there
	Whole  bool     // a new one is posted as it is to be, not first without anything to press
}

// Unfinished reports whether a step is left: an edit, a new post, or the retirement of the old
// message.
func (s MessageState) Unfinished() bool { return s.Old != "" || s.Repost || s.Behind }

// Due reports whether delivery is needed without Force. In a lost place it never is: the first sign of
// life brings the newest screen.
func (s MessageState) Due() bool { return !s.Lost && s.Unfinished() && (s.Old != "" || !s.Hidden) }

// Step is one request to a network. A message takes its steps one after the other, so that a network
// that limits requests isn't asked for two at once.
type Step int

// The steps. A new message is posted without anything to press. Once its reference is
// noted the message whose place it takes is retired, and then it becomes what it should
// be: whenever the process is killed, no second one that can be pressed is left behind.
const (
	Idle   Step = iota // nothing is to be done
	Retire             // the old message says that another has taken its place
	Begin              // a new one is posted without anything to press
	Post               // a new one is posted as it is to be
	Edit               // the message becomes what it is to be
)

// Try tells what the outbox knows about a message before a step.
type Try struct {
	Force     bool  // it is to be shown even if it shows all
	Found     bool  // if its place is lost, that may be over
	NewFirst  bool  // the old one couldn't be retired: that doesn't hold up the new
	Suspended int64 // the revision that couldn't be shown and isn't tried again yet; 0 for none
}

// Next returns the step that a message in this state takes.
func (t Try) Next(s MessageState) Step {
	wanted := s.Unfinished() && !s.Hidden && (t.Suspended == 0 || s.Rev > t.Suspended)
	switch {
	case s.Lost && !t.Found || !t.Force && !wanted:
		return Idle
	case s.Old != "" && !(t.NewFirst && s.Behind):
		return Retire
	case s.Ref != "" && !s.Repost:
		return Edit
	case s.Whole:
		return Post
	}
	return Begin
}

// Want is what a message is to be.
type Want struct {
	MessageState
	Place  chat.Place  // where the step goes; zero: the key's
	Screen chat.Screen // for the step
}

// Outcome tells what came of a step.
type Outcome struct {
	Step   Step
	Place  chat.Place
	Screen chat.Screen
	Rev    int64
	Old    chat.Ref // the message that was to be changed; "" if a new one was to be posted
	Ref    chat.Ref // the message that stands now; "" if that isn't known
	Whole  bool     // it shows all of the revision
	Again  bool     // it is shown once more at once, whatever it shows
	Err    error    // what the network says; nil: it is done
	Final  bool     // after Err it isn't tried again by itself, or not soon
}

// Holders are those of what is shown, in the order in which somebody is erased.
func Holders(ns *Notices, ds *Digests, p *Presence) []documents.Holder {
	erase := func(ctx context.Context, x *documents.Erasure) error {
		p.Forget(x.Person)
		return ds.Erase(ctx, x)
	}
	return []documents.Holder{
		{Kind: KindDirty, NotErased: "it names a table, and goes with it", NotDisclosed: "it names a table"},
		{Kind: KindNotice, Form: documents.FormOf[Notice], Erase: ns.Erase, Disclose: ns.disclose},
		{Kind: KindDigest, Form: documents.FormOf[Digest], Erase: erase, Disclose: ds.disclose},
	}
}
