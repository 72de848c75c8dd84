// Package robot provides computer players. A player gets the View and the Prompt that a person
// gets at that seat, so it can't cheat.
//
// Start at Player and Level. The prompt says what is legal. The weaker levels (robot.go) know
// no rule set. They are heuristic: simple rules choose each action, one file for each
// decision:
//
//   - auction.go, undertake.go: bids
//   - announce.go, remark.go: announcements, and words said with a card
//   - talon.go: the packet to take and the cards to put away
//   - lead.go, follow.go, birds.go, avoid.go: cards to play
//
// What they know of single contracts and announcements stands in tables. view.go reads facts
// from a view, outlook.go estimates what the rivals hold, cards.go has functions on sets of
// cards, and advice.go gives the reasons.
//
// The strongest level (strong.go) samples worlds, which are complete deals that agree with all
// that its seat knows, and plays them on by the heuristics:
//
//   - known.go collects what the seat knows of the other hands
//   - sampler.go and draw.go draw the hidden cards
//   - world.go repeats the deal's moves and weighs the world; habits.go has the probabilities of words
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
	// Act returns the seat's response to a prompt that isn't empty: legal actions, to pass to
	// Deal.Act in one call. A seat that still has to act is asked again. The result depends
	// only on the arguments; all randomness comes from d.
	Act(v engine.View, p engine.Prompt, d *dice.Dice) []engine.Action
}

// Level is the playing strength of a computer player. It is stored and sent as it is.
type Level string

// The levels, from the weakest.
const (
	Easy   Level = "easy"   // plays sensible cards, forgets earlier tricks, never doubles
	Medium Level = "medium" // plays by the same heuristics and remembers all tricks
	Strong Level = "strong" // looks ahead in sampled deals
)

// Levels returns all levels, from the weakest.
func Levels() []Level { return []Level{Easy, Medium, Strong} }

// Strongest returns the strongest of the levels, or "" if none of them exists.
func Strongest(levels []Level) (strongest Level) {
	for _, l := range Levels() {
		if slices.Contains(levels, l) {
			strongest = l
		}
	}
	return strongest
}

// Thinks reports whether a player of the level may take milliseconds to answer. Such a player
// must not be asked under a lock that others wait for.
func (l Level) Thinks() bool { return l != Easy && l != Medium }

// New returns a player of the level, or nil for an unknown level.
func (l Level) New() Player {
	switch l {
	case Easy:
		return heuristic{forgets: true, meek: true}
	case Medium:
		return heuristic{}
	case Strong:
		return newStrong(forScore)
	default:
		return nil
	}
}

// ForCards returns a player of the level for deals in which only card points count, whatever
// the rules pay for them. It returns nil for an unknown level.
func (l Level) ForCards() Player {
	if l == Strong {
		return newStrong(forCards)
	}
	return l.New() // the heuristics play cards for their points anyway
}

// heuristic is a rule-based player. It bids by the strength of its hand, tries to win tricks
// with its honours, and wins fat tricks cheaply. It never looks further ahead than the card to
// play, so it answers within microseconds.
type heuristic struct {
	forgets bool // sees no trick before the last one
	meek    bool // never doubles
}

// Act implements Player. It returns one action, because a word may rule out another one, and
// only the next prompt shows this.
func (h heuristic) Act(v engine.View, p engine.Prompt, _ *dice.Dice) []engine.Action {
	return []engine.Action{h.choose(v, p)}
}

// choose returns the player's action.
func (h heuristic) choose(v engine.View, p engine.Prompt) engine.Action {
	if h.forgets {
		v = forget(v)
	}
	if h.meek {
		p.Choices = slices.DeleteFunc(slices.Clone(p.Choices), doubles)
	}
	a, _ := decide(v, p)
	return a
}

// doubles reports whether the action is a doubling.
func doubles(a engine.Action) bool {
	return a.Verb == engine.Contra || a.Verb == engine.Re || a.Verb == engine.Sub
}

// forget returns the view without anything from before the last trick.
func forget(v engine.View) engine.View {
	v.Memory, v.Hand.Laid = engine.Memory{}, 0
	v.Tricks = v.Tricks[max(len(v.Tricks)-1, 0):]
	return v
}

// decide returns the action that the heuristics choose, and the reason. The action is legal.
func decide(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	a, reason := prefer(v, p)
	if !p.Allows(a) {
		return fallback(p)
	}
	return a, reason
}

// prefer returns the action that the heuristics prefer, and the reason. The action may be
// illegal in a game whose prompts the heuristics don't know.
func prefer(v engine.View, p engine.Prompt) (engine.Action, Reason) {
	if a, reason, ok := remark(v, p); ok {
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
	case offers(p, engine.Talon):
		return choosePacket(v, p)
	default:
		return speak(v, p)
	}
}

// offers reports whether one of the prompt's words has the verb.
func offers(p engine.Prompt, verb engine.Verb) bool {
	return slices.ContainsFunc(p.Choices, func(a engine.Action) bool { return a.Verb == verb })
}

// fallback returns a legal action for a prompt that the heuristics don't know: done or pass,
// else the first word, else the lowest cards.
func fallback(p engine.Prompt) (engine.Action, Reason) {
	for _, word := range append([]engine.Action{engine.Say(engine.Done, 0), engine.Say(engine.Pass, 0)}, p.Choices...) {
		if p.Allows(word) {
			return word, ReasonUnsure
		}
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: p.Pick.Least()}, ReasonOnly
}
