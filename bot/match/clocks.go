package match

import (
	"math"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine"
)

// Clocks are those of a table's seats, and what follows when their time runs out.
type Clocks struct{ t *Table }

// Clocks are those of the table.
func (t *Table) Clocks() Clocks { return Clocks{t} }

// Timer is a seat's clock: how long its person has left for the move that they are
// waited for. It counts running time of the platform where they are told, so they
// lose none while that, or the bot, is away.
type Timer struct {
	Left  int64  `json:"left,omitempty"`  // milliseconds, when it was last started or stopped
	On    string `json:"on,omitempty"`    // the platform by whose running time it runs; "": it stands still
	Since int64  `json:"since,omitempty"` // that running time when it was started, in milliseconds
}

// The stages of a seat that is waited for; see Chair.Reminded.
const (
	RemindedOnce  = 1 // half of the time has passed
	RemindedTwice = 2 // most of it has
	TimeUp        = 3 // all of it: the others may claim that
)

// leftAt is how many percent of the pace are left when a stage begins.
var leftAt = [...]int64{RemindedOnce: 50, RemindedTwice: 15, TimeUp: 0}

// leastAgain is the percentage of the pace that somebody has at least for a move
// which was taken back. Else taking back and forth would stop the clock.
const leastAgain = 10

// Remaining is how much time is left on the clock; 0 once it is up.
func (tm Timer) Remaining(f Facts) time.Duration {
	left := time.Duration(tm.Left) * time.Millisecond
	if tm.On != "" {
		left -= f.RanOn(tm.On) - time.Duration(tm.Since)*time.Millisecond
	}
	return max(left, 0)
}

// runOn is the clock, running by the platform's running time; standing still, if that is "".
func (tm Timer) runOn(f Facts, platform string) Timer {
	after := Timer{Left: tm.Remaining(f).Milliseconds(), On: platform}
	if platform != "" {
		after.Since = f.RanOn(platform).Milliseconds()
	}
	return after
}

// stageOf is the stage at which so much of the pace is left.
func (p Pace) stageOf(left time.Duration) int {
	stage := 0
	for s := RemindedOnce; s <= TimeUp; s++ {
		if left <= p.leftAt(s) {
			stage = s
		}
	}
	return stage
}

// leftAt is the time that is left when the stage begins.
func (p Pace) leftAt(stage int) time.Duration { return p.time() * time.Duration(leftAt[stage]) / 100 }

// setTimers starts the clocks of the seats that are waited for, anew for those
// that are asked something new, and stops all others.
func (k Clocks) setTimers(f Facts, asked engine.Seats, again engine.Seats) {
	whole := k.t.Setup.Pace.time().Milliseconds()
	for s := range k.t.Chairs {
		seat, c := engine.Seat(s), &k.t.Chairs[s]
		fresh := asked.Has(seat) || c.Timer == Timer{}
		switch {
		case whole == 0 || !k.t.Waiting().Has(seat) || c.Robot:
			c.Timer, c.Reminded = c.Timer.runOn(f, ""), 0 // what is left counts if the move is taken back
			continue
		case fresh && again.Has(seat):
			c.Timer, c.Reminded = Timer{Left: max(c.Timer.Left, whole*leastAgain/100)}, 0
		case fresh:
			c.Timer, c.Reminded, c.Extensions = Timer{Left: whole}, 0, 0
		}
		if on := k.runsOn(f, seat); on != c.Timer.On {
			c.Timer = c.Timer.runOn(f, on)
		}
	}
}

// runsOn is the platform by whose running time the seat's clock is to run; "" if it is
// to stand still.
func (k Clocks) runsOn(f Facts, s engine.Seat) string {
	if k.t.Paused {
		return ""
	}
	return f.ClockPlatform(k.t, s)
}

// UpdateStages brings the stages of the table's clocks up to date, and says whether any
// is another.
func (k Clocks) UpdateStages(f Facts) (changed bool) {
	for s := range k.t.Chairs {
		c := &k.t.Chairs[s]
		if c.Timer.On != "" && k.runsOn(f, engine.Seat(s)) == "" {
			changed = true // it was to be stopped, but the bot was killed
			continue
		}
		if stage := k.t.Setup.Pace.stageOf(c.Timer.Remaining(f)); k.t.Stage == Playing && c.Timer.On != "" && stage > c.Reminded {
			c.Reminded, changed = stage, true
		}
	}
	return changed
}

// LeastLeft is how much time those have left who are waited for, of the seats; up
// says that somebody's is up. Without a clock that runs there is none.
func (cs Chairs) LeastLeft(f Facts, seats engine.Seats) (left time.Duration, up, none bool) {
	left = Never
	for s := range seats.All() {
		if c := cs[s]; c.Timer.On != "" {
			left, up = min(left, c.Timer.Remaining(f)), up || c.Reminded == TimeUp
		}
	}
	return left, up, left == Never
}

// Facts are what is true where a table is, as far as it needs to know.
type Facts interface {
	Now() time.Time
	// Ran is how long the bot has run.
	Ran() time.Duration
	// RanOn is how long the bot has run with the platform connected.
	RanOn(platform string) time.Duration
	// IsDown says that the platform isn't connected.
	IsDown(platform string) bool
	// ClockPlatform is the platform by whose running time the seat's clock runs: that
	// where its person is told. "" if they are away: it stands still.
	ClockPlatform(t *Table, s engine.Seat) string
	// WantsReminder says whether the one who sits there wants the reminder of that stage.
	WantsReminder(c Chair, stage int) bool
}

// Pace is how many minutes somebody has for a move. 0 is as long as they like.
type Pace int

// The paces that have a name.
const (
	NoPace   Pace = 0
	LivePace Pace = 2
	DayPace  Pace = 24 * 60

	UsualPace = 3 * DayPace // among people, where nothing else is said
	MostDays  = 14

	// What people say is understood further than that, to be told so.
	SaidDays  = 99
	SaidWeeks = 9
)

// time is how long somebody has for a move; 0 is no limit.
func (p Pace) time() time.Duration { return time.Duration(p) * time.Minute }

// Days is how many days somebody has; 0 if it isn't so many whole days.
func (p Pace) Days() int {
	if p%DayPace != 0 {
		return 0
	}
	return int(p / DayPace)
}

// RunsOn says that a clock at the table runs by the platform's running time.
func (cs Chairs) RunsOn(platform string) bool {
	return slices.ContainsFunc(cs, func(c Chair) bool { return c.Timer.On == platform })
}

// MayEnd says that the seat loses the match if another wants it: its time has
// been claimed before.
func (cs Chairs) MayEnd(seat engine.Seat) bool { return cs[seat].TimedOut > 0 }

// ClaimedSeat is the seat whose time is meant: that of the others which a button names
// with its step, or the first.
func (k Clocks) ClaimedSeat(mine engine.Seat, named []string, end bool) (engine.Seat, error) {
	late := k.t.Chairs.LateSeats()
	up := late &^ mine.Bit()
	if up != 0 && late.Has(mine) {
		return 0, chat.Refuse("late-yourself")
	}
	for s := range up.All() {
		if len(named) > 0 && !slices.Equal(named, k.t.Chairs.ClaimWords(s)) || end && !k.t.Chairs.MayEnd(s) {
			continue
		}
		return s, nil
	}
	switch {
	case len(named) > 0:
		return 0, chat.Refuse("stale")
	case up != 0 && end:
		return 0, chat.Refuse("claim-first")
	}
	return 0, chat.Refuse("time-left")
}

// ClaimWords name the seat, and what it is asked, on a button.
func (cs Chairs) ClaimWords(s engine.Seat) []string {
	return []string{strconv.Itoa(int(s)), strconv.Itoa(cs[s].Step)}
}

// GoOnWithout lets the deal go on without the seat, whose time is up, or ends the match.
// The error is an engine.Refusal if the deal can't be settled.
func (k Clocks) GoOnWithout(s engine.Seat, end bool, now time.Time) error {
	c := &k.t.Chairs[s]
	c.TimedOut++
	switch k.AfterTimeUp(end) {
	case "end":
		c.Expired = true
		return k.t.Leave(s.Bit(), engine.Timeout, now)
	case "settle":
		return k.t.Act(s, engine.Say(engine.Timeout, 0))
	}
	c.Absent = true
	return nil
}

// ComeBack lets somebody play for themselves again, where the computer does. A button
// may be good for one revision only.
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

// AfterTimeUp is what becomes of the deal or the match without somebody whose time is up.
func (k Clocks) AfterTimeUp(end bool) string {
	switch {
	case end:
		return "end"
	case k.t.Setup.Settle:
		return "settle"
	}
	return "computer"
}

// SlowSeats are the seats that have used half of their time, or more.
func (k Clocks) SlowSeats() engine.Seats {
	return k.t.Chairs.Seats(func(c Chair) bool { return k.t.Stage == Playing && c.Reminded > 0 })
}

// mostGiven is how often time may be given for one move. Else two of three could keep
// the third from ever claiming it.
const mostGiven = 2

// NotExtendable are the seats that can't be given more time for their move.
func (cs Chairs) NotExtendable() engine.Seats {
	return cs.Seats(func(c Chair) bool { return c.Extensions >= mostGiven })
}

// Extend gives those whom the seat waits for the time for one more move, and returns
// whose those are. A button may be good for one revision only.
func (k Clocks) Extend(f Facts, mine engine.Seat, rev string) (given engine.Seats, err error) {
	if k.t.IsOldRevision(rev) {
		return 0, chat.Refuse("stale")
	}
	others, spoilt := k.t.Waiting()&^mine.Bit(), k.t.Chairs.NotExtendable()
	for s := range (others &^ spoilt).All() {
		if c := &k.t.Chairs[s]; c.Timer.On != "" {
			c.Timer = c.Timer.runOn(f, c.Timer.On)
			c.Timer.Left += k.t.Setup.Pace.time().Milliseconds()
			c.Reminded, c.Extensions = k.t.Setup.Pace.stageOf(c.Timer.Remaining(f)), c.Extensions+1
			given |= s.Bit()
		}
	}
	switch {
	case k.t.Setup.Pace == NoPace:
		return 0, chat.Refuse("no-clock")
	case given == 0 && others&spoilt != 0:
		return 0, chat.Refuse("extend-enough", "Most", mostGiven)
	case given == 0:
		return 0, chat.Refuse("nobody-thinks")
	}
	return given, nil
}

// Never is later than all times.
const Never = time.Duration(math.MaxInt64)

// goneSince is since when the seat can be reached nowhere, in the bot's running time:
// neither in private nor in a chat of the same network. Never, if it can.
func (k Clocks) goneSince(seat engine.Seat) (since time.Duration) {
	network := ""
	for _, m := range k.t.Messages {
		if m.Seat == seat {
			network = m.Place.Platform()
		}
	}
	for _, m := range k.t.Messages {
		switch {
		case m.Seat != seat && (m.Place.Chat == "" || m.Place.Platform() != network):
		case !m.Lost:
			return Never
		default:
			since = max(since, time.Duration(m.Gone)*time.Millisecond)
		}
	}
	if network == "" {
		return Never
	}
	return since
}

// voidAt is when the match has waited long enough, in the bot's running time; Never, if
// it isn't waiting.
func (k Clocks) voidAt() time.Duration {
	at := Never
	for s, c := range k.t.Chairs {
		if since := k.goneSince(engine.Seat(s)); !c.Robot && since != Never {
			at = min(at, since+suspendedLife)
		}
	}
	return at
}
