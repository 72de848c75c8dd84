package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tarockbot/bot/doctor"
	"tarockbot/bot/standing"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
)

// doctorTime is how long the doctor may take for a file: what damage makes bbolt do
// nobody knows.
const doctorTime = 30 * time.Minute

// newDoctor looks at a data file. It does so in a process of its own, which may
// hang or die of what it finds.
func newDoctor(flags *pflag.FlagSet) func(context.Context, call) error {
	here := flags.Bool("here", false, "look in this process, which a badly damaged file may end")
	return func(ctx context.Context, c call) error {
		if *here {
			return diagnose(ctx, c.out, c.config.Data)
		}
		return askDoctor(ctx, c)
	}
}

// askDoctor has another process look.
func askDoctor(ctx context.Context, c call) error {
	program, err := os.Executable()
	if err != nil {
		return fail(exitIO, err)
	}
	ctx, cancel := context.WithTimeout(ctx, doctorTime)
	defer cancel()
	child := exec.CommandContext(ctx, program, "doctor", "--here", "--", c.config.Data)
	var told bytes.Buffer
	child.Env, child.Stdout, child.Stderr = c.env, c.out, &told
	err = child.Run()
	reason, known := strings.CutPrefix(told.String(), "tarockbot: ")
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return fail(exitData, fmt.Errorf("%s: not done after %v: damaged, it seems; restore a backup", c.config.Data, doctorTime))
	case errors.As(err, &exit) && exit.Exited() && known:
		return fail(exit.ExitCode(), errors.New(strings.TrimSpace(reason)))
	case err != nil:
		return fail(exitData, fmt.Errorf("%s: looking at it ended with %w: damaged, it seems; restore a backup", c.config.Data, err))
	}
	return nil
}

// diagnose says what it finds, a line each.
func diagnose(ctx context.Context, out io.Writer, path string) error {
	damage := bolt.Verify(path)
	if damage != nil && !errors.Is(damage, bolt.ErrMeta) {
		return damage
	}
	report, err := examine(ctx, path, doctor.Examine)
	var audited standing.AuditReport
	if err == nil && report.Version == report.Current {
		audited, _, err = auditFile(ctx, path)
	}
	if err != nil {
		return err
	}
	for _, fault := range slices.Concat(report.Faults, audited.Faults) {
		if _, err := fmt.Fprintln(out, fault); err != nil {
			return err
		}
	}
	age := "of this version"
	isNew, err := untouched(path)
	switch {
	case err != nil:
		return err
	case isNew:
		age = "new"
	case report.Version < report.Current:
		age = fmt.Sprintf("of version %d, to be migrated to %d at the next start", report.Version, report.Current)
	}
	if _, err := fmt.Fprintf(out, "%s: %d tables, %d finished deals and %d people, %s\n", path, report.Tables, report.Deals, report.People, age); err != nil {
		return err
	}
	if err := tellEditions(out, path, report.Editions); err != nil {
		return err
	}
	if damage != nil {
		return damage
	}
	if n := len(report.Faults) + audited.Wrong; n > 0 {
		return fail(exitDiffers, fmt.Errorf("%s: %d faults", path, n))
	}
	return nil
}

// tellEditions says how many deals of the file were settled by older rules, if some
// were: their result stays, and those that were looked at come to their end. The same of
// newer ones, of which nothing can be said.
func tellEditions(out io.Writer, path string, deals doctor.Editions) error {
	for _, of := range []struct {
		deals int
		rules string
	}{{deals.Older, "older rules"}, {deals.Newer, "newer rules, not looked at"}} {
		if of.deals == 0 {
			continue
		}
		if _, err := fmt.Fprintf(out, "%s: %d deals settled by %s\n", path, of.deals, of.rules); err != nil {
			return err
		}
	}
	return nil
}

// untouched says that the file is new: no bot has stored anything there yet.
func untouched(path string) (bool, error) {
	store, err := bolt.Inspect(path)
	if err != nil {
		return false, err
	}
	isNew, err := store.Empty()
	return isNew, errors.Join(err, store.Close())
}

// examine opens the file for reading alone and has it looked at.
func examine(ctx context.Context, path string, look func(context.Context, storage.Store) (doctor.Report, error)) (doctor.Report, error) {
	store, err := bolt.Inspect(path)
	if err != nil {
		return doctor.Report{}, err
	}
	report, err := look(ctx, store)
	return report, errors.Join(err, store.Close())
}
