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
func do(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	action, err := engine.ParseAction(strings.Join(r.args[min(2, len(r.args)):], " "))
	if err != nil || !mayBeTyped(action) {
		return chat.Answer{}, chat.Refuse("not-understood")
	}
	return atSeat(ctx, sv, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return chat.Answer{}, sv.Dealer.Act(ctx, c, s, action)
	})
}

// mayBeTyped: giving up has a command that asks twice, and time is not the player's to call.
func mayBeTyped(a engine.Action) bool { return a.Verb != engine.Resign && a.Verb != engine.Timeout }

// decision changes a table for the person who sits there.
type decision func(*tables.Change, engine.Seat) (chat.Answer, error)

// atSeat changes the table of "TABLE STEP …" for the person who sits there and whose step it still is.
func atSeat(ctx context.Context, sv *Services, r *Request, decide decision) (chat.Answer, error) {
	if !documents.ValidCode(r.arg(0)) {
		return chat.Answer{}, chat.Refuse("no-table")
	}
	return changeSeated(ctx, sv, chat.TableID(r.arg(0)), r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		if c.Chairs[s].IsOldStep(r.arg(1)) {
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
// of those where the request is made before others; else at the one that myTurn finds.
func changeFirstMatching(ctx context.Context, sv *Services, r *Request, is condition, decide decision) (chat.Answer, error) {
	if r.arg(0) == "" && is != nil {
		for _, x := range nearGames(sv, r) {
			if t := sv.Tables.TableOrNil(x.ID); t != nil && is(t, r.seat(t)) {
				return changeSeated(ctx, sv, x.ID, r, decide)
			}
		}
	}
	id, err := myTable(sv, r)
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
func playTyped(ctx context.Context, sv *Services, r *Request, verb engine.Verb) (_ chat.Answer, err error) {
	id := readTable(sv, r)
	a, unclear := sv.Lexicon.Action(verb, r.args)
	doubling := slices.Contains([]engine.Verb{engine.Contra, engine.Re, engine.Sub}, verb) && len(r.args) == 0
	if unclear != nil && !doubling {
		return chat.Answer{}, unclear
	}
	if id == "" {
		if id, err = myTurn(sv, r); err != nil {
			return chat.Answer{}, cmp.Or(unclear, err)
		}
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
		return chat.Answer{}, sv.Dealer.Act(ctx, c, s, said)
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

// readTable takes the code of a table out of what was typed for a move, where it stands first or last; it is
// "" if none is named. Cards written without a space may look like a code.
func readTable(sv *Services, r *Request) chat.TableID {
	for _, i := range []int{0, len(r.args) - 1} {
		code := strings.ToLower(r.arg(i))
		if documents.ValidCode(code) && sv.Tables.Index.Has(chat.TableID(code)) {
			r.args = slices.Delete(slices.Clone(r.args), i, i+1)
			return chat.TableID(code)
		}
	}
	return ""
}

// myTurn is the only table that waits for the person, else the only one there is, of
// those where the request is made before others.
func myTurn(sv *Services, r *Request) (chat.TableID, error) {
	mine := nearGames(sv, r)
	waiting := slices.DeleteFunc(slices.Clone(mine), func(x tables.Summary) bool {
		t := sv.Tables.TableOrNil(x.ID)
		return t == nil || !t.Waiting().Has(r.seat(t))
	})
	if len(waiting) > 0 {
		mine = waiting
	}
	return onlyOne(sv, r, mine)
}

// pick changes a half-made choice: "pick TABLE STEP value". It is stored, but
// raises no step: the panel's other buttons stay good.
func pick(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if !documents.ValidCode(r.arg(0)) {
		return chat.Answer{}, chat.Refuse("no-table")
	}
	return atTable(ctx, sv, chat.TableID(r.arg(0)), func(l *tables.Locked) (chat.Answer, error) { return pickAt(ctx, sv, r, l) })
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
func pickAt(ctx context.Context, sv *Services, r *Request, l *tables.Locked) (chat.Answer, error) {
	t := l.Snapshot()
	s, err := playingSeat(t.Table, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if t.Chairs[s].IsOldStep(r.arg(1)) {
		sv.Messages.RefreshFor(l, r.Person)
		return chat.Answer{}, chat.Refuse("stale")
	}
	if err := match.DecksOf(t.Table).Dealt(); err != nil {
		return chat.Answer{}, err
	}
	offered := screens.Panel{View: messages.ViewOf(t), Seat: s, Confirm: r.Person.Confirm, Chosen: t.ChosenFor(s)}.Choice(r.Words)
	switch {
	case offered == nil || !offered.Offers(r.arg(2)):
		return chat.Answer{}, chat.Refuse("not-offered")
	case offered.Chosen() == len(offered.Options) && offered.Fixes(r.arg(2)):
		return chat.Answer{}, chat.Refuse("all-go")
	case offered.Fixes(r.arg(2)):
		cards, err := card.ParseSet(r.args[2:3])
		if err != nil {
			return chat.Answer{}, chat.Refuse("not-understood")
		}
		return chat.Answer{}, tables.NewRuledOut(t.Table, &engine.Refusal{Reason: engine.OthersFirst, Cards: cards})
	}
	chosen := toggled(offered, r.arg(2))
	if err := sv.Tables.SaveDraft(ctx, l, s, r.Input, chosen); err != nil {
		return chat.Answer{}, err
	}
	sv.Messages.RefreshSeat(l, s)
	if !sv.Outbox.Traits(r.Place()).Rations { // the screen shows it at once
		return chat.Answer{}, nil
	}
	return chat.Answer{Alert: screens.Picked(offered, r.arg(2), chosen, r.Words)}, nil
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
func confirm(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	drafting := len(r.args) <= 2
	chosen := r.args[min(2, len(r.args)):]
	if drafting {
		chosen = drafted(sv, r)
	}
	r.saysChosen(chosen)
	return atSeat(ctx, sv, r, onceDealt(func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
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
		return chat.Answer{}, sv.Dealer.Act(ctx, c, s, actions...)
	}))
}

// drafted is the person's draft for the step that is meant, as far as it is in memory or stored.
func drafted(sv *Services, r *Request) []string {
	if !documents.ValidCode(r.arg(0)) {
		return nil
	}
	t, err := sv.Tables.Snapshot(sv.Running, chat.TableID(r.arg(0)))
	if err != nil {
		return nil
	}
	if s := r.seat(t.Table); s != engine.Nobody && strconv.Itoa(t.Chairs[s].Step) == r.arg(1) {
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
func undo(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return changeFirstMatching(ctx, sv, r, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().WantUndo(s, r.arg(1))
		return requested(c, text, err, r.Words)
	})
}

// isAbsent says that the computer plays for the seat.
func isAbsent(t *match.Table, s engine.Seat) bool {
	return t.Stage == match.Playing && t.Chairs[s].Absent
}

// rest lets the computer play the rest of the deal for the person, as another takes all of it: "rest TABLE
// REVISION".
func rest(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	mayYield := func(t *match.Table, mine engine.Seat) bool { return match.RestOf(t).MayYield(mine) }
	return changeFirstMatching(ctx, sv, r, mayYield, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return r.alert("rest.done"), sv.Dealer.Yield(ctx, c, s, r.arg(1))
	})
}

// myTable is the table named, or the only one the person plays at, or the one that waits for them.
func myTable(sv *Services, r *Request) (chat.TableID, error) {
	if r.arg(0) != "" {
		return pickTable(sv, r)
	}
	return myTurn(sv, r)
}

// resign gives the deal up, once it is said twice.
func resign(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return confirmGivingUp(ctx, sv, r, "resign", func(c *tables.Change, s engine.Seat) error {
		return sv.Dealer.Act(ctx, c, s, engine.Say(engine.Resign, 0))
	})
}

// leave loses the match, once it is said twice.
func leave(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return confirmGivingUp(ctx, sv, r, "leave", func(c *tables.Change, s engine.Seat) error {
		return sv.Dealer.LeaveMatch(ctx, c, s.Bit(), engine.Resign)
	})
}

// confirmGivingUp asks "sure?" and does it on the second word: "COMMAND TABLE DEAL yes",
// or typed "COMMAND yes"; with "no" the question ends, and with "pause" that is asked
// for instead. The deal's number keeps an old button from giving up the next deal.
func confirmGivingUp(ctx context.Context, sv *Services, r *Request, command string, do func(*tables.Change, engine.Seat) error) (chat.Answer, error) {
	sure, answered := readSwitch(sv, r)
	id, err := myTable(sv, r)
	switch {
	case err != nil:
		return chat.Answer{}, err
	case answered && !sure:
		return chat.Answer{Alert: r.Words.Say(command + ".kept"), Next: screens.HandButton(id, r.Words)}, nil
	case !sure && r.arg(2) != screens.WordPause:
		return askSure(ctx, sv, r, id, command)
	}
	return changeSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		switch deal := r.arg(1); {
		case deal != "" && deal != strconv.Itoa(len(c.Match.Done)):
			return chat.Answer{}, chat.Refuse("stale")
		case !sure:
			text, err := c.Requests().WantPause(s, "")
			return requested(c, text, err, r.Words)
		}
		return r.alert(command + ".done"), do(c, s)
	})
}

// readSwitch returns the yes or no that ends what was said, and removes it.
func readSwitch(sv *Services, r *Request) (yes, said bool) {
	if yes, said = sv.Lexicon.Switches.Word(r.arg(len(r.args) - 1)); said {
		r.args = r.args[:len(r.args)-1]
	}
	return yes, said
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
func queue(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	id, err := queueTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return atTable(ctx, sv, id, func(l *tables.Locked) (chat.Answer, error) { return queueAt(ctx, sv, r, l) })
}

// queueAt is queue at its table.
func queueAt(ctx context.Context, sv *Services, r *Request, l *tables.Locked) (chat.Answer, error) {
	c := l.Change()
	c.By, c.Unshown = r.Input, true
	s, err := playingSeat(c.Table, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if len(r.args) > 1 { // what is said of the card stands behind the step, on buttons
		if _, err := strconv.Atoi(r.arg(0)); err == nil && c.Chairs[s].IsOldStep(r.arg(0)) {
			sv.Messages.RefreshFor(l, r.Person)
			return chat.Answer{}, chat.Refuse("stale")
		}
	}
	if err := c.MayQueue(s); err != nil {
		sv.Messages.RefreshFor(l, r.Person)
		return chat.Answer{}, err
	}
	if len(r.args) == 0 {
		return chat.Answer{Screen: screens.Panel{View: screens.View{Table: c.Table}, Seat: s}.QueuePage(r.Words)}, nil
	}
	answer, err := setAhead(sv, c.Table, s, r)
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
func queueTable(sv *Services, r *Request) (chat.TableID, error) {
	if id := readTable(sv, r); id != "" {
		return id, nil
	}
	if slices.ContainsFunc(r.args, documents.ValidCode) { // no other table is meant, then
		return "", chat.Refuse("no-table")
	}
	why := chat.Refuse("no-such-table")
	found := slices.DeleteFunc(nearGames(sv, r), func(x tables.Summary) bool {
		t := sv.Tables.TableOrNil(x.ID)
		if t == nil {
			return true
		}
		no := t.MayQueue(r.seat(t))
		if no != nil {
			why = no
		}
		return no != nil
	})
	if len(found) == 0 {
		return "", why
	}
	return onlyOne(sv, r, found)
}

// setAhead sets the card that is named, or none, and says what to tell.
func setAhead(sv *Services, t *match.Table, s engine.Seat, r *Request) (chat.Answer, error) {
	named := r.args[len(r.args)-1] // behind the verb, on buttons
	if on, switched := sv.Lexicon.Switches.Word(named); switched && !on {
		t.Chairs[s].Ahead = ""
		return r.alert("queue.off"), nil
	}
	a, err := sv.Lexicon.Action(engine.PlayCard, []string{named})
	if err != nil {
		return chat.Answer{}, chat.Refuse("queue-unread", "Typed", speech.CleanName(named))
	}
	return r.alert("queue.set", "Card", render.Card(a.Cards.Lowest(), r.Words)), t.Queue(s, a.Cards)
}
