package robot

import "tarockbot/engine"

// Why names the reason for an advice. The text for people is advice.why.NAME in render/words.
type Why string

// The reasons.
const (
	WhyOnly     Why = "only"     // the rules allow nothing else
	WhyAvoid    Why = "avoid"    // winning nothing is best in this game
	WhyCash     Why = "cash"     // the card probably wins the trick with its points
	WhyPull     Why = "pull"     // the player has many tarocks and draws the rivals'
	WhyForce    Why = "force"    // a rival without the suit must spend a tarock
	WhyQuiet    Why = "quiet"    // this lead costs least
	WhyPartners Why = "partners" // a partner wins the trick, so strong cards are kept
	WhyFeed     Why = "feed"     // a partner wins the trick, and the card adds points
	WhyDoomed   Why = "doomed"   // the Pagat would be lost in the last trick
	WhyLose     Why = "lose"     // the trick can't be won; the card is worth least
	WhyHome     Why = "home"     // the Pagat wins the trick
	WhySafe     Why = "safe"     // the Mond wins the trick and the Sküs can't catch it
	WhyFat      Why = "fat"      // the suit card wins and is worth most
	WhyCheap    Why = "cheap"    // the cheapest card that wins
	WhyWeak     Why = "weak"     // the hand is too weak
	WhyStrong   Why = "strong"   // the hand is strong enough
	WhyAway     Why = "away"     // short suits are put away; tarocks and kings stay
	WhyTarocks  Why = "tarocks"  // too few other cards may be put away
	WhyPacket   Why = "packet"   // this packet helps most
	WhySure     Why = "sure"     // the announcement will probably be made
	WhyUnsure   Why = "unsure"   // nothing else is safe enough
	WhyDouble   Why = "double"   // the other side will probably fail
	WhyWord     Why = "word"     // the word said with the card gains more
	WhyBound    Why = "bound"    // an announcement binds the other cards
)

// Whys returns all reasons, in a new slice. TestAdvise finds a reason that is missing here.
func Whys() []Why {
	return []Why{
		WhyOnly, WhyAvoid, WhyCash, WhyPull, WhyForce, WhyQuiet, WhyPartners, WhyFeed, WhyDoomed, WhyLose, WhyHome, WhySafe,
		WhyFat, WhyCheap, WhyWeak, WhyStrong, WhyAway, WhyTarocks, WhyPacket, WhySure, WhyUnsure, WhyDouble, WhyWord, WhyBound,
	}
}

// Advice is a recommended action and the reason for it.
type Advice struct {
	engine.Action
	Why Why
}

// Advise returns what a player of level Medium would do, and why. The prompt must not be
// empty.
func Advise(v engine.View, p engine.Prompt) Advice {
	a, why := decide(v, p)
	if p.Pick.Verb == 0 && len(p.Choices) == 1 {
		why = WhyOnly
	}
	return Advice{a, why}
}
