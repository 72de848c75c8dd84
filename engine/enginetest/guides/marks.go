package guides

import (
	"regexp"
	"strings"
	"testing"
)

// Texts may have these marks: "# " before the title, "## " before a heading, "- " before a bullet, and "**" around bold
// words. Empty lines separate the parts, but not bullets.
var (
	numbered = regexp.MustCompile(`^(- )?\d+[.)] `)
	bold     = regexp.MustCompile(`\*\*[^* ]([^*]*[^* ])?\*\*`)
	// plainLine allows no Markdown.
	plainLine = regexp.MustCompile("^(##? |- )?[^\\s#*_`~|<>\\[\\]\\\\+-][^#*_`~|<>\\[\\]\\\\\\t]*$")
	plainMark = regexp.MustCompile(`^(##?|-) |\*\*`)
)

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

// checkUnmarked allows no marks, because the bot shows these texts as they are.
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

func isPlain(line string) bool {
	return plainLine.MatchString(bold.ReplaceAllString(line, "bold")) && !numbered.MatchString(line)
}
