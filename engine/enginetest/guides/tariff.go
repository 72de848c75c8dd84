package guides

import (
	"fmt"
	"strings"

	"tarockbot/engine"
)

// TariffWords are the words in which the guides of one language tell a tariff. Kosakeln and Illustrated Tarock share
// them, for both have rule sets with an engine.Tariff.
type TariffWords struct {
	times     string // contract name, M
	takes     map[int]string
	game      string
	language  string
	doublings [2]string // contra, re
	early     string    // after a doubling's name, before the talon
	factor    string
	Series    [2]string // the goal, and the extra
}

// TariffWordings are the words of each language.
var TariffWordings = map[string]TariffWords{
	"de": {
		language:  "de",
		times:     "%s: mal %d, ",
		takes:     map[int]string{0: "der Talon bleibt liegen", 1: "du nimmst 1 Karte", 2: "du nimmst 2 Karten", 3: "du nimmst 3 Karten"},
		game:      "Spielwert",
		doublings: [...]string{"Kontra", "Re"}, early: " vor dem Talon", factor: ": mal %d",
		Series: [...]string{", bis jemand nach einem Spiel %d hat. ", "Jeder mit %d oder mehr bekommt dann noch %d dazu"},
	},
	"en": {
		language:  "en",
		times:     "%s: times %d, ",
		takes:     map[int]string{0: "the talon stays down", 1: "you take 1 card", 2: "you take 2 cards", 3: "you take 3 cards"},
		game:      "Game value",
		doublings: [...]string{"Contra", "Re"}, early: " before the talon", factor: ": times %d",
		Series: [...]string{"ou play until somebody has %d after a deal. ", "Everybody with %d or more then gets %d extra"},
	},
}

// bonusNames are what guides call the bonuses of a tariff, by language.
var bonusNames = map[engine.Word]map[string]string{
	engine.Pagat:        {"de": "Pagat ultimo", "en": "Pagat ultimo"},
	engine.Uhu:          {"de": "Uhu", "en": "Uhu"},
	engine.Absolute:     {"de": "Absolut", "en": "Absolute"},
	engine.Panzer:       {"de": "Panzer", "en": "Panzer"},
	engine.WithoutTrull: {"de": "Ohne Trull", "en": "Without Trull"},
	engine.WithoutKings: {"de": "Ohne Könige", "en": "Without Kings"},
	engine.Valat:        {"de": "Valat", "en": "Valat"},
	engine.Trull:        {"de": "Trull", "en": "Trull"},
	engine.Kings:        {"de": "Vier Könige", "en": "Four Kings"},
	engine.TwoTrull:     {"de": "Zwei Trullstücke", "en": "Two Trull cards"},
}

// Contracts returns the bullets of the contracts.
func (w TariffWords) Contracts() (lines []string) {
	for _, c := range engine.Contracts {
		lines = append(lines, fmt.Sprintf(w.times, Title(c.Name), c.Times)+w.takes[c.Packet])
	}
	return lines
}

// Values returns the bullets of a tariff with so many doublings, before the talon,
// too, if they are squared there.
func (w TariffWords) Values(t *engine.Tariff, rungs int, squared bool) []string {
	var games []string
	for c, values := range t.Games {
		games = append(games, Title(engine.Contracts[c].Name)+" "+strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", "/"))
	}
	lines := []string{w.game + ": " + strings.Join(games, ", ")}
	for b := range t.Offered().All() {
		price := t.Prices[b]
		lines = append(lines, fmt.Sprintf("%s: %s/%s/%s", bonusNames[b][w.language], worthText(price.Early), worthText(price.Late), worthText(price.Silent)))
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

// Title returns the word with a capital.
func Title(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
