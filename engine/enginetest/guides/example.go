package guides

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// digits finds numbers; numberWords finds numbers written as words, except "one", which is also a German article.
var (
	digits      = regexp.MustCompile(`\d+`)
	numberWords = regexp.MustCompile(`\b(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|two|three|four|five|six|seven|eight|nine|ten)\b`)
)

// CheckExampleNumbers checks the numbers of a deal that a topic works out. In every language the lines with
// numbers must have the wanted ones, line by line, and no number may be written as a word.
func CheckExampleNumbers(t *testing.T, g engine.Game, topic string, want ...[]int) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		lines := Topic(t, g, lang, topic)
		for _, line := range lines {
			if word := numberWords.FindString(line); word != "" {
				t.Errorf("%s: %s: the number %s isn't in digits: %s", lang, topic, word, line)
			}
		}
		compareNumbers(t, lang, topic, lines, want)
	}
}

// CheckSectionNumbers checks the lines with numbers of one section of a topic. Sections are counted from 1.
func CheckSectionNumbers(t *testing.T, g engine.Game, topic string, section int, want ...[]int) {
	t.Helper()
	for _, lang := range Languages(t, g) {
		sections := strings.Split(strings.Join(Topic(t, g, lang, topic), "\n"), "\n## ")
		if section >= len(sections) {
			t.Fatalf("%s: %s has no section %d", lang, topic, section)
		}
		compareNumbers(t, lang, topic, strings.Split(sections[section], "\n"), want)
	}
}

// compareNumbers checks that the lines with numbers have the wanted ones.
func compareNumbers(t *testing.T, lang, topic string, lines []string, want [][]int) {
	t.Helper()
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return !digits.MatchString(line) })
	for i := range max(len(lines), len(want)) {
		switch {
		case i >= len(lines):
			t.Errorf("%s: %s: no line has %v", lang, topic, want[i])
		case i >= len(want):
			t.Errorf("%s: %s: nothing is known of: %s", lang, topic, lines[i])
		case !slices.Equal(numbersIn(lines[i]), want[i]):
			t.Errorf("%s: %s: want %v in: %s", lang, topic, want[i], lines[i])
		}
	}
}

// numbersIn returns the numbers of a line.
func numbersIn(line string) (numbers []int) {
	for _, text := range digits.FindAllString(line, -1) {
		n, _ := strconv.Atoi(text) // digits alone; one too large is wrong anyway
		numbers = append(numbers, n)
	}
	return numbers
}

// PointNumbers returns the numbers in which guides write thirds of a card point: the points and the
// leaves, without zeros.
func PointNumbers(thirds int) (numbers []int) {
	for _, n := range []int{thirds / 3, thirds % 3} {
		if n > 0 {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// Row returns the numbers of a line. Its parts must be ints and slices of ints.
func Row(parts ...any) (numbers []int) {
	for _, part := range parts {
		switch part := part.(type) {
		case int:
			numbers = append(numbers, part)
		case []int:
			numbers = append(numbers, part...)
		default:
			panic(fmt.Sprintf("a row has no %T", part))
		}
	}
	return numbers
}

// FaceRows returns the numbers with which guides tell what cards count: the face values from a
// king to a pip card, the whole points of each but the pip card, and the points of the pack.
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

// NeededRows returns the numbers with which guides tell what wins: the points, the rounded
// points, and the points of the best score that doesn't win. Guides tell the leaves in words.
func NeededRows() []int {
	points := engine.NeededThirds / 3
	return []int{points, engine.Rounded(engine.NeededThirds), points}
}

// TrickRows returns the numbers with which guides count a trick: first each card, then all
// cards, then three cards together less two, where a pip card joins a trick of two. The last
// row is what sides with so many thirds count at the end.
func TrickRows(trick engine.Trick, sides ...int) (rows [][]int) {
	const together, off = 3, 2
	plain := card.Hearts.Cards().Lowest()
	cards := append(slices.Clone(trick.Cards[:trick.N]), slices.Repeat([]card.Card{plain}, together-int(trick.N))...)
	faces, sum, points := []int{}, 0, 0
	for i, c := range cards {
		faces, sum, points = append(faces, c.Face()), sum+c.Face(), points+c.Bit().Thirds()/3
		if i < int(trick.N) {
			rows = append(rows, PointNumbers(c.Bit().Thirds()))
		}
	}
	rows = append(rows, PointNumbers(trick.Set().Thirds()),
		Row(together, faces, sum, off, sum-off, points, together, sum-off))
	var ends []int
	for _, thirds := range sides {
		ends = append(ends, Row(PointNumbers(thirds), engine.Rounded(thirds))...)
	}
	return append(rows, ends)
}
