package standing

import "cmp"

// Wish is whether a person wants to be rated, and listed on leaderboards.
type Wish string

// The wishes.
const (
	Shown  Wish = ""
	Hidden Wish = "hidden" // rated, but not listed
	Off    Wish = "off"    // not listed, and none of their matches is rated
)

// Wishes returns all wishes, in the order of their buttons.
func Wishes() []Wish { return []Wish{Shown, Hidden, Off} }

// Word returns the wish's name, as in texts.
func (x Wish) Word() string { return cmp.Or(string(x), "shown") }
