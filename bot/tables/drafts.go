package tables

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/storage"
)

// KindDraft is the document kind of half-made choices.
const KindDraft = "draft"

type draft struct {
	Step   int      `json:"step"`
	Chosen []string `json:"chosen"`

	version int64 // 0: not stored
}

func draftID(id chat.TableID, s engine.Seat) string { return fmt.Sprintf("%s.%d", id, s) }

func (d draft) doc(id chat.TableID, s engine.Seat) (storage.Doc, error) {
	return documents.Encode(KindDraft, draftID(id, s), d.version, d)
}

// readDrafts reads outdated drafts too: the next draft needs the version.
func readDrafts(ctx context.Context, store *documents.Store, t *match.Table) (map[engine.Seat]draft, error) {
	drafts := make(map[engine.Seat]draft)
	for s := range engine.Seat(len(t.Chairs)) {
		var d draft
		version, err := store.Load(ctx, KindDraft, draftID(t.ID, s), &d)
		if version > 0 && errors.Is(err, storage.ErrDamaged) {
			d, err = draft{}, nil // the player chooses again
		}
		if err != nil {
			return nil, err
		}
		d.version = version
		if version > 0 {
			drafts[s] = d
		}
	}
	return drafts, nil
}

// SaveDraft stores a seat's half-made choice. It shows nothing.
func (ts *Tables) SaveDraft(ctx context.Context, l *Locked, s engine.Seat, in chat.Input, chosen []string) error {
	d := draft{Step: l.now.Chairs[s].Step, Chosen: chosen, version: l.now.drafts[s].version}
	doc, err := d.doc(l.id, s)
	if err != nil {
		return err
	}
	if err := ts.config.Store.Commit(ctx, doc, ts.config.Store.SeenDoc(in)); err != nil {
		return ts.rollback(ctx, l, in, err)
	}
	d.version++
	l.setDraft(s, d)
	return nil
}

// setDraft copies the map, because snapshots share it.
func (l *Locked) setDraft(s engine.Seat, d draft) {
	l.now.drafts = maps.Clone(l.now.drafts)
	l.now.drafts[s] = d
}

// ChosenFor returns the seat's half-made choice.
func (s Snapshot) ChosenFor(seat engine.Seat) []string {
	if d := s.drafts[seat]; d.version > 0 && d.Step == s.Chairs[seat].Step {
		return d.Chosen
	}
	return nil
}
