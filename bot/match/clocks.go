package match

import (
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Clocks manages the seats' clocks.
type Clocks struct{ t *Table }

// Clocks returns the table's clocks.
func (t *Table) Clocks() Clocks { return Clocks{t} }

// Timer counts running time of the player's platform, so nobody loses time in an outage.
type Timer struct {
	LeftMillis int64  `json:"left,omitempty"`  // at the last start or stop
	Platform   string `json:"on,omitempty"`    // platform; "" if stopped
	Since      int64  `json:"since,omitempty"` // running time at the start, in milliseconds
}

// leastPercentAfterUndo is the least share of the pace that a player gets after an undo. Otherwise repeated undos would
// stop the clock.
const leastPercentAfterUndo = 10

// Remaining returns the time left, at least 0.
func (tm Timer) Remaining(f Facts) time.Duration {
	left := time.Duration(tm.LeftMillis) * time.Millisecond
	if tm.Platform != "" {
		left -= f.ConnectedTime(tm.Platform) - time.Duration(tm.Since)*time.Millisecond
	}
	return max(left, 0)
}

func (tm Timer) runOn(f Facts, platform string) Timer {
	after := Timer{LeftMillis: tm.Remaining(f).Milliseconds(), Platform: platform}
	if platform != "" {
		after.Since = f.ConnectedTime(platform).Milliseconds()
	}
	return after
}

// setTimers starts and stops clocks. A new question gets the whole pace; an undone
// move gets its time back.
func (k Clocks) setTimers(f Facts, asked engine.Seats, again engine.Seats) {
	whole := k.t.Setup.Pace.time().Milliseconds()
	for s := range k.t.Chairs {
		seat, c := engine.Seat(s), &k.t.Chairs[s]
		// A clock that ran out is zero, but its Reminded isn't.
		fresh := asked.Has(seat) || c.Timer == Timer{} && c.Reminded == 0
		switch {
		case whole == 0 || !k.t.Waiting().Has(seat) || c.Robot:
			c.Timer, c.Reminded = c.Timer.runOn(f, ""), 0 // an undo restores this time
			continue
		case fresh && again.Has(seat):
			c.Timer, c.Reminded = Timer{LeftMillis: max(c.Timer.LeftMillis, whole*leastPercentAfterUndo/100)}, 0
		case fresh:
			c.Timer, c.Reminded, c.Extensions = Timer{LeftMillis: whole}, 0, 0
		}
		if on := k.runsOn(f, seat); on != c.Timer.Platform {
			c.Timer = c.Timer.runOn(f, on)
		}
	}
}

func (k Clocks) runsOn(f Facts, s engine.Seat) string {
	if k.t.Paused {
		return ""
	}
	return f.ClockPlatform(k.t, s)
}

// UpdateStages updates the clocks' stages and reports whether the table must be stored.
func (k Clocks) UpdateStages(f Facts) (changed bool) {
	for s := range k.t.Chairs {
		c := &k.t.Chairs[s]
		if c.Timer.Platform != "" && k.runsOn(f, engine.Seat(s)) == "" {
			changed = true // the bot was killed before it stopped the clock
			continue
		}
		stage := k.t.Setup.Pace.stageOf(c.Timer.Remaining(f))
		if k.t.Stage == Playing && c.Timer.Platform != "" && stage > c.Reminded {
			c.Reminded, changed = stage, true
		}
	}
	return changed
}

// LeastLeft returns the least time on running clocks, or Never. up reports whether one has run out.
func (k Clocks) LeastLeft(f Facts, seats engine.Seats) (left time.Duration, up bool) {
	left = Never
	for s := range seats.All() {
		if c := k.t.Chairs[s]; c.Timer.Platform != "" {
			left, up = min(left, c.Timer.Remaining(f)), up || c.Reminded == TimeUp
		}
	}
	return left, up
}

// AnyRunsOn reports whether a clock counts the platform's time.
func (k Clocks) AnyRunsOn(platform string) bool {
	return slices.ContainsFunc(k.t.Chairs, func(c Chair) bool { return c.Timer.Platform == platform })
}

// LateSeats returns the seats whose time is up.
func (k Clocks) LateSeats() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return c.Reminded == TimeUp })
}

// SlowSeats returns the seats that used half of their time.
func (k Clocks) SlowSeats() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return k.t.Stage == Playing && c.Reminded > 0 })
}

// ClaimCanEnd reports whether a claim may end the match: the second and later ones may.
func (k Clocks) ClaimCanEnd(s engine.Seat) bool { return k.t.Chairs[s].TimedOut > 0 }

// ClaimedSeat returns the named seat, or the first late one. With end, ClaimCanEnd must hold.
func (k Clocks) ClaimedSeat(mine engine.Seat, named []string, end bool) (engine.Seat, error) {
	late := k.LateSeats()
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

// ClaimWords returns a button's words for the seat.
func (k Clocks) ClaimWords(s engine.Seat) []string {
	return []string{strconv.Itoa(int(s)), strconv.Itoa(k.t.Chairs[s].Step)}
}

// ClaimTime ends the match or continues without the player. It returns an engine.Refusal if the deal can't be settled.
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

// TimeUpAction is a claim's effect. Text ids contain it.
type TimeUpAction string

// The effects of a claim.
const (
	EndMatch      TimeUpAction = "end"
	SettleDeal    TimeUpAction = "settle"
	ComputerPlays TimeUpAction = "computer"
)

// AfterTimeUp returns a claim's effect.
func (k Clocks) AfterTimeUp(end bool) TimeUpAction {
	switch {
	case end:
		return EndMatch
	case k.t.Setup.SettleTimeouts:
		return SettleDeal
	}
	return ComputerPlays
}

// ComeBack gives the seat back to its player. It refuses an old button.
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

// maxExtensions keeps two of three players from preventing claims forever.
const maxExtensions = 2

// NotExtendable returns the seats that can't get more time.
func (k Clocks) NotExtendable() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return c.Extensions >= maxExtensions })
}

// Extend gives all other players more time, and returns their seats. It refuses an old button.
func (k Clocks) Extend(f Facts, mine engine.Seat, rev string) (given engine.Seats, err error) {
	switch {
	case k.t.IsOldRevision(rev):
		return 0, chat.Refuse("stale")
	case k.t.Setup.Pace == NoPace:
		return 0, chat.Refuse("no-clock")
	}
	others, exhausted := k.t.Waiting()&^mine.Bit(), k.NotExtendable()
	for s := range (others &^ exhausted).All() {
		if c := &k.t.Chairs[s]; c.Timer.Platform != "" {
			c.Timer = c.Timer.runOn(f, c.Timer.Platform)
			c.Timer.LeftMillis += k.t.Setup.Pace.time().Milliseconds()
			c.Reminded, c.Extensions = k.t.Setup.Pace.stageOf(c.Timer.Remaining(f)), c.Extensions+1
			given |= s.Bit()
		}
	}
	switch {
	case given == 0 && others&exhausted != 0:
		return 0, chat.Refuse("extend-enough", "Most", maxExtensions)
	case given == 0:
		return 0, chat.Refuse("nobody-thinks")
	}
	return given, nil
}
