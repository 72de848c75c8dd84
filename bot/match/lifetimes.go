package match

import (
	"time"

	"tarockbot/engine"
)

// Lifetimes decides how long tables wait, and how long finished ones stay.
type Lifetimes struct {
	Facts     Facts
	Abandoned time.Duration // an untouched match is closed after this time
}

// The times after which a table is closed or deleted.
const (
	// ChallengeLife is how long a challenge waits.
	ChallengeLife = 24 * time.Hour
	// finishedLife is how long a table stays once it is over. Its deals and the history stay for good.
	finishedLife = 24 * time.Hour
	// suspendedLife is how long a match waits for an unreachable player. Then it is void and counts for nobody.
	suspendedLife = 24 * time.Hour
	// downWait delays the check of a clock whose platform is disconnected.
	downWait = time.Minute
)

// Next returns when the table must be checked next: at is a time of day. If it is zero, ran is the bot's running time.
func (x Lifetimes) Next(t *Table) (at time.Time, ran time.Duration) {
	switch t.Stage {
	case Open:
		return t.Created.Add(ChallengeLife), 0
	case Playing:
		return at, min(x.abandonedAt(t), x.voidAt(t), x.nextStage(t), t.Decks().CutAt())
	}
	return t.Touched.Add(finishedLife), 0
}

// Due returns why the table must be closed now; "" if it may stay.
func (x Lifetimes) Due(t *Table) CloseReason {
	switch ran := x.Facts.Ran(); {
	case x.Expired(t):
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

// Expired reports whether the challenge has waited long enough.
func (x Lifetimes) Expired(t *Table) bool {
	return t.Stage == Open && x.Facts.Now().Sub(t.Created) >= ChallengeLife
}

// LongOver reports whether the table must be deleted.
func (x Lifetimes) LongOver(t *Table) bool {
	return !t.IsActive() && x.Facts.Now().Sub(t.Touched) >= finishedLife
}

// abandonedAt returns the bot's running time at which the untouched match is closed. An agreed pause doesn't count.
func (x Lifetimes) abandonedAt(t *Table) time.Duration {
	touched := time.Duration(t.Ran) * time.Millisecond
	if t.Paused {
		touched = x.Facts.Ran()
	}
	return touched + x.Abandoned
}

// nextStage returns the bot's running time at which the next clock reaches its next stage; Never if no clock runs.
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

// voidAt returns the bot's running time at which an unreachable player makes the match void; Never if all can be
// reached.
func (Lifetimes) voidAt(t *Table) time.Duration {
	at := Never
	for s, c := range t.Chairs {
		if since := t.Places().goneSince(engine.Seat(s)); !c.Robot && since != Never {
			at = min(at, since+suspendedLife)
		}
	}
	return at
}
