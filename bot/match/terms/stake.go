package terms

import (
	"fmt"
	"strconv"
	"strings"

	"tarockbot/render/words"
)

// A stake is the value of a game point: "stake=10c"; "stake=0c" for none.
const (
	wordStake = "stake="
	// MaxStake is in cents. The limit is low, because people play for fun.
	MaxStake = 100
)

func stakeWord(cents int) string { return fmt.Sprintf("%s%dc", wordStake, cents) }

func parseStakeWord(word string) (cents int, ok bool) {
	value, is := strings.CutPrefix(word, wordStake)
	cents, err := strconv.Atoi(strings.TrimSuffix(value, "c"))
	return cents, is && err == nil && cents >= 0 && cents <= MaxStake
}

// StakeText returns the stake as screens show it.
func StakeText(cents int, w *words.Tongue) string {
	if cents == 0 {
		return w.Say("stake.none")
	}
	return w.Count("stake.cents", cents)
}
