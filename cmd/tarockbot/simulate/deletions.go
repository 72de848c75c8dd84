package main

// deletions has an entry for each place where people have deleted a table's post. The entry stays until a screen of the table
// is shown there again.
type deletions map[tablePlace]*deletion

// deletion tells which process has noticed that a post was deleted.
type deletion struct {
	noticedBy *process // nil if none has
}

// add records that the table's post was deleted at the place.
func (d deletions) add(at tablePlace) { d[at] = new(deletion) }

// notice records that the process has noticed the deletion at the place, unless there is none or a process noticed it before.
func (d deletions) notice(at tablePlace, p *process) {
	if d.isUnnoticed(at) {
		d[at].noticedBy = p
	}
}

// isUnnoticed reports whether there is a deletion at the place that no process has noticed.
func (d deletions) isUnnoticed(at tablePlace) bool { return d[at] != nil && d[at].noticedBy == nil }

// forgetNoticesOf makes the deletions that the process has noticed unnoticed again: it may not have stored them.
func (d deletions) forgetNoticesOf(p *process) {
	for _, x := range d {
		if x.noticedBy == p {
			x.noticedBy = nil
		}
	}
}
