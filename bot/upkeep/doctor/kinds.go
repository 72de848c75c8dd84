package doctor

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/sealed"
)

func (x *examination) checkForm(_ context.Context, doc storage.Doc) error {
	if !sealed.IsSealed(doc.Data) && x.forms[doc.Key.Kind](doc) != nil { // the error may contain secrets
		x.addFault("%s %s can't be read", doc.Key.Kind, doc.Key.ID)
	}
	return nil
}

func (x *examination) checkTable(ctx context.Context, doc storage.Doc) error {
	x.Tables++
	if x.storedTables != nil {
		x.storedTables[doc.Key.ID] = true
	}
	if sealed.IsSealed(doc.Data) {
		return x.checkSeal(ctx, doc)
	}
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		x.addFault("table %s can't be read: %v", doc.Key.ID, err)
		return nil
	}
	if string(t.ID) != doc.Key.ID {
		x.addFault("table %s contains the id %s", doc.Key.ID, t.ID)
	}
	if x.isOlder() {
		return nil
	}
	if err := x.checkSummary(ctx, doc.Key.ID, tables.SummaryOf(t)); err != nil || t.AlarmKey == "" {
		return err
	}
	return x.require(ctx, alarms.KindAlarm, t.AlarmKey, "table %s lacks its alarm %s", doc.Key.ID, t.AlarmKey)
}

func (x *examination) checkSummary(ctx context.Context, table string, summary tables.Summary) error {
	want, err := documents.Encode(tables.KindSummary, table, 0, summary)
	if err != nil {
		return err
	}
	switch stored, readable, err := x.get(ctx, want.Key); {
	case errors.Is(err, storage.ErrNotFound):
		x.addFault("table %s has no summary", table)
	case err != nil:
		return err
	case readable && !bytes.Equal(stored.Data, want.Data):
		x.addFault("table %s has a wrong summary", table)
	}
	return nil
}

// checkSeal counts sealed tables without a key. A key that doesn't open its table is a fault.
func (x *examination) checkSeal(ctx context.Context, doc storage.Doc) error {
	if !sealed.IsSealed(doc.Data) {
		return nil
	}
	switch _, err := x.store.Get(ctx, doc.Key); {
	case errors.Is(err, sealed.ErrNoKey):
		x.Sealed++
	case errors.Is(err, sealed.ErrSealed):
		x.addFault("table %s doesn't match its seal", doc.Key.ID)
	default:
		return err
	}
	return nil
}

func (x *examination) requireTable(ctx context.Context, doc storage.Doc) error {
	return x.requireTableOf(ctx, doc, doc.Key.ID)
}

func (x *examination) requireTableOf(ctx context.Context, doc storage.Doc, table string) error {
	return x.require(ctx, tables.KindTable, table, "%s %s belongs to no table", doc.Key.Kind, doc.Key.ID)
}

func (x *examination) checkAlarm(ctx context.Context, doc storage.Doc) error {
	a, err := alarms.Key(doc.Key.ID).Parse()
	if err != nil {
		x.addFault("%v", err)
	} else if a.Kind == alarms.WakeTable {
		return x.requireTableOf(ctx, doc, a.ID)
	}
	return nil
}

// checkDeal accepts deals by newer rules, because an operator may return to an older version.
func (x *examination) checkDeal(_ context.Context, doc storage.Doc) error {
	if table, _, _ := strings.Cut(doc.Key.ID, "-"); x.storedTables != nil && !x.storedTables[table] {
		var stored struct{ Edition int }
		if json.Unmarshal(doc.Data, &stored) == nil {
			x.count(engine.Record{Edition: cmp.Or(stored.Edition, engine.FirstEdition)})
		}
		return nil
	}
	x.Deals++
	records, err := engine.ParseRecords(doc.Data)
	if err != nil || len(records) != 1 {
		x.addFault("deal %s can't be read", doc.Key.ID)
		return nil
	}
	record := records[0]
	record.Edition = cmp.Or(record.Edition, engine.FirstEdition)
	x.count(record)
	if record.IsNewer() {
		return nil
	}
	deal, err := games.Replay(record)
	switch {
	case err != nil || (deal.Result() == nil) != (record.Result == nil): // the error may name cards
		x.addFault("deal %s can't be replayed", doc.Key.ID)
	case record.Result != nil && !record.IsOlder() && !deal.Result().Matches(*record.Result):
		x.addFault("deal %s has another result when replayed", doc.Key.ID)
	case verify.File(doc.Data, verify.Evidence{}).Verdict() == verify.Violated:
		x.addFault("deal %s contradicts its proof", doc.Key.ID)
	}
	return nil
}

func (x *examination) checkIdentity(ctx context.Context, doc storage.Doc) error {
	var id chat.PersonID
	if err := documents.Decode(doc, &id); err != nil {
		x.addFault("identity %s can't be read", doc.Key.ID)
		return nil
	}
	return x.require(ctx, people.KindPerson, string(id), "identity %s belongs to no person", doc.Key.ID)
}

func (x *examination) checkPerson(ctx context.Context, doc storage.Doc) error {
	x.People++
	var p people.Account
	if err := documents.Decode(doc, &p); err != nil || string(p.ID) != doc.Key.ID {
		x.addFault("person %s can't be read", doc.Key.ID)
		return nil
	}
	if _, _, err := x.get(ctx, storage.Key{Kind: people.KindRemoved, ID: doc.Key.ID}); !errors.Is(err, storage.ErrNotFound) {
		return err // the next start erases the rest of this person
	}
	for _, user := range p.Users {
		if err := x.require(ctx, people.KindIdentity, string(user), "person %s lacks the identity %s", doc.Key.ID, user); err != nil {
			return err
		}
	}
	return nil
}
