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

// doAction reads a button's "do TABLE STEP action".
func doAction(ctx context.Context, r *Request, id chat.TableID, step, said string) (chat.Answer, error) {
	a, err := engine.ParseAction(said)
	if err != nil || !mayBeTyped(a) {
		return chat.Answer{}, chat.Refuse("not-understood")
	}
	return updateSeatAtStep(ctx, r, id, step, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return chat.Answer{}, r.sv.Tables.Dealer.Act(ctx, c, s, a)
	})
}

// mayBeTyped excludes giving up, which needs a confirmation, and timeouts.
func mayBeTyped(a engine.Action) bool { return a.Verb != engine.Resign && a.Verb != engine.Timeout }

// playTyped acts at the named table, or where it is the person's turn. A doubling needs no word if only one is
// possible.
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

// meaningOf distinguishes "good" in an auction from the end of a turn.
func meaningOf(a engine.Action, p engine.Prompt) engine.Action {
	if good := engine.Say(engine.SayGood, 0); a.Verb == engine.EndAnnouncing && p.Allows(good) {
		return good
	}
	return a
}

// pick changes a draft: "pick TABLE STEP value". The seat's step stays the same, so other buttons stay valid.
func pick(ctx context.Context, r *Request, id chat.TableID, step, value string) (chat.Answer, error) {
	return withTable(ctx, r.sv, id, func(l *tables.Locked) (chat.Answer, error) { return pickAt(ctx, r, l, step, value) })
}

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
	offered := screens.Hand{Table: t.Table, Seat: s, ConfirmsCards: r.Person.ConfirmsCards, Chosen: t.ChosenFor(s)}.Choice(r.Words)
	switch {
	case offered == nil || !offered.Offers(value):
		return chat.Answer{}, chat.Refuse("not-offered")
	case offered.CountChosen() == len(offered.Options) && offered.IsFixed(value):
		return chat.Answer{}, chat.Refuse("all-go")
	case offered.IsFixed(value):
		cards, err := card.ParseSet([]string{value})
		if err != nil {
			return chat.Answer{}, chat.Refuse("not-understood")
		}
		return chat.Answer{}, tables.NewIllegalAction(t.Table, &engine.Refusal{Reason: engine.OtherCardsFirst, Cards: cards})
	}
	chosen := toggled(offered, value)
	if err := r.sv.Tables.SaveDraft(ctx, l, s, r.Input, chosen); err != nil {
		return chat.Answer{}, err
	}
	r.sv.Messages.Courier.RefreshSeat(l, s)
	if !r.sv.Outbox.Traits(r.Place()).LimitsEdits { // the screen shows it at once
		return chat.Answer{}, nil
	}
	return chat.Answer{Alert: screens.DescribePick(offered, value, chosen, r.Words)}, nil
}

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

type choice struct {
	table   chat.TableID
	step    string
	values  []string
	drafted bool  // the values come from the draft
	err     error // why the draft can't be read
}

// readChoice reads "TABLE STEP value…", or loads the seat's draft. Request.CanonicalLine gets sorted values, so that a
// second press is recognized.
func (l *line) readChoice() choice {
	c := choice{table: tableID(l.next()), step: l.next(), values: l.all()}
	if c.drafted = len(c.values) == 0; c.drafted {
		c.values, c.err = l.r.draftedValues(c.table, c.step)
	}
	l.recordSaid(append([]string{string(c.table), c.step}, slices.Sorted(slices.Values(c.values))...))
	return c
}

// draftedValues returns the values of the seat's draft, or none if the step is old.
func (r *Request) draftedValues(id chat.TableID, step string) ([]string, error) {
	t, err := r.sv.Tables.Snapshot(r.sv.Running, id)
	if err != nil {
		return nil, err
	}
	if s := r.seat(t.Table); s != engine.Nobody && !t.Chairs[s].IsOldStep(step) {
		return t.ChosenFor(s), nil
	}
	return nil, nil
}

func confirm(ctx context.Context, r *Request, chosen choice) (chat.Answer, error) {
	if chosen.err != nil {
		return chat.Answer{}, chosen.err
	}
	confirmed := requireDealt(func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		p, all := c.Match.Deal.Prompt(s), slices.Clip(chosen.values)
		if chosen.drafted { // a draft omits mandatory cards
			for bound := range p.Pick.Unkeepable().All() {
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
	// Some announcements must be made in the order offered.
	slices.SortStableFunc(actions, func(a, b engine.Action) int {
		return slices.Index(p.Choices, a) - slices.Index(p.Choices, b)
	})
	return append(actions, engine.Say(engine.EndAnnouncing, 0)), nil
}

// rest yields the remaining tricks: "rest TABLE REVISION".
func rest(ctx context.Context, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	mayYield := func(t *match.Table, mine engine.Seat) bool { return t.RestClaim().CanYield(mine) }
	return updateNearestSeat(ctx, r, id, mayYield, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("rest.done"), r.sv.Tables.Dealer.Yield(ctx, c, s, revision)
	})
}
