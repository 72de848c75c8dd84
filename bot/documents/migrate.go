package documents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"tarockbot/storage"
)

// Errors of a Migration. Nothing has changed then.
var (
	// ErrNewerData is returned if a newer bot has written the data.
	ErrNewerData = errors.New("bot: the data was written by a newer tarockbot")
	// ErrOlderData is returned to readers if an older bot has written the data. A start of this bot migrates them.
	ErrOlderData = errors.New("bot: the data was written by an older tarockbot, and this one hasn't run on it yet")
	// ErrTooOld is returned if the data are too old for this bot's migration.
	ErrTooOld = errors.New("bot: the data was written by a tarockbot too old for this one")
)

// Migration migrates the data of older bots to this bot's version. Each step raises the version by one.
type Migration struct {
	// Oldest is the version before the first step. Data of lower versions can't be opened.
	Oldest int
	// Steps are all steps since Oldest, in order. New steps are appended. Removing the first step raises Oldest.
	Steps []Step
	// Used is a kind that every used bot has stored. Data without it count as new.
	Used string
}

// Step changes how something is stored. It must leave nothing that this version can't read, must skip documents
// it can't read itself, and may find nothing to do.
type Step struct {
	Name string // for an error
	// Migrate reads documents as they are before the first step, and puts changed ones into tx.
	Migrate func(ctx context.Context, store storage.Store, tx *Transaction) error
}

// versionID is the id of the KindMeta document that holds the data's version.
const versionID = "version"

// Current returns the version after all steps.
func (m Migration) Current() int { return m.Oldest + len(m.Steps) }

// Version returns the data's version: Current if they are new. Errors are ErrNewerData, ErrTooOld, and the
// store's.
func (m Migration) Version(ctx context.Context, store storage.Store) (int, error) {
	version, err := m.stored(ctx, store)
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

// stored returns the version as stored; Current if the data are new; 0 if they are from before there were
// versions.
func (m Migration) stored(ctx context.Context, store storage.Store) (version int, err error) {
	found, err := New(store, Options{}).Load(ctx, KindMeta, versionID, &version)
	if err != nil || found > 0 {
		return version, err
	}
	for _, err := range store.Scan(ctx, m.Used, "", "") {
		return 0, err
	}
	return m.Current(), nil
}

// Check returns an error if the data aren't of the Current version: those of Version, or ErrOlderData.
func (m Migration) Check(ctx context.Context, store storage.Store) error {
	version, err := m.Version(ctx, store)
	if err == nil && version < m.Current() {
		err = fmt.Errorf("%w: its version is %d, not %d", ErrOlderData, version, m.Current())
	}
	return err
}

// Run migrates the data to the Current version in one commit, so that a crash leaves all or nothing. Errors are
// those of Version, of the steps, and of the store.
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
