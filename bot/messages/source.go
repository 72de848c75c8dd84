package messages

import (
	"cmp"
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
)

// source implements outbox.Source for the messages of tables.
type source struct {
	*Messages
	agenda *agenda
}

// Want gathers a digest before it locks the table, because gathering locks other tables.
func (src *source) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	id := chat.TableID(key.ID)
	defer src.recoverTable(id, &err)
	mayChangeDigest := src.agenda.concernsDigest(id, key.Place)
	if mayChangeDigest {
		src.agenda.gather(ctx, key.Place.User)
	}
	if w, err = src.wantMessage(ctx, id, key.Place, try, mayChangeDigest); err == nil {
		src.Wakeups.scheduleQuietEnd(ctx, w.Screen.Call)
	}
	return w, err
}

// wantMessage discards a prepared screen if the digest was just gathered, because the screen may no longer notify its
// reader.
func (src *source) wantMessage(
	ctx context.Context, id chat.TableID, place chat.Place, try outbox.Try, gathered bool,
) (w outbox.Want, err error) {
	l, m, err := src.openMessage(ctx, id, place)
	if err != nil {
		return w, err
	}
	defer l.Unlock()
	if gathered {
		l.DiscardPrepared(place)
	}
	w.MessageState = src.Courier.stateToShow(l, *m)
	switch try.Next(w.MessageState) {
	case outbox.StepIdle:
	case outbox.StepRetire:
		_, in := src.Readers.readerOf(l.Table(), *m)
		w.Screen = screens.RetiredMessage(in)
	default:
		prepared, ok := l.TakePrepared(place)
		if w.Screen = prepared; !ok {
			w.Screen = src.Pages.Screen(l.Snapshot(), *m)
		}
		src.late.scheduleHeld(l.Table(), w.Screen.Call)
	}
	return w, nil
}

func (src *source) openMessage(ctx context.Context, id chat.TableID, place chat.Place) (*tables.Locked, *match.Message, error) {
	l, err := src.Tables.Open(ctx, id)
	if err != nil {
		return nil, nil, cmp.Or(chat.IgnoreRefusal(err), outbox.ErrNone)
	}
	if m := l.Table().Messages.In(place); m != nil {
		return l, m, nil
	}
	l.Unlock()
	return nil, nil, outbox.ErrNone
}

func (src *source) RecordOutcome(ctx context.Context, key outbox.Key, out outbox.Outcome) (s outbox.MessageState, err error) {
	id := chat.TableID(key.ID)
	defer src.recoverTable(id, &err)
	src.Reachability.followChat(ctx, key.Place, out.Err)
	l, _, err := src.openMessage(ctx, id, key.Place)
	if err != nil {
		return s, err
	}
	defer l.Unlock()
	if out.Err == nil && !out.WillShowAgain {
		src.late.recordDelivered(l.Table(), out.Screen.Call)
	}
	src.Reachability.recordOutcome(ctx, l, key.Place, out)
	return src.Courier.stateToShow(l, *l.Table().Messages.In(key.Place)), nil
}

// recoverTable unloads the table after a panic, so that it is read again. Other tables aren't affected.
func (src *source) recoverTable(id chat.TableID, err *error) {
	if r := recover(); r != nil {
		_ = chat.LogFault(src.config.Log, "table "+string(id), r)
		src.Tables.Memory.Unload(id)
		*err = outbox.ErrNone
	}
}
