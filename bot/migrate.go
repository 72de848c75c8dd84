package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// ErrNewerData is what Run ends with when the data is that of a newer bot.
// Nothing was changed.
var ErrNewerData = errors.New("bot: the data was written by a newer tarockbot")

// ErrOlderData is the error of what looks at data without changing them and finds
// those of an older bot. Run migrates them.
var ErrOlderData = errors.New("bot: the data was written by an older tarockbot, and this one hasn't run on it yet")

// step is one change of how things are stored. It reads what an older bot has
// written and adds what has to be different. Nothing is to be left over that a
// bot of this version stumbles over, but what it can't read it leaves alone.
type step struct {
	name    string // for an error
	migrate func(ctx context.Context, m *migration) error
}

// steps lead from the first version of the data to this bot's, in this order.
// The version is how many of them have been taken, so one is never taken out,
// nor put anywhere but at the end. Data of which there is none are as good as
// old ones: a step finds nothing to do.
func steps() []step {
	return []step{
		{"alarms", giveAlarms},
		{"spaces", giveSpaces},
		{"briefs", giveBriefs},
		{"standings", reckonStandings},
		{"best ratings", giveBests},
		{"briefs with a pace", giveBriefs},
		{"briefs with spaces", tellSpaces},
	}
}

// versionID names the document of keep.KindMeta that says how many steps the data
// has behind it. Where there is none it is as the first bots left it.
const versionID = "version"

// migrate brings the data to this bot's version, in one commit: whenever the
// process is killed, all of it is old or all is new.
func (b *Bot) migrate(ctx context.Context) error {
	return b.takeSteps(ctx, steps())
}

// upToDate says, with an error, that the data are not of this bot's version.
func (b *Bot) upToDate(ctx context.Context) error {
	done, want := 0, len(steps())
	_, err := b.store.Load(ctx, keep.KindMeta, versionID, &done)
	switch {
	case err != nil:
		return err
	case done > want:
		return fmt.Errorf("%w: its version is %d, this one knows %d", ErrNewerData, done, want)
	case done < want:
		return fmt.Errorf("%w: its version is %d, not %d", ErrOlderData, done, want)
	}
	return nil
}

func (b *Bot) takeSteps(ctx context.Context, all []step) error {
	done := 0
	version, err := b.store.Load(ctx, keep.KindMeta, versionID, &done)
	switch {
	case err != nil:
		return err
	case done > len(all):
		return fmt.Errorf("%w: its version is %d, this one knows %d", ErrNewerData, done, len(all))
	case done == len(all) && version > 0:
		return nil
	}
	m := &migration{bot: b, docs: make(map[storage.Key]storage.Doc), last: make(map[string]int)}
	for _, s := range all[done:] {
		if err := s.migrate(ctx, m); err != nil {
			return fmt.Errorf("bot: migrate %s: %w", s.name, err)
		}
	}
	if err := m.put(ctx, keep.KindMeta, versionID, len(all)); err != nil {
		return err
	}
	if err := b.store.Commit(ctx, slices.Collect(maps.Values(m.docs))...); err != nil {
		return fmt.Errorf("bot: migrate: %w", err)
	}
	if changed := len(m.docs) - 1; changed > 0 {
		b.cfg.Log.Info("data migrated", "from", done, "to", len(all), "documents", changed)
	}
	return nil
}

// migration is what the steps taken at one start do. A step sees what those
// before it have done; the store sees it all at once, in the end.
type migration struct {
	bot  *Bot                        // its store, and what needs no tables; nothing is in memory yet
	docs map[storage.Key]storage.Doc // what is changed, with the stored version; no Data: deleted
	last map[string]int              // the number of a game's last match in the log, once it is known
}

// get returns the document under the key, or storage.ErrNotFound.
func (m *migration) get(ctx context.Context, kind, id string) (storage.Doc, error) {
	key := storage.Key{Kind: kind, ID: id}
	doc, changed := m.docs[key]
	if !changed {
		return m.bot.store.Get(ctx, key)
	}
	if doc.Data == nil {
		return storage.Doc{}, fmt.Errorf("%w: %s %q", storage.ErrNotFound, kind, id)
	}
	return doc, nil
}

// load reads the document into v and says whether there is one.
func (m *migration) load(ctx context.Context, kind, id string, v any) (bool, error) {
	doc, err := m.get(ctx, kind, id)
	if errors.Is(err, storage.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, keep.Decode(doc, v)
}

// each yields the documents of the kind, ordered by id. What the loop changes
// isn't yielded once more.
func (m *migration) each(ctx context.Context, kind string) iter.Seq2[storage.Doc, error] {
	return func(yield func(storage.Doc, error) bool) {
		added := m.changed(kind)
		for doc, err := range m.bot.store.Scan(ctx, kind, "", "") {
			if err != nil {
				yield(doc, err)
				return
			}
			for len(added) > 0 && added[0].Key.ID < doc.Key.ID {
				if !m.give(added[0], yield) {
					return
				}
				added = added[1:]
			}
			if len(added) > 0 && added[0].Key == doc.Key {
				doc, added = added[0], added[1:]
			}
			if !m.give(doc, yield) {
				return
			}
		}
		for _, doc := range added {
			if !m.give(doc, yield) {
				return
			}
		}
	}
}

// give yields the document unless it is deleted.
func (m *migration) give(doc storage.Doc, yield func(storage.Doc, error) bool) bool {
	return doc.Data == nil || yield(doc, nil)
}

// changed is what is changed of the kind until now, ordered by id.
func (m *migration) changed(kind string) []storage.Doc {
	var all []storage.Doc
	for key, doc := range m.docs {
		if key.Kind == kind {
			all = append(all, doc)
		}
	}
	slices.SortFunc(all, func(x, y storage.Doc) int { return cmp.Compare(x.Key.ID, y.Key.ID) })
	return all
}

// put makes v the document under the key, whether there is one or not.
func (m *migration) put(ctx context.Context, kind, id string, v any) error {
	doc, err := keep.Encode(kind, id, 0, v)
	if err != nil {
		return err
	}
	return m.set(ctx, doc)
}

// drop deletes the document, if there is one.
func (m *migration) drop(ctx context.Context, kind, id string) error {
	return m.set(ctx, storage.Doc{Key: storage.Key{Kind: kind, ID: id}})
}

// set notes the document, as a change of what is stored.
func (m *migration) set(ctx context.Context, doc storage.Doc) error {
	doc.Version = 0
	if before, changed := m.docs[doc.Key]; changed {
		doc.Version = before.Version
	} else {
		stored, err := m.bot.store.Get(ctx, doc.Key)
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			return err
		}
		doc.Version = stored.Version
	}
	m.docs[doc.Key] = doc
	return nil
}
