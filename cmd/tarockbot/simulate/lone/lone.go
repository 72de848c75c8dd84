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
	dice    *rand.Rand // draws from chance
	table   *match.Table
	ran     time.Duration
	down    bool         // the only network
	away    engine.Seats // have no network
	history hash.Hash
}

// Now implements match.Facts.
func (g *game) Now() time.Time { return time.Unix(1_800_000_000, 0).Add(g.ran) }

// Ran implements match.Facts.
func (g *game) Ran() time.Duration { return g.ran }

// RanOn implements match.Facts.
func (g *game) RanOn(string) time.Duration { return g.ran }

// IsDown implements match.Facts.
func (g *game) IsDown(string) bool { return g.down }

// ClockPlatform implements match.Facts.
func (g *game) ClockPlatform(_ *match.Table, s engine.Seat) string {
	if g.away.Has(s) {
		return ""
	}
	return "net"
}

// WantsReminder implements match.Facts.
func (g *game) WantsReminder(_ match.Chair, stage int) bool { return stage%2 == 0 }

// matchesPerSeed is the number of matches of one seed.
const matchesPerSeed = 5

// Play plays the matches of a seed. It returns the number of finished deals and a hash of all that happened.
func Play(t *testing.T, n uint64) (deals int64, history string) {
	g := &game{t: t, chance: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "tables ", n))), history: sha256.New()}
	g.dice = rand.New(g.chance)
	for range matchesPerSeed {
		g.beginMatch()
		for g.table.Stage == match.Playing && !t.Failed() {
			g.step()
		}
		deals += int64(len(g.table.Match.Done))
	}
	return deals, fmt.Sprintf("%x", g.history.Sum(nil))
}

// beginMatch begins a match by random rules.
func (g *game) beginMatch() {
	all := games.All()
	played := all[g.dice.IntN(len(all))]
	set := played.Rules[g.dice.IntN(len(played.Rules))]
	setup, err := engine.Setup{Rules: set.ID, Length: played.LengthsOf(set.ID)[0]}.Check(played)
	g.must(err)
	t := &match.Table{ID: "abcd2345", Stage: match.Open, Host: "a", Setup: match.Setup{
		Setup: setup, Pace: []match.Pace{match.NoPace, match.LivePace, match.DayPace}[g.dice.IntN(3)],
		Settle: g.dice.IntN(2) == 0, LeavingEnds: g.dice.IntN(2) == 0,
	}, Match: engine.Match{Game: played, Setup: setup}}
	for s := range played.Seats {
		name := string(rune('a' + s))
		chair := match.Chair{Person: chat.PersonID(name), User: chat.UserID("net:" + name), Name: name}
		if s > 0 && g.dice.IntN(4) == 0 {
			chair = match.RobotChair(robot.Easy)
		}
		t.Chairs = append(t.Chairs, chair)
	}
	t.Messages.Add(chat.Place{Chat: "net:room"}, engine.Nobody)
	for !t.Begin(g.deck(t)[:len(t.Chairs)]) {
	}
	g.table = t
	g.advance(t)
	t.Start(g)
}

func (g *game) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *game) deck(t *match.Table) []card.Card {
	deck, err := fair.RandomDeck(g.chance, t.Match.Rules().Cards())
	g.must(err)
	return deck
}

// advance deals cards and moves for computers until the table waits for a person.
func (g *game) advance(t *match.Table) {
	for {
		need, s, err := t.Advance()
		switch {
		case err != nil:
		case need == match.NeedsCards:
			err = t.Match.NextDeal(g.deck(t))
		case need == match.NeedsComputer:
			_, err = t.Match.Deal.Act(s, g.randomAction(t.Match.Deal.Prompt(s)))
		default:
			return
		}
		g.must(err)
	}
}

// randomAction returns a random action that the prompt allows.
func (g *game) randomAction(ask engine.Prompt) engine.Action {
	if n := len(ask.Words); n > 0 && (ask.Pick.Max == 0 || g.dice.IntN(2) == 0) {
		return ask.Words[g.dice.IntN(n)]
	}
	chosen, free := ask.Pick.Must, (ask.Pick.From &^ ask.Pick.Must).Cards()
	g.dice.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, c := range free {
		if chosen.Len() < ask.Pick.Min || chosen.Len() < ask.Pick.Max && g.dice.IntN(4) == 0 {
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
func (g *game) step() {
	seat := engine.Seat(g.dice.IntN(len(g.table.Chairs)))
	if waiting := g.table.Waiting(); g.dice.IntN(10) > 0 {
		for s := range waiting.All() {
			seat = s
		}
	}
	switch x := g.dice.IntN(1000); {
	case x < moveShare:
		g.change(seat, func(t *match.Table) error { return t.Act(seat, g.randomAction(t.Match.Deal.Prompt(seat))) })
	case x < moveShare+rareShare:
		g.change(seat, g.rareAction(seat))
	case x < moveShare+rareShare+awayShare:
		g.away ^= seat.Bit()
	case x < moveShare+rareShare+awayShare+downShare:
		g.down = !g.down
	default:
		g.pass(time.Duration(g.dice.IntN(int(90 * time.Second))))
	}
}

// rareAction returns a random action beside the game's moves.
func (g *game) rareAction(s engine.Seat) func(*match.Table) error {
	return []func(*match.Table) error{
		func(t *match.Table) error { _, err := t.Requests().WantUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().WantUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().WantPause(s, ""); return err },
		func(t *match.Table) error { return t.Requests().Resume("") },
		func(t *match.Table) error { return answerRequest(t, s, g.dice.IntN(3) > 0) },
		func(t *match.Table) error { return answerRequest(t, s, true) },
		func(t *match.Table) error { _, err := t.Clocks().Extend(g, s, ""); return err },
		func(t *match.Table) error { return g.claim(t, s) },
		func(t *match.Table) error { return t.Clocks().ComeBack(s, "") },
		func(t *match.Table) error { return g.leave(t, s) },
	}[g.dice.IntN(10)]
}

func answerRequest(t *match.Table, s engine.Seat, yes bool) error {
	if t.Consent == nil {
		return chat.Refuse("stale")
	}
	_, err := t.Requests().Answer(s, fmt.Sprint(t.Consent.Rev), yes)
	return err
}

func (g *game) claim(t *match.Table, mine engine.Seat) error {
	end := g.dice.IntN(2) == 0
	s, err := t.Clocks().ClaimedSeat(mine, nil, end)
	if err != nil {
		return err
	}
	t.Requests().EndOpen(mine)
	return t.Clocks().ClaimTime(s, end, g.Now())
}

// leave resigns, or leaves the table, which is rarer because it ends most matches.
func (g *game) leave(t *match.Table, s engine.Seat) error {
	if g.dice.IntN(5) > 0 {
		return t.Act(s, engine.Say(engine.Resign, 0))
	}
	return t.Leave(s.Bit(), engine.Resign, g.Now())
}

// pass lets time pass and updates the clocks.
func (g *game) pass(d time.Duration) {
	g.ran += d
	next := g.table.Clone()
	before := next.Before()
	if next.Clocks().UpdateStages(g) {
		next.Rev++
		next.After(g, before, 0)
		g.replace(next)
	}
}

// change applies a person's action to the table. A refused action leaves it as it was.
func (g *game) change(s engine.Seat, do func(*match.Table) error) {
	if g.table.Chairs[s].Robot {
		return
	}
	next := g.table.Clone()
	before := next.Before()
	if err := do(next); err != nil {
		_, byTable := errors.AsType[*chat.Refusal](err)
		_, byRules := errors.AsType[*engine.Refusal](err)
		_, waits := errors.AsType[match.OpenRequest](err)
		if !byTable && !byRules && !waits {
			g.t.Errorf("%s: %v", g.table.Setup.Rules, err)
		}
		return
	}
	g.advance(next)
	next.Rev++
	next.Touch(g)
	next.After(g, before, s.Bit())
	g.replace(next)
}

// replace checks the table's next state and makes it the current one.
func (g *game) replace(next *match.Table) {
	for s, c := range next.Chairs {
		was := g.table.Chairs[s]
		waited := next.Stage == match.Playing && next.Waiting().Has(engine.Seat(s))
		switch {
		case c.Step < was.Step:
			g.t.Errorf("seat %d is at step %d after %d", s, c.Step, was.Step)
		case c.Timer.On != "" && (!waited || next.Paused || c.Robot):
			g.t.Errorf("%s: seat %d's clock runs, and nobody waits for it", next.Setup.Rules, s)
		case waited && !c.Robot && c.Timer.On == "" && next.Setup.Pace != match.NoPace && !next.Paused && !g.away.Has(engine.Seat(s)):
			g.t.Errorf("%s: seat %d's clock stands still", next.Setup.Rules, s)
		case c.Timer.On != "" && c.Timer.Remaining(g) > 3*time.Duration(next.Setup.Pace)*time.Minute:
			g.t.Errorf("%s: seat %d has %v left", next.Setup.Rules, s, c.Timer.Remaining(g))
		}
	}
	if next.Stage == match.Playing && next.Waiting() == 0 {
		g.t.Errorf("%s: nobody is waited for", next.Setup.Rules)
	}
	fmt.Fprintln(g.history, next.Rev, next.Stage, next.Waiting(), len(next.Match.Done))
	g.table = next
	if next.Rev%16 == 0 || next.Stage != match.Playing {
		g.restart()
	}
}

// restart writes and reads the table and checks that nothing is lost.
func (g *game) restart() {
	stored, err := g.table.Encode()
	g.must(err)
	read, err := match.Parse(string(g.table.ID), stored)
	g.must(err)
	again, err := read.Encode()
	g.must(err)
	if !bytes.Equal(stored, again) {
		g.t.Errorf("stored as\n%s\nand read as\n%s", stored, again)
	}
	for _, r := range read.Match.Done {
		if len(r.Score) != len(read.Chairs) || slices.Max(r.Score) < 0 {
			g.t.Errorf("%s: a deal ends with %v", read.Setup.Rules, r.Score)
		}
	}
	g.history.Write(stored)
	g.table = read
}
