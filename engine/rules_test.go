package engine_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

const rulesPage = "engine/RULES.md"

var (
	sectionsNamed = regexp.MustCompile(`\bRULES\s+\d[\d.]*(?:(?:,|\s+and)\s+\d[\d.]*)*`) // "RULES 1.8 and 2"
	sectionNumber = regexp.MustCompile(`\d+(?:\.\d+)?`)
	rulingNamed   = regexp.MustCompile(`\bR\d+b?\b`)
	rulesDefined  = regexp.MustCompile(`(?m)^(?:#+ (\d+(?:\.\d+)?)\b|- \*\*(R\d+b?)\*\* )`)
)

// TestRulesNamed checks that RULES.md has each rule that comments and guides name.
func TestRulesNamed(t *testing.T) {
	t.Parallel()
	texts := make(map[string]string)
	err := fs.WalkDir(os.DirFS(".."), ".", func(name string, _ fs.DirEntry, err error) error {
		isComments, isText := path.Ext(name) == ".go", strings.HasSuffix(name, "-rulings.md") || name == rulesPage
		if err != nil || !isComments && !isText {
			return err
		}
		text, err := os.ReadFile("../" + name)
		if isText || err != nil {
			texts[name] = string(text)
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		for _, group := range file.Comments {
			texts[name] += group.Text()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	for _, m := range rulesDefined.FindAllStringSubmatch(texts[rulesPage], -1) {
		known[m[1]+m[2]] = true
	}
	for file, text := range texts {
		names := rulingNamed.FindAllString(text, -1)
		for _, sections := range sectionsNamed.FindAllString(text, -1) {
			names = append(names, sectionNumber.FindAllString(sections, -1)...)
		}
		for _, name := range names {
			if !known[name] {
				t.Errorf("%s names %s, which RULES.md doesn't have", file, name)
			}
		}
		if strings.HasSuffix(file, "-rulings.md") && !strings.Contains(text, rulesPage) {
			t.Errorf("%s doesn't name %s", file, rulesPage)
		}
	}
}
