package command

import (
	"context"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// pause stops the clocks of a table, once all people there agree: "pause TABLE
// REVISION". Typed "pause off", it takes a request back, or ends a pause.
func pause(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if n := len(r.args); n > 0 {
		if on, is := sv.Lexicon.Switches.Word(r.args[n-1]); is && !on {
			r.args = r.args[:n-1]
			return endPause(ctx, sv, r)
		}
	}
	id, err := myTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().WantPause(s, r.arg(1))
		return requested(c, text, err, r.Words)
	})
}

// endPause takes the person's request for a pause back, if one is open, and else
// ends a pause.
func endPause(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	t := consentWhere(sv, r, func(t *match.Table, s engine.Seat) bool {
		return t.Consent != nil && t.Consent.What == match.AskPause && t.Consent.Seat == s && (r.arg(0) == "" || r.arg(0) == string(t.ID))
	})
	if t == nil {
		return resume(ctx, sv, r)
	}
	r.args = []string{string(t.ID), strconv.FormatInt(t.Consent.Rev, 10), "no"}
	return answerConsent(ctx, sv, r)
}

// resume lets the clocks of a table run again: "resume TABLE REVISION". Anybody
// there may do it.
func resume(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := pausedTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, _ engine.Seat) (chat.Answer, error) {
		if err := c.Requests().Resume(r.arg(1)); err != nil {
			return chat.Answer{}, err
		}
		return chat.Answer{Alert: r.Words.Say("resume.done")}, nil
	})
}

// pausedTable is the table named, or the first of the person's that is paused, or
// the only one there is, of those where the request is made before others.
func pausedTable(sv *Services, r *Request) (chat.TableID, error) {
	if r.arg(0) == "" {
		for _, x := range nearGames(sv, r) {
			if t := sv.Tables.Peek(x.ID); t != nil && t.Paused {
				return x.ID, nil
			}
		}
	}
	return myTable(sv, r)
}
