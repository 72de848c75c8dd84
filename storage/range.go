package storage

// Range is the part of a scan that a Store hasn't read yet: Low <= id < High, read downwards
// if Down. It is for implementations of Store, which read a scan page by page.
type Range struct {
	Low, High string
	Down      bool
}

// NewRange returns the range of a Scan with these bounds.
func NewRange(from, to string) Range {
	r := Range{Low: from, High: to, Down: from > to}
	switch {
	case r.Down:
		r.Low, r.High = to, from
	case to == "": // all documents
		r.High = "\xff"
	}
	r.High += "\x00" // the next id, because Scan includes its upper bound
	return r
}

// After returns the part of the range that follows the document with the id.
func (r Range) After(id string) Range {
	if r.Down {
		r.High = id
	} else {
		r.Low = id + "\x00"
	}
	return r
}
