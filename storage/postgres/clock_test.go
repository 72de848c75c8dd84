package postgres

import (
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/storage/postgres/pgtest"
)

func TestClock(t *testing.T) {
	t.Parallel()
	const ahead = -3 * time.Hour
	for name, tt := range map[string]struct {
		way, back time.Duration // of the question and the answer
		jump      time.Duration // of the database's clock before it answers
		adjusts   bool
	}{
		"immediate answer":     {},
		"late question":        {way: 30 * time.Second},
		"late answer":          {back: 30 * time.Second},
		"small jump forwards":  {jump: 900 * time.Millisecond},
		"small jump backwards": {jump: -900 * time.Millisecond},
		"jump forwards":        {jump: 1100 * time.Millisecond, adjusts: true},
		"jump backwards":       {jump: -1100 * time.Millisecond, adjusts: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				now := time.Now()
				d := &Database{clock: clock{serverTime: now, localTime: now}}
				d.clock.adjust(now.Add(ahead), now)
				if got := d.ClockAhead(); got != ahead {
					t.Fatalf("the clock is %v ahead, want %v", got, ahead)
				}
				<-time.After(time.Minute)
				asked := time.Now()
				<-time.After(tt.way)
				answer := time.Now().Add(ahead + tt.jump)
				<-time.After(tt.back)
				d.clock.adjust(answer, asked)
				want := ahead
				if tt.adjusts {
					want += tt.jump
				}
				if got := d.ClockAhead(); got != want {
					t.Errorf("the clock is %v ahead, want %v", got, want)
				}
			})
		})
	}
}

func setClock(t testing.TB, dsn, ahead string) {
	t.Helper()
	exec(t, connect(t, dsn), `create or replace function clock_timestamp() returns timestamptz language sql volatile
		as $$ select pg_catalog.clock_timestamp() + interval '`+ahead+`' $$`)
}

func TestClockAdjusted(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	faked := dsn + ",pg_catalog" // the schema's functions precede PostgreSQL's
	setClock(t, dsn, "1 hour")
	db := open(t, faked, Options{})
	wantAhead := func(when string, want time.Duration) {
		t.Helper()
		if got := db.ClockAhead(); got.Round(time.Hour) != want {
			t.Errorf("%s: the clock is %v ahead, want %v", when, got, want)
		}
	}
	wantAhead("before a query", 0)
	l := acquire(t, db)
	wantAhead("acquired", time.Hour)
	setClock(t, dsn, "-1 hour")
	if held, err := db.renewRow(t.Context(), l.holder, l.epoch); !held || err != nil {
		t.Fatalf("renewRow: got %t, %v", held, err)
	}
	wantAhead("renewed", -time.Hour)
	setClock(t, dsn, "2 hours")
	if c, err := db.Condition(t.Context(), time.Minute); err != nil || c.ClockAhead.Round(time.Hour) != 2*time.Hour {
		t.Errorf("Condition: got %v, %v", c.ClockAhead, err)
	}
	if err := l.Release(t.Context()); err != nil {
		t.Error(err)
	}
}
