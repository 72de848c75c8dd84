package render

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// page gathers lines about one table.
type page struct {
	teller
	lines []Line
}

func (p *page) add(l ...Span) { p.lines = append(p.lines, l) }

func (p *page) say(style Style, id string, gaps ...any) {
	p.add(Span{Text: p.t.Say(id, gaps...), Style: style})
}

// usualLines is room for most boards.
const usualLines = 12

// Board is what everybody may know of the deal, in words; names are by seat.
func Board(v engine.PublicView, names []string, t *words.Tongue) []Line {
	p := &page{teller{t, names, v.Terms}, make([]Line, 0, usualLines)}
	p.exchange(v)
	p.calls(v)
	p.standing(v)
	p.contract(v)
	p.claims(v)
	p.talon(v)
	p.shown(v)
	p.piles(v)
	p.tricks(v)
	p.waiting(v)
	return p.lines
}

func (p *page) waiting(v engine.PublicView) {
	if v.Waiting != 0 {
		p.say(Strong, "board.waiting."+string(v.Phase), "Names", p.namesOf(v.Waiting))
	}
}

func (p *page) exchange(v engine.PublicView) {
	for s, laid := range v.Exchange {
		p.exchanged(engine.Seat(s), laid)
	}
}

// exchanged tells how many cards the seat has exchanged; the tarocks lie face up.
func (p *page) exchanged(s engine.Seat, laid engine.LaidDown) {
	switch {
	case laid.N == 0:
		p.say(Plain, "board.exchanged.none", "Name", p.name(s))
	case laid.Tarocks != 0:
		p.say(Plain, "board.exchanged.tarocks", "Name", p.name(s), "Count", laid.N, "Cards", Cards(laid.Tarocks, p.t))
	default:
		p.say(Plain, "board.exchanged", "Name", p.name(s), "Count", laid.N)
	}
}

func (p *page) calls(v engine.PublicView) {
	if len(v.Calls) == 0 {
		return
	}
	said := make([]string, len(v.Calls))
	for i, c := range v.Calls {
		said[i] = p.name(c.Seat) + ": " + p.t.Say("call."+p.call(c.Action))
	}
	p.say(Plain, "board.calls."+p.term("auction"), "Calls", strings.Join(said, " · "))
}

// standing is the bid to beat while the auction goes on.
func (p *page) standing(v engine.PublicView) {
	if v.Declarer != engine.Nobody || v.Result != nil {
		return
	}
	if bid, by := highestBid(v.Calls); by != engine.Nobody {
		p.say(Strong, "board.standing", "Contract", p.atLevel(p.t.Say("call."+bid.String()), v), "Name", p.name(by))
	}
}

// highestBid is the bid to beat, and whose it is; Nobody's before the first.
func highestBid(calls []engine.Move) (bid engine.Word, by engine.Seat) {
	by = engine.Nobody
	for _, c := range calls {
		switch c.Action.Verb {
		case engine.Bid:
			bid, by = c.Action.Word, c.Seat
		case engine.Hold, engine.Take:
			by = c.Seat
		}
	}
	return bid, by
}

func (p *page) contract(v engine.PublicView) {
	switch {
	case v.Contract == 0:
	case v.Declarer == engine.Nobody:
		p.say(Strong, "board.nobody."+v.Contract.String())
	default:
		p.say(Strong, "board.contract", "Name", p.name(v.Declarer), "Contract", p.atLevel(p.t.Say("plays."+v.Contract.String()), v))
	}
}

// claims lists announcements, and the game where it was doubled.
func (p *page) claims(v engine.PublicView) {
	for _, c := range v.Claims {
		if c.Bonus == engine.TheGame && c.Doubled == 0 {
			continue
		}
		p.add(Span{Text: p.claim(c)})
	}
}

func (p *page) talon(v engine.PublicView) {
	if v.Talon != nil {
		p.lines = append(p.lines, p.packets(v))
	}
	if v.Open != 0 {
		p.say(Plain, "board.open", "Cards", Cards(v.Open, p.t))
	}
	switch {
	case v.Laid.Tarocks != 0:
		p.say(Plain, "board.laid.tarocks", "Name", p.name(v.Declarer), "Count", v.Laid.N,
			"Cards", Cards(v.Laid.Tarocks, p.t))
	case v.Laid.N > 0:
		p.say(Plain, "board.laid", "Name", p.name(v.Declarer), "Count", v.Laid.N)
	}
	if added := added(v); len(added) > 0 {
		p.say(Plain, "board.added", "Cards", labels(added, p.t))
	}
}

// shown is the hands laid open because the deal isn't played.
func (p *page) shown(v engine.PublicView) {
	for s, hand := range v.Shown {
		if hand != 0 {
			p.say(Plain, "board.shown", "Name", p.names[s], "Cards", Cards(hand, p.t))
		}
	}
}

// piles shows what lies in front of each seat, and the cards of its hand that
// everybody saw going there, as long as there are any.
func (p *page) piles(v engine.PublicView) {
	for s, piles := range v.Piles {
		if !slices.ContainsFunc(piles, func(pile engine.Pile) bool { return pile.N > 0 }) {
			continue
		}
		line := append(make(Line, 0, 3*len(piles)), Span{Text: p.t.Say("board.piles", "Name", p.names[s])})
		for i, pile := range piles {
			line = append(append(line, numbered(i)), p.pile(pile)...)
		}
		p.lines = append(p.lines, line)
	}
	for s, known := range v.Known {
		if known != 0 {
			p.say(Plain, "board.known", "Name", p.names[s], "Cards", Cards(known, p.t))
		}
	}
	p.uncovered(v)
}

// numbered is what stands before the pile, from 0, so that they can be told apart.
func numbered(pile int) Span { return Span{Text: fmt.Sprintf("  %d) ", pile+1), Style: Dim} }

// uncovered tells card by card what was turned up on the piles since the last
// trick, by seat as they did it: on each pile, or on the one whose top was played
// to the trick.
func (p *page) uncovered(v engine.PublicView) {
	for _, one := range turnings(v) {
		line := Line{{Text: p.t.Say("board.uncovered", "Name", p.name(one.seat))}}
		if one.played {
			line = Line{
				{Text: p.t.Say("board.uncovered.played", "Name", p.name(one.seat)) + " "}, cardSpan(one.top, p.t),
				{Text: " – " + p.t.Say("board.uncovered.for")}}
		}
		for pile, cards := range one.piles {
			for i, c := range cards {
				sep := Span{Text: ", ", Style: Dim}
				if i == 0 {
					sep = numbered(pile)
				}
				line = append(line, sep, cardSpan(c.Card, p.t))
				if c.InHand {
					line = append(line, Span{Text: " " + p.t.Say("board.uncovered.hand"), Style: Dim})
				}
			}
		}
		p.lines = append(p.lines, line)
	}
}

// turning is what a seat turned up.
type turning struct {
	seat   engine.Seat
	top    card.Card // the seat played, if it has played any
	played bool
	piles  [][]engine.Uncovered // by pile
}

// turnings are what was turned up since the last trick, by seat in their order.
func turnings(v engine.PublicView) (all []turning) {
	for _, u := range v.Uncovered {
		if n := len(all); n == 0 || all[n-1].seat != u.Seat {
			one := turning{seat: u.Seat, piles: make([][]engine.Uncovered, len(v.Piles[u.Seat]))}
			if n := len(v.Tricks); n > 0 {
				trick, seats := v.Tricks[n-1], len(v.HandSize)
				one.top, one.played = trick.Cards[(int(u.Seat-trick.Lead)+seats)%seats], true
			}
			all = append(all, one)
		}
		piles := all[len(all)-1].piles
		piles[u.Pile] = append(piles[u.Pile], u)
	}
	return all
}

// Fallen is what of Board changes with every card: the last trick, and the running one.
func Fallen(v engine.PublicView, names []string, t *words.Tongue) []Line {
	p := &page{teller: teller{t, names, v.Terms}}
	p.uncovered(v)
	p.fallen(v)
	return p.lines
}

// Waiting says whose turn it is; nothing if it is nobody's.
func Waiting(v engine.PublicView, names []string, t *words.Tongue) []Line {
	p := &page{teller: teller{t, names, v.Terms}}
	p.waiting(v)
	return p.lines
}

// Agreed is what of Board is to be known before a card is played: the auction
// as long as it goes on and then what is played, and what was announced.
func Agreed(v engine.PublicView, names []string, t *words.Tongue) []Line {
	p := &page{teller: teller{t, names, v.Terms}}
	if v.Contract == 0 {
		p.calls(v)
	}
	p.standing(v)
	p.contract(v)
	p.claims(v)
	return p.lines
}

// LastTrick is the trick and who has won it, in words.
func LastTrick(trick engine.Trick, names []string, t *words.Tongue) Line {
	p := &teller{t: t, names: names}
	return append(p.trick(t.Say("board.last"), trick), Span{Text: " → " + p.best(trick)})
}

// addedTo is the card of the talon that went with the trick of that number, if one
// did.
func addedTo(v engine.PublicView, trick int) []card.Card {
	if trick > len(v.Added) {
		return nil
	}
	return v.Added[trick-1 : trick : trick]
}

// added are the cards of the talon that went with tricks; where points are hidden,
// as of the tricks the last.
func added(v engine.PublicView) []card.Card {
	if v.Thirds == nil && len(v.Tricks) > 0 {
		return addedTo(v, len(v.Tricks))
	}
	return v.Added
}

func (p *page) tricks(v engine.PublicView) {
	p.fallen(v)
	if len(v.Tricks) > 0 {
		p.count(v.Won, v.Thirds)
	}
}

// fallen tells of the last trick and the running one.
func (p *page) fallen(v engine.PublicView) {
	if n := len(v.Tricks); n > 0 {
		p.lines = append(p.lines, p.lastTrick(v))
	}
	if v.Trick.N > 0 {
		line := p.trick(p.t.Say("board.trick", "Number", len(v.Tricks)+1), v.Trick)
		if v.Trick.N > 1 {
			line = append(line, Span{Text: " · ", Style: Dim}, Span{Text: p.t.Say("board.leads", "Name", p.best(v.Trick))})
		}
		p.lines = append(p.lines, line)
	}
}

// count is everybody's tricks and card points, a line a seat. Every trick was
// seen, so this is no secret; but a table may want them to be remembered.
func (p *page) count(tricks, thirds []int) {
	for s, name := range p.names {
		if thirds == nil {
			p.say(Dim, "board.count.tricks", "Name", name, "Tricks", p.t.Count("tricks", tricks[s]))
			continue
		}
		p.say(Dim, "board.count", "Name", name, "Tricks", p.t.Count("tricks", tricks[s]), "Points", Points(thirds[s], p.t))
	}
}
