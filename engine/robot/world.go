package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

type world struct {
	playout
	surprisal int // of all moves of the other seats
}

// replay reports false if a move is illegal in a deal of the deck.
func (s *sampler) replay(whole deck, away *[engine.MaxSeats]putAway) (w world, ok bool) {
	deal, err := s.newDeal(whole)
	if err != nil || deal.Result() != nil {
		return w, false
	}
	w.playout = newPlayout(deal)
	for _, m := range s.v.Memory.Moves {
		if m.Seat != s.v.Seat {
			switch m.Action.Verb {
			case engine.Exchange:
				m.Action.Cards = away[m.Seat].exchanged
				if len(s.v.Exchange) == 0 { // the number is secret until all have exchanged
					m.Action = w.decide(m.Seat)
				}
			case engine.Discard:
				m.Action.Cards = away[m.Seat].discarded
			default:
				w.surprisal += surprisalOfMove(&w.playout, m)
			}
		}
		if err := w.act(m.Seat, m.Action); err != nil {
			return w, false
		}
	}
	return w, true
}

// Surprisal is −log2 of a probability, in eighths of a bit.
const (
	maxWordSurprisal = 24
	cardSurprisal    = 16 // of any card that the heuristics wouldn't play
)

func surprisalOfMove(at *playout, m engine.Move) int {
	p := at.deal.Prompt(m.Seat)
	switch {
	case len(p.Choices) == 0 && p.Pick.From.Len() <= 1, at.decide(m.Seat) == m.Action:
		return 0
	case m.Action.Verb == engine.PlayCard:
		return cardSurprisal
	default:
		v := at.deal.View(m.Seat)
		return surprisalOfWord(&v, p.Choices, m.Action, maxWordSurprisal)
	}
}

// worlds returns the n likeliest worlds, or fewer if draws fail. It subtracts the least surprisal from all, because
// only the differences count.
func (s *sampler) worlds(n, draws int, d *dice.Dice) []world {
	all := make([]world, 0, draws)
	for range draws {
		if w, ok := s.sample(d); ok {
			all = append(all, w)
		}
	}
	slices.SortStableFunc(all, func(a, b world) int { return a.surprisal - b.surprisal })
	all = all[:min(n, len(all))]
	if len(all) > 0 {
		least := all[0].surprisal
		for i := range all {
			all[i].surprisal -= least
		}
	}
	return all
}

var powers = [8]int{1_048_576, 961_548, 881_744, 808_563, 741_455, 679_917, 623_487, 571_740}

// likelihood returns the probability of a surprisal, times 2^20.
func likelihood(surprisal int) int { return powers[surprisal%8] >> (surprisal / 8) }

// weight is relative to the likeliest world, times 2^20.
func (w *world) weight() int64 { return int64(likelihood(w.surprisal)) }
