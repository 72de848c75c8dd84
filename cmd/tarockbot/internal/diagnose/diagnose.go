// Package diagnose examines the data for its operator, and prints the faults.
package diagnose

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/cmd/tarockbot/internal/config"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/cmd/tarockbot/internal/stores"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

type diagnosis struct {
	documents   doctor.Report
	standings   standing.AuditReport
	damage      error // bolt.ErrMeta, or nil
	isEmpty     bool
	setupFaults []string // of the database, the settings and the configured files
	notes       []string
}

// ExamineData prints one line for each fault, and returns an error if there are any. An empty keyFile skips the signing
// key.
func ExamineData(ctx context.Context, c config.Config, keyFile string, out io.Writer) error {
	d, err := examine(ctx, c, keyFile)
	if err != nil {
		return err
	}
	name := location.Redact(c.Data)
	d.print(out, name)
	return d.verdict(name)
}

func examine(ctx context.Context, c config.Config, keyFile string) (d diagnosis, err error) {
	if !location.IsDatabase(c.Data) {
		d.damage = bolt.Verify(c.Data)
	}
	switch {
	case errors.Is(d.damage, fs.ErrNotExist):
		return d, exit.With(exit.IO, fmt.Errorf("%s: there is no such data file; the bot creates it when it starts", c.Data))
	case d.damage != nil && !errors.Is(d.damage, bolt.ErrMeta):
		return d, d.damage
	}
	err = d.examineDocuments(ctx, c, keyFile)
	if err == nil && location.IsDatabase(c.Data) {
		err = d.examineDatabase(ctx, c)
	}
	return d, err
}

func (d *diagnosis) examineDocuments(ctx context.Context, c config.Config, keyFile string) error {
	return stores.WithUnsealed(ctx, c.Data, c.DataKey, func(docs storage.Store, raw stores.Snapshot) error {
		kinds, err := raw.Kinds(ctx)
		if err != nil {
			return err
		}
		if d.isEmpty = len(kinds) == 0; d.isEmpty {
			return nil
		}
		d.documents, err = doctor.Examine(ctx, docs, bot.FormChecks())
		if err != nil || d.documents.Damaged > 0 {
			return err
		}
		if d.documents.Version == d.documents.Current {
			if d.standings, err = doctor.Audit(ctx, docs, time.Now()); err != nil {
				return err
			}
		}
		if keyFile == "" {
			return nil
		}
		return d.examineSigningKey(ctx, c, keyFile, raw)
	})
}

func (d *diagnosis) print(out io.Writer, name string) {
	found := d.documents
	report.PrintLines(out, slices.Concat(found.Faults, d.standings.Faults, d.setupFaults, d.notes))
	age := "of this version"
	switch {
	case d.isEmpty:
		age = "new"
	case found.Version < found.Current:
		age = fmt.Sprintf("of version %d, to be migrated to %d at the next start", found.Version, found.Current)
	}
	fmt.Fprintf(out, "%s: %s, %s and %d people, %s\n",
		name, report.Count(found.Tables, "table"), report.Count(found.Deals, "finished deal"), found.People, age)
	PrintUnexamined(out, name, found)
}

func (d *diagnosis) verdict(name string) error {
	n := len(d.documents.Faults) + d.standings.WrongCount + len(d.setupFaults)
	switch {
	case d.damage != nil:
		return d.damage
	case d.documents.Damaged > 0:
		const text = "%s: %s, %d of them damaged documents; restore a backup"
		return exit.With(exit.Data, fmt.Errorf(text, name, report.Count(n, "fault"), d.documents.Damaged))
	case n > 0:
		return exit.With(exit.Findings, fmt.Errorf("%s: %s", name, report.Count(n, "fault")))
	}
	return nil
}

// PrintUnexamined prints how many tables and deals were not examined, and why.
func PrintUnexamined(out io.Writer, name string, found doctor.Report) {
	if found.Sealed > 0 {
		fmt.Fprintf(out, "%s: %s sealed with a key that isn't here (%s), not examined\n",
			name, report.Count(found.Sealed, "table"), keys.DataKeySetting)
	}
	report.PrintEditions(out, name, found.Editions)
}
