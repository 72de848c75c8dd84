package platformtest

import (
	"slices"
	"strings"

	"tarockbot/engine"
)

type step struct {
	Control
	chosen []string
}

// stepsFor returns the steps for the first moves, and how many moves these steps make. It returns nil if the move isn't
// offered.
func stepsFor(controls []Control, own []string) ([]step, int) {
	for _, c := range controls {
		if moveOf(c.ID) == own[0] {
			return []step{{c, nil}}, 1
		}
		for _, v := range c.Values {
			if moveOf(v) == own[0] {
				return []step{{c, []string{v}}}, 1
			}
		}
	}
	verb, rest, _ := strings.Cut(own[0], " ")
	chosen, made := strings.Fields(rest), 1
	isCards := verb == engine.Exchange.String() || verb == engine.Discard.String() || verb == engine.PlayCard.String()
	if last := slices.Index(own, "done"); last >= 0 && !isCards { // announcements are confirmed together
		chosen, made = nil, last+1
		for _, word := range own[:last] {
			chosen = append(chosen, strings.ReplaceAll(word, " ", "."))
		}
	}
	return stepsToChoose(controls, chosen), made
}

// stepsToChoose returns nil if the values aren't offered. Long choices have several controls.
func stepsToChoose(controls []Control, values []string) []step {
	var parts []step
	for _, c := range controls {
		all := append(slices.Clone(c.Values), c.Fixed...)
		offered := slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !slices.Contains(all, v) })
		switch {
		case strings.HasPrefix(c.ID, "confirm ") && len(offered) == len(values) && len(values) >= c.Min:
			return []step{{c, values}}
		case strings.HasPrefix(c.ID, "pick ") && len(offered) > 0:
			parts = append(parts, step{c, offered})
		}
	}
	last := slices.IndexFunc(controls, func(c Control) bool { return strings.HasPrefix(c.ID, "confirm ") })
	if last < 0 || len(parts) == 0 {
		return nil
	}
	return append(parts, step{controls[last], nil})
}

// moveOf returns the command's move, or "".
func moveOf(line string) string {
	line, _, _ = strings.Cut(line, " ~") // the platform's suffix
	words := strings.Fields(line)
	if len(words) < 4 || words[0] != "do" {
		return ""
	}
	return strings.Join(words[3:], " ")
}
