package solver

import "math/bits"

// pointTable remembers what a search of points has found out of positions. Its
// keys are whole positions with all that the tricks so far have brought. A
// search begins with nothing in it.
type pointTable struct {
	buckets []pointBucket
	search  uint32 // the number of the search
}

// pointBucket is the entries that share a line of the processor's cache.
type pointBucket [2]pointEntry

// pointLog is of the number of buckets: 8 MB.
const pointLog = 17

// pointKey is a position: whose each card is in two words, and between the cards
// the thirds taken and who leads; the fates, and in which search.
type pointKey struct {
	one, two uint64
	fates    fates
	search   uint32
}

// pointEntry is a position with bounds of its value, and the best card's place
// between the cards of the second word; 0 if none is known.
type pointEntry struct {
	pointKey
	low, high int32
}

const (
	takenShift  = 32
	leadShift   = 32
	bestShift   = 34
	bestMask    = uint64(places-1) << bestShift
	hashOne     = 0x9e3779b97f4a7c15
	hashTwo     = 0xd6e8feb86659fd93
	hashFates   = 0xa0761d6478bd642f
	hashedPlace = 64 - pointLog
)

func makePointTable() *pointTable { return &pointTable{buckets: make([]pointBucket, 1<<pointLog)} }

// begin forgets all, for what a position is worth depends on the deal.
func (t *pointTable) begin() {
	if t.search++; t.search == 0 {
		clear(t.buckets)
		t.search = 1
	}
}

// key is the node's, which must be at the start of a trick. A card is the first
// seat's if it is in the first word, the second's if it is in the second, the
// third's or face down on a pile if it is in both: isSearchable refuses what has both of these.
func (p *pointSearch) key(n *pointNode) pointKey {
	both := n.hands[2] | n.hidden
	return pointKey{
		one:    n.hands[0] | both | uint64(n.taken)<<takenShift,
		two:    n.hands[1] | both | uint64(n.turn)<<leadShift,
		fates:  n.fates,
		search: p.table.search,
	}
}

func (t *pointTable) bucket(k *pointKey) *pointBucket {
	h := (k.one*hashOne ^ k.two ^ uint64(k.fates)*hashFates) * hashTwo
	return &t.buckets[h>>hashedPlace]
}

func (e *pointEntry) is(k *pointKey) bool {
	return e.one == k.one && (e.two^k.two)&^bestMask == 0 && e.fates == k.fates && e.search == k.search
}

// find adds what is known of a position.
func (t *pointTable) find(k pointKey, f found) found {
	b := t.bucket(&k)
	for i := range b {
		if e := &b[i]; e.is(&k) {
			f.narrow(int(e.low), int(e.high))
			f.bestMove = int(e.two & bestMask >> bestShift)
			break
		}
	}
	return f
}

// store writes what is known of a position: over its own entry, else over one of
// another search or the one with fewer cards.
func (t *pointTable) store(k pointKey, f found) {
	b := t.bucket(&k)
	e := &b[0]
	if !e.is(&k) && (b[1].is(&k) || b[1].worth(k.search) < e.worth(k.search)) {
		e = &b[1]
	}
	k.two |= uint64(f.bestMove) << bestShift
	*e = pointEntry{pointKey: k, low: int32(f.low), high: int32(f.high)}
}

// worth is how much is lost with the entry: its cards, unless it is of another
// search.
func (e *pointEntry) worth(search uint32) int {
	if e.search != search {
		return 0
	}
	return bits.OnesCount64((e.one | e.two) & cardPlaces)
}
