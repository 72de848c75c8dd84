package guides

import (
	"regexp"
	"strings"
	"testing"
)

// A text may have these marks: "# " before its title, "## " before a heading, "- " before a bullet, and "**" around bold
// words. One empty line separates its parts, but bullets follow each other directly.
var (
	numbered = regexp.MustCompile(`^(- )?\d+[.)] `)
	bold     = regexp.MustCompile(`\*\*[^* ]([^*]*[^* ])?\*\*`)
	// plainLine matches a line whose bold words were replaced. After the mark of a heading or a bullet it allows no
	// character that Markdown could take for a mark.
	plainLine = regexp.MustCompile("^(##? |- )?[^\\s#*_`~|<>\\[\\]\\\\+-][^#*_`~|<>\\[\\]\\\\\\t]*$")
	// plainMark matches a mark that a plain line may have.
	plainMark = regexp.MustCompile(`^(##?|-) |\*\*`)
)

// checkMarks checks that a text has only these marks, and that one empty line separates its parts. Its errors begin with
// where the text is from.
func checkMarks(t testing.TB, where, text string) {
	t.Helper()
	lines, before := strings.Split(text, "\n"), ""
	for i, line := range lines {
		betweenBullets := isBullet(before) && isBullet(line)
		switch {
		case line == "" && (before == "" || i == len(lines)-1):
			t.Errorf("%s, line %d: an empty line too many", where, i+1)
		case line != "" && before != "" && !betweenBullets:
			t.Errorf("%s, line %d: no empty line before: %s", where, i+1, line)
		case strings.TrimSpace(line) != line:
			t.Errorf("%s, line %d: blanks at an end: %q", where, i+1, line)
		case line != "" && !isPlain(line):
			t.Errorf("%s, line %d: a mark that not every chat can show: %s", where, i+1, line)
		}
		before = line
	}
}

// checkUnmarked checks texts of one line. They may have no marks, because the bot shows them as they are.
func checkUnmarked(t testing.TB, where string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		switch {
		case strings.TrimSpace(text) != text:
			t.Errorf("%s: blanks at an end: %q", where, text)
		case text != "" && (!isPlain(text) || plainMark.MatchString(text)):
			t.Errorf("%s: a mark: %s", where, text)
		}
	}
}

func isBullet(line string) bool { return strings.HasPrefix(line, "- ") }

// isPlain reports whether the line has only the marks that every chat can show.
func isPlain(line string) bool {
	return plainLine.MatchString(bold.ReplaceAllString(line, "bold")) && !numbered.MatchString(line)
}
