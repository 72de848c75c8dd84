package guides

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

var (
	digits = regexp.MustCompile(`\d+`)
	// numberWords finds numbers from 2 that are written as words. It can't find 1: in German that word is also an article.
	numberWords = regexp.MustCompile(`\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|two|three|four|five|six|seven|eight|nine|ten)\b`)
)

// CheckExampleNumbers checks the numbers of a deal that a topic works out. In every language the lines with numbers must
// have the wanted rows, and no number may be written as a word. A row holds the numbers of one line, in their order.
func CheckExampleNumbers(t *testing.T, g engine.Game, topic string, rows [][]int) {
	t.Helper()
	for _, lang := range languages(t, g) {
		text := topicText(t, g, lang, topic)
		if word := numberWords.FindString(text); word != "" {
			t.Errorf("%s: %s: the number %s isn't in digits", lang, topic, word)
		}
		compareNumbers(t, lang, topic, text, rows)
	}
}

// CheckSectionNumbers checks that the lines with numbers of one section of a topic have the wanted rows in every
// language. Sections are counted from 1.
func CheckSectionNumbers(t *testing.T, g engine.Game, topic string, section int, rows [][]int) {
	t.Helper()
	for _, lang := range languages(t, g) {
		sections := strings.Split(topicText(t, g, lang, topic), "\n## ")
		if section >= len(sections) {
			t.Fatalf("%s: %s has no section %d", lang, topic, section)
		}
		compareNumbers(t, lang, topic, sections[section], rows)
	}
}

// compareNumbers checks that the lines with numbers of a text have the wanted rows.
func compareNumbers(t *testing.T, lang, topic, text string, rows [][]int) {
	t.Helper()
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return !digits.MatchString(line) })
	if len(lines) != len(rows) {
		t.Errorf("%s: %s: %d lines have numbers, want %d", lang, topic, len(lines), len(rows))
	}
	for i := range min(len(lines), len(rows)) {
		if !slices.Equal(numbersIn(lines[i]), rows[i]) {
			t.Errorf("%s: %s: want %v in: %s", lang, topic, rows[i], lines[i])
		}
	}
}

// numbersIn returns the numbers of a line.
func numbersIn(line string) (numbers []int) {
	for _, text := range digits.FindAllString(line, -1) {
		n, _ := strconv.Atoi(text) // fails only for a number that is too large, which is never wanted
		numbers = append(numbers, n)
	}
	return numbers
}

// PointNumbers returns the numbers in which guides write thirds of a card point: the points and the leaves, each only if
// it isn't 0.
func PointNumbers(thirds int) []int {
	return slices.DeleteFunc([]int{thirds / 3, thirds % 3}, func(n int) bool { return n == 0 })
}

// FaceRows returns the rows of the section that tells what cards count: the face values from a king to a pip card, the
// whole points of each but the pip card, and the points of the pack.
func FaceRows() (rows [][]int) {
	counted := card.Hearts.Cards().Cards()[3:] // one pip card, the valet, …
	for _, c := range slices.Backward(counted) {
		rows = append(rows, []int{c.Face()})
	}
	for _, c := range slices.Backward(counted[1:]) {
		rows = append(rows, []int{c.Bit().Thirds() / 3})
	}
	return append(rows, []int{card.Full.Thirds() / 3})
}

// NeededRows returns the row of the section that tells what wins: the points, the rounded points, and the points of the
// best score that doesn't win. Guides tell the leaves of the two scores in words.
func NeededRows() [][]int {
	points := engine.NeededThirds / 3
	return [][]int{{points, engine.Rounded(engine.NeededThirds), points}}
}

// TrickRows returns the rows of the section that counts a trick in both ways:
//
//   - a row for the points of each card of the trick, and a row for the points of the whole trick;
//   - a row that adds the face values of three cards and takes two off, as people do at a table, and then counts the same
//     cards one by one. The third card of a trick of two is a pip card;
//   - a row for the ends of deals: the points of each side, given in thirds, and the rounded points.
func TrickRows(trick engine.Trick, sides ...int) (rows [][]int) {
	const together, off = 3, 2
	cards := slices.Clone(trick.Cards[:trick.N])
	for _, c := range cards {
		rows = append(rows, PointNumbers(c.Bit().Thirds()))
	}
	rows = append(rows, PointNumbers(trick.Set().Thirds()))
	if len(cards) < together {
		cards = append(cards, card.Hearts.Cards().Lowest())
	}
	counted, faces, points := []int{together}, 0, 0
	for _, c := range cards {
		counted, faces, points = append(counted, c.Face()), faces+c.Face(), points+c.Bit().Thirds()/3
	}
	counted = append(counted, faces, off, faces-off, points, together, faces-off)
	var ends []int
	for _, thirds := range sides {
		ends = append(append(ends, PointNumbers(thirds)...), engine.Rounded(thirds))
	}
	return append(rows, counted, ends)
}
