package tables

import (
	"context"
	"fmt"
	"io"
	"slices"

	"tarockbot/bot/match"
	"tarockbot/bot/tables/computer"
	"tarockbot/engine"
	"tarockbot/engine/fair"
)

// Dealer advances matches without waiting for people.
type Dealer struct{ config Config }

func (d *Dealer) advance(ctx context.Context, c *Change) error {
	if err := computer.EnsureSeed(c.Table, d.config.Random); err != nil {
		return err
	}
	for {
		need, seat, err := c.Advance()
		switch {
		case err != nil:
			return err
		case need == match.NeedsCards:
			err = d.nextDeal(c)
		case need == match.NeedsComputer:
			turn := computer.TurnOf(c.Table, seat)
			err = turn.ChooseMove(d.config.Players(turn.Level)).Apply(c.Table)
		default:
			return d.storeResults(ctx, c)
		}
		if err != nil {
			return err
		}
	}
}

// EnsureChain gives the table a chain of seeds for its decks; see package fair.
func (d *Dealer) EnsureChain(t *match.Table, previous fair.Signature) error {
	if t.Decks().HasSeed() {
		return nil
	}
	var last fair.Hash
	if _, err := io.ReadFull(d.config.Random, last[:]); err != nil {
		return fmt.Errorf("bot: chain of decks: %w", err)
	}
	t.Decks().SetChain(last, previous, d.config.Key)
	return nil
}

func (d *Dealer) nextDeal(c *Change) error {
	decks := c.Table.Decks()
	if decks.Receipt() != nil {
		return c.Match.NextDeal(decks.Cut(""))
	}
	if err := d.EnsureChain(c.Table, decks.LastSignature()); err != nil {
		return err
	}
	if s := decks.Cutter(); s != engine.Nobody && d.willCut(c.Chairs[s]) {
		decks.CommitForCut(d.config.Key, d.config.Facts)
		return nil
	}
	return c.Match.NextDeal(decks.CommitAndCut(d.config.Key))
}

func (d *Dealer) willCut(c match.Chair) bool {
	return !d.config.Facts.PersonOf(c.User).NeverCut && d.config.Facts.AwayUntil(c).IsZero()
}

// Cut cuts the committed deck with the text and deals.
func (d *Dealer) Cut(ctx context.Context, c *Change, text string) error {
	if err := c.Match.NextDeal(c.Table.Decks().Cut(text)); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Play makes a thinking player's move.
func (d *Dealer) Play(ctx context.Context, c *Change, m computer.Move) error {
	c.isComputerMove, c.marked = true, true // the table's revision rules out duplicates
	if err := m.Apply(c.Table); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Act makes the seat act. It may return an IllegalAction.
func (d *Dealer) Act(ctx context.Context, c *Change, s engine.Seat, actions ...engine.Action) error {
	if err := NewIllegalAction(c.Table, c.Table.Act(s, actions...)); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// LeaveMatch makes the seats lose the match.
func (d *Dealer) LeaveMatch(ctx context.Context, c *Change, seats engine.Seats, how engine.Verb) error {
	if err := c.Leave(seats, how, d.config.Now()); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// ClaimTime claims the seat's time. If end is set, the match ends.
func (d *Dealer) ClaimTime(ctx context.Context, c *Change, s engine.Seat, end bool) error {
	if err := NewIllegalAction(c.Table, c.Clocks().ClaimTime(s, end, d.config.Now())); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Yield lets the computer finish the deal for a seat without further tricks.
func (d *Dealer) Yield(ctx context.Context, c *Change, s engine.Seat, rev string) error {
	if err := c.Table.RestClaim().Yield(s, rev); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Begin starts the match of a full table.
func (d *Dealer) Begin(ctx context.Context, c *Change) error {
	why, err := d.WhyUnrated(ctx, c.Table)
	if err != nil {
		return err
	}
	c.Unrated = string(why)
	for begun := false; !begun; {
		if err := d.EnsureChain(c.Table, c.Table.Decks().LastSignature()); err != nil {
			return err
		}
		begun = c.Table.Begin(slices.Clone(c.Table.Decks().Draw(d.config.Key)[:len(c.Chairs)]))
	}
	d.config.Facts.AddPreferredPanels(c.Table)
	return d.advance(ctx, c)
}

// IllegalAction is the error of an illegal action.
type IllegalAction struct {
	Game  engine.Game
	Rules string
	error
}

func (r *IllegalAction) Unwrap() error { return r.error }

// NewIllegalAction wraps why; nil stays nil.
func NewIllegalAction(t *match.Table, why error) error {
	if why == nil {
		return nil
	}
	return &IllegalAction{t.Match.Game, t.Setup.Rules, why}
}
