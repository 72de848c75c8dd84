package engine

import (
	"iter"
	"math/bits"
)

// Seat is a place at the table, from 0 in playing order.
type Seat int8

// Nobody stands for no seat, as for a spectator.
const Nobody Seat = -1

// MaxSeats is the most seats of any game.
const MaxSeats = 3

// Seats is a set of seats.
type Seats uint8

// Bit returns the set of s; empty for Nobody.
func (s Seat) Bit() Seats {
	if s == Nobody {
		return 0
	}
	return 1 << s
}

// Has reports whether seat is in s.
func (s Seats) Has(seat Seat) bool { return s&seat.Bit() != 0 }

// First returns the first seat in s; Nobody if s is empty.
func (s Seats) First() Seat {
	if s == 0 {
		return Nobody
	}
	return Seat(bits.TrailingZeros8(uint8(s)))
}

// Len returns the number of seats.
func (s Seats) Len() int { return bits.OnesCount8(uint8(s)) }

// All yields the seats in playing order.
func (s Seats) All() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for seat := range Seat(MaxSeats) {
			if s.Has(seat) && !yield(seat) {
				return
			}
		}
	}
}
