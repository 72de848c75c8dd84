package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// doAction carries out the action of a button: "do TABLE STEP action".
func doAction(ctx context.Context, r *Request, id chat.TableID, step, said string) (chat.Answer, error) {
	a, err := engine.ParseAction(said)
	if err != nil || !mayBeTyped(a) {
		return chat.Answer{}, chat.Refuse("not-understood")
	}
	return updateSeatAtStep(ctx, r, id, step, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return chat.Answer{}, r.sv.Tables.Dealer.Act(ctx, c, s, a)
	})
}

// mayBeTyped reports whether people may say the action themselves. Giving up has commands that ask for
// confirmation, and only the clock calls time.
func mayBeTyped(a engine.Action) bool { return a.Verb != engine.Resign && a.Verb != engine.Timeout }

// playTyped carries out a typed action at the table that is named with it, else where it is the person's
// turn. A doubling needs no further word if only one thing can be doubled.
func playTyped(ctx context.Context, l *line, verb engine.Verb) (chat.Answer, error) {
	r, named := l.r, l.tableAround()
	a, unclear := r.sv.Language.Lexicon.Action(verb, l.words)
	doubling := slices.Contains([]engine.Verb{engine.Contra, engine.Re, engine.Sub}, verb) && len(l.words) == 0
	if unclear != nil && !doubling {
		return chat.Answer{}, unclear
	}
	id, err := myTable(r, named, l.text())
	if err != nil {
		return chat.Answer{}, cmp.Or(unclear, err)
	}
	return updateSeat(ctx, r, id, requireDealt(func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		p := c.Match.Deal.Prompt(s)
		said := meaningOf(a, p)
		if unclear != nil {
			only := slices.DeleteFunc(slices.Clone(p.Choices), func(a engine.Action) bool { return a.Verb != verb })
			if len(only) != 1 {
				return chat.Answer{}, unclear
			}
			said = only[0]
		}
		return chat.Answer{}, r.sv.Tables.Dealer.Act(ctx, c, s, said)
	}))
}

// meaningOf returns what a typed action means at this point: "good" ends a turn to announce, and leaves an auction.
func meaningOf(a engine.Action, p engine.Prompt) engine.Action {
	if good := engine.Say(engine.Good, 0); a.Verb == engine.Done && p.Allows(good) {
		return good
	}
	return a
}

// pick changes a half-made choice: "pick TABLE STEP value". The draft is stored without raising a step, so
// the panel's other buttons stay valid.
func pick(ctx context.Context, r *Request, id chat.TableID, step, value string) (chat.Answer, error) {
	return withTable(ctx, r.sv, id, func(l *tables.Locked) (chat.Answer, error) { return pickAt(ctx, r, l, step, value) })
}

// pickAt changes the half-made choice at the locked table.
func pickAt(ctx context.Context, r *Request, l *tables.Locked, step, value string) (chat.Answer, error) {
	t := l.Snapshot()
	s, err := playingSeat(r, t.Table)
	if err != nil {
		return chat.Answer{}, err
	}
	if t.Chairs[s].IsOldStep(step) {
		r.sv.Messages.Courier.RefreshSeat(l, s)
		return chat.Answer{}, chat.Refuse("stale")
	}
	if err := t.Table.Decks().CheckDealt(); err != nil {
		return chat.Answer{}, err
	}
	offered := screens.Hand{Table: t.Table, Seat: s, Confirm: r.Person.Confirm, Chosen: t.ChosenFor(s)}.Choice(r.Words)
	switch {
	case offered == nil || !offered.Offers(value):
		return chat.Answer{}, chat.Refuse("not-offered")
	case offered.Chosen() == len(offered.Options) && offered.Fixes(value):
		return chat.Answer{}, chat.Refuse("all-go")
	case offered.Fixes(value):
		cards, err := card.ParseSet([]string{value})
		if err != nil {
			return chat.Answer{}, chat.Refuse("not-understood")
		}
		return chat.Answer{}, tables.NewIllegalAction(t.Table, &engine.Refusal{Reason: engine.OthersFirst, Cards: cards})
	}
	chosen := toggled(offered, value)
	if err := r.sv.Tables.SaveDraft(ctx, l, s, r.Input, chosen); err != nil {
		return chat.Answer{}, err
	}
	r.sv.Messages.Courier.RefreshSeat(l, s)
	if !r.sv.Outbox.Traits(r.Place()).Rations { // the screen shows it at once
		return chat.Answer{}, nil
	}
	return chat.Answer{Alert: screens.Picked(offered, value, chosen, r.Words)}, nil
}

// toggled returns the chosen values after the press. In a choice of one, the new value replaces the old.
func toggled(c *chat.Choice, value string) []string {
	var chosen []string
	for _, o := range c.Options {
		if o.Chosen && !o.Fixed && (c.Max > 1 || o.Value == value) {
			chosen = append(chosen, o.Value)
		}
	}
	if i := slices.Index(chosen, value); i >= 0 {
		return slices.Delete(chosen, i, i+1)
	}
	return append(chosen, value)
}

// choice is a choice that somebody confirms.
type choice struct {
	table   chat.TableID
	step    string
	values  []string
	drafted bool  // the values are the draft's, because the line has none
	err     error // why the draft can't be read
}

// readChoice reads "TABLE STEP value…". Without values it takes the seat's draft, for which it reads the table, as no
// other argument does. The values go into Request.Said, sorted: a second press of the same draft is then recognized as
// the same press.
func (l *line) readChoice() choice {
	c := choice{table: tableID(l.next()), step: l.next(), values: l.all()}
	if c.drafted = len(c.values) == 0; c.drafted {
		var t tables.Snapshot
		if t, c.err = l.r.sv.Tables.Snapshot(l.r.sv.Running, c.table); c.err == nil {
			if s := l.r.seat(t.Table); s != engine.Nobody && !t.Chairs[s].IsOldStep(c.step) {
				c.values = t.ChosenFor(s)
			}
		}
	}
	l.say(append([]string{string(c.table), c.step}, slices.Sorted(slices.Values(c.values))...))
	return c
}

func confirm(ctx context.Context, r *Request, chosen choice) (chat.Answer, error) {
	if chosen.err != nil {
		return chat.Answer{}, chosen.err
	}
	confirmed := requireDealt(func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		p, all := c.Match.Deal.Prompt(s), slices.Clip(chosen.values)
		if chosen.drafted { // a draft leaves out the cards that must stay chosen
			for bound := range p.Pick.Bound().All() {
				all = append(all, bound.String())
			}
		}
		actions, err := chosenActions(p, all)
		if err != nil {
			return chat.Answer{}, err
		}
		return chat.Answer{}, r.sv.Tables.Dealer.Act(ctx, c, s, actions...)
	})
	return updateSeatAtStep(ctx, r, chosen.table, chosen.step, confirmed)
}

// chosenActions returns the actions of a confirmed choice: the cards for the prompt's pick, else the words
// and the end of the turn.
func chosenActions(p engine.Prompt, chosen []string) ([]engine.Action, error) {
	if p.Pick.Verb != 0 {
		cards, err := card.ParseSet(chosen)
		if err != nil {
			return nil, chat.Refuse("not-understood")
		}
		return []engine.Action{{Verb: p.Pick.Verb, Cards: cards}}, nil
	}
	var actions []engine.Action
	for _, value := range chosen {
		a, err := engine.ParseAction(strings.Replace(value, ".", " ", 1))
		if err != nil || !mayBeTyped(a) {
			return nil, chat.Refuse("not-understood")
		}
		actions = append(actions, a)
	}
	// Some may be said in one order only: the one they are offered in.
	slices.SortStableFunc(actions, func(a, b engine.Action) int {
		return slices.Index(p.Choices, a) - slices.Index(p.Choices, b)
	})
	return append(actions, engine.Say(engine.Done, 0)), nil
}

// rest lets the computer play the rest of the deal for the person, because another player takes all
// remaining tricks: "rest TABLE REVISION".
func rest(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	mayYield := func(t *match.Table, mine engine.Seat) bool { return t.RestClaim().CanYield(mine) }
	return updateNearestSeat(ctx, r, id, mayYield, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("rest.done"), r.sv.Tables.Dealer.Yield(ctx, c, s, revision)
	})
}
