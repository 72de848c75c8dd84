package bot

import (
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/storage"
)

func newEraser(cfg Config, sv *command.Services) *privacy.Eraser {
	notes := &privacy.NoteHolder{Store: sv.Store, Platforms: sv.Platforms, OtherNames: cfg.OtherNames}
	return &privacy.Eraser{
		Store: sv.Store, People: sv.People, Holders: holders(sv, notes), Notes: notes,
		Log: cfg.Log, Now: cfg.Now, ForgottenList: cfg.ForgottenList,
		HasPlayed: func(ctx context.Context, p people.Person) (bool, error) { return hasPlayed(ctx, sv, p) },
	}
}

// holders returns all holders, in the order of erasing.
func holders(sv *command.Services, notes *privacy.NoteHolder) []documents.Holder {
	names := func(t *match.Table, lang string) []string {
		return displayname.StripIsolates(screens.Names(t, sv.Language.Words.In(lang))...)
	}
	table := tables.Holder{Tables: sv.Tables, Names: names, IsSettled: sv.Messages.Courier.IsSettled}
	return slices.Concat(
		[]documents.Holder{sv.People.LinkHolder()},
		table.Holders(),
		alarms.Holders(sv.Store),
		sv.People.Standings.Holders(),
		sv.Archive.Holders(),
		sv.Messages.Holders(),
		[]documents.Holder{sv.People.Codes.Holder(), spaces.Holder(), greetedHolder()},
		notes.Holders(),
		sv.People.Holders(),
	)
}

func hasPlayed(ctx context.Context, sv *command.Services, p people.Person) (bool, error) {
	if len(sv.Tables.Index.TablesOf(p)) > 0 {
		return true, nil
	}
	for _, err := range sv.Archive.MatchesOf(ctx, p.Identities()) {
		return err == nil, err
	}
	return false, nil
}

var exampleHolders = sync.OnceValue(func() []documents.Holder {
	b, err := New(Config{Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: time.Now})
	if err != nil {
		panic(err)
	}
	return b.sv.Account.Eraser.Holders
})

// Kinds returns the kinds of documents that a bot stores.
func Kinds() []string { return kindsWhere(func(documents.Holder) bool { return true }) }

// SealedKinds returns the kinds with secrets from players.
func SealedKinds() []string { return kindsWhere(func(h documents.Holder) bool { return h.Sealed }) }

func kindsWhere(cond func(documents.Holder) bool) (all []string) {
	for _, h := range exampleHolders() {
		if cond(h) {
			all = append(all, h.Kind)
		}
	}
	return all
}

// FormChecks returns the check of each kind's form; see documents.Holder.
func FormChecks() map[string]func(storage.Doc) error {
	forms := make(map[string]func(storage.Doc) error)
	for _, h := range exampleHolders() {
		if h.CheckForm != nil {
			forms[h.Kind] = h.CheckForm
		}
	}
	return forms
}

// ForgetListed erases the people on Config.ForgottenList from a store without a running bot. It returns the number of
// identities. After an error the next start continues.
func ForgetListed(ctx context.Context, cfg Config) (n int, err error) {
	b, err := New(cfg)
	if err != nil {
		return 0, err
	}
	defer context.AfterFunc(ctx, func() { b.stop(context.Canceled) })()
	defer b.work.Wait()
	defer b.stop(context.Canceled)
	if err := b.load(ctx); err != nil {
		return 0, err
	}
	return b.sv.Account.Eraser.EraseAll(ctx)
}
