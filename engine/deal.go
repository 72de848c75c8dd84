package engine

import (
	"slices"

	"tarockbot/engine/card"
)

const (
	usualMoves  = 64
	usualEvents = 80
)

// Deal checks the actions of a Round, records them and can undo them. It isn't safe for concurrent use: even reading
// methods cache prompts.
type Deal struct {
	game           Game
	rules          string
	options        Options
	cards          Cards
	round          Round
	prompts        [MaxSeats]Prompt // cached for the seats in prompted
	prompted       Seats
	implied        int16 // number of the implied move, from 1; else 0
	moves          []Move
	events         []Event
	undo           undoState
	dealt          [MaxSeats]card.Set
	recordedResult *Result // by another edition, or nil; see ReplayWithResult
}

// NewDeal deals the cards and fills in the defaults of options.
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

// Act carries out all or none of the actions and returns the public events, or a *Refusal. Don't change the slice.
// After several actions at once, CanUndoAlone is false.
func (d *Deal) Act(seat Seat, actions ...Action) ([]Event, error) {
	if !d.hasSeat(seat) {
		return nil, &Refusal{Reason: NotYourTurn}
	}
	if len(actions) == 1 {
		return d.act(seat, actions[0])
	}
	return d.actAll(seat, actions)
}

func (d *Deal) hasSeat(seat Seat) bool { return seat >= 0 && int(seat) < d.game.Seats }

func (d *Deal) act(seat Seat, a Action) ([]Event, error) {
	if refusal := checkAction(d.round, seat, a, d.cachedPrompt(seat)); refusal != nil {
		return nil, refusal
	}
	// Plays are never implied and always public.
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

// actAll acts on a copy, which then replaces the deal.
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

// View returns all that the seat, or a spectator, may know.
func (d *Deal) View(seat Seat) View {
	v := View{PublicView: d.PublicView(), Hand: Hand{Seat: Nobody}}
	if d.hasSeat(seat) {
		v.Hand = d.round.Hand(seat)
		v.Memory = memoryOf(seat, d.dealt[seat], d.moves, d.events)
	}
	return v
}

// Game returns the game.
func (d *Deal) Game() Game { return d.game }

// Rules returns the rule set.
func (d *Deal) Rules() RuleSet {
	set, _ := d.game.RuleSet(d.rules)
	return set
}

// PublicView returns the public state, independent of the deal.
func (d *Deal) PublicView() PublicView {
	t := d.round.PublicView()
	t.Result, t.Terms = d.Result(), d.Rules().Terms
	return t.clone()
}

// Waiting returns the seats to act; none at the end.
func (d *Deal) Waiting() Seats { return d.round.Waiting() }

// Prompt returns what the seat may do now. Don't change its choices.
func (d *Deal) Prompt(seat Seat) Prompt {
	if !d.hasSeat(seat) {
		return Prompt{}
	}
	return *d.cachedPrompt(seat)
}

// LastPlay returns the forced play to the last trick, which all players know. ok is false if there is none.
func (d *Deal) LastPlay() (seat Seat, play Action, ok bool) {
	for s := range d.Waiting().All() {
		p := d.cachedPrompt(s)
		isOnly := p.Pick.Verb == PlayCard && p.Pick.From.Len() <= 1 && len(p.Choices) == 0
		if isOnly && d.round.PublicView().CardsToPlay(s) <= 1 {
			return s, Play(p.Pick.From.Lowest()), true
		}
	}
	return Nobody, Action{}, false
}

// Worth returns the worth of one of the prompt's choices; else zero.
func (d *Deal) Worth(seat Seat, a Action) Worth {
	if !d.hasSeat(seat) || !d.cachedPrompt(seat).Allows(a) {
		return Worth{}
	}
	return d.round.Worth(seat, a)
}

func (d *Deal) cachedPrompt(seat Seat) *Prompt {
	if !d.prompted.Has(seat) {
		d.prompts[seat] = Prompt{}
		if d.Waiting().Has(seat) {
			d.prompts[seat] = d.round.Prompt(seat)
		}
		d.prompted |= seat.Bit()
	}
	return &d.prompts[seat]
}

// Result returns the result; nil before the end. Don't change it.
func (d *Deal) Result() *Result {
	if d.recordedResult != nil {
		return d.recordedResult
	}
	return d.round.Result()
}

// Moves returns a copy of the moves.
func (d *Deal) Moves() []Move { return slices.Clone(d.moves) }

// Events returns a copy of the events.
func (d *Deal) Events() []Event { return slices.Clone(d.events) }

// Clone returns an independent copy.
func (d *Deal) Clone() *Deal {
	c := *d
	c.round = d.round.Clone()
	c.moves, c.events = slices.Clip(d.moves), slices.Clip(d.events)
	return &c
}
