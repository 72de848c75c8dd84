package solver

// pointTable is the transposition table of pointSearch. Its keys are whole positions and the results of past tricks.
type pointTable struct {
	buckets    []pointBucket
	generation uint32 // number of the search, from 1
}

type pointBucket [2]pointEntry

const pointTableBits = 17 // the table has 1<<pointTableBits buckets

// pointKey identifies a position. The sets one and two together tell the holder of each card. In the bits between
// suits and tarocks, one stores the thirds taken, and two stores the leader.
type pointKey struct {
	one, two   set
	fates      fates
	generation uint32
}

// pointEntry stores bounds, and the place of the best card in the free bits of two.
type pointEntry struct {
	pointKey
	low, high int32
}

const (
	takenShift     = 32
	leadShift      = 32
	bestShift      = 34
	bestMask       = set(places-1) << bestShift
	hashFates      = 0xa0761d6478bd642f
	pointHashShift = 64 - pointTableBits
)

func makePointTable() *pointTable {
	return &pointTable{buckets: make([]pointBucket, 1<<pointTableBits)}
}

// begin empties the table, because values depend on the deal. Entries of other generations don't count.
func (t *pointTable) begin() {
	t.generation++
	if t.generation == 0 {
		clear(t.buckets)
		t.generation = 1
	}
}

// key puts a card into both sets if the third seat holds it or it lies face down. That is unambiguous, because
// isSearchable refuses three seats with piles.
func (p *pointSearch) key(n *pointNode) pointKey {
	both := n.hands[2] | n.hidden
	return pointKey{
		one:        n.hands[0] | both | set(n.taken)<<takenShift,
		two:        n.hands[1] | both | set(n.turn)<<leadShift,
		fates:      n.fates,
		generation: p.table.generation,
	}
}

func (t *pointTable) bucket(k *pointKey) *pointBucket {
	h := (k.one*hashOne ^ k.two ^ set(k.fates)*hashFates) * hashTwo
	return &t.buckets[h>>pointHashShift]
}

func (e *pointEntry) matches(k *pointKey) bool {
	return e.one == k.one && (e.two^k.two)&^bestMask == 0 && e.fates == k.fates && e.generation == k.generation
}

func (t *pointTable) find(k pointKey, f found) found {
	b := t.bucket(&k)
	for i := range b {
		if e := &b[i]; e.matches(&k) {
			f.narrow(int(e.low), int(e.high))
			f.bestMove = int(e.two & bestMask >> bestShift)
			break
		}
	}
	return f
}

// store replaces the position's own entry, else one of another generation, else the one with fewer cards.
func (t *pointTable) store(k pointKey, f found) {
	b := t.bucket(&k)
	e := &b[0]
	if !e.matches(&k) && (b[1].matches(&k) || b[1].worth(k.generation) < e.worth(k.generation)) {
		e = &b[1]
	}
	k.two |= set(f.bestMove) << bestShift
	*e = pointEntry{pointKey: k, low: int32(f.low), high: int32(f.high)}
}

func (e *pointEntry) worth(generation uint32) int {
	if e.generation != generation {
		return 0
	}
	return ((e.one | e.two) & cardPlaces).count()
}
