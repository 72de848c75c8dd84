package enginetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
)

// act carries out a move, writes what everybody saw, and says whether it was
// allowed.
func (p *player) act(m engine.Move) bool {
	phase := leftIn(p.deal.PublicView())
	events, err := p.deal.Act(m.Seat, m.Action)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		p.writeLine("refused: %s%s", refusal.Reason, details(refusal))
		return false
	}
	if m.Action.Verb == engine.Resign || m.Action.Verb == engine.Timeout {
		p.left = phase
	}
	for i, e := range events {
		if _, ok := e.(engine.Uncovered); ok {
			p.uncovered(events, i)
		} else {
			p.event(m, e)
		}
	}
	return true
}

// uncovered writes a line for each pile, however many of its cards are turned.
func (p *player) uncovered(events []engine.Event, i int) {
	e := events[i].(engine.Uncovered)
	if i > 0 {
		if before, ok := events[i-1].(engine.Uncovered); ok && before.Seat == e.Seat && before.Pile == e.Pile {
			return // on its line already
		}
	}
	var turned []string
	for _, next := range events[i:] {
		n, ok := next.(engine.Uncovered)
		if !ok || n.Seat != e.Seat || n.Pile != e.Pile {
			break
		}
		where := "open"
		if n.InHand {
			where = "to hand"
		}
		turned = append(turned, n.Card.String()+" "+where)
	}
	p.writeLine("%d turns pile %d: %s", e.Seat, e.Pile+1, strings.Join(turned, ", "))
}

func details(r *engine.Refusal) string {
	switch {
	case r.Needs > 0:
		return fmt.Sprintf(" (%d)", r.Needs)
	case r.Reason == engine.MustFollow || r.Reason == engine.MustTrump:
		return fmt.Sprintf(" (%s was led)", r.Led)
	}
	return ""
}

// event writes what happened. What was said or played stands in the line
// above already.
func (p *player) event(m engine.Move, e engine.Event) {
	switch e := e.(type) {
	case engine.Spoke:
		if e != engine.Spoke(m) {
			p.writeLine("spoke: %+v", e)
		}
	case engine.Played:
		if e.Seat != m.Seat || e.Card.Bit() != m.Action.Cards {
			p.writeLine("played: %+v", e)
		}
	case engine.Exchanged:
		p.writeLine("%d has exchanged", e.Seat)
	case engine.ExchangeShown:
		p.writeLine("%d exchanged %d%s", e.Seat, e.N, faceUp(e.Tarocks.String()))
	case engine.TalonTurned:
		p.writeLine("talon: %s", list(e.Cards[:]))
	case engine.TalonTaken:
		p.writeLine("%d takes %s", e.Seat, e.Cards)
	case engine.Discarded:
		p.writeLine("%d puts away %d%s", e.Seat, e.N, faceUp(e.Tarocks.String()))
	case engine.TrickTaken:
		taken := p.deal.PublicView().Tricks
		trick := taken[len(taken)-1]
		p.tricks = append(p.tricks, fmt.Sprintf("%s -> %d", list(trick.Cards[:trick.N]), e.Seat))
	case engine.TalonAdded:
		p.writeLine("%d gets %s from the talon with it", e.Seat, e.Card)
	case engine.Left:
		p.writeLine("%d leaves: %s", e.Seat, e.Verb)
	case engine.Ended:
		p.result(e.Result)
	default:
		p.writeLine("%+v", e)
	}
}

func faceUp(tarocks string) string {
	if tarocks == "" {
		return ""
	}
	return ", face up: " + tarocks
}

func list[T fmt.Stringer](items []T) string {
	words := make([]string, len(items))
	for i, item := range items {
		words[i] = item.String()
	}
	return strings.Join(words, " ")
}

// pileTexts returns piles with their open tops and how many cards lie there.
func pileTexts(piles []engine.Pile) []string {
	texts := make([]string, len(piles))
	for i, pile := range piles {
		texts[i] = fmt.Sprint("-/", pile.N)
		if pile.FaceUp {
			texts[i] = fmt.Sprintf("%s/%d", pile.Top, pile.N)
		}
	}
	return texts
}

func (p *player) result(r *engine.Result) {
	head := "nobody plays"
	if r.Contract != 0 {
		head = r.Contract.String() + " game"
	}
	if r.Declarer != engine.Nobody {
		head = fmt.Sprintf("%d plays %s", r.Declarer, r.Contract)
	}
	if !r.End.CutShort() {
		head += fmt.Sprintf("; tricks %v, thirds %v", r.Tricks, r.Thirds)
	}
	if r.RestThirds > 0 && !r.End.CutShort() {
		head += fmt.Sprintf(", talon %d", r.RestThirds)
	}
	p.writeLine("%s", head)
	for _, item := range r.Items {
		how, silent := "lost", ""
		if item.Won {
			how = "won"
		}
		if item.Silent {
			silent = " (silent)"
		}
		p.writeLine("%d %s: %s %d%s", item.By, item.Item, how, item.Value, silent)
	}
	setup := engine.Setup{Rules: p.header["rules"], Length: 2, First: p.deal.PublicView().Dealer}
	next, double := p.game.Next(setup, []engine.Result{*r}), ""
	if next.Double {
		double = ", and it counts double"
	}
	p.writeLine("score %v; next, %d deals%s", r.Score, next.Dealer, double)
}

// writeResult writes the result of a deal that was over before anybody was asked, and
// the hands that it laid open.
func (p *player) writeResult() {
	for seat, hand := range p.deal.PublicView().Shown {
		if hand != 0 {
			p.writeLine("%d shows %s", seat, hand)
		}
	}
	p.result(p.deal.Result())
}

// ask writes what the seat may do.
func (p *player) ask(seat string) error {
	prompt := p.deal.Prompt(engine.Seat(seat[0] - '0'))
	if prompt.Empty() {
		p.writeLine("%s isn't asked", seat)
		return nil
	}
	var offers []string
	for _, word := range prompt.Words {
		offers = append(offers, word.String())
	}
	if pick := prompt.Pick; pick.Verb != 0 {
		offer := fmt.Sprintf("%s %d of: %s", pick.Verb, pick.Min, pick.From)
		if pick.Max != pick.Min {
			offer = fmt.Sprintf("%s %d to %d of: %s", pick.Verb, pick.Min, pick.Max, pick.From)
		}
		if pick.Must != 0 {
			offer += "; among them " + pick.Must.String()
		}
		offers = append(offers, offer)
	}
	p.writeLine("%s: %s", prompt.Phase, strings.Join(offers, ", "))
	return nil
}

// look writes a seat's own cards, or what lies open.
func (p *player) look(seats []string) error {
	if len(seats) == 0 {
		t := p.deal.PublicView()
		p.writeLine("talon: %s; open: %s; hands: %v", list(t.Talon), t.RestShown, t.HandSize)
		for seat, piles := range t.Piles {
			p.writeLine("%d: %s; seen: %s", seat, strings.Join(pileTexts(piles), ", "), t.Known[seat])
		}
		return nil
	}
	hand := p.deal.View(engine.Seat(seats[0][0] - '0')).Hand
	p.writeLine("hand: %s; new: %s; put away: %s", hand.Cards, hand.Fresh, hand.Laid)
	return nil
}

// Said reports whether the bonus was announced by the seat, and whether before
// the talon.
func (o Outcome) Said(seat engine.Seat, bonus engine.Word) (early, ok bool) {
	i := slices.IndexFunc(o.Table.Claims, func(c engine.Claim) bool { return c.Seat == seat && c.Bonus == bonus })
	if i < 0 {
		return false, false
	}
	return o.Table.Claims[i].Early, true
}
