package engine

import "tarockbot/engine/card"

// TalonRound is embedded by the rounds of all games with a talon.
type TalonRound struct {
	Dealer   Seat
	Talon    TalonCards
	Hands    [MaxSeats]card.Set // current until the first lead, then fixed
	Auction  Auction
	Declarer Seat
	Contract int
	Claims   Claims
	Turn     Seat
	Play     TrickPlay
}

// StartContract makes the auction's leader the declarer, who announces first.
func (r *TalonRound) StartContract() {
	r.Declarer, r.Contract = r.Auction.Leader, r.Auction.Contract
	r.Talon.PacketSize = Contracts[r.Contract].Packet
	r.Claims = startClaims(r.Declarer)
	r.Turn = r.Declarer
}

// IsSolo reports whether the talon stays down.
func (r *TalonRound) IsSolo() bool { return r.Talon.PacketSize == 0 }

// TakePacket moves packet n to the seat's hand.
func (r *TalonRound) TakePacket(s Seat, n int) Event {
	t := &r.Talon
	t.TakenPacket = n
	t.Packet = card.SetOf(t.Cards[n*t.PacketSize : (n+1)*t.PacketSize]...)
	r.Hands[s] |= t.Packet
	return TalonTaken{Seat: s, Packet: n, Cards: t.Packet}
}

// PutAway moves the discards out of the hand. The declarer announces next, and all get another chance to double the
// game.
func (r *TalonRound) PutAway(s Seat, cards card.Set) Event {
	r.Hands[s] &^= cards
	r.Claims.renew()
	r.Turn = r.Declarer
	r.Talon.Discards = cards
	shown := LayDown(cards)
	return Discarded{Seat: s, N: shown.N, Tarocks: shown.Tarocks}
}

// HandOf returns the seat's current hand.
func (r *TalonRound) HandOf(s Seat) card.Set {
	if r.Play.HasStarted() {
		return r.Play.Hands[s]
	}
	return r.Hands[s]
}

// ContractName returns the contract or 0.
func (r *TalonRound) ContractName() Word {
	if r.Declarer == Nobody {
		return 0
	}
	return Contracts[r.Contract].Name
}

// ClaimVerdict returns the verdict on the claim so far (R24). packetSpoils tells whether the taken packet counts for a
// Without.
func (r *TalonRound) ClaimVerdict(c Claim, packetSpoils bool) Verdict {
	var packet card.Set
	if packetSpoils {
		packet = r.Talon.Packet
	}
	return r.Play.verdict(c.Bonus, c.Seat, r.HandOf(c.Seat), packet)
}

// PricedDeal returns the deal for a tariff to price.
func (r *TalonRound) PricedDeal(t *Tariff, offered WordSet, without card.Set, thirds int) *PricedDeal {
	return &PricedDeal{
		Tariff: t, Offered: offered, Declarer: r.Declarer, Contract: r.Contract, Level: r.Auction.Level,
		Claims: &r.Claims, Play: &r.Play, Hands: &r.Hands, Without: without, Thirds: thirds,
	}
}

// Show sets the public state of auction, talon and tricks.
func (r *TalonRound) Show(t *PublicView, seats int) {
	t.Dealer, t.Calls, t.Declarer = r.Dealer, r.Auction.Calls, r.Declarer
	t.Trick, t.Tricks = r.Play.Trick, r.Play.Tricks
	t.HandSize, t.WonTricks, t.Thirds = make([]int, seats), make([]int, seats), make([]int, seats)
	for s := range Seat(seats) {
		t.HandSize[s] = r.HandOf(s).Len()
		t.WonTricks[s] = int(r.Play.WonTricks[s])
		t.Thirds[s] = r.Play.WonCards[s].Thirds()
	}
	t.PacketSize, t.TakenPacket = r.Talon.PacketSize, r.Talon.TakenPacket
	if r.Talon.Turned && !r.Play.HasStarted() {
		t.Talon = r.Talon.Cards[:]
	}
	if r.Talon.Discards != 0 {
		t.DeclarerDiscards = LayDown(r.Talon.Discards)
	}
}

// Unshare makes a plain copy independent of the original.
func (r *TalonRound) Unshare() {
	r.Auction = r.Auction.Clone()
	r.Claims = r.Claims.Clone()
	r.Play = r.Play.Clone()
}
