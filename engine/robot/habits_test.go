package robot

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/dice"
)

var (
	learn      = flag.Int("learn", 0, "write habits.txt from this number of deals of each rule set and setting; 1000 take some minutes")
	learnRules = flag.String("learn-rules", "", "learn from this rule set only; from all if empty")
)

const maxHabitsBytes = 200_000

// TestHabits checks how well the habits predict the words of deals that they weren't learned from.
func TestHabits(t *testing.T) {
	if *learn > 0 {
		writeHabits(t, *learn)
	}
	if len(habitsText) > maxHabitsBytes {
		t.Errorf("habits.txt has %d bytes, want at most %d", len(habitsText), maxHabitsBytes)
	}
	said, bits, chance := map[string]int{}, map[string]float64{}, map[string]float64{}
	observeWords(t, 3, 1<<20, func(v *engine.View, offered []engine.Action, word engine.Action) {
		said[v.Rules]++
		bits[v.Rules] += float64(surprisalOfWord(v, offered, word, 80)) / 8
		chance[v.Rules] += math.Log2(float64(len(offered)))
	})
	for rules, n := range said {
		t.Logf("%s: %d words, %.2f bits each, %.2f by chance", rules, n, bits[rules]/float64(n), chance[rules]/float64(n))
		if n < 20 || bits[rules] > 0.7*chance[rules] {
			t.Errorf("%s: %d words take %.0f bits, %.0f by chance", rules, n, bits[rules], chance[rules])
		}
	}
	if len(said) != 9 {
		t.Errorf("words were said in %d rule sets, want 9", len(said))
	}
}

func observeWords(t *testing.T, deals, first int, show func(v *engine.View, offered []engine.Action, word engine.Action)) {
	t.Helper()
	strong := newStrong(forScore)
	strong.moves = 2000
	for level, p := range []Player{Easy.New(), Medium.New(), strong} {
		forEveryVariantFrom(t, first, deals, func(deal *engine.Deal, n int) {
			if *learnRules != "" && *learnRules != deal.Rules().ID {
				return
			}
			playDeal(t, deal, func(seat engine.Seat) engine.Action {
				v, prompt := deal.View(seat), deal.Prompt(seat)
				action := mediumAction(deal, seat)
				if len(prompt.Choices) > 1 && prompt.Pick.Verb == 0 {
					action = p.Act(v, prompt, dice.New(uint64(n), uint64(level), uint64(seat), uint64(len(deal.Moves()))))[0]
					show(&v, prompt.Choices, action)
				}
				return action
			})
		})
	}
}

type wordTally struct{ said, offered [handClasses]int }

// letters smooths the shares of rare hands.
func (y *wordTally) letters() string {
	letters := make([]byte, handClasses)
	for class := range handClasses {
		share := 0
		if n := y.offered[class]; n > 0 {
			share = max((60*y.said[class]+10)/(n+2), 1)
		}
		letters[class] = sixtieths[share]
	}
	return string(letters)
}

// writeHabits learns from a player that uses the current habits, so a second run gives another file.
func writeHabits(t *testing.T, deals int) {
	t.Helper()
	tallies := make(map[occasion]*wordTally)
	observeWords(t, deals, 0, func(v *engine.View, offered []engine.Action, word engine.Action) {
		class := handClass(v.Cards)
		for _, w := range offered {
			o := occasionOf(v, w)
			if tallies[o] == nil {
				tallies[o] = new(wordTally)
			}
			tallies[o].offered[class]++
			if w == word {
				tallies[o].said[class]++
			}
		}
	})
	lines := habitsOfOtherRules()
	for o, y := range tallies {
		contract, whose := "-", "other"
		if o.contract != 0 {
			contract = o.contract.String()
		}
		if o.own {
			whose = "own"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s %s %s\n", o.rules, contract, whose, o.word, y.letters()))
	}
	slices.Sort(lines)
	if err := os.WriteFile("habits.txt", []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Fatal("habits.txt was written: run the test again without -learn")
}

func habitsOfOtherRules() (lines []string) {
	for line := range strings.Lines(habitsText) {
		if *learnRules != "" && strings.Fields(line)[0] != *learnRules {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestParseHabits(t *testing.T) {
	zeros := strings.Repeat("0", handClasses)
	for _, line := range []string{
		"kosakeln/bamberger - own pass", "kosakeln/bamberger - own pass 0", "kosakeln/bamberger x own pass " + zeros, "kosakeln/bamberger - own x " + zeros,
		"kosakeln/bamberger - mine pass " + zeros, "kosakeln/bamberger - own pass z" + zeros[1:],
		strings.Repeat("kosakeln/bamberger - own pass "+zeros+"\n", 2),
	} {
		if _, err := parseHabits(line); err == nil {
			t.Errorf("%q was accepted", line)
		}
	}
	all, err := parseHabits("kosakeln/bamberger dreiblatt own bid solo " + zeros[1:] + "y\n")
	want := occasion{"kosakeln/bamberger", engine.Dreiblatt, true, engine.Say(engine.Bid, engine.Solo)}
	if h := all[want]; err != nil || h[handClasses-1] != 60 || h[0] != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

func TestSurprisalOfWord(t *testing.T) {
	v := engine.View{}
	v.Rules, v.Declarer = "kosakeln/bamberger", engine.Nobody
	v.Hand.Cards = Cards(t, "SKUS XXI XX XIX XVIII XVII XVI XV XIV XIII I HK DK SK CK HQ")
	pass, solo := engine.Say(engine.Pass, 0), engine.Say(engine.Bid, engine.Solo)
	offered := []engine.Action{engine.Say(engine.Bid, engine.Dreiblatt), engine.Say(engine.Bid, engine.Zweiblatt), engine.Say(engine.Bid, engine.Einblatt), solo, pass}
	bold, shy := surprisalOfWord(&v, offered, solo, maxWordSurprisal), surprisalOfWord(&v, offered, pass, maxWordSurprisal)
	if bold >= 8 || shy <= 16 {
		t.Errorf("a Solo has a surprisal of %d, a pass of %d", bold, shy)
	}
	if got := surprisalOfWord(&v, []engine.Action{engine.Say(engine.Fold, 0)}, engine.Say(engine.Fold, 0), maxWordSurprisal); got != maxWordSurprisal {
		t.Errorf("an unknown word has a surprisal of %d", got)
	}
}
