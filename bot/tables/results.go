package tables

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables/past"
	"tarockbot/engine"
)

func (d *Dealer) storeResults(ctx context.Context, c *Change) error {
	f := c.Effects
	c.Effects.Leavers, c.Effects.MatchEnded = nil, false
	for _, x := range f.Leavers {
		if err := d.storeHistory(ctx, c, x.HistoryEntry); err != nil {
			return err
		}
		docs, err := c.lockStandings(d.config.People.Standings).RecordEarlyExit(ctx, c.Match.Game.ID, x.Person, x.TimedOut)
		if err != nil {
			return err
		}
		c.Docs = append(c.Docs, docs...)
	}
	if !f.MatchEnded {
		return nil
	}
	if !c.Chairs.HasRobot() {
		if err := d.rankMatch(ctx, c); err != nil {
			return err
		}
	}
	now := d.config.Now()
	for s := range c.Chairs.People().All() {
		if err := d.storeHistory(ctx, c, c.HistoryEntry(s, c.Match.Left.Has(s), now)); err != nil {
			return err
		}
	}
	return nil
}

func (d *Dealer) rankMatch(ctx context.Context, c *Change) error {
	boards := c.lockStandings(d.config.People.Standings)
	scope, also, err := d.config.People.Standings.ScopesOf(ctx, c.Table.Places().Scopes())
	if err != nil {
		return err
	}
	m := matchOf(c.Table, scope, d.config.Now())
	m.OtherScopes, m.Unrated = also, standing.UnratedReason(c.Unrated)
	docs, err := boards.RecordMatch(ctx, c.Match.Game.ID, m, c.Match.Done)
	c.Docs = append(c.Docs, docs...)
	c.Unrated, c.Ratings = string(m.Unrated), nil
	for _, s := range m.Seats {
		if s.After != nil {
			rated := match.RatedSeat{Before: s.Before.Shown(), After: s.After.Shown(), Provisional: s.After.IsProvisional()}
			c.Ratings = append(c.Ratings, rated)
		}
	}
	return err
}

func matchOf(t *match.Table, scope chat.ChatID, now time.Time) *standing.Match {
	m := &standing.Match{
		Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC().Truncate(time.Millisecond), Scope: scope,
		Deals: len(t.Match.Done),
	}
	end := t.Match.Score()
	for s, c := range t.Chairs {
		won := end.Winners.Has(engine.Seat(s))
		m.Seats = append(m.Seats, standing.Seat{
			Person: c.Person, Total: end.Totals[s], Left: t.Match.Left.Has(engine.Seat(s)),
			Won: won, Drawn: won && end.Winners.Len() > 1, TimedOut: c.TimedOut,
		})
	}
	return m
}

// WhyUnrated returns why the match won't be rated, or "".
func (d *Dealer) WhyUnrated(ctx context.Context, t *match.Table) (standing.UnratedReason, error) {
	if t.Setup.Friendly {
		return standing.UnratedFriendly, nil
	}
	var seated []people.Person
	for _, c := range t.Chairs {
		if c.User == "" {
			continue
		}
		p, known, err := d.config.People.LookupLinked(ctx, c.User)
		switch {
		case err != nil:
			return "", err
		case !known:
			continue
		case p.Ranking == standing.RankingOff:
			return standing.UnratedOff, nil
		case d.config.Now().Before(p.RejoinBan):
			return standing.UnratedRejoinBan, nil
		}
		for _, other := range seated {
			if yes, err := d.playFromOnePlace(ctx, p, other); err != nil || yes {
				return standing.UnratedSharedDevice, err
			}
		}
		seated = append(seated, p)
	}
	return "", nil
}

func (d *Dealer) playFromOnePlace(ctx context.Context, p, other people.Person) (bool, error) {
	for _, x := range p.Identities() {
		for _, y := range other.Identities() {
			platform, ok := d.config.Platforms[x.User.Platform()].(chat.SharedDeviceDetector)
			if ok && x.User.Platform() == y.User.Platform() {
				if yes, err := platform.ShareDevice(ctx, x.User, y.User); err != nil || yes {
					return yes, err
				}
			}
		}
	}
	return false, nil
}

func (d *Dealer) storeHistory(ctx context.Context, c *Change, p match.HistoryEntry) (err error) {
	if p.Chat, p.OtherScopes, err = d.config.People.Standings.ScopesOf(ctx, c.Table.Places().Scopes()); err != nil {
		return err
	}
	doc, err := past.Doc(p)
	if err == nil {
		c.Docs = append(c.Docs, doc)
	}
	return err
}
