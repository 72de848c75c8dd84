// Package engine is the contract between a Tarock game and those who let
// people play it, and the mechanics that the games share.
//
// Start here: a Game makes a Round for every deal. A Deal wraps a Round with
// legality, record and undo, the same for all games; a Match strings deals
// together. Actions go in, Events and Views come out. The games live in the
// folders beside this file and never import each other. The files auction, claim,
// talon, talon_round, tally, tariff and beck are what Kosakeln and Illustrated
// Tarock share.
//
// These terms have one meaning each: a Verdict says what has become of an
// announcement, a Result is how a deal ended, and a Score is where a match
// stands. To settle a deal is to compute its Result.
//
// RULES n in comments is section n of RULES.md beside this file: 0 is what all
// games share, 1 Kosakeln, 2 Illustrated Tarock, 3 Strohmandeln. Rn is a ruling on
// what the sources leave open, in its section 4. Each game's guide (guide/en,
// guide/de) tells players the same rules. The transcripts in its testdata show
// them and name what they show, by the same numbers, after "covers:".
package engine

import (
	"cmp"
	"fmt"
	"io/fs"
)

// Game is one game as a value; each game's folder exports one.
type Game struct {
	ID    string // "kosakeln"
	Seats int
	Rules []RuleSet // the first is the default
	// Lengths are the lengths of matches on offer in deals, the default first; 0 is a match until
	// somebody reaches the game's goal. A rule set may have its own: see LengthsOf.
	Lengths []int
	// New deals a round. Options must be complete. The error says that there is
	// no such rule set or that the cards are not its pack, dealt by one of the seats.
	New func(rules string, o Options, c Cards) (Round, error)
	// Places returns how the cards of a rule set are dealt: nothing if there is no such
	// rule set.
	Places func(rules string, dealer Seat) Places
	// Next returns where a match stands after the finished deals.
	Next func(m Setup, done []Result) Score
	// Guide is the rules for people: a file LANG/NN-topic.md for every topic.
	Guide fs.FS
	// Lessons teach the game: a file LANG/NN-name.md for every lesson, as package lesson
	// reads them; nil if the game has none.
	Lessons fs.FS
	// Topics holds the topic of the guide that explains a refusal, by its reason.
	Topics map[Name]string
	// PhaseTopics holds the topic that explains a phase. The first topic, the course, explains a
	// phase that isn't in it.
	PhaseTopics map[Name]string
	// PlayTopics holds the topic that explains how the cards of a contract are
	// played. PhaseTopics has the topic for a contract that isn't in it.
	PlayTopics map[Word]string
}

// firstTopic is the topic that every guide begins with.
const firstTopic = "course"

// Topic returns the topic of the guide that explains where the table stands. For the zero value, a
// table where nothing is dealt yet, it returns the first topic.
func (g Game) Topic(t PublicView) string {
	if topic, ok := g.PlayTopics[t.Contract]; ok && t.Phase == Playing {
		return topic
	}
	return cmp.Or(g.PhaseTopics[t.Phase], firstTopic)
}

// ForTwo reports whether two play against each other. Then a player who leaves ends the
// match.
func (g Game) ForTwo() bool { return g.Seats == 2 }

// RuleSet returns the game's rule set with the id. The error says that there is none.
func (g Game) RuleSet(id string) (RuleSet, error) {
	for _, r := range g.Rules {
		if r.ID == id {
			return r, nil
		}
	}
	return RuleSet{}, fmt.Errorf("engine: no rule set %.40q", id)
}

// LengthsOf returns the match lengths of the rule set, the default first. An unknown
// rule set has those of the game.
func (g Game) LengthsOf(rules string) []int {
	if set, err := g.RuleSet(rules); err == nil && set.Lengths != nil {
		return set.Lengths
	}
	return g.Lengths
}

// MustSub returns a folder of the files that a game embeds, such as its guide. It
// panics if dir is not a valid path.
func MustSub(fsys fs.FS, dir string) fs.FS {
	sub, err := fs.Sub(fsys, dir)
	if err != nil {
		panic(err)
	}
	return sub
}

// Round is one deal of a game, from the first dealt card to the result: all
// that a game implements. It trusts its caller to do only what Prompt allows.
// A Deal checks that.
type Round interface {
	// Waiting returns the seats whose turn it is, from public information only. Several
	// seats may be asked at once. It returns none when the deal is over.
	Waiting() Seats
	// Prompt returns what the seat may do now. The seat must be one in Waiting.
	Prompt(Seat) Prompt
	// Worth returns what one of the choices of Prompt brings if it succeeds.
	Worth(Seat, Action) Worth
	// Do carries out an action that Prompt allows, or Resign or Timeout of
	// any seat before the end, and returns what everybody saw of it.
	Do(Seat, Action) []Event
	// PublicView returns what everybody may know. It may share the round's memory.
	PublicView() PublicView
	// Hand returns what the seat alone may know.
	Hand(Seat) Hand
	// Result returns how the deal ended; nil before the end.
	Result() *Result
	// Clone returns an independent copy, for trying out what would happen.
	Clone() Round
}
