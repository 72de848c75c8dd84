package main

import (
	"context"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot"
	"tarockbot/bot/tables/past"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine/verify"
	"tarockbot/storage"
)

// checkStore checks a copy of the store, or the store itself while no bot runs.
func (j *judge) checkStore(s storage.Store) {
	j.checkProofs(s) // first, because the doctor finds wrong proofs, too
	report, err := doctor.Examine(context.Background(), s, bot.FormChecks())
	j.report.failIf(err != nil || len(report.Faults) > 0, wholeCopies, "the doctor finds %q, %v", report.Faults, err)
	audit, err := doctor.Audit(context.Background(), s, j.clock.Now())
	j.report.failIf(err != nil || audit.WrongCount > 0, ratedOnce, "the audit finds %q, %v", audit.Faults, err)
}

func (j *judge) checkProofs(s storage.Store) {
	deals := make(map[string][]string)
	for doc, err := range s.Scan(context.Background(), past.KindDeal, "", "") {
		j.report.must(err)
		table, _, _ := strings.Cut(doc.Key.ID, "-")
		deals[table] = append(deals[table], string(doc.Data))
	}
	for _, table := range slices.Sorted(maps.Keys(deals)) {
		r := verify.File([]byte("["+strings.Join(deals[table], ",")+"]"), verify.Evidence{})
		j.report.failIf(r.Verdict() != verify.Fair || len(r.Holes) > 0, dealsCheckable, "table %s is %s: %+v", table, r.Verdict(), r)
	}
}
