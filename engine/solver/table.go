package solver

import "math/bits"

// table is a transposition table. Its keys are whole positions, so two positions are never confused.
type table struct {
	capacity []bucket // all buckets that the table may grow to
	buckets  []bucket
	shift    uint8
	filled   int
	layout   entryLayout
}

// entryLayout tells which bits of an entry identify the position; the rest holds bounds and move. Tags identify the
// leader where the hands don't.
type entryLayout struct {
	lead, other set
	bound       set
	move        int // highest number of a move
}

// With three seats no bound exceeds 70, so the highest bit of each bound serves as a tag.
var (
	twoEntries   = entryLayout{cardPlaces, cardPlaces, 0xff, 15}
	pileEntries  = entryLayout{cardPlaces, cardPlaces | 1<<leadTag, 0xff, 7}
	threeEntries = entryLayout{cardPlaces | 1<<threeTag, cardPlaces | 1<<threeTag, 0x7f, 15}
)

func (l *entryLayout) numberOf(cards set, at int) int {
	n := (cards & (1<<at - 1)).count() + 1
	if n > l.move {
		return 0
	}
	return n
}

func cardNumbered(cards set, number int) set {
	for ; number > 1; number-- {
		cards &= cards - 1
	}
	return cards & -cards
}

type bucket [bucketSize]entry

const (
	bucketSize     = 4
	bucketBytes    = bucketSize * 16
	firstTableBits = 10 // the table begins with 1<<firstTableBits buckets
)

type key struct {
	lead, other set
	hash        uint32
}

// entry stores bounds and the best lead of a position. The bits between the suits and the tarocks
// hold, in lead, the lower bound and the move's low two bits; in other, the upper bound and the move's high two bits.
type entry struct{ lead, other set }

const (
	boundShift = 32
	threeTag   = 39
	moveShift  = 40
	leadTag    = 41
	moveMask   = 3
)

// found holds bounds of a position's value and its best move, or 0. The move is the lead's 1-based number among the
// leads worth trying. In pointSearch it is the card's place.
type found struct{ low, high, bestMove int }

// decides also returns the bound that decides.
func (f *found) decides(goal int) (bound int, ok bool) {
	if f.low >= goal {
		return f.low, true
	}
	return f.high, f.high < goal
}

func (f *found) narrow(low, high int) { f.low, f.high = max(f.low, low), min(f.high, high) }

// record stores the result of a search for goal. It clamps and returns the value, because estimates can lie outside the
// known bounds.
func (f *found) record(value, goal, move int) int {
	value = min(max(value, f.low), f.high)
	if value >= goal {
		f.low = value
	} else {
		f.high = value
	}
	f.bestMove = move
	return value
}

func makeTable(bytes int) table {
	log := bits.Len(uint(max(bytes/bucketBytes, 1))) - 1
	t := table{capacity: make([]bucket, 1<<log), layout: twoEntries}
	t.size(min(log, firstTableBits))
	return t
}

func (t *table) size(log int) { t.buckets, t.shift = t.capacity[:1<<log], uint8(32-log) }

func (t *table) forget() {
	clear(t.buckets)
	t.filled = 0
	t.size(min(bits.Len(uint(len(t.capacity)))-1, firstTableBits))
}

func (t *table) crowded() bool {
	return len(t.buckets) == len(t.capacity) && t.filled > len(t.capacity)*bucketSize/2
}

const (
	hashOne = 0x9e3779b97f4a7c15
	hashTwo = 0xd6e8feb86659fd93
)

func (t *table) key(lead, other set) key {
	return key{lead, other, uint32((lead&t.layout.lead*hashOne ^ other&t.layout.other) * hashTwo >> 32)}
}

func (t *table) bucket(k key) *bucket { return &t.buckets[k.hash>>t.shift] }

// grow doubles the table in place. It splits the last bucket first, so that it overwrites no unread bucket.
func (t *table) grow() {
	old := t.buckets
	t.size(bits.Len(uint(len(old))))
	for i := len(old) - 1; i >= 0; i-- {
		b := old[i]
		t.buckets[2*i], t.buckets[2*i+1] = bucket{}, bucket{}
		var n [2]int
		for _, e := range b {
			if e.lead == 0 {
				continue
			}
			half := t.key(e.lead, e.other).hash >> t.shift & 1
			t.buckets[2*i+int(half)][n[half]&3] = e
			n[half]++
		}
	}
}

func (l *entryLayout) matches(e *entry, k key) bool {
	return (e.lead^k.lead)&l.lead == 0 && (e.other^k.other)&l.other == 0
}

func (t *table) find(k key, left int) found {
	b := t.bucket(k)
	for i := range b {
		if e := &b[i]; t.layout.matches(e, k) {
			return found{
				low:      int(e.lead >> boundShift & t.layout.bound),
				high:     int(e.other >> boundShift & t.layout.bound),
				bestMove: int(e.lead>>moveShift&moveMask|e.other>>moveShift&moveMask<<2) & t.layout.move,
			}
		}
	}
	return found{high: left}
}

// store replaces the position's own entry, else the entry with the fewest cards.
func (t *table) store(k key, f found) {
	b := t.bucket(k)
	at, fewest := 0, 64
	for i := range b {
		if t.layout.matches(&b[i], k) {
			at, fewest = i, 64
			break
		}
		if cards := (b[i].lead & cardPlaces).count(); cards < fewest {
			at, fewest = i, cards
		}
	}
	b[at] = entry{
		lead:  k.lead | set(f.low)<<boundShift | set(f.bestMove&moveMask)<<moveShift,
		other: k.other | set(f.high)<<boundShift | set(f.bestMove>>2)<<moveShift,
	}
	if fewest > 0 {
		return
	}
	t.filled++
	if t.filled > len(t.buckets)*bucketSize/2 && len(t.buckets) < len(t.capacity) {
		t.grow()
	}
}
