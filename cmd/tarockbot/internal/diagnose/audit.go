package diagnose

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
)

// Audit recomputes all standings and replays all finished deals. A data file must not be in use.
func Audit(ctx context.Context, c config.Config, out io.Writer) error {
	data := location.Redact(c.Data)
	var standings standing.AuditReport
	var deals doctor.Report
	var warning error
	err := stores.WithUnsealed(ctx, c.Data, c.DataKey, func(docs storage.Store, raw stores.Snapshot) error {
		warning = raw.Warning()
		kinds, err := raw.Kinds(ctx)
		if err != nil || len(kinds) == 0 {
			return err
		}
		if standings, err = doctor.Audit(ctx, docs, time.Now()); err != nil {
			return err
		}
		deals, err = doctor.ExamineDeals(ctx, docs)
		return err
	})
	if errors.Is(err, documents.ErrOlderData) {
		err = fmt.Errorf("%w: start the bot once to migrate the data, then audit it; the command doctor examines it as it is", err)
	}
	if err != nil {
		return err
	}
	report.PrintLines(out, slices.Concat(standings.Faults, deals.Faults))
	if wrong := standings.WrongCount + len(deals.Faults); wrong > 0 {
		return exit.With(exit.Data, fmt.Errorf("%s: %s unlike the log of matches or a deal's record", data, report.Count(wrong, "value")))
	}
	fmt.Fprintf(out, "%s: all standings agree with the log of matches (matches: %d, standings: %d, places: %d)\n",
		data, standings.Matches, standings.Standings, standings.Places)
	PrintUnexamined(out, data, deals)
	return warning
}
