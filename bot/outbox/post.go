package outbox

import (
	"context"
	"sync"

	"tarockbot/bot/chat"
)

// posts are messages that nothing becomes of once they are posted.
type posts struct {
	queue *Queue
	mu    sync.Mutex
	by    map[Key]post
}

// post is one of them.
type post struct {
	screen func() chat.Screen
	over   func(error)
	ref    chat.Ref // the message, if it stands already
}

// standing is how it stands until it is over.
func (p post) standing() Standing { return Standing{Rev: 1, Ref: p.ref, Behind: true, Whole: true} }

func newPosts(o *Outbox) *posts {
	p := &posts{by: make(map[Key]post)}
	p.queue = o.Passing(p)
	return p
}

// Post posts a message in the place, unless one of that id is on its way there. What it
// shows is asked before each try. It calls over with what has come of it: nil, or what the
// network said last when it was given up.
func (o *Outbox) Post(id string, place chat.Place, screen func() chat.Screen, over func(error)) {
	if err := o.Context.Err(); err != nil {
		over(err)
		return
	}
	what := post{screen: screen, over: over}
	if key := (Key{id, place}); o.posts.begin(key, what) {
		o.posts.queue.Deliver(key, what.standing())
	}
}

// begin says whether nobody else is posting it.
func (p *posts) begin(key Key, what post) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, busy := p.by[key]
	if !busy {
		p.by[key] = what
	}
	return !busy
}

// Want implements Source.
func (p *posts) Want(_ context.Context, key Key, _ Try) (Want, error) {
	p.mu.Lock()
	what, ok := p.by[key]
	p.mu.Unlock()
	if !ok {
		return Want{}, ErrNone
	}
	return Want{Standing: what.standing(), Screen: what.screen()}, nil
}

// Shown implements Source.
func (p *posts) Shown(_ context.Context, key Key, out Outcome) (Standing, error) {
	what, ok := p.note(key, out)
	switch {
	case !ok:
		return Standing{}, ErrNone
	case out.over():
		what.over(out.Err)
		return Standing{}, ErrNone
	}
	return what.standing(), nil
}

// note notes which message it is, and forgets it once it is over.
func (p *posts) note(key Key, out Outcome) (what post, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if what, ok = p.by[key]; !ok {
		return post{}, false
	}
	if out.Ref != "" {
		what.ref = out.Ref
		p.by[key] = what
	}
	if out.over() {
		delete(p.by, key)
	}
	return what, true
}

// over says that nothing more is done for a message that nothing becomes of.
func (out Outcome) over() bool { return out.Final || out.Err == nil && out.Whole }
