package render

import (
	"fmt"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// page gathers lines about one table in one language.
type page struct {
	t     *words.Tongue
	names []string
	lines []Line
}

func (p *page) add(l ...Span) { p.lines = append(p.lines, l) }

func (p *page) say(style Style, id string, gaps ...any) {
	p.add(Span{p.t.Say(id, gaps...), style})
}

func (p *page) name(s engine.Seat) string { return p.names[s] }

func (p *page) namesOf(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.name(s))
	}
	return strings.Join(names, ", ")
}

// Board is what everybody may know of the deal, in words; names are by seat.
func Board(v engine.Table, names []string, t *words.Tongue) []Line {
	p := &page{t: t, names: names}
	p.exchange(v)
	p.calls(v)
	p.contract(v)
	p.claims(v)
	p.talon(v)
	p.tricks(v)
	p.waiting(v)
	return p.lines
}

func (p *page) waiting(v engine.Table) {
	if v.Waiting != 0 {
		p.say(Strong, "board.waiting."+string(v.Phase), "Names", p.namesOf(v.Waiting))
	}
}

func (p *page) exchange(v engine.Table) {
	for s, laid := range v.Exchange {
		if laid.Tarocks != 0 {
			p.say(Plain, "board.exchanged.tarocks", "Name", p.names[s], "Count", laid.N,
				"Cards", Cards(laid.Tarocks, p.t))
		} else {
			p.say(Plain, "board.exchanged", "Name", p.names[s], "Count", laid.N)
		}
	}
}

func (p *page) calls(v engine.Table) {
	if len(v.Calls) == 0 {
		return
	}
	said := make([]string, len(v.Calls))
	for i, c := range v.Calls {
		said[i] = p.name(c.Seat) + ": " + p.t.Say("call."+string(c.Word))
	}
	p.say(Plain, "board.auction", "Calls", strings.Join(said, " · "))
}

func (p *page) contract(v engine.Table) {
	if v.Declarer == engine.Nobody || v.Contract == "" {
		return
	}
	p.say(Strong, "board.contract", "Name", p.name(v.Declarer), "Contract", p.t.Say("call."+string(v.Contract)))
}

// claims lists announcements, and the game where it was doubled.
func (p *page) claims(v engine.Table) {
	for _, c := range v.Claims {
		if c.Bonus == engine.TheGame && c.Doubled == 0 {
			continue
		}
		p.add(Span{p.claim(c), Plain})
	}
}

func (p *page) claim(c engine.Claim) string {
	text := p.name(c.Seat) + ": " + p.t.Say("bonus."+string(c.Bonus))
	if c.Early {
		text += " (" + p.t.Say("board.early") + ")"
	}
	if c.Doubled > 0 {
		text += " – " + p.t.Say("board.doubled."+fmt.Sprint(c.Doubled))
	}
	return text
}

func (p *page) talon(v engine.Table) {
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
}

// packets shows the turned-up talon, packets apart and numbered from 1; the
// one taken is marked.
func (p *page) packets(v engine.Table) Line {
	line := Line{{p.t.Say("board.talon") + " ", Plain}}
	for i, c := range v.Talon {
		if n := i / v.Packet; i%v.Packet == 0 {
			mark := fmt.Sprintf(" %d) ", n+1)
			if n == v.Taken {
				mark = fmt.Sprintf(" ✓%d) ", n+1)
			}
			line = append(line, Span{mark, Dim})
		} else {
			line = append(line, Span{" ", Plain})
		}
		line = append(line, cardSpan(c, p.t))
	}
	return line
}

func (p *page) tricks(v engine.Table) {
	if n := len(v.Tricks); n > 0 {
		last := v.Tricks[n-1]
		seats := len(p.names)
		line := p.trick(p.t.Say("board.last"), last)
		line = append(line, Span{" → " + p.name(last.By(last.Best(), seats)), Plain})
		p.lines = append(p.lines, line)
	}
	if v.Trick.N > 0 {
		p.lines = append(p.lines, p.trick(p.t.Say("board.trick", "Number", len(v.Tricks)+1), v.Trick))
	}
	if len(v.Tricks) > 0 {
		p.score(v)
	}
}

func (p *page) trick(label string, trick engine.Trick) Line {
	line := Line{{label + " ", Plain}}
	for i := range int(trick.N) {
		if i > 0 {
			line = append(line, Span{" · ", Dim})
		}
		line = append(line, Span{p.name(trick.By(i, len(p.names))) + " ", Plain}, cardSpan(trick.Cards[i], p.t))
	}
	return line
}

// score is tricks and card points in tricks so far; every trick was seen.
func (p *page) score(v engine.Table) {
	parts := make([]string, len(p.names))
	for s, name := range p.names {
		parts[s] = p.t.Count("board.won", v.Won[s], "Name", name, "Points", Points(v.Thirds[s], p.t))
	}
	p.add(Span{strings.Join(parts, " · "), Dim})
}

// Summary is the result of a deal, in words.
func Summary(r engine.Result, names []string, t *words.Tongue) []Line {
	p := &page{t: t, names: names}
	if len(r.Items) == 0 {
		p.say(Plain, "summary.thrown-in")
		return p.lines
	}
	if r.Declarer != engine.Nobody && !r.Short {
		for s, name := range names {
			p.say(Plain, "summary.count", "Name", name, "Points", Points(r.Thirds[s], t),
				"Tricks", t.Count("summary.tricks", r.Tricks[s]))
		}
	}
	for _, item := range r.Items {
		p.add(Span{p.item(item), Plain})
	}
	p.add(Span{Scores(r.Score, names), Strong})
	return p.lines
}

func (p *page) item(i engine.Item) string {
	outcome := "lost"
	if i.Won {
		outcome = "won"
	}
	name := p.t.Say("bonus." + string(i.Item))
	if i.Silent {
		name += " (" + p.t.Say("summary.silent") + ")"
	}
	return p.t.Say("summary.item."+outcome, "Item", name, "Name", p.name(i.By), "Value", i.Value)
}

// Scores lists game points by name, with their sign.
func Scores(points []int, names []string) string {
	parts := make([]string, len(points))
	for i, n := range points {
		parts[i] = fmt.Sprintf("%s %+d", names[i], n)
	}
	return strings.Join(parts, " · ")
}

// Hand is a seat's cards, one line a suit, highest first. Cards that the pick
// doesn't offer are dimmed; without a pick none is.
func Hand(v engine.View, pick engine.Pick, t *words.Tongue) []Line {
	var lines []Line
	for suit := range card.Suit(card.Suits) {
		cards := v.Hand.Cards & suit.Cards()
		if cards == 0 {
			continue
		}
		var line Line
		for ; cards != 0; cards &^= cards.Highest().Bit() {
			line = append(line, handSpan(cards.Highest(), v.Fresh, pick, t), Span{" ", Plain})
		}
		lines = append(lines, line[:len(line)-1])
	}
	return lines
}

// handSpan marks a card just picked up with a star.
func handSpan(c card.Card, fresh card.Set, pick engine.Pick, t *words.Tongue) Span {
	span := cardSpan(c, t)
	if fresh.Has(c) {
		span.Text += "*"
	}
	if pick.Verb != "" && !pick.From.Has(c) {
		span.Style = Dim
	}
	return span
}

// Why explains what keeps cards of the hand out of a pick; "" if nothing does.
func Why(v engine.View, pick engine.Pick, t *words.Tongue) string {
	if pick.Why == "" || v.Hand.Cards&^pick.From == 0 {
		return ""
	}
	return Refusal(&engine.Refusal{Reason: pick.Why, Led: v.Trick.Cards[0], Needs: pick.Min}, t)
}
