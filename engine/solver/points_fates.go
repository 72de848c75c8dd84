package solver

import "tarockbot/engine"

// fates are what the tricks so far have brought of all that a score asks for,
// besides points: three bits for each bird that counts, then two for each set
// of cards that counts for the side which takes all of them.
type fates uint32

// birdFate is what has become of a bird.
type birdFate uint32

// The fates of a bird.
const (
	birdOpen   birdFate = iota // it may still win its trick
	birdMissed                 // it wasn't in it
	birdMade                   // it won it
	birdBeaten                 // the other side took it there
	birdLost                   // a partner did
)

const (
	fateBits = 3
	fateMask = 1<<fateBits - 1

	// Who has some of a set.
	someOurs   fates = 1
	someTheirs fates = 2
	setBits          = 2
)

// bird returns the fate of the bird with number i.
func (f fates) bird(i int) birdFate { return birdFate(f >> (fateBits * i) & fateMask) }

// withBird gives the bird with number i a fate. Until then the bird must be birdOpen.
func (f fates) withBird(i int, fate birdFate) fates { return f | fates(fate)<<(fateBits*i) }

// withSet notes that the seats in some have cards of the set with number i.
func (e *endings) withSet(f fates, i int, some fates) fates {
	return f | some<<(fateBits*len(e.birds)+setBits*i)
}

// after is what becomes of the fates when the taker gets the trick with so many
// tricks left.
func (e *endings) after(f fates, trick uint64, taker engine.Seat, tricks int) fates {
	for i := range e.birds {
		b := &e.birds[i]
		if f.bird(i) != birdOpen {
			continue
		}
		played, due := trick>>(firstTarock+b.due)&1 != 0, b.due == tricks-1
		switch {
		case played && due:
			f = f.withBird(i, b.fate[e.fateBy(b.holder, taker)])
		case played || due:
			f = f.withBird(i, birdMissed)
		}
	}
	some := someTheirs
	if taker == e.side {
		some = someOurs
	}
	for i, set := range e.sets {
		if trick&placesOf(set) != 0 {
			f = e.withSet(f, i, some)
		}
	}
	return f
}

// fateBy is the fate of a bird in its trick.
func (e *endings) fateBy(holder, taker engine.Seat) birdFate {
	switch {
	case holder == taker:
		return birdMade
	case (holder == e.side) == (taker == e.side):
		return birdLost
	default:
		return birdBeaten
	}
}
