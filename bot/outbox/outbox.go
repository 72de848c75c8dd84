// Package outbox delivers messages to chat networks and keeps them current.
//
// The outbox asks a [Source] for a message's content immediately before each network call, so it always sends the
// newest state. At most one call per message is in flight. A failed call is retried with growing delays. If a user
// blocked the bot, the outbox waits until somebody writes in that place.
//
// Start reading at [Queue.Deliver], then Queue.deliverLoop.
package outbox

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// Config configures an Outbox.
type Config struct {
	Context   context.Context // deliveries stop when it ends
	Work      *sync.WaitGroup
	Platforms map[string]chat.Platform // complete before the first message
	Log       *slog.Logger
	Metrics   Metrics
	Barred    func(chat.Place) bool // reports whether a place gets no messages
	Acting    func() bool           // reports whether this bot may act; if not, calls are retried
	// DrawSlots limits how many messages' pictures are drawn at once.
	DrawSlots chan struct{}
}

// Metrics counts deliveries.
type Metrics interface {
	// AddDeliveries adds more, perhaps negative, to the platform's messages in delivery.
	AddDeliveries(platform string, more int)
	// ObservePicture records how long a change took until its picture was shown.
	ObservePicture(platform string, took time.Duration)
}

// Outbox delivers the messages of all its queues. It is safe for concurrent use.
//
// Lock order: mu is acquired last. No Source is called while mu is held. Functions whose names end with Locked, and the
// methods of delivery, require mu.
type Outbox struct {
	Config
	posts *Queue

	mu     sync.Mutex
	busy   map[string]int
	ended  *sync.Cond
	silent map[chat.Place]bool // see BeginSilence
}

// New returns an Outbox without queues.
func New(c Config) *Outbox {
	o := &Outbox{Config: c, busy: make(map[string]int), silent: make(map[chat.Place]bool)}
	o.ended, o.posts = sync.NewCond(&o.mu), o.NewTransient(nil)
	return o
}

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

const maxCatchingUp = 64

// CatchUp refreshes each table. It waits while many messages are in flight, so that at startup players' inputs aren't
// delayed.
func (o *Outbox) CatchUp(platform string, tables []chat.TableID, refresh func(chat.TableID)) {
	defer context.AfterFunc(o.Context, func() {
		o.mu.Lock() // otherwise a goroutine about to wait misses the broadcast
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

// BeginSilence records that a message couldn't be sent to the place.
func (o *Outbox) BeginSilence(p chat.Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.silent[p] = true
}

// EndSilence records that somebody wrote in the place. If it returns true, the place was silent, and the caller must
// call MarkFound.
func (o *Outbox) EndSilence(p chat.Place) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.silent[p]
	delete(o.silent, p)
	return was
}

// Serves reports whether the place's platform runs and the place isn't barred.
func (o *Outbox) Serves(p chat.Place) bool {
	return o.Platforms[p.Platform()] != nil && !o.Barred(p)
}

// Traits returns the traits of the place's platform.
func (o *Outbox) Traits(p chat.Place) chat.Traits {
	if platform := o.Platforms[p.Platform()]; platform != nil {
		return platform.Traits()
	}
	return chat.Traits{}
}
