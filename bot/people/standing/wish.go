package standing

import "cmp"

// Wish says whether a person wants to be rated and listed.
type Wish string

// The wishes.
const (
	WishShown  Wish = ""
	WishHidden Wish = "hidden" // rated, but not listed
	WishOff    Wish = "off"    // not listed, and no match is rated
)

// Wishes returns all wishes, in the order of their buttons.
func Wishes() []Wish { return []Wish{WishShown, WishHidden, WishOff} }

// Word returns the wish's name in commands and text ids.
func (x Wish) Word() string { return cmp.Or(string(x), "shown") }
