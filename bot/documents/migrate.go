package documents

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"tarockbot/storage"
)

// What can be the matter with the version of data. Nothing was changed then.
var (
	// ErrNewerData: they are those of a newer bot.
	ErrNewerData = errors.New("bot: the data was written by a newer tarockbot")
	// ErrOlderData: they are an older bot's, for what only looks. A start of this bot migrates them.
	ErrOlderData = errors.New("bot: the data was written by an older tarockbot, and this one hasn't run on it yet")
	// ErrTooOld: they are those of a bot so old that this one can't migrate them.
	ErrTooOld = errors.New("bot: the data was written by a tarockbot too old for this one")
)

// Migration leads data of older versions to this bot's. Each step raises their version by one.
type Migration struct {
	// Oldest is the version that the first step leads on from. Data of a lower one aren't opened.
	Oldest int
	// Steps are all steps since, in their order. One more comes last; the first goes
	// only with a higher Oldest.
	Steps []Step
	// Used is a kind that a bot has stored when anybody has used it; data without it are new.
	Used string
}

// Step is one change of how things are stored: it adds what has to be different to what an older bot has
// written. It leaves nothing that this version stumbles over, but leaves alone what it can't read, and may
// find nothing to do.
type Step struct {
	Name string // for an error
	// Migrate reads the documents as they are before the first step, and puts others into the change.
	Migrate func(ctx context.Context, store storage.Store, c *Transaction) error
}

// versionID names the document of KindMeta that is the version of the data.
const versionID = "version"

// Current is the version of a bot that takes these steps.
func (m Migration) Current() int { return m.Oldest + len(m.Steps) }

// Version is that of the data: Current if new. Errors are ErrNewerData, ErrTooOld and the store's.
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

// stored is the version as the data have it; 0 if they are of before there were versions.
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

// Check says, with an error, that the data are not of this bot's version.
func (m Migration) Check(ctx context.Context, store storage.Store) error {
	version, err := m.Version(ctx, store)
	if err == nil && version < m.Current() {
		err = fmt.Errorf("%w: its version is %d, not %d", ErrOlderData, version, m.Current())
	}
	return err
}

// Run brings the data to this bot's version in one commit: if the process is killed, all or nothing.
func (m Migration) Run(ctx context.Context, store storage.Store, log *slog.Logger) error {
	from, err := m.Version(ctx, store)
	if err != nil {
		return err
	}
	c := NewTransaction(store)
	for _, s := range m.Steps[from-m.Oldest:] {
		if err := s.Migrate(ctx, store, c); err != nil {
			return fmt.Errorf("bot: migrate %s: %w", s.Name, err)
		}
	}
	version, err := Value[int](ctx, c, KindMeta, versionID)
	if err != nil {
		return err
	}
	*version = m.Current()
	docs, err := c.Docs()
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
