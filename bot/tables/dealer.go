package tables

import (
	"context"
	"crypto/ed25519"
	"fmt"
	"io"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables/computer"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/robot"
)

// Dealer deals the cards, lets computers act, and lets everything follow that no person
// has to be asked for. What has to be stored of that goes with the change.
type Dealer struct {
	random    io.Reader
	key       ed25519.PrivateKey // signs what is dealt
	now       func() time.Time
	players   func(robot.Level) robot.Player
	facts     *Facts
	people    *people.People
	standings *standing.Standings
	platforms map[string]chat.Platform
}

// NewDealer makes a dealer whose cards are of the random source and signed with the key, and
// who plays for the computer.
func NewDealer(random io.Reader, key ed25519.PrivateKey, now func() time.Time, players func(robot.Level) robot.Player, facts *Facts, standings *standing.Standings, platforms map[string]chat.Platform) *Dealer {
	return &Dealer{random, key, now, players, facts, facts.people, standings, platforms}
}

// advance lets everything follow that no person has to be asked for, but a move of the
// computer for which it has to think.
func (d *Dealer) advance(ctx context.Context, c *Change) error {
	if err := computer.Seed(c.Table, d.random); err != nil {
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
			err = turn.Ask(d.players(turn.Level)).Apply(c.Table)
		default:
			return d.storeFollowing(ctx, c)
		}
		if err != nil {
			return err
		}
	}
}

// Secure gives the table what its decks are made of, unless it has it: a chain of seeds
// that follows the signature; see package fair. A challenge gets it before anybody sits down.
func (d *Dealer) Secure(t *match.Table, previous fair.Signature) error {
	if t.Decks().HasSeed() {
		return nil
	}
	var last fair.Hash
	if _, err := io.ReadFull(d.random, last[:]); err != nil {
		return fmt.Errorf("bot: chain of decks: %w", err)
	}
	t.Decks().SetChain(last, previous, d.key)
	return nil
}

// nextDeal deals, by a deck of the table's chain, as all are; see match.Decks. Where somebody
// is to cut the deck first, it is only committed to.
func (d *Dealer) nextDeal(c *Change) error {
	decks := c.Table.Decks()
	if decks.Receipt() != nil { // and nobody is waited for any more
		return c.Match.NextDeal(decks.Cut(""))
	}
	if err := d.Secure(c.Table, decks.LastSignature()); err != nil {
		return err
	}
	if s := decks.Cutter(); s != engine.Nobody && d.wantsCut(c.Chairs[s]) {
		decks.CommitForCut(d.key, d.facts)
		return nil
	}
	return c.Match.NextDeal(decks.CommitAndCut(d.key))
}

// wantsCut says that the one in the chair can be waited for to cut.
func (d *Dealer) wantsCut(c match.Chair) bool {
	return !d.facts.CallsTo(c.User).NeverCut && d.facts.AwayUntil(c).IsZero()
}

// Cut deals from the deck that the table has committed to, cut with the text, and lets
// everything follow. Somebody must be waited for to cut it.
func (d *Dealer) Cut(ctx context.Context, c *Change, text string) error {
	if err := c.Match.NextDeal(c.Table.Decks().Cut(text)); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// GoOnWith lets the computer make a move that it has thought of, and everything follow.
func (d *Dealer) GoOnWith(ctx context.Context, c *Change, m computer.Move) error {
	c.thought, c.marked = true, true // the table's revision says that this has had its effect
	if err := m.Apply(c.Table); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// storeFollowing adds to the change what has followed besides the table and its deals. A
// match among people alone counts.
func (d *Dealer) storeFollowing(ctx context.Context, c *Change) error {
	f := c.Follows
	c.Follows = match.Follows{Undone: f.Undone, Deals: f.Deals}
	for _, x := range f.Leavers {
		if err := d.storeHistory(ctx, c, x.Past); err != nil {
			return err
		}
		docs, err := c.lockStandings(d.standings).RecordLeft(ctx, c.Match.Game.ID, x.Person, x.TimedOut)
		if err != nil {
			return err
		}
		c.Docs = append(c.Docs, docs...)
	}
	if !f.MatchEnded {
		return nil
	}
	if !c.Chairs.WithRobot() {
		if err := d.rankMatch(ctx, c); err != nil {
			return err
		}
	}
	now := d.now()
	for s := range c.Chairs.People().All() {
		if err := d.storeHistory(ctx, c, c.Past(s, c.Match.Left.Has(s), now)); err != nil {
			return err
		}
	}
	return nil
}

// rankMatch counts the match that ends with the change.
func (d *Dealer) rankMatch(ctx context.Context, c *Change) error {
	boards := c.lockStandings(d.standings)
	scope, also, err := d.standings.ScopesOf(ctx, c.Table.Places().Scopes())
	if err != nil {
		return err
	}
	m := matchOf(c.Table, scope, d.now())
	m.Also = also
	m.Unrated = c.Unrated
	docs, err := boards.RecordMatch(ctx, c.Match.Game.ID, m, c.Match.Done)
	c.Docs = append(c.Docs, docs...)
	c.Unrated, c.Ratings = m.Unrated, nil // what the log has of the match, for the table to tell
	for _, s := range m.Seats {
		if s.After != nil {
			c.Ratings = append(c.Ratings, match.RatedSeat{Before: s.Before.Shown(), After: s.After.Shown(), Provisional: s.After.Provisional()})
		}
	}
	return err
}

// matchOf is the table's match that ends now.
func matchOf(t *match.Table, scope chat.ChatID, now time.Time) *standing.Match {
	m := &standing.Match{Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC().Truncate(time.Millisecond), Scope: scope, Deals: len(t.Match.Done)}
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

// WhyUnrated is why a match of those at the table won't be rated; "" if nothing is known.
func (d *Dealer) WhyUnrated(ctx context.Context, t *match.Table) (string, error) {
	if t.Setup.Friendly {
		return standing.UnratedFriendly, nil
	}
	var seated []people.Person
	for _, c := range t.Chairs {
		if c.User == "" {
			continue
		}
		p, known, err := d.people.LookupLinked(ctx, c.User)
		switch {
		case err != nil:
			return "", err
		case !known:
			continue
		case p.Ranking == standing.Off:
			return standing.UnratedOff, nil
		case d.now().Before(p.RejoinBan):
			return standing.UnratedRejoinBan, nil
		}
		for _, other := range seated {
			if yes, err := d.playFromOnePlace(ctx, p, other); err != nil || yes {
				return standing.UnratedTogether, err
			}
		}
		seated = append(seated, p)
	}
	return "", nil
}

// playFromOnePlace says whether two people play from one place, by any of their identities.
func (d *Dealer) playFromOnePlace(ctx context.Context, p, other people.Person) (bool, error) {
	for _, x := range p.Identities() {
		for _, y := range other.Identities() {
			platform, ok := d.platforms[x.User.Platform()].(chat.Housemates)
			if !ok || x.User.Platform() != y.User.Platform() {
				continue
			}
			if yes, err := platform.Together(ctx, x.User, y.User); err != nil || yes {
				return yes, err
			}
		}
	}
	return false, nil
}

// storeHistory adds the match to its person's history. The id sorts by time.
func (d *Dealer) storeHistory(ctx context.Context, c *Change, p match.Past) (err error) {
	if p.Chat, p.Also, err = d.standings.ScopesOf(ctx, c.Table.Places().Scopes()); err != nil {
		return err
	}
	doc, err := HistoryDoc(p)
	if err == nil {
		c.Docs = append(c.Docs, doc)
	}
	return err
}

// Act lets the seat act and everything follow that nobody has to be asked for.
func (d *Dealer) Act(ctx context.Context, c *Change, s engine.Seat, actions ...engine.Action) error {
	if err := c.Table.Act(s, actions...); err != nil {
		return NewRuledOut(c.Table, err)
	}
	return d.advance(ctx, c)
}

// LeaveMatch lets the seats lose the match, and everything follow.
func (d *Dealer) LeaveMatch(ctx context.Context, c *Change, seats engine.Seats, how engine.Verb) error {
	if err := c.Leave(seats, how, d.now()); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// GoOnWithout lets the deal go on without the seat, or ends the match.
func (d *Dealer) GoOnWithout(ctx context.Context, c *Change, s engine.Seat, end bool) error {
	if err := c.Clocks().ClaimTime(s, end, d.now()); err != nil {
		return NewRuledOut(c.Table, err)
	}
	return d.advance(ctx, c)
}

// Yield lets the computer play the rest of the deal for the seat, as another takes all of it.
func (d *Dealer) Yield(ctx context.Context, c *Change, s engine.Seat, rev string) error {
	if err := c.Table.RestClaim().Yield(s, rev); err != nil {
		return err
	}
	return d.advance(ctx, c)
}

// Begin starts the match once all seats are filled: they draw for the first deal,
// everybody gets a panel, and the cards are dealt.
func (d *Dealer) Begin(ctx context.Context, c *Change) error {
	var err error
	if c.Unrated, err = d.WhyUnrated(ctx, c.Table); err != nil {
		return err
	}
	for begun := false; !begun; {
		if err := d.Secure(c.Table, c.Table.Decks().LastSignature()); err != nil {
			return err
		}
		begun = c.Table.Begin(slices.Clone(c.Table.Decks().Draw(d.key)[:len(c.Chairs)]))
	}
	d.facts.WantPanels(c.Table)
	return d.advance(ctx, c)
}

// IllegalAction is the error of an action that the rules forbid, with those rules.
type IllegalAction struct {
	Game  engine.Game
	Rules string // the rule set
	error
}

func (r *IllegalAction) Unwrap() error { return r.error }

// NewRuledOut makes the error of an action at the table.
func NewRuledOut(t *match.Table, why error) *IllegalAction {
	return &IllegalAction{t.Match.Game, t.Setup.Rules, why}
}
