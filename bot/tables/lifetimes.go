package tables

import (
	"time"

	"tarockbot/bot/match"
	"tarockbot/storage"
)

// ChallengeLife is how long a challenge waits.
const ChallengeLife = 24 * time.Hour

// lifetimes say how long tables wait and stay.
type lifetimes struct {
	clock *Clock
	facts *Facts
	now   func() time.Time
	limit time.Duration // after which a match is closed that nobody touches
}

// finishedLife is how long a table stays once it is over; its deals and the
// history stay for good.
const finishedLife = 24 * time.Hour

// alarmOf is when the table has to be looked at next.
func (x lifetimes) alarmOf(t *match.Table) Alarm {
	a := Alarm{What: "table", ID: string(t.ID)}
	switch t.Stage {
	case match.Open:
		a.Line, a.At = Wall, SinceEpoch(t.Created.Add(ChallengeLife))
	case match.Playing:
		a.Line, a.At = Run, x.abandonedAt(t)
		if at, never := t.Clocks().VoidAt(); !never {
			a.At = min(a.At, at)
		}
		if at, never := x.nextStage(t); !never {
			a.At = min(a.At, at)
		}
	default:
		a.Line, a.At = Wall, SinceEpoch(t.Touched.Add(finishedLife))
	}
	return a
}

func (x lifetimes) Expired(t *match.Table) bool {
	return t.Stage == match.Open && x.now().Sub(t.Created) >= ChallengeLife
}

// void says whether the match has waited long enough for somebody who can be
// reached nowhere.
func (x lifetimes) void(t *match.Table) bool {
	at, never := t.Clocks().VoidAt()
	return t.Stage == match.Playing && !never && x.clock.Ran() >= at
}

// abandonedAt is when nobody has touched the match for so long that it ends, in
// the bot's running time. A pause that all have agreed to is no such time.
func (x lifetimes) abandonedAt(t *match.Table) time.Duration {
	touched := time.Duration(t.Ran) * time.Millisecond
	if t.Paused {
		touched = x.clock.Ran()
	}
	return touched + x.limit
}

func (x lifetimes) abandoned(t *match.Table) bool {
	return t.Stage == match.Playing && x.clock.Ran() >= x.abandonedAt(t)
}

func (x lifetimes) longOver(t *match.Table) bool {
	return !t.IsActive() && x.now().Sub(t.Touched) >= finishedLife
}

// nextStage is when a clock of the table reaches its next stage, in the bot's
// running time, if none stands still; never says that none will.
func (x lifetimes) nextStage(t *match.Table) (at time.Duration, never bool) {
	never = true
	for _, c := range t.Chairs {
		if c.Timer.On == "" || c.Reminded == match.TimeUp {
			continue
		}
		wait := max(c.Timer.Remaining(x.facts)-t.Setup.Pace.LeftAt(c.Reminded+1), 0)
		if x.clock.Down(c.Timer.On) {
			wait += downWait
		}
		if next := x.clock.Ran() + wait; never || next < at {
			at, never = next, false
		}
	}
	return at, never
}

// downWait is how much later a clock is looked at that stands still because its
// platform has lost its network.
const downWait = time.Minute

// setAlarm sets the table's alarm anew if it has to be, and returns what is to be
// stored together with the table.
func (x lifetimes) setAlarm(t *match.Table) []storage.Doc {
	next := x.alarmOf(t)
	if !next.Sets(AlarmKey(t.Alarm), x.clock.On) {
		return nil
	}
	docs := MoveDocs(AlarmKey(t.Alarm), next.Key())
	t.Alarm = string(next.Key())
	return docs
}
