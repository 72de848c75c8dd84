package engine

import "tarockbot/engine/card"

// TalonRound is the part of a round that all games with a talon share: the auction,
// the declarer's contract, the announcements and the tricks. The round of such a game
// embeds a TalonRound.
type TalonRound struct {
	Dealer   Seat
	Talon    TalonCards
	Hands    [MaxSeats]card.Set // the current hands until the first lead; then the hands at that moment
	Auction  Auction
	Declarer Seat // Nobody until the auction has a winner
	Contract int  // the index in Contracts
	Claims   Claims
	Turn     Seat      // the seat whose turn to announce it is
	Play     TrickPlay // the zero value before the first trick
}

// StartContract makes the leader of the finished auction the declarer, who announces first.
func (r *TalonRound) StartContract() {
	r.Declarer, r.Contract = r.Auction.Leader, r.Auction.Contract
	r.Talon.Size = Contracts[r.Contract].Packet
	r.Claims = startClaims(r.Declarer)
	r.Turn = r.Declarer
}

// IsSolo reports whether the talon stays down. Then there is one round of announcements and nothing to take.
func (r *TalonRound) IsSolo() bool { return r.Talon.Size == 0 }

// TakePacket puts packet n of the talon into the seat's hand.
func (r *TalonRound) TakePacket(s Seat, n int) Event {
	t := &r.Talon
	t.Taken = n
	t.Packet = card.SetOf(t.Cards[n*t.Size : (n+1)*t.Size]...)
	r.Hands[s] |= t.Packet
	return TalonTaken{Seat: s, Packet: n, Cards: t.Packet}
}

// PutAway takes the discards out of the declarer's hand. The declarer announces next, and a game that was let
// pass may be doubled again.
func (r *TalonRound) PutAway(s Seat, cards card.Set) Event {
	r.Hands[s] &^= cards
	r.Claims.renew()
	r.Turn = r.Declarer
	r.Talon.Discards = cards
	shown := LayDown(cards)
	return Discarded{Seat: s, N: shown.N, Tarocks: shown.Tarocks}
}

// Held returns the cards that the seat holds now.
func (r *TalonRound) Held(s Seat) card.Set {
	if r.Play.Started() {
		return r.Play.Hands[s]
	}
	return r.Hands[s]
}

// ContractName returns the declarer's contract; 0 without a declarer.
func (r *TalonRound) ContractName() Word {
	if r.Declarer == Nobody {
		return 0
	}
	return Contracts[r.Contract].Name
}

// ClaimVerdict returns the verdict on the claim so far (R24). packetSpoils says that the packet taken can spoil a
// Without. It can't if the rules ask only for the hand from before the talon.
func (r *TalonRound) ClaimVerdict(c Claim, packetSpoils bool) Verdict {
	var packet card.Set
	if packetSpoils {
		packet = r.Talon.Packet
	}
	return r.Play.verdict(c.Bonus, c.Seat, r.Held(c.Seat), packet)
}

// Tally returns the deal as a tariff prices it. offered are the bonuses of the rules, without are the
// declarer's cards that a Without asks for, and thirds counts for the declarer.
func (r *TalonRound) Tally(t *Tariff, offered WordSet, without card.Set, thirds int) *Tally {
	return &Tally{
		Tariff: t, Offered: offered, Declarer: r.Declarer, Contract: r.Contract, Level: r.Auction.Level,
		Claims: &r.Claims, Play: &r.Play, Hands: &r.Hands, Without: without, Thirds: thirds,
	}
}

// Show fills in what everybody sees of the auction, the talon and the tricks. The talon lies open from the moment
// it is turned until the tricks begin.
func (r *TalonRound) Show(t *PublicView, seats int) {
	t.Dealer, t.Calls, t.Declarer = r.Dealer, r.Auction.Calls, r.Declarer
	t.Trick, t.Tricks = r.Play.Trick, r.Play.Tricks
	t.HandSize, t.WonTricks, t.Thirds = make([]int, seats), make([]int, seats), make([]int, seats)
	for s := range Seat(seats) {
		t.HandSize[s] = r.Held(s).Len()
		t.WonTricks[s] = int(r.Play.WonTricks[s])
		t.Thirds[s] = r.Play.WonCards[s].Thirds()
	}
	t.Packet, t.Taken = r.Talon.Size, r.Talon.Taken
	if r.Talon.Turned && !r.Play.Started() {
		t.Talon = r.Talon.Cards[:]
	}
	if r.Talon.Discards != 0 {
		t.DeclarerDiscards = LayDown(r.Talon.Discards)
	}
}

// Unshare makes r, a plain copy of another round, independent of that round.
func (r *TalonRound) Unshare() {
	r.Auction = r.Auction.Clone()
	r.Claims = r.Claims.Clone()
	r.Play = r.Play.Clone()
}
