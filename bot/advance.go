package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// advance lets everything follow that no person has to be asked for: computer
// players act, deals end and the next are dealt, the match ends.
func (b *Bot) advance(ctx context.Context, c *change) error {
	for {
		if err := c.keepDeal(); err != nil {
			return err
		}
		if c.match.Standing().Over {
			return b.endMatch(ctx, c)
		}
		if c.match.Deal == nil {
			if err := b.nextDeal(c); err != nil {
				return err
			}
			continue // it may be over already
		}
		if played, err := c.playAhead(); err != nil {
			return fmt.Errorf("bot: a card set in advance: %w", err)
		} else if played {
			continue
		}
		if moved, err := b.robotMoves(c); err != nil || !moved {
			return err
		}
	}
}

// nextDeal is the only place where cards come from.
func (b *Bot) nextDeal(c *change) error {
	deck, err := fair.Deal(b.cfg.Random, c.match.Rules().Cards())
	if err != nil {
		return fmt.Errorf("bot: deal: %w", err)
	}
	return c.match.NextDeal(deck)
}

// robotMoves lets one computer player act, if one is asked.
func (b *Bot) robotMoves(c *change) (bool, error) {
	deal := c.match.Deal
	for s := range deal.Waiting().All() {
		if !c.Chairs[s].byComputer() {
			continue
		}
		if _, err := deal.Act(s, b.robot.Act(deal.View(s), deal.Prompt(s))...); err != nil {
			return false, fmt.Errorf("bot: computer player: %w", err)
		}
		return true, nil
	}
	return false, nil
}

// keepDeal counts the deal if it is over, and stores its record.
func (c *change) keepDeal() error {
	deal := c.match.Deal
	if !c.match.EndDeal() {
		return nil
	}
	c.forgetAhead()
	c.comeBack()
	if !deal.Result().Void() {
		c.Ending = lastTrick(deal.Table().Tricks)
	}
	record := deal.Record()
	record.Edition = engine.Edition
	doc, err := keep.Encode(kindDeal, dealID(c.ID, len(c.match.Done)), 0, storedDeal{record, c.whoSits()})
	if err != nil {
		return err
	}
	c.docs = append(c.docs, doc)
	return nil
}

// lastTrick is the last of the tricks; zero if there is none.
func lastTrick(tricks []engine.Trick) engine.Trick {
	if len(tricks) == 0 {
		return engine.Trick{}
	}
	return tricks[len(tricks)-1]
}

// dealID is the code of a finished deal, counted from 1.
func dealID(id chat.TableID, n int) string { return fmt.Sprintf("%s-%d", id, n) }

// endMatch ends the table. A match among people alone counts.
func (b *Bot) endMatch(ctx context.Context, c *change) error {
	c.Stage = finished
	if !c.withRobot() {
		if err := b.rankMatch(ctx, c); err != nil {
			return err
		}
	}
	for s := range c.Chairs {
		if err := b.keepHistory(ctx, c, engine.Seat(s), c.match.Left.Has(engine.Seat(s))); err != nil {
			return err
		}
	}
	return nil
}
