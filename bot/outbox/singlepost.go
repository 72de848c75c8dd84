package outbox

import (
	"cmp"
	"context"
	"errors"

	"tarockbot/bot/chat"
)

// singlePost is a message that is posted once and never edited. It is its own source.
type singlePost struct {
	screen func() chat.Screen
	ref    chat.Ref // the message, if it stands already
	done   bool     // no further step follows
	err    error    // its result once it is done
}

// Post posts a message in the place. It does nothing, and calls neither function, if one with that id is in flight
// there. It calls screen before each try, and at the end over with the result: nil, the network's last error when the
// outbox gave up, or a fault if something panicked.
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

// state returns the message's state until it is done.
func (p *singlePost) state() MessageState {
	return MessageState{Rev: 1, Ref: p.ref, Behind: true, PostComplete: true}
}

// Want implements Source.
func (p *singlePost) Want(context.Context, Key, Try) (Want, error) {
	return Want{MessageState: p.state(), Screen: p.screen()}, nil
}

// Shown implements Source.
func (p *singlePost) Shown(_ context.Context, _ Key, out Outcome) (MessageState, error) {
	if !p.done {
		p.ref, p.err = cmp.Or(out.Ref, p.ref), out.Err
		p.done = out.Final || out.Err == nil && out.Whole
	}
	if p.done {
		return MessageState{}, ErrNone
	}
	return p.state(), nil
}
