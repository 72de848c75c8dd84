// Package outbox delivers messages to chat networks and keeps them current.
//
// A [Key] names a message. Its content comes from a [Source], which the outbox asks immediately before
// each network call, so it always sends the newest state. At most one call a message is in flight. A
// failed call is retried with growing delays. A place that refuses everything, because its user
// blocked the bot, is left alone until somebody writes there again.
//
// The outbox knows no matches and builds no screens. Start reading at [Queue.Deliver], then
// Queue.deliverLoop.
package outbox

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// Config is the configuration of an Outbox.
type Config struct {
	Context   context.Context          // deliveries stop when it ends
	Work      *sync.WaitGroup          // counts the outbox's goroutines
	Platforms map[string]chat.Platform // by name; complete before the first message
	Log       *slog.Logger
	Metrics   Metrics
	Barred    func(chat.Place) bool // reports whether nothing may be shown in a place
	Acting    func() bool           // reports whether this bot may act now; if not, calls are retried
	// DrawSlots is a semaphore: its capacity limits how many messages' pictures are drawn at once. Pictures in
	// answers to people don't need a slot.
	DrawSlots chan struct{}
}

// Metrics counts deliveries.
type Metrics interface {
	// AddDeliveries adds more, which may be negative, to the platform's messages in delivery.
	AddDeliveries(platform string, more int)
	// ObservePicture records how long a change took until its picture was shown.
	ObservePicture(platform string, took time.Duration)
}

// Outbox delivers the messages of all its queues. It is safe for concurrent use.
//
// Lock order: mu is acquired last. No other lock is acquired and no Source is called while it is held. Functions whose
// names end with Locked, and all methods of delivery, need it.
type Outbox struct {
	Config
	posts *Queue // see Post

	mu     sync.Mutex
	busy   map[string]int      // messages being delivered, by platform
	ended  *sync.Cond          // signalled when a delivery ends
	silent map[chat.Place]bool // places where MarkFound is due; see BeginSilence
}

// New returns an Outbox without queues.
func New(c Config) *Outbox {
	o := &Outbox{Config: c, busy: make(map[string]int), silent: make(map[chat.Place]bool)}
	o.ended, o.posts = sync.NewCond(&o.mu), o.NewTransient(nil)
	return o
}

// countLocked adds more to the platform's deliveries. It does nothing for platform "".
func (o *Outbox) countLocked(platform string, more int) {
	if platform == "" {
		return
	}
	o.Metrics.AddDeliveries(platform, more)
	o.busy[platform] += more
	if more < 0 {
		o.ended.Broadcast()
	}
}

// maxCatchingUp is how many deliveries on a platform make CatchUp wait. Messages for people who act don't wait.
const maxCatchingUp = 64

// CatchUp calls refresh for each of the platform's tables. It waits while many messages are in flight,
// so that people who act meanwhile don't queue behind the start.
func (o *Outbox) CatchUp(platform string, tables []chat.TableID, refresh func(chat.TableID)) {
	defer context.AfterFunc(o.Context, func() {
		o.mu.Lock() // ensures that a goroutine about to wait sees the broadcast
		defer o.mu.Unlock()
		o.ended.Broadcast()
	})()
	for _, id := range tables {
		o.mu.Lock()
		for o.busy[platform] >= maxCatchingUp && o.Context.Err() == nil {
			o.ended.Wait()
		}
		o.mu.Unlock()
		if o.Context.Err() != nil {
			return
		}
		refresh(id)
	}
}

// BeginSilence records that a message couldn't be sent to the place. When somebody writes there, EndSilence says so,
// and the caller calls MarkFound.
func (o *Outbox) BeginSilence(p chat.Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.silent[p] = true
}

// EndSilence records that somebody wrote in the place. It reports whether BeginSilence was called since the last time.
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
