package robot

import "tarockbot/engine"

// Reason says why the heuristics choose an action. The text for people is advice.why.NAME in render/words.
type Reason string

// The reasons.
const (
	ReasonOnly     Reason = "only"     // the rules allow nothing else
	ReasonAvoid    Reason = "avoid"    // winning nothing is best in this game
	ReasonCash     Reason = "cash"     // the card probably wins the trick with its points
	ReasonPull     Reason = "pull"     // the player has many tarocks and draws the rivals'
	ReasonForce    Reason = "force"    // a rival without the suit must spend a tarock
	ReasonQuiet    Reason = "quiet"    // this lead costs least
	ReasonPartners Reason = "partners" // a partner wins the trick, so strong cards are kept
	ReasonFeed     Reason = "feed"     // a partner wins the trick, and the card adds points
	ReasonDoomed   Reason = "doomed"   // the Pagat would be lost in the last trick
	ReasonLose     Reason = "lose"     // the trick can't be won; the card is worth least
	ReasonHome     Reason = "home"     // the Pagat wins the trick
	ReasonSafe     Reason = "safe"     // the Mond wins the trick and the Sküs can't catch it
	ReasonFat      Reason = "fat"      // the suit card wins and is worth most
	ReasonCheap    Reason = "cheap"    // the cheapest card that wins
	ReasonWeak     Reason = "weak"     // the hand is too weak
	ReasonStrong   Reason = "strong"   // the hand is strong enough
	ReasonAway     Reason = "away"     // short suits are put away; tarocks and kings stay
	ReasonTarocks  Reason = "tarocks"  // too few other cards may be put away
	ReasonPacket   Reason = "packet"   // this packet helps most
	ReasonSure     Reason = "sure"     // the announcement will probably be made
	ReasonUnsure   Reason = "unsure"   // nothing else is safe enough
	ReasonDouble   Reason = "double"   // the other side will probably fail
	ReasonWord     Reason = "word"     // the word said with the card gains more
	ReasonBound    Reason = "bound"    // an announcement binds the other cards
)

// Reasons returns all reasons, in a new slice. TestAdvise finds a reason that is missing here.
func Reasons() []Reason {
	return []Reason{
		ReasonOnly, ReasonAvoid, ReasonCash, ReasonPull, ReasonForce, ReasonQuiet, ReasonPartners, ReasonFeed,
		ReasonDoomed, ReasonLose, ReasonHome, ReasonSafe, ReasonFat, ReasonCheap, ReasonWeak, ReasonStrong,
		ReasonAway, ReasonTarocks, ReasonPacket, ReasonSure, ReasonUnsure, ReasonDouble, ReasonWord, ReasonBound,
	}
}

// Advice is a recommended action and the reason for it.
type Advice struct {
	engine.Action
	Reason Reason
}

// Advise returns what a player of level Medium would do, and why. The prompt must not be
// empty.
func Advise(v engine.View, p engine.Prompt) Advice {
	a, reason := decide(v, p)
	if p.Pick.Verb == 0 && len(p.Choices) == 1 {
		reason = ReasonOnly
	}
	return Advice{a, reason}
}
