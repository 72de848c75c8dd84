package robot

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// habitsText tells how often hands of each kind say what they are offered: learnt from
// deals that all levels play among themselves. TestHabits writes it anew.
//
//go:embed habits.txt
var habitsText string

// occasion is when a word is offered to a seat.
type occasion struct {
	rules    string
	contract engine.Word // that is played or, in the auction, bid last; 0 for none
	own      bool        // the contract is the seat's
	word     engine.Action
}

// occasionOf is that of a word which the view's seat is offered.
func occasionOf(v *engine.View, word engine.Action) occasion {
	o := occasion{rules: v.Rules, contract: v.Contract, own: v.Declarer == v.Seat, word: word}
	if v.Contract != 0 {
		return o
	}
	o.contract = standingBid(v.Calls)
	for _, c := range v.Calls {
		switch c.Action.Verb {
		case engine.Bid, engine.Take, engine.Hold:
			o.own = c.Seat == v.Seat
		}
	}
	return o
}

// Hands are of so many kinds: by their strength, in steps of so many thirds, and by how
// many tarocks they have.
const (
	strengthStep, strengthSteps = 8, 16
	tarockStep, tarockSteps     = 3, 5
	kinds                       = strengthSteps * tarockSteps
)

// kindOf is the kind of a hand.
func kindOf(hand card.Set) int {
	strengths := min(strength(hand)/strengthStep, strengthSteps-1)
	tarocks := min((hand&card.AllTarocks).Len()/tarockStep, tarockSteps-1)
	return strengths*tarockSteps + tarocks
}

// habit is how often each kind of hand says a word that it is offered, in sixtieths: at
// least 1, but 0 where no hand of the kind was offered it.
type habit [kinds]uint8

// sixtieths are the letters by which a habit is written.
const sixtieths = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxy"

// habits are those of habitsText.
var habits = sync.OnceValue(func() map[occasion]habit {
	all, err := parseHabits(habitsText)
	if err != nil {
		panic(err) // a test reads the text
	}
	return all
})

// parseHabits reads lines of rules, contract, whose it is, word, and the habit.
func parseHabits(text string) (map[occasion]habit, error) {
	all := make(map[occasion]habit)
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 5 || len(f[len(f)-1]) != kinds || strings.Trim(f[len(f)-1], sixtieths) != "" || f[2] != "own" && f[2] != "other" {
			return nil, fmt.Errorf("robot: habits: %q", line)
		}
		o := occasion{rules: f[0], own: f[2] == "own"}
		var err error
		if f[1] != "-" {
			if o.contract, err = engine.ParseWord(f[1]); err != nil {
				return nil, err
			}
		}
		if o.word, err = engine.ParseAction(strings.Join(f[3:len(f)-1], " ")); err != nil {
			return nil, err
		}
		var h habit
		for kind, letter := range f[len(f)-1] {
			h[kind] = uint8(strings.IndexRune(sixtieths, letter))
		}
		if _, twice := all[o]; twice {
			return nil, fmt.Errorf("robot: habits: twice: %q", line)
		}
		all[o] = h
	}
	return all, nil
}

// unlikely is how little likely it is that the seat of the view says this of all that it is
// offered, in eighths of a bit and not above most; most, where nothing is known of it.
func unlikely(v *engine.View, offered []engine.Action, said engine.Action, most int) int {
	all, kind, o := habits(), kindOf(v.Cards), occasionOf(v, said)
	often, sum := 0, 0
	for _, o.word = range offered {
		x := int(all[o][kind])
		if sum += x; o.word == said {
			often = x
		}
	}
	if often == 0 {
		return most
	}
	cost := 0
	for cost < most && sum*eighth(cost) > often*eighth(0) {
		cost++
	}
	return cost
}
