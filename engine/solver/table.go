package solver

import "math/bits"

// table is the transposition table of twoSearch, threeSearch and pileSearch. Its keys
// are whole positions, the hands of the leading side and of the other one, so two
// positions are never mixed up.
type table struct {
	room    []bucket // all buckets that the table may grow to
	buckets []bucket // the buckets in use
	shift   uint8    // turns a hash into the number of its bucket
	filled  int      // the number of entries in use
	layout  entryLayout
}

// entryLayout says which bits of an entry identify the position and which hold bounds and
// move. Bits of the position besides the cards tell whose lead it is where the hands
// don't.
type entryLayout struct {
	lead, other set // the bits of each word that identify the position
	bound       set // the highest bound, in the lowest bits
	move        int // the highest number of a move
}

// The layouts of the searches. With three seats no bound is above 70, so the highest bit
// of each bound belongs to the position.
var (
	twoEntries   = entryLayout{cardPlaces, cardPlaces, 0xff, 15}
	pileEntries  = entryLayout{cardPlaces, cardPlaces | 1<<leadTag, 0xff, 7}
	threeEntries = entryLayout{cardPlaces | 1<<threeTag, cardPlaces | 1<<threeTag, 0x7f, 15}
)

// numberOf returns the number of the place's card among the cards, from 1, or 0 if an
// entry has no room for it.
func (l *entryLayout) numberOf(cards set, at int) int {
	n := (cards & (1<<at - 1)).count() + 1
	if n > l.move {
		return 0
	}
	return n
}

// cardNumbered returns the card with that number among the cards, from 1.
func cardNumbered(cards set, number int) set {
	for ; number > 1; number-- {
		cards &= cards - 1
	}
	return cards & -cards
}

// bucket holds the entries that share a cache line.
type bucket [bucketSize]entry

const (
	bucketSize  = 4
	bucketBytes = bucketSize * 16
	firstLog    = 10 // of the number of buckets of an empty table
)

// key identifies a position by the hands of the leading side and of the other one, with
// tags between suits and tarocks.
type key struct {
	lead, other set
	hash        uint32 // its highest bits are the number of the bucket
}

// entry is a position with what is known of its value. In the bits between suits and
// tarocks, lead holds the lower bound and two bits of the best lead, other the upper
// bound and two more.
type entry struct{ lead, other set }

const (
	boundShift = 32
	threeTag   = 39
	moveShift  = 40
	leadTag    = 41
	moveMask   = 3
)

// found is what is known of a position: bounds on its value, and its best move. For
// leads the move is the 1-based number among the leads worth trying, in pointSearch the
// place of the best card; 0 if unknown.
type found struct{ low, high, bestMove int }

// decides reports whether the bounds tell if the value reaches the goal, and returns
// the bound that tells it.
func (f *found) decides(goal int) (bound int, ok bool) {
	if f.low >= goal {
		return f.low, true
	}
	return f.high, f.high < goal
}

// narrow applies further bounds.
func (f *found) narrow(low, high int) { f.low, f.high = max(f.low, low), min(f.high, high) }

// record stores the result of a search for goal, clamped to the known bounds, because
// estimates can lie outside. It returns the clamped value.
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

// makeTable makes a table that grows to at most that many bytes, rounded down to a
// power of two, and has at least one bucket.
func makeTable(bytes int) table {
	log := bits.Len(uint(max(bytes/bucketBytes, 1))) - 1
	t := table{room: make([]bucket, 1<<log), layout: twoEntries}
	t.size(min(log, firstLog))
	return t
}

func (t *table) size(log int) { t.buckets, t.shift = t.room[:1<<log], uint8(32-log) }

// forget empties the table.
func (t *table) forget() {
	clear(t.buckets)
	t.filled = 0
	t.size(min(bits.Len(uint(len(t.room)))-1, firstLog))
}

// crowded reports whether the table can't grow and is half full.
func (t *table) crowded() bool {
	return len(t.buckets) == len(t.room) && t.filled > len(t.room)*bucketSize/2
}

// The factors of hashes.
const (
	hashOne = 0x9e3779b97f4a7c15
	hashTwo = 0xd6e8feb86659fd93
)

// key returns the key of a position.
func (t *table) key(lead, other set) key {
	return key{lead, other, uint32((lead&t.layout.lead*hashOne ^ other&t.layout.other) * hashTwo >> 32)}
}

func (t *table) bucket(k key) *bucket { return &t.buckets[k.hash>>t.shift] }

// grow doubles the table in place, from its end. The entries of each bucket go to two
// buckets.
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

// matches reports whether the entry is that of the position.
func (l *entryLayout) matches(e *entry, k key) bool {
	return (e.lead^k.lead)&l.lead == 0 && (e.other^k.other)&l.other == 0
}

// find returns what is known of a position whose cards count left.
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

// store writes what is known of a position. It replaces the position's own entry, else
// the one with the fewest cards.
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
	if t.filled > len(t.buckets)*bucketSize/2 && len(t.buckets) < len(t.room) {
		t.grow()
	}
}
