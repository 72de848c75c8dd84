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

// records are what is known of the bot's commits and of the inputs. Commits are added, and checked by judge_commit.go, while the
// bot acts, with the store's lock held. All else happens while the bot is idle, except that giveInput reads effects earlier.
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

// addInput records that the input is delivered, perhaps again, and returns what is recorded of it. A forgotten user who sends it
// is back.
func (r *records) addInput(in chat.Input) *inputRecord {
	record := cmp.Or(r.inputs[in.ID], &inputRecord{Input: in})
	r.inputs[in.ID] = record
	record.deliveries++
	r.identities.addReturn(in.User)
	return record
}

// isFirstDelivery reports whether the input was delivered only once so far. A repeated delivery proves nothing, because an
// earlier one may have had the effect.
func (r *records) isFirstDelivery(id string) bool { return r.inputs[id].deliveries == 1 }

// commitRecord is a commit with the input that caused it.
type commitRecord struct {
	input   *inputRecord
	changes []tableChange
	err     error // tells which documents can't be read; tables among them count as unchanged
}

// addCommit records the documents that were stored by the input, and what the input has caused with them.
func (r *records) addCommit(inputID string, docs []storage.Doc) commitRecord {
	r.commits++
	c := commitRecord{input: r.inputs[inputID]}
	for _, d := range docs {
		change, err := r.addDocument(d)
		c.err = errors.Join(c.err, err)
		if change.now != nil {
			c.changes = append(c.changes, change)
		}
	}
	if slices.ContainsFunc(c.changes, tableChange.isEffect) {
		c.input.effects.Add(1)
	}
	return c
}

// addDocument records a stored document. The change is zero unless the document is a table.
func (r *records) addDocument(d storage.Doc) (tableChange, error) {
	switch {
	case d.Unchanged: // it tells nothing new
	case d.Key.Kind == past.KindDeal && d.Version == 0:
		r.deals++
	case d.Key.Kind == tables.KindTable && d.Data == nil:
		delete(r.tables, d.Key.ID)
	case d.Key.Kind == tables.KindTable:
		return r.addTable(d)
	default:
		return tableChange{}, r.identities.addDocument(d)
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
	return tableChange{id: doc.Key.ID, was: was, now: now}, nil
}
