package engine

import (
	"cmp"
	"fmt"
	"slices"

	"tarockbot/engine/card"
)

// Name is a stable word for a phase, a reason, an end, a level, or an option and its value. It
// is stored and sent as it is; catalogues translate it for people.
type Name string

// Options are a rule set's settings by name. Complete options hold a value
// for every option of the rule set.
type Options map[Name]Name

// Option is one setting of a rule set. The first value is the default.
type Option struct {
	ID     Name
	Values []Name
}

// RuleSet is one way to play a game.
type RuleSet struct {
	ID      string // "kosakeln/bamberger"
	Options []Option
	Pack    card.Set           // the cards played with; 0: all
	Count   func(card.Set) int // returns card points in thirds; nil: as RULES 0 says
	Needed  int                // thirds that win; 0: NeededThirds
	Terms   Terms              // the rule set's own names
	Lengths []int              // match lengths as those of a Game; nil: the game's
}

// Terms are a rule set's own names for contracts, bonuses, calls, phases and roles,
// keyed by the usual name.
type Terms map[Name]Name

// Of returns the rule set's own name for the thing with the usual name. Without an own
// name it returns the usual one.
func (t Terms) Of(usual Name) Name { return cmp.Or(t[usual], usual) }

// NeededThirds is what a declarer needs to win by most rule sets: 35 points and two leaves
// (RULES 0, Winning).
const NeededThirds = 107

// Rounded turns thirds into card points: two thirds round up, one rounds down
// (RULES 0, Card points).
func Rounded(thirds int) int { return (thirds + 1) / 3 }

// Cards returns the pack that the rule set is played with.
func (r RuleSet) Cards() card.Set { return cmp.Or(r.Pack, card.Full) }

// ThirdsToWin returns the card points that win, in thirds.
func (r RuleSet) ThirdsToWin() int { return cmp.Or(r.Needed, NeededThirds) }

// Thirds returns the value of the cards by the rule set, in thirds of a card point.
func (r RuleSet) Thirds(cards card.Set) int {
	if r.Count == nil {
		return cards.Thirds()
	}
	return r.Count(cards)
}

// Complete checks options and fills in the defaults. The error names an option or
// a value that the rule set doesn't have.
func (r RuleSet) Complete(o Options) (Options, error) {
	full := make(Options, len(r.Options))
	for _, opt := range r.Options {
		full[opt.ID] = opt.Values[0]
		if v, ok := o[opt.ID]; ok {
			if !slices.Contains(opt.Values, v) {
				return nil, fmt.Errorf("engine: %s: option %s has no value %.20q", r.ID, opt.ID, v)
			}
			full[opt.ID] = v
		}
	}
	for id := range o {
		if _, ok := full[id]; !ok {
			return nil, fmt.Errorf("engine: %s has no option %.20q", r.ID, id)
		}
	}
	return full, nil
}
