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

// newEraser returns what discloses and erases what is stored about people.
func newEraser(cfg Config, sv *command.Services) *privacy.Eraser {
	notes := &privacy.NoteHolder{Store: sv.Store, Platforms: sv.Platforms, Named: cfg.Named}
	return &privacy.Eraser{
		Store: sv.Store, People: sv.People, Holders: holders(sv, notes), Notes: notes,
		Log: cfg.Log, Now: cfg.Now, List: cfg.Removals,
		HasPlayed: func(ctx context.Context, p people.Person) (bool, error) { return hasPlayed(ctx, sv, p) },
	}
}

// holders returns the holders of all kinds of documents, in the order of erasing. Each package lists its kinds; a test
// fails if a kind is missing.
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

// hasPlayed reports whether the person has a table, or a finished match.
func hasPlayed(ctx context.Context, sv *command.Services, p people.Person) (bool, error) {
	if len(sv.Tables.Index.About(p)) > 0 {
		return true, nil
	}
	for _, err := range sv.Archive.Of(ctx, p.Identities()) {
		return err == nil, err
	}
	return false, nil
}

// holdersOfNobody returns the holders of a bot without a store, for their kinds and forms.
var holdersOfNobody = sync.OnceValue(func() []documents.Holder {
	b, err := New(Config{Log: slog.New(slog.DiscardHandler), Random: rand.Reader, Now: time.Now})
	if err != nil {
		panic(err) // the texts are in the program
	}
	return b.sv.Account.Eraser.Holders
})

// Kinds returns all kinds of documents that a bot stores.
func Kinds() []string { return kindsWhere(func(documents.Holder) bool { return true }) }

// SealedKinds returns the kinds of documents that hold what a player must not know.
func SealedKinds() []string { return kindsWhere(func(h documents.Holder) bool { return h.Sealed }) }

// kindsWhere returns the kinds of documents whose holder satisfies cond.
func kindsWhere(cond func(documents.Holder) bool) (all []string) {
	for _, h := range holdersOfNobody() {
		if cond(h) {
			all = append(all, h.Kind)
		}
	}
	return all
}

// Forms returns, by kind, a function that tells why a document doesn't have its kind's form; see
// documents.Holder.
func Forms() map[string]func(storage.Doc) error {
	forms := make(map[string]func(storage.Doc) error)
	for _, h := range holdersOfNobody() {
		if h.Form != nil {
			forms[h.Kind] = h.Form
		}
	}
	return forms
}

// ForgetListed erases the people on the list of removals from a store that no bot runs on, such as a
// restored backup. It returns how many identities it had to erase. Errors are the store's or the list's,
// or tell a document that can't be read; the next start continues then.
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
