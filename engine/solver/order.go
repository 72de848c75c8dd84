package solver

// order is cards worth trying, the most promising group first. The first group is
// left to a card that is known to be good.
type order struct {
	groups  [7]uint64
	fromTop int // the group that is tried from its highest card down, as the others from their cheapest up
	at      int // the group
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
