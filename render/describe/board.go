package describe

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

type page struct {
	Table
	lines []text.Line
}

func (p *page) add(l ...text.Span) { p.lines = append(p.lines, l) }

func (p *page) say(style text.Style, id string, gaps ...any) {
	p.add(text.Span{Text: p.Words.Say(id, gaps...), Style: style})
}

func (p *page) addExchange(s engine.Seat, laid engine.LaidDown) {
	switch {
	case laid.N == 0:
		p.say(text.Plain, "board.exchanged.none", "Name", p.Names[s])
	case laid.Tarocks != 0:
		p.say(text.Plain, "board.exchanged.tarocks", "Name", p.Names[s], "Count", laid.N, "Cards", Cards(laid.Tarocks, p.Words))
	default:
		p.say(text.Plain, "board.exchanged", "Name", p.Names[s], "Count", laid.N)
	}
}

// addCounts omits points if thirds is nil, for tables that play from memory.
func (p *page) addCounts(tricks, thirds []int) {
	for s, name := range p.Names {
		if thirds == nil {
			p.say(text.Dim, "board.count.tricks", "Name", name, "Tricks", p.Words.Count("tricks", tricks[s]))
			continue
		}
		p.say(text.Dim, "board.count", "Name", name, "Tricks", p.Words.Count("tricks", tricks[s]), "Points", Points(thirds[s], p.Words))
	}
}

type dealWriter struct {
	page
	v engine.PublicView
}

func describeTopics(v engine.PublicView, names []string, t *words.Tongue, topics ...func(*dealWriter)) []text.Line {
	d := &dealWriter{page{Table: Table{t, names, v.Terms}}, v}
	for _, addTopic := range topics {
		addTopic(d)
	}
	return d.lines
}

// Board describes the public state of a deal.
func Board(v engine.PublicView, names []string, t *words.Tongue) []text.Line {
	return describeTopics(v, names, t, (*dealWriter).exchange, (*dealWriter).auctionCalls, (*dealWriter).highestBid, (*dealWriter).contract, (*dealWriter).claims,
		(*dealWriter).talon, (*dealWriter).piles, (*dealWriter).uncovered, (*dealWriter).lastTrick, (*dealWriter).currentTrick, (*dealWriter).wonTricks, (*dealWriter).waiting)
}

// Tricks returns Board's lines that change with every card.
func Tricks(v engine.PublicView, names []string, t *words.Tongue) []text.Line {
	return describeTopics(v, names, t, (*dealWriter).uncovered, (*dealWriter).lastTrick, (*dealWriter).currentTrick)
}

// Waiting says whose turn it is, if anybody's.
func Waiting(v engine.PublicView, names []string, t *words.Tongue) []text.Line {
	return describeTopics(v, names, t, (*dealWriter).waiting)
}

// Bidding returns Board's lines before play.
func Bidding(v engine.PublicView, names []string, t *words.Tongue) []text.Line {
	topics := []func(*dealWriter){(*dealWriter).auctionCalls, (*dealWriter).highestBid, (*dealWriter).contract, (*dealWriter).claims}
	if v.Contract != 0 {
		topics = topics[1:]
	}
	return describeTopics(v, names, t, topics...)
}

// Caption returns the text beside a table's picture.
func Caption(v engine.PublicView, names []string, t *words.Tongue) []text.Line {
	return describeTopics(v, names, t, (*dealWriter).uncovered, (*dealWriter).lastTrick)
}

func (d *dealWriter) waiting() {
	if d.v.Waiting != 0 {
		d.say(text.Strong, "board.waiting."+string(d.v.Phase), "Names", d.NamesOf(d.v.Waiting))
	}
}

func (d *dealWriter) exchange() {
	for s, laid := range d.v.Exchange {
		d.addExchange(engine.Seat(s), laid)
	}
}

func (d *dealWriter) auctionCalls() {
	if len(d.v.Calls) == 0 {
		return
	}
	said := make([]string, len(d.v.Calls))
	for i, c := range d.v.Calls {
		said[i] = d.Names[c.Seat] + ": " + d.Call(c.Action)
	}
	d.say(text.Plain, "board.calls."+d.Term("auction"), "Calls", strings.Join(said, " · "))
}

func (d *dealWriter) highestBid() {
	if d.v.Declarer != engine.Nobody || d.v.Result != nil {
		return
	}
	if bid, by := d.v.StandingBid(); by != engine.Nobody {
		d.say(text.Strong, "board.standing", "Contract", d.WithLevel(d.Words.Say("call."+bid.String()), d.v), "Name", d.Names[by])
	}
}

func (d *dealWriter) contract() {
	switch v := d.v; {
	case v.Contract == 0:
	case v.Declarer == engine.Nobody:
		d.say(text.Strong, "board.nobody."+v.Contract.String())
	default:
		d.say(text.Strong, "board.contract", "Name", d.Names[v.Declarer],
			"Contract", d.WithLevel(d.Words.Say("plays."+v.Contract.String()), v))
	}
}

func (d *dealWriter) claims() {
	for _, c := range Claims(d.v) {
		d.add(text.Span{Text: d.Announcement(d.Names[c.Seat]+": "+d.Bonus(c.Bonus), c, "board.early", " – ")})
	}
}

func (d *dealWriter) talon() {
	v := d.v
	if v.Talon != nil {
		d.add(packets(v, d.Words)...)
	}
	if v.UntakenShown != 0 {
		d.say(text.Plain, "board.open", "Cards", Cards(v.UntakenShown, d.Words))
	}
	switch {
	case v.DeclarerDiscards.Tarocks != 0:
		d.say(text.Plain, "board.laid.tarocks", "Name", d.Names[v.Declarer], "Count", v.DeclarerDiscards.N,
			"Cards", Cards(v.DeclarerDiscards.Tarocks, d.Words))
	case v.DeclarerDiscards.N > 0:
		d.say(text.Plain, "board.laid", "Name", d.Names[v.Declarer], "Count", v.DeclarerDiscards.N)
	}
	if added := Added(v); len(added) > 0 {
		d.say(text.Plain, "board.added", "Cards", labels(added, d.Words))
	}
}

func packets(v engine.PublicView, t *words.Tongue) text.Line {
	line := text.Line{{Text: t.Say("board.talon")}}
	for n, packet := range v.Packets() {
		mark := fmt.Sprintf("  %d) ", n+1)
		if n == v.TakenPacket {
			mark = fmt.Sprintf("  ✓%d) ", n+1)
		}
		for _, c := range packet {
			line = append(line, text.Span{Text: mark, Style: text.Dim}, cardSpan(c, t))
			mark = " "
		}
	}
	return line
}

func (d *dealWriter) addCardsBySeat(id string, cardsBySeat []card.Set) {
	for s, cards := range cardsBySeat {
		if cards != 0 {
			d.say(text.Plain, id, "Name", d.Names[s], "Cards", Cards(cards, d.Words))
		}
	}
}

func (d *dealWriter) piles() {
	d.addCardsBySeat("board.shown", d.v.ShownHands)
	for s, piles := range d.v.Piles {
		if !slices.ContainsFunc(piles, func(pile engine.Pile) bool { return pile.N > 0 }) {
			continue
		}
		line := append(make(text.Line, 0, 3*len(piles)), text.Span{Text: d.Words.Say("board.piles", "Name", d.Names[s])})
		for i, pile := range piles {
			line = append(append(line, pileLabel(i)), pileLine(pile, d.Words)...)
		}
		d.add(line...)
	}
	d.addCardsBySeat("board.known", d.v.KnownInHand)
}

func pileLabel(pile int) text.Span {
	return text.Span{Text: fmt.Sprintf("  %d) ", pile+1), Style: text.Dim}
}

func pileLine(pile engine.Pile, t *words.Tongue) text.Line {
	switch {
	case pile.N == 0:
		return text.Line{{Text: t.Say("board.pile.empty"), Style: text.Dim}}
	case !pile.FaceUp:
		return text.Line{{Text: t.Say("board.pile.closed", "Count", pile.N), Style: text.Dim}}
	case pile.N == 1:
		return text.Line{cardSpan(pile.Top, t)}
	default:
		return text.Line{cardSpan(pile.Top, t), {Text: " " + t.Say("board.pile.below", "Count", pile.N-1), Style: text.Dim}}
	}
}

func (d *dealWriter) uncovered() {
	for _, turning := range Turnings(d.v) {
		line := text.Line{{Text: d.Words.Say("board.uncovered", "Name", d.Names[turning.Seat])}}
		if turning.Played {
			line = text.Line{
				{Text: d.Words.Say("board.uncovered.played", "Name", d.Names[turning.Seat]) + " "}, cardSpan(turning.Top, d.Words),
				{Text: " – " + d.Words.Say("board.uncovered.for")}}
		}
		for pile, cards := range turning.Piles {
			for i, c := range cards {
				sep := text.Span{Text: ", ", Style: text.Dim}
				if i == 0 {
					sep = pileLabel(pile)
				}
				line = append(line, sep, cardSpan(c.Card, d.Words))
				if c.InHand {
					line = append(line, text.Span{Text: " " + d.Words.Say("board.uncovered.hand"), Style: text.Dim})
				}
			}
		}
		d.add(line...)
	}
}

// LastTrick shows the trick and its winner.
func LastTrick(trick engine.Trick, names []string, t *words.Tongue) text.Line {
	return append(trickLine(t.Say("board.last"), trick, names, t), text.Span{Text: " → " + WinnerOf(trick, names)})
}

func trickLine(label string, trick engine.Trick, names []string, t *words.Tongue) text.Line {
	line := append(make(text.Line, 0, 3*len(names)+3), text.Span{Text: label + " "})
	for i := range int(trick.N) {
		if i > 0 {
			line = append(line, text.Span{Text: " · ", Style: text.Dim})
		}
		line = append(line, text.Span{Text: names[trick.By(i, len(names))] + " "}, cardSpan(trick.Cards[i], t))
	}
	return line
}

func (d *dealWriter) lastTrick() {
	n := len(d.v.Tricks)
	if n == 0 {
		return
	}
	line := LastTrick(d.v.Tricks[n-1], d.Names, d.Words)
	for _, c := range AddedTo(d.v, n) {
		line = append(line, text.Span{Text: " · " + d.Words.Say("board.added.last") + " "}, cardSpan(c, d.Words))
	}
	d.add(line...)
}

func (d *dealWriter) currentTrick() {
	trick := d.v.Trick
	if trick.N == 0 {
		return
	}
	line := trickLine(d.Words.Say("board.trick", "Number", len(d.v.Tricks)+1), trick, d.Names, d.Words)
	if trick.N > 1 {
		leads := d.Words.Say("board.leads", "Name", WinnerOf(trick, d.Names))
		line = append(line, text.Span{Text: " · ", Style: text.Dim}, text.Span{Text: leads})
	}
	d.add(line...)
}

func (d *dealWriter) wonTricks() {
	if len(d.v.Tricks) > 0 {
		d.addCounts(d.v.WonTricks, d.v.Thirds)
	}
}
