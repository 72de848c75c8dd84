package bot

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// timer is a seat's clock: how long its person has left for the move that they are
// waited for. It counts running time of the platform where they are told, so they
// lose none while that, or the bot, is away.
type timer struct {
	Left  int64  `json:"left,omitempty"`  // milliseconds, when it was last started or stopped
	On    string `json:"on,omitempty"`    // the platform by whose running time it runs; "": it stands still
	Since int64  `json:"since,omitempty"` // that running time when it was started, in milliseconds
}

// The stages of a seat that is waited for; see chair.Reminded.
const (
	remindedOnce  = 1 // half of the time has passed
	remindedTwice = 2 // most of it has
	timeUp        = 3 // all of it: the others may claim that
)

// leftAt is how many percent of the pace are left when a stage begins.
var leftAt = [...]int64{remindedOnce: 50, remindedTwice: 15, timeUp: 0}

// leastAgain is the percentage of the pace that somebody has at least for a move
// which was taken back. Else taking back and forth would stop the clock.
const leastAgain = 10

// left is how much time is left on the clock; 0 once it is up.
func (tm timer) left(f facts) time.Duration {
	left := time.Duration(tm.Left) * time.Millisecond
	if tm.On != "" {
		left -= f.RanOn(tm.On) - time.Duration(tm.Since)*time.Millisecond
	}
	return max(left, 0)
}

// stopped is the clock, standing still.
func (tm timer) stopped(f facts) timer { return timer{Left: tm.left(f).Milliseconds()} }

// started is the clock, running by the platform's running time.
func (tm timer) started(f facts, platform string) timer {
	return timer{Left: tm.left(f).Milliseconds(), On: platform, Since: f.RanOn(platform).Milliseconds()}
}

// stageOf is the stage at which so much of the pace is left.
func (p pace) stageOf(left time.Duration) int {
	stage := 0
	for s := remindedOnce; s <= timeUp; s++ {
		if left <= p.leftAt(s) {
			stage = s
		}
	}
	return stage
}

// leftAt is the time that is left when the stage begins.
func (p pace) leftAt(stage int) time.Duration { return p.time() * time.Duration(leftAt[stage]) / 100 }

// setTimers starts the clocks of the seats that are waited for, anew for those
// that are asked something new, and stops all others.
func (t *table) setTimers(f facts, asked engine.Seats, again engine.Seats) {
	whole := t.Setup.Pace.time().Milliseconds()
	for s := range t.Chairs {
		seat, c := engine.Seat(s), &t.Chairs[s]
		fresh := asked.Has(seat) || c.Timer == timer{}
		switch {
		case whole == 0 || !t.waiting().Has(seat) || c.Robot:
			c.Timer, c.Reminded = c.Timer.stopped(f), 0 // what is left counts if the move is taken back
			continue
		case fresh && again.Has(seat):
			c.Timer, c.Reminded = timer{Left: max(c.Timer.Left, whole*leastAgain/100)}, 0
		case fresh:
			c.Timer, c.Reminded, c.Given = timer{Left: whole}, 0, 0
		}
		if on := f.CountedOn(t, seat); on != c.Timer.On {
			c.Timer = c.Timer.stopped(f)
			if on != "" {
				c.Timer = c.Timer.started(f, on)
			}
		}
	}
}

// nextStage is when a clock of the table reaches its next stage, in the bot's
// running time, if none stands still; never says that none will.
func (b *Bot) nextStage(t *table) (at time.Duration, never bool) {
	never = true
	for _, c := range t.Chairs {
		if c.Timer.On == "" || c.Reminded == timeUp {
			continue
		}
		wait := max(c.Timer.left(truth{b})-t.Setup.Pace.leftAt(c.Reminded+1), 0)
		if b.clock.down(c.Timer.On) {
			wait += downWait
		}
		if next := b.runFor() + wait; never || next < at {
			at, never = next, false
		}
	}
	return at, never
}

// downWait is how much later a clock is looked at that stands still because its
// platform has lost its network.
const downWait = time.Minute

// remind notes which stages the table's clocks have reached, for everybody to see.
func (b *Bot) remind(ctx context.Context, id chat.TableID) error {
	return b.amend(ctx, id, func(t *table) bool { return t.reach(truth{b}) })
}

// amend is alter for changes that clocks and calls depend on.
func (b *Bot) amend(ctx context.Context, id chat.TableID, change func(*table) bool) error {
	return b.alter(ctx, id, func(t *table) bool {
		before := t.situation()
		if !change(t) {
			return false
		}
		t.setTimers(truth{b}, 0, 0)
		t.raiseCalls(truth{b}, before, engine.Nobody)
		return true
	})
}

// reach brings the stages of the table's clocks up to date, and says whether any
// is another.
func (t *table) reach(f facts) (changed bool) {
	for s := range t.Chairs {
		c := &t.Chairs[s]
		if c.Timer.On != "" && f.CountedOn(t, engine.Seat(s)) == "" {
			changed = true // it was to be stopped, but the bot was killed
			continue
		}
		if stage := t.Setup.Pace.stageOf(c.Timer.left(f)); t.Stage == playing && c.Timer.On != "" && stage > c.Reminded {
			c.Reminded, changed = stage, true
		}
	}
	return changed
}

// clockLines tell until when those who are waited for have time.
func (b *Bot) clockLines(t *table, reader person, w *words.Tongue) []Line {
	if t.Stage != playing {
		return nil
	}
	var lines []Line
	names := view{table: t}.names(w)
	if t.Paused {
		lines = append(lines, Line{{Text: w.Say("clock.paused"), Style: Strong}})
	}
	for s, c := range t.Chairs {
		switch {
		case c.Absent:
			lines = append(lines, Line{{Text: w.Say("clock.absent", "Name", names[s]), Style: Strong}})
		case c.Timer.On == "":
		case c.Reminded == timeUp:
			lines = append(lines, Line{{Text: w.Say("clock.up", "Name", names[s]), Style: Strong}})
		case b.clock.isLost(c.Timer.On):
			lines = append(lines, Line{{Text: w.Say("clock.lost", "Name", names[s], "Platform", w.Say("platform."+c.Timer.On)), Style: Strong}})
		default:
			until := b.cfg.Now().Add(c.Timer.left(truth{b}))
			lines = append(lines, speech.SayWhen(w, Dim, b.moment(until, t.Setup.Pace == livePace, reader, w), "clock.until", "Name", names[s]))
		}
	}
	return append(lines, b.awayLines(t, reader, w)...)
}

// leastLeft is how much time those have left who are waited for, of the seats; up
// says that somebody's is up. Without a clock that runs there is none.
func (t *table) leastLeft(f facts, seats engine.Seats) (left time.Duration, up, none bool) {
	none = true
	for s := range seats.All() {
		c := t.Chairs[s]
		if c.Timer.On == "" {
			continue
		}
		up = up || c.Reminded == timeUp
		if l := c.Timer.left(f); none || l < left {
			left, none = l, false
		}
	}
	return left, up, none
}

const day = 24 * time.Hour

// moment is dateText for a reader, in their own time zone, which is named; for a
// board's, who may live anywhere, in the usual one.
func (b *Bot) moment(at time.Time, live bool, reader person, w *words.Tongue) Span {
	text := speech.DateText(at.In(b.people.zoneOf(reader)), live, w)
	return Span{Text: w.Say("time.there", "Date", text, "City", speech.ZoneName(reader.zone(), w)), At: at}
}
