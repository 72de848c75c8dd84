// Package robot provides computer players. They get the View and the Prompt that a
// person gets at that seat: they can't cheat.
//
// Start at Player and Level. The players know Tarock in general and
// no game in particular: what may be done comes from the prompt.
//
// The weaker levels play by rules of thumb. Each decision has a file: auction, undertake,
// announce, lay (cards to put away), talon, remark (what is said with a card), lead, follow,
// avoid (a game that the most points lose) and birds. The words that they have an opinion
// on are the tables in auction.go and announce.go. outlook.go is what a player can tell
// about the hidden cards.
//
// The strongest level, in strong.go, tries its choices in worlds: deals that agree with all
// that its seat knows. sampler.go draws them, by what known.go tells of each other seat and
// exchange.go of the cards put away; world.go makes the deal's moves again in each, and
// judges by habits.go how likely the words are that others have said. playout.go plays a
// world to its end by the rules of thumb. claim.go finds out whether all tricks that are
// left are the seat's own.
package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
)

// Player plays one seat. It is for one goroutine at a time.
type Player interface {
	// Act is what the seat of the view does about the prompt, which must not
	// be empty: legal actions to hand to Deal.Act together. A seat that is
	// still waited for afterwards is asked again. The answer depends on
	// nothing but the arguments, so that a deal can be played over: what is left to
	// chance is thrown with the dice.
	Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action
}

// Level is how well a computer player plays. It is stored and sent as it is.
type Level string

// The levels, from the weakest.
const (
	Easy   Level = "easy"   // plays sensible cards, forgets what fell, never doubles
	Medium Level = "medium" // by the same rules of thumb, with a memory
	Strong Level = "strong" // looks ahead in deals that may be
)

// Levels are all levels, from the weakest.
func Levels() []Level { return []Level{Easy, Medium, Strong} }

// Strongest is the strongest of the levels; "" if none of them is one.
func Strongest(levels []Level) (strongest Level) {
	for _, l := range Levels() {
		if slices.Contains(levels, l) {
			strongest = l
		}
	}
	return strongest
}

// Thinks says whether a player of the level may take milliseconds to answer. Such a player
// must not be asked under a lock that others wait for.
func (l Level) Thinks() bool { return l != Easy && l != Medium }

// New is a player of the level; nil if there is no such level.
func (l Level) New() Player {
	switch l {
	case Easy:
		return thumb{forgets: true, meek: true}
	case Medium:
		return thumb{}
	case Strong:
		return newStrong(false)
	default:
		return nil
	}
}

// ForCards is a player of the level for deals in which card points alone count, whatever
// the rules say of them; nil if there is no such level.
func (l Level) ForCards() Player {
	if l == Strong {
		return newStrong(true)
	}
	return l.New() // rules of thumb play cards for their points
}

// thumb plays by rules of thumb: bids by strength, brings its honours home,
// wins fat tricks cheaply. It doesn't look further ahead than the card it
// plays, so that it answers within microseconds.
type thumb struct {
	forgets bool // all that happened before the last trick
	meek    bool // never doubles
}

// Act says one word at a time, because a word may rule another out and only
// the next prompt tells.
func (t thumb) Act(v engine.View, p engine.Prompt, _ *dice.Dice) []engine.Action {
	if t.forgets {
		v = forget(v)
	}
	if t.meek {
		p.Words = slices.DeleteFunc(slices.Clone(p.Words), doubles)
	}
	a := decide(v, p)
	if !p.Allows(a) {
		a = anything(p)
	}
	return []engine.Action{a}
}

// doubles says whether the word doubles something.
func doubles(a engine.Action) bool {
	return a.Verb == engine.Contra || a.Verb == engine.Re || a.Verb == engine.Sub
}

// forget is the view of somebody who remembers the last trick and no more.
func forget(v engine.View) engine.View {
	v.Memory, v.Hand.Laid = engine.Memory{}, 0
	v.Tricks = v.Tricks[max(len(v.Tricks)-1, 0):]
	return v
}

// decide is what the rules of thumb say. It need not be allowed: they know
// nothing of prompts that no game had when they were written.
func decide(v engine.View, p engine.Prompt) engine.Action {
	if a, ok := remark(v, p); ok {
		return a
	}
	switch p.Pick.Verb {
	case engine.PlayCard:
		t := turnOf(v)
		c, _ := t.choose(p.Pick.From)
		return engine.Play(c)
	case engine.Exchange, engine.Discard:
		return engine.Action{Verb: p.Pick.Verb, Cards: chooseDiscards(v.Cards, p.Pick)}
	}
	switch {
	case offers(p, engine.Bid), offers(p, engine.Hold):
		return call(v, p)
	case offers(p, engine.Undertake), offers(p, engine.Fold), v.Contract == engine.Undertaken:
		return undertake(v, p)
	case offers(p, engine.Talon):
		return choosePacket(v, p)
	default:
		return speak(v, p)
	}
}

// offers says whether one of the prompt's words has the verb.
func offers(p engine.Prompt, verb engine.Verb) bool {
	return slices.ContainsFunc(p.Words, func(a engine.Action) bool { return a.Verb == verb })
}

// anything is an allowed action for a prompt that means nothing to the rules
// of thumb: the least committing word, else the first, else the lowest cards.
func anything(p engine.Prompt) engine.Action {
	for _, modest := range []engine.Verb{engine.Done, engine.Pass} {
		if i := slices.Index(p.Words, engine.Say(modest, 0)); i >= 0 {
			return p.Words[i]
		}
	}
	if len(p.Words) > 0 {
		return p.Words[0]
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: lowest(p.Pick)}
}

// lowest is the smallest choice that the pick allows, of its lowest cards.
func lowest(p engine.Pick) card.Set {
	return p.Must | lowestOf(p.From&^p.Must, p.Min-p.Must.Len())
}
