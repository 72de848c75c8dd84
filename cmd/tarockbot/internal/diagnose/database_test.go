package diagnose

import (
	"strings"
	"testing"
	"time"

	"tarockbot/storage/postgres"
)

func TestDatabaseNotes(t *testing.T) {
	t.Parallel()
	healthy := postgres.Condition{Server: "15.1", TestedVersion: true, Checksums: true, Standbys: 2, Synchronous: 1, Versions: []string{"a"}, Live: 10_000, Dead: 2_000}
	if lines := databaseNotes(healthy); len(lines) > 0 {
		t.Errorf("without any problem, got %q", lines)
	}
	for wantText, change := range map[string]func(*postgres.Condition){
		"PostgreSQL 15.1 was not tried":                                         func(c *postgres.Condition) { c.TestedVersion = false },
		"it has no data_checksums":                                              func(c *postgres.Condition) { c.Checksums = false },
		"standbys are asynchronous":                                             func(c *postgres.Condition) { c.Synchronous = 0 },
		"and none of them is connected, so nobody can play":                     func(c *postgres.Condition) { c.Standbys, c.Synchronous, c.WaitsForStandbys = 0, 0, true },
		"several versions of tarockbot are connected, including this one: a; b": func(c *postgres.Condition) { c.Versions = append(c.Versions, "b") },
		"3 transactions older than 5m0s":                                        func(c *postgres.Condition) { c.LongTransactions = 3 },
		"10000 live rows and 2001 dead ones":                                    func(c *postgres.Condition) { c.Dead++ },
		"2 documents without a checksum":                                        func(c *postgres.Condition) { c.WithoutChecksum = 2 },
		"is 5s ahead of this machine's":                                         func(c *postgres.Condition) { c.ClockAhead = 5 * time.Second },
		"is 1h0m0s behind this machine's":                                       func(c *postgres.Condition) { c.ClockAhead = -time.Hour },
		"not examined, because this role may not read it: its standbys": func(c *postgres.Condition) {
			c.Synchronous, c.Hidden = 0, []string{postgres.HiddenStandbys}
		},
	} {
		c := healthy
		change(&c)
		if lines := databaseNotes(c); len(lines) != 1 || !strings.Contains(lines[0], wantText) {
			t.Errorf("got %q, want %q", lines, wantText)
		}
	}
	fewRows := postgres.Condition{TestedVersion: true, Checksums: true, Live: 1, Dead: deadRows, ClockAhead: 4 * time.Second}
	if lines := databaseNotes(fewRows); len(lines) > 0 {
		t.Errorf("with few rows and a small difference of clocks: got %q, want nothing", lines)
	}
}
