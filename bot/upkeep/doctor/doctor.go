// Package doctor looks at data that no bot runs on: it examines the documents, audits the
// standings, and leads the data of older bots to this one's. Start at Examine, Audit and
// Migration.
package doctor

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

// Report is what Examine has found.
type Report struct {
	Version int // of the data
	Current int // what this bot knows; data of a lower one are migrated at the next start
	Tables  int // challenges and matches that are kept
	Sealed  int // of these, what no key here opens: nothing is known of them
	Deals   int // finished ones
	People  int
	Editions
	// Faults are what isn't as it should be, a line each. They name codes and ids,
	// no people and no cards.
	Faults  []string
	Damaged int // documents that aren't as they were written: of each a fault, and nothing else
}

// Editions are how many finished deals other editions of the rules have settled, which
// is no fault.
type Editions struct {
	Older int // they keep their results; those that are looked at are replayed to their end
	Newer int // nothing is known of their rules here, so they aren't replayed
}

// Examine looks at all that a bot has stored, and changes nothing: every table is
// read and its running deal replayed, every finished deal is replayed to its result,
// or if other rules settled it to its end, and what is kept beside them must be true
// of them. What else there is must have the forms, by kind. The error says why it could not look; for
// data of a newer bot it is documents.ErrNewerData, for those of one that is too old documents.ErrTooOld.
func Examine(ctx context.Context, store storage.Store, forms map[string]func(storage.Doc) error) (Report, error) {
	return examine(ctx, &examination{store: store, forms: forms})
}

// ExamineKept is Examine without the deals of tables that are gone, a day after their
// end, and without what goes by form alone: it takes no longer as the years go by.
func ExamineKept(ctx context.Context, store storage.Store) (Report, error) {
	return examine(ctx, &examination{store: store, kept: make(map[string]bool)})
}

// ExamineDeals is the part of Examine that is about finished deals. Of tables it counts those
// that no key here opens.
func ExamineDeals(ctx context.Context, store storage.Store) (Report, error) {
	x := &examination{store: store}
	err := x.each(ctx, tables.KindDeal, x.deal)
	if err == nil {
		err = x.each(ctx, tables.KindTable, x.unopened)
	}
	return x.Report, err
}

func examine(ctx context.Context, x *examination) (Report, error) {
	var err error
	x.Current = Migration.Current()
	if x.Version, err = Migration.Version(ctx, x.store); err != nil {
		return x.Report, err
	}
	looked := make(map[string]bool)
	for _, each := range []struct {
		kind string
		look func(context.Context, storage.Doc) error
	}{
		{tables.KindTable, x.table}, {tables.KindSummary, x.ofItsTable}, {tables.KindAlarm, x.alarm}, {outbox.KindDirty, x.ofItsTable},
		{tables.KindDeal, x.deal}, {people.KindIdentity, x.identity}, {people.KindPerson, x.person},
	} {
		looked[each.kind] = true
		if err := x.each(ctx, each.kind, each.look); err != nil {
			return x.Report, err
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(x.forms)) {
		if looked[kind] || x.Version < x.Current { // those of before had other forms
			continue
		}
		if err := x.each(ctx, kind, x.form); err != nil {
			return x.Report, err
		}
	}
	return x.Report, nil
}

// form demands that the document has the form of its kind. Nothing is known of one that no key here opens.
func (x *examination) form(_ context.Context, doc storage.Doc) error {
	if !sealed.Is(doc.Data) && x.forms[doc.Key.Kind](doc) != nil { // the error may tell what is in it
		x.fault("%s %s can't be read", doc.Key.Kind, doc.Key.ID)
	}
	return nil
}

// each looks at all documents of the kind.
func (x *examination) each(ctx context.Context, kind string, look func(context.Context, storage.Doc) error) error {
	for doc, err := range x.store.Scan(ctx, kind, "", "") {
		if err == nil {
			err = look(ctx, doc)
		} else if errors.Is(err, storage.ErrDamaged) && doc.Key.ID != "" {
			x.Damaged++
			x.fault("%s %s isn't as it was written", kind, doc.Key.ID)
			continue
		}
		if err != nil {
			return fmt.Errorf("bot: examine: %w", err)
		}
	}
	return nil
}

// get reads a document beside the one that is looked at. One that is damaged is there, and counted where its
// kind is looked at.
func (x *examination) get(ctx context.Context, key storage.Key) (doc storage.Doc, readable bool, err error) {
	doc, err = x.store.Get(ctx, key)
	if errors.Is(err, storage.ErrDamaged) {
		return doc, false, nil
	}
	return doc, err == nil, err
}

// examination is an Examine on its way.
type examination struct {
	Report
	store storage.Store
	forms map[string]func(storage.Doc) error
	kept  map[string]bool // the tables that there are; nil if the deals of all others are replayed, too
}

func (x *examination) fault(format string, args ...any) {
	x.Faults = append(x.Faults, fmt.Sprintf(format, args...))
}

// need finds that fault unless there is such a document.
func (x *examination) need(ctx context.Context, kind, id, fault string, args ...any) error {
	_, _, err := x.get(ctx, storage.Key{Kind: kind, ID: id})
	if errors.Is(err, storage.ErrNotFound) {
		x.fault(fault, args...)
		return nil
	}
	if errors.Is(err, sealed.ErrSealed) { // but there is one
		return nil
	}
	return err
}

func (x *examination) table(ctx context.Context, doc storage.Doc) error {
	x.Tables++
	if x.kept != nil {
		x.kept[doc.Key.ID] = true
	}
	if sealed.Is(doc.Data) {
		return x.unopened(ctx, doc)
	}
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		x.fault("table %s can't be read: %v", doc.Key.ID, err)
		return nil
	}
	if string(t.ID) != doc.Key.ID {
		x.fault("table %s says that it is %s", doc.Key.ID, t.ID)
	}
	if x.Version < x.Current { // then there is nothing yet beside it, or not as this bot keeps it
		return nil
	}
	want, err := documents.Encode(tables.KindSummary, doc.Key.ID, 0, tables.SummaryOf(t))
	if err != nil {
		return err
	}
	switch summary, readable, err := x.get(ctx, want.Key); {
	case errors.Is(err, storage.ErrNotFound):
		x.fault("table %s has no summary", doc.Key.ID)
	case err != nil:
		return err
	case readable && !bytes.Equal(summary.Data, want.Data):
		x.fault("table %s: what its summary says isn't true", doc.Key.ID)
	}
	if t.Alarm == "" {
		return nil
	}
	return x.need(ctx, tables.KindAlarm, t.Alarm, "table %s has no alarm, but should have %s", doc.Key.ID, t.Alarm)
}

// unopened counts a table if it is sealed and its key isn't here. If that is here, it is a fault.
func (x *examination) unopened(ctx context.Context, doc storage.Doc) error {
	if !sealed.Is(doc.Data) {
		return nil
	}
	switch _, err := x.store.Get(ctx, doc.Key); {
	case errors.Is(err, sealed.ErrNoKey):
		x.Sealed++
	case errors.Is(err, sealed.ErrSealed):
		x.fault("table %s is not what was sealed", doc.Key.ID)
	default:
		return err
	}
	return nil
}

// ofItsTable demands that there is the table of the document's name.
func (x *examination) ofItsTable(ctx context.Context, doc storage.Doc) error {
	return x.ofTable(ctx, doc, doc.Key.ID)
}

func (x *examination) ofTable(ctx context.Context, doc storage.Doc, table string) error {
	return x.need(ctx, tables.KindTable, table, "%s %s is about no table", doc.Key.Kind, doc.Key.ID)
}

func (x *examination) alarm(ctx context.Context, doc storage.Doc) error {
	a, err := tables.AlarmKey(doc.Key.ID).Parse()
	if err != nil {
		x.fault("%v", err)
	} else if a.What == tables.WakeTable {
		return x.ofTable(ctx, doc, a.ID)
	}
	return nil
}

// deal replays a finished deal: it must come to its end once more, and if this edition
// of the rules has settled it, to its result. One that newer rules have settled must be
// readable, no more: it stops nobody from going back to the program of before.
func (x *examination) deal(_ context.Context, doc storage.Doc) error {
	if table, _, _ := strings.Cut(doc.Key.ID, "-"); x.kept != nil && !x.kept[table] {
		var of struct{ Edition int }
		if json.Unmarshal(doc.Data, &of) == nil {
			x.count(engine.Record{Edition: of.Edition})
		}
		return nil
	}
	x.Deals++
	records, err := engine.ParseRecords(doc.Data)
	if err != nil || len(records) != 1 {
		x.fault("deal %s can't be read", doc.Key.ID)
		return nil
	}
	record := x.count(records[0])
	if record.Newer() {
		return nil
	}
	deal, err := games.Replay(record)
	switch {
	case err != nil || (deal.Result() == nil) != (record.Result == nil): // the error may name cards
		x.fault("deal %s can't be replayed", doc.Key.ID)
	case record.Result != nil && !record.Older() && !deal.Result().Same(*record.Result):
		x.fault("deal %s comes to another result than it says", doc.Key.ID)
	case verify.File(doc.Data, verify.Kept{}).Verdict() == verify.Violated:
		x.fault("deal %s isn't what its proof says", doc.Key.ID)
	}
	return nil
}

// count counts a deal by the edition of the rules that has settled it: the first if it
// doesn't say, which is in the record that count returns.
func (e *Editions) count(r engine.Record) engine.Record {
	r.Edition = cmp.Or(r.Edition, engine.FirstEdition)
	switch {
	case r.Older():
		e.Older++
	case r.Newer():
		e.Newer++
	}
	return r
}

func (x *examination) identity(ctx context.Context, doc storage.Doc) error {
	var id chat.PersonID
	if err := documents.Decode(doc, &id); err != nil {
		x.fault("identity %s can't be read", doc.Key.ID)
		return nil
	}
	return x.need(ctx, people.KindPerson, string(id), "identity %s is nobody", doc.Key.ID)
}

func (x *examination) person(ctx context.Context, doc storage.Doc) error {
	x.People++
	var p people.Person
	if err := documents.Decode(doc, &p); err != nil || string(p.ID) != doc.Key.ID {
		x.fault("person %s can't be read", doc.Key.ID)
		return nil
	}
	if _, _, err := x.get(ctx, storage.Key{Kind: people.KindRemoved, ID: doc.Key.ID}); !errors.Is(err, storage.ErrNotFound) {
		return err // who is being forgotten is there by half; the next start goes on with it
	}
	for _, user := range p.Users {
		if err := x.need(ctx, people.KindIdentity, string(user), "person %s isn't known as %s", doc.Key.ID, user); err != nil {
			return err
		}
	}
	return nil
}

// Audit reckons all standings again from the log of matches and compares them, byte for
// byte, with what is stored: ratings, their curves and the best of them, totals, places on
// leaderboards and their counts. How people play isn't in the log. Weeks and months that
// are over by now are left out. Nobody may write meanwhile. The error is the store's, or
// that a document can't be read, or that the data are of another version than this bot's.
func Audit(ctx context.Context, store storage.Store, now time.Time) (standing.AuditReport, error) {
	kept := documents.New(store, documents.Options{})
	at := func() time.Time { return now }
	all := people.New(kept, nil, at, nil)
	if err := cmp.Or(Migration.Check(ctx, store), all.LoadLinks(ctx)); err != nil {
		return standing.AuditReport{}, err
	}
	removals, err := people.ReadRemovals(ctx, kept)
	if err != nil {
		return standing.AuditReport{}, err
	}
	var forgotten []chat.PersonID
	for _, x := range removals {
		forgotten = append(forgotten, x.Person)
	}
	return standing.New(kept, at, all).Audit(ctx, forgotten)
}
