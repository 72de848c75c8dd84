package guides

import (
	"fmt"
	"strings"

	"tarockbot/engine"
)

// TariffWords are the words of one language in which guides tell an engine.Tariff. The guides of Kosakeln and of
// Illustrated Tarock share them.
type TariffWords struct {
	language  string
	times     string         // formats a contract's name and Contract.Times
	takes     map[int]string // what the declarer takes, by Contract.Packet
	game      string         // stands before the values of Tariff.Games
	doublings [2]string      // contra, re
	early     string         // stands after the name of a doubling before the talon
	factor    string         // formats a doubling's factor
	series    [2]string      // parts of sentences: the first formats a series' goal, the second its goal and its extra
}

// tariffWords are the words by language.
var tariffWords = map[string]TariffWords{
	"de": {
		language:  "de",
		times:     "%s: mal %d, ",
		takes:     map[int]string{0: "der Talon bleibt liegen", 1: "du nimmst 1 Karte", 2: "du nimmst 2 Karten", 3: "du nimmst 3 Karten"},
		game:      "Spielwert",
		doublings: [...]string{"Kontra", "Re"}, early: " vor dem Talon", factor: ": mal %d",
		series: [...]string{", bis jemand nach einem Spiel %d hat. ", "Jeder mit %d oder mehr bekommt dann noch %d dazu"},
	},
	"en": {
		language:  "en",
		times:     "%s: times %d, ",
		takes:     map[int]string{0: "the talon stays down", 1: "you take 1 card", 2: "you take 2 cards", 3: "you take 3 cards"},
		game:      "Game value",
		doublings: [...]string{"Contra", "Re"}, early: " before the talon", factor: ": times %d",
		series: [...]string{"play until somebody has %d after a deal. ", "Everybody with %d or more then gets %d extra"},
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

// TariffWordsIn returns the words of a language of the guides.
func TariffWordsIn(lang string) TariffWords { return tariffWords[lang] }

// Contracts returns a line for each contract.
func (w TariffWords) Contracts() (lines []string) {
	for _, c := range engine.Contracts {
		lines = append(lines, fmt.Sprintf(w.times, Capitalized(c.Name), c.Times)+w.takes[c.Packet])
	}
	return lines
}

// SeriesTexts returns the parts of sentences that tell how a series ends.
func (w TariffWords) SeriesTexts() []string {
	return []string{fmt.Sprintf(w.series[0], engine.SeriesGoal), fmt.Sprintf(w.series[1], engine.SeriesGoal, engine.SeriesExtra)}
}

// Values returns the lines of a tariff: its games, its bonuses, and the first maxDoublings doublings. If doublings
// before the talon are squared, they have lines of their own.
func (w TariffWords) Values(t *engine.Tariff, maxDoublings int, squared bool) []string {
	var games []string
	for c, values := range t.Games {
		games = append(games, Capitalized(engine.Contracts[c].Name)+" "+strings.ReplaceAll(strings.Trim(fmt.Sprint(values), "[]"), " ", "/"))
	}
	lines := []string{w.game + ": " + strings.Join(games, ", ")}
	for b := range t.Offered().All() {
		price := t.Prices[b]
		lines = append(lines, fmt.Sprintf("%s: %s/%s/%s", bonusNames[b][w.language], worthText(price.Early), worthText(price.Late), worthText(price.Silent)))
	}
	if squared {
		for n, name := range w.doublings[:maxDoublings] {
			lines = append(lines, name+w.early+fmt.Sprintf(w.factor, engine.Claim{Doubled: n + 1, Squared: true}.Factor()))
		}
	}
	for n, name := range w.doublings[:maxDoublings] {
		lines = append(lines, name+fmt.Sprintf(w.factor, engine.Claim{Doubled: n + 1}.Factor()))
	}
	return lines
}

// worthText returns the worth of a bonus as a text; a dash for 0, if the bonus can't be had.
func worthText(value int) string {
	if value == 0 {
		return "–"
	}
	return fmt.Sprint(value)
}

// Capitalized returns the name of the word with a capital first letter.
func Capitalized(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
