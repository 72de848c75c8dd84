package bot

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
func (b *Bot) practice(ctx context.Context, r *request) (Answer, error) {
	if len(r.args) == 0 {
		return b.practicePage(ctx, r)
	}
	if !slices.ContainsFunc(r.args, speech.IsMention) {
		t, err := b.parseTerms(ctx, r)
		if err != nil {
			return Answer{}, err
		}
		return b.startPractice(ctx, r, t)
	}
	if !slices.ContainsFunc(b.lexicon.Phrases.Read(r.args), namesComputer) {
		r.args = append(slices.Clone(r.args), terms.WordComputer)
	}
	t, err := b.parseTerms(ctx, r)
	if chat.RefusedWith(err, "no-chair") {
		return Answer{}, chat.Refuse("practice-friend", "Game", r.t.Say("game."+t.Game.ID))
	}
	if err != nil {
		return Answer{}, err
	}
	return b.propose(ctx, r, t)
}

func namesComputer(term speech.Term) bool {
	name, _, _ := strings.Cut(strings.ToLower(term.Word), "=")
	return name == terms.WordComputer
}

// practicePage asks which game to play with the computer: in front those that
// the person plays, else the one that they have played last.
func (b *Bot) practicePage(ctx context.Context, r *request) (Answer, error) {
	all, known := b.gamesFor(r)
	if known == 0 {
		last, err := b.lastGame(ctx, r.person)
		if err != nil {
			return Answer{}, err
		}
		all, known = gamesFrom(last)
	}
	return Answer{Screen: pages.Practice{Games: all, Known: known}.Screen(r.t)}, nil
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
func (b *Bot) lastGame(ctx context.Context, p people.Person) (string, error) {
	for past, err := range b.histories.Of(ctx, p.Identities()) {
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

func (b *Bot) startPractice(ctx context.Context, r *request, t terms.Terms) (Answer, error) {
	t.Friends, t.Robots = nil, terms.AllTheRest
	if err := t.Seat(); err != nil {
		return Answer{}, err
	}
	t.SetPace(match.NoPace)
	r.Chat, r.Space = "", ""
	tb, err := b.newTable(r, t)
	if err != nil {
		return Answer{}, err
	}
	c := &tables.Change{Table: tb, Who: r.person}
	if err := b.dealer.Begin(ctx, c); err != nil {
		return Answer{}, err
	}
	if err := b.openTable(ctx, r.Input, tb); err != nil {
		return Answer{}, err
	}
	return Answer{Alert: r.t.Say("practice.started"), Next: pages.HandButton(tb.ID, r.t)}, nil
}
