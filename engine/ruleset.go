package engine

import (
	"cmp"
	"fmt"
	"slices"

	"tarockbot/engine/card"
)

// Name is a stable word of a phase, reason, level or option, as stored and sent.
type Name string

// Options holds settings. Complete options have every Option.
type Options map[Name]Name

// Option is a setting. The first value is the default.
type Option struct {
	ID     Name
	Values []Name
}

// RuleSet is a way to play a game.
type RuleSet struct {
	ID      string
	Options []Option
	Pack    card.Set           // 0: all cards
	Count   func(card.Set) int // card points in thirds; nil: RULES 0
	Needed  int                // thirds to win; 0: NeededThirds
	Terms   Terms
	Lengths []int // nil: the game's
}

// Terms maps usual names to a rule set's own names.
type Terms map[Name]Name

// OwnName returns the rule set's own name, or the usual one.
func (t Terms) OwnName(usual Name) Name { return cmp.Or(t[usual], usual) }

// NeededThirds is the usual number of thirds that wins: 35 points and two leaves (RULES 0, Winning).
const NeededThirds = 107

// Rounded converts thirds to card points (RULES 0, Card points).
func Rounded(thirds int) int { return (thirds + 1) / 3 }

// Cards returns the pack.
func (r RuleSet) Cards() card.Set { return cmp.Or(r.Pack, card.Full) }

// ThirdsToWin returns the card points that win, in thirds.
func (r RuleSet) ThirdsToWin() int { return cmp.Or(r.Needed, NeededThirds) }

// Thirds returns the cards' value in thirds.
func (r RuleSet) Thirds(cards card.Set) int {
	if r.Count == nil {
		return cards.Thirds()
	}
	return r.Count(cards)
}

// Complete checks options and fills in the defaults.
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
