package illustrated

import (
	"fmt"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/enginetest"
)

// wording is how the guide of one language writes what the tables hold.
type wording struct {
	times      string // contract name, M
	takes      map[int]string
	game       string
	bonuses    map[engine.Word]string
	doublings  [2]string // contra, re
	early      string    // after a doubling's name, before the talon
	factor     string
	trischaken string
	unbid      string
	hundred    []string
	points     [2]string // Löw's 40 and 50: what each brings
	left       string    // Trischaken, left
}

var wordings = map[string]wording{
	"de": {
		times: "%s: mal %d, ",
		takes: map[int]string{0: "der Talon bleibt liegen", 1: "du nimmst 1 Karte", 2: "du nimmst 2 Karten", 3: "du nimmst 3 Karten"},
		game:  "Spielwert",
		bonuses: map[engine.Word]string{
			engine.Pagat: "Pagat ultimo", engine.Uhu: "Uhu", engine.Absolute: "Absolut", engine.Panzer: "Panzer",
			engine.WithoutTrull: "Ohne Trull", engine.WithoutKings: "Ohne Könige", engine.Valat: "Valat",
			engine.Trull: "Trull", engine.Kings: "Vier Könige", engine.Honours: "Zwei Trullstücke",
		},
		doublings: [...]string{"Kontra", "Re"}, early: " vor dem Talon", factor: ": mal %d",
		trischaken: "Trischaken: die meisten Punkte minus %d, die anderen %d, ohne Stich %d",
		unbid:      "Hat noch niemand geboten, sind es %d.",
		hundred: []string{
			"Gespielt wird, bis jemand nach einem Spiel %d hat. ",
			"Jeder mit %d oder mehr bekommt dann noch %d dazu. ",
		},
		points: [...]string{"- Absolut, die %d, bringt %d, mal die Zahl des Spiels. ", "- Panzer, die %d, bringt %d, mal die Zahl des Spiels. "},
		left:   "Im Trischaken werden dem, der aufgibt, %d abgezogen, und die anderen bekommen %d.",
	},
	"en": {
		times: "%s: times %d, ",
		takes: map[int]string{0: "the talon stays down", 1: "you take 1 card", 2: "you take 2 cards", 3: "you take 3 cards"},
		game:  "Game value",
		bonuses: map[engine.Word]string{
			engine.Pagat: "Pagat ultimo", engine.Uhu: "Uhu", engine.Absolute: "Absolute", engine.Panzer: "Panzer",
			engine.WithoutTrull: "Without Trull", engine.WithoutKings: "Without Kings", engine.Valat: "Valat",
			engine.Trull: "Trull", engine.Kings: "Four Kings", engine.Honours: "Two Trull cards",
		},
		doublings: [...]string{"Contra", "Re"}, early: " before the talon", factor: ": times %d",
		trischaken: "Trischaken: most points minus %d, the others %d, without a trick %d",
		unbid:      "If nobody has bid yet, it is %d.",
		hundred: []string{
			"You play until somebody has %d after a deal. ",
			"Everybody with %d or more then gets %d extra. ",
		},
		points: [...]string{"- Absolute, the %d, brings %d, times the number of the contract. ", "- Panzer, the %d, brings %d, times the number of the contract. "},
		left:   "In Trischaken whoever leaves is charged %d, and the others get %d.",
	},
}

// contractLines are the bullets of the contracts.
func (w wording) contractLines() (lines []string) {
	for _, c := range engine.Contracts {
		lines = append(lines, fmt.Sprintf(w.times, title(c.Name), c.Times)+w.takes[c.Packet])
	}
	return lines
}

// valueLines are all bullets of the topic of values.
func (w wording) valueLines() []string {
	lines := w.contractLines()
	for _, set := range []string{Loew, Beck, MayrSedlaczek} {
		lines = append(lines, w.setLines(ruleSets[set])...)
		if set == Beck {
			lines = append(lines, fmt.Sprintf(w.trischaken, trischakenLoss, trischakenGain, trischakenGain+trischakenClean))
		}
	}
	return lines
}

func (w wording) setLines(set *ruleSet) []string {
	var games []string
	for c, values := range set.tariff.Games {
		games = append(games, title(engine.Contracts[c].Name)+" "+strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", "/"))
	}
	lines := []string{w.game + ": " + strings.Join(games, ", ")}
	for b := range set.tariff.Offered().All() {
		row := set.tariff.Prices[b]
		lines = append(lines, fmt.Sprintf("%s: %s/%s/%s", w.bonuses[b], worthText(row.Early), worthText(row.Late), worthText(row.Silent)))
	}
	if set.squared {
		lines = append(lines, w.doublingLines(set, true)...)
	}
	return append(lines, w.doublingLines(set, false)...)
}

func (w wording) doublingLines(set *ruleSet, early bool) (lines []string) {
	for n := range set.rungs {
		name := w.doublings[n]
		if early {
			name += w.early
		}
		lines = append(lines, name+fmt.Sprintf(w.factor, engine.Claim{Doubled: n + 1, Squared: early}.Factor()))
	}
	return lines
}

func worthText(value int) string {
	if value == 0 {
		return "–"
	}
	return fmt.Sprint(value)
}

func title(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// TestGuideValues holds every number of the topic of values to the tables.
func TestGuideValues(t *testing.T) {
	for lang, w := range wordings {
		enginetest.Lines(t, Game, lang, enginetest.Bullets(w.valueLines()), "- ")
	}
}

// TestGuideRepeats holds the values that other topics repeat to the tables.
func TestGuideRepeats(t *testing.T) {
	for lang, w := range wordings {
		enginetest.Says(t, Game, lang, "auction", enginetest.Bullets(w.contractLines())...)
		enginetest.Says(t, Game, lang, "leaving", fmt.Sprintf(w.unbid, engine.UnbidValue), fmt.Sprintf(w.left, trischakenLoss, trischakenGain))
		enginetest.Says(t, Game, lang, "scoring", fmt.Sprintf(w.hundred[0], engine.SeriesGoal), fmt.Sprintf(w.hundred[1], engine.SeriesGoal, engine.SeriesExtra))
		for i, b := range []engine.Word{engine.Absolute, engine.Panzer} {
			row := ruleSets[Loew].tariff.Prices[b]
			enginetest.Says(t, Game, lang, "announcements", fmt.Sprintf(w.points[i], b.Bonus().Points, max(row.Early, row.Late)))
		}
	}
}

func TestGuide(t *testing.T) { enginetest.Guide(t, Game, Reasons()) }

// TestPlayTopic: how cards are played is explained for the contract at hand.
func TestPlayTopic(t *testing.T) {
	for contract, want := range map[engine.Word]string{engine.Trischaken: "trischaken", engine.Dreiblatt: "tricks"} {
		if got := Game.Topic(engine.Table{Phase: engine.Playing, Contract: contract}); got != want {
			t.Errorf("%s is explained by %s, want %s", contract, got, want)
		}
	}
}
