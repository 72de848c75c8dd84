package digest

import (
	"context"
	"errors"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox"
	"tarockbot/storage"
)

// Want implements outbox.Source. It ignores a message in a place that isn't served.
func (ds *Digests) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	head := chat.PersonID(key.ID)
	r, err := ds.agenda.Reader(ctx, head)
	if err != nil {
		ds.warn(err)
		return w, err
	}
	d := ds.Of(head)
	if !ds.box.Serves(d.Place) {
		d.Ref = ""
	}
	games := slices.DeleteFunc(ds.agenda.Games(ctx, r), func(g Game) bool { return d.Calls[g.Table] == 0 })
	postDue := d.isDue() && len(games) > 0
	w.MessageState = d.state(postDue)
	switch try.Next(w.MessageState) {
	case outbox.StepRetire:
		games = nil
		if w.Old == d.old {
			d.Place = d.oldPlace
		}
	case outbox.StepPost:
		if !postDue {
			return w, outbox.ErrNone
		}
		d.Place = games[0].Place
	case outbox.StepIdle, outbox.StepBegin, outbox.StepEdit:
	}
	w.Place, w.Screen = d.Place, ds.agenda.Screen(r, d, games)
	return w, nil
}

// RecordOutcome implements outbox.Source.
func (ds *Digests) RecordOutcome(ctx context.Context, key outbox.Key, out outbox.Outcome) (outbox.MessageState, error) {
	head := chat.PersonID(key.ID)
	if err := ds.recordResult(ctx, head, out); err != nil {
		ds.warn(err)
		return outbox.MessageState{}, err
	}
	d := ds.Of(head) // the outbox itself retries a failed post
	return d.state(d.isDue() && out.Step == outbox.StepRetire), nil
}

func (ds *Digests) warn(err error) {
	if ds.box.Context.Err() == nil {
		ds.box.Log.Warn("digest not shown", "err", err)
	}
}

// recordResult returns the step's error if neither a retry nor a fallback follows.
func (ds *Digests) recordResult(ctx context.Context, head chat.PersonID, out outbox.Outcome) error {
	if out.Step == outbox.StepRetire {
		ds.recordRetired(head, out)
		return nil
	}
	deleted := errors.Is(out.Err, chat.ErrGone)
	emptied := out.Err == nil && out.Screen.Dismissable
	switch {
	case out.Step == outbox.StepEdit && (deleted || emptied):
		return ds.recordPosted(ctx, head, Message{Place: out.Place}, int(out.Rev))
	case out.IsSent():
		return ds.recordPosted(ctx, head, Message{Place: out.Place, Ref: out.Ref, callPending: out.Err != nil}, int(out.Rev))
	case !out.Final:
		return nil
	case errors.Is(out.Err, chat.ErrBlocked):
		return ds.fallBackToCalls(ctx, head, out.Place, "")
	case ctx.Err() == nil && (out.Step == outbox.StepPost || ds.Of(head).callPending):
		return errors.Join(out.Err, ds.fallBackToCalls(ctx, head, out.Place, out.Old))
	}
	return out.Err
}

// recordRetired changes only memory; see Message.
func (ds *Digests) recordRetired(head chat.PersonID, out outbox.Outcome) {
	if out.Final {
		defer ds.lockDecision(head)()
		ds.remember(head, ds.Of(head).dropRetired(out.Old))
	}
}

// fallBackToCalls makes each game call on its own for digestPause, because the digest called nobody.
func (ds *Digests) fallBackToCalls(ctx context.Context, head chat.PersonID, place chat.Place, ref chat.Ref) error {
	r, err := ds.agenda.Reader(ctx, head)
	if err != nil {
		return err
	}
	return ds.update(ctx, r, func(d Digest, _ []Game) Digest {
		d.Calls, d.PostedCalls, d.Place, d.Ref, d.BarredUntil = nil, nil, place, ref, ds.now().UTC().Add(digestPause)
		return d
	})
}

// recordPosted stores the posted message, even while the bot stops.
func (ds *Digests) recordPosted(ctx context.Context, head chat.PersonID, m Message, number int) error {
	defer ds.lockDecision(head)()
	now := ds.Of(head)
	if !now.Exists() || ds.agenda.IsBeingForgotten(m.Place.User) { // the reader is or was forgotten
		return nil
	}
	after := now.withPosted(m, number, ds.box.Serves(now.Place))
	if now.Place == m.Place && now.Ref == m.Ref && now.Posted == number {
		ds.remember(head, after)
		return nil
	}
	if err := ds.save(context.WithoutCancel(ctx), head, after); err != nil && !errors.Is(err, storage.ErrClosed) {
		return err
	}
	return nil
}
