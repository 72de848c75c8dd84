// Package engine defines what a Tarock game must do, and holds the mechanics that games share.
//
// Start at Game, which makes a Round for each deal. A Deal checks actions, records and undoes them. A Match strings
// deals together. Actions go in, Events and Views come out.
//
// To settle a deal is to compute its Result. In comments, RULES n is section n of RULES.md, and Rn a ruling in section
// 4.
package engine

import (
	"cmp"
	"fmt"
	"io/fs"
)

// Game is a game, exported by its folder.
type Game struct {
	ID    string
	Seats int
	Rules []RuleSet
	// Lengths are the match lengths in deals, the default first; 0 plays until a goal is reached. See LengthsOf.
	Lengths []int
	// New deals a round. Options must be complete. Unknown rules, a wrong pack or dealer are errors.
	New func(rules string, o Options, c Cards) (Round, error)
	// Places returns where the cards are dealt.
	Places func(rules string, dealer Seat) Places
	Next   func(m Setup, done []Result) Score
	// Guide has a file LANG/NN-topic.md for each topic.
	Guide fs.FS
	// Lessons has the files that package lesson reads; nil for none.
	Lessons fs.FS
	// Topics maps reasons of refusals to topics of the guide.
	Topics map[Name]string
	// PhaseTopics maps phases to topics. The default is the first topic.
	PhaseTopics map[Name]string
	// PlayTopics maps contracts to topics. The default is the phase's.
	PlayTopics map[Word]string
}

const firstTopic = "course"

// Topic returns the guide's topic for the state of the table.
func (g Game) Topic(t PublicView) string {
	if topic, ok := g.PlayTopics[t.Contract]; ok && t.Phase == Playing {
		return topic
	}
	return cmp.Or(g.PhaseTopics[t.Phase], firstTopic)
}

// IsForTwo reports whether the game has two seats. Then a player who leaves ends the match.
func (g Game) IsForTwo() bool { return g.Seats == 2 }

// RuleSet returns the rule set with the id.
func (g Game) RuleSet(id string) (RuleSet, error) {
	for _, r := range g.Rules {
		if r.ID == id {
			return r, nil
		}
	}
	return RuleSet{}, fmt.Errorf("engine: no rule set %.40q", id)
}

// LengthsOf returns the match lengths of the rule set, the default first.
func (g Game) LengthsOf(rules string) []int {
	if set, err := g.RuleSet(rules); err == nil && set.Lengths != nil {
		return set.Lengths
	}
	return g.Lengths
}

// MustSub returns a folder of embedded files. It panics if dir is invalid.
func MustSub(fsys fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		panic(err)
	}
	return sub
}

// Round is a deal of a game. It trusts its caller to do what Prompt allows; a Deal checks that.
type Round interface {
	// Waiting returns the seats to act, from public information; none at the end.
	Waiting() Seats
	// Prompt returns what a seat in Waiting may do now.
	Prompt(Seat) Prompt
	Worth(Seat, Action) Worth
	// Do carries out an action that Prompt allows, or Resign or Timeout of any seat. It returns the public events.
	Do(Seat, Action) []Event
	// PublicView may share the round's memory.
	PublicView() PublicView
	Hand(Seat) Hand
	// Result returns nil before the end.
	Result() *Result
	Clone() Round
}
