package match

import (
	"strconv"
)

// A button carries the table's revision, or its seat's step. One that was made for another is old, and refused.

// IsOldRevision reports whether a button was made for another revision of the table. A typed command carries none,
// and is never old.
func (t *Table) IsOldRevision(rev string) bool {
	return rev != "" && rev != strconv.FormatInt(t.Rev, 10)
}

// IsOldStep reports whether a button was made for another step of the seat.
func (c Chair) IsOldStep(step string) bool { return step != strconv.Itoa(c.Step) }

// isOldRequest reports whether a button answers another request than the open one.
func (c *consent) isOldRequest(rev string) bool { return rev != strconv.FormatInt(c.Rev, 10) }
