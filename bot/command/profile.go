package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/screens"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

type profileAsked struct {
	who     people.Person
	mention string        // "@bert" as typed; "" for oneself
	games   []engine.Game // the first one that the person has played is shown
}

// readProfile reads "profile @bert kosakeln", in any order.
func readProfile(ctx context.Context, r *Request, said []speech.Term) (want profileAsked, err error) {
	want.who = r.Person
	want.games, _ = gamesFor(r)
	for _, term := range said {
		if game, ok := gameNamed(term); ok {
			want.games = []engine.Game{game}
			continue
		}
		someone, err := findNamed(ctx, r, term)
		switch {
		case err != nil:
			return want, err
		case someone.person.ID == "":
			return want, chat.Refuse("profile-none", "Name", someone.name)
		}
		want.who = someone.person
		if !r.Person.Is(want.who.ID) {
			want.mention = someone.mention
		}
	}
	return want, nil
}

// profile hides unlisted people's results from others.
func profile(ctx context.Context, r *Request, said []speech.Term) (chat.Answer, error) {
	want, err := readProfile(ctx, r, said)
	if err != nil {
		return chat.Answer{}, err
	}
	names := newNamer(r)
	head, err := r.sv.People.Standings.EntrantOf(ctx, want.who.ID)
	if err != nil {
		return chat.Answer{}, err
	}
	name := displayname.Of(names.nameOf(ctx, head.All[0]), r.Words)
	if names.err != nil {
		return chat.Answer{}, names.err
	}
	if want.mention != "" && !head.Listed {
		return hiddenProfile(ctx, r, want, name)
	}
	game, all, err := careerIn(ctx, r.sv, want)
	if err != nil {
		return chat.Answer{}, err
	}
	p := screens.Profile{
		Career: all, Name: name, Mention: want.mention, Game: game, Hidden: !head.Listed, Zone: r.sv.People.ZoneOf(r.Person),
	}
	if want.mention == "" {
		p.Learn = screens.Learn{Courses: r.sv.Language.Courses, Progress: r.Person.Learnt}
	} else if p.Against, err = r.sv.People.Standings.TallyAgainst(ctx, r.Person.ID, want.who.ID, game); err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Screen: p.Screen(r.Words, r.sv.Messages.Pages.Pictures(r.Person.DisplaySettings))}, nil
}

func hiddenProfile(ctx context.Context, r *Request, want profileAsked, name string) (chat.Answer, error) {
	p := screens.HiddenProfile{Name: name, Mention: want.mention, Against: make(map[string]standing.Tally)}
	for _, game := range games.All() {
		x, err := r.sv.People.Standings.TallyAgainst(ctx, r.Person.ID, want.who.ID, game.ID)
		if err != nil {
			return chat.Answer{}, err
		}
		if x.Matches > 0 {
			p.Against[game.ID] = x
		}
	}
	if len(p.Against) == 0 {
		return chat.Answer{}, chat.Refuse("profile-hidden", "Name", name)
	}
	return chat.Answer{Screen: p.Screen(r.Words)}, nil
}

func careerIn(ctx context.Context, sv *Services, want profileAsked) (game string, all standing.Career, err error) {
	for i, g := range want.games {
		career, err := sv.People.Standings.CareerOf(ctx, want.who.ID, g.ID)
		played := career.Totals.Matches > 0
		if i == 0 || played {
			game, all = g.ID, career
		}
		if err != nil || played {
			return game, all, err
		}
	}
	return game, all, nil
}
