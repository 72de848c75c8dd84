package bot

import (
	"testing"
	"time"

	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
)

// TestAwayDays: a day off is used once, however often it is asked for, and days that
// are left come back; a day is one of the calendar, also when the clocks are set.
func TestAwayDays(t *testing.T) {
	t.Parallel()
	vienna := standing.Vienna()
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, vienna)
	type press struct {
		after time.Duration // since the first
		days  int           // 0: back
	}
	for _, tt := range []struct {
		name    string
		start   time.Time
		presses []press
		used    int
		until   time.Duration
	}{
		{"once", noon, []press{{0, 1}}, 1, 24 * time.Hour},
		{"five times in five seconds", noon, []press{{0, 1}, {1 * time.Second, 1}, {2 * time.Second, 1}, {3 * time.Second, 1}, {4 * time.Second, 1}}, 1, 24*time.Hour + 4*time.Second},
		{"fourteen days twice", noon, []press{{0, 14}, {time.Second, 14}}, 14, 14*24*time.Hour + time.Second},
		{"back at once", noon, []press{{0, 5}, {59 * time.Second, 0}}, 0, 59 * time.Second},
		{"back after a minute", noon, []press{{0, 5}, {time.Minute, 0}}, 1, time.Minute},
		{"back at once on a day that was used", noon, []press{{0, 1}, {time.Hour, 0}, {2 * time.Hour, 1}, {2*time.Hour + time.Second, 0}}, 1, 2*time.Hour + time.Second},
		{"back and away", noon, []press{{0, 5}, {time.Second, 0}, {2 * time.Second, 5}, {3 * time.Second, 0}, {4 * time.Second, 1}}, 1, 24*time.Hour + 4*time.Second},
		{"longer, later", noon, []press{{0, 1}, {20 * time.Hour, 1}}, 2, 44 * time.Hour},
		{"shorter", noon, []press{{0, 14}, {30 * time.Hour, 1}}, 3, 54 * time.Hour},
		{"back after days", noon, []press{{0, 10}, {5*24*time.Hour + time.Hour, 0}}, 6, 5*24*time.Hour + time.Hour},
		{"every hour", noon, []press{{0, 1}, {50 * time.Minute, 1}, {100 * time.Minute, 1}, {150 * time.Minute, 1}}, 2, 24*time.Hour + 150*time.Minute},
		{"another day", noon, []press{{0, 1}, {25 * time.Hour, 1}}, 2, 49 * time.Hour},
		{"a day of 23 hours", time.Date(2026, 3, 28, 12, 0, 0, 0, vienna), []press{{0, 3}}, 3, 71 * time.Hour},
		{"back on a day of 23 hours", time.Date(2026, 3, 28, 12, 0, 0, 0, vienna), []press{{0, 3}, {0, 0}}, 0, 0},
		{"a day of 25 hours", time.Date(2026, 10, 24, 12, 0, 0, 0, vienna), []press{{0, 2}}, 2, 49 * time.Hour},
		{"at an hour that there isn't", time.Date(2026, 3, 28, 2, 30, 0, 0, vienna), []press{{0, 3}}, 3, 71 * time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var a people.Away
			for _, p := range tt.presses {
				now := tt.start.Add(p.after)
				if p.days == 0 {
					a = a.Return(now)
				} else {
					a = a.Begin(now, p.days)
				}
			}
			if got := a.Until.Sub(tt.start); a.Used != tt.used || got != tt.until {
				t.Errorf("%d days used for %v, want %d for %v", a.Used, got, tt.used, tt.until)
			}
		})
	}
}

// TestAwayYear: the year's days are there again in the next, and a year that has
// begun stays begun where the time zone goes back.
func TestAwayYear(t *testing.T) {
	t.Parallel()
	a := people.Away{}.Begin(time.Date(2026, 12, 20, 12, 0, 0, 0, time.UTC), 20)
	if got := a.Left(2026, 30); got != 10 {
		t.Errorf("%d days are left", got)
	}
	if got := a.Left(2027, 30); got != 30 {
		t.Errorf("in the next year %d days are left", got)
	}
	east, west := time.FixedZone("east", 12*60*60), time.FixedZone("west", -8*60*60)
	now := time.Date(2027, 1, 1, 6, 0, 0, 0, east)
	if a = a.Return(now).Begin(now, 5); a.Year != 2027 || a.Used != 5 {
		t.Errorf("%d: %d days used", a.Year, a.Used)
	}
	now = now.Add(time.Minute).In(west)
	if got := a.Left(now.Year(), 30); now.Year() != 2026 || got != 25 {
		t.Errorf("where it is still %d %d days are left", now.Year(), got)
	}
	if a = a.Begin(now, 6); a.Year != 2027 || a.Used != 6 {
		t.Errorf("the year goes back: %d, %d days used", a.Year, a.Used)
	}
}

// TestAwayAsStored: who was away before the days were counted so gets back what is
// left.
func TestAwayAsStored(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	a := people.Away{From: now, Until: now.AddDate(0, 0, 10), Year: 2026, Used: 12}
	if a = a.Return(now.Add(time.Hour)); a.Used != 3 {
		t.Errorf("%d days used, want 3", a.Used)
	}
}

// TestZoneIsKept: a time zone is loaded once.
func TestZoneIsKept(t *testing.T) {
	t.Parallel()
	all := people.New(nil, nil, nil, nil)
	for _, name := range []string{"", "Asia/Tokyo"} {
		p := people.Person{Account: people.Account{Calling: people.Calling{Zone: name}}}
		if one, other := all.ZoneOf(p), all.ZoneOf(p); one != other || one.String() != p.ZoneName() {
			t.Errorf("%q is %v, then another %v", name, one, other)
		}
	}
}
