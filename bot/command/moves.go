package command

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/messages"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
)

// do carries out a button: "do TABLE STEP action".
func do(ctx context.Context, sv *Services, r *Request, id chat.TableID, step, said string) (chat.Answer, error) {
	action, err := engine.ParseAction(said)
	if err != nil || !mayBeTyped(action) {
		return chat.Answer{}, chat.Refuse("not-understood")
	}
	return atSeat(ctx, sv, r, id, step, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return chat.Answer{}, sv.Tables.Dealer.Act(ctx, c, s, action)
	})
}

// mayBeTyped: giving up has a command that asks twice, and time is not the player's to call.
func mayBeTyped(a engine.Action) bool { return a.Verb != engine.Resign && a.Verb != engine.Timeout }

// decision changes a table for the person who sits there.
type decision func(*tables.Change, engine.Seat) (chat.Answer, error)

// atSeat changes the table for the person who sits there and whose step it still is.
func atSeat(ctx context.Context, sv *Services, r *Request, id chat.TableID, step string, decide decision) (chat.Answer, error) {
	return changeSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if c.Chairs[s].IsOldStep(step) {
			return chat.Answer{}, chat.Refuse("stale")
		}
		answer, err := decide(c, s)
		c.Mark(s, r.Input)
		return answer, err
	})
}

// changeSeated changes the table for the person who sits there, while it is played. People press once more when they
// get no answer: if the first press had its effect they hear that, and not that the button is old.
func changeSeated(ctx context.Context, sv *Services, id chat.TableID, r *Request, decide decision) (chat.Answer, error) {
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if c.Acted(r.Input) {
			return chat.Answer{}, chat.Refuse("done-already")
		}
		s, err := playingSeat(c.Table, r)
		if err != nil {
			return chat.Answer{}, err
		}
		again := c.Pressed(s, r.Input)
		answer, err := decide(c, s)
		switch {
		case err == nil && !c.Chairs[s].Robot: // who has left leaves nothing there
			c.RecordPress(s, r.Input)
		case again && TooLate(err):
			return chat.Answer{}, chat.Refuse("done-already")
		}
		return answer, err
	})
}

// TooLate says that what was asked for is refused because something has come before it: often the same press, made
// twice.
func TooLate(err error) bool {
	return slices.ContainsFunc([]string{"stale", "match-over", "challenge-over", "not-paused"}, func(id string) bool { return chat.RefusedWith(err, id) })
}

// onceDealt is the decision once the cards are dealt.
func onceDealt(decide decision) decision {
	return func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if err := match.DecksOf(c.Table).Dealt(); err != nil {
			return chat.Answer{}, err
		}
		return decide(c, s)
	}
}

// changeFirstMatching is changeSeated at the table named; else at the first that the person plays at of which that is true,
// of those where the request is made before others; else at the one that myTable finds.
func changeFirstMatching(ctx context.Context, sv *Services, r *Request, named chat.TableID, is condition, decide decision) (chat.Answer, error) {
	if named == "" && is != nil {
		for _, x := range nearGames(sv, r) {
			if t := sv.Tables.TableOrNil(x.ID); t != nil && is(t, r.seat(t)) {
				return changeSeated(ctx, sv, x.ID, r, decide)
			}
		}
	}
	id, err := myTable(sv, r, named, "")
	if err != nil {
		return chat.Answer{}, err
	}
	return changeSeated(ctx, sv, id, r, decide)
}

// playingSeat is the person's seat at a table that is being played.
func playingSeat(t *match.Table, r *Request) (engine.Seat, error) {
	s, err := seatAt(t, r)
	switch {
	case err != nil:
		return s, err
	case t.Stage == match.Open:
		return s, chat.Refuse("not-begun")
	case t.Stage != match.Playing:
		return s, chat.Refuse("match-over")
	}
	return s, nil
}

// seatAt is the person's seat at the table, whatever it is at.
func seatAt(t *match.Table, r *Request) (engine.Seat, error) {
	s := r.seat(t)
	if s == engine.Nobody {
		return s, chat.Refuse("not-seated")
	}
	return s, nil
}

// playTyped carries out a typed action at the table that is named with it, else
// where it is the person's turn. A doubling needs no word more where there is one thing to double.
func playTyped(ctx context.Context, l *line, verb engine.Verb) (chat.Answer, error) {
	sv, r, named := l.sv, l.r, l.tableAround()
	a, unclear := sv.Lexicon.Action(verb, l.words)
	doubling := slices.Contains([]engine.Verb{engine.Contra, engine.Re, engine.Sub}, verb) && len(l.words) == 0
	if unclear != nil && !doubling {
		return chat.Answer{}, unclear
	}
	id, err := myTable(sv, r, named, l.text())
	if err != nil {
		return chat.Answer{}, cmp.Or(unclear, err)
	}
	return changeSeated(ctx, sv, id, r, onceDealt(func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		p := c.Match.Deal.Prompt(s)
		said := meant(a, p)
		if unclear != nil {
			only, is := onlyWord(p, verb)
			if !is {
				return chat.Answer{}, unclear
			}
			said = only
		}
		return chat.Answer{}, sv.Tables.Dealer.Act(ctx, c, s, said)
	}))
}

// onlyWord returns the one action of the verb that is offered; false if there are none or several.
func onlyWord(p engine.Prompt, verb engine.Verb) (engine.Action, bool) {
	all := slices.DeleteFunc(slices.Clone(p.Words), func(a engine.Action) bool { return a.Verb != verb })
	if len(all) != 1 {
		return engine.Action{}, false
	}
	return all[0], true
}

// meant is what a typed action means where it is said: "good" ends a turn to announce, and leaves an auction.
func meant(a engine.Action, p engine.Prompt) engine.Action {
	if good := engine.Say(engine.Good, 0); a.Verb == engine.Done && p.Allows(good) {
		return good
	}
	return a
}

// myTable is the table named, or the only one that waits for the person, else the only one there is, of
// those where the request is made before others. Said is what else is said.
func myTable(sv *Services, r *Request, named chat.TableID, said string) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	mine := nearGames(sv, r)
	waiting := slices.DeleteFunc(slices.Clone(mine), func(x tables.Summary) bool {
		t := sv.Tables.TableOrNil(x.ID)
		return t == nil || !t.Waiting().Has(r.seat(t))
	})
	if len(waiting) > 0 {
		mine = waiting
	}
	return onlyOne(sv, r, mine, said)
}

// pick changes a half-made choice: "pick TABLE STEP value". It is stored, but
// raises no step: the panel's other buttons stay good.
func pick(ctx context.Context, sv *Services, r *Request, id chat.TableID, step, value string) (chat.Answer, error) {
	return atTable(ctx, sv, id, func(l *tables.Locked) (chat.Answer, error) { return pickAt(ctx, sv, r, l, step, value) })
}

// atTable answers at the table, which nobody else changes meanwhile.
func atTable(ctx context.Context, sv *Services, id chat.TableID, do func(*tables.Locked) (chat.Answer, error)) (answer chat.Answer, err error) {
	err = sv.Tables.With(ctx, id, func(l *tables.Locked) (err error) {
		answer, err = do(l)
		return err
	})
	return answer, err
}

// pickAt is pick at its table.
func pickAt(ctx context.Context, sv *Services, r *Request, l *tables.Locked, step, value string) (chat.Answer, error) {
	t := l.Snapshot()
	s, err := playingSeat(t.Table, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if t.Chairs[s].IsOldStep(step) {
		sv.Messages.RefreshFor(l, r.Person)
		return chat.Answer{}, chat.Refuse("stale")
	}
	if err := match.DecksOf(t.Table).Dealt(); err != nil {
		return chat.Answer{}, err
	}
	offered := screens.Panel{View: messages.ViewOf(t), Seat: s, Confirm: r.Person.Confirm, Chosen: t.ChosenFor(s)}.Choice(r.Words)
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
	if err := sv.Tables.SaveDraft(ctx, l, s, r.Input, chosen); err != nil {
		return chat.Answer{}, err
	}
	sv.Messages.RefreshSeat(l, s)
	if !sv.Outbox.Traits(r.Place()).Rations { // the screen shows it at once
		return chat.Answer{}, nil
	}
	return chat.Answer{Alert: screens.Picked(offered, value, chosen, r.Words)}, nil
}

// toggled is what is chosen after the press. A choice of one replaces.
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

// confirm carries out a choice: "confirm TABLE STEP value…", or the draft if no values are given.
func confirm(ctx context.Context, sv *Services, r *Request, id chat.TableID, step string, chosen []string) (chat.Answer, error) {
	drafting := len(chosen) == 0
	if drafting {
		chosen = drafted(sv, r, id, step)
	}
	r.recordCommand(append([]string{string(id), step}, slices.Sorted(slices.Values(chosen))...)) // in whatever order
	return atSeat(ctx, sv, r, id, step, onceDealt(func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		p, all := c.Match.Deal.Prompt(s), slices.Clip(chosen)
		if drafting { // which leaves out what must stay chosen
			for c := range p.Pick.Bound().All() {
				all = append(all, c.String())
			}
		}
		actions, err := chosenActions(p, all)
		if err != nil {
			return chat.Answer{}, err
		}
		return chat.Answer{}, sv.Tables.Dealer.Act(ctx, c, s, actions...)
	}))
}

// drafted is the person's draft for the step that is meant, as far as it is in memory or stored.
func drafted(sv *Services, r *Request, id chat.TableID, step string) []string {
	t, err := sv.Tables.Snapshot(sv.Running, id)
	if err != nil {
		return nil
	}
	if s := r.seat(t.Table); s != engine.Nobody && !t.Chairs[s].IsOldStep(step) {
		return t.ChosenFor(s)
	}
	return nil
}

// chosenActions is what a confirmed choice means: cards for the prompt's pick,
// else words and the end of the turn.
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
		return slices.Index(p.Words, a) - slices.Index(p.Words, b)
	})
	return append(actions, engine.Say(engine.Done, 0)), nil
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

// isAbsent says that the computer plays for the seat.
func isAbsent(t *match.Table, s engine.Seat) bool {
	return t.Stage == match.Playing && t.Chairs[s].Absent
}

// rest lets the computer play the rest of the deal for the person, as another takes all of it: "rest TABLE
// REVISION".
func rest(ctx context.Context, sv *Services, r *Request, id chat.TableID, revision string) (chat.Answer, error) {
	mayYield := func(t *match.Table, mine engine.Seat) bool { return match.RestOf(t).MayYield(mine) }
	return changeFirstMatching(ctx, sv, r, id, mayYield, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("rest.done"), sv.Tables.Dealer.Yield(ctx, c, s, revision)
	})
}

// resign gives the deal up, once it is said twice.
func resign(ctx context.Context, sv *Services, r *Request, sure reply, id chat.TableID, deals string) (chat.Answer, error) {
	return confirmGivingUp(ctx, sv, r, "resign", sure, id, deals, func(c *tables.Change, s engine.Seat) error {
		return sv.Tables.Dealer.Act(ctx, c, s, engine.Say(engine.Resign, 0))
	})
}

// leave loses the match, once it is said twice.
func leave(ctx context.Context, sv *Services, r *Request, sure reply, id chat.TableID, deals string) (chat.Answer, error) {
	return confirmGivingUp(ctx, sv, r, "leave", sure, id, deals, func(c *tables.Change, s engine.Seat) error {
		return sv.Tables.Dealer.LeaveMatch(ctx, c, s.Bit(), engine.Resign)
	})
}

// confirmGivingUp asks "sure?" and does it on the second word: "COMMAND TABLE DEAL yes",
// or typed "COMMAND yes"; with "no" the question ends, and with "pause" that is asked
// for instead. The deal's number keeps an old button from giving up the next deal.
func confirmGivingUp(ctx context.Context, sv *Services, r *Request, command string, sure reply, named chat.TableID, deals string, do func(*tables.Change, engine.Seat) error) (chat.Answer, error) {
	id, err := myTable(sv, r, named, "")
	switch {
	case err != nil:
		return chat.Answer{}, err
	case sure == replyNo:
		return chat.Answer{Alert: r.Words.Say(command + ".kept"), Next: screens.HandButton(id, r.Words)}, nil
	case sure == noReply:
		return askSure(ctx, sv, r, id, command)
	}
	return changeSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		switch {
		case deals != "" && deals != strconv.Itoa(len(c.Match.Done)):
			return chat.Answer{}, chat.Refuse("stale")
		case sure == replyPause:
			text, err := c.Requests().WantPause(s, "")
			return requested(c, text, err, r.Words)
		}
		return r.alert(command + ".done"), do(c, s)
	})
}

// askSure asks somebody who plays at the table whether they mean the command, and tells what it costs.
func askSure(ctx context.Context, sv *Services, r *Request, id chat.TableID, command string) (chat.Answer, error) {
	t, err := sv.Tables.Table(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	s, err := playingSeat(t, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: screens.GiveUp{View: screens.View{Table: t}, Seat: s, Command: command}.Screen(r.Words)}, nil
}

// queue sets one card in advance, which is played when it is the person's turn, if it may be played then:
// "queue TABLE STEP play CARD". With "off" for the card there is none, and "queue TABLE" asks which. Typed,
// the step is left out, and the table may stand behind the card or be left out, too. Nobody else notices: it
// raises no revision, and only the person's own panel is shown anew.
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
	if err := match.AheadOf(c.Table).CanSet(s); err != nil {
		sv.Messages.RefreshFor(l, r.Person)
		return chat.Answer{}, err
	}
	if said == "" {
		return chat.Answer{Screen: screens.Panel{View: screens.View{Table: c.Table}, Seat: s}.QueuePage(r.Words)}, nil
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

// queueTable is the table that the request names, else the only one where the
// person may set a card in advance, of those where the request is made before others.
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
		no := match.AheadOf(t).CanSet(r.seat(t))
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

// setAhead sets the card that is named, or none, and says what to tell.
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
	return r.alert("queue.set", "Card", render.Card(a.Cards.Lowest(), r.Words)), match.AheadOf(t).Set(s, a.Cards)
}
