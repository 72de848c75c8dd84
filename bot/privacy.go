package bot

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/messages"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/spaces"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/storage"
)

// kindGreeted is the kind of documents that are a public chat each that has been greeted.
const kindGreeted = "greeted"

// newPrivacy makes what tells people what is kept of them, and forgets them.
func (b *Bot) newPrivacy() {
	b.notes = &privacy.NoteHolder{Store: b.Store, Platforms: b.Platforms, Named: b.cfg.Named}
	b.Account.Eraser = &privacy.Eraser{
		Store: b.Store, People: b.People, Holders: b.holders(), Notes: b.notes, Log: b.cfg.Log, Now: b.cfg.Now, List: b.cfg.Removals, Keeps: b.hasPlayed,
	}
}

// holders are those of all kinds of documents, in the order of erasing. A new kind has
// its row in the package that it belongs to; a test misses it otherwise.
func (b *Bot) holders() []documents.Holder {
	part := func(ctx context.Context, in chat.Input, x chat.Identity) error {
		return command.Part(ctx, b.Services, in, x, nil)
	}
	names := func(t *match.Table, lang string) []string {
		return command.PlainNames(screens.View{Table: t}.Names(b.Words.In(lang)))
	}
	table := tables.Holder{Tables: b.Tables, Names: names, IsSettled: b.Messages.IsSettled}
	return slices.Concat(
		[]documents.Holder{b.People.LinkHolder(part)},
		table.Holders(),
		alarms.Holders(b.Store),
		b.Standings.Holders(),
		[]documents.Holder{b.Histories.Holder()},
		outbox.Holders(b.Messages.Notices, b.Messages.Digests, b.Messages.Presence),
		[]documents.Holder{b.People.Codes.Holder(), spaces.Holder(), {Kind: kindGreeted, Form: documents.FormOf[bool], NotErased: "it is about a chat of many", NotDisclosed: "it is about a chat of many"}},
		b.notes.Holders(),
		b.People.Holders(),
	)
}

// holdersOfNobody are the holders as a list, which hold nothing.
func holdersOfNobody() []documents.Holder {
	return (&Bot{Services: &command.Services{People: new(people.People), Standings: new(standing.Standings), Messages: new(messages.Display)}}).holders()
}

// Kinds are all kinds of documents that a bot keeps.
func Kinds() (all []string) {
	for _, h := range holdersOfNobody() {
		all = append(all, h.Kind)
	}
	return all
}

// Forms say of documents, by kind, why they aren't of the kind's form, if they aren't; see documents.Holder.
func Forms() map[string]func(storage.Doc) error {
	forms := make(map[string]func(storage.Doc) error)
	for _, h := range holdersOfNobody() {
		if h.Form != nil {
			forms[h.Kind] = h.Form
		}
	}
	return forms
}

// SealedKinds are those of documents that hold what a player must not know.
func SealedKinds() (all []string) {
	for _, h := range holdersOfNobody() {
		if h.Sealed {
			all = append(all, h.Kind)
		}
	}
	return all
}

// ForgetListed forgets those on the list of removals whom the store still has, and
// says how many identities that were. It is for a store that no bot runs over, such
// as an older copy of the data. After an error, which is the store's, or the list's, or
// that a document can't be read, n tells how many were to be forgotten: the next start
// goes on with it.
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
	return b.Account.Eraser.EraseAll(ctx)
}

// hasPlayed says whether the person has a table, or a match that is over.
func (b *Bot) hasPlayed(ctx context.Context, p people.Person) (bool, error) {
	if len(b.Tables.Index.About(p)) > 0 {
		return true, nil
	}
	for _, err := range b.Histories.Of(ctx, p.Identities()) {
		return err == nil, err
	}
	return false, nil
}
