// Package doctor looks at data that no bot runs on: it examines the documents, audits the standings, and migrates
// the data of older bots. Start at Examine, Audit and Migration.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/past"
	"tarockbot/engine"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

// Report holds what Examine has found.
type Report struct {
	Version int // of the data
	Current int // this bot's version; the next start migrates older data
	Tables  int // stored challenges and matches
	Sealed  int // tables among them that no key here opens: nothing is known of them
	Deals   int // finished ones
	People  int
	Editions
	// Faults has a line for each fault. A line names codes and ids, but no people and no cards.
	Faults  []string
	Damaged int // documents that can't be read as they were written; each has a fault
}

// Editions counts the finished deals that other editions of the rules have settled. They are no faults.
type Editions struct {
	Older int // they keep their results; those that are examined are replayed to their end
	Newer int // this bot doesn't know their rules and doesn't replay them
}

// count counts a deal by the edition of the rules that settled it.
func (e *Editions) count(r engine.Record) {
	switch {
	case r.Older():
		e.Older++
	case r.Newer():
		e.Newer++
	}
}

// Examine examines all that a bot has stored, and changes nothing. It reads every table and replays its running
// deal. It replays every finished deal, and compares the result if this edition of the rules settled the deal.
// It compares tables and people with the documents that belong to them. All other documents must have their kind's
// form; forms has a function for each kind. The error says why Examine could not look: documents.ErrNewerData,
// documents.ErrTooOld, or the store's.
func Examine(ctx context.Context, store storage.Store, forms map[string]func(storage.Doc) error) (Report, error) {
	return (&examination{store: store, forms: forms}).examine(ctx)
}

// ExamineKept examines as Examine does, but leaves out the deals of tables that are gone, a day after their end, and
// documents of which only the form is known. The time it takes doesn't grow over the years.
func ExamineKept(ctx context.Context, store storage.Store) (Report, error) {
	return (&examination{store: store, kept: make(map[string]bool)}).examine(ctx)
}

// ExamineDeals examines only finished deals as Examine does, and counts the tables that no key here opens.
func ExamineDeals(ctx context.Context, store storage.Store) (Report, error) {
	x := &examination{store: store}
	err := x.each(ctx, past.KindDeal, x.deal)
	if err == nil {
		err = x.each(ctx, tables.KindTable, x.unopened)
	}
	return x.Report, err
}

// examination is the state of a running Examine. Its methods add faults to the report; their errors are the store's.
type examination struct {
	Report
	store storage.Store
	forms map[string]func(storage.Doc) error
	kept  map[string]bool // the stored tables; nil: deals of other tables are replayed, too
}

// check examines the documents of one kind.
type check struct {
	kind string
	look func(context.Context, storage.Doc) error
}

// examine runs the checks of all kinds, and returns the report. Tables come before deals, because deal asks kept.
func (x *examination) examine(ctx context.Context) (_ Report, err error) {
	x.Current = Migration.Current()
	if x.Version, err = Migration.Version(ctx, x.store); err != nil {
		return x.Report, err
	}
	checks := []check{
		{tables.KindTable, x.table},
		{tables.KindSummary, x.requireTable},
		{alarms.KindAlarm, x.alarm},
		{tables.KindDirty, x.requireTable},
		{past.KindDeal, x.deal},
		{people.KindIdentity, x.identity},
		{people.KindPerson, x.person},
	}
	for _, kind := range slices.Sorted(maps.Keys(x.forms)) {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.kind == kind }) && !x.isOlder() { // older forms differ
			checks = append(checks, check{kind, x.form})
		}
	}
	for _, c := range checks {
		if err := x.each(ctx, c.kind, c.look); err != nil {
			return x.Report, err
		}
	}
	return x.Report, nil
}

// isOlder reports whether an older bot wrote the data and no start has migrated them yet.
func (x *examination) isOlder() bool { return x.Version < x.Current }

// each calls look with every document of the kind. A damaged document is a fault.
func (x *examination) each(ctx context.Context, kind string, look func(context.Context, storage.Doc) error) error {
	for doc, err := range x.store.Scan(ctx, kind, "", "") {
		switch {
		case err == nil:
			err = look(ctx, doc)
		case errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "":
			x.Damaged++
			x.fault("%s %s isn't as it was written", kind, doc.Key.ID)
			err = nil
		}
		if err != nil {
			return fmt.Errorf("bot: examine: %w", err)
		}
	}
	return nil
}

// get reads a document that belongs to the document under examination. A damaged document counts as present, and get
// returns no error for it: each adds the fault when it comes to the damaged document's kind.
func (x *examination) get(ctx context.Context, key storage.Key) (doc storage.Doc, readable bool, err error) {
	doc, err = x.store.Get(ctx, key)
	if errors.Is(err, storage.ErrDamaged) {
		return doc, false, nil
	}
	return doc, err == nil, err
}

// require records the fault if there is no such document.
func (x *examination) require(ctx context.Context, kind, id, fault string, args ...any) error {
	_, _, err := x.get(ctx, storage.Key{Kind: kind, ID: id})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		x.fault(fault, args...)
	case !errors.Is(err, sealed.ErrSealed): // a sealed document is there, but can't be opened
		return err
	}
	return nil
}

// fault adds a fault to the report.
func (x *examination) fault(format string, args ...any) {
	x.Faults = append(x.Faults, fmt.Sprintf(format, args...))
}
