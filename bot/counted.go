package bot

import (
	"context"
	"time"

	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/standing"
	"tarockbot/engine"
)

// rankMatch counts the match that ends with the change.
func (b *Bot) rankMatch(ctx context.Context, c *change) error {
	c.alone(b.standings)
	scope, also, err := b.standings.ScopesOf(ctx, c.Scopes())
	if err != nil {
		return err
	}
	m := matchOf(c.Table, scope, b.cfg.Now())
	m.Also = also
	m.Unrated = c.Unrated
	docs, err := b.standings.Ended(ctx, c.Match.Game.ID, m, c.Match.Done)
	c.docs = append(c.docs, docs...)
	counted(c.Table, m)
	return err
}

// matchOf is the table's match that ends now.
func matchOf(t *match.Table, scope ChatID, now time.Time) *standing.Match {
	m := &standing.Match{Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC().Truncate(time.Millisecond), Scope: scope, Deals: len(t.Match.Done)}
	end := t.Match.Standing()
	for s, c := range t.Chairs {
		won := end.Winners.Has(engine.Seat(s))
		m.Seats = append(m.Seats, standing.Seat{
			Person: c.Person, Total: end.Totals[s], Left: t.Match.Left.Has(engine.Seat(s)),
			Won: won, Drawn: won && end.Winners.Len() > 1, TimedOut: c.TimedOut,
		})
	}
	return m
}

// counted keeps what the log has of the match for the table to tell.
func counted(t *match.Table, m *standing.Match) {
	t.Unrated, t.Ratings = m.Unrated, nil
	for _, s := range m.Seats {
		if s.After != nil {
			t.Ratings = append(t.Ratings, match.RatedSeat{Before: s.Before.Shown(), After: s.After.Shown(), Provisional: s.After.Provisional()})
		}
	}
}

// observeLeaver counts that somebody leaves a match that goes on.
func (b *Bot) observeLeaver(ctx context.Context, c *change, x match.Leaver) error {
	c.alone(b.standings)
	docs, err := b.standings.Left(ctx, c.Match.Game.ID, x.Person, x.TimedOut)
	c.docs = append(c.docs, docs...)
	return err
}

// whyUnrated is why a match of those who sit at the table won't be rated; "" if
// nothing is known against it.
func (b *Bot) whyUnrated(ctx context.Context, t *match.Table) (string, error) {
	if t.Setup.Friendly {
		return standing.UnratedFriendly, nil
	}
	var seated []people.Person
	for _, c := range t.Chairs {
		if c.User == "" {
			continue
		}
		p, known, err := b.people.Lookup(ctx, c.User)
		if err != nil {
			return "", err
		}
		if !known {
			continue
		}
		if p, err = b.people.WithLinked(ctx, p); err != nil {
			return "", err
		}
		switch {
		case p.Ranking == standing.Off:
			return standing.UnratedOff, nil
		case b.cfg.Now().Before(p.Lapse):
			return standing.UnratedLapse, nil
		}
		for _, other := range seated {
			if yes, err := b.together(ctx, p, other); err != nil || yes {
				return standing.UnratedTogether, err
			}
		}
		seated = append(seated, p)
	}
	return "", nil
}

// together says whether two people play from one place, by any of their identities.
func (b *Bot) together(ctx context.Context, p, other people.Person) (bool, error) {
	for _, x := range p.Identities() {
		platform, ok := b.platforms[x.User.Platform()].(Housemates)
		if !ok {
			continue
		}
		for _, y := range other.Identities() {
			if x.User.Platform() != y.User.Platform() {
				continue
			}
			if yes, err := platform.Together(ctx, x.User, y.User); err != nil || yes {
				return yes, err
			}
		}
	}
	return false, nil
}
