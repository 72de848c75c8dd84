package engine

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
)

// Word is a contract or a bonus, stored and sent as its String.
type Word int8

// The words of the notation. Lists use this order.
const (
	_       Word = iota
	TheGame      // also what a contra to the game doubles

	Dreiblatt
	Zweiblatt
	Einblatt
	Solo
	Trischaken

	Pagat
	Uhu
	Pelikan
	Quapil
	Absolute
	Panzer
	WithoutTrull
	WithoutKings
	Valat
	Trull
	Kings
	Birds
	TwoTrull // exactly two of the Trull

	Undertaken // a contract
	Simple     // the contract if nobody undertakes
	PagatCaptured
	Rostopschin
	Ross     // said with the XVII
	Topschin // said with the XVIII
)

var words = [...]string{
	TheGame: "game", Dreiblatt: "dreiblatt", Zweiblatt: "zweiblatt", Einblatt: "einblatt", Solo: "solo",
	Trischaken: "trischaken",
	Pagat:      "pagat", Uhu: "uhu", Pelikan: "pelikan", Quapil: "quapil", Absolute: "absolute", Panzer: "panzer",
	WithoutTrull: "without-trull", WithoutKings: "without-kings", Valat: "valat",
	Trull: "trull", Kings: "kings", Birds: "birds", TwoTrull: "honours",
	Undertaken: "undertake", Simple: "simple", PagatCaptured: "pagat-captured",
	Rostopschin: "rostopschin", Ross: "ross", Topschin: "topschin",
}

// This doesn't compile if WordSet is too small.
const _ = WordSet(1 << (len(words) - 1))

// WordCount is the length of a table by word.
const WordCount = len(words)

func (w Word) String() string { return words[w] }

// ParseWord reads a word.
func ParseWord(s string) (Word, error) {
	if i := slices.Index(words[:], s); i > 0 {
		return Word(i), nil
	}
	return 0, fmt.Errorf("no word %.20q", s)
}

// MarshalText writes the word.
func (w Word) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads a word.
func (w *Word) UnmarshalText(text []byte) (err error) {
	*w, err = ParseWord(string(text))
	return err
}

// WordSet is a set of words.
type WordSet uint32

// Bit returns the set of w.
func (w Word) Bit() WordSet { return 1 << w }

// Has reports whether w is in s.
func (s WordSet) Has(w Word) bool { return s&w.Bit() != 0 }

// First returns the first word of s, which must not be empty.
func (s WordSet) First() Word { return Word(bits.TrailingZeros32(uint32(s))) }

// Len returns the number of words.
func (s WordSet) Len() int { return bits.OnesCount32(uint32(s)) }

// All yields the words in order.
func (s WordSet) All() iter.Seq[Word] {
	return func(yield func(Word) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}
