package outbox

import (
	"cmp"
	"context"
	"errors"

	"tarockbot/bot/chat"
)

// singlePost is the Source of one message, which is posted once and never edited.
type singlePost struct {
	screen func() chat.Screen
	ref    chat.Ref
	done   bool
	err    error
}

// Post posts a message, unless one with this id is in flight in the place. It calls screen before each try. At the end
// it calls over with the network's last error or a panic's error.
func (o *Outbox) Post(id string, place chat.Place, screen func() chat.Screen, over func(error)) {
	o.mu.Lock()
	key, err := Key{id, place}, o.Context.Err()
	if err == nil && o.posts.findLocked(key) == nil {
		d, p := o.posts.findOrCreateLocked(key), &singlePost{screen: screen}
		d.source, d.over = p, func(fault error) { over(errors.Join(fault, p.err)) }
		o.posts.startLocked(d)
	}
	o.mu.Unlock()
	if err != nil {
		over(err)
	}
}

func (p *singlePost) state() MessageState {
	return MessageState{Rev: 1, Ref: p.ref, Stale: true, PostComplete: true}
}

func (p *singlePost) Want(context.Context, Key, Try) (Want, error) {
	return Want{MessageState: p.state(), Screen: p.screen()}, nil
}

func (p *singlePost) RecordOutcome(_ context.Context, _ Key, out Outcome) (MessageState, error) {
	if !p.done {
		p.ref, p.err = cmp.Or(out.Ref, p.ref), out.Err
		p.done = out.Final || out.Err == nil && out.Whole
	}
	if p.done {
		return MessageState{}, ErrNone
	}
	return p.state(), nil
}
