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

// records holds facts from the bot's commits and inputs. Commits are added with the store's lock held, everything else
// while the bot is idle.
type records struct {
	nets       networks
	deals      int64
	commits    uint64
	tables     tableStates
	decks      [][]card.Card
	inputs     map[string]*inputRecord // by ID; "" stands for commits without an input
	identities identities
}

type inputRecord struct {
	chat.Input
	deliveries      int
	effects         atomic.Int64 // commits that opened a table, changed a game or ended a match
	effectsAtAnswer int64
}

func newRecords(nets networks) *records {
	return &records{nets: nets, tables: make(tableStates), inputs: map[string]*inputRecord{"": {}}, identities: newIdentities()}
}

// addInput records a delivery and returns the input's record. It marks a forgotten sender as returned.
func (r *records) addInput(in chat.Input) *inputRecord {
	record := cmp.Or(r.inputs[in.ID], &inputRecord{Input: in})
	r.inputs[in.ID] = record
	record.deliveries++
	r.identities.markReturned(in.User)
	return record
}

func (r *records) isFirstDelivery(id string) bool { return r.inputs[id].deliveries == 1 }

type commitRecord struct {
	input   *inputRecord
	changes []tableChange
	err     error // names unreadable documents; tables among them count as unchanged
}

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
		return tableChange{}, r.identities.addDocument(d)
	}
	return tableChange{}, nil
}

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
