package match_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
)

// TestTranscripts plays testdata/*.txt, whose lines are playerCommands or worldCommands.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.Transcripts(t, "testdata", func(t *testing.T) func(string) ([]string, error) {
		t.Helper()
		return newWorld(t).line
	})
}

type playerCommand struct {
	match.Participant
	user chat.UserID
	seat engine.Seat
	args []string
}

// playerCommands parse "NAME DOES ARGS" and return the player's answer.
var playerCommands = map[string]func(*world, *match.Table, playerCommand) (string, error){
	"accepts": accept,
	"declines": func(_ *world, t *match.Table, d playerCommand) (string, error) {
		return t.Challenge().Leave(d.Participant, d.arg("now"))
	},
	"fills": func(w *world, t *match.Table, _ playerCommand) (string, error) {
		t.Challenge().FillWithComputers("")
		w.begin(t)
		return "", nil
	},
	"plays": play,
	"moves": func(w *world, t *match.Table, d playerCommand) (string, error) {
		return "", w.act(t, d.seat, firstAction(t.Match.Deal.Prompt(d.seat)))
	},
	"sweeps": sweep,
	"resigns": func(w *world, t *match.Table, d playerCommand) (string, error) {
		return "", w.act(t, d.seat, engine.Say(engine.Resign, 0))
	},
	"leaves": leave,
	"undoes": func(_ *world, t *match.Table, d playerCommand) (string, error) {
		return t.Requests().RequestUndo(d.seat, d.arg(""))
	},
	"pauses": func(_ *world, t *match.Table, d playerCommand) (string, error) {
		return t.Requests().RequestPause(d.seat, d.arg(""))
	},
	"agrees":  func(_ *world, t *match.Table, d playerCommand) (string, error) { return answer(t, d, true) },
	"refuses": func(_ *world, t *match.Table, d playerCommand) (string, error) { return answer(t, d, false) },
	"resumes": func(_ *world, t *match.Table, d playerCommand) (string, error) {
		return "", t.Requests().Resume(d.arg(""))
	},
	"claims":  claim,
	"extends": extend,
	"returns": func(_ *world, t *match.Table, d playerCommand) (string, error) {
		return "", t.Clocks().ComeBack(d.seat, d.arg(""))
	},
	"yields": yield,
	"again":  again,
	"looks": func(_ *world, t *match.Table, d playerCommand) (string, error) {
		t.Places().AddPanels(d.Participant)
		return "", nil
	},
}

func (d playerCommand) arg(fallback string) string {
	if len(d.args) > 0 {
		return d.args[0]
	}
	return fallback
}

// accept takes a chair, in private or "in club".
func accept(w *world, t *match.Table, d playerCommand) (string, error) {
	s := t.Chairs.ChairFor(d.Participant)
	switch {
	case t.Stage != match.Open:
		return "", chat.Refuse("challenge-over")
	case d.seat != engine.Nobody:
		return "", chat.Refuse("sits-already")
	case s == engine.Nobody:
		return "", chat.Refuse("for-another")
	}
	var at, space chat.ChatID
	if d.arg("") == "in" {
		at, space = chat.ChatID("net:"+d.args[1]+"/room"), chat.ChatID("net:"+d.args[1])
	}
	name, _, _ := strings.Cut(string(d.user), "@")
	_, name, _ = strings.Cut(name, ":")
	if t.Challenge().Sit(s, d.Participant, d.user, name, at, space); t.Chairs.IsFull() {
		w.begin(t)
	}
	return "", nil
}

func play(w *world, t *match.Table, d playerCommand) (string, error) {
	a, err := engine.ParseAction(strings.Join(d.args, " "))
	if err != nil {
		return "", err
	}
	return "", w.act(t, d.seat, a)
}

// sweep plays a lead that claims all remaining tricks.
func sweep(w *world, t *match.Table, d playerCommand) (string, error) {
	if _, err := play(w, t, d); err != nil {
		return "", err
	}
	t.RestClaim().Set(d.seat, true)
	return "", nil
}

func leave(w *world, t *match.Table, d playerCommand) (string, error) {
	if err := t.Leave(d.seat.Bit(), engine.Resign, w.now); err != nil {
		return "", err
	}
	w.advance(t)
	return "", nil
}

func answer(t *match.Table, d playerCommand, yes bool) (string, error) {
	rev := d.arg("")
	if rev == "" && t.Consent != nil {
		rev = strconv.FormatInt(t.Consent.Rev, 10)
	}
	return t.Requests().Answer(d.seat, rev, yes)
}

// claim parses "[end]", or a button's seat and step.
func claim(w *world, t *match.Table, d playerCommand) (string, error) {
	end := slices.Contains(d.args, "end")
	named := slices.DeleteFunc(slices.Clone(d.args), func(word string) bool { return word == "end" })
	s, err := t.Clocks().ClaimedSeat(d.seat, named, end)
	if err != nil {
		return "", err
	}
	outcome := string(t.Clocks().AfterTimeUp(end))
	t.Requests().EndOpen(d.seat)
	if err := t.Clocks().ClaimTime(s, end, w.now); err != nil {
		return "", err
	}
	w.advance(t)
	return outcome, nil
}

func yield(w *world, t *match.Table, d playerCommand) (string, error) {
	if err := t.RestClaim().Yield(d.seat, d.arg("")); err != nil {
		return "", err
	}
	w.advance(t)
	return "", nil
}

func extend(w *world, t *match.Table, d playerCommand) (string, error) {
	given, err := t.Clocks().Extend(w, d.seat, d.arg(""))
	return "more time for " + names(t, given), err
}

// again replaces the world's table with the rematch.
func again(w *world, t *match.Table, d playerCommand) (string, error) {
	allAgree, err := t.Requests().RequestRematch(d.seat)
	if err != nil || !allAgree {
		return "", err
	}
	w.tables++
	next := t.Rematch(chat.TableID(fmt.Sprintf("table%d", w.tables)), d.ID)
	w.begin(next)
	next.Create(w)
	w.rematch = next
	return "the next is " + string(t.Next), nil
}

func (w *world) sayEffects() {
	if w.table == nil {
		return
	}
	effects := w.table.Effects
	w.table.Effects = match.Effects{}
	for _, d := range effects.Deals {
		r := w.table.Match.Done[d.Number-1]
		how := ""
		if r.End.WasCutShort() {
			how = fmt.Sprintf(", cut short by %s", nameAt(w.table, r.End.Seat))
		}
		w.say("deal %d is over: %v%s", d.Number, r.Score, how)
	}
	for _, x := range effects.Leavers {
		w.say("%s has left, with totals %v after %d deals; claimed %d times", x.Person, x.HistoryEntry.Totals, x.HistoryEntry.Deals, x.TimedOut)
	}
	if effects.UndoSeats != 0 {
		w.say("taken back: %s", names(w.table, effects.UndoSeats))
	}
	if !effects.MatchEnded {
		return
	}
	for s := range w.table.Chairs.People().All() {
		p, how := w.table.HistoryEntry(s, w.table.Match.Left.Has(s), w.now), "has lost"
		switch {
		case p.Drawn:
			how = "has drawn"
		case p.Won:
			how = "has won"
		case p.HasLeft():
			how = "has left"
		}
		w.say("%s %s the match %v", nameAt(w.table, s), how, p.Totals)
	}
}

func (w *world) describe(t *match.Table) map[string]string {
	all := map[string]string{
		"1 " + string(t.ID): w.stage(t),
		"2 waited for":      names(t, t.Waiting()),
		"4 request":         requestOf(t),
		"5 rematch":         names(t, t.RematchSeats),
		"5 takes the rest":  restOf(t),
		"7 messages":        messagesOf(t),
	}
	for s, c := range t.Chairs {
		seat := engine.Seat(s)
		all[fmt.Sprintf("0 seat %d", s)] = describeChair(c)
		if c.Robot {
			continue
		}
		name := nameAt(t, seat)
		all["3 "+name+"'s clock"] = w.clock(t, c)
		if c.Call > 0 {
			all["6 call "+strconv.Itoa(c.Call)] = callOf(t, seat)
		}
		all["8 "+name+"'s card ahead"] = c.Queued
		all["9 "+name+"'s card missed"] = c.RejectedQueued
	}
	return all
}

func (w *world) stage(t *match.Table) string {
	switch t.Stage {
	case match.Playing:
		text := fmt.Sprintf("deal %d, dealt by %s", len(t.Match.Done)+1, nameAt(t, t.PublicView().Dealer))
		if t.Paused {
			text += ", paused"
		}
		return text
	case match.Closed:
		if t.DeclinedBy != "" {
			return "closed, declined by " + readableName(t.DeclinedBy) + ", " + string(t.Closed)
		}
		return "closed, " + string(t.Closed)
	case match.Finished:
		if end := t.Match.Score(); end.Winners != 0 {
			return "finished, won by " + names(t, end.Winners)
		}
	}
	return string(t.Stage)
}

func restOf(t *match.Table) string {
	by := t.RestClaim().Claimant()
	if by == engine.Nobody {
		return ""
	}
	var may engine.Seats
	for s := range t.Chairs.People().All() {
		if t.RestClaim().CanYield(s) {
			may |= s.Bit()
		}
	}
	if may == 0 {
		return nameAt(t, by)
	}
	return nameAt(t, by) + "; may yield: " + names(t, may)
}

func describeChair(c match.Chair) string {
	var marks []string
	mark := func(is bool, text string) {
		if is {
			marks = append(marks, text)
		}
	}
	mark(c.KeptFor != "", "is kept for "+c.InvitedName)
	mark(c.DeclineReason != "", readableName(c.InvitedName)+" has declined, "+c.DeclineReason)
	mark(c.LeaverName != "", readableName(c.LeaverName)+" has left it")
	mark(c.LastActUser != "", "plays through "+string(c.LastActUser))
	mark(c.Absent, "the computer plays the deal")
	mark(c.Yields, "as another takes the rest")
	mark(c.TimedOut > 0, fmt.Sprintf("claimed %d times", c.TimedOut))
	mark(c.Expired, "the match was ended for that")
	who := readableName(c.Name)
	switch {
	case c.Robot:
		who = "computer"
	case who == "":
		who = "free"
	}
	return strings.Join(append([]string{who}, marks...), "; ")
}

func readableName(name string) string {
	return strings.ReplaceAll(name, displayname.Deleted, "(erased)")
}

func (w *world) clock(t *match.Table, c match.Chair) string {
	if t.Setup.Pace == match.NoPace || c.Timer == (match.Timer{}) {
		return ""
	}
	text := "stands at " + (time.Duration(c.Timer.LeftMillis) * time.Millisecond).String()
	if c.Timer.Platform != "" {
		text = fmt.Sprintf("runs on %s since %v with %v", c.Timer.Platform, time.Duration(c.Timer.Since)*time.Millisecond, time.Duration(c.Timer.LeftMillis)*time.Millisecond)
	}
	if c.Reminded > 0 {
		text += []string{"", ", half is gone", ", most is gone", ", is up"}[c.Reminded]
	}
	if c.Extensions > 0 {
		text += fmt.Sprintf(", extended %d times", c.Extensions)
	}
	return text
}

func requestOf(t *match.Table) string {
	what := func(verb string) string { return map[string]string{"undo": "to take back", "pause": "to pause"}[verb] }
	switch {
	case t.Consent != nil:
		return fmt.Sprintf("%s asks %s; %s agreed, of %s", nameAt(t, t.Consent.Seat), what(t.Consent.What.Verb()), orNobody(names(t, t.Consent.Agreed)), orNobody(names(t, t.Requests().MustAgree())))
	case t.Denied != nil:
		return fmt.Sprintf("%s has been refused %s by %s", nameAt(t, t.Denied.Seat), what(t.Denied.What.Verb()), nameAt(t, t.Denied.By))
	}
	return ""
}

func orNobody(names string) string {
	if names == "" {
		return "nobody"
	}
	return names
}

func callOf(t *match.Table, s engine.Seat) string {
	c := t.Calls().Causes(s)
	who := readableName(t.Chairs[s].Name)
	if c.Invited {
		who = t.Chairs[s].InvitedName
	}
	var why []string
	for _, x := range []struct {
		is   bool
		text string
	}{
		{c.Invited, "is asked to play"}, {t.Waiting().Has(s), "to move"}, {c.Consent != 0, "to consent"}, {c.RematchWanted, "for a rematch"},
		{c.MatchEnded, "to hear of the end"}, {c.Late != 0, "may claim " + names(t, c.Late)},
	} {
		if x.is {
			why = append(why, x.text)
		}
	}
	if len(why) == 0 {
		return who + ", and it is over by now"
	}
	return who + ", " + strings.Join(why, ", ")
}

func messagesOf(t *match.Table) string {
	var all []string
	for _, m := range t.Messages {
		text := string(m.Place.Chat) + string(m.Place.User)
		if m.Seat != engine.Nobody {
			text += " as panel " + strconv.Itoa(int(m.Seat))
		}
		if m.LastRev > 0 {
			text += " to its end"
		}
		if m.Lost {
			text += ", lost"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
