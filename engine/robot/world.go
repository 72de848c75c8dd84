package robot

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

// world is a deal as it may be, at the moment that the view shows.
type world struct {
	playout
	// strange is how little the others' moves are like the model's, in eighths of a
	// bit of likelihood.
	strange int
}

// replay makes all moves again in a deal of the deck. It says false if one of them isn't
// allowed there.
func (s *sampler) replay(whole deck, away *[engine.MaxSeats]aside) (w world, ok bool) {
	deal, err := s.deal(whole)
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
	case len(p.Words) == 0 && p.Pick.From.Len() <= 1, at.decide(s.model, m.Seat) == m.Action:
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
