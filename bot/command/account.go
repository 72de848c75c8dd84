package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/screens"
	"tarockbot/bot/upkeep/privacy"
	"tarockbot/storage"
)

func exportMe(ctx context.Context, r *Request) (chat.Answer, error) {
	free, err := r.sv.Account.Files.Begin(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	defer free()
	d := documents.NewDisclosure(r.Person.Identity(), r.Person.Identities())
	names := newNamer(r)
	d.Lang, d.Names = r.Words.Tag(), func(ctx context.Context, ids []chat.PersonID) ([]string, error) {
		all := displayname.StripIsolates(names.namesOf(ctx, match.Players{People: ids}, displayname.OfTable)...)
		return all, names.err
	}
	file, err := privacy.Export(ctx, r.sv.Account.Eraser.Holders, d, r.sv.Now())
	return chat.Answer{Screen: screens.ExportPage(r.Words), File: file}, err
}

func privacyPage(_ context.Context, r *Request) (chat.Answer, error) {
	return chat.Answer{Screen: r.sv.Account.Privacy.Screen(r.Words)}, nil
}

// forgetMe erases the person's data after a confirmation: "forget PERSON yes". PERSON keeps an old button from erasing
// a returned person.
func forgetMe(ctx context.Context, r *Request, sure reply, id string) (chat.Answer, error) {
	switch {
	case sure == replyNo:
		return r.alert("forget.kept"), nil
	case sure != replyYes:
		names, err := linkedNames(ctx, r)
		page := screens.Forget{Person: r.Person.ID, Linked: names,
			Tables: len(r.sv.Tables.Index.ActiveOf(r.Person)), Days: int(people.RejoinBanLife.Hours() / 24)}
		return chat.Answer{Screen: page.Screen(r.Words)}, err
	case id != "" && id != string(r.Person.ID):
		return chat.Answer{}, chat.Refuse("forget-old")
	}
	return r.alert("forget.done"), r.sv.Account.Eraser.Forget(ctx, r.Input, r.Person)
}

// changeAccount changes one of the requester's accounts. It returns the request with the changed person, or r on an
// error.
func changeAccount(
	ctx context.Context, r *Request, user chat.UserID, change func(*people.Account), more ...storage.Doc,
) (*Request, error) {
	if _, err := r.sv.People.Change(ctx, user, change, append(more, r.sv.Store.SeenDoc(r.Input))...); err != nil {
		return r, err
	}
	p, _, err := r.sv.People.LookupLinked(ctx, r.User)
	if err != nil {
		return r, err
	}
	return r.asPerson(p), nil
}
