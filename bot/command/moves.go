package command

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/posts"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
)

// do carries out a button: "do TABLE STEP action".
func do(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	action, err := engine.ParseAction(strings.Join(r.args[min(2, len(r.args)):], " "))
	if err != nil || !sayable(action) {
		return chat.Answer{}, chat.Refuse("not-understood")
	}
	return atSeat(ctx, sv, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return chat.Answer{}, sv.Dealer.Act(ctx, c, s, action)
	})
}

// sayable: giving up has a command that asks twice, and time is not the
// player's to call.
func sayable(a engine.Action) bool { return a.Verb != engine.Resign && a.Verb != engine.Timeout }

// atSeat changes the table of "TABLE STEP …" for the person who sits there and
// whose step it still is.
func atSeat(ctx context.Context, sv *Services, r *Request, decide func(*tables.Change, engine.Seat) (chat.Answer, error)) (chat.Answer, error) {
	if !keep.ValidCode(r.arg(0)) {
		return chat.Answer{}, chat.Refuse("no-table")
	}
	return sv.Tables.Update(ctx, chat.TableID(r.arg(0)), r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if c.Acted(r.Input) {
			return chat.Answer{}, chat.Refuse("done-already")
		}
		s, err := seated(c, r)
		if err != nil {
			return chat.Answer{}, err
		}
		if step, err := strconv.Atoi(r.arg(1)); err != nil || step != c.Chairs[s].Step {
			return chat.Answer{}, chat.Refuse("stale")
		}
		answer, err := decide(c, s)
		c.Mark(s, r.Input)
		return answer, err
	})
}

// whenSeated changes the table for the person who sits there, while it is played.
func whenSeated(ctx context.Context, sv *Services, id chat.TableID, r *Request, decide func(*tables.Change, engine.Seat) (chat.Answer, error)) (chat.Answer, error) {
	return sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		s, err := seated(c, r)
		if err != nil {
			return chat.Answer{}, err
		}
		return decide(c, s)
	})
}

// atMine is whenSeated at the table named; else at the first that the person plays at of
// which that is true, of those where the request is made before others; else at the one
// that myTurn finds.
func atMine(ctx context.Context, sv *Services, r *Request, is func(*match.Table, engine.Seat) bool, decide func(*tables.Change, engine.Seat) (chat.Answer, error)) (chat.Answer, error) {
	if r.arg(0) == "" && is != nil {
		for _, x := range nearGames(sv, r) {
			if t := sv.Tables.Peek(x.ID); t != nil && is(t, t.Chairs.SeatOf(r.Person.Who())) {
				return whenSeated(ctx, sv, x.ID, r, decide)
			}
		}
	}
	id, err := myTable(sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	return whenSeated(ctx, sv, id, r, decide)
}

// seated is the person's seat at a table that is being played.
func seated(c *tables.Change, r *Request) (engine.Seat, error) {
	s := c.Chairs.SeatOf(r.Person.Who())
	switch {
	case s == engine.Nobody:
		return s, chat.Refuse("not-seated")
	case c.Stage == match.Open:
		return s, chat.Refuse("not-begun")
	case c.Stage != match.Playing:
		return s, chat.Refuse("match-over")
	}
	return s, nil
}

// playTyped carries out a typed action at the table that is named with it, else
// where it is the person's turn.
func playTyped(ctx context.Context, sv *Services, r *Request, verb engine.Verb) (chat.Answer, error) {
	id := takeTable(sv, r)
	a, err := sv.Lexicon.Action(verb, r.args)
	if err == nil && id == "" {
		id, err = myTurn(sv, r)
	}
	if err != nil {
		return chat.Answer{}, err
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		return chat.Answer{}, sv.Dealer.Act(ctx, c, s, meant(a, c.Match.Deal.Prompt(s)))
	})
}

// meant is what a typed action means where it is said: "good" ends a turn to
// announce, and leaves an auction.
func meant(a engine.Action, p engine.Prompt) engine.Action {
	if good := engine.Say(engine.Good, 0); a.Verb == engine.Done && p.Allows(good) {
		return good
	}
	return a
}

// takeTable takes the code of a table out of what was typed for a move, where it
// stands first or last; it is "" if none is named. Cards written without a space
// may look like a code.
func takeTable(sv *Services, r *Request) chat.TableID {
	for _, i := range []int{0, len(r.args) - 1} {
		code := strings.ToLower(r.arg(i))
		if keep.ValidCode(code) && sv.Tables.Index.Has(chat.TableID(code)) {
			r.args = slices.Delete(slices.Clone(r.args), i, i+1)
			return chat.TableID(code)
		}
	}
	return ""
}

// myTurn is the only table that waits for the person, else the only one there is, of
// those where the request is made before others.
func myTurn(sv *Services, r *Request) (chat.TableID, error) {
	var mine, waiting []chat.TableID
	for _, x := range nearGames(sv, r) {
		mine = append(mine, x.ID)
		if t := sv.Tables.Peek(x.ID); t != nil && t.Waiting().Has(t.Chairs.SeatOf(r.Person.Who())) {
			waiting = append(waiting, x.ID)
		}
	}
	switch {
	case len(waiting) == 1:
		return waiting[0], nil
	case len(mine) == 1:
		return mine[0], nil
	case len(mine) == 0:
		return "", chat.Refuse("no-such-table")
	}
	if len(waiting) > 0 {
		mine = waiting
	}
	return "", severalTables(sv, r, mine[0])
}

// severalTables asks which table is meant, with what can be typed to name this one.
func severalTables(sv *Services, r *Request, one chat.TableID) error {
	line := r.Command + " " + string(one)
	if said := speech.CleanName(strings.Join(r.args, " ")); said != "" {
		line += " " + said
	}
	return chat.Refuse("which-table", "Line", sv.Lexicon.Line(line, r.Words))
}

// pick changes a half-made choice: "pick TABLE STEP value". It is stored, but
// raises no step: the panel's other buttons stay good.
func pick(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if !keep.ValidCode(r.arg(0)) {
		return chat.Answer{}, chat.Refuse("no-table")
	}
	id := chat.TableID(r.arg(0))
	l, err := sv.Tables.Open(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	defer l.Unlock()
	c := &tables.Change{Table: l.State}
	s, err := seated(c, r)
	if err != nil {
		return chat.Answer{}, err
	}
	if step, err := strconv.Atoi(r.arg(1)); err != nil || step != c.Chairs[s].Step {
		sv.Posts.RefreshForLocked(l, r.Person)
		return chat.Answer{}, chat.Refuse("stale")
	}
	offered := pages.Panel{View: posts.ViewLocked(l), Seat: s, Confirm: r.Person.Confirm, Chosen: l.ChosenFor(s)}.Choice(r.Words)
	switch {
	case offered == nil || !offered.Offers(r.arg(2)):
		return chat.Answer{}, chat.Refuse("not-offered")
	case offered.Fixes(r.arg(2)):
		return chat.Answer{}, tables.NewRuledOut(c.Table, mustGo(r.arg(2)))
	}
	if err := sv.Tables.SaveDraftLocked(ctx, l, s, r.Input, toggled(offered, r.arg(2))); err != nil {
		return chat.Answer{}, err
	}
	sv.Posts.RefreshSeatLocked(l, s)
	return chat.Answer{}, nil
}

// mustGo is why the card can't be left out of the choice.
func mustGo(value string) error {
	cards, err := card.ParseSet([]string{value})
	if err != nil {
		return chat.Refuse("not-understood")
	}
	return &engine.Refusal{Reason: engine.OthersFirst, Cards: cards}
}

// toggled is what is chosen after the press. A choice of one replaces.
func toggled(c *chat.Choice, value string) []string {
	var chosen []string
	was := false
	for _, o := range c.Options {
		switch {
		case o.Fixed:
		case o.Value == value:
			was = o.Chosen
		case o.Chosen && c.Max > 1:
			chosen = append(chosen, o.Value)
		}
	}
	if !was {
		chosen = append(chosen, value)
	}
	return chosen
}

// confirm carries out a choice: "confirm TABLE STEP value…", or the draft if
// no values are given.
func confirm(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	drafting := len(r.args) <= 2
	chosen := r.args[min(2, len(r.args)):]
	if drafting {
		chosen = drafted(sv, r)
	}
	r.saysChosen(chosen)
	return atSeat(ctx, sv, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		p := c.Match.Deal.Prompt(s)
		if drafting { // which leaves out what must stay chosen
			chosen = append(slices.Clip(chosen), codesOf(p.Pick.Must)...)
		}
		actions, err := chosenActions(p, chosen)
		if err != nil {
			return chat.Answer{}, err
		}
		return chat.Answer{}, sv.Dealer.Act(ctx, c, s, actions...)
	})
}

// codesOf are the codes of the cards.
func codesOf(cards card.Set) (codes []string) {
	for c := range cards.All() {
		codes = append(codes, c.String())
	}
	return codes
}

// drafted is the person's draft for the step that is meant, as far as it is in
// memory or stored.
func drafted(sv *Services, r *Request) []string {
	if !keep.ValidCode(r.arg(0)) {
		return nil
	}
	l, err := sv.Tables.Open(sv.Running, chat.TableID(r.arg(0)))
	if err != nil {
		return nil
	}
	defer l.Unlock()
	if s := l.State.Chairs.SeatOf(r.Person.Who()); s != engine.Nobody && strconv.Itoa(l.State.Chairs[s].Step) == r.arg(1) {
		return l.ChosenFor(s)
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
		if err != nil || !sayable(a) {
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

// undo takes the last move back, or asks the others for it: "undo TABLE REVISION".
func undo(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return atMine(ctx, sv, r, nil, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		text, err := c.Requests().WantUndo(s, r.arg(1))
		return requested(c, text, err, r.Words)
	})
}

// myTable is the table named, or the only one the person plays at, or the one
// that waits for them.
func myTable(sv *Services, r *Request) (chat.TableID, error) {
	if r.arg(0) != "" {
		return pickTable(sv, r)
	}
	return myTurn(sv, r)
}

// resign gives the deal up, once it is said twice.
func resign(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return giveUp(ctx, sv, r, "resign", func(c *tables.Change, s engine.Seat) error {
		return sv.Dealer.Act(ctx, c, s, engine.Say(engine.Resign, 0))
	})
}

// leave loses the match, once it is said twice.
func leave(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	return giveUp(ctx, sv, r, "leave", func(c *tables.Change, s engine.Seat) error {
		return sv.Dealer.LeaveMatch(ctx, c, s.Bit(), engine.Resign)
	})
}

// giveUp asks "sure?" and does it on the second word: "COMMAND TABLE DEAL yes",
// or typed "COMMAND yes"; with "no" the question ends, and with "pause" that is asked
// for instead. The deal's number keeps an old button from giving up the next deal.
func giveUp(ctx context.Context, sv *Services, r *Request, command string, do func(*tables.Change, engine.Seat) error) (chat.Answer, error) {
	sure, answered := takeSwitch(sv, r)
	id, err := myTable(sv, r)
	switch {
	case err != nil:
		return chat.Answer{}, err
	case answered && !sure:
		return chat.Answer{Alert: r.Words.Say(command + ".kept"), Next: pages.HandButton(id, r.Words)}, nil
	case !sure && r.arg(2) != pages.WordPause:
		return askSure(ctx, sv, r, id, command)
	}
	return whenSeated(ctx, sv, id, r, func(c *tables.Change, s engine.Seat) (chat.Answer, error) {
		switch deal := r.arg(1); {
		case deal != "" && deal != strconv.Itoa(len(c.Match.Done)):
			return chat.Answer{}, chat.Refuse("stale")
		case !sure:
			text, err := c.Requests().WantPause(s, "")
			return requested(c, text, err, r.Words)
		}
		return chat.Answer{Alert: r.Words.Say(command + ".done")}, do(c, s)
	})
}

// takeSwitch takes a yes or no out of what was said, where it stands last.
func takeSwitch(sv *Services, r *Request) (yes, said bool) {
	n := len(r.args)
	if n == 0 {
		return false, false
	}
	if yes, said = sv.Lexicon.Switches.Word(r.args[n-1]); said {
		r.args = r.args[:n-1]
	}
	return yes, said
}

func askSure(ctx context.Context, sv *Services, r *Request, id chat.TableID, command string) (chat.Answer, error) {
	t, err := sv.Tables.Look(ctx, id)
	if err != nil {
		return chat.Answer{}, err
	}
	if _, err := seated(&tables.Change{Table: t}, r); err != nil {
		return chat.Answer{}, err
	}
	page := pages.GiveUp{View: pages.View{Table: t}, Seat: t.Chairs.SeatOf(r.Person.Who()), Command: command}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

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
