package command

import (
	"context"
	"errors"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// answerConsent lets somebody have what they ask for, or not: "consent TABLE
// REVISION yes", or typed "consent yes". It is done once all have agreed. With "no"
// one's own request is taken back.
func answerConsent(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.args) == 1 {
		r.args = consentAsked(sv, r)
	}
	if !keep.ValidCode(r.arg(0)) {
		return chat.Answer{}, chat.Refuse("nobody-asks")
	}
	return whenSeated(ctx, sv, chat.TableID(r.arg(0)), r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().Answer(s, r.arg(1), sv.Lexicon.Yes(r.arg(2)))
		return requested(c, text, err, r.Words)
	})
}

// requested is the answer to who has asked for something, or agreed to it.
func requested(c *tables.Change, text string, err error, w *words.Tongue) (chat.Answer, error) {
	if open, is := errors.AsType[match.OpenRequest](err); is {
		err = chat.Refuse("asked-already-"+open.Verb(), "Name", pages.View{Table: c.Table}.Names(w)[open.Seat])
	}
	if err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Alert: w.Say(text)}, nil
}

// consentAsked completes a typed consent with the table and the request that it
// must be meant for: another's, or with "no" the person's own. It is nil if there is
// none.
func consentAsked(sv *Services, r *Request) []string {
	t := consentWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Requests().Asks(s) })
	if t == nil && !sv.Lexicon.Yes(r.arg(0)) {
		t = consentWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Consent != nil && t.Consent.Seat == s })
	}
	if t == nil {
		return nil
	}
	return []string{string(t.ID), strconv.FormatInt(t.Consent.Rev, 10), r.arg(0)}
}

// consentWhere is the first of the person's tables, of those where the request is made
// before others, of whose seat that is true; nil if there is none.
func consentWhere(sv *Services, r *Request, is func(*match.Table, engine.Seat) bool) *match.Table {
	return nearestWhere(sv, r, func(t *match.Table) bool { return is(t, t.Chairs.SeatOf(r.Person.Who())) })
}
