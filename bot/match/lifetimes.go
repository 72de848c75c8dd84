package match

import (
	"time"
)

// Lifetimes say how long tables wait and stay.
type Lifetimes struct {
	Facts Facts
	Limit time.Duration // after which a match is closed that nobody touches
}

// Next is when the table has to be looked at again: at a time of day or, if that is
// zero, once the bot has run for so long.
func (x Lifetimes) Next(t *Table) (at time.Time, ran time.Duration) {
	switch t.Stage {
	case Open:
		return t.Created.Add(ChallengeLife), 0
	case Playing:
		return at, min(x.abandonedAt(t), t.Clocks().voidAt(), x.nextStage(t), DecksOf(t).CutAt())
	}
	return t.Touched.Add(finishedLife), 0
}

// Due is why the table is to be closed, for it has waited long enough: a challenge has
// "expired", a match is "void" or "abandoned". "" if it hasn't.
func (x Lifetimes) Due(t *Table) string {
	switch ran := x.Facts.Ran(); {
	case x.Expired(t):
		return "expired"
	case t.Stage != Playing:
		return ""
	case ran >= t.Clocks().voidAt():
		return "void"
	case ran >= x.abandonedAt(t):
		return "abandoned"
	}
	return ""
}

// Expired says that the challenge has waited long enough.
func (x Lifetimes) Expired(t *Table) bool {
	return t.Stage == Open && x.Facts.Now().Sub(t.Created) >= ChallengeLife
}

// LongOver says that the table is to be deleted.
func (x Lifetimes) LongOver(t *Table) bool {
	return !t.IsActive() && x.Facts.Now().Sub(t.Touched) >= finishedLife
}

// abandonedAt is when nobody has touched the match for so long that it ends, in
// the bot's running time. A pause that all have agreed to is no such time.
func (x Lifetimes) abandonedAt(t *Table) time.Duration {
	touched := time.Duration(t.Ran) * time.Millisecond
	if t.Paused {
		touched = x.Facts.Ran()
	}
	return touched + x.Limit
}

// nextStage is when a clock of the table reaches its next stage, in the bot's running
// time, if none stands still; Never, if none will.
func (x Lifetimes) nextStage(t *Table) time.Duration {
	at := Never
	for _, c := range t.Chairs {
		if c.Timer.On == "" || c.Reminded == TimeUp {
			continue
		}
		wait := max(c.Timer.Remaining(x.Facts)-t.Setup.Pace.leftAt(c.Reminded+1), 0)
		if x.Facts.IsDown(c.Timer.On) {
			wait += downWait
		}
		at = min(at, x.Facts.Ran()+wait)
	}
	return at
}

const (
	// ChallengeLife is how long a challenge waits.
	ChallengeLife = 24 * time.Hour
	// finishedLife is how long a table stays once it is over; its deals and the
	// history stay for good.
	finishedLife = 24 * time.Hour
	// suspendedLife is how long a match waits for somebody who can be reached
	// nowhere. Then it is void: it counts for nobody.
	suspendedLife = 24 * time.Hour
	// downWait is how much later a clock is looked at that stands still because its
	// platform has lost its network.
	downWait = time.Minute
)
