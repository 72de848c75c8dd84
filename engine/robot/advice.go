package robot

import "tarockbot/engine"

// Reason says why the heuristics choose an action. Its text for people is advice.why.NAME in render/words.
type Reason string

// The reasons.
const (
	ReasonOnly     Reason = "only"
	ReasonAvoid    Reason = "avoid"
	ReasonCash     Reason = "cash"
	ReasonPull     Reason = "pull"
	ReasonForce    Reason = "force" // a rival without the suit must spend a tarock
	ReasonQuiet    Reason = "quiet"
	ReasonPartners Reason = "partners" // a partner wins: strong cards are kept
	ReasonFeed     Reason = "feed"     // a partner wins: the card adds points
	ReasonDoomed   Reason = "doomed"   // the Pagat would be lost in the last trick
	ReasonLose     Reason = "lose"
	ReasonHome     Reason = "home"
	ReasonSafe     Reason = "safe" // the Sküs can't catch the Mond
	ReasonFat      Reason = "fat"
	ReasonCheap    Reason = "cheap"
	ReasonWeak     Reason = "weak"
	ReasonStrong   Reason = "strong"
	ReasonAway     Reason = "away"
	ReasonTarocks  Reason = "tarocks" // too few other cards may be put away
	ReasonPacket   Reason = "packet"
	ReasonSure     Reason = "sure"
	ReasonUnsure   Reason = "unsure"
	ReasonDouble   Reason = "double"
	ReasonWord     Reason = "word"
	ReasonBound    Reason = "bound"
)

// Reasons returns all reasons, in a new slice.
func Reasons() []Reason {
	return []Reason{
		ReasonOnly, ReasonAvoid, ReasonCash, ReasonPull, ReasonForce, ReasonQuiet, ReasonPartners, ReasonFeed,
		ReasonDoomed, ReasonLose, ReasonHome, ReasonSafe, ReasonFat, ReasonCheap, ReasonWeak, ReasonStrong,
		ReasonAway, ReasonTarocks, ReasonPacket, ReasonSure, ReasonUnsure, ReasonDouble, ReasonWord, ReasonBound,
	}
}

// Advice is a recommended action and its reason.
type Advice struct {
	engine.Action
	Reason Reason
}

// Advise returns the choice of a Medium player. The prompt must not be empty.
func Advise(v engine.View, p engine.Prompt) Advice {
	a, reason := decide(v, p)
	if p.Pick.Verb == 0 && len(p.Choices) == 1 {
		reason = ReasonOnly
	}
	return Advice{a, reason}
}
