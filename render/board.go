package render

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// page collects lines about one table.
type page struct {
	teller
	lines []Line
}

func (p *page) add(l ...Span) { p.lines = append(p.lines, l) }

func (p *page) say(style Style, id string, gaps ...any) {
	p.add(Span{Text: p.t.Say(id, gaps...), Style: style})
}

// exchanged reports the number of cards that a seat exchanged. Only tarocks are shown.
func (p *page) exchanged(s engine.Seat, laid engine.LaidDown) {
	switch {
	case laid.N == 0:
		p.say(Plain, "board.exchanged.none", "Name", p.names[s])
	case laid.Tarocks != 0:
		p.say(Plain, "board.exchanged.tarocks", "Name", p.names[s], "Count", laid.N, "Cards", Cards(laid.Tarocks, p.t))
	default:
		p.say(Plain, "board.exchanged", "Name", p.names[s], "Count", laid.N)
	}
}

// count lists each seat's tricks and card points. With nil thirds it omits the points, for tables that
// play from memory.
func (p *page) count(tricks, thirds []int) {
	for s, name := range p.names {
		if thirds == nil {
			p.say(Dim, "board.count.tricks", "Name", name, "Tricks", p.t.Count("tricks", tricks[s]))
			continue
		}
		p.say(Dim, "board.count", "Name", name, "Tricks", p.t.Count("tricks", tricks[s]), "Points", Points(thirds[s], p.t))
	}
}

// deal writes the public state of a deal. Each method adds the lines on one topic, if there are any.
type deal struct {
	page
	v engine.PublicView
}

// write adds the topics in the given order. names are by seat.
func write(v engine.PublicView, names []string, t *words.Tongue, topics ...func(*deal)) []Line {
	d := &deal{page{teller: teller{t, names, v.Terms}}, v}
	for _, tell := range topics {
		tell(d)
	}
	return d.lines
}

// Board describes the public state of a deal. names are by seat.
func Board(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).exchange, (*deal).calls, (*deal).standing, (*deal).contract, (*deal).claims,
		(*deal).talon, (*deal).shown, (*deal).piles, (*deal).uncovered, (*deal).lastTrick, (*deal).running, (*deal).won, (*deal).waiting)
}

// Fallen returns the lines of Board that change with every card: the last and the running trick.
func Fallen(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).uncovered, (*deal).lastTrick, (*deal).running)
}

// Waiting says whose turn it is. It returns no lines if it is nobody's.
func Waiting(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).waiting)
}

// Agreed returns the lines of Board that matter before play: the auction until it ends, then the contract,
// and the announcements.
func Agreed(v engine.PublicView, names []string, t *words.Tongue) []Line {
	agreed := []func(*deal){(*deal).calls, (*deal).standing, (*deal).contract, (*deal).claims}
	if v.Contract != 0 {
		agreed = agreed[1:]
	}
	return write(v, names, t, agreed...)
}

// Beside returns the text beside a picture of a table: cards just turned up, and the last trick.
func Beside(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).uncovered, (*deal).lastTrick)
}

// waiting says whose turn it is.
func (d *deal) waiting() {
	if d.v.Waiting != 0 {
		d.say(Strong, "board.waiting."+string(d.v.Phase), "Names", d.namesOf(d.v.Waiting))
	}
}

func (d *deal) exchange() {
	for s, laid := range d.v.Exchange {
		d.exchanged(engine.Seat(s), laid)
	}
}

// calls lists the auction.
func (d *deal) calls() {
	if len(d.v.Calls) == 0 {
		return
	}
	said := make([]string, len(d.v.Calls))
	for i, c := range d.v.Calls {
		said[i] = d.names[c.Seat] + ": " + d.call(c.Action)
	}
	d.say(Plain, "board.calls."+d.term("auction"), "Calls", strings.Join(said, " · "))
}

// standing states the bid to beat during the auction.
func (d *deal) standing() {
	if d.v.Declarer != engine.Nobody || d.v.Result != nil {
		return
	}
	if bid, by := highestBid(d.v.Calls); by != engine.Nobody {
		d.say(Strong, "board.standing", "Contract", atLevel(d.t.Say("call."+bid.String()), d.v, d.t), "Name", d.names[by])
	}
}

// highestBid returns the bid to beat and its seat, which is Nobody before the first bid.
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

// contract states the contract and its declarer.
func (d *deal) contract() {
	switch v := d.v; {
	case v.Contract == 0:
	case v.Declarer == engine.Nobody:
		d.say(Strong, "board.nobody."+v.Contract.String())
	default:
		d.say(Strong, "board.contract", "Name", d.names[v.Declarer], "Contract", atLevel(d.t.Say("plays."+v.Contract.String()), v, d.t))
	}
}

// claims lists the announcements, one per line.
func (d *deal) claims() {
	for _, c := range claims(d.v) {
		d.add(Span{Text: claimed(d.names[c.Seat]+": "+d.bonus(c.Bonus), c, "board.early", " – ", d.t)})
	}
}

// talon shows the talon and the discard.
func (d *deal) talon() {
	v := d.v
	if v.Talon != nil {
		d.add(packets(v, d.t)...)
	}
	if v.Open != 0 {
		d.say(Plain, "board.open", "Cards", Cards(v.Open, d.t))
	}
	switch {
	case v.Laid.Tarocks != 0:
		d.say(Plain, "board.laid.tarocks", "Name", d.names[v.Declarer], "Count", v.Laid.N,
			"Cards", Cards(v.Laid.Tarocks, d.t))
	case v.Laid.N > 0:
		d.say(Plain, "board.laid", "Name", d.names[v.Declarer], "Count", v.Laid.N)
	}
	if added := added(v); len(added) > 0 {
		d.say(Plain, "board.added", "Cards", labels(added, d.t))
	}
}

// packets shows the talon's packets, numbered from 1, with a tick at the one taken.
func packets(v engine.PublicView, t *words.Tongue) Line {
	line := Line{{Text: t.Say("board.talon")}}
	for n, packet := range v.Packets() {
		mark := fmt.Sprintf("  %d) ", n+1)
		if n == v.Taken {
			mark = fmt.Sprintf("  ✓%d) ", n+1)
		}
		for _, c := range packet {
			line = append(line, Span{Text: mark, Style: Dim}, cardSpan(c, t))
			mark = " "
		}
	}
	return line
}

// shown lists hands laid open because the deal isn't played.
func (d *deal) shown() {
	for s, hand := range d.v.Shown {
		if hand != 0 {
			d.say(Plain, "board.shown", "Name", d.names[s], "Cards", Cards(hand, d.t))
		}
	}
}

// piles shows each seat's piles and the publicly known cards of its hand.
func (d *deal) piles() {
	for s, piles := range d.v.Piles {
		if !slices.ContainsFunc(piles, func(pile engine.Pile) bool { return pile.N > 0 }) {
			continue
		}
		line := append(make(Line, 0, 3*len(piles)), Span{Text: d.t.Say("board.piles", "Name", d.names[s])})
		for i, pile := range piles {
			line = append(append(line, numbered(i)), pileLine(pile, d.t)...)
		}
		d.add(line...)
	}
	for s, known := range d.v.Known {
		if known != 0 {
			d.say(Plain, "board.known", "Name", d.names[s], "Cards", Cards(known, d.t))
		}
	}
}

// numbered returns the label before a pile, which is counted from 0.
func numbered(pile int) Span { return Span{Text: fmt.Sprintf("  %d) ", pile+1), Style: Dim} }

// pileLine shows a pile's top card and counts the cards face down.
func pileLine(pile engine.Pile, t *words.Tongue) Line {
	switch {
	case pile.N == 0:
		return Line{{Text: t.Say("board.pile.empty"), Style: Dim}}
	case !pile.Open:
		return Line{{Text: t.Say("board.pile.closed", "Count", pile.N), Style: Dim}}
	case pile.N == 1:
		return Line{cardSpan(pile.Top, t)}
	default:
		return Line{cardSpan(pile.Top, t), {Text: " " + t.Say("board.pile.below", "Count", pile.N-1), Style: Dim}}
	}
}

// uncovered lists, by seat in order, the cards turned up since the last trick.
func (d *deal) uncovered() {
	for _, one := range turnings(d.v) {
		line := Line{{Text: d.t.Say("board.uncovered", "Name", d.names[one.seat])}}
		if one.played {
			line = Line{
				{Text: d.t.Say("board.uncovered.played", "Name", d.names[one.seat]) + " "}, cardSpan(one.top, d.t),
				{Text: " – " + d.t.Say("board.uncovered.for")}}
		}
		for pile, cards := range one.piles {
			for i, c := range cards {
				sep := Span{Text: ", ", Style: Dim}
				if i == 0 {
					sep = numbered(pile)
				}
				line = append(line, sep, cardSpan(c.Card, d.t))
				if c.InHand {
					line = append(line, Span{Text: " " + d.t.Say("board.uncovered.hand"), Style: Dim})
				}
			}
		}
		d.add(line...)
	}
}

// turning lists the cards that one seat turned up.
type turning struct {
	seat   engine.Seat
	top    card.Card // the card that the seat played
	played bool
	piles  [][]engine.Uncovered // indexed by pile
}

// turnings groups the cards turned up since the last trick by seat, in order.
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

// addedTo returns the talon card that went with the trick, if any. Tricks count from 1.
func addedTo(v engine.PublicView, trick int) []card.Card {
	if trick > len(v.Added) {
		return nil
	}
	return v.Added[trick-1 : trick : trick]
}

// added returns the talon cards that went with tricks. If points are hidden, it returns the last trick's
// only.
func added(v engine.PublicView) []card.Card {
	if v.Thirds == nil && len(v.Tricks) > 0 {
		return addedTo(v, len(v.Tricks))
	}
	return v.Added
}

// LastTrick shows the trick's cards and its winner.
func LastTrick(trick engine.Trick, names []string, t *words.Tongue) Line {
	return append(trickLine(t.Say("board.last"), trick, names, t), Span{Text: " → " + ahead(trick, names)})
}

// trickLine shows the trick's cards, each after its player's name.
func trickLine(label string, trick engine.Trick, names []string, t *words.Tongue) Line {
	line := append(make(Line, 0, 3*len(names)+3), Span{Text: label + " "})
	for i := range int(trick.N) {
		if i > 0 {
			line = append(line, Span{Text: " · ", Style: Dim})
		}
		line = append(line, Span{Text: names[trick.By(i, len(names))] + " "}, cardSpan(trick.Cards[i], t))
	}
	return line
}

// ahead returns the name of the player with the winning card so far.
func ahead(trick engine.Trick, names []string) string {
	return names[trick.By(trick.Best(), len(names))]
}

// lastTrick shows the last trick, its winner and the talon card that went with it, if any.
func (d *deal) lastTrick() {
	n := len(d.v.Tricks)
	if n == 0 {
		return
	}
	line := LastTrick(d.v.Tricks[n-1], d.names, d.t)
	for _, c := range addedTo(d.v, n) {
		line = append(line, Span{Text: " · " + d.t.Say("board.added.last") + " "}, cardSpan(c, d.t))
	}
	d.add(line...)
}

// running shows the running trick.
func (d *deal) running() {
	trick := d.v.Trick
	if trick.N == 0 {
		return
	}
	line := trickLine(d.t.Say("board.trick", "Number", len(d.v.Tricks)+1), trick, d.names, d.t)
	if trick.N > 1 {
		line = append(line, Span{Text: " · ", Style: Dim}, Span{Text: d.t.Say("board.leads", "Name", ahead(trick, d.names))})
	}
	d.add(line...)
}

// won lists each seat's tricks and points after the first trick.
func (d *deal) won() {
	if len(d.v.Tricks) > 0 {
		d.count(d.v.Won, d.v.Thirds)
	}
}
