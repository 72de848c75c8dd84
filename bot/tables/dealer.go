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

// Dealer deals cards, makes quick computer players act, and then does everything else that needs no person. It
// adds the resulting documents to the change.
type Dealer struct{ config Config }

// advance goes on with the match until it waits for a person or for a computer player that thinks. Then it
// stores the results.
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
			err = turn.Ask(d.config.Players(turn.Level)).Apply(c.Table)
		default:
			return d.storeResults(ctx, c)
		}
		if err != nil {
			return err
		}
	}
}

// EnsureChain gives the table a chain of seeds for its decks, unless it has one. The chain follows the previous
// signature; see package fair. A challenge gets it before anybody sits down.
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

// nextDeal deals from the next deck of the table's chain; see match.Decks. If a player may cut the deck it only
// commits to the deck, and the table waits for the cut.
func (d *Dealer) nextDeal(c *Change) error {
	decks := c.Table.Decks()
	if decks.Receipt() != nil { // the cut is over
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

// willCut reports whether the chair's player wants to cut decks, and isn't away.
func (d *Dealer) willCut(c match.Chair) bool {
	return !d.config.Facts.PersonOf(c.User).NeverCut && d.config.Facts.AwayUntil(c).IsZero()
}

// Cut deals from the deck that the table has committed to, cut with the text. The table must wait for a cut.
func (d *Dealer) Cut(ctx context.Context, c *Change, text string) error {
	if err := c.Match.NextDeal(c.Table.Decks().Cut(text)); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Play makes the move of a computer player that thinks.
func (d *Dealer) Play(ctx context.Context, c *Change, m computer.Move) error {
	c.thought, c.marked = true, true // the table's revision tells that the move is made
	if err := m.Apply(c.Table); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Act makes the seat act. An action that the rules forbid returns an IllegalAction.
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

// ClaimTime claims that the seat's time is up: the deal goes on without the seat, or the match ends if end is set.
func (d *Dealer) ClaimTime(ctx context.Context, c *Change, s engine.Seat, end bool) error {
	if err := NewIllegalAction(c.Table, c.Clocks().ClaimTime(s, end, d.config.Now())); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Yield makes the computer play the rest of the deal for the seat, because another seat takes every trick.
func (d *Dealer) Yield(ctx context.Context, c *Change, s engine.Seat, rev string) error {
	if err := c.Table.RestClaim().Yield(s, rev); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Begin starts the match once all seats are filled: it draws the first dealer, gives everybody a panel and deals.
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

// IllegalAction is the error of an action that the rules forbid.
type IllegalAction struct {
	Game  engine.Game
	Rules string // id of the rule set
	error
}

func (r *IllegalAction) Unwrap() error { return r.error }

// NewIllegalAction returns the error of an action at the table; nil if why is nil.
func NewIllegalAction(t *match.Table, why error) error {
	if why == nil {
		return nil
	}
	return &IllegalAction{t.Match.Game, t.Setup.Rules, why}
}
