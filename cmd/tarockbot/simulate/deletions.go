package main

// deletions has an entry for each place where people have deleted a table's post. The entry stays until a screen of the table
// is shown there again. It holds the process that has noticed the deletion; nil if none has.
type deletions map[tablePlace]*process

// add records that the table's post was deleted at the place.
func (d deletions) add(at tablePlace) { d[at] = nil }

// clear records that the table is shown at the place again.
func (d deletions) clear(at tablePlace) { delete(d, at) }

// notice records that the process has noticed the deletion at the place, unless there is none or a process noticed it before.
func (d deletions) notice(at tablePlace, p *process) {
	if d.isUnnoticed(at) {
		d[at] = p
	}
}

// isUnnoticed reports whether there is a deletion at the place that no process has noticed.
func (d deletions) isUnnoticed(at tablePlace) bool {
	noticedBy, isDeleted := d[at]
	return isDeleted && noticedBy == nil
}

// forgetNoticesOf makes the deletions that the process has noticed unnoticed again: it may not have stored them.
func (d deletions) forgetNoticesOf(p *process) {
	for at, noticedBy := range d {
		if noticedBy == p {
			d.add(at)
		}
	}
}
