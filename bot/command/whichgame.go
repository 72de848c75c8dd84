package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
)

// gamesFor returns all games, the person's first, and the number of those. Games played in this chat come before
// others.
func gamesFor(r *Request) (all []engine.Game, played int) {
	mine := activeTables(r.sv, r.Person)
	slices.SortStableFunc(mine, latestFirst)
	add := func(g engine.Game) {
		if !slices.ContainsFunc(all, func(had engine.Game) bool { return had.ID == g.ID }) {
			all = append(all, g)
		}
	}
	for _, t := range mine {
		if r.Chat != "" && t.Messages.In(r.Place()) != nil {
			add(t.Match.Game)
		}
	}
	for _, t := range mine {
		add(t.Match.Game)
	}
	played = len(all)
	for _, g := range games.All() {
		add(g)
	}
	return all, played
}

func gameNamed(term speech.Term) (g engine.Game, ok bool) {
	for _, g := range games.All() {
		if g.ID == strings.ToLower(term.Word) {
			return g, true
		}
	}
	return engine.Game{}, false
}

func refuseTerm(term speech.Term) error {
	return chat.RefusePublicly("no-term", "Term", displayname.Clean(term.Typed))
}

func lastRules(ctx context.Context, sv *Services, p people.Person) (rules string, options engine.Options, err error) {
	if running := runningTables(sv, p); len(running) > 0 {
		return running[0].Setup.Rules, running[0].Setup.Options, nil
	}
	for past, err := range sv.Archive.MatchesOf(ctx, p.Identities()) {
		if err != nil {
			return "", nil, err
		}
		deal, _, err := sv.Archive.LoadDeal(ctx, past.Table, 1) // without the deal the options are unknown
		return past.Rules, deal.Record.Options, err
	}
	return "", nil, nil
}

const maxPastSearched = 50

func lastLevel(ctx context.Context, sv *Services, p people.Person) (robot.Level, error) {
	for _, t := range runningTables(sv, p) {
		if levels := t.Chairs.Levels(); levels != nil {
			return robot.Strongest(levels), nil
		}
	}
	searched := 0
	for past, err := range sv.Archive.MatchesOf(ctx, p.Identities()) {
		if err != nil {
			return "", err
		}
		if past.Levels != nil {
			return robot.Strongest(past.Levels), nil
		}
		if searched++; searched == maxPastSearched {
			break
		}
	}
	return match.DefaultLevel, nil
}
