package engine

import (
	"slices"

	"tarockbot/engine/card"
)

// Move is an action with the seat that did it.
type Move struct {
	Seat   Seat
	Action Action
}

// tape keeps the moves of a deal in a quarter of their size and without a
// pointer in any: deals are made by the million, and this was most of one.
type tape struct {
	moves []packedMove
	words []Name // every word said so far, by the number that stands for it
}

// packedMove is a move with numbers for its verb and word.
type packedMove struct {
	cards      card.Set
	seat       Seat
	n          int8
	verb, word uint8
}

// usualMoves and usualWords are room for most deals.
const (
	usualMoves = 64
	usualWords = 8
)

func blankTape() tape {
	return tape{moves: make([]packedMove, 0, usualMoves), words: make([]Name, 0, usualWords)}
}

func (t *tape) len() int { return len(t.moves) }

func (t *tape) add(m Move) {
	t.moves = append(t.moves, packedMove{
		cards: m.Action.Cards, seat: m.Seat, n: m.Action.N,
		verb: uint8(slices.Index(verbs[:], m.Action.Verb)), word: t.number(m.Action.Word),
	})
}

// number stands for the word; 0 for none.
func (t *tape) number(word Name) uint8 {
	if word == "" {
		return 0
	}
	i := slices.Index(t.words, word)
	if i < 0 {
		i = len(t.words)
		t.words = append(t.words, word)
	}
	return uint8(i + 1)
}

func (t *tape) at(i int) Move {
	p := t.moves[i]
	m := Move{p.seat, Action{Verb: verbs[p.verb], Cards: p.cards, N: p.n}}
	if p.word > 0 {
		m.Action.Word = t.words[p.word-1]
	}
	return m
}

func (t *tape) all() []Move {
	moves := make([]Move, t.len())
	for i := range moves {
		moves[i] = t.at(i)
	}
	return moves
}

// clone is an independent copy.
func (t *tape) clone() tape { return tape{slices.Clip(t.moves), slices.Clip(t.words)} }
