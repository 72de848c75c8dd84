package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// usualMoves and usualEvents are the room for the moves and events of most deals.
const (
	usualMoves  = 64
	usualEvents = 80
)

// Deal is one round with legality, record and undo: the same for all games. It is not
// safe for concurrent use, even by methods that only read: they cache prompts.
type Deal struct {
	game           Game
	rules          string
	options        Options
	cards          Cards
	round          Round
	prompts        [MaxSeats]Prompt // the round's prompts in this position, for the seats in prompted
	prompted       Seats
	implied        int16 // the number of the implied move, counted from 1; 0 if none was made
	moves          []Move
	events         []Event
	undo           undoState
	dealt          [MaxSeats]card.Set
	recordedResult *Result // the result by another edition of the rules; nil without one; see Recall
}

// NewDeal returns a new deal of the game. NewDeal fills in the defaults of options. The error comes from
// Game.RuleSet, RuleSet.Complete or Game.New.
func NewDeal(g Game, rules string, o Options, c Cards) (*Deal, error) {
	set, err := g.RuleSet(rules)
	if err != nil {
		return nil, err
	}
	full, err := set.Complete(o)
	if err != nil {
		return nil, err
	}
	c.Deck = slices.Clone(c.Deck)
	round, err := g.New(rules, full, c)
	if err != nil {
		return nil, err
	}
	d := &Deal{
		game: g, rules: rules, options: full, cards: c, round: round,
		moves: make([]Move, 0, usualMoves), events: make([]Event, 0, usualEvents),
	}
	for s := range g.Seats {
		hand := round.Hand(Seat(s))
		d.dealt[s] = hand.Cards &^ hand.Fresh
	}
	return d, nil
}

// Act carries out the seat's actions, all or none, and returns what everybody
// saw. The caller must not change the returned slice. After several actions at
// once, CanUndoAlone is false. If the deal doesn't allow the actions, Act changes nothing and returns a *Refusal.
func (d *Deal) Act(seat Seat, actions ...Action) ([]Event, error) {
	if !d.seated(seat) {
		return nil, &Refusal{Reason: NotYourTurn}
	}
	if len(actions) == 1 {
		return d.act(seat, actions[0])
	}
	return d.actAll(seat, actions)
}

// seated reports whether the seat is at the table. A spectator's isn't.
func (d *Deal) seated(seat Seat) bool { return seat >= 0 && int(seat) < d.game.Seats }

// act carries out one action of a seat at the table. It returns the same as Act.
func (d *Deal) act(seat Seat, a Action) ([]Event, error) {
	if refusal := check(d.round, seat, a, d.ask(seat)); refusal != nil {
		return nil, refusal
	}
	// Most moves are plays. A play is never implied and always shows something.
	var hand card.Set
	isPlay := a.Verb == PlayCard
	if !isPlay {
		hand = d.round.Hand(seat).Cards
		d.markImplied(Move{seat, a})
	}
	events := d.round.Do(seat, a)
	d.prompted = 0
	d.moves = append(d.moves, Move{seat, a})
	d.events = append(d.events, events...)
	d.undo.update(seat, events)
	d.undo.lastShowedNothing = !isPlay && !revealing(events) && hand.Holds(d.round.Hand(seat).Cards)
	return events, nil
}

// actAll carries out the actions on a copy of the deal. The copy takes the deal's place if all actions are
// allowed.
func (d *Deal) actAll(seat Seat, actions []Action) ([]Event, error) {
	if len(actions) == 0 {
		return nil, &Refusal{Reason: NotOffered}
	}
	trial := d.Clone()
	var all []Event
	for _, a := range actions {
		events, err := trial.act(seat, a)
		if err != nil {
			return nil, err
		}
		all = append(all, events...)
	}
	trial.undo.lastShowedNothing = false
	*d = *trial
	return all, nil
}

// View returns all that the seat may know. For Nobody it returns what a spectator sees.
func (d *Deal) View(seat Seat) View {
	v := View{PublicView: d.PublicView(), Hand: Hand{Seat: Nobody}}
	if d.seated(seat) {
		v.Hand = d.round.Hand(seat)
		v.Memory = memoryOf(seat, d.dealt[seat], d.moves, d.events)
	}
	return v
}

// Game returns the game being played.
func (d *Deal) Game() Game { return d.game }

// Rules returns the rule set being played.
func (d *Deal) Rules() RuleSet {
	set, _ := d.game.RuleSet(d.rules) // NewDeal found it
	return set
}

// PublicView returns what everybody may know. The caller may change it.
func (d *Deal) PublicView() PublicView {
	t := d.round.PublicView()
	t.Result, t.Terms = d.Result(), d.Rules().Terms
	return t.clone()
}

// Waiting returns the seats whose turn it is; none when the deal is over.
func (d *Deal) Waiting() Seats { return d.round.Waiting() }

// Prompt returns what the seat may do now. The caller must not change its choices.
func (d *Deal) Prompt(seat Seat) Prompt {
	if !d.seated(seat) {
		return Prompt{}
	}
	return *d.ask(seat)
}

// LastPlay returns the play of the seat in turn to the last trick, if the seat has no
// choice: each seat has one card at most, and there is nothing to say with it. Otherwise ok is
// false. All players know this play without seeing a hand.
func (d *Deal) LastPlay() (seat Seat, play Action, ok bool) {
	for s := range d.Waiting().All() {
		p := d.ask(s)
		isOnly := p.Pick.Verb == PlayCard && p.Pick.From.Len() <= 1 && len(p.Choices) == 0
		if isOnly && d.round.PublicView().CardsToPlay(s) <= 1 {
			return s, Play(p.Pick.From.Lowest()), true
		}
	}
	return Nobody, Action{}, false
}

// Worth returns what one of the choices of the prompt brings if it succeeds; the zero value for another action.
func (d *Deal) Worth(seat Seat, a Action) Worth {
	if !d.seated(seat) || !d.ask(seat).Allows(a) {
		return Worth{}
	}
	return d.round.Worth(seat, a)
}

// ask returns the prompt of a seat at the table, an empty one if it isn't the seat's turn. It asks the round only once in
// a position.
func (d *Deal) ask(seat Seat) *Prompt {
	if !d.prompted.Has(seat) {
		d.prompts[seat] = Prompt{}
		if d.Waiting().Has(seat) {
			d.prompts[seat] = d.round.Prompt(seat)
		}
		d.prompted |= seat.Bit()
	}
	return &d.prompts[seat]
}

// Result returns the result, nil before the end. The caller must not change it.
func (d *Deal) Result() *Result {
	if d.recordedResult != nil {
		return d.recordedResult
	}
	return d.round.Result()
}

// Moves returns a copy of all moves so far.
func (d *Deal) Moves() []Move { return slices.Clone(d.moves) }

// Events returns a copy of all events so far.
func (d *Deal) Events() []Event { return slices.Clone(d.events) }

// Clone returns an independent copy, for trying out what would happen.
func (d *Deal) Clone() *Deal {
	c := *d
	c.round = d.round.Clone()
	c.moves, c.events = slices.Clip(d.moves), slices.Clip(d.events)
	return &c
}
