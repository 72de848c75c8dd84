package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/describe"
)

// queue sets a card in advance: "queue TABLE STEP play CARD". "off" removes the card, and "queue TABLE" asks for one.
// The table's revision stays the same, so that nobody else can tell.
func queue(ctx context.Context, r *Request, named chat.TableID, step, said string) (chat.Answer, error) {
	id, err := queueTable(r, named, said)
	if err != nil {
		return chat.Answer{}, err
	}
	return withTable(ctx, r.sv, id, func(l *tables.Locked) (chat.Answer, error) { return queueCard(ctx, r, l, step, said) })
}

func queueCard(ctx context.Context, r *Request, l *tables.Locked, step, said string) (chat.Answer, error) {
	c := l.Change()
	c.Input, c.SkipsShow = r.Input, true
	s, err := playingSeat(r, c.Table)
	if err != nil {
		return chat.Answer{}, err
	}
	if step != "" && c.Chairs[s].IsOldStep(step) {
		r.sv.Messages.Courier.RefreshSeat(l, s)
		return chat.Answer{}, chat.Refuse("stale")
	}
	if err := c.Table.QueuedCards().CheckSet(s); err != nil {
		r.sv.Messages.Courier.RefreshSeat(l, s)
		return chat.Answer{}, err
	}
	if said == "" {
		return chat.Answer{Screen: screens.Hand{Table: c.Table, Seat: s}.QueuePage(r.Words)}, nil
	}
	answer, err := setQueued(r, c.Table, s, said)
	if err == nil {
		err = r.sv.Tables.Commit(ctx, l, c)
	}
	if err == nil {
		r.sv.Messages.Courier.RefreshSeat(l, s)
	}
	return answer, err
}

func queueTable(r *Request, named chat.TableID, said string) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	if slices.ContainsFunc(strings.Fields(said), documents.IsCode) { // an unknown table's code
		return "", chat.Refuse("no-table")
	}
	why := chat.RefusePublicly("no-such-table")
	found := filter(nearGames(r), r.seatPasses(func(t *match.Table, s engine.Seat) bool {
		refusal := t.QueuedCards().CheckSet(s)
		why = cmp.Or(refusal, why)
		return refusal == nil
	}))
	if len(found) == 0 {
		return "", why
	}
	return onlyOne(r, found, said)
}

func setQueued(r *Request, t *match.Table, s engine.Seat, said string) (chat.Answer, error) {
	named := said[strings.LastIndexByte(said, ' ')+1:] // buttons send the verb first
	if r.isOff(named) {
		t.Chairs[s].Queued = ""
		return r.alert("queue.off"), nil
	}
	a, err := r.sv.Language.Lexicon.Action(engine.PlayCard, []string{named})
	if err != nil {
		return chat.Answer{}, chat.Refuse("queue-unread", "Typed", displayname.Clean(named))
	}
	return r.alert("queue.set", "Card", describe.Card(a.Cards.Lowest(), r.Words)), t.QueuedCards().Set(s, a.Cards)
}
