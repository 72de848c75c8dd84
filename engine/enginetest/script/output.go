package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

func (r *runner) act(m engine.Move) bool {
	phase := phaseOf(r.deal.PublicView())
	events, err := r.deal.Act(m.Seat, m.Action)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		r.writeOutput("refused: %s%s", refusal.Reason, details(refusal))
		return false
	}
	if m.Action.Verb.Leaves() {
		r.left = phase
	}
	var before engine.Event
	for _, e := range events {
		r.writeEvent(m, e, before)
		before = e
	}
	return true
}

func (r *runner) writeOutput(format string, args ...any) {
	r.flush()
	r.output = append(r.output, strings.TrimRight(fmt.Sprintf(format, args...), " "))
}

const tricksALine = 6

func (r *runner) flush() {
	for tricks := range slices.Chunk(r.tricks, tricksALine) {
		r.output = append(r.output, strings.Join(tricks, ", "))
	}
	r.tricks = nil
}

func details(refusal *engine.Refusal) string {
	switch {
	case refusal.Needs > 0:
		return fmt.Sprintf(" (%d)", refusal.Needs)
	case refusal.Reason == engine.MustFollow || refusal.Reason == engine.MustTrump:
		return fmt.Sprintf(" (%s was led)", refusal.Led)
	}
	return ""
}

// writeEvent omits the move itself, because the input shows it.
func (r *runner) writeEvent(m engine.Move, e, before engine.Event) {
	switch e := e.(type) {
	case engine.Spoke:
		if e != engine.Spoke(m) {
			r.writeOutput("spoke: %+v", e)
		}
	case engine.Played:
		if e.Seat != m.Seat || e.Card.Bit() != m.Action.Cards {
			r.writeOutput("played: %+v", e)
		}
	case engine.Uncovered:
		r.writeUncovered(e, before)
	case engine.Exchanged:
		r.writeOutput("%d has exchanged", e.Seat)
	case engine.ExchangeShown:
		r.writeOutput("%d exchanged %d%s", e.Seat, e.N, faceUp(e.Tarocks))
	case engine.TalonTurned:
		r.writeOutput("talon: %s", list(e.Cards[:]))
	case engine.TalonTaken:
		r.writeOutput("%d takes %s", e.Seat, e.Cards)
	case engine.Discarded:
		r.writeOutput("%d puts away %d%s", e.Seat, e.N, faceUp(e.Tarocks))
	case engine.TrickTaken:
		taken := r.deal.PublicView().Tricks
		trick := taken[len(taken)-1]
		r.tricks = append(r.tricks, fmt.Sprintf("%s -> %d", list(trick.Cards[:trick.N]), e.Seat))
	case engine.TalonAdded:
		r.writeOutput("%d gets %s from the talon with it", e.Seat, e.Card)
	case engine.Left:
		r.writeOutput("%d leaves: %s", e.Seat, e.Verb)
	case engine.Ended:
		r.writeResult(e.Result)
	default:
		r.writeOutput("%+v", e)
	}
}

func (r *runner) writeUncovered(e engine.Uncovered, before engine.Event) {
	turned := e.Card.String() + " open"
	if e.InHand {
		turned = e.Card.String() + " to hand"
	}
	if b, ok := before.(engine.Uncovered); ok && b.Seat == e.Seat && b.Pile == e.Pile {
		r.output[len(r.output)-1] += ", " + turned
	} else {
		r.writeOutput("%d turns pile %d: %s", e.Seat, e.Pile+1, turned)
	}
}

func faceUp(tarocks card.Set) string {
	if tarocks == 0 {
		return ""
	}
	return ", face up: " + tarocks.String()
}

func list[T fmt.Stringer](items []T) string {
	return strings.Trim(fmt.Sprint(items), "[]")
}

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

func (r *runner) writeResult(result *engine.Result) {
	head := "nobody plays"
	if result.Contract != 0 {
		head = result.Contract.String() + " game"
	}
	if result.Declarer != engine.Nobody {
		head = fmt.Sprintf("%d plays %s", result.Declarer, result.Contract)
	}
	if !result.End.WasCutShort() {
		head += fmt.Sprintf("; tricks %v, thirds %v", result.Tricks, result.Thirds)
	}
	if result.UntakenThirds > 0 && !result.End.WasCutShort() {
		head += fmt.Sprintf(", talon %d", result.UntakenThirds)
	}
	r.writeOutput("%s", head)
	for _, item := range result.Items {
		how, silent := "lost", ""
		if item.Won {
			how = "won"
		}
		if item.Silent {
			silent = " (silent)"
		}
		r.writeOutput("%d %s: %s %d%s", item.By, item.Item, how, item.Value, silent)
	}
	setup := engine.Setup{Rules: r.header["rules"], Length: 2, First: r.deal.PublicView().Dealer}
	next, double := r.game.Next(setup, []engine.Result{*result}), ""
	if next.Double {
		double = ", and it counts double"
	}
	r.writeOutput("score %v; next, %d deals%s", result.Score, next.Dealer, double)
}

func (r *runner) writeOver() {
	for seat, hand := range r.deal.PublicView().ShownHands {
		if hand != 0 {
			r.writeOutput("%d shows %s", seat, hand)
		}
	}
	r.writeResult(r.deal.Result())
}

func (r *runner) writePrompt(seat engine.Seat) {
	prompt := r.deal.Prompt(seat)
	if prompt.IsEmpty() {
		r.writeOutput("%d isn't asked", seat)
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
	r.writeOutput("%s: %s", prompt.Phase, strings.Join(offers, ", "))
}

func (r *runner) writeCards(seats []string) error {
	if len(seats) == 0 {
		t := r.deal.PublicView()
		r.writeOutput("talon: %s; open: %s; hands: %v", list(t.Talon), t.UntakenShown, t.HandSize)
		for seat, piles := range t.Piles {
			r.writeOutput("%d: %s; seen: %s", seat, strings.Join(pileTexts(piles), ", "), t.KnownInHand[seat])
		}
		return nil
	}
	seat, err := r.parseSeat(seats)
	if err != nil {
		return err
	}
	hand := r.deal.View(seat).Hand
	r.writeOutput("hand: %s; new: %s; put away: %s", hand.Cards, hand.Fresh, hand.PutAway)
	return nil
}
