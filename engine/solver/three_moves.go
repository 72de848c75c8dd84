package solver

// leads follows the rule of twoSearch.leads: the leader's side must surely win or surely lose the trick.
func (p *threeNode) leads() set {
	mine, others := p.hands[0], p.hands[1]|p.hands[2]
	leads := freeZones.distinct(mine & tarockPlaces)
	if tarocks := others & tarockPlaces; leads != 0 {
		sure := leads & tarocks.above()
		leads = leads&^sure | sure.highestCard()
		if p.surelyLost(tarocks) && leads&tarocks.below()&plainTarocks != 0 {
			leads &^= pagatBit
		}
	}
	var alone set // of suits that the others lack
	for at := 0; at < suitsEnd; at += suitSize {
		m, o := mine&(firstSuit<<at), others&(firstSuit<<at)
		if o == 0 {
			alone |= m
			continue
		}
		tried := freeZones.distinct(m)
		if winners := m & o.above(); winners&(winners-1) != 0 && p.surelyWon(firstSuit<<at) {
			tried = tried&^winners | winners.highestCard()
		}
		if losers := m & o.below(); losers&(losers-1) != 0 && p.surelyLost(o) {
			tried = tried&^losers | losers&-losers
		}
		leads |= tried
	}
	return leads | p.aloneLeads(freeZones.distinct(alone))
}

// surelyLost reports whether a lead below all other cards of its suit always loses.
func (p *threeNode) surelyLost(suit set) bool {
	if p.declarer == 0 {
		return suit != 0
	}
	return p.hands[p.declarer]&suit != 0 && p.hands[3-p.declarer]&(suit|tarockPlaces) == 0
}

// surelyWon reports whether a lead above all other cards of its suit always wins.
func (p *threeNode) surelyWon(suit set) bool {
	b, c := p.hands[1], p.hands[2]
	return (p.declarer == 2 || cannotBeat(b, suit)) && (p.declarer == 1 || cannotBeat(c, suit))
}

func cannotBeat(hand, suit set) bool { return hand&suit != 0 || hand&tarockPlaces == 0 }

// aloneLeads returns the leads worth trying among cards of suits that the others lack.
func (p *threeNode) aloneLeads(cards set) set {
	if cards == 0 {
		return 0
	}
	enemies, partner := p.hands[1]|p.hands[2], set(0)
	if p.declarer > 0 {
		enemies, partner = p.hands[p.declarer], p.hands[3-p.declarer]
	}
	switch {
	case enemies&tarockPlaces == 0:
		return 1 << cards.dearest()
	case partner&tarockPlaces == 0:
		return 1 << cards.cheapest()
	default:
		return cards
	}
}

type answerGroup struct {
	cards set
	dear  bool
}

type answerGroups [3]answerGroup

func (g *answerGroup) pick(cards set) int {
	if !g.dear {
		return cards.cheapest()
	}
	if honours := cards & trullPlaces; honours != 0 {
		return honours.lowest()
	}
	if plain := cards & suitPlaces; plain != 0 {
		return plain.dearest()
	}
	return cards.lowest()
}

func (p *threeNode) secondCards(t threeTrick) answerGroups {
	led := t.at[0]
	others := p.hands[0]&^(1<<led) | p.hands[2]
	legal := legalCards(p.hands[1], led)
	last := legalCards(p.hands[2], led)
	above := lookup.above[led&63]
	winners, losers := legal&above, legal&^above
	passed := p.ifPassed(last, above)
	low := freeZones.worthTrying(losers, others, passed)
	if p.declarer == 0 {
		high := freeZones.worthTrying(winners, others, trickWon)
		if passed == trickLost {
			return answerGroups{{high, true}, {low, false}}
		}
		return answerGroups{{low, true}, {high, false}}
	}
	// Winners above all cards that the last hand can play surely win.
	var beaten set
	if overs := last & above; overs != 0 {
		beaten = winners &^ overs.above()
	}
	sure := freeZones.worthTrying(winners&^beaten, others, trickWon)
	unsure := freeZones.worthTrying(beaten, others, forecastOf(last, beaten))
	switch {
	case p.declarer == 1 && lookup.thirds[led&63] > 1:
		return answerGroups{{sure, true}, {unsure, false}, {low, false}}
	case passed == trickWon:
		return answerGroups{{sure, false}, {low, true}}
	default:
		return answerGroups{{sure, true}, {low, false}, {unsure, false}}
	}
}

// ifPassed returns the forecast if the second seat doesn't take the trick.
func (p *threeNode) ifPassed(last, above set) forecast {
	leaders, lasts := trickWon, trickLost
	if p.declarer == 0 {
		leaders, lasts = trickLost, trickWon
	}
	switch {
	case p.declarer == 1:
		return trickLost
	case last&above == 0:
		return leaders
	case last&^above == 0:
		return lasts
	default:
		return trickUnknown
	}
}

func forecastOf(last, cards set) forecast {
	if cards != 0 && last&^lookup.above[cards.highest()] == 0 {
		return trickLost
	}
	return trickUnknown
}

func (p *threeNode) thirdCards(t threeTrick) answerGroups {
	others := p.hands[0]&^(1<<t.at[0]) | p.hands[1]&^(1<<t.at[1])
	legal := legalCards(p.hands[2], t.at[0])
	above := lookup.above[t.at[t.best]&63]
	winners, losers := legal&above, legal&^above
	high := freeZones.worthTrying(winners, others, trickWon)
	if p.declarer < 2 && t.best != int(p.declarer) {
		return answerGroups{{freeZones.worthTrying(losers, others, trickWon), true}, {high, false}}
	}
	return answerGroups{{high, false}, {freeZones.worthTrying(losers, others, trickLost), false}}
}

func (p *threeNode) leadOrder(leads set) order {
	others := p.hands[1] | p.hands[2]
	enemies := others
	if p.declarer > 0 {
		enemies = p.hands[p.declarer]
	}
	sure := leads & tarockPlaces & (enemies & tarockPlaces).above()
	var tops, forcing, low set
	for at := 0; at < suitsEnd; at += suitSize {
		suit := firstSuit << at
		m := leads & suit
		switch {
		case m == 0:
		case p.surelyWon(suit):
			top := m & (enemies & suit).above()
			tops |= top
			low |= m &^ top
		case enemies&suit == 0:
			forcing |= m
		default:
			low |= m
		}
	}
	tarocks, honours := leads&plainTarocks&^sure, leads&trullPlaces&^sure
	if p.declarer == 0 && p.hands[0].tarockCount() > max(p.hands[1].tarockCount(), p.hands[2].tarockCount()) {
		return order{groups: [7]set{1: tops, low, sure, forcing, tarocks, honours}, fromTop: 5}
	}
	return order{groups: [7]set{1: tops, low, forcing, sure, tarocks, honours}, fromTop: 5}
}
