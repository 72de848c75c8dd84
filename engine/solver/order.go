package solver

// order is cards worth trying, the most promising group first. The first group is
// left to a card that is known to be good. The cheapest card of a group comes first,
// but of one group the highest does.
type order struct {
	groups  [7]uint64
	fromTop int // the group that begins with its highest card
	now     int // the group that is tried
	tried   uint64
}

// next is the place of the next card; ok is false after the last.
func (o *order) next() (at int, ok bool) {
	for ; o.now < len(o.groups); o.now++ {
		group := o.groups[o.now] &^ o.tried
		if group == 0 {
			continue
		}
		at = cheapest(group)
		if o.now == o.fromTop {
			at = highest(group)
		}
		o.tried |= 1 << at
		return at, true
	}
	return 0, false
}
