package solver

// order is cards worth trying, the most promising group first. The first group is
// left to a card that is known to be good. The cheapest card of a group comes first,
// but of one group the highest does.
type order struct {
	groups  [7]uint64
	fromTop int // the group that begins with its highest card
	at      int // the group that is tried
	tried   uint64
}

// next is the place of the next card; ok is false after the last.
func (o *order) next() (p int, ok bool) {
	for ; o.at < len(o.groups); o.at++ {
		group := o.groups[o.at] &^ o.tried
		if group == 0 {
			continue
		}
		p = cheapest(group)
		if o.at == o.fromTop {
			p = highest(group)
		}
		o.tried |= 1 << p
		return p, true
	}
	return 0, false
}
