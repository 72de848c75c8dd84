package robot

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Why is the reason for an advice, in one word.
type Why string

// The reasons.
const (
	WhyOnly     Why = "only"     // the rules allow nothing else
	WhyAvoid    Why = "avoid"    // it is best to win nothing
	WhyCash     Why = "cash"     // the card probably takes the trick, and brings its points home
	WhyPull     Why = "pull"     // who has many tarocks draws those of the others
	WhyForce    Why = "force"    // who has none of the suit must spend a tarock
	WhyQuiet    Why = "quiet"    // of the cards that may be led it costs least
	WhyPartners Why = "partners" // the trick is a partner's: strong cards are kept
	WhyFeed     Why = "feed"     // and the card gives it points
	WhyDoomed   Why = "doomed"   // the Pagat would fall in the last trick
	WhyLose     Why = "lose"     // the trick can't be taken: the least is given away
	WhyHome     Why = "home"     // the Pagat takes a trick
	WhySafe     Why = "safe"     // the Mond does, and the Sküs can't catch it
	WhyFat      Why = "fat"      // the suit card takes the trick, and is worth most
	WhyCheap    Why = "cheap"    // it takes the trick for as little as possible
	WhyWeak     Why = "weak"     // the hand isn't strong enough
	WhyStrong   Why = "strong"   // it is
	WhyAway     Why = "away"     // short suits go, tarocks and kings stay
	WhyTarocks  Why = "tarocks"  // too few others may go
	WhyPacket   Why = "packet"   // the packet helps most
	WhySure     Why = "sure"     // what is announced will probably be made
	WhyUnsure   Why = "unsure"   // nothing more is sure enough
	WhyDouble   Why = "double"   // the other will probably fail
	WhyWord     Why = "word"     // what is said with the card brings more
	WhyBound    Why = "bound"    // other cards wait for what was announced
)

// Whys are all reasons.
func Whys() []Why {
	return []Why{
		WhyOnly, WhyAvoid, WhyCash, WhyPull, WhyForce, WhyQuiet, WhyPartners, WhyFeed, WhyDoomed, WhyLose, WhyHome, WhySafe,
		WhyFat, WhyCheap, WhyWeak, WhyStrong, WhyAway, WhyTarocks, WhyPacket, WhySure, WhyUnsure, WhyDouble, WhyWord, WhyBound,
	}
}

// Advice is what somebody does well to do.
type Advice struct {
	engine.Action
	Why Why
}

// Advise is what a player of level Medium would do about the prompt, which must not be
// empty, and why.
func Advise(v engine.View, p engine.Prompt) Advice {
	a := thumb{}.Act(v, p, nil)[0]
	switch {
	case a.Verb != engine.PlayCard:
		return Advice{a, whySay(a, p)}
	case a.Word != 0:
		return Advice{a, WhyWord}
	}
	t := turnOf(v)
	_, why := t.choose(p.Pick.From)
	return Advice{a, why}
}

// whySay is the reason for what isn't a card to play.
func whySay(a engine.Action, p engine.Prompt) Why {
	if p.Pick.Verb == 0 && len(p.Words) == 1 {
		return WhyOnly
	}
	if a.Verb == engine.Exchange || a.Verb == engine.Discard {
		switch {
		case p.Pick.From.Len() == p.Pick.Min:
			return WhyOnly
		case a.Cards&card.AllTarocks != 0:
			return WhyTarocks
		}
		return WhyAway
	}
	return whyWord[a.Verb]
}

// whyWord are the reasons for words, by their verbs.
var whyWord = map[engine.Verb]Why{
	engine.Talon: WhyPacket, engine.Done: WhyUnsure,
	engine.Pass: WhyWeak, engine.Good: WhyWeak, engine.Fold: WhyWeak,
	engine.Announce: WhySure, engine.Declare: WhySure,
	engine.Contra: WhyDouble, engine.Re: WhyDouble, engine.Sub: WhyDouble,
	engine.Bid: WhyStrong, engine.Hold: WhyStrong, engine.Take: WhyStrong, engine.Undertake: WhyStrong,
}
