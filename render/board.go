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

// exchanged tells how many cards the seat has exchanged; the tarocks lie face up.
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

// count tells everybody's tricks and card points, a line a seat. Every trick was
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

// deal writes what everybody may know of a deal. Each method adds the lines on one topic, none
// if there is nothing to tell of it.
type deal struct {
	page
	v engine.PublicView
}

// write tells of the topics in their order; names are by seat.
func write(v engine.PublicView, names []string, t *words.Tongue, topics ...func(*deal)) []Line {
	d := &deal{page{teller: teller{t, names, v.Terms}}, v}
	for _, tell := range topics {
		tell(d)
	}
	return d.lines
}

// Board is what everybody may know of the deal, in words; names are by seat.
func Board(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).exchange, (*deal).calls, (*deal).standing, (*deal).contract, (*deal).claims,
		(*deal).talon, (*deal).shown, (*deal).piles, (*deal).uncovered, (*deal).lastTrick, (*deal).running, (*deal).won, (*deal).waiting)
}

// Fallen is what of Board changes with every card: the last trick, and the running one.
func Fallen(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).uncovered, (*deal).lastTrick, (*deal).running)
}

// Waiting says whose turn it is; nothing if it is nobody's.
func Waiting(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).waiting)
}

// Agreed is what of Board is to be known before a card is played: the auction
// as long as it goes on and then what is played, and what was announced.
func Agreed(v engine.PublicView, names []string, t *words.Tongue) []Line {
	agreed := []func(*deal){(*deal).calls, (*deal).standing, (*deal).contract, (*deal).claims}
	if v.Contract != 0 {
		agreed = agreed[1:]
	}
	return write(v, names, t, agreed...)
}

// Beside is what words tell beside a picture of a table: what has just been turned up, and the last
// trick.
func Beside(v engine.PublicView, names []string, t *words.Tongue) []Line {
	return write(v, names, t, (*deal).uncovered, (*deal).lastTrick)
}

// waiting tells whose turn it is.
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

// calls tells what was said in the auction.
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

// standing tells the bid to beat while the auction goes on.
func (d *deal) standing() {
	if d.v.Declarer != engine.Nobody || d.v.Result != nil {
		return
	}
	if bid, by := highestBid(d.v.Calls); by != engine.Nobody {
		d.say(Strong, "board.standing", "Contract", atLevel(d.t.Say("call."+bid.String()), d.v, d.t), "Name", d.names[by])
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

// contract tells what is played, and by whom.
func (d *deal) contract() {
	switch v := d.v; {
	case v.Contract == 0:
	case v.Declarer == engine.Nobody:
		d.say(Strong, "board.nobody."+v.Contract.String())
	default:
		d.say(Strong, "board.contract", "Name", d.names[v.Declarer], "Contract", atLevel(d.t.Say("plays."+v.Contract.String()), v, d.t))
	}
}

// claims lists announcements, a line each.
func (d *deal) claims() {
	for _, c := range claims(d.v) {
		d.add(Span{Text: claimed(d.names[c.Seat]+": "+d.bonus(c.Bonus), c, "board.early", " – ", d.t)})
	}
}

// talon tells of the talon, and of what was laid away from it.
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

// packets shows the turned-up talon, packets apart and numbered from 1; the
// one taken is marked.
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

// shown tells the hands laid open because the deal isn't played.
func (d *deal) shown() {
	for s, hand := range d.v.Shown {
		if hand != 0 {
			d.say(Plain, "board.shown", "Name", d.names[s], "Cards", Cards(hand, d.t))
		}
	}
}

// piles shows what lies in front of each seat, and the cards of its hand that
// everybody saw going there, as long as there are any.
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

// numbered is what stands before the pile, from 0, so that they can be told apart.
func numbered(pile int) Span { return Span{Text: fmt.Sprintf("  %d) ", pile+1), Style: Dim} }

// pileLine shows a pile's open top and tells how many cards lie face down.
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

// uncovered tells card by card what was turned up on the piles since the last
// trick, by seat as they did it: on each pile, or on the one whose top was played
// to the trick.
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

// LastTrick is the trick and who has won it, in words.
func LastTrick(trick engine.Trick, names []string, t *words.Tongue) Line {
	return append(trickLine(t.Say("board.last"), trick, names, t), Span{Text: " → " + ahead(trick, names)})
}

// trickLine shows the cards of the trick, each behind its player's name.
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

// ahead returns the name of the player whose card takes the trick, so far.
func ahead(trick engine.Trick, names []string) string {
	return names[trick.By(trick.Best(), len(names))]
}

// lastTrick tells of the last trick and who has won it, with the card of the talon that
// went with it if one did.
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

// running tells of the running trick.
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

// won tells what everybody has in tricks, once there are some.
func (d *deal) won() {
	if len(d.v.Tricks) > 0 {
		d.count(d.v.Won, d.v.Thirds)
	}
}
