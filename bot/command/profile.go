package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/standing"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// profileAsked is whose profile somebody asks for, and of which game.
type profileAsked struct {
	who     people.Person
	mention string        // as typed, "@bert"; "" for oneself
	games   []engine.Game // the first that they have played
}

// askedProfile reads "profile @bert kosakeln", in any order.
func askedProfile(ctx context.Context, sv *Services, r *Request) (want profileAsked, err error) {
	want.who = r.Person
	want.games, _ = gamesFor(sv, r)
	for _, term := range sv.Lexicon.Phrases.Read(r.args) {
		i := slices.IndexFunc(games.All(), func(g engine.Game) bool { return g.ID == strings.ToLower(term.Word) })
		if i >= 0 {
			want.games = games.All()[i : i+1]
			continue
		}
		someone, mention, err := called(ctx, sv, r, term)
		switch {
		case err != nil:
			return want, err
		case mention == "":
			return want, chat.Refuse("no-term", "Term", speech.CleanName(term.Typed))
		case someone.person.ID == "":
			return want, chat.Refuse("profile-none", "Name", someone.name)
		}
		if want.who = someone.person; !r.Person.Is(want.who.ID) {
			want.mention = mention
		}
	}
	return want, nil
}

// profile shows how somebody plays a game, and how well. Who doesn't want to be
// listed is shown to nobody else.
func profile(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	want, err := askedProfile(ctx, sv, r)
	if err != nil {
		return chat.Answer{}, err
	}
	head, err := sv.Standings.EntrantOf(ctx, want.who.ID)
	if err != nil {
		return chat.Answer{}, err
	}
	name, err := nameOf(ctx, sv, head.All[0], r.Words)
	if err != nil {
		return chat.Answer{}, err
	}
	if want.mention != "" && !head.Listed {
		return hiddenProfile(ctx, sv, r, want, name)
	}
	game, all, err := careerIn(ctx, sv, want)
	if err != nil {
		return chat.Answer{}, err
	}
	p := pages.Profile{Career: all, Name: name, Mention: want.mention, Game: game, Hidden: !head.Listed, Zone: sv.People.ZoneOf(r.Person)}
	if want.mention != "" {
		if p.Against, err = sv.Standings.Between(ctx, r.Person.ID, want.who.ID, game); err != nil {
			return chat.Answer{}, err
		}
	}
	return chat.Answer{Screen: p.Screen(r.Words, sv.Posts.Readers.Pictures(r.Person.Taste))}, nil
}

// hiddenProfile shows what is between the reader and somebody who isn't listed, and
// nothing else.
func hiddenProfile(ctx context.Context, sv *Services, r *Request, want profileAsked, name string) (chat.Answer, error) {
	p := pages.HiddenProfile{Name: name, Mention: want.mention, Against: make(map[string]standing.Tally)}
	for _, game := range games.All() {
		x, err := sv.Standings.Between(ctx, r.Person.ID, want.who.ID, game.ID)
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

// careerIn is the career in the first of the games that the person has played.
func careerIn(ctx context.Context, sv *Services, want profileAsked) (game string, all standing.Career, err error) {
	for _, g := range want.games {
		game = g.ID
		if all, err = sv.Standings.CareerOf(ctx, want.who.ID, game); err != nil || all.Totals.Matches > 0 {
			return game, all, err
		}
	}
	if len(want.games) > 1 {
		game = want.games[0].ID
		all, err = sv.Standings.CareerOf(ctx, want.who.ID, game)
	}
	return game, all, err
}
