package kosakeln

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
)

// wording is how the guide of one language writes what the tables hold.
type wording struct {
	game      string // contract name, value
	takes     map[int]string
	bonuses   [bonusCount]string
	points    string // of Absolute and Panzer, after their names
	silent    string
	announced string
	doublings [rungs]string // name and "times"
	unbid     string
}

var wordings = map[string]wording{
	"de": {
		game:  "%s: Spielwert %d, ",
		takes: map[int]string{0: "der Talon bleibt liegen", 1: "du nimmst 1 Karte", 2: "du nimmst 2 Karten", 3: "du nimmst 3 Karten"},
		bonuses: [...]string{
			"Pagat ultimo", "Uhu", "Pelikan", "Quapil", "Absolut", "Panzer",
			"Ohne Trull", "Ohne Könige", "Valat", "Trull", "Vier Könige", "Vier Vögel",
		},
		points: " (%d Punkte)", silent: "still", announced: "angesagt",
		doublings: [...]string{"Kontra: mal", "Re: mal", "Sub: mal"},
		unbid:     "Noch kein Gebot: %d",
	},
	"en": {
		game:  "%s: game value %d, ",
		takes: map[int]string{0: "the talon stays down", 1: "you take 1 card", 2: "you take 2 cards", 3: "you take 3 cards"},
		bonuses: [...]string{
			"Pagat ultimo", "Uhu", "Pelikan", "Quapil", "Absolute", "Panzer",
			"Without Trull", "Without Kings", "Valat", "Trull", "Four Kings", "Four Birds",
		},
		points: " (%d points)", silent: "silent", announced: "announced",
		doublings: [...]string{"Contra: times", "Re: times", "Sub: times"},
		unbid:     "No bid yet: %d",
	},
}

// contractLines are the bullets of the contracts.
func (w wording) contractLines() (lines []string) {
	for _, c := range contracts {
		lines = append(lines, fmt.Sprintf(w.game, title(c.name), c.value)+w.takes[c.packet])
	}
	return lines
}

// valueLines are all bullets of the topic of values.
func (w wording) valueLines() []string {
	lines := w.contractLines()
	for b := range bonusCount {
		lines = append(lines, w.bonusLines(b)...)
	}
	for i, words := range w.doublings {
		lines = append(lines, fmt.Sprintf("%s %d", words, engine.Claim{Doubled: i + 1}.Factor()))
	}
	return lines
}

func (w wording) bonusLines(b bonus) []string {
	name, row := w.bonuses[b], announcements[b]
	said := eachContract(func(c int) string {
		late, early := b.value(c, false), b.value(c, true)
		if contracts[c].packet == 0 {
			return fmt.Sprint(late)
		}
		return fmt.Sprintf("%d/%d", late, early)
	})
	times := func(n int) string {
		return eachContract(func(c int) string { return fmt.Sprint(n * contracts[c].value) })
	}
	switch row.kind {
	case bird:
		return []string{fmt.Sprintf("%s: %s %d; %s", name, w.silent, row.silent, said)}
	case points:
		return []string{name + fmt.Sprintf(w.points, row.points) + ": " + said}
	case without:
		return []string{name + ": " + said}
	case allIn:
		return []string{
			name + " " + w.silent + ": " + times(silentValat),
			name + " " + w.announced + ": " + times(announcedValat),
		}
	default:
		return []string{fmt.Sprintf("%s: %d", name, row.silent)}
	}
}

func eachContract(value func(int) string) string {
	var cells []string
	for c := range contracts {
		cells = append(cells, title(contracts[c].name)+" "+value(c))
	}
	return strings.Join(cells, ", ")
}

func title(w engine.Word) string {
	name := w.String()
	return strings.ToUpper(name[:1]) + name[1:]
}

// TestGuideValues holds every number of the topic of values to the tables.
func TestGuideValues(t *testing.T) {
	for lang, w := range wordings {
		var got []string
		for _, line := range readTopic(t, lang, "values") {
			if bullet, ok := strings.CutPrefix(line, "- "); ok {
				got = append(got, bullet)
			} else if strings.ContainsFunc(line, unicode.IsDigit) {
				t.Errorf("%s: a number outside the bullets: %s", lang, line)
			}
		}
		want := w.valueLines()
		for i := range max(len(got), len(want)) {
			if g, w := at(got, i), at(want, i); g != w {
				t.Errorf("%s: value %d:\n got %q\nwant %q", lang, i+1, g, w)
			}
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// TestGuideRepeats holds the values that other topics repeat to the tables.
func TestGuideRepeats(t *testing.T) {
	for lang, w := range wordings {
		contain(t, lang, "auction", w.contractLines()...)
		contain(t, lang, "leaving", fmt.Sprintf(w.unbid, unbidValue))
	}
}

func contain(t *testing.T, lang, topic string, bullets ...string) {
	t.Helper()
	lines := readTopic(t, lang, topic)
	for _, bullet := range bullets {
		if !slices.Contains(lines, "- "+bullet) {
			t.Errorf("%s: %s lacks %q", lang, topic, bullet)
		}
	}
}

// TestTopics: every reason of a refusal has a topic that exists, and so has
// nothing else.
func TestTopics(t *testing.T) {
	reasons := append(engine.CommonReasons(), Reasons()...)
	for _, reason := range reasons {
		if topic := Game.Topics[reason]; topic == "" {
			t.Errorf("no topic explains %s", reason)
		} else {
			readTopic(t, "en", topic)
		}
	}
	for reason := range Game.Topics {
		if !slices.Contains(reasons, reason) {
			t.Errorf("%s is no reason", reason)
		}
	}
}

// TestGuideLanguages: the same files in every language, one topic a file.
func TestGuideLanguages(t *testing.T) {
	de, en := topicFiles(t, "de"), topicFiles(t, "en")
	if !slices.Equal(de, en) {
		t.Fatalf("topics differ:\nde %v\nen %v", de, en)
	}
	name := regexp.MustCompile(`^(\d\d)-([a-z]+)\.md$`)
	seen := map[string]bool{}
	for i, file := range de {
		m := name.FindStringSubmatch(file)
		if m == nil || m[1] != fmt.Sprintf("%02d", i+1) || seen[m[2]] {
			t.Fatalf("bad file name %s", file)
		}
		seen[m[2]] = true
		if d, e := outline(t, "de/"+file), outline(t, "en/"+file); d != e {
			t.Errorf("%s is built differently:\nde %s\nen %s", file, d, e)
		}
	}
}

// outline is the shape of a topic: a letter for every line that isn't empty.
func outline(t *testing.T, file string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(readGuide(t, file)) {
		switch {
		case strings.HasPrefix(line, "#"):
			b.WriteByte('#')
		case strings.HasPrefix(line, "- "):
			b.WriteByte('-')
		case line != "\n":
			b.WriteByte('p')
		}
	}
	return b.String()
}

// maxTopic leaves room for a heading and buttons in a message of 4096 characters.
const maxTopic = 3500

// plainText is what a line holds after its mark once bold is taken out: no
// character that Markdown could read as its own.
var (
	numbered  = regexp.MustCompile(`^(- )?\d+[.)] `)
	bold      = regexp.MustCompile(`\*\*[^* ]([^*]*[^* ])?\*\*`)
	plainText = regexp.MustCompile("^[^\\s#*_`~|<>\\[\\]\\\\+-][^#*_`~|<>\\[\\]\\\\\\t]*$")
)

// TestGuideMarkdown: only the few marks that every chat can show.
func TestGuideMarkdown(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		for _, name := range topicFiles(t, lang) {
			file := lang + "/" + name
			text := readGuide(t, file)
			if n := utf8.RuneCountInString(text); n > maxTopic {
				t.Errorf("%s has %d characters, %d are allowed", file, n, maxTopic)
			}
			if !strings.HasPrefix(text, "# ") || strings.Count(text, "\n# ") > 0 {
				t.Errorf("%s needs one title, on its first line", file)
			}
			checkLines(t, file, strings.Split(strings.TrimSuffix(text, "\n"), "\n"))
		}
	}
}

func checkLines(t *testing.T, file string, lines []string) {
	t.Helper()
	before := ""
	for i, line := range lines {
		bullet := strings.HasPrefix(line, "- ")
		if line != "" && before != "" && !(bullet && strings.HasPrefix(before, "- ")) {
			t.Errorf("%s:%d: no empty line before: %s", file, i+1, line)
		}
		if line == "" && (before == "" || i == len(lines)-1) {
			t.Errorf("%s:%d: an empty line too many", file, i+1)
		}
		rest := line
		for _, mark := range []string{"# ", "## ", "- "} {
			rest = strings.TrimPrefix(rest, mark)
		}
		rest = bold.ReplaceAllString(rest, "bold")
		if line != "" && (!plainText.MatchString(rest) || numbered.MatchString(line) || strings.TrimSpace(line) != line) {
			t.Errorf("%s:%d: not in the subset: %s", file, i+1, line)
		}
		before = line
	}
}

// readTopic is the lines of a topic by its name without a number.
func readTopic(t *testing.T, lang, topic string) []string {
	t.Helper()
	found, err := fs.Glob(Game.Guide, path.Join(lang, "[0-9][0-9]-"+topic+".md"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: topic %s is in files %v, %v", lang, topic, found, err)
	}
	return strings.Split(readGuide(t, found[0]), "\n")
}

func readGuide(t *testing.T, file string) string {
	t.Helper()
	text, err := fs.ReadFile(Game.Guide, file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func topicFiles(t *testing.T, lang string) (names []string) {
	t.Helper()
	entries, err := fs.ReadDir(Game.Guide, lang)
	if err != nil || len(entries) == 0 {
		t.Fatalf("%s: no topics: %v", lang, err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
