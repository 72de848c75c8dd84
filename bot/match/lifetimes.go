package match

import (
	"time"

	"tarockbot/engine"
)

// Lifetimes decides when tables are closed or deleted.
type Lifetimes struct {
	Facts          Facts
	AbandonedAfter time.Duration // how long an untouched match lives
}

// The times until a table is closed or deleted.
const (
	// ChallengeLife is how long a challenge waits.
	ChallengeLife = 24 * time.Hour
	// Deals and history stay forever.
	finishedLife = 24 * time.Hour
	// how long a player may be unreachable before the match is void
	suspendedLife = 24 * time.Hour
	// between checks in an outage
	downWait = time.Minute
)

// NextCheck returns the next check's time: at, or the running time ran if at is zero.
func (x Lifetimes) NextCheck(t *Table) (at time.Time, ran time.Duration) {
	switch t.Stage {
	case Open:
		return t.Created.Add(ChallengeLife), 0
	case Playing:
		return at, min(x.abandonedAt(t), x.voidAt(t), x.nextStage(t), t.Decks().CutDeadline())
	}
	return t.Touched.Add(finishedLife), 0
}

// CloseReason returns why the table must be closed, or "".
func (x Lifetimes) CloseReason(t *Table) CloseReason {
	switch ran := x.Facts.RunningTime(); {
	case x.IsExpired(t):
		return ClosedExpired
	case t.Stage != Playing:
		return ""
	case ran >= x.voidAt(t):
		return ClosedVoid
	case ran >= x.abandonedAt(t):
		return ClosedAbandoned
	}
	return ""
}

// IsExpired reports whether the challenge has expired.
func (x Lifetimes) IsExpired(t *Table) bool {
	return t.Stage == Open && x.Facts.Now().Sub(t.Created) >= ChallengeLife
}

// IsLongOver reports whether the table must be deleted.
func (x Lifetimes) IsLongOver(t *Table) bool {
	return !t.IsActive() && x.Facts.Now().Sub(t.Touched) >= finishedLife
}

func (x Lifetimes) abandonedAt(t *Table) time.Duration {
	touched := time.Duration(t.TouchedRunningMillis) * time.Millisecond
	if t.Paused {
		touched = x.Facts.RunningTime()
	}
	return touched + x.AbandonedAfter
}

func (x Lifetimes) nextStage(t *Table) time.Duration {
	at := Never
	for _, c := range t.Chairs {
		if c.Timer.Platform == "" || c.Reminded == TimeUp {
			continue
		}
		wait := max(c.Timer.Remaining(x.Facts)-t.Setup.Pace.leftAt(c.Reminded+1), 0)
		if x.Facts.IsDown(c.Timer.Platform) {
			wait += downWait
		}
		at = min(at, x.Facts.RunningTime()+wait)
	}
	return at
}

func (Lifetimes) voidAt(t *Table) time.Duration {
	at := Never
	for s, c := range t.Chairs {
		if since := t.Places().goneSince(engine.Seat(s)); !c.Robot && since != Never {
			at = min(at, since+suspendedLife)
		}
	}
	return at
}
