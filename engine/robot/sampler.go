package robot

import (
	"cmp"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/dice"
	"tarockbot/engine/games"
)

// sampler makes whole deals that agree with all that a seat has seen and done: the
// hidden cards are drawn at random, what others put away face down is what the model
// would, and then all moves are made again.
type sampler struct {
	v      engine.View
	game   engine.Game
	places engine.Places
	model  thumb // how others are taken to decide
	others []other
	bound  bool // see exchangeBinds
	// unknown are the cards that may be anywhere out of sight.
	unknown card.Set
	bag     []card.Card // unknown, in the order of the draw
}

// other is what a seat knows of another.
type other struct {
	seat   engine.Seat
	hand   card.Set // cards it had in its hand after the exchange, before any packet
	played card.Set // cards that it can't have put away: played or surely held
	lacks  card.Set // suits that it can't hold any more
	never  card.Set // cards that it has said not to hold
	some   []some   // of which it holds so many
	first  card.Set // cards of this draw that it must get
	// laid and discarded are what it put away in the exchange and for the talon.
	laid, discarded engine.LaidDown
	packet          card.Set
}

// some is cards of which a seat holds n.
type some struct {
	cards card.Set
	n     int
}

// world is a deal as it may be, at the moment that the view shows.
type world struct {
	playout
	// strange is how little the others' moves are like the model's, in eighths of a
	// bit of likelihood.
	strange int
}

// newSampler prepares the drawing. The error is that there is no such game.
func newSampler(v engine.View) (*sampler, error) {
	game, err := games.ByRules(v.Rules)
	if err != nil {
		return nil, err
	}
	s := &sampler{v: v, game: game, places: game.Places(v.Rules, v.Dealer), unknown: pack(v) &^ mine(v)}
	s.bound = s.exchangeBinds()
	for seat := range engine.Seat(game.Seats) {
		if seat != v.Seat {
			s.others = append(s.others, s.know(seat))
		}
	}
	// First comes who may have put away what nobody holds, then who has least choice.
	slices.SortStableFunc(s.others, func(a, b other) int {
		return cmp.Or(b.discarded.N-a.discarded.N, b.lacks.Len()-a.lacks.Len())
	})
	s.unknown &^= card.SetOf(v.Memory.Talon...) | card.SetOf(v.Added...) | uncoveredBy(v, engine.Nobody)
	s.bag = make([]card.Card, 0, s.unknown.Len())
	return s, nil
}

// pack are the cards that the view's deal is played with.
func pack(v engine.View) card.Set {
	if v.Pack == 0 {
		return card.Full
	}
	return v.Pack
}

// mine are the cards that have ever been the seat's.
func mine(v engine.View) card.Set {
	return v.Memory.Dealt | v.Cards | v.Memory.Exchanged | v.Memory.Discarded | playedBy(v, v.Seat)
}

// playedBy are the cards that the seat has played.
func playedBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, m := range v.Memory.Moves {
		if m.Seat == seat && m.Action.Verb == engine.PlayCard {
			cards |= m.Action.Cards
		}
	}
	return cards
}

// uncoveredBy are the cards of the seat's piles turned up so far; of all seats for
// Nobody.
func uncoveredBy(v engine.View, seat engine.Seat) (cards card.Set) {
	for _, u := range v.Memory.Uncovered {
		if u.Seat == seat || seat == engine.Nobody {
			cards |= u.Card.Bit()
		}
	}
	return cards
}

// know collects what the view tells of another seat, and takes it from what is unknown.
func (s *sampler) know(seat engine.Seat) other {
	o := other{seat: seat, lacks: lacking(s.v, seat), played: playedBy(s.v, seat) | visible(s.v, seat)}
	for _, c := range s.v.Claims {
		if c.Seat == seat {
			o.learn(c)
		}
	}
	if len(s.v.Exchange) > 0 {
		o.laid = s.v.Exchange[seat]
	}
	if seat == s.v.Declarer {
		o.packet = packet(s.v)
		o.discarded = s.v.PublicView.Laid
	}
	o.hand = (o.played | o.discarded.Tarocks) &^ o.packet &^ uncoveredBy(s.v, seat)
	s.unknown &^= o.hand | o.laid.Tarocks
	return o
}

// learn takes from an announcement what it says of the hand.
func (o *other) learn(c engine.Claim) {
	switch b := c.Bonus.Bonus(); {
	case b.Making == engine.ByBird, b.Making == engine.ByHolding && b.Needs == b.Cards.Len():
		o.played |= b.Cards
	case b.Making == engine.ByHolding:
		o.some = append(o.some, some{b.Cards, b.Needs})
	case b.Making == engine.ByWithout:
		o.never |= b.Cards
	}
}

// sample draws a world. It says false if what was drawn can't be, which another draw
// may mend.
func (s *sampler) sample(d *dice.Dice) (world, bool) {
	s.bag = s.bag[:0]
	for c := range s.unknown.All() {
		s.bag = append(s.bag, c)
	}
	d.Shuffle(len(s.bag), func(i, j int) { s.bag[i], s.bag[j] = s.bag[j], s.bag[i] })
	deck := make([]card.Card, pack(s.v).Len())
	filled, fits := make([]bool, len(deck)), true
	lay := func(places []int, cards ...card.Card) {
		fits = fits && len(cards) <= len(places)
		for i, c := range cards[:min(len(cards), len(places))] {
			deck[places[i]], filled[places[i]] = c, true
		}
	}
	var away [engine.MaxSeats]aside
	for i := range s.others {
		o := &s.others[i]
		s.moveToFront(o, s.others[i+1:])
		h, ok := s.drawHand(o, d)
		if !ok {
			return world{}, false
		}
		lay(s.places.Hands[o.seat], h.dealt.Cards()...)
		lay(s.places.Personal[o.seat], h.picked.Cards()...)
		away[o.seat] = h.aside
	}
	me := s.v.Seat
	lay(s.places.Hands[me], s.v.Memory.Dealt.Cards()...)
	lay(s.places.Personal[me], (mine(s.v) &^ s.v.Memory.Dealt &^ s.ownPacket() &^ uncoveredBy(s.v, me)).Cards()...)
	lay(s.places.Talon, s.v.Memory.Talon...)
	lay(s.places.Talon, s.v.Added...)
	for seat, piles := range s.places.Piles {
		for i, pile := range piles {
			lay(pile, s.uncovered(engine.Seat(seat), i)...)
		}
	}
	for place := range deck {
		if filled[place] {
			continue
		}
		if len(s.bag) == 0 || !fits {
			return world{}, false
		}
		deck[place], s.bag = s.bag[0], s.bag[1:]
	}
	return s.replay(deck, &away)
}

// moveToFront puts in front of the bag the cards that the seat must get: of some cards as many
// as it holds, and those that the others can't hold and there is no other place for.
func (s *sampler) moveToFront(o *other, later []other) {
	places, only := s.hidden(o), card.Full
	for i := range later {
		places += s.hidden(&later[i])
		only &= later[i].lacks
	}
	if len(later) == 0 {
		only = 0
	}
	due := 0
	for _, c := range s.bag {
		if only.Has(c) {
			due++
		}
	}
	o.first = s.pick(only, due-(len(s.bag)-places))
	for _, h := range o.some {
		o.first |= s.pick(h.cards, h.n-((o.played|o.packet)&h.cards).Len())
	}
	slices.SortStableFunc(s.bag, func(a, b card.Card) int { return (o.first & b.Bit()).Len() - (o.first & a.Bit()).Len() })
}

// pick is the first n cards of the bag that are of the set.
func (s *sampler) pick(of card.Set, n int) (picked card.Set) {
	for _, c := range s.bag {
		if picked.Len() < n && of.Has(c) {
			picked |= c.Bit()
		}
	}
	return picked
}

// hidden is how many cards of the seat's hand after the exchange, and of those that it laid
// for it, nobody else knows.
func (s *sampler) hidden(o *other) int {
	return len(s.places.Hands[o.seat]) - o.hand.Len() + o.laid.N - o.laid.Tarocks.Len()
}

// ownPacket is the packet if the seat took it.
func (s *sampler) ownPacket() card.Set {
	if s.v.Declarer != s.v.Seat {
		return 0
	}
	return packet(s.v)
}

// uncovered are the cards of a pile turned up so far, from its first top.
func (s *sampler) uncovered(seat engine.Seat, pile int) (cards []card.Card) {
	for _, u := range s.v.Memory.Uncovered {
		if u.Seat == seat && u.Pile == pile {
			cards = append(cards, u.Card)
		}
	}
	return cards
}

// aside is what a seat put away.
type aside struct{ laid, discarded card.Set }

// drawn is the cards of another seat as they may be.
type drawn struct {
	dealt, picked card.Set // the hand dealt, and what it picked up of its personal talon
	aside
}

// plain are the cards that are put away face down.
const plain = card.AllSuits &^ card.Kings

// drawHand draws what another seat was dealt, picked up and put away.
func (s *sampler) drawHand(o *other, d *dice.Dice) (h drawn, ok bool) {
	laid := o.laid.N - o.laid.Tarocks.Len() // face down
	must := o.packet & o.lacks &^ o.played  // discarded, for it is held no more
	discarded := 0                          // face down, and no card of the packet
	if o.discarded.N > 0 {
		discarded = o.discarded.N - o.discarded.Tarocks.Len() - must.Len()
	}
	n := s.hidden(o)
	l := limits{lacked: laid + discarded, plain: n, other: n - laid - max(discarded-(o.packet&plain&^o.played&^must).Len(), 0)}
	if s.allLaid(o) {
		l.plain = laid + o.laid.N - (o.hand & plain).Len()
	}
	fresh, ok := s.draw(n, o, l)
	if !ok {
		return h, false
	}
	all, lacked := o.hand|fresh|o.laid.Tarocks, fresh&o.lacks
	h.picked = s.pickedUp(o, all&^o.laid.Tarocks, fresh&plain, laid, d)
	h.dealt = all &^ h.picked
	if !s.v.PickedFirst && h.dealt.Len() != len(s.places.Hands[o.seat]) {
		return h, false
	}
	if o.laid.N > 0 {
		from := h.dealt
		if s.v.PickedFirst {
			from = all
		}
		if h.laid, ok = s.discard(engine.Exchange, from, o.laid, lacked&from, o.hand); !ok {
			return h, false
		}
	}
	if o.discarded.N > 0 {
		from := all&^h.laid | o.packet
		if h.discarded, ok = s.discard(engine.Discard, from, o.discarded, (lacked|must)&from, o.played); !ok {
			return h, false
		}
	}
	return h, lacked&^h.laid&^h.discarded == 0
}

// allLaid says that the seat exchanged all cards that can be put away face down, as it must:
// a tarock went with them, or as many as there were.
func (s *sampler) allLaid(o *other) bool {
	return s.bound && o.laid.N > 0 && (o.laid.Tarocks != 0 || o.laid.N < len(s.places.Personal[o.seat]))
}

// exchangeBinds says whether the rules leave nobody the choice how many cards to exchange
// before they pick up: asked of a deal in which a seat is dealt as many plain cards as there
// are.
func (s *sampler) exchangeBinds() bool {
	if len(s.v.Exchange) == 0 || s.v.PickedFirst {
		return false
	}
	cards := slices.Concat((pack(s.v) & plain).Cards(), (pack(s.v) &^ plain).Cards())
	deck, filled := make([]card.Card, len(cards)), make([]bool, len(cards))
	for _, place := range s.places.Hands[s.v.Seat] {
		deck[place], filled[place], cards = cards[0], true, cards[1:]
	}
	for place := range deck {
		if !filled[place] {
			deck[place], cards = cards[0], cards[1:]
		}
	}
	deal, err := engine.NewDeal(s.game, s.v.Rules, s.v.Options, engine.Cards{Deck: deck, Dealer: s.v.Dealer})
	if err != nil {
		return false
	}
	pick := deal.Prompt(s.v.Seat).Pick
	return pick.Verb == engine.Exchange && pick.Min == pick.Max
}

// pickedUp chooses which cards came from the personal talon: all of it where that was
// picked up first, else as many as were exchanged. Of those that may have been put away
// as many are left in the hand dealt as were.
func (s *sampler) pickedUp(o *other, from, loose card.Set, laid int, d *dice.Dice) (picked card.Set) {
	n := o.laid.N
	if s.v.PickedFirst {
		n, laid = len(s.places.Personal[o.seat]), 0
	}
	spare := loose.Len() - laid
	if s.allLaid(o) { // what is left was not there to be laid
		picked = from & plain &^ loose
	}
	for picked.Len() < n {
		rest := from &^ picked
		switch {
		case spare <= 0:
			rest &^= loose
		case s.allLaid(o):
			rest &= loose
		}
		if rest == 0 {
			break
		}
		c := rest.Nth(d.Below(rest.Len())).Bit()
		if picked |= c; loose&c != 0 {
			spare--
		}
	}
	return picked
}

// discard lets the model put away as many cards as everybody saw, those shown and those
// lacked later among them, and none that was played later.
func (s *sampler) discard(verb engine.Verb, hand card.Set, seen engine.LaidDown, lacked, played card.Set) (card.Set, bool) {
	must := seen.Tarocks
	for c := range lacked.All() {
		if must.Len() < seen.N {
			must |= c.Bit()
		}
	}
	pick := engine.Pick{Verb: verb, Min: seen.N, Max: seen.N, Must: must, From: seen.Tarocks | hand&plain&^played}
	if !pick.From.Holds(pick.Must) || pick.From.Len() < pick.Min {
		return 0, false
	}
	chosen := chooseDiscards(hand, pick)
	return chosen, pick.Allows(chosen)
}

// limits are how many cards at most are drawn of those that the seat can't hold any more,
// of plain ones and of others.
type limits struct{ lacked, plain, other int }

// draw draws n cards for a seat from the bag.
func (s *sampler) draw(n int, o *other, l limits) (cards card.Set, ok bool) {
	rest := s.bag[:0]
	for _, c := range s.bag {
		if n == 0 || !l.allow(c, o) {
			rest = append(rest, c)
			continue
		}
		cards |= c.Bit()
		n--
	}
	s.bag = rest
	return cards, n == 0
}

// allow says whether the card may be drawn, and counts it if so.
func (l *limits) allow(c card.Card, o *other) bool {
	isPlain, isLacked := plain.Has(c), o.lacks.Has(c)
	left := &l.other
	if isPlain {
		left = &l.plain
	}
	for i := range o.some {
		if o.some[i].cards.Has(c) && !o.first.Has(c) {
			return false
		}
	}
	if *left <= 0 || o.never.Has(c) || isLacked && (!isPlain || l.lacked <= 0) {
		return false
	}
	*left--
	if isLacked {
		l.lacked--
	}
	return true
}

// replay makes all moves again in a deal of the deck. It says false if one of them isn't
// allowed there.
func (s *sampler) replay(deck []card.Card, away *[engine.MaxSeats]aside) (w world, ok bool) {
	deal, err := engine.NewDeal(s.game, s.v.Rules, s.v.Options, engine.Cards{Deck: deck, Dealer: s.v.Dealer})
	if err != nil || deal.Result() != nil {
		return w, false
	}
	w.playout = newPlayout(deal)
	for _, m := range s.v.Memory.Moves {
		if m.Seat != s.v.Seat {
			switch m.Action.Verb {
			case engine.Exchange:
				m.Action.Cards = away[m.Seat].laid
				if len(s.v.Exchange) == 0 { // nobody knows yet how many
					m.Action = w.decide(s.model, m.Seat)
				}
			case engine.Discard:
				m.Action.Cards = away[m.Seat].discarded
			default:
				w.strange += s.surprise(&w.playout, m)
			}
		}
		if err := w.act(m.Seat, m.Action); err != nil {
			return w, false
		}
	}
	return w, true
}

// What a move is against a world in which the model would have made another, in eighths
// of a bit. A word is so at most: others of the levels may say it.
const (
	strangeWord = 24
	strangeCard = 16
)

// surprise is how little the move is like the model's and, if it is a word, like all that
// the levels say.
func (s *sampler) surprise(at *playout, m engine.Move) int {
	p := at.deal.Prompt(m.Seat)
	switch {
	case len(p.Words) == 0 && p.Pick.From.Len() <= 1:
		return 0
	case at.decide(s.model, m.Seat) == m.Action:
		return 0
	case m.Action.Verb == engine.PlayCard:
		return strangeCard
	default:
		v := at.deal.View(m.Seat)
		return unlikely(&v, p.Words, m.Action, strangeWord)
	}
}

// worlds draws n worlds, the likelier ones of many draws; fewer or none if that many are hard
// to find. The likeliest of them is strange by nothing: only how they compare counts, were
// all that the others did strange.
func (s *sampler) worlds(n, draws int, d *dice.Dice) []world {
	all := make([]world, 0, draws)
	for range draws {
		if w, ok := s.sample(d); ok {
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(a, b world) int { return a.strange - b.strange })
	all = all[:min(n, len(all))]
	if len(all) == 0 {
		return nil
	}
	least := all[0].strange
	for i := range all {
		all[i].strange -= least
	}
	return all
}

// eighths is 2^20 divided by 2^(i/8).
var eighths = [8]int{1_048_576, 961_548, 881_744, 808_563, 741_455, 679_917, 623_487, 571_740}

// eighth is 2^20 divided by 2^(n/8).
func eighth(n int) int { return eighths[n%8] >> (n / 8) }

// weight is how likely the world is, beside others.
func (w *world) weight() int64 { return int64(eighth(w.strange)) }
