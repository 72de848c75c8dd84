package documents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"tarockbot/storage"
)

// A failed Migration changes nothing.
var (
	ErrNewerData = errors.New("bot: the data was written by a newer tarockbot")
	// ErrOlderData is returned to readers, which don't migrate data.
	ErrOlderData = errors.New("bot: the data was written by an older tarockbot, and this one hasn't run on it yet")
	ErrTooOld    = errors.New("bot: the data was written by a tarockbot too old for this one")
)

// Migration raises the version of data by one for each step.
type Migration struct {
	Oldest int
	// Steps are never reordered. Removing the first raises Oldest.
	Steps []Step
	// UsedKind is a kind that every used bot has stored. Data without it count as new.
	UsedKind string
}

// Step changes stored data. It must skip unreadable documents.
type Step struct {
	Name string
	// Migrate reads documents from store, not from earlier steps, and puts changed ones into tx.
	Migrate func(ctx context.Context, store storage.Store, tx *Transaction) error
}

const versionID = "version"

// Current returns the version after all steps.
func (m Migration) Current() int { return m.Oldest + len(m.Steps) }

// Version returns the data's version, or ErrNewerData or ErrTooOld.
func (m Migration) Version(ctx context.Context, store storage.Store) (int, error) {
	version, err := m.storedVersion(ctx, store)
	switch {
	case err != nil:
		return version, err
	case version > m.Current():
		return version, fmt.Errorf("%w: its version is %d, this one knows %d", ErrNewerData, version, m.Current())
	case version < m.Oldest:
		return version, fmt.Errorf("%w: its version is %d, the oldest that opens is %d", ErrTooOld, version, m.Oldest)
	}
	return version, nil
}

func (m Migration) storedVersion(ctx context.Context, store storage.Store) (version int, err error) {
	docVersion, err := New(store, Options{}).Load(ctx, KindMeta, versionID, &version)
	if err != nil || docVersion > 0 {
		return version, err
	}
	for _, err := range store.Scan(ctx, m.UsedKind, "", "") {
		return 0, err
	}
	return m.Current(), nil
}

// Check returns an error unless the data have the Current version.
func (m Migration) Check(ctx context.Context, store storage.Store) error {
	version, err := m.Version(ctx, store)
	if err == nil && version < m.Current() {
		err = fmt.Errorf("%w: its version is %d, not %d", ErrOlderData, version, m.Current())
	}
	return err
}

// Run migrates the data in one commit.
func (m Migration) Run(ctx context.Context, store storage.Store, log *slog.Logger) error {
	from, err := m.Version(ctx, store)
	if err != nil {
		return err
	}
	tx := NewTransaction(store)
	for _, s := range m.Steps[from-m.Oldest:] {
		if err := cmp.Or(s.Migrate(ctx, store, tx), tx.Err()); err != nil {
			return fmt.Errorf("bot: migrate %s: %w", s.Name, err)
		}
	}
	*Value[int](ctx, tx, KindMeta, versionID) = m.Current()
	docs, err := tx.Docs()
	if err != nil || len(docs) == 0 {
		return err
	}
	if err := store.Commit(ctx, docs...); err != nil {
		return fmt.Errorf("bot: migrate: %w", err)
	}
	if from < m.Current() {
		log.Info("data migrated", "from", from, "to", m.Current(), "documents", len(docs)-1)
	}
	return nil
}
