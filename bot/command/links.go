package command

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox/notice"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables"
	"tarockbot/storage"
)

func link(ctx context.Context, r *Request, given string) (chat.Answer, error) {
	if len(r.sv.Platforms) < 2 {
		return chat.Answer{}, chat.Refuse("link-alone")
	}
	if given != "" {
		return redeem(ctx, r, people.CodeSum(given))
	}
	code, err := r.sv.People.Codes.Issue(ctx, r.User)
	page := screens.LinkCode{Minutes: int(people.CodeLife.Minutes())}
	for _, name := range slices.Sorted(maps.Keys(r.sv.Platforms)) {
		if name != r.Platform() {
			typed := r.sv.Language.Lexicon.Translate("link "+code, r.sv.Messages.Readers.TongueIn(name, r.Words.Tag()))
			page.Typed = append(page.Typed, screens.PlatformLink{Platform: name, Link: typed})
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words)}, err
}

// redeem links the person to the code's owner, whose settings then apply.
func redeem(ctx context.Context, r *Request, sum string) (chat.Answer, error) {
	if r.sv.Account.guesses.Take(r.User, r.sv.Now()) > 0 {
		return chat.Answer{}, chat.Refuse("link-slowly")
	}
	var owner people.Account
	err := changeLinks(ctx, r, func(links people.Linking, me people.Person) (err error) {
		if owner, err = r.sv.People.Codes.Owner(ctx, sum); err != nil {
			return err
		}
		other, err := r.sv.People.WithLinked(ctx, owner)
		if err == nil {
			err = checkLink(r, me, other)
		}
		if err != nil {
			return err
		}
		news := append(linkNotices(r, links, me, "linked", other.Identities()), linkNotices(r, links, other, "linked", me.Others())...)
		return changeAndNotify(r, news, func(docs []storage.Doc) error { return links.Link(ctx, me.Identity(), owner, docs...) })
	})
	if err != nil {
		return chat.Answer{}, err
	}
	me, _, err := r.sv.People.LookupLinked(ctx, r.User)
	if err != nil {
		return chat.Answer{}, err
	}
	movePanels(ctx, r.sv, me, "panels not moved after linking") // so that each linked account has its panel before it acts
	r.sv.Messages.RefreshPanels(me)                             // a table may have been drawn before the link
	page := screens.Notice{What: "linked", Name: owner.Name, User: owner.Users[0]}
	return chat.Answer{Screen: page.Screen(r.asPerson(me).Words)}, nil
}

// changeLinks serializes changes of links and locks seating. It retries after a conflict.
func changeLinks(ctx context.Context, r *Request, decide func(links people.Linking, me people.Person) error) error {
	links := r.sv.People.LockForLinking()
	defer links.Unlock()
	return r.sv.Store.RetryUnlessSeen(ctx, r.Input, func() error {
		me, _, err := r.sv.People.LookupLinked(ctx, r.User)
		if err != nil {
			return err
		}
		return decide(links, me)
	})
}

func changeAndNotify(r *Request, news []notice.Notice, change func([]storage.Doc) error) error {
	docs := []storage.Doc{r.sv.Store.SeenDoc(r.Input)}
	for _, n := range news {
		doc, err := n.Doc()
		if err != nil {
			return err
		}
		docs = append(docs, doc)
	}
	if err := change(docs); err != nil {
		return err
	}
	r.sv.Messages.Notices.Deliver(news...)
	return nil
}

func movePanels(ctx context.Context, sv *Services, p people.Person, failureText string) {
	updateTablesOf(ctx, sv, p, failureText, func(t *match.Table) bool {
		return t.Stage == match.Playing && t.Places().AddPanels(p.Participant())
	})
}

// checkLink refuses people who share a platform or table.
func checkLink(r *Request, me, other people.Person) error {
	switch {
	case me.ID == other.ID:
		return chat.Refuse("link-own")
	case me.Is(other.ID):
		return chat.Refuse("link-already")
	case slices.ContainsFunc(me.Platforms(), func(name string) bool { return slices.Contains(other.Platforms(), name) }):
		return chat.Refuse("link-platform")
	}
	seatsBoth := func(x tables.Summary) bool { return x.HasSeated(me) && x.HasSeated(other) }
	if t := r.sv.Tables.Index.FindActive(tables.KeysOf(me), seatsBoth); len(t) > 0 {
		return chat.Refuse("link-table", "Code", string(t[0].ID))
	}
	return nil
}

func linkNotices(r *Request, links people.Linking, p people.Person, what string, to []chat.Identity) []notice.Notice {
	return seq.Map(to, func(x chat.Identity) notice.Notice {
		return notice.Notice{To: x.User, What: what, Name: p.Name, User: p.Users[0], At: r.sv.Now().UTC(), Entry: links.NextEntry()}
	})
}

// unlink reads "unlink ENTRY yes". ENTRY is the link's entry, so old buttons don't undo later links.
func unlink(ctx context.Context, r *Request, sure reply, entry string) (chat.Answer, error) {
	current := r.Person.Linked.LastEntry
	if current == 0 {
		return chat.Answer{}, chat.Refuse("not-linked")
	}
	switch {
	case sure == replyNo:
		return r.alert("unlink.kept"), nil
	case sure != replyYes:
		names, err := linkedNames(ctx, r)
		return chat.Answer{Screen: screens.Unlink{Names: names, Entry: current}.Screen(r.Words)}, err
	case entry != "" && entry != strconv.Itoa(current):
		return chat.Answer{}, chat.Refuse("link-changed")
	}
	err := changeLinks(ctx, r, func(links people.Linking, me people.Person) error {
		if me.Linked.LastEntry != current {
			return chat.Refuse("link-changed")
		}
		news := linkNotices(r, links, me, "unlinked", me.Others())
		return changeAndNotify(r, news, func(docs []storage.Doc) error { return links.Unlink(ctx, me.Identity(), docs...) })
	})
	if err != nil {
		return chat.Answer{}, err
	}
	for _, x := range r.Person.Identities() {
		p, _, err := r.sv.People.LookupLinked(ctx, x.User)
		if err != nil {
			return chat.Answer{}, err
		}
		movePanels(ctx, r.sv, p, "panels not moved after unlinking") // a shared panel may now be the other's
	}
	r.sv.Messages.RefreshPanels(r.Person) // r.Person still has the old links, so former members' panels are redrawn
	return r.alert("unlink.done"), nil
}

func linkedNames(ctx context.Context, r *Request) (string, error) {
	var names []string
	for _, x := range r.Person.Others() {
		p, _, err := r.sv.People.Lookup(ctx, x.User)
		if err != nil {
			return "", err
		}
		names = append(names, screens.NameOn(p.Name, x.User, r.Words))
	}
	return strings.Join(names, ", "), nil
}
