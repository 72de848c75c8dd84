// Package doctor examines data, audits standings, and migrates older data. Start at [Examine], [Audit] and [Migration].
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

// Report holds the results of Examine.
type Report struct {
	Version int
	Current int
	Tables  int
	Sealed  int // tables without a key; they aren't examined
	Deals   int
	People  int
	Editions
	// Faults has a line for each fault: codes and ids, but no people and no cards.
	Faults  []string
	Damaged int // unreadable documents; each is also a fault
}

// Editions counts the deals settled by other editions of the rules. They aren't faults.
type Editions struct {
	Older int // replayed, but the result isn't compared
	Newer int
}

func (e *Editions) count(r engine.Record) {
	switch {
	case r.IsOlder():
		e.Older++
	case r.IsNewer():
		e.Newer++
	}
}

// Examine examines all stored data and changes nothing. It replays every deal, and compares the result if this edition
// of the rules settled it. forms checks the kinds that Examine doesn't know. Errors: documents.ErrNewerData,
// documents.ErrTooOld, or the store's.
func Examine(ctx context.Context, store storage.Store, forms map[string]func(storage.Doc) error) (Report, error) {
	return (&examination{store: store, forms: forms}).examine(ctx)
}

// ExamineBackup leaves out the deals of deleted tables, so its time doesn't grow over the years. It checks no forms.
func ExamineBackup(ctx context.Context, store storage.Store) (Report, error) {
	return (&examination{store: store, storedTables: make(map[string]bool)}).examine(ctx)
}

// ExamineDeals examines finished deals and counts sealed tables without a key.
func ExamineDeals(ctx context.Context, store storage.Store) (Report, error) {
	x := &examination{store: store}
	err := x.each(ctx, past.KindDeal, x.checkDeal)
	if err == nil {
		err = x.each(ctx, tables.KindTable, x.checkSeal)
	}
	return x.Report, err
}

// examination is a running Examine. Its methods report faults; their errors are the store's.
type examination struct {
	Report
	store        storage.Store
	forms        map[string]func(storage.Doc) error
	storedTables map[string]bool // by table code; if nil, all deals are replayed
}

type check struct {
	kind    string
	examine func(context.Context, storage.Doc) error
}

// examine checks tables before deals, because checkDeal reads storedTables.
func (x *examination) examine(ctx context.Context) (_ Report, err error) {
	x.Current = Migration.Current()
	if x.Version, err = Migration.Version(ctx, x.store); err != nil {
		return x.Report, err
	}
	checks := []check{
		{tables.KindTable, x.checkTable},
		{tables.KindSummary, x.requireTable},
		{alarms.KindAlarm, x.checkAlarm},
		{tables.KindDirty, x.requireTable},
		{past.KindDeal, x.checkDeal},
		{people.KindIdentity, x.checkIdentity},
		{people.KindPerson, x.checkPerson},
	}
	for _, kind := range slices.Sorted(maps.Keys(x.forms)) {
		if !slices.ContainsFunc(checks, func(c check) bool { return c.kind == kind }) && !x.isOlder() {
			checks = append(checks, check{kind, x.checkForm})
		}
	}
	for _, c := range checks {
		if err := x.each(ctx, c.kind, c.examine); err != nil {
			return x.Report, err
		}
	}
	return x.Report, nil
}

func (x *examination) isOlder() bool { return x.Version < x.Current }

func (x *examination) each(ctx context.Context, kind string, examine func(context.Context, storage.Doc) error) error {
	for doc, err := range x.store.Scan(ctx, kind, "", "") {
		switch {
		case err == nil:
			err = examine(ctx, doc)
		case errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "":
			x.Damaged++
			x.addFault("%s %s isn't as it was written", kind, doc.Key.ID)
			err = nil
		}
		if err != nil {
			return fmt.Errorf("bot: examine: %w", err)
		}
	}
	return nil
}

// get treats a damaged document as present, because the method each reports the fault.
func (x *examination) get(ctx context.Context, key storage.Key) (doc storage.Doc, readable bool, err error) {
	doc, err = x.store.Get(ctx, key)
	if errors.Is(err, storage.ErrDamaged) {
		return doc, false, nil
	}
	return doc, err == nil, err
}

func (x *examination) require(ctx context.Context, kind, id, fault string, args ...any) error {
	_, _, err := x.get(ctx, storage.Key{Kind: kind, ID: id})
	switch {
	case errors.Is(err, storage.ErrNotFound):
		x.addFault(fault, args...)
	case !errors.Is(err, sealed.ErrSealed):
		return err
	}
	return nil
}

func (x *examination) addFault(format string, args ...any) {
	x.Faults = append(x.Faults, fmt.Sprintf(format, args...))
}
