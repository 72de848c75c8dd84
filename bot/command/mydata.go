package command

import (
	"context"
	"iter"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/privacy"
	"tarockbot/bot/speech"
)

// exportMe sends a person all that is stored of them.
func exportMe(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	free, err := sv.Files.Begin(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	defer free()
	d := keep.NewDisclosure(r.Person.Identity(), r.Person.Identities())
	names := newNamer(sv, r.Words)
	d.Lang, d.Names = r.Words.Tag(), func(ctx context.Context, people []chat.PersonID) ([]string, error) {
		all, err := names.at(ctx, people)
		return PlainNames(all), err
	}
	file, err := privacy.Export(ctx, sv.Eraser.Holders, d, sv.Now())
	return chat.Answer{Screen: pages.Exported(r.Words), File: file}, err
}

// PlainNames are names without what keeps their writing direction to themselves.
func PlainNames(names []string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = speech.PlainName(name)
	}
	return plain
}

// forgetMe erases all that is stored of a person, through whatever identity, once
// it is said twice: "forget PERSON yes", or typed "forget yes". The id keeps an
// old button from erasing who has come back since.
func forgetMe(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	sure, answered := takeSwitch(sv, r)
	switch {
	case answered && !sure:
		return chat.Answer{Alert: r.Words.Say("forget.kept")}, nil
	case !sure:
		return askForget(ctx, sv, r)
	case r.arg(0) != "" && r.arg(0) != string(r.Person.ID):
		return chat.Answer{}, chat.Refuse("forget-old")
	}
	return chat.Answer{Alert: r.Words.Say("forget.done")}, sv.Eraser.Forget(ctx, r.Input, r.Person)
}

// askForget says what goes and what stays, and asks whether that shall be.
func askForget(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	names, err := linkedNames(ctx, sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	page := pages.Forget{Person: r.Person.ID, Linked: names, Tables: len(sv.Tables.Index.Of(r.Person)), Days: int(people.LapseLife.Hours() / 24)}
	return chat.Answer{Screen: page.Screen(r.Words)}, nil
}

// exportHistory gives the person the records of the deals of their matches, the
// oldest first: of as many of the latest as there is room for in a file.
func exportHistory(ctx context.Context, sv *Services, r *Request, want historyAsked) (chat.Answer, error) {
	free, err := sv.Files.Begin(ctx)
	if err != nil {
		return chat.Answer{}, err
	}
	defer free()
	deals := privacy.NewDeals()
	for p, err := range played(ctx, sv, r.Person, want) {
		if err == nil {
			err = deals.Add(ctx, sv.Store, p)
		}
		if err != nil {
			return chat.Answer{}, err
		}
		if deals.Full {
			break
		}
	}
	if deals.Count() == 0 {
		return chat.Answer{}, chat.Refuse("no-records")
	}
	page := pages.HistoryFile{Filter: want.HistoryFilter, Deals: deals.Count(), Matches: deals.Matches, Full: deals.Full}
	return chat.Answer{Screen: page.Screen(r.Words), File: deals.File()}, nil
}

// played are the matches of the person that are asked for, the newest first. If all
// are, those that go on come before, as far as they are played.
func played(ctx context.Context, sv *Services, who people.Person, want historyAsked) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		if want.All() {
			for _, x := range slices.Backward(sv.Tables.Index.Of(who)) {
				if t := sv.Tables.Peek(x.ID); t != nil && !yield(match.Past{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
					return
				}
			}
		}
		for p, err := range sv.Histories.Of(ctx, who.Identities()) {
			if (err != nil || want.admits(p)) && !yield(p, err) {
				return
			}
		}
	}
}
