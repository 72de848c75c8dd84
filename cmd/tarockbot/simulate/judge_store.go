package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot"
	"tarockbot/bot/match"
	"tarockbot/bot/tables/past"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine/verify"
	"tarockbot/storage"
)

// storedTable returns the stored table, or nil if there is none. If the table can't be read, it reports neverLost and returns
// nil.
func (j *judge) storedTable(id string) *match.Table {
	_, t, err := j.store.table(id)
	j.failIf(err != nil && !errors.Is(err, storage.ErrNotFound), neverLost, "%v", err)
	return t
}

// activeTables returns the tables that have not ended.
func (j *judge) activeTables() (all []*match.Table) {
	for _, id := range j.tables.ids() {
		if t := j.storedTable(id); t != nil && t.IsActive() {
			all = append(all, t)
		}
	}
	return all
}

// checkStore checks a copy of the store, or the store itself while no bot runs.
func (j *judge) checkStore(s storage.Store) {
	report, err := doctor.Examine(context.Background(), s, bot.Forms())
	j.failIf(err != nil || len(report.Faults) > 0, wholeCopies, "the doctor finds %q, %v", report.Faults, err)
	audit, err := doctor.Audit(context.Background(), s, j.clock.Now())
	j.failIf(err != nil || audit.Wrong > 0, ratedOnce, "the audit finds %q, %v", audit.Faults, err)
	j.checkProofs(s)
}

// checkProofs checks the proofs of all finished deals, table by table.
func (j *judge) checkProofs(s storage.Store) {
	deals := make(map[string][]string) // by table
	for doc, err := range s.Scan(context.Background(), past.KindDeal, "", "") {
		j.must(err)
		table, _, _ := strings.Cut(doc.Key.ID, "-")
		deals[table] = append(deals[table], string(doc.Data))
	}
	for _, table := range slices.Sorted(maps.Keys(deals)) {
		r := verify.File([]byte("["+strings.Join(deals[table], ",")+"]"), verify.Evidence{})
		j.failIf(r.Verdict() != verify.Fair || len(r.Holes) > 0, dealsCheckable, "table %s is %s: %+v", table, r.Verdict(), r)
	}
}
