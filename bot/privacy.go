package bot

import (
	"context"
	"iter"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/posts"
	"tarockbot/bot/privacy"
	"tarockbot/bot/spaces"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/bot/tables"
)

// kindGreeted is the kind of documents that are a public chat each that has been greeted.
const kindGreeted = "greeted"

// newPrivacy makes what tells people what is kept of them, and forgets them.
func (b *Bot) newPrivacy() {
	b.notes = &privacy.Notes{Store: b.store, Platforms: b.platforms, Named: b.cfg.Named}
	b.eraser = &privacy.Eraser{
		Store: b.store, People: b.people, Holders: b.holders(), Notes: b.notes, Log: b.cfg.Log, Now: b.cfg.Now, List: b.cfg.Removals, Keeps: b.hasPlayed,
	}
}

// holders are those of all kinds of documents, in the order in which somebody is erased
// from them. A new kind has its row in the package that it belongs to, and a test misses it
// otherwise.
func (b *Bot) holders() []keep.Holder {
	part := func(ctx context.Context, in chat.Input, x chat.Identity) error { return b.part(ctx, in, x, nil) }
	names := func(t *match.Table, lang string) []string {
		return plainNames(pages.View{Table: t}.Names(b.words.In(lang)))
	}
	table := tables.Holder{Tables: b.tables, Dealer: b.dealer, Random: b.cfg.Random, Names: names, RestsLocked: b.posts.RestsLocked}
	return slices.Concat(
		[]keep.Holder{b.people.LinkHolder(part)},
		table.Holders(),
		b.standings.Holders(),
		[]keep.Holder{b.histories.Holder()},
		outbox.Holders(b.posts.Notices, b.posts.Calls.Digests, b.posts.Presence),
		[]keep.Holder{b.people.CodeHolder(), spaces.Holder(), {Kind: kindGreeted, Stays: "it is about a chat of many", Untold: "it is about a chat of many"}},
		b.notes.Holders(),
		b.people.Holders(),
	)
}

// holdersOfNobody are the holders as a list, which hold nothing.
func holdersOfNobody() []keep.Holder {
	return (&Bot{services: &services{standings: new(standing.Standings), posts: &posts.Posts{Calls: new(posts.Calls)}}}).holders()
}

// Kinds are all kinds of documents that a bot keeps.
func Kinds() (all []string) {
	for _, h := range holdersOfNobody() {
		all = append(all, h.Kind)
	}
	return all
}

// exportMe sends a person all that is stored of them.
func (b *Bot) exportMe(ctx context.Context, r *request) (Answer, error) {
	free, err := b.files.Begin(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer free()
	d := keep.NewDisclosure(r.person.Identity(), r.person.Identities())
	names := b.namer(r.t)
	d.Lang, d.Names = r.t.Tag(), func(ctx context.Context, people []chat.PersonID) ([]string, error) {
		all, err := names.at(ctx, people)
		return plainNames(all), err
	}
	file, err := privacy.Export(ctx, b.eraser.Holders, d, b.cfg.Now())
	return Answer{Screen: pages.Exported(r.t), File: file}, err
}

// plainNames are names without what keeps their writing direction to themselves.
func plainNames(names []string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = speech.PlainName(name)
	}
	return plain
}

// forgetMe erases all that is stored of a person, through whatever identity, once
// it is said twice: "forget PERSON yes", or typed "forget yes". The id keeps an
// old button from erasing who has come back since.
func (b *Bot) forgetMe(ctx context.Context, r *request) (Answer, error) {
	sure, answered := b.takeSwitch(r)
	switch {
	case answered && !sure:
		return Answer{Alert: r.t.Say("forget.kept")}, nil
	case !sure:
		return b.askForget(ctx, r)
	case r.arg(0) != "" && r.arg(0) != string(r.person.ID):
		return Answer{}, chat.Refuse("forget-old")
	}
	return Answer{Alert: r.t.Say("forget.done")}, b.eraser.Forget(ctx, r.Input, r.person)
}

// askForget says what goes and what stays, and asks whether that shall be.
func (b *Bot) askForget(ctx context.Context, r *request) (Answer, error) {
	names, err := b.linkedNames(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	page := pages.Forget{Person: r.person.ID, Linked: names, Tables: len(b.register.Of(r.person)), Days: int(people.LapseLife.Hours() / 24)}
	return Answer{Screen: page.Screen(r.t)}, nil
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
	return b.eraser.EraseAll(ctx)
}

// hasPlayed says whether the person has a table, or a match that is over.
func (b *Bot) hasPlayed(ctx context.Context, p people.Person) (bool, error) {
	if len(b.register.About(p)) > 0 {
		return true, nil
	}
	for _, err := range b.histories.Of(ctx, p.Identities()) {
		return err == nil, err
	}
	return false, nil
}

// exportHistory gives the person the records of the deals of their matches, the
// oldest first: of as many of the latest as there is room for in a file.
func (b *Bot) exportHistory(ctx context.Context, r *request, want historyAsked) (Answer, error) {
	free, err := b.files.Begin(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer free()
	deals := privacy.NewDeals()
	for p, err := range b.played(ctx, r.person, want) {
		if err == nil {
			err = deals.Add(ctx, b.store, p)
		}
		if err != nil {
			return Answer{}, err
		}
		if deals.Full {
			break
		}
	}
	if deals.Count() == 0 {
		return Answer{}, chat.Refuse("no-records")
	}
	page := pages.HistoryFile{Filter: want.HistoryFilter, Deals: deals.Count(), Matches: deals.Matches, Full: deals.Full}
	return Answer{Screen: page.Screen(r.t), File: deals.File()}, nil
}

// played are the matches of the person that are asked for, the newest first. If all
// are, those that go on come before, as far as they are played.
func (b *Bot) played(ctx context.Context, who people.Person, want historyAsked) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		if want.All() {
			for _, x := range slices.Backward(b.register.Of(who)) {
				if t := b.tables.Peek(x.ID); t != nil && !yield(match.Past{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
					return
				}
			}
		}
		for p, err := range b.histories.Of(ctx, who.Identities()) {
			if (err != nil || want.admits(p)) && !yield(p, err) {
				return
			}
		}
	}
}
