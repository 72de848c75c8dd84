package engine

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
)

// Word is a contract or a bonus, which players bid, announce, double and count.
// Like a Verb it is a number in this program and its String outside, so that
// actions hold no pointers. The zero value is no word.
type Word int8

// The words of the notation. Each game decides what a word means and is worth. Lists name words in this order.
const (
	_       Word = iota
	TheGame      // the game itself, as an item and as what a contra doubles

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
	TwoTrull // exactly two of the three Trull cards

	Undertaken // the contract of a player who undertook to win
	Simple     // the contract of a deal that nobody undertook to win
	PagatCaptured
	Rostopschin
	Ross     // said of the XVII, to announce Rostopschin
	Topschin // said of the XVIII, to end Rostopschin
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

// This line doesn't compile if a word's bit has no room in a WordSet.
const _ = WordSet(1 << (len(words) - 1))

// WordCount is the length of a table indexed by words.
const WordCount = len(words)

// String returns the word as records, commands and buttons write it; "" for
// none.
func (w Word) String() string { return words[w] }

// ParseWord reads a word. The error says that there is no such word.
func ParseWord(s string) (Word, error) {
	if i := slices.Index(words[:], s); i > 0 {
		return Word(i), nil
	}
	return 0, fmt.Errorf("no word %.20q", s)
}

// MarshalText writes the word as String does.
func (w Word) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText reads a word.
func (w *Word) UnmarshalText(text []byte) (err error) {
	*w, err = ParseWord(string(text))
	return err
}

// WordSet is a set of words, one bit each.
type WordSet uint32

// Bit returns the set that holds only w.
func (w Word) Bit() WordSet { return 1 << w }

// Has reports whether w is in s.
func (s WordSet) Has(w Word) bool { return s&w.Bit() != 0 }

// First returns the first word of s. s must not be empty.
func (s WordSet) First() Word { return Word(bits.TrailingZeros32(uint32(s))) }

// Len returns the number of words in s.
func (s WordSet) Len() int { return bits.OnesCount32(uint32(s)) }

// All yields the words of s in order.
func (s WordSet) All() iter.Seq[Word] {
	return func(yield func(Word) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}
