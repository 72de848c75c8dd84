package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/bot/terms"
	"tarockbot/engine"
	"tarockbot/engine/games"
)

// practice is a match against the computer, in private. Without a word it asks
// which game. A friend who is named is challenged, and the computer takes the
// other chairs.
func practice(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.args) == 0 {
		return practicePage(ctx, sv, r)
	}
	if !slices.ContainsFunc(r.args, speech.IsMention) {
		t, err := parseTerms(ctx, sv, r)
		if err != nil {
			return chat.Answer{}, err
		}
		return startPractice(ctx, sv, r, t)
	}
	if !slices.ContainsFunc(sv.Lexicon.Phrases.Read(r.args), namesComputer) {
		r.args = append(slices.Clone(r.args), terms.WordComputer)
	}
	t, err := parseTerms(ctx, sv, r)
	if chat.RefusedWith(err, "no-chair") {
		return chat.Answer{}, chat.Refuse("practice-friend", "Game", r.Words.Say("game."+t.Game.ID))
	}
	if err != nil {
		return chat.Answer{}, err
	}
	return propose(ctx, sv, r, t)
}

func namesComputer(term speech.Term) bool {
	name, _, _ := strings.Cut(strings.ToLower(term.Word), "=")
	return name == terms.WordComputer
}

// practicePage asks which game to play with the computer: in front those that
// the person plays, else the one that they have played last.
func practicePage(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	all, known := gamesFor(sv, r)
	if known == 0 {
		last, err := lastGame(ctx, sv, r.Person)
		if err != nil {
			return chat.Answer{}, err
		}
		all, known = gamesFrom(last)
	}
	return chat.Answer{Screen: pages.Practice{Games: all, Known: known}.Screen(r.Words)}, nil
}

// gamesFrom are all games, the one with the id in front, and whether there is
// such a one: 0 or 1.
func gamesFrom(id string) (all []engine.Game, known int) {
	all = games.All()
	i := slices.IndexFunc(all, func(g engine.Game) bool { return g.ID == id })
	if i < 0 {
		return all, 0
	}
	return slices.Concat(all[i:i+1], all[:i], all[i+1:]), 1
}

// lastGame is the id of the game that the person has finished a match of last;
// "" if there is none.
func lastGame(ctx context.Context, sv *Services, p people.Person) (string, error) {
	for past, err := range sv.Histories.Of(ctx, p.Identities()) {
		if err != nil {
			return "", err
		}
		g, err := games.ByRules(past.Rules)
		if err != nil {
			return "", nil // it isn't played any more
		}
		return g.ID, nil
	}
	return "", nil
}

func startPractice(ctx context.Context, sv *Services, r *Request, t terms.Terms) (chat.Answer, error) {
	t.Friends, t.Robots = nil, terms.AllTheRest
	if err := t.Seat(); err != nil {
		return chat.Answer{}, err
	}
	t.SetPace(match.NoPace)
	r.Chat, r.Space = "", ""
	tb, err := newTable(sv, r, t)
	if err != nil {
		return chat.Answer{}, err
	}
	c := &tables.Change{Table: tb, Who: r.Person}
	if err := sv.Dealer.Begin(ctx, c); err != nil {
		return chat.Answer{}, err
	}
	if err := openTable(ctx, sv, r.Input, tb); err != nil {
		return chat.Answer{}, err
	}
	return chat.Answer{Alert: r.Words.Say("practice.started"), Next: pages.HandButton(tb.ID, r.Words)}, nil
}
