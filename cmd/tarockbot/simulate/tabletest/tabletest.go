// Package tabletest plays random matches on tables directly, without a bot, store or network. It checks clocks and
// steps after each change, and the stored form and scores at some revisions. Start at Play.
package tabletest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"math/rand/v2"
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

// run plays one match after another. Time and the network's state continue between matches.
type run struct {
	t      *testing.T
	source *rand.ChaCha8
	rand   *rand.Rand
	table  *match.Table
	facts  facts
	record hash.Hash
}

const matchesPerSeed = 5

// Play plays the matches of a seed. It returns the number of finished deals and a hash of all events.
func Play(t *testing.T, seed uint64) (deals int64, sum string) {
	r := &run{t: t, source: rand.NewChaCha8(sha256.Sum256(fmt.Append(nil, "tables ", seed))), record: sha256.New()}
	r.rand = rand.New(r.source)
	for range matchesPerSeed {
		r.beginMatch()
		for r.table.Stage == match.Playing && !t.Failed() {
			r.step()
		}
		deals += int64(len(r.table.Match.Done))
	}
	return deals, fmt.Sprintf("%x", r.record.Sum(nil))
}

func (r *run) beginMatch() {
	all := games.All()
	played := all[r.rand.IntN(len(all))]
	setup := r.randomSetup(played)
	table := &match.Table{
		ID: "abcd2345", Stage: match.Open, Host: "a", Setup: setup,
		Match: engine.Match{Game: played, Setup: setup.Setup}, Chairs: r.randomChairs(played),
	}
	table.Messages.Add(chat.Place{Chat: "net:room"}, engine.Nobody)
	for begun := false; !begun; { // draws again while the cards don't decide the dealer
		begun = table.Begin(r.deck(table)[:len(table.Chairs)])
	}
	r.table = table
	r.advance(table)
	table.Create(&r.facts)
}

func (r *run) randomSetup(played engine.Game) match.Setup {
	set := played.Rules[r.rand.IntN(len(played.Rules))]
	setup, err := engine.Setup{Rules: set.ID, Length: played.LengthsOf(set.ID)[0]}.Check(played)
	r.must(err)
	return match.Setup{
		Setup: setup, Pace: []match.Pace{match.NoPace, match.LivePace, match.DayPace}[r.rand.IntN(3)],
		SettleTimeouts: r.rand.IntN(2) == 0, LeavingEnds: r.rand.IntN(2) == 0,
	}
}

func (r *run) randomChairs(played engine.Game) (chairs match.Chairs) {
	for s := range played.Seats {
		name := string(rune('a' + s))
		chair := match.Chair{Person: chat.PersonID(name), User: chat.UserID("net:" + name), Name: name}
		if s > 0 && r.rand.IntN(4) == 0 {
			chair = match.RobotChair(robot.Easy)
		}
		chairs = append(chairs, chair)
	}
	return chairs
}

func (r *run) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *run) deck(t *match.Table) []card.Card {
	deck, err := fair.RandomDeck(r.source, t.Match.Rules().Cards())
	r.must(err)
	return deck
}

func (r *run) advance(t *match.Table) {
	for {
		need, s, err := t.Advance()
		r.must(err)
		switch need {
		case match.NeedsCards:
			r.must(t.Match.NextDeal(r.deck(t)))
		case match.NeedsComputer:
			_, err = t.Match.Deal.Act(s, r.randomAction(t.Match.Deal.Prompt(s)))
			r.must(err)
		default:
			return
		}
	}
}

func (r *run) randomAction(ask engine.Prompt) engine.Action {
	if n := len(ask.Choices); n > 0 && (ask.Pick.Max == 0 || r.rand.IntN(2) == 0) {
		return ask.Choices[r.rand.IntN(n)]
	}
	chosen, free := ask.Pick.Must, (ask.Pick.From &^ ask.Pick.Must).Cards()
	r.rand.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, c := range free {
		if chosen.Len() < ask.Pick.Min || chosen.Len() < ask.Pick.Max && r.rand.IntN(4) == 0 {
			chosen |= c.Bit()
		}
	}
	return engine.Action{Verb: ask.Pick.Verb, Cards: chosen}
}

// events are a step's possible events, with shares in a thousand.
var events = []struct {
	share int
	do    func(*run, engine.Seat)
}{
	{900, (*run).move},
	{60, func(r *run, seat engine.Seat) { r.tryChange(seat, r.tableAction(seat)) }},
	{5, func(r *run, seat engine.Seat) { r.facts.offline ^= seat.Bit() }},
	{5, func(r *run, _ engine.Seat) { r.facts.networkDown = !r.facts.networkDown }},
	{30, func(r *run, _ engine.Seat) { r.wait() }},
}

func (r *run) step() {
	seat, x := r.actingSeat(), r.rand.IntN(1000)
	for _, e := range events {
		if x < e.share {
			e.do(r, seat)
			return
		}
		x -= e.share
	}
}

func (r *run) move(seat engine.Seat) {
	r.tryChange(seat, func(t *match.Table) error { return t.Act(seat, r.randomAction(t.Match.Deal.Prompt(seat))) })
}

const longestWait = 90 * time.Second

func (r *run) wait() {
	r.facts.passTime(time.Duration(r.rand.IntN(int(longestWait))))
	r.changeBy(0, func(next *match.Table) bool { return next.Clocks().UpdateStages(&r.facts) })
}

func (r *run) actingSeat() engine.Seat {
	seat := engine.Seat(r.rand.IntN(len(r.table.Chairs)))
	if waiting := r.table.Waiting(); r.rand.IntN(10) > 0 && waiting != 0 {
		seat = lastOf(waiting) // a random seat would change the matches of all seeds
	}
	return seat
}

func lastOf(seats engine.Seats) (last engine.Seat) {
	for s := range seats.All() {
		last = s
	}
	return last
}

func (r *run) tableAction(s engine.Seat) func(*match.Table) error {
	all := []func(*match.Table) error{
		func(t *match.Table) error { _, err := t.Requests().RequestUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().RequestUndo(s, ""); return err },
		func(t *match.Table) error { _, err := t.Requests().RequestPause(s, ""); return err },
		func(t *match.Table) error { return t.Requests().Resume("") },
		func(t *match.Table) error { return answerRequest(t, s, r.rand.IntN(3) > 0) },
		func(t *match.Table) error { return answerRequest(t, s, true) },
		func(t *match.Table) error { _, err := t.Clocks().Extend(&r.facts, s, ""); return err },
		func(t *match.Table) error { return r.claim(t, s) },
		func(t *match.Table) error { return t.Clocks().ComeBack(s, "") },
		func(t *match.Table) error { return r.leave(t, s) },
	}
	return all[r.rand.IntN(len(all))]
}

func answerRequest(t *match.Table, s engine.Seat, yes bool) error {
	if t.Consent == nil {
		return chat.Refuse("stale")
	}
	_, err := t.Requests().Answer(s, fmt.Sprint(t.Consent.Rev), yes)
	return err
}

func (r *run) claim(t *match.Table, mine engine.Seat) error {
	end := r.rand.IntN(2) == 0
	s, err := t.Clocks().ClaimedSeat(mine, nil, end)
	if err != nil {
		return err
	}
	t.Requests().EndOpen(mine)
	return t.Clocks().ClaimTime(s, end, r.facts.Now())
}

// leave resigns or, more rarely because it ends most matches, leaves the table.
func (r *run) leave(t *match.Table, s engine.Seat) error {
	if r.rand.IntN(5) > 0 {
		return t.Act(s, engine.Say(engine.Resign, 0))
	}
	return t.Leave(s.Bit(), engine.Resign, r.facts.Now())
}

func (r *run) tryChange(s engine.Seat, act func(*match.Table) error) {
	if r.table.Chairs[s].Robot {
		return
	}
	r.changeBy(s.Bit(), func(next *match.Table) bool {
		err := act(next)
		if err == nil {
			r.advance(next)
			next.Touch(&r.facts)
		} else if !isRefusal(err) {
			r.t.Errorf("%s: %v", r.table.Setup.Rules, err)
		}
		return err == nil
	})
}

func isRefusal(err error) bool {
	_, byTable := errors.AsType[*chat.Refusal](err)
	_, byRules := errors.AsType[*engine.Refusal](err)
	_, waits := errors.AsType[match.OpenRequestError](err)
	return byTable || byRules || waits
}

// changeBy calls change with a copy, which becomes the table if change returns true.
func (r *run) changeBy(seats engine.Seats, change func(next *match.Table) bool) {
	next := r.table.Clone()
	before := next.BeforeChange()
	if change(next) {
		next.Rev++
		next.CompleteChange(&r.facts, before, seats)
		r.setTable(next)
	}
}

const reloadEvery = 16

func (r *run) setTable(next *match.Table) {
	if next.Stage == match.Playing && next.Waiting() == 0 {
		r.t.Errorf("%s: the table waits for nobody", next.Setup.Rules)
	}
	for s := range next.Chairs {
		r.checkSeat(next, engine.Seat(s))
	}
	fmt.Fprintln(r.record, next.Rev, next.Stage, next.Waiting(), len(next.Match.Done))
	r.table = next
	if next.Rev%reloadEvery == 0 || next.Stage != match.Playing {
		r.reload()
	}
}
