package main

import (
	"cmp"
	"errors"
	"slices"
	"sync/atomic"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/past"
	"tarockbot/engine/card"
	"tarockbot/storage"
)

// records are what is known of the bot's commits and of the inputs. The judge adds commits while the bot acts, with the store's
// lock held. The world adds inputs, and all others read, only while the bot is idle; but the world reads effects earlier.
type records struct {
	nets       networks
	deals      int64                   // finished deals
	commits    uint64                  // durable commits
	tables     tableStates             // stored tables, by ID
	decks      [][]card.Card           // all decks dealt so far
	inputs     map[string]*inputRecord // by ID; "" stands for commits without an input
	identities identities
}

// inputRecord is an input and its consequences.
type inputRecord struct {
	chat.Input
	deliveries      int          // how often it was delivered
	effects         atomic.Int64 // commits that opened a table, changed a game or ended a match
	effectsAtAnswer int64        // effects when Handle last returned
}

// newRecords returns records without a commit or an input.
func newRecords(nets networks) *records {
	return &records{nets: nets, tables: make(tableStates), inputs: map[string]*inputRecord{"": {}}, identities: newIdentities()}
}

// addInput records that the input is delivered, perhaps again, and returns what is recorded of it.
func (r *records) addInput(in chat.Input) *inputRecord {
	record := cmp.Or(r.inputs[in.ID], &inputRecord{Input: in})
	r.inputs[in.ID] = record
	record.deliveries++
	r.identities.recordReturn(in.User)
	return record
}

// addCommit records the stored documents and what the input has caused, and returns the changes of tables. The error tells
// which tables can't be read; they count as unchanged.
func (r *records) addCommit(in *inputRecord, docs []storage.Doc) (changes []tableChange, err error) {
	r.commits++
	for _, d := range docs {
		change, docErr := r.addDocument(d)
		err = errors.Join(err, docErr)
		if change.now != nil {
			changes = append(changes, change)
		}
	}
	if slices.ContainsFunc(changes, tableChange.isEffect) {
		in.effects.Add(1)
	}
	return changes, err
}

// addDocument records a stored document. The change is zero unless the document is a table.
func (r *records) addDocument(d storage.Doc) (tableChange, error) {
	switch {
	case d.Unchanged:
	case d.Key.Kind == past.KindDeal && d.Version == 0:
		r.deals++
	case d.Key.Kind == tables.KindTable && d.Data == nil:
		delete(r.tables, d.Key.ID)
	case d.Key.Kind == tables.KindTable:
		return r.addTable(d)
	default:
		return tableChange{}, r.identities.record(d)
	}
	return tableChange{}, nil
}

// addTable records the table's next state and the deck of a new deal.
func (r *records) addTable(doc storage.Doc) (tableChange, error) {
	t, err := match.Parse(doc.Key.ID, doc.Data)
	if err != nil {
		return tableChange{}, err
	}
	was := cmp.Or(r.tables[doc.Key.ID], &tableState{Table: new(match.Table)})
	now := newTableState(was, t, r.nets)
	r.tables[doc.Key.ID] = now
	if len(now.deck) > 0 && !slices.Equal(was.deck, now.deck) {
		r.decks = append(r.decks, now.deck)
	}
	return tableChange{doc.Key.ID, was, now}, nil
}
