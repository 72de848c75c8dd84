package digest

import (
	"context"
	"errors"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox"
	"tarockbot/storage"
)

// deliver starts to deliver the person's digest.
func (ds *Digests) deliver(head chat.PersonID) {
	key := outbox.Key{ID: string(head)}
	ds.queue.Force(key)
	ds.queue.Deliver(key, outbox.MessageState{})
}

// state returns the message's state. post is whether a new post is due.
func (d Digest) state(post bool) outbox.MessageState {
	s := outbox.MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: post, PostComplete: true}
	if post && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// Want implements outbox.Source. A new post retires the message before. A message in a place that isn't served any
// more is ignored.
func (ds *Digests) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	r, err := ds.agenda.Reader(ctx, chat.PersonID(key.ID))
	if err != nil {
		ds.warn(err)
		return w, err
	}
	d := ds.Of(chat.PersonID(key.ID))
	if !ds.box.Serves(d.Place) {
		d.Ref = ""
	}
	games := slices.DeleteFunc(ds.agenda.Games(ctx, r), func(g Game) bool { return d.Listed[g.Table] == 0 })
	post := d.Posted < d.Number && len(games) > 0
	w.MessageState = d.state(post)
	switch try.Next(w.MessageState) {
	case outbox.Retire:
		if games = nil; w.Old == d.old {
			d.Place = d.oldPlace
		}
	case outbox.Post:
		if !post {
			return w, outbox.ErrNone
		}
		d.Place = games[0].Place
	case outbox.Idle, outbox.Begin, outbox.Edit:
	}
	w.Place, w.Screen = d.Place, ds.agenda.Screen(r, d, games)
	return w, nil
}

// Shown implements outbox.Source.
func (ds *Digests) Shown(ctx context.Context, key outbox.Key, out outbox.Outcome) (outbox.MessageState, error) {
	head := chat.PersonID(key.ID)
	if err := ds.recordResult(ctx, head, out); err != nil {
		ds.warn(err)
		return outbox.MessageState{}, err
	}
	d := ds.Of(head)
	return d.state(d.Posted < d.Number && out.Step == outbox.Retire), nil
}

// warn logs that a digest isn't shown, unless the outbox is ending.
func (ds *Digests) warn(err error) {
	if ds.box.Context.Err() == nil {
		ds.box.Log.Warn("a digest is not shown", "err", err)
	}
}

// recordResult records the result of a step.
func (ds *Digests) recordResult(ctx context.Context, head chat.PersonID, out outbox.Outcome) error {
	over := out.Step == outbox.Edit && (errors.Is(out.Err, chat.ErrGone) || out.Err == nil && out.Screen.Ended)
	switch {
	case out.Step == outbox.Retire:
		if out.Final {
			ds.recordRetired(head, out.Old)
		}
		return nil
	case over: // it was deleted, or lists nothing any more
		return ds.recordPosted(ctx, head, out.Place, "", int(out.Rev), false)
	case out.Err == nil || out.Ref != "":
		return ds.recordPosted(ctx, head, out.Place, out.Ref, int(out.Rev), out.Err != nil)
	case !out.Final:
		return nil
	case errors.Is(out.Err, chat.ErrBlocked):
		return ds.fallBackToCalls(ctx, head, out.Place, "")
	case (out.Step == outbox.Post || ds.Of(head).uncalled) && ctx.Err() == nil:
		return errors.Join(out.Err, ds.fallBackToCalls(ctx, head, out.Place, out.Old))
	}
	return out.Err
}

// recordRetired records that the message was retired.
func (ds *Digests) recordRetired(head chat.PersonID, ref chat.Ref) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	d, ok := ds.by[head]
	if d.old == ref {
		d.old = ""
	} else if d.Ref == ref {
		d.Ref = ""
	}
	if ok {
		ds.by[head] = d
	}
}

// fallBackToCalls makes each game call on its own for digestPause, because the digest couldn't be posted or
// called nobody. ref is the posted message; "" if none is.
func (ds *Digests) fallBackToCalls(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref) error {
	r, err := ds.agenda.Reader(ctx, head)
	if err != nil {
		return err
	}
	return ds.update(ctx, r, func(d Digest, _ []Game) Digest {
		d.Listed, d.Told, d.Place, d.Ref, d.Barred = nil, nil, place, ref, ds.now().UTC().Add(digestPause)
		return d
	})
}

// recordPosted records the digest's message, even while the bot stops, and whether it still has to call
// its reader.
func (ds *Digests) recordPosted(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref, number int, uncalled bool) error {
	defer ds.lockDecision(head)()
	now := ds.Of(head)
	if !now.Exists() || ds.agenda.IsBeingForgotten(place.User) { // its reader was forgotten meanwhile or is being forgotten
		return nil
	}
	if now.Place == place && now.Ref == ref && now.Posted == number {
		now.uncalled = uncalled
		ds.remember(head, now)
		return nil
	}
	if ref != "" && now.Ref != "" && now.Ref != ref && ds.box.Serves(now.Place) {
		now.old, now.oldPlace = now.Ref, now.Place
	}
	now.Place, now.Ref, now.Posted, now.uncalled = place, ref, number, uncalled
	if err := ds.save(context.WithoutCancel(ctx), head, now); err != nil && !errors.Is(err, storage.ErrClosed) {
		return err
	}
	return nil
}
