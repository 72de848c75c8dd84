package command

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/cache"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/storage"
)

// link gives the person a code, and tells how to enter it on each other platform. With a code from another
// platform it makes both identities one person.
func link(ctx context.Context, sv *Services, r *Request, given string) (chat.Answer, error) {
	if len(sv.Platforms) < 2 {
		return chat.Answer{}, chat.Refuse("link-alone")
	}
	if given != "" {
		return redeem(ctx, sv, r, people.CodeSum(given))
	}
	code, err := sv.People.Codes.New(ctx, r.User)
	page := screens.LinkCode{Minutes: int(people.CodeLife.Minutes())}
	for _, name := range slices.Sorted(maps.Keys(sv.Platforms)) {
		if name != r.Platform() {
			typed := sv.Lexicon.Line("link "+code, sv.Messages.Readers.WithCommands(name, r.Words))
			page.Typed = append(page.Typed, screens.PlatformLink{Platform: name, Link: typed})
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

// redeem links the person with the one who asked for the code with that sum.
func redeem(ctx context.Context, sv *Services, r *Request, sum string) (chat.Answer, error) {
	if !sv.Account.guesses.allow(r.User, sv.Now()) {
		return chat.Answer{}, chat.Refuse("link-slowly")
	}
	var other people.Person
	err := changeLinks(ctx, sv, r, func(me people.Person) (err error) {
		if other, err = sv.People.Codes.Owner(ctx, sum); err == nil {
			err = checkLink(sv, me, other)
		}
		if err != nil {
			return err
		}
		return join(ctx, sv, r.Input, me, other)
	})
	if err != nil {
		return chat.Answer{}, err
	}
	me, err := sv.People.WithLinked(ctx, r.Person)
	if err != nil {
		return chat.Answer{}, err
	}
	alterAll(ctx, sv, me, "panels not moved after linking", func(t *match.Table) bool {
		return t.Stage == match.Playing && t.Places().AddPanels(me.Participant()) // at all of their identities, without a word from there
	})
	sv.Messages.RefreshAll(me) // the alarm may have shown a table before the link was in memory
	page := screens.Notice{What: "linked", Name: other.Name, User: other.Users[0]}
	return chat.Answer{Screen: page.Screen(sv.Messages.Readers.Tongue(me, r.Platform()))}, nil
}

// changeLinks decides and stores one change of links at a time, while nobody sits down at a table. After a
// conflict it decides again.
func changeLinks(ctx context.Context, sv *Services, r *Request, decide func(me people.Person) error) error {
	defer sv.People.Links.LockForLinking()()
	return sv.Store.RetryUnlessSeen(ctx, r.Input, func() error {
		me, err := sv.People.WithLinked(ctx, r.Person)
		if err != nil {
			return err
		}
		return decide(me)
	})
}

// checkLink refuses to link people who have accounts on the same platform, or who play each other.
func checkLink(sv *Services, me, other people.Person) error {
	switch {
	case me.ID == other.ID:
		return chat.Refuse("link-own")
	case me.Is(other.ID):
		return chat.Refuse("link-already")
	case slices.ContainsFunc(me.Platforms(), func(name string) bool { return slices.Contains(other.Platforms(), name) }):
		return chat.Refuse("link-platform")
	}
	if t := sv.Tables.Index.FindActive(tables.KeysOf(me), func(x tables.Summary) bool { return x.HasSeated(me) && x.HasSeated(other) }); len(t) > 0 {
		return chat.Refuse("link-table", "Code", string(t[0].ID))
	}
	return nil
}

// join makes me one person with the other and spends the other's code. The other's settings apply from now
// on.
func join(ctx context.Context, sv *Services, in chat.Input, me, other people.Person) error {
	news := append(linkNotices(sv, me, "linked", other.Identities()),
		linkNotices(sv, other, "linked", me.Others())...)
	return relink(ctx, sv, in, me.Identity(), other.Identity(), news, func(docs []storage.Doc) error {
		other.Code, other.Linked = "", people.Group{}
		_, err := sv.People.Save(ctx, other, docs...)
		return err
	})
}

// Part makes the identity a person of its own. The notices tell the others.
func Part(ctx context.Context, sv *Services, in chat.Input, x chat.Identity, news []outbox.Notice) error {
	return relink(ctx, sv, in, x, chat.Identity{}, news, func(docs []storage.Doc) error { return sv.Store.Commit(ctx, docs...) })
}

// relink makes x one person with into, or takes x out of its group if into is blank. One commit stores the
// journal's next entry, the input, the notices, the changes of leaderboards, and that the tables are to be
// shown again: their language or their names may have changed.
func relink(ctx context.Context, sv *Services, in chat.Input, x, into chat.Identity, news []outbox.Notice, store func([]storage.Doc) error) error {
	boards := sv.Standings.Lock()
	defer boards.Unlock()
	id := people.LinkEntryID(sv.People.Links.Next())
	entry, err := documents.Encode(people.KindLink, id, 0, people.LinkEntry{At: sv.Now().UTC(), Person: x.Person, Into: into.Person})
	if err != nil {
		return err
	}
	docs := []storage.Doc{entry, sv.Store.SeenDoc(in)}
	for _, n := range news {
		doc, err := n.Doc()
		if err != nil {
			return err
		}
		docs = append(docs, doc)
	}
	type groups = [][]chat.PersonID
	mine := sv.People.Accounts(x.Person)
	rest := slices.DeleteFunc(slices.Clone(mine), func(y chat.PersonID) bool { return y == x.Person })
	was, become := groups{mine}, groups{{x.Person}, rest}
	if into.Person != "" {
		others := sv.People.Accounts(into.Person)
		was, become = groups{mine, others}, groups{slices.Concat(others, mine)}
	}
	for _, all := range become {
		docs = append(docs, alarms.ShowDocs(sv.Now(), all[0], id)...)
	}
	ranks, err := boards.Regroup(ctx, was, become)
	if err != nil {
		return err
	}
	if err := store(append(docs, ranks...)); err != nil {
		return err
	}
	sv.People.Links.Apply(x, into)
	sv.Messages.Notices.Deliver(news...)
	return nil
}

// unlink makes the identity a person of its own again, once it is confirmed: "unlink ENTRY yes", or typed
// "unlink yes". ENTRY is the entry that made the link, so an old button doesn't undo a later one.
func unlink(ctx context.Context, sv *Services, r *Request, sure reply, entry string) (chat.Answer, error) {
	since := r.Person.Linked.Since
	if since == 0 {
		return chat.Answer{}, chat.Refuse("not-linked")
	}
	switch {
	case sure == replyNo:
		return r.alert("unlink.kept"), nil
	case sure != replyYes:
		names, err := linkedNames(ctx, sv, r)
		return chat.Answer{Screen: screens.Unlink{Names: names, Since: since}.Screen(r.Words)}, err
	case entry != "" && entry != strconv.Itoa(since):
		return chat.Answer{}, chat.Refuse("link-changed")
	}
	err := changeLinks(ctx, sv, r, func(me people.Person) error {
		if me.Linked.Since != since {
			return chat.Refuse("link-changed")
		}
		return Part(ctx, sv, r.Input, me.Identity(), linkNotices(sv, me, "unlinked", me.Others()))
	})
	if err != nil {
		return chat.Answer{}, err
	}
	for _, x := range r.Person.Identities() {
		p, _, err := sv.People.LookupLinked(ctx, x.User)
		if err != nil {
			return chat.Answer{}, err
		}
		alterAll(ctx, sv, p, "panels not moved after unlinking", func(t *match.Table) bool {
			return t.Stage == match.Playing && t.Places().AddPanels(p.Participant()) // the one that they had may be the other's
		})
	}
	sv.Messages.RefreshAll(r.Person) // as they were: those who are no longer the same see it, too
	return r.alert("unlink.done"), nil
}

// linkedNames returns the names of the identities that are linked with the person's.
func linkedNames(ctx context.Context, sv *Services, r *Request) (string, error) {
	var names []string
	for _, x := range r.Person.Others() {
		p, _, err := sv.People.Lookup(ctx, x.User)
		if err != nil {
			return "", err
		}
		names = append(names, screens.NameOn(r.Words, p.Name, x.User))
	}
	return strings.Join(names, ", "), nil
}

// guesses limits how often each user may try codes: a few at once, then one from time to time.
type guesses struct {
	mu sync.Mutex
	by cache.Map[chat.UserID, *rate.Limiter]
}

const (
	guessesAtOnce = 5
	guessEvery    = time.Minute
	maxGuessers   = 10_000 // that are remembered at least
)

func (g *guesses) allow(user chat.UserID, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.by.Keep = maxGuessers
	left, ok := g.by.Get(user)
	if !ok {
		left = rate.NewLimiter(rate.Every(guessEvery), guessesAtOnce)
		g.by.Put(user, left)
	}
	return left.AllowN(now, 1)
}

// linkNotices returns notices that tell the identities what the person has done with the journal's next
// entry.
func linkNotices(sv *Services, p people.Person, what string, to []chat.Identity) []outbox.Notice {
	var all []outbox.Notice
	for _, x := range to {
		all = append(all, outbox.Notice{To: x.User, What: what, Name: p.Name, User: p.Users[0], At: sv.Now().UTC(), Entry: sv.People.Links.Next()})
	}
	return all
}

// exportMe sends the person a file of all that is stored of them.
func exportMe(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	free, err := sv.Account.Files.Begin(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	defer free()
	d := documents.NewDisclosure(r.Person.Identity(), r.Person.Identities())
	names := newNamer(sv, r.Words)
	d.Lang, d.Names = r.Words.Tag(), func(ctx context.Context, people []chat.PersonID) ([]string, error) {
		all, err := names.at(ctx, match.Players{People: people})
		return displayname.StripIsolates(all...), err
	}
	file, err := privacy.Export(ctx, sv.Account.Eraser.Holders, d, sv.Now())
	return chat.Answer{Screen: screens.Exported(r.Words), File: file}, err
}

// privacyPage names the bot's operator and tells what becomes of people's data.
func privacyPage(_ context.Context, sv *Services, r *Request, _ struct{}) (chat.Answer, error) {
	return chat.Answer{Screen: sv.Account.Privacy.Screen(r.Words)}, nil
}

// forgetMe erases all that is stored of the person, on all platforms, once it is confirmed: "forget PERSON
// yes", or typed "forget yes". PERSON keeps an old button from erasing somebody who has come back since.
func forgetMe(ctx context.Context, sv *Services, r *Request, sure reply, id string) (chat.Answer, error) {
	switch {
	case sure == replyNo:
		return r.alert("forget.kept"), nil
	case sure != replyYes:
		return askForget(ctx, sv, r)
	case id != "" && id != string(r.Person.ID):
		return chat.Answer{}, chat.Refuse("forget-old")
	}
	return r.alert("forget.done"), sv.Account.Eraser.Forget(ctx, r.Input, r.Person)
}

// askForget tells what will be erased and what stays, and asks for confirmation.
func askForget(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	names, err := linkedNames(ctx, sv, r)
	page := screens.Forget{Person: r.Person.ID, Linked: names, Tables: len(sv.Tables.Index.ActiveOf(r.Person)), Days: int(people.RejoinBanLife.Hours() / 24)}
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}
