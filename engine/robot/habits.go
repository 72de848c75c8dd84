package robot

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// habitsText tells how often hands of each class say the words offered to them. TestHabits can write it.
//
//go:embed habits.txt
var habitsText string

type occasion struct {
	rules    string
	contract engine.Word // in the auction, the last bid or 0
	own      bool
	word     engine.Action
}

func occasionOf(v *engine.View, word engine.Action) occasion {
	o := occasion{rules: v.Rules, contract: v.Contract, own: v.Declarer == v.Seat, word: word}
	if v.Contract != 0 {
		return o
	}
	bid, by := v.StandingBid()
	o.contract, o.own = bid, o.own || by == v.Seat
	return o
}

const (
	strengthStep, strengthSteps = 8, 16
	tarockStep, tarockSteps     = 3, 5
	handClasses                 = strengthSteps * tarockSteps
)

func handClass(hand card.Set) int {
	strengths := min(strength(hand)/strengthStep, strengthSteps-1)
	tarocks := min((hand&card.AllTarocks).Len()/tarockStep, tarockSteps-1)
	return strengths*tarockSteps + tarocks
}

// frequencies tells how often each class says an offered word, in sixtieths. A value is at least 1, or 0 if no hand of
// the class was offered the word.
type frequencies [handClasses]uint8

const sixtieths = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy"

var habits = sync.OnceValue(func() map[occasion]frequencies {
	all, err := parseHabits(habitsText)
	if err != nil {
		panic(err) // can't happen: a test parses the text
	}
	return all
})

// parseHabits parses lines of rules, contract, "own" or "other", word, and frequencies.
func parseHabits(text string) (map[occasion]frequencies, error) {
	all := make(map[occasion]frequencies)
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if !isHabit(f) {
			return nil, fmt.Errorf("robot: habits: %q", line)
		}
		said, values := f[3:len(f)-1], f[len(f)-1]
		o := occasion{rules: f[0], own: f[2] == "own"}
		var err error
		if f[1] != "-" {
			if o.contract, err = engine.ParseWord(f[1]); err != nil {
				return nil, err
			}
		}
		if o.word, err = engine.ParseAction(strings.Join(said, " ")); err != nil {
			return nil, err
		}
		var often frequencies
		for class, letter := range values {
			often[class] = uint8(strings.IndexRune(sixtieths, letter))
		}
		if _, twice := all[o]; twice {
			return nil, fmt.Errorf("robot: habits: repeated line %q", line)
		}
		all[o] = often
	}
	return all, nil
}

func isHabit(f []string) bool {
	if len(f) < 5 || f[2] != "own" && f[2] != "other" {
		return false
	}
	values := f[len(f)-1]
	return len(values) == handClasses && strings.Trim(values, sixtieths) == ""
}

func surprisalOfWord(v *engine.View, offered []engine.Action, said engine.Action, limit int) int {
	all, class, o := habits(), handClass(v.Cards), occasionOf(v, said)
	often, sum := 0, 0
	for _, word := range offered {
		o.word = word
		x := int(all[o][class])
		sum += x
		if word == said {
			often = x
		}
	}
	cost := 0
	for cost < limit && (often == 0 || sum*likelihood(cost) > often*likelihood(0)) {
		cost++
	}
	return cost
}
