package standing

import "cmp"

// RankingChoice says whether a person wants to be rated and listed.
type RankingChoice string

// The choices.
const (
	RankingShown  RankingChoice = ""
	RankingHidden RankingChoice = "hidden" // rated, but not listed
	RankingOff    RankingChoice = "off"    // not listed, and no match is rated
)

// RankingChoices returns all choices, in the order of their buttons.
func RankingChoices() []RankingChoice {
	return []RankingChoice{RankingShown, RankingHidden, RankingOff}
}

// Word returns the choice's name in commands and text ids.
func (x RankingChoice) Word() string { return cmp.Or(string(x), "shown") }
