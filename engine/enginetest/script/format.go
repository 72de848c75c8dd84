package script

import (
	"errors"
	"fmt"
	"strings"

	"tarockbot/engine"
)

// act carries out a move and writes what everybody saw. It reports whether the move was
// allowed.
func (r *runner) act(m engine.Move) bool {
	phase := leftIn(r.deal.PublicView())
	events, err := r.deal.Act(m.Seat, m.Action)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		r.writeLine("refused: %s%s", refusal.Reason, details(refusal))
		return false
	}
	if m.Action.Verb == engine.Resign || m.Action.Verb == engine.Timeout {
		r.left = phase
	}
	for i, e := range events {
		if _, ok := e.(engine.Uncovered); ok {
			r.uncovered(events, i)
		} else {
			r.event(m, e)
		}
	}
	return true
}

// uncovered writes a line for each pile, however many of its cards are turned.
func (r *runner) uncovered(events []engine.Event, i int) {
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
	r.writeLine("%d turns pile %d: %s", e.Seat, e.Pile+1, strings.Join(turned, ", "))
}

// details returns what the refusal says besides its reason.
func details(refusal *engine.Refusal) string {
	switch {
	case refusal.Needs > 0:
		return fmt.Sprintf(" (%d)", refusal.Needs)
	case refusal.Reason == engine.MustFollow || refusal.Reason == engine.MustTrump:
		return fmt.Sprintf(" (%s was led)", refusal.Led)
	}
	return ""
}

// event writes what happened. What was said or played stands in the line
// above already.
func (r *runner) event(m engine.Move, e engine.Event) {
	switch e := e.(type) {
	case engine.Spoke:
		if e != engine.Spoke(m) {
			r.writeLine("spoke: %+v", e)
		}
	case engine.Played:
		if e.Seat != m.Seat || e.Card.Bit() != m.Action.Cards {
			r.writeLine("played: %+v", e)
		}
	case engine.Exchanged:
		r.writeLine("%d has exchanged", e.Seat)
	case engine.ExchangeShown:
		r.writeLine("%d exchanged %d%s", e.Seat, e.N, faceUp(e.Tarocks.String()))
	case engine.TalonTurned:
		r.writeLine("talon: %s", list(e.Cards[:]))
	case engine.TalonTaken:
		r.writeLine("%d takes %s", e.Seat, e.Cards)
	case engine.Discarded:
		r.writeLine("%d puts away %d%s", e.Seat, e.N, faceUp(e.Tarocks.String()))
	case engine.TrickTaken:
		taken := r.deal.PublicView().Tricks
		trick := taken[len(taken)-1]
		r.tricks = append(r.tricks, fmt.Sprintf("%s -> %d", list(trick.Cards[:trick.N]), e.Seat))
	case engine.TalonAdded:
		r.writeLine("%d gets %s from the talon with it", e.Seat, e.Card)
	case engine.Left:
		r.writeLine("%d leaves: %s", e.Seat, e.Verb)
	case engine.Ended:
		r.result(e.Result)
	default:
		r.writeLine("%+v", e)
	}
}

// faceUp returns the end of a line that shows tarocks; "" if none are shown.
func faceUp(tarocks string) string {
	if tarocks == "" {
		return ""
	}
	return ", face up: " + tarocks
}

// list returns the items with blanks between them.
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

// result writes the result.
func (r *runner) result(result *engine.Result) {
	head := "nobody plays"
	if result.Contract != 0 {
		head = result.Contract.String() + " game"
	}
	if result.Declarer != engine.Nobody {
		head = fmt.Sprintf("%d plays %s", result.Declarer, result.Contract)
	}
	if !result.End.CutShort() {
		head += fmt.Sprintf("; tricks %v, thirds %v", result.Tricks, result.Thirds)
	}
	if result.RestThirds > 0 && !result.End.CutShort() {
		head += fmt.Sprintf(", talon %d", result.RestThirds)
	}
	r.writeLine("%s", head)
	for _, item := range result.Items {
		how, silent := "lost", ""
		if item.Won {
			how = "won"
		}
		if item.Silent {
			silent = " (silent)"
		}
		r.writeLine("%d %s: %s %d%s", item.By, item.Item, how, item.Value, silent)
	}
	setup := engine.Setup{Rules: r.header["rules"], Length: 2, First: r.deal.PublicView().Dealer}
	next, double := r.game.Next(setup, []engine.Result{*result}), ""
	if next.Double {
		double = ", and it counts double"
	}
	r.writeLine("score %v; next, %d deals%s", result.Score, next.Dealer, double)
}

// writeResult writes the result of a deal that was over before anybody was asked, and
// the hands that it laid open.
func (r *runner) writeResult() {
	for seat, hand := range r.deal.PublicView().Shown {
		if hand != 0 {
			r.writeLine("%d shows %s", seat, hand)
		}
	}
	r.result(r.deal.Result())
}

// ask writes what the seat may do.
func (r *runner) ask(seat engine.Seat) {
	prompt := r.deal.Prompt(seat)
	if prompt.Empty() {
		r.writeLine("%d isn't asked", seat)
		return
	}
	var offers []string
	for _, word := range prompt.Choices {
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
	r.writeLine("%s: %s", prompt.Phase, strings.Join(offers, ", "))
}

// look writes a seat's own cards, or what lies open.
func (r *runner) look(seats []string) error {
	if len(seats) == 0 {
		t := r.deal.PublicView()
		r.writeLine("talon: %s; open: %s; hands: %v", list(t.Talon), t.RestShown, t.HandSize)
		for seat, piles := range t.Piles {
			r.writeLine("%d: %s; seen: %s", seat, strings.Join(pileTexts(piles), ", "), t.KnownInHand[seat])
		}
		return nil
	}
	seat, err := r.parseSeat(seats)
	if err != nil {
		return err
	}
	hand := r.deal.View(seat).Hand
	r.writeLine("hand: %s; new: %s; put away: %s", hand.Cards, hand.Fresh, hand.Laid)
	return nil
}
