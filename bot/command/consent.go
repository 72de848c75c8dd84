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

// answerConsent answers a request: "consent TABLE REVISION yes". "no" also withdraws the person's own request.
func answerConsent(ctx context.Context, r *Request, said reply, id chat.TableID, revision string) (chat.Answer, error) {
	if id == "" && said != noReply {
		t := firstTableWhere(r, func(t *match.Table, s engine.Seat) bool { return t.Requests().MustAnswer(s) })
		if t == nil && said == replyNo {
			t = firstTableWhere(r, func(t *match.Table, s engine.Seat) bool { return t.Consent != nil && t.Consent.Seat == s })
		}
		if t == nil {
			return chat.Answer{}, chat.Refuse("nobody-asks")
		}
		id, revision = t.ID, strconv.FormatInt(t.Consent.Rev, 10)
	}
	if !isTable(string(id)) {
		return chat.Answer{}, chat.Refuse("nobody-asks")
	}
	return updateSeat(ctx, r, id, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().Answer(s, revision, said == replyYes)
		return consentAnswer(c, text, err, r.Words)
	})
}

func consentAnswer(c *tables.Change, text string, err error, w *words.Tongue) (chat.Answer, error) {
	if open, is := errors.AsType[match.OpenRequestError](err); is {
		err = chat.Refuse("asked-already-"+open.What.Verb(), "Name", screens.Names(c.Table, w)[open.Seat])
	}
	return chat.Answer{Alert: w.Say(text)}, err
}

// pause reads "pause TABLE REVISION". "pause off" withdraws the request or ends the pause.
func pause(ctx context.Context, r *Request, off bool, id chat.TableID, revision string) (chat.Answer, error) {
	if !off {
		return updateNearestSeat(ctx, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
			text, err := c.Requests().RequestPause(s, revision)
			return consentAnswer(c, text, err, r.Words)
		})
	}
	t := firstTableWhere(r, func(t *match.Table, s engine.Seat) bool {
		return t.Consent != nil && t.Consent.What == match.PauseRequest && t.Consent.Seat == s && (id == "" || id == t.ID)
	})
	if t == nil {
		return resume(ctx, r, id, revision)
	}
	return answerConsent(ctx, r, replyNo, t.ID, strconv.FormatInt(t.Consent.Rev, 10))
}

// resume reads "resume TABLE REVISION".
func resume(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	paused := func(t *match.Table, _ engine.Seat) bool { return t.Paused }
	return updateNearestSeat(ctx, r, id, paused, func(c *tables.Change, _ engine.Seat) (chat.Answer, error) {
		return r.alert("resume.done"), c.Requests().Resume(revision)
	})
}

// undo reads "undo TABLE REVISION".
func undo(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	return updateNearestSeat(ctx, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().RequestUndo(s, revision)
		return consentAnswer(c, text, err, r.Words)
	})
}
