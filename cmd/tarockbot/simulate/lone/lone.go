// Package lone plays single tables without a bot, store or network, and checks their clocks, steps and stored
// form after each change. Start at Play.
package lone

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/fair"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// game plays one table after the other. It implements match.Facts.
type game struct {
	t       *testing.T
	chance  *rand.ChaCha8
	dice    *rand.Rand
	table   *match.Table
	ran     time.Duration
	down    bool // the only network
	away    engine.Seats
	deals   int64
	history hash.Hash
}

// Now implements match.Facts.
func (run *game) Now() time.Time { return time.Unix(1_800_000_000, 0).Add(run.ran) }

// Ran implements match.Facts.
func (run *game) Ran() time.Duration { return run.ran }

// RanOn implements match.Facts.
func (run *game) RanOn(string) time.Duration { return run.ran }

// IsDown implements match.Facts.
func (run *game) IsDown(string) bool { return run.down }

// ClockPlatform implements match.Facts.
func (run *game) ClockPlatform(_ *match.Table, s engine.Seat) string {
	if run.away.Has(s) {
		return ""
	}
	return "net"
}

// WantsReminder implements match.Facts.
func (run *game) WantsReminder(_ match.Chair, stage int) bool { return stage%2 == 0 }

// matchesPerSeed is the number of matches of one seed.
const matchesPerSeed = 5

// Play plays the matches of a seed. It returns the number of finished deals and a hash of all that happened.
func Play(t *testing.T, n uint64) (deals int64, history string) {
	run := &game{t: t, chance: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "tables ", n))), history: sha256.New()}
	run.dice = rand.New(run.chance)
	for range matchesPerSeed {
		run.beginMatch()
		for run.table.Stage == match.Playing && !t.Failed() {
			run.step()
		}
		run.deals += int64(len(run.table.Match.Done))
	}
	return run.deals, fmt.Sprintf("%x", run.history.Sum(nil))
}

// beginMatch begins a match by random rules.
func (run *game) beginMatch() {
	all := games.All()
	played := all[run.dice.IntN(len(all))]
	set := played.Rules[run.dice.IntN(len(played.Rules))]
	setup, err := engine.Setup{Rules: set.ID, Length: played.LengthsOf(set.ID)[0]}.Check(played)
	run.must(err)
	t := &match.Table{ID: "abcd2345", Stage: match.Open, Host: "a", Setup: match.Setup{
		Setup: setup, Pace: []match.Pace{match.NoPace, match.LivePace, match.DayPace}[run.dice.IntN(3)],
		Settle: run.dice.IntN(2) == 0, LeavingEnds: run.dice.IntN(2) == 0,
	}, Match: engine.Match{Game: played, Setup: setup}}
	for s := range played.Seats {
		name := string(rune('a' + s))
		chair := match.Chair{Person: chat.PersonID(name), User: chat.UserID("net:" + name), Name: name}
		if s > 0 && run.dice.IntN(4) == 0 {
			chair = match.RobotChair(robot.Easy)
		}
		t.Chairs = append(t.Chairs, chair)
	}
	t.Messages.Add(chat.Place{Chat: "net:room"}, engine.Nobody)
	for !t.Begin(run.deck(t)[:len(t.Chairs)]) {
	}
	run.table = t
	run.advance(t)
	t.Start(run)
}

func (run *game) must(err error) {
	run.t.Helper()
	if err != nil {
		run.t.Fatal(err)
	}
}

func (run *game) deck(t *match.Table) []card.Card {
	deck, err := fair.Deal(run.chance, t.Match.Rules().Cards())
	run.must(err)
	return deck
}

// advance deals cards and moves for computers until the table waits for a person.
func (run *game) advance(t *match.Table) {
	for {
		need, s, err := t.Advance()
		switch {
		case err != nil:
		case need == match.NeedsCards:
			err = t.Match.NextDeal(run.deck(t))
		case need == match.NeedsComputer:
			_, err = t.Match.Deal.Act(s, run.randomAction(t.Match.Deal.Prompt(s)))
		default:
			return
		}
		run.must(err)
	}
}

// randomAction returns a random action that the prompt allows.
func (run *game) randomAction(ask engine.Prompt) engine.Action {
	if n := len(ask.Words); n > 0 && (ask.Pick.Max == 0 || run.dice.IntN(2) == 0) {
		return ask.Words[run.dice.IntN(n)]
	}
	chosen, free := ask.Pick.Must, (ask.Pick.From &^ ask.Pick.Must).Cards()
	run.dice.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, c := range free {
		if chosen.Len() < ask.Pick.Min || chosen.Len() < ask.Pick.Max && run.dice.IntN(4) == 0 {
			chosen |= c.Bit()
		}
	}
	return engine.Action{Verb: ask.Pick.Verb, Cards: chosen}
}

// The shares of the things that a step of a table alone does, in a thousand. Otherwise time passes.
const (
	moveShare = 900
	rareShare = 60
	awayShare = 5
	downShare = 5
)

// step lets one thing happen.
func (run *game) step() {
	seat := engine.Seat(run.dice.IntN(len(run.table.Chairs)))
	if waiting := run.table.Waiting(); run.dice.IntN(10) > 0 {
		for s := range waiting.All() {
			seat = s
		}
	}
	switch x := run.dice.IntN(1000); {
	case x < moveShare:
		run.change(seat, func(t *match.Table) error { return t.Act(seat, run.randomAction(t.Match.Deal.Prompt(seat))) })
	case x < moveShare+rareShare:
		run.change(seat, run.rareAction(seat))
	case x < moveShare+rareShare+awayShare:
		run.away ^= seat.Bit()
	case x < moveShare+rareShare+awayShare+downShare:
		run.down = !run.down
	default:
		run.pass(time.Duration(run.dice.IntN(int(90 * time.Second))))
	}
}

// rareAction returns a random action beside the game's moves.
func (run *game) rareAction(s engine.Seat) func(*match.Table) error {
	return []func(*match.Table) error{
		func(t *match.Table) error { _, err := t.Requests().WantUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().WantUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().WantPause(s, ""); return err },
		func(t *match.Table) error { return t.Requests().Resume("") },
		func(t *match.Table) error { return answerRequest(t, s, run.dice.IntN(3) > 0) },
		func(t *match.Table) error { return answerRequest(t, s, true) },
		func(t *match.Table) error { _, err := t.Clocks().Extend(run, s, ""); return err },
		func(t *match.Table) error { return run.claim(t, s) },
		func(t *match.Table) error { return t.Clocks().ComeBack(s, "") },
		func(t *match.Table) error { return run.leave(t, s) },
	}[run.dice.IntN(10)]
}

func answerRequest(t *match.Table, s engine.Seat, yes bool) error {
	if t.Consent == nil {
		return chat.Refuse("stale")
	}
	_, err := t.Requests().Answer(s, fmt.Sprint(t.Consent.Rev), yes)
	return err
}

func (run *game) claim(t *match.Table, mine engine.Seat) error {
	end := run.dice.IntN(2) == 0
	s, err := t.Clocks().ClaimedSeat(mine, nil, end)
	if err != nil {
		return err
	}
	t.Requests().EndOpen(mine)
	return t.Clocks().ClaimTime(s, end, run.Now())
}

// leave resigns, or leaves the table, which is rarer because it ends most matches.
func (run *game) leave(t *match.Table, s engine.Seat) error {
	if run.dice.IntN(5) > 0 {
		return t.Act(s, engine.Say(engine.Resign, 0))
	}
	return t.Leave(s.Bit(), engine.Resign, run.Now())
}

// pass lets time pass and updates the clocks.
func (run *game) pass(d time.Duration) {
	run.ran += d
	next := run.table.Clone()
	before := next.Before()
	if next.Clocks().UpdateStages(run) {
		next.Rev++
		next.After(run, before, 0)
		run.replace(next)
	}
}

// change applies a person's action to the table. A refused action leaves it as it was.
func (run *game) change(s engine.Seat, do func(*match.Table) error) {
	if run.table.Chairs[s].Robot {
		return
	}
	next := run.table.Clone()
	before := next.Before()
	if err := do(next); err != nil {
		_, byTable := errors.AsType[*chat.Refusal](err)
		_, byRules := errors.AsType[*engine.Refusal](err)
		_, waits := errors.AsType[match.OpenRequest](err)
		if !byTable && !byRules && !waits {
			run.t.Errorf("%s: %v", run.table.Setup.Rules, err)
		}
		return
	}
	run.advance(next)
	next.Rev++
	next.Touch(run)
	next.After(run, before, s.Bit())
	run.replace(next)
}

// replace checks the table's next state and makes it the current one.
func (run *game) replace(next *match.Table) {
	for s, c := range next.Chairs {
		was := run.table.Chairs[s]
		waited := next.Stage == match.Playing && next.Waiting().Has(engine.Seat(s))
		switch {
		case c.Step < was.Step:
			run.t.Errorf("seat %d is at step %d after %d", s, c.Step, was.Step)
		case c.Timer.On != "" && (!waited || next.Paused || c.Robot):
			run.t.Errorf("%s: seat %d's clock runs, and nobody waits for it", next.Setup.Rules, s)
		case waited && !c.Robot && c.Timer.On == "" && next.Setup.Pace != match.NoPace && !next.Paused && !run.away.Has(engine.Seat(s)):
			run.t.Errorf("%s: seat %d's clock stands still", next.Setup.Rules, s)
		case c.Timer.On != "" && c.Timer.Remaining(run) > 3*time.Duration(next.Setup.Pace)*time.Minute:
			run.t.Errorf("%s: seat %d has %v left", next.Setup.Rules, s, c.Timer.Remaining(run))
		}
	}
	if next.Stage == match.Playing && next.Waiting() == 0 {
		run.t.Errorf("%s: nobody is waited for", next.Setup.Rules)
	}
	fmt.Fprintln(run.history, next.Rev, next.Stage, next.Waiting(), len(next.Match.Done))
	run.table = next
	if next.Rev%16 == 0 || next.Stage != match.Playing {
		run.restart()
	}
}

// restart writes and reads the table and checks that nothing is lost.
func (run *game) restart() {
	stored, err := run.table.Encode()
	run.must(err)
	read, err := match.Parse(string(run.table.ID), stored)
	run.must(err)
	again, err := read.Encode()
	run.must(err)
	if !bytes.Equal(stored, again) {
		run.t.Errorf("stored as\n%s\nand read as\n%s", stored, again)
	}
	for _, r := range read.Match.Done {
		if len(r.Score) != len(read.Chairs) || slices.Max(r.Score) < 0 {
			run.t.Errorf("%s: a deal ends with %v", read.Setup.Rules, r.Score)
		}
	}
	run.history.Write(stored)
	run.table = read
}
