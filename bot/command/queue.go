package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/describe"
)

// queue sets one card in advance: "queue TABLE STEP play CARD". It is played at the person's next turn, if
// it may be played then. "off" in place of the card removes it, and "queue TABLE" asks for one. Typed, the
// step is left out, and the table may come after the card or be left out. Nobody else notices: it raises
// no revision, and only the person's own panel is shown again.
func queue(ctx context.Context, sv *Services, r *Request, named chat.TableID, step, said string) (chat.Answer, error) {
	id, err := queueTable(sv, r, named, said)
	if err != nil {
		return chat.Answer{}, err
	}
	return atTable(ctx, sv, id, func(l *tables.Locked) (chat.Answer, error) { return queueAt(ctx, sv, r, l, step, said) })
}

// queueAt is queue at its table.
func queueAt(ctx context.Context, sv *Services, r *Request, l *tables.Locked, step, said string) (chat.Answer, error) {
	c := l.Change()
	c.By, c.Unshown = r.Input, true
	s, err := playingSeat(c.Table, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if step != "" && c.Chairs[s].IsOldStep(step) {
		sv.Messages.RefreshFor(l, r.Person)
		return chat.Answer{}, chat.Refuse("stale")
	}
	if err := c.Table.AheadCards().CheckSet(s); err != nil {
		sv.Messages.RefreshFor(l, r.Person)
		return chat.Answer{}, err
	}
	if said == "" {
		return chat.Answer{Screen: screens.Hand{Table: c.Table, Seat: s}.QueuePage(r.Words)}, nil
	}
	answer, err := setAhead(sv, c.Table, s, r, said)
	if err == nil {
		err = sv.Tables.Commit(ctx, l, c)
	}
	if err == nil {
		sv.Messages.RefreshSeat(l, s)
	}
	return answer, err
}

// queueTable returns the named table, else the only near one where the person may set a card in advance.
func queueTable(sv *Services, r *Request, named chat.TableID, said string) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	if slices.ContainsFunc(strings.Fields(said), documents.ValidCode) { // no other table is meant, then
		return "", chat.Refuse("no-table")
	}
	why := chat.Refuse("no-such-table")
	found := slices.DeleteFunc(nearGames(sv, r), func(x tables.Summary) bool {
		t := sv.Tables.TableOrNil(x.ID)
		if t == nil {
			return true
		}
		no := t.AheadCards().CheckSet(r.seat(t))
		if no != nil {
			why = no
		}
		return no != nil
	})
	if len(found) == 0 {
		return "", why
	}
	return onlyOne(sv, r, found, said)
}

// setAhead sets the named card, or none, and returns the answer.
func setAhead(sv *Services, t *match.Table, s engine.Seat, r *Request, said string) (chat.Answer, error) {
	named := said[strings.LastIndexByte(said, ' ')+1:] // behind the verb, on buttons
	if on, switched := sv.Lexicon.Switches.Word(named); switched && !on {
		t.Chairs[s].Ahead = ""
		return r.alert("queue.off"), nil
	}
	a, err := sv.Lexicon.Action(engine.PlayCard, []string{named})
	if err != nil {
		return chat.Answer{}, chat.Refuse("queue-unread", "Typed", speech.CleanName(named))
	}
	return r.alert("queue.set", "Card", describe.Card(a.Cards.Lowest(), r.Words)), t.AheadCards().Set(s, a.Cards)
}
