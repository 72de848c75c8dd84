// Package outbox brings messages to the chat networks and keeps them up to date: each in
// its own time, always with the newest state, again after a failure, and nowhere where
// nobody can be reached. It knows neither matches nor what messages say: a [Source] tells
// it. Start at [Queue.Deliver], then Queue.run, the one loop that delivers.
package outbox

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// Config is what an Outbox is made of.
type Config struct {
	Context   context.Context          // when it ends, nothing is delivered any more
	Work      *sync.WaitGroup          // counts what is on its way
	Platforms map[string]chat.Platform // by name; complete before the first message
	Log       *slog.Logger
	Metrics   Metrics
	// DrawSlots is a semaphore: as many messages' pictures are drawn at once as it has
	// room for. Pages and places that have pictures drawn themselves don't need it:
	// whoever asked waits for them.
	DrawSlots chan struct{}
}

// Metrics are the figures that deliveries are counted in.
type Metrics interface {
	// Delivering notes that so many more messages are being delivered on the platform.
	Delivering(platform string, more int)
	// Pictured notes how long the network waited for the picture of a change.
	Pictured(platform string, took time.Duration)
}

// Outbox delivers the messages of all its queues. It is safe for concurrent use. Its
// lock comes after all others: while it is held, none is taken and no source asked.
type Outbox struct {
	Config
	posts *posts

	mu     sync.Mutex
	busy   map[string]int      // messages being delivered, by platform
	less   chan struct{}       // closed when that becomes less; nil: nobody waits for it
	silent map[chat.Place]bool // see Silence
}

// New makes an Outbox without queues.
func New(c Config) *Outbox {
	o := &Outbox{Config: c, busy: make(map[string]int), silent: make(map[chat.Place]bool)}
	o.posts = newPosts(o)
	return o
}

// countLocked counts messages being delivered on the platform; "" if that isn't known before.
func (o *Outbox) countLocked(platform string, more int) {
	if platform == "" {
		return
	}
	o.Metrics.Delivering(platform, more)
	o.busy[platform] += more
	if more < 0 && o.less != nil {
		close(o.less)
		o.less = nil
	}
}

// maxCatchingUp is how many messages are brought up to date at once on a platform
// after a start, at most. People who do something don't wait for it.
const maxCatchingUp = 64

// CatchUp brings tables that are shown on the platform up to date, as refresh does with
// one. It waits while much is on its way.
func (o *Outbox) CatchUp(platform string, tables []chat.TableID, refresh func(chat.TableID)) {
	for _, id := range tables {
		if !o.room(platform, maxCatchingUp) {
			return
		}
		refresh(id)
	}
}

// room waits until fewer messages than most are being delivered on the platform; false
// if the outbox ends before.
func (o *Outbox) room(platform string, most int) bool {
	for {
		o.mu.Lock()
		free := o.busy[platform] < most
		if o.less == nil {
			o.less = make(chan struct{})
		}
		less := o.less
		o.mu.Unlock()
		if free {
			return o.Context.Err() == nil
		}
		select {
		case <-less:
		case <-o.Context.Done():
			return false
		}
	}
}

// Silence notes that there is something to show in the place which isn't shown until
// somebody is heard of there.
func (o *Outbox) Silence(p chat.Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.silent[p] = true
}

// Heard notes that somebody is there, and says whether the place was silent.
func (o *Outbox) Heard(p chat.Place) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.silent[p]
	delete(o.silent, p)
	return was
}

// Platform is that of the place, unless it has been left out this time.
func (o *Outbox) Platform(p chat.Place) (chat.Platform, bool) {
	platform, ok := o.Platforms[p.Platform()]
	return platform, ok
}

// Traits is what is true of the place's platform; nothing if that has been left out.
func (o *Outbox) Traits(p chat.Place) chat.Traits {
	if platform, ok := o.Platform(p); ok {
		return platform.Traits()
	}
	return chat.Traits{}
}

// pause is a wait before the next try.
type pause struct {
	time time.Duration
	end  <-chan struct{} // may end it; nil: nothing does
}

// sleep waits; false if the outbox ends.
func (o *Outbox) sleep(p pause) bool {
	if p.time <= 0 {
		return true
	}
	timer := time.NewTimer(p.time)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-p.end:
		return true
	case <-o.Context.Done():
		return false
	}
}
