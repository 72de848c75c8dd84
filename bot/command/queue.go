package command

import (
	"context"
	"slices"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render"
)

// queue sets one card in advance, which is played when it is the person's turn, if
// it may be played then: "queue TABLE STEP play CARD". With "off" for the card there is
// none, and "queue TABLE" asks which. Typed, the step is left out, and the table may
// stand behind the card or be left out, too. Nobody else notices: it raises no
// revision, and only the person's own panel is shown anew.
func queue(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := queueTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	l, err := sv.Tables.Open(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	defer l.Unlock()
	c := &tables.Change{Table: l.State.Clone(), Who: r.Person}
	s, err := seated(c, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if len(r.args) > 1 { // what is said of the card stands behind the step, on buttons
		if step, err := strconv.Atoi(r.arg(0)); err == nil && step != c.Chairs[s].Step {
			sv.Posts.RefreshForLocked(l, r.Person)
			return chat.Answer{}, chat.Refuse("stale")
		}
	}
	if err := c.MayQueue(s); err != nil {
		sv.Posts.RefreshForLocked(l, r.Person)
		return chat.Answer{}, err
	}
	if len(r.args) == 0 {
		return chat.Answer{Screen: pages.Panel{View: pages.View{Table: c.Table}, Seat: s}.QueuePage(r.Words)}, nil
	}
	alert, err := setAhead(sv, c, s, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Alert: alert}, saveAhead(ctx, sv, l, c.Table, s, r.Input)
}

// queueTable is the table that the request names, else the only one where the
// person may set a card in advance, of those where the request is made before others.
func queueTable(sv *Services, r *Request) (chat.TableID, error) {
	if id := takeTable(sv, r); id != "" {
		return id, nil
	}
	if slices.ContainsFunc(r.args, keep.ValidCode) { // no other table is meant, then
		return "", chat.Refuse("no-table")
	}
	found, why := chat.TableID(""), chat.Refuse("queue-phase")
	for _, x := range nearGames(sv, r) {
		t := sv.Tables.Peek(x.ID)
		switch {
		case t == nil:
		case t.MayQueue(t.Chairs.SeatOf(r.Person.Who())) != nil:
			why = t.MayQueue(t.Chairs.SeatOf(r.Person.Who()))
		case found != "":
			return "", severalTables(sv, r, found)
		default:
			found = x.ID
		}
	}
	if found == "" {
		return "", why
	}
	return found, nil
}

// setAhead sets the card that is named, or none, and says what to tell.
func setAhead(sv *Services, c *tables.Change, s engine.Seat, r *Request) (alert string, err error) {
	named := r.args[len(r.args)-1] // behind the verb, on buttons
	if on, switched := sv.Lexicon.Switches.Word(named); switched && !on {
		c.Chairs[s].Ahead = ""
		return r.Words.Say("queue.off"), nil
	}
	a, err := sv.Lexicon.Action(engine.PlayCard, []string{named})
	if err != nil {
		return "", chat.Refuse("queue-unread", "Typed", speech.CleanName(named))
	}
	if err := c.Queue(s, a.Cards); err != nil {
		return "", err
	}
	return r.Words.Say("queue.set", "Card", render.Card(a.Cards.Lowest(), r.Words)), nil
}

// saveAhead stores the table with what the seat has set in advance and shows it to
// the seat alone. The lock must be held.
func saveAhead(ctx context.Context, sv *Services, l *tables.Entry, t *match.Table, s engine.Seat, in chat.Input) error {
	if err := sv.Tables.KeepByLocked(ctx, l, t, in); err != nil {
		return err
	}
	sv.Posts.RefreshSeatLocked(l, s)
	return nil
}
