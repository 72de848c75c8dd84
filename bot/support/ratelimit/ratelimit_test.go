package ratelimit_test

import (
	"testing"
	"time"

	"tarockbot/bot/support/ratelimit"
)

func TestTake(t *testing.T) {
	t.Parallel()
	l := ratelimit.New[string](2, time.Minute)
	begin := time.Unix(1_800_000_000, 0)
	for _, step := range []struct {
		key  string
		at   time.Duration
		want time.Duration
	}{
		{"anna", 0, 0},
		{"anna", 0, 0},
		{"anna", 0, time.Minute},
		{"bert", 0, 0},
		{"anna", 45 * time.Second, 15 * time.Second},
		{"anna", time.Minute, 0},
		{"anna", 70 * time.Second, 50 * time.Second},
	} {
		if got := l.Take(step.key, begin.Add(step.at)); (got - step.want).Abs() > time.Microsecond {
			t.Errorf("after %v, %s waits %v, want %v", step.at, step.key, got, step.want)
		}
	}
}

func TestIsFresh(t *testing.T) {
	t.Parallel()
	l := ratelimit.New[string](2, time.Minute)
	begin := time.Unix(1_800_000_000, 0)
	if !l.IsFresh("anna", begin) {
		t.Error("a new key isn't fresh")
	}
	l.Take("anna", begin)
	l.Take("anna", begin)
	for at, want := range map[time.Duration]bool{0: false, time.Minute: false, 2 * time.Minute: true} {
		if got := l.IsFresh("anna", begin.Add(at)); got != want {
			t.Errorf("after %v the key is fresh: %v", at, got)
		}
	}
}

func TestLimitedKeyIsNotEvicted(t *testing.T) {
	t.Parallel()
	l := ratelimit.New[int](2, time.Minute)
	now := time.Unix(1_800_000_000, 0)
	refused := func() bool { return l.Take(-1, now) > 0 }
	for !refused() {
	}
	for i := range 50_000 {
		l.Take(i, now)
		if i%10_000 == 0 && !refused() {
			t.Fatalf("after %d others the key is forgotten", i)
		}
	}
}
