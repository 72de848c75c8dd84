// Package robot provides computer players. A player gets the View and the Prompt that a person gets at that seat, so it
// can't cheat.
//
// Start at Player and Level. The weaker levels (robot.go) are heuristic and know no rule set. Simple rules choose each
// action, one file for each decision.
//
// The strongest level (strong.go) samples worlds, which are complete deals that agree with its seat's knowledge:
//
//   - known.go collects facts about the other hands
//   - sampler.go and draw.go draw the hidden cards
//   - world.go repeats the deal's moves; habits.go has the probabilities of words
//   - playout.go plays a world to its end; open.go evaluates it by card points alone
//   - claim.go finds out whether the seat wins all remaining tricks
package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

// Player plays one seat. It is not safe for concurrent use.
type Player interface {
	// Act returns legal actions for a prompt that isn't empty, to pass to Deal.Act in one call. The result depends only
	// on the arguments; all randomness comes from d.
	Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action
}

// Level is the playing strength of a computer player. Its text is stored and sent.
type Level string

// The levels, from the weakest.
const (
	Easy   Level = "easy" // forgets earlier tricks, never doubles
	Medium Level = "medium"
	Strong Level = "strong"
)

// Levels returns all levels, from the weakest.
func Levels() []Level { return []Level{Easy, Medium, Strong} }

// Strongest returns the strongest of the levels, or "" for none.
func Strongest(levels []Level) (strongest Level) {
	for _, l := range Levels() {
		if slices.Contains(levels, l) {
			strongest = l
		}
	}
	return strongest
}

// Thinks reports whether a player may take milliseconds to answer. Don't ask it under a contended lock.
func (l Level) Thinks() bool { return l != Easy && l != Medium }

// New returns a player of the level, or nil for an unknown level.
func (l Level) New() Player {
	switch l {
	case Easy:
		return heuristic{forgets: true, neverDoubles: true}
	case Medium:
		return heuristic{}
	case Strong:
		return newStrong(forScore)
	default:
		return nil
	}
}

// NewForCardPoints returns a player for deals in which only card points count, or nil for an unknown level.
func (l Level) NewForCardPoints() Player {
	if l == Strong {
		return newStrong(forCards)
	}
	return l.New() // heuristics play for points anyway
}

// heuristic never looks further ahead than the card to play, and answers within microseconds.
type heuristic struct {
	forgets      bool // ignores all tricks before the last one
	neverDoubles bool
}

// Act implements Player. Only the next prompt shows which words are left.
func (h heuristic) Act(v engine.View, p engine.Prompt, _ *dice.Dice) []engine.Action {
	return []engine.Action{h.choose(v, p)}
}

func (h heuristic) choose(v engine.View, p engine.Prompt) engine.Action {
	if h.forgets {
		v = forget(v)
	}
	if h.neverDoubles {
		p.Choices = slices.DeleteFunc(slices.Clone(p.Choices), doubles)
	}
	a, _ := decide(v, p)
	return a
}

func doubles(a engine.Action) bool {
	return a.Verb == engine.Contra || a.Verb == engine.Re || a.Verb == engine.Sub
}

func forget(v engine.View) engine.View {
	v.Memory, v.Hand.PutAway = engine.Memory{}, 0
	v.Tricks = v.Tricks[max(len(v.Tricks)-1, 0):]
	return v
}

func decide(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	a, reason := preferredAction(v, p)
	if !p.Allows(a) {
		return fallbackAction(p)
	}
	return a, reason
}

// preferredAction may return an illegal action for an unknown prompt.
func preferredAction(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	if a, reason, ok := wordWithPlay(v, p); ok {
		return a, reason
	}
	switch p.Pick.Verb {
	case engine.PlayCard:
		t := turnOf(v)
		c, reason := t.choose(p.Pick.From)
		return engine.Play(c), reason
	case engine.Exchange, engine.Discard:
		return putCardsAway(v.Cards, p.Pick)
	}
	switch {
	case offers(p, engine.Bid), offers(p, engine.Hold):
		return bidOrPass(v, p)
	case offers(p, engine.Undertake), offers(p, engine.Fold), v.Contract == engine.Undertaken:
		return undertake(v, p)
	case offers(p, engine.ChoosePacket):
		return choosePacket(v, p)
	default:
		return announceOrDouble(v, p)
	}
}

func offers(p engine.Prompt, verb engine.Verb) bool {
	return slices.ContainsFunc(p.Choices, func(a engine.Action) bool { return a.Verb == verb })
}

func fallbackAction(p engine.Prompt) (engine.Action, Reason) {
	for _, word := range append([]engine.Action{engine.Say(engine.EndAnnouncing, 0), engine.Say(engine.Pass, 0)}, p.Choices...) {
		if p.Allows(word) {
			return word, ReasonUnsure
		}
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: p.Pick.Least()}, ReasonOnly
}
