package words_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tarockbot/render/words"
)

// terms holds a language's terms from the table in the package's README.
type terms struct{ usedTerms, abandonedTerms []string }

var columns = map[string]int{"en": 2, "de": 4}

var italics = regexp.MustCompile(`\*([^*]+)\*`)

func readTerms(t *testing.T, lang string) (all terms) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(data), "\n## Terms\n")
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		if len(cells) != 7 || strings.Contains(row, "---") || strings.TrimSpace(cells[2]) == "English" {
			continue
		}
		for _, m := range italics.FindAllStringSubmatch(cells[columns[lang]], -1) {
			all.usedTerms = append(all.usedTerms, m[1])
		}
		for term := range strings.SplitSeq(cells[columns[lang]+1], ", ") {
			if term = strings.TrimSpace(term); term != "" {
				all.abandonedTerms = append(all.abandonedTerms, term)
			}
		}
	}
	if len(all.usedTerms) < 15 || len(all.abandonedTerms) < 5 {
		t.Fatalf("%s: the table of terms has only %v", lang, all)
	}
	return all
}

func readAllTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	all := make(map[string]string)
	for id, e := range texts(t, lang) {
		if !strings.HasPrefix(id, "typed.") {
			for form, text := range e.forms {
				all[id+" "+form] = text
			}
		}
	}
	for _, file := range filesMatching(t, "engine", "*", "guide", lang, "*.md") {
		all[file] = string(readFile(t, file))
	}
	return all
}

func filesMatching(t *testing.T, path ...string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(append([]string{"..", ".."}, path...)...))
	if err != nil || len(files) == 0 {
		t.Fatalf("%v: %d files, %v", path, len(files), err)
	}
	return files
}

func readFile(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func wordPattern(term string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[^\pL])` + regexp.QuoteMeta(term) + `($|[^\pL])`)
}

func TestTerms(t *testing.T) {
	for _, lang := range words.Languages() {
		if columns[lang] == 0 {
			t.Errorf("the table of terms has no column for %q", lang)
			continue
		}
		all, everything := readTerms(t, lang), readAllTexts(t, lang)
		for _, term := range all.abandonedTerms {
			unsaid := wordPattern(term)
			for where, text := range everything {
				if m := unsaid.FindString(text); m != "" {
					t.Errorf("%s: %s says %q, which is an abandoned term", lang, where, m)
				}
			}
		}
		joined := new(strings.Builder)
		for _, text := range everything {
			joined.WriteString(text + "\n")
		}
		for _, term := range all.usedTerms {
			if !wordPattern(term).MatchString(joined.String()) {
				t.Errorf("%s: no text uses the term %q", lang, term)
			}
		}
	}
}

func TestRefusalNamesAllLanguages(t *testing.T) {
	c := loadCatalogue(t)
	for _, lang := range words.Languages() {
		w := c.In(lang)
		for _, other := range words.Languages() {
			if name := w.Say("language." + other); !strings.Contains(strings.ToLower(w.Say("refuse.no-language")), strings.ToLower(name)) {
				t.Errorf("%s: refuse.no-language doesn't name %s", lang, name)
			}
		}
	}
}
