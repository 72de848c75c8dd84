package solver

import "tarockbot/engine"

func (p *pointSearch) bound(n *pointNode, goal int) int {
	if n.n > 0 {
		v, _ := p.branch(n, goal, 0)
		return v
	}
	low, high := p.bounds(n)
	f := found{low: low, high: high}
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	if n.tricks < 2 {
		v, _ := p.branch(n, goal, 0)
		return v
	}
	if p.interrupted() {
		return low
	}
	key := p.key(n)
	f = p.table.find(key, f)
	if bound, ok := f.decides(goal); ok {
		return bound
	}
	best, move := p.branch(n, goal, f.bestMove)
	best = f.record(best, goal, move)
	p.table.store(key, f) // also after an interruption: the next search begins with an empty table
	return best
}

// branch returns the value and the place of the card that decided it. first is the place of the hash move, or 0.
func (p *pointSearch) branch(n *pointNode, goal, first int) (best, move int) {
	o := p.worthTrying(n)
	if first > 0 {
		o.tryFirst(1 << first)
	}
	side := n.turn == p.side
	none := true
	var next pointNode // declared here because inside the loop it would be allocated
	for at, ok := o.next(); ok; at, ok = o.next() {
		next = *n
		p.play(&next, at)
		v := p.bound(&next, goal)
		if none || side == (v > best) && v != best {
			best, move, none = v, at, false
		}
		if side == (v >= goal) {
			return best, move
		}
	}
	return best, move
}

func (p *pointSearch) worthTrying(n *pointNode) order {
	hand := n.hands[n.turn]
	if n.n == 0 {
		var others set
		for seat, cards := range n.hands {
			if (engine.Seat(seat) == p.side) != (n.turn == p.side) {
				others |= cards
			}
		}
		legal := allowed(hand, p.guardedBirds[n.turn], int(n.tricks))
		return leadOrder(hand, others, p.zones.distinct(legal))
	}
	legal := p.zones.distinct(allowed(legalCards(hand, int(n.cards[0])), p.guardedBirds[n.turn], int(n.tricks)))
	above := lookup.above[n.best&63]
	return order{groups: [7]set{1: legal & above, legal &^ above}}
}

func (p *pointSearch) play(n *pointNode, at int) {
	p.nodes++
	p.layCard(n, at)
	if int(n.n) == p.seats {
		p.collectTrick(n)
	}
}

func (p *pointSearch) layCard(n *pointNode, at int) {
	if n.n == 0 || beats(at, int(n.best)) {
		n.best, n.taker = int8(at), n.turn
	}
	n.cards[n.n] = int8(at)
	n.n++
	n.turn++
	if int(n.turn) == p.seats {
		n.turn = 0
	}
}

func (p *pointSearch) collectTrick(n *pointNode) {
	var trick set
	thirds := 0
	for _, at := range n.cards[:p.seats] {
		trick |= 1 << at
		thirds += int(p.thirds[at&63])
	}
	n.left -= thirds
	if n.taker == p.side {
		n.taken += thirds
	}
	n.fates = p.ends.after(n.fates, trick, n.taker, int(n.tricks))
	for seat := range p.seats {
		n.hands[seat] = p.zones.compact(n.hands[seat], trick)
	}
	if n.hidden != 0 {
		p.uncover(n)
	}
	n.turn, n.n = n.taker, 0
	n.tricks--
}

// uncover turns up the tops of the piles. Tarocks and kings go to the hand, and the next card is turned up (RULES 3.3).
func (p *pointSearch) uncover(n *pointNode) {
	for i := range p.piles {
		pile := &p.piles[i]
		hand := &n.hands[pile.owner]
		for _, at := range pile.cards {
			c := set(1) << at
			*hand |= n.hidden & c
			n.hidden &^= c
			if *hand&c&^toHand != 0 {
				break
			}
		}
	}
}
