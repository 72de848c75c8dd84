package terms

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/render/words"
)

// A stake is the worth of a game point, as a word of a challenge: "stake=10c", "stake=0c" for none.
const (
	wordStake = "stake="
	// MostStake is the highest stake, in cents: people play for fun.
	MostStake = 100
)

// stakeWord returns the stake as a word of a challenge.
func stakeWord(cents int) string { return fmt.Sprintf("%s%dc", wordStake, cents) }

// parseStakeWord returns the stake that a word of a challenge names.
func parseStakeWord(word string) (cents int, ok bool) {
	value, is := strings.CutPrefix(word, wordStake)
	cents, err := strconv.Atoi(strings.TrimSuffix(value, "c"))
	return cents, is && err == nil && cents >= 0 && cents <= MostStake
}

// StakeText returns the stake as screens show it.
func StakeText(cents int, w *words.Tongue) string {
	if cents == 0 {
		return w.Say("stake.none")
	}
	return w.Count("stake.cents", cents)
}
