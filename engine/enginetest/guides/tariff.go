package guides

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine"
)

// TariffWords holds one language's phrases for an engine.Tariff.
type TariffWords struct {
	packetTexts [4]string // by Contract.Packet
	timesFormat string    // for Contract.Times, or a doubling's factor
	gamesLabel  string
	bonuses     map[engine.Word]string
	doublings   [2]string
	earlySuffix string
	seriesEnd   string // for SeriesGoal and SeriesExtra
}

var tariffWords = map[string]TariffWords{
	"de": {
		packetTexts: [...]string{"der Talon bleibt liegen", "du nimmst 1 Karte", "du nimmst 2 Karten", "du nimmst 3 Karten"},
		timesFormat: ": mal %d",
		gamesLabel:  "Spielwert",
		bonuses: map[engine.Word]string{
			engine.Pagat: "Pagat ultimo", engine.Uhu: "Uhu", engine.Absolute: "Absolut", engine.Panzer: "Panzer",
			engine.WithoutTrull: "Ohne Trull", engine.WithoutKings: "Ohne Könige", engine.Valat: "Valat",
			engine.Trull: "Trull", engine.Kings: "Vier Könige", engine.TwoTrull: "Zwei Trullstücke",
		},
		doublings:   [...]string{"Kontra", "Re"},
		earlySuffix: " vor dem Talon",
		seriesEnd:   ", bis jemand nach einem Spiel %[1]d hat. Jeder mit %[1]d oder mehr bekommt dann noch %[2]d dazu",
	},
	"en": {
		packetTexts: [...]string{"the talon stays down", "you take 1 card", "you take 2 cards", "you take 3 cards"},
		timesFormat: ": times %d",
		gamesLabel:  "Game value",
		bonuses: map[engine.Word]string{
			engine.Pagat: "Pagat ultimo", engine.Uhu: "Uhu", engine.Absolute: "Absolute", engine.Panzer: "Panzer",
			engine.WithoutTrull: "Without Trull", engine.WithoutKings: "Without Kings", engine.Valat: "Valat",
			engine.Trull: "Trull", engine.Kings: "Four Kings", engine.TwoTrull: "Two Trull cards",
		},
		doublings:   [...]string{"Contra", "Re"},
		earlySuffix: " before the talon",
		seriesEnd:   "play until somebody has %[1]d after a deal. Everybody with %[1]d or more then gets %[2]d extra",
	},
}

// TariffWordsIn returns the words of a language.
func TariffWordsIn(t testing.TB, lang string) TariffWords {
	t.Helper()
	return wordingIn(t, tariffWords, "words for a tariff", lang)
}

// Takes tells what the declarer takes, by Contract.Packet.
func (w TariffWords) Takes(packet int) string { return w.packetTexts[packet] }

// Contracts returns a line for each contract.
func (w TariffWords) Contracts() (lines []string) {
	for _, c := range engine.Contracts {
		lines = append(lines, Capitalized(c.Name)+fmt.Sprintf(w.timesFormat, c.Times)+", "+w.Takes(c.Packet))
	}
	return lines
}

// SeriesEnd tells how a series ends.
func (w TariffWords) SeriesEnd() string {
	return fmt.Sprintf(w.seriesEnd, engine.SeriesGoal, engine.SeriesExtra)
}

// Values returns the lines of a tariff: its games, its bonuses, and the first maxDoublings doublings. If earlySquared,
// doublings before the talon have lines and squared factors.
func (w TariffWords) Values(tariff *engine.Tariff, maxDoublings int, earlySquared bool) []string {
	var games []string
	for c, values := range tariff.Games {
		games = append(games, Capitalized(engine.Contracts[c].Name)+" "+worthsText(values...))
	}
	lines := []string{w.gamesLabel + ": " + strings.Join(games, ", ")}
	for b := range tariff.Offered().All() {
		price := tariff.Prices[b]
		lines = append(lines, w.bonuses[b]+": "+worthsText(price.Early, price.Late, price.Silent))
	}
	if earlySquared {
		lines = append(lines, w.doublingLines(maxDoublings, true)...)
	}
	return append(lines, w.doublingLines(maxDoublings, false)...)
}

func (w TariffWords) doublingLines(n int, early bool) (lines []string) {
	for i, name := range w.doublings[:n] {
		if early {
			name += w.earlySuffix
		}
		lines = append(lines, name+fmt.Sprintf(w.timesFormat, engine.Claim{Doubled: i + 1, Squared: early}.Factor()))
	}
	return lines
}

// worthsText writes "4/8/–"; the dash for 0 says that there is no such bonus.
func worthsText(worths ...int) string {
	texts := make([]string, len(worths))
	for i, worth := range worths {
		texts[i] = strconv.Itoa(worth)
		if worth == 0 {
			texts[i] = "–"
		}
	}
	return strings.Join(texts, "/")
}
