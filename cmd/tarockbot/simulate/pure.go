package main

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

// parlour is a table alone, with what is true around it. It implements match.Facts.
type parlour struct {
	*testing.T
	chance  *rand.ChaCha8
	dice    *rand.Rand
	table   *match.Table
	ran     time.Duration
	down    bool // one network
	away    engine.Seats
	deals   int64
	history hash.Hash
}

// Now implements match.Facts.
func (p *parlour) Now() time.Time { return time.Unix(1_800_000_000, 0).Add(p.ran) }

// Ran implements match.Facts.
func (p *parlour) Ran() time.Duration { return p.ran }

// RanOn implements match.Facts.
func (p *parlour) RanOn(string) time.Duration { return p.ran }

// Down implements match.Facts.
func (p *parlour) IsDown(string) bool { return p.down }

// ClockPlatform implements match.Facts.
func (p *parlour) ClockPlatform(_ *match.Table, s engine.Seat) string {
	if p.away.Has(s) {
		return ""
	}
	return "net"
}

// WantsReminder implements match.Facts.
func (p *parlour) WantsReminder(_ match.Chair, stage int) bool { return stage%2 == 0 }

// matches is how many matches one seed is.
const matches = 5

// playTables plays matches at tables alone.
func playTables(t *testing.T, n uint64) outcome {
	p := &parlour{T: t, chance: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "tables ", n))), history: sha256.New()}
	p.dice = rand.New(p.chance)
	for range matches {
		p.sit()
		for p.table.Stage == match.Playing && !t.Failed() {
			p.step()
		}
		p.deals += int64(len(p.table.Match.Done))
	}
	return outcome{deals: p.deals, history: fmt.Sprintf("%x", p.history.Sum(nil))}
}

// sit lets a match begin, by any rules.
func (p *parlour) sit() {
	all := games.All()
	game := all[p.dice.IntN(len(all))]
	set := game.Rules[p.dice.IntN(len(game.Rules))]
	setup, err := engine.Setup{Rules: set.ID, Length: game.LengthsOf(set.ID)[0]}.Check(game)
	p.must(err)
	t := &match.Table{ID: "abcd2345", Stage: match.Open, Host: "a", Setup: match.Setup{
		Setup: setup, Pace: []match.Pace{match.NoPace, match.LivePace, match.DayPace}[p.dice.IntN(3)],
		Settle: p.dice.IntN(2) == 0, LeavingEnds: p.dice.IntN(2) == 0,
	}, Match: engine.Match{Game: game, Setup: setup}}
	for s := range game.Seats {
		name := string(rune('a' + s))
		chair := match.Chair{Person: chat.PersonID(name), User: chat.UserID("net:" + name), Name: name}
		if s > 0 && p.dice.IntN(4) == 0 {
			chair = match.RobotChair(robot.Easy)
		}
		t.Chairs = append(t.Chairs, chair)
	}
	t.Messages.Add(chat.Place{Chat: "net:room"}, engine.Nobody)
	for !t.Begin(p.deck(t)[:len(t.Chairs)]) {
	}
	p.table = t
	p.goOn(t)
	t.Start(p)
}

func (p *parlour) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func (p *parlour) deck(t *match.Table) []card.Card {
	deck, err := fair.Deal(p.chance, t.Match.Rules().Cards())
	p.must(err)
	return deck
}

// goOn lets everything follow.
func (p *parlour) goOn(t *match.Table) {
	for {
		need, s, err := t.Advance()
		switch {
		case err != nil:
		case need == match.NeedsCards:
			err = t.Match.NextDeal(p.deck(t))
		case need == match.NeedsComputer:
			_, err = t.Match.Deal.Act(s, p.any(t.Match.Deal.Prompt(s)))
		default:
			return
		}
		p.must(err)
	}
}

// any is anything that the prompt offers.
func (p *parlour) any(ask engine.Prompt) engine.Action {
	if n := len(ask.Words); n > 0 && (ask.Pick.Max == 0 || p.dice.IntN(2) == 0) {
		return ask.Words[p.dice.IntN(n)]
	}
	chosen, free := ask.Pick.Must, (ask.Pick.From &^ ask.Pick.Must).Cards()
	p.dice.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, c := range free {
		if chosen.Len() < ask.Pick.Min || chosen.Len() < ask.Pick.Max && p.dice.IntN(4) == 0 {
			chosen |= c.Bit()
		}
	}
	return engine.Action{Verb: ask.Pick.Verb, Cards: chosen}
}

// step lets one thing happen.
func (p *parlour) step() {
	seat := engine.Seat(p.dice.IntN(len(p.table.Chairs)))
	if waiting := p.table.Waiting(); p.dice.IntN(10) > 0 {
		for s := range waiting.All() {
			seat = s
		}
	}
	switch x := p.dice.IntN(1000); {
	case x < 900:
		p.change(seat, func(t *match.Table) error { return t.Act(seat, p.any(t.Match.Deal.Prompt(seat))) })
	case x < 960:
		p.change(seat, p.deed(seat))
	case x < 965:
		p.away ^= seat.Bit()
	case x < 970:
		p.down = !p.down
	default:
		p.pass(time.Duration(p.dice.IntN(int(90 * time.Second))))
	}
}

// deed is something that people do but seldom.
func (p *parlour) deed(s engine.Seat) func(*match.Table) error {
	return []func(*match.Table) error{
		func(t *match.Table) error { _, err := t.Requests().WantUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().WantUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().WantPause(s, ""); return err },
		func(t *match.Table) error { return t.Requests().Resume("") },
		func(t *match.Table) error { return answer(t, s, p.dice.IntN(3) > 0) },
		func(t *match.Table) error { return answer(t, s, true) },
		func(t *match.Table) error { _, err := t.Clocks().Extend(p, s, ""); return err },
		func(t *match.Table) error { return p.claim(t, s) },
		func(t *match.Table) error { return t.Clocks().ComeBack(s, "") },
		func(t *match.Table) error { return p.leave(t, s) },
	}[p.dice.IntN(10)]
}

func answer(t *match.Table, s engine.Seat, yes bool) error {
	if t.Consent == nil {
		return chat.Refuse("stale")
	}
	_, err := t.Requests().Answer(s, fmt.Sprint(t.Consent.Rev), yes)
	return err
}

func (p *parlour) claim(t *match.Table, mine engine.Seat) error {
	end := p.dice.IntN(2) == 0
	s, err := t.Clocks().ClaimedSeat(mine, nil, end)
	if err != nil {
		return err
	}
	t.Requests().EndOpen(mine)
	return t.Clocks().ClaimTime(s, end, p.Now())
}

// leave is rare: it ends most matches.
func (p *parlour) leave(t *match.Table, s engine.Seat) error {
	if p.dice.IntN(5) > 0 {
		return t.Act(s, engine.Say(engine.Resign, 0))
	}
	return t.Leave(s.Bit(), engine.Resign, p.Now())
}

// pass lets time go by, and clocks reach what they reach.
func (p *parlour) pass(d time.Duration) {
	p.ran += d
	next := p.table.Clone()
	before := next.Before()
	if next.Clocks().UpdateStages(p) {
		next.Rev++
		next.After(p, before, 0)
		p.become(next)
	}
}

// change is what becomes of the table by what somebody does. Refused, it stays as it was.
func (p *parlour) change(s engine.Seat, do func(*match.Table) error) {
	if p.table.Chairs[s].Robot {
		return
	}
	next := p.table.Clone()
	before := next.Before()
	if err := do(next); err != nil {
		if no, rule := errors.AsType[*chat.Refusal](err); no == nil && !rule {
			_, rule = errors.AsType[*engine.Refusal](err)
			_, open := errors.AsType[match.OpenRequest](err)
			if !rule && !open {
				p.Errorf("%s: %v", p.table.Setup.Rules, err)
			}
		}
		return
	}
	p.goOn(next)
	next.Rev++
	next.Touch(p)
	next.After(p, before, s.Bit())
	p.become(next)
}

// become judges what the table is now.
func (p *parlour) become(next *match.Table) {
	for s, c := range next.Chairs {
		was := p.table.Chairs[s]
		waited := next.Stage == match.Playing && next.Waiting().Has(engine.Seat(s))
		switch {
		case c.Step < was.Step:
			p.Errorf("seat %d is at step %d after %d", s, c.Step, was.Step)
		case c.Timer.On != "" && (!waited || next.Paused || c.Robot):
			p.Errorf("%s: seat %d's clock runs, and nobody waits for it", next.Setup.Rules, s)
		case waited && !c.Robot && c.Timer.On == "" && next.Setup.Pace != match.NoPace && !next.Paused && !p.away.Has(engine.Seat(s)):
			p.Errorf("%s: seat %d's clock stands still", next.Setup.Rules, s)
		case c.Timer.On != "" && c.Timer.Remaining(p) > 3*time.Duration(next.Setup.Pace)*time.Minute:
			p.Errorf("%s: seat %d has %v left", next.Setup.Rules, s, c.Timer.Remaining(p))
		}
	}
	if next.Stage == match.Playing && next.Waiting() == 0 {
		p.Errorf("%s: nobody is waited for", next.Setup.Rules)
	}
	fmt.Fprintln(p.history, next.Rev, next.Stage, next.Waiting(), len(next.Match.Done))
	p.table = next
	if next.Rev%16 == 0 || next.Stage != match.Playing {
		p.restart()
	}
}

// restart reads the table as it is stored: nothing is lost by that.
func (p *parlour) restart() {
	stored, err := p.table.Encode()
	p.must(err)
	read, err := match.Parse(string(p.table.ID), stored)
	p.must(err)
	again, err := read.Encode()
	p.must(err)
	if !bytes.Equal(stored, again) {
		p.Errorf("stored as\n%s\nand read as\n%s", stored, again)
	}
	for _, r := range read.Match.Done {
		if len(r.Score) != len(read.Chairs) || slices.Max(r.Score) < 0 {
			p.Errorf("%s: a deal ends with %v", read.Setup.Rules, r.Score)
		}
	}
	p.history.Write(stored)
	p.table = read
}
