package command

import (
	"context"
	"errors"
	"strconv"
	"strings"

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
		t := firstTableWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Requests().MustAnswer(s) })
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

// claimTime goes on without somebody whose time is up: "claim TABLE SEAT STEP", with the step of that one's
// seat, or "claim TABLE SEAT STEP end". Typed, seat and step are left out.
func claimTime(ctx context.Context, sv *Services, r *Request, end bool, id chat.TableID, claimed []string) (chat.Answer, error) {
	return changeFirstMatching(ctx, sv, r, id, refuseLate, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		s, err := c.Clocks().ClaimedSeat(mine, claimed, end)
		if err != nil {
			return chat.Answer{}, err
		}
		done := r.alert("claim."+string(c.Clocks().AfterTimeUp(end))+".done", "Name", screens.View{Table: c.Table}.Names(r.Words)[s])
		c.Requests().EndOpen(mine)
		return done, sv.Tables.Dealer.GoOnWithout(ctx, c, s, end)
	})
}

// back gives somebody their seat again that the computer plays in for them, or ends their days off: "back TABLE
// REVISION". Of somebody who is there it takes a move back if that asks nobody: in German one word says both.
func back(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	if id == "" {
		absent := firstTableWhere(sv, r, isAbsent)
		if absent == nil {
			return endDaysOff(ctx, sv, r)
		}
		id = absent.ID
	}
	return changeFirstMatching(ctx, sv, r, id, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("back.done"), c.Clocks().ComeBack(s, revision)
	})
}

// endDaysOff is back of somebody whose seat nobody else plays.
func endDaysOff(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if r.Person.Away.Now(sv.People.TimeOf(r.Person)) {
		return endAway(ctx, sv, r)
	}
	alone := firstTableWhere(sv, r, func(t *match.Table, s engine.Seat) bool { return t.Requests().CanUndoAlone(s) })
	if alone == nil {
		return endAway(ctx, sv, r)
	}
	return undo(ctx, sv, r, alone.ID, "")
}

// refuseLate says that the time of somebody else is up.
func refuseLate(t *match.Table, mine engine.Seat) bool { return t.Chairs.LateSeats()&^mine.Bit() != 0 }

// extend gives those whom the person waits for the time for one more move: "extend TABLE REVISION".
func extend(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	return changeFirstMatching(ctx, sv, r, id, refuseLate, func(c *tables.Change, mine engine.Seat) (chat.Answer, error) {
		given, err := c.Clocks().Extend(sv.Tables.Facts, mine, revision)
		var names []string
		for s := range given.All() {
			names = append(names, screens.View{Table: c.Table}.Names(r.Words)[s])
		}
		return r.alert("extend.done", "Names", strings.Join(names, ", ")), err
	})
}
