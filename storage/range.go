package storage

import "iter"

// Range is the unread rest of a scan: Low <= id < High, downwards if Down.
type Range struct {
	Kind      string
	Low, High string
	Down      bool
}

// NewRange returns the range of a Scan.
func NewRange(kind, from, to string) Range {
	r := Range{Kind: kind, Low: from, High: to, Down: from > to}
	switch {
	case r.Down:
		r.Low, r.High = to, from
	case to == "":
		r.High = "\xff"
	}
	r.High += "\x00" // Scan includes its upper bound
	return r
}

// After returns the part of the range after the id.
func (r Range) After(id string) Range {
	if r.Down {
		r.High = id
	} else {
		r.Low = id + "\x00"
	}
	return r
}

// Pages yields the documents of a range. read returns the next page and whether more may follow.
func (r Range) Pages(read func(Range) (docs []Doc, hasMore bool, err error)) iter.Seq2[Doc, error] {
	return func(yield func(Doc, error) bool) {
		for rest, hasMore := r, true; hasMore; {
			var docs []Doc
			var err error
			if docs, hasMore, err = read(rest); err != nil {
				yield(Doc{}, err)
				return
			}
			for _, d := range docs {
				if !yield(d, nil) {
					return
				}
				rest = rest.After(d.Key.ID)
			}
		}
	}
}
