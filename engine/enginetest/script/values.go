package script

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
)

// Values has the values in a game's transcripts by name. A name without a value, such as "lost", has 0.
type Values map[string]int

// Add adds a value. One name must always have the same value.
func (v Values) Add(t *testing.T, o Outcome, name string, value int) {
	t.Helper()
	if before, shown := v[name]; shown && before != value {
		t.Errorf("%s: %s is %d, but %d in another deal", o.Name, name, value, before)
	}
	v[name] = value
}

// Expect compares all values with the file.
func (v Values) Expect(t *testing.T, file string) {
	t.Helper()
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(v)) {
		if text.WriteString(name); v[name] != 0 {
			fmt.Fprint(&text, " ", v[name])
		}
		text.WriteString("\n")
	}
	golden.Expect(t, file, text.String())
}

var doublings = []string{"", "contra", "re", "sub"}

// TariffValues returns the values of games and bonuses without M, E and doublings, the factors of doublings, and how
// items end. It skips deals that somebody left.
func TariffValues(t *testing.T, outcomes []Outcome) Values {
	t.Helper()
	v := Values{}
	for _, o := range outcomes {
		if r := o.Table.Result; r != nil && !r.End.WasCutShort() {
			for _, item := range r.Items {
				v.addTariffItem(t, o, item)
			}
		}
	}
	return v
}

func (v Values) addTariffItem(t *testing.T, o Outcome, item engine.Item) {
	t.Helper()
	name, factor := o.Rules+" "+item.Item.String()+" ", max(item.Factor, 1)
	if item.Item == engine.Trischaken {
		v.Add(t, o, fmt.Sprint(name, ending(item), ", without a trick: ", o.Table.WonTricks[item.By] == 0), item.Value)
		return
	}
	v.Add(t, o, name+ending(item), 0)
	if factor > 1 {
		v.Add(t, o, fmt.Sprint(o.Rules, " ", doublings[item.Doubled], " ", o.doubledWhen(item)), factor)
	}
	worth := item.Value / factor / item.Times
	if item.Item != engine.TheGame {
		v.Add(t, o, name+o.saidWhen(item), worth)
		return
	}
	excess := engine.Rounded(o.Table.Result.Thirds[o.Table.Declarer]) - engine.Rounded(engine.NeededThirds) + 1
	name += strings.TrimSpace(fmt.Sprint(o.Table.Contract, " ", o.Table.Level))
	if item.Excess == 0 && excess != 0 {
		name, excess = name+" without E", 0
	}
	v.Add(t, o, name, worth-max(excess, -excess))
}

func ending(item engine.Item) string {
	switch {
	case item.Won:
		return "won"
	case item.Silent:
		return "beaten"
	default:
		return "lost"
	}
}

func (o Outcome) saidWhen(item engine.Item) string {
	early, said := o.Said(item.By, item.Item)
	switch {
	case item.Silent == said:
		return "neither said nor silent"
	case item.Silent:
		return "silent"
	case o.Table.Contract == engine.Solo:
		return "solo"
	case early:
		return "before"
	default:
		return "after"
	}
}

func (o Outcome) doubledWhen(item engine.Item) string {
	i := slices.IndexFunc(o.Table.Claims, func(c engine.Claim) bool { return c.Bonus == item.Item && c.Seat == item.By })
	switch c := o.Table.Claims[i]; {
	case o.Table.Contract == engine.Solo:
		return "solo"
	case c.Squared || c.Early:
		return "before"
	default:
		return "after"
	}
}
