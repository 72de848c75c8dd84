package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// advance lets everything follow that no person has to be asked for: computer
// players act, deals end and the next are dealt, the match ends. What has to be
// stored of it goes with the change.
func (b *Bot) advance(ctx context.Context, c *change) error {
	for {
		need, seat, err := c.GoOn()
		switch {
		case err != nil:
			return err
		case need == match.NeedsCards:
			err = b.nextDeal(c)
		case need == match.NeedsComputer:
			err = b.robotMove(c, seat)
		default:
			return b.storeFollowing(ctx, c)
		}
		if err != nil {
			return err
		}
	}
}

// nextDeal is the only place where cards come from.
func (b *Bot) nextDeal(c *change) error {
	deck, err := fair.Deal(b.cfg.Random, c.Match.Rules().Cards())
	if err != nil {
		return fmt.Errorf("bot: deal: %w", err)
	}
	return c.Match.NextDeal(deck)
}

// robotMove lets the computer act in the seat.
func (b *Bot) robotMove(c *change, s engine.Seat) error {
	deal := c.Match.Deal
	if _, err := deal.Act(s, b.robot.Act(deal.View(s), deal.Prompt(s))...); err != nil {
		return fmt.Errorf("bot: computer player: %w", err)
	}
	return nil
}

// storeFollowing adds to the change what has followed of it besides the table. A
// match among people alone counts.
func (b *Bot) storeFollowing(ctx context.Context, c *change) error {
	f := c.Follows
	c.Follows = match.Follows{Undone: f.Undone}
	for _, d := range f.Deals {
		doc, err := keep.Encode(tables.KindDeal, match.DealID(c.ID, d.Number), 0, d.StoredDeal)
		if err != nil {
			return err
		}
		c.docs = append(c.docs, doc)
	}
	for _, x := range f.Left {
		if err := b.keepHistory(ctx, c, x.Past); err != nil {
			return err
		}
		if err := b.observeLeaver(ctx, c, x); err != nil {
			return err
		}
	}
	if !f.Over {
		return nil
	}
	if !c.WithRobot() {
		if err := b.rankMatch(ctx, c); err != nil {
			return err
		}
	}
	now := b.cfg.Now()
	for s := range c.People().All() {
		if err := b.keepHistory(ctx, c, c.Past(s, c.Match.Left.Has(s), now)); err != nil {
			return err
		}
	}
	return nil
}
