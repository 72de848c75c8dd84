package command

import (
	"context"
	"errors"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// answerConsent lets somebody have what they ask for, or not: "consent TABLE REVISION yes", or typed "consent
// yes". It is done once all have agreed. With "no" one's own request is taken back.
func answerConsent(ctx context.Context, sv *Services, r *Request, said reply, id chat.TableID, revision string) (chat.Answer, error) {
	if id == "" && said != noReply { // it must be meant for another's request, or with "no" for the person's own
		t := firstTableWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Requests().Asks(s) })
		if t == nil && said == replyNo {
			t = firstTableWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Consent != nil && t.Consent.Seat == s })
		}
		if t == nil {
			return chat.Answer{}, chat.Refuse("nobody-asks")
		}
		id, revision = t.ID, strconv.FormatInt(t.Consent.Rev, 10)
	}
	if !isTable(string(id)) {
		return chat.Answer{}, chat.Refuse("nobody-asks")
	}
	return changeSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().Answer(s, revision, said == replyYes)
		return requested(c, text, err, r.Words)
	})
}

// requested is the answer to who has asked for something, or agreed to it.
func requested(c *tables.Change, text string, err error, w *words.Tongue) (chat.Answer, error) {
	if open, is := errors.AsType[match.OpenRequest](err); is {
		err = chat.Refuse("asked-already-"+open.Verb(), "Name", screens.View{Table: c.Table}.Names(w)[open.Seat])
	}
	return chat.Answer{Alert: w.Say(text)}, err
}

// pause stops the clocks of a table, once all people there agree: "pause TABLE
// REVISION". Typed "pause off", it takes a request back, or ends a pause.
func pause(ctx context.Context, sv *Services, r *Request, off bool, id chat.TableID, revision string) (chat.Answer, error) {
	if off {
		return cancelPause(ctx, sv, r, id, revision)
	}
	return changeFirstMatching(ctx, sv, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().WantPause(s, revision)
		return requested(c, text, err, r.Words)
	})
}

// cancelPause takes the person's request for a pause back, if one is open, and else ends a pause.
func cancelPause(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	t := firstTableWhere(sv, r, func(t *match.Table, s engine.Seat) bool {
		return t.Consent != nil && t.Consent.What == match.AskPause && t.Consent.Seat == s && (id == "" || id == t.ID)
	})
	if t == nil {
		return resume(ctx, sv, r, id, revision)
	}
	return answerConsent(ctx, sv, r, replyNo, t.ID, strconv.FormatInt(t.Consent.Rev, 10))
}

// resume lets the clocks of a table run again: "resume TABLE REVISION". Anybody there may do it.
func resume(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	paused := func(t *match.Table, _ engine.Seat) bool { return t.Paused }
	return changeFirstMatching(ctx, sv, r, id, paused, func(c *tables.Change, _ engine.Seat) (chat.Answer, error) {
		return r.alert("resume.done"), c.Requests().Resume(revision)
	})
}

// undo takes the last move back, or asks the others for it: "undo TABLE REVISION". In some
// languages it is typed with the word by which one comes back: of somebody who isn't there it
// means that.
func undo(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	return changeFirstMatching(ctx, sv, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().WantUndo(s, revision)
		return requested(c, text, err, r.Words)
	})
}
