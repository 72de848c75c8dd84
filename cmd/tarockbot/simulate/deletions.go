package main

// deletions records the places where people have deleted a table's post, until the table is shown there again. The
// value is the process that has noticed the deletion, or nil.
type deletions map[tablePlace]*process

func (d deletions) add(at tablePlace) { d[at] = nil }

func (d deletions) clear(at tablePlace) { delete(d, at) }

func (d deletions) notice(at tablePlace, p *process) {
	if d.isUnnoticed(at) {
		d[at] = p
	}
}

func (d deletions) isUnnoticed(at tablePlace) bool {
	noticedBy, isDeleted := d[at]
	return isDeleted && noticedBy == nil
}

// forgetNoticesOf makes the process's deletions unnoticed again, because it may not have stored them.
func (d deletions) forgetNoticesOf(p *process) {
	for at, noticedBy := range d {
		if noticedBy == p {
			d.add(at)
		}
	}
}
