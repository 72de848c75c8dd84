package enginetest

import (
	"fmt"
	"strings"

	"tarockbot/engine"
)

// TariffWords are the words in which the guides of one language tell a tariff.
type TariffWords struct {
	times     string // contract name, M
	takes     map[int]string
	game      string
	bonuses   map[engine.Word]string
	doublings [2]string // contra, re
	early     string    // after a doubling's name, before the talon
	factor    string
	Series    [2]string // the goal, and the extra
}

// TariffWordings are the words of each language.
var TariffWordings = map[string]TariffWords{
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
		Series: [...]string{", bis jemand nach einem Spiel %d hat. ", "Jeder mit %d oder mehr bekommt dann noch %d dazu"},
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
		Series: [...]string{"ou play until somebody has %d after a deal. ", "Everybody with %d or more then gets %d extra"},
	},
}

// Contracts are the bullets of the contracts.
func (w TariffWords) Contracts() (lines []string) {
	for _, c := range engine.Contracts {
		lines = append(lines, fmt.Sprintf(w.times, Title(c.Name), c.Times)+w.takes[c.Packet])
	}
	return lines
}

// Values are the bullets of a tariff with so many doublings, before the talon, too, if
// they are squared there.
func (w TariffWords) Values(t *engine.Tariff, rungs int, squared bool) []string {
	var games []string
	for c, values := range t.Games {
		games = append(games, Title(engine.Contracts[c].Name)+" "+strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", "/"))
	}
	lines := []string{w.game + ": " + strings.Join(games, ", ")}
	for b := range t.Offered().All() {
		price := t.Prices[b]
		lines = append(lines, fmt.Sprintf("%s: %s/%s/%s", w.bonuses[b], worthText(price.Early), worthText(price.Late), worthText(price.Silent)))
	}
	if squared {
		lines = append(lines, w.doublingLines(rungs, true)...)
	}
	return append(lines, w.doublingLines(rungs, false)...)
}

func (w TariffWords) doublingLines(rungs int, early bool) (lines []string) {
	for n := range rungs {
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

// Title is the word with a capital.
func Title(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
