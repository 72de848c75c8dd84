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
		way, back time.Duration // of an answer
		jump      time.Duration // of the database's clock before it
		set       bool
	}{
		"at once":         {},
		"late question":   {way: 30 * time.Second},
		"late answer":     {back: 30 * time.Second},
		"a bit forwards":  {jump: 900 * time.Millisecond},
		"a bit backwards": {jump: -900 * time.Millisecond},
		"forwards":        {jump: 1100 * time.Millisecond, set: true},
		"backwards":       {jump: -1100 * time.Millisecond, set: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				now := time.Now()
				d := &Database{clock: clock{serverTime: now, localTime: now}}
				d.clock.adjust(now.Add(ahead), now)
				if got := d.Ahead(); got != ahead {
					t.Fatalf("the clock is %v ahead, want %v", got, ahead)
				}
				<-time.After(time.Minute)
				asked := time.Now()
				<-time.After(tt.way)
				said := time.Now().Add(ahead + tt.jump)
				<-time.After(tt.back)
				d.clock.adjust(said, asked)
				want := ahead
				if tt.set {
					want += tt.jump
				}
				if got := d.Ahead(); got != want {
					t.Errorf("the clock is %v ahead, want %v", got, want)
				}
			})
		})
	}
}

func setClock(t testing.TB, dsn, ahead string) {
	t.Helper()
	exec(t, direct(t, dsn), `create or replace function clock_timestamp() returns timestamptz language sql volatile
		as $$ select pg_catalog.clock_timestamp() + interval '`+ahead+`' $$`)
}

func TestClockAdjusted(t *testing.T) {
	t.Parallel()
	dsn := pgtest.DSN(t)
	own := dsn + ",pg_catalog" // so that its own functions come first
	setClock(t, dsn, "1 hour")
	db := open(t, own, Options{})
	near := func(when string, want time.Duration) {
		t.Helper()
		if got := db.Ahead(); got.Round(time.Hour) != want {
			t.Errorf("%s: the clock is %v ahead, want %v", when, got, want)
		}
	}
	near("before", 0)
	l := acquire(t, db)
	near("acquired", time.Hour)
	setClock(t, dsn, "-1 hour")
	if held, err := db.renewRow(t.Context(), l.holder, l.epoch); !held || err != nil {
		t.Fatalf("renew: got %t, %v", held, err)
	}
	near("renewed", -time.Hour)
	setClock(t, dsn, "2 hours")
	if c, err := db.Condition(t.Context(), time.Minute); err != nil || c.Ahead.Round(time.Hour) != 2*time.Hour {
		t.Errorf("Condition: got %v, %v", c.Ahead, err)
	}
	if err := l.Release(t.Context()); err != nil {
		t.Error(err)
	}
}
