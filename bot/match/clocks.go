package match

import (
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Clocks are the clocks of a table's seats.
type Clocks struct{ t *Table }

// Clocks returns the table's clocks.
func (t *Table) Clocks() Clocks { return Clocks{t} }

// Timer is a seat's clock: the time left for the move. It counts the running time of the platform where the player
// is notified, so nobody loses time while the platform or the bot is down.
type Timer struct {
	LeftMillis int64  `json:"left,omitempty"`  // milliseconds, when it was last started or stopped
	On         string `json:"on,omitempty"`    // the platform whose running time it counts; "" if it is stopped
	Since      int64  `json:"since,omitempty"` // that running time when it was started, in milliseconds
}

// leastPercent is the least percentage of the pace that a player gets after a move was taken back. Otherwise taking
// back again and again would stop the clock.
const leastPercent = 10

// Remaining returns the time left on the clock; 0 once it is up.
func (tm Timer) Remaining(f Facts) time.Duration {
	left := time.Duration(tm.LeftMillis) * time.Millisecond
	if tm.On != "" {
		left -= f.RanOn(tm.On) - time.Duration(tm.Since)*time.Millisecond
	}
	return max(left, 0)
}

// runOn returns the clock, driven by the platform's running time from now on; stopped if platform is "".
func (tm Timer) runOn(f Facts, platform string) Timer {
	after := Timer{LeftMillis: tm.Remaining(f).Milliseconds(), On: platform}
	if platform != "" {
		after.Since = f.RanOn(platform).Milliseconds()
	}
	return after
}

// setTimers starts the clocks of the seats to move and stops all others. The asked seats get the whole pace. A seat
// of again has its move back and gets what was left.
func (k Clocks) setTimers(f Facts, asked engine.Seats, again engine.Seats) {
	whole := k.t.Setup.Pace.time().Milliseconds()
	for s := range k.t.Chairs {
		seat, c := engine.Seat(s), &k.t.Chairs[s]
		// A clock that ran out and was stopped has no time either.
		fresh := asked.Has(seat) || c.Timer == Timer{} && c.Reminded == 0
		switch {
		case whole == 0 || !k.t.Waiting().Has(seat) || c.Robot:
			c.Timer, c.Reminded = c.Timer.runOn(f, ""), 0 // keeps the time left, in case the move is taken back
			continue
		case fresh && again.Has(seat):
			c.Timer, c.Reminded = Timer{LeftMillis: max(c.Timer.LeftMillis, whole*leastPercent/100)}, 0
		case fresh:
			c.Timer, c.Reminded, c.Extensions = Timer{LeftMillis: whole}, 0, 0
		}
		if on := k.runsOn(f, seat); on != c.Timer.On {
			c.Timer = c.Timer.runOn(f, on)
		}
	}
}

// runsOn returns the platform whose running time must drive the seat's clock; "" to stop the clock.
func (k Clocks) runsOn(f Facts, s engine.Seat) string {
	if k.t.Paused {
		return ""
	}
	return f.ClockPlatform(k.t, s)
}

// UpdateStages updates the stages of the table's clocks, and reports whether the table has changed.
func (k Clocks) UpdateStages(f Facts) (changed bool) {
	for s := range k.t.Chairs {
		c := &k.t.Chairs[s]
		if c.Timer.On != "" && k.runsOn(f, engine.Seat(s)) == "" {
			changed = true // the bot was killed before it could stop the clock
			continue
		}
		stage := k.t.Setup.Pace.stageOf(c.Timer.Remaining(f))
		if k.t.Stage == Playing && c.Timer.On != "" && stage > c.Reminded {
			c.Reminded, changed = stage, true
		}
	}
	return changed
}

// LeastLeft returns the least time left on the seats' running clocks, Never if none runs. up reports whether a
// seat's time is up.
func (k Clocks) LeastLeft(f Facts, seats engine.Seats) (left time.Duration, up bool) {
	left = Never
	for s := range seats.All() {
		if c := k.t.Chairs[s]; c.Timer.On != "" {
			left, up = min(left, c.Timer.Remaining(f)), up || c.Reminded == TimeUp
		}
	}
	return left, up
}

// AnyOn reports whether a clock counts the platform's running time.
func (k Clocks) AnyOn(platform string) bool {
	return slices.ContainsFunc(k.t.Chairs, func(c Chair) bool { return c.Timer.On == platform })
}

// Late returns the seats whose time is up.
func (k Clocks) Late() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return c.Reminded == TimeUp })
}

// Slow returns the seats that have used at least half of their time.
func (k Clocks) Slow() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return k.t.Stage == Playing && c.Reminded > 0 })
}

// ClaimCanEnd reports whether a claim of the seat's time may end the match: the time was claimed before.
func (k Clocks) ClaimCanEnd(s engine.Seat) bool { return k.t.Chairs[s].TimedOut > 0 }

// ClaimedSeat returns the seat whose time is claimed: the one a button names (seat and step), else the first that is
// late. With end, only a seat that satisfies ClaimCanEnd counts.
func (k Clocks) ClaimedSeat(mine engine.Seat, named []string, end bool) (engine.Seat, error) {
	late := k.Late()
	up := late &^ mine.Bit()
	if up != 0 && late.Has(mine) {
		return 0, chat.Refuse("late-yourself")
	}
	for s := range up.All() {
		if (len(named) == 0 || slices.Equal(named, k.ClaimWords(s))) && (!end || k.ClaimCanEnd(s)) {
			return s, nil
		}
	}
	switch {
	case len(named) > 0:
		return 0, chat.Refuse("stale")
	case up != 0 && end:
		return 0, chat.Refuse("claim-first")
	}
	return 0, chat.Refuse("time-left")
}

// ClaimWords returns the words of a button that name the seat and its step.
func (k Clocks) ClaimWords(s engine.Seat) []string {
	return []string{strconv.Itoa(int(s)), strconv.Itoa(k.t.Chairs[s].Step)}
}

// ClaimTime carries out a claim of the seat's time: the match ends, or the deal continues without the player. The
// error is an engine.Refusal if the deal can't be settled.
func (k Clocks) ClaimTime(s engine.Seat, end bool, now time.Time) error {
	c := &k.t.Chairs[s]
	c.TimedOut++
	switch k.AfterTimeUp(end) {
	case EndMatch:
		c.Expired = true
		return k.t.Leave(s.Bit(), engine.Timeout, now)
	case SettleDeal:
		return k.t.Act(s, engine.Say(engine.Timeout, 0))
	}
	c.Absent = true
	return nil
}

// TimeUpAction is what a claim of a player's time does. Ids of texts contain it.
type TimeUpAction string

// The actions.
const (
	EndMatch      TimeUpAction = "end"      // the match ends, and the player has lost
	SettleDeal    TimeUpAction = "settle"   // the rules settle the deal
	ComputerPlays TimeUpAction = "computer" // the computer plays the rest of the deal
)

// AfterTimeUp returns what a claim does; end asks for the end of the match.
func (k Clocks) AfterTimeUp(end bool) TimeUpAction {
	switch {
	case end:
		return EndMatch
	case k.t.Setup.Settle:
		return SettleDeal
	}
	return ComputerPlays
}

// ComeBack lets the seat's player play again after the computer played for them. It refuses an old button.
func (k Clocks) ComeBack(s engine.Seat, rev string) error {
	switch {
	case !k.t.Chairs[s].Absent:
		return chat.Refuse("not-absent")
	case k.t.IsOldRevision(rev):
		return chat.Refuse("stale")
	}
	k.t.Chairs[s].resume()
	return nil
}

// mostGiven is how often time may be given for one move. Otherwise two of three players could prevent the third from
// ever claiming it.
const mostGiven = 2

// NotExtendable returns the seats that can't get more time for their move.
func (k Clocks) NotExtendable() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return c.Extensions >= mostGiven })
}

// Extend gives every other player who is to move the time of one more move, and returns those seats. It refuses an
// old button.
func (k Clocks) Extend(f Facts, mine engine.Seat, rev string) (given engine.Seats, err error) {
	switch {
	case k.t.IsOldRevision(rev):
		return 0, chat.Refuse("stale")
	case k.t.Setup.Pace == NoPace:
		return 0, chat.Refuse("no-clock")
	}
	others, spoilt := k.t.Waiting()&^mine.Bit(), k.NotExtendable()
	for s := range (others &^ spoilt).All() {
		if c := &k.t.Chairs[s]; c.Timer.On != "" {
			c.Timer = c.Timer.runOn(f, c.Timer.On)
			c.Timer.LeftMillis += k.t.Setup.Pace.time().Milliseconds()
			c.Reminded, c.Extensions = k.t.Setup.Pace.stageOf(c.Timer.Remaining(f)), c.Extensions+1
			given |= s.Bit()
		}
	}
	switch {
	case given == 0 && others&spoilt != 0:
		return 0, chat.Refuse("extend-enough", "Most", mostGiven)
	case given == 0:
		return 0, chat.Refuse("nobody-thinks")
	}
	return given, nil
}
