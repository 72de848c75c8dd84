package bot

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
func exportMe(ctx context.Context, sv *services, r *request) (Answer, error) {
	free, err := sv.files.Begin(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer free()
	d := keep.NewDisclosure(r.person.Identity(), r.person.Identities())
	names := newNamer(sv, r.t)
	d.Lang, d.Names = r.t.Tag(), func(ctx context.Context, people []chat.PersonID) ([]string, error) {
		all, err := names.at(ctx, people)
		return plainNames(all), err
	}
	file, err := privacy.Export(ctx, sv.eraser.Holders, d, sv.now())
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
func forgetMe(ctx context.Context, sv *services, r *request) (Answer, error) {
	sure, answered := takeSwitch(sv, r)
	switch {
	case answered && !sure:
		return Answer{Alert: r.t.Say("forget.kept")}, nil
	case !sure:
		return askForget(ctx, sv, r)
	case r.arg(0) != "" && r.arg(0) != string(r.person.ID):
		return Answer{}, chat.Refuse("forget-old")
	}
	return Answer{Alert: r.t.Say("forget.done")}, sv.eraser.Forget(ctx, r.Input, r.person)
}

// askForget says what goes and what stays, and asks whether that shall be.
func askForget(ctx context.Context, sv *services, r *request) (Answer, error) {
	names, err := linkedNames(ctx, sv, r)
	if err != nil {
		return Answer{}, err
	}
	page := pages.Forget{Person: r.person.ID, Linked: names, Tables: len(sv.tables.Index.Of(r.person)), Days: int(people.LapseLife.Hours() / 24)}
	return Answer{Screen: page.Screen(r.t)}, nil
}

// exportHistory gives the person the records of the deals of their matches, the
// oldest first: of as many of the latest as there is room for in a file.
func exportHistory(ctx context.Context, sv *services, r *request, want historyAsked) (Answer, error) {
	free, err := sv.files.Begin(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer free()
	deals := privacy.NewDeals()
	for p, err := range played(ctx, sv, r.person, want) {
		if err == nil {
			err = deals.Add(ctx, sv.store, p)
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
func played(ctx context.Context, sv *services, who people.Person, want historyAsked) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		if want.All() {
			for _, x := range slices.Backward(sv.tables.Index.Of(who)) {
				if t := sv.tables.Peek(x.ID); t != nil && !yield(match.Past{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
					return
				}
			}
		}
		for p, err := range sv.histories.Of(ctx, who.Identities()) {
			if (err != nil || want.admits(p)) && !yield(p, err) {
				return
			}
		}
	}
}
