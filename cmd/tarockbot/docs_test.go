package main

import (
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine/games"
)

// These tests read the repository's Markdown files as GitHub shows them.

var (
	linkForms     = regexp.MustCompile(`\]\(([^)\s]+)(?: "[^"]*")?\)|(?:src|href)="([^"]+)"|(?m:^ {0,3}\[[^\]]+\]: +(\S+))`)
	codeBlocks    = regexp.MustCompile("(?ms)^ *```.*?^ *```[^\n]*$")
	codeSpans     = regexp.MustCompile("`[^`\n]+`")
	headings      = regexp.MustCompile(`(?m)^#{1,6} +(.+?) *#*$`)
	markdownLinks = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

func markdown(t *testing.T, root fs.FS) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == ".git":
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		texts[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func anchors(text string) []string {
	var all []string
	for _, m := range headings.FindAllStringSubmatch(codeBlocks.ReplaceAllString(text, ""), -1) {
		slug := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-', r == '_', unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
				return unicode.ToLower(r)
			}
			return -1
		}, markdownLinks.ReplaceAllString(m[1], "$1"))
		for n, plain := 1, slug; slices.Contains(all, slug); n++ {
			slug = fmt.Sprintf("%s-%d", plain, n)
		}
		all = append(all, slug)
	}
	return all
}

func linkError(root fs.FS, texts map[string]string, page, target string) string {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return err.Error()
	case u.Scheme != "" || u.Host != "":
		return ""
	}
	file := page
	if u.Path != "" {
		file = path.Join(path.Dir(page), u.Path)
	}
	if _, err := fs.Stat(root, file); err != nil {
		return "there is no " + file
	}
	if u.Fragment != "" && !slices.Contains(anchors(texts[file]), u.Fragment) {
		return file + " has no such heading"
	}
	return ""
}

var goFile = regexp.MustCompile("`([\\w/]+\\.go)`")

func TestFilesNamed(t *testing.T) {
	t.Parallel()
	files, named := sources(t), 0
	for page, text := range markdown(t, os.DirFS("../..")) {
		for _, m := range goFile.FindAllStringSubmatch(text, -1) {
			named++
			if !slices.ContainsFunc(files, func(s source) bool { return strings.HasSuffix("/"+s.name, "/"+m[1]) }) {
				t.Errorf("%s names %s, which doesn't exist", page, m[1])
			}
		}
	}
	if named < 40 {
		t.Errorf("the pages name only %d files, want at least 40", named)
	}
}

func TestLinks(t *testing.T) {
	t.Parallel()
	root, found := os.DirFS("../.."), 0
	texts := markdown(t, root)
	for name, text := range texts {
		for _, m := range linkForms.FindAllStringSubmatch(codeSpans.ReplaceAllString(codeBlocks.ReplaceAllString(text, ""), ""), -1) {
			found++
			target := m[1] + m[2] + m[3]
			if wrong := linkError(root, texts, name, target); wrong != "" {
				t.Errorf("%s: %s: %s", name, target, wrong)
			}
		}
	}
	if len(texts) < 50 || found < 150 {
		t.Fatalf("only %d pages with %d links found", len(texts), found)
	}
}

// TestExamplesExist checks that the tests that a page names, and the methods that its examples call on the bot's test
// world, exist.
func TestExamplesExist(t *testing.T) {
	t.Parallel()
	exists := make(map[string]bool)
	for _, s := range sources(t) {
		for _, f := range functions(s) {
			switch {
			case s.test && f.Recv == nil:
				exists[f.Name.Name] = true
			case s.test && s.pkg == "bot":
				exists["w."+f.Name.Name] = true
			}
		}
	}
	named := regexp.MustCompile("\\b(w\\.\\w+)\\(|`(Test\\w+)`")
	found := 0
	for page, text := range markdown(t, os.DirFS("../..")) {
		for _, m := range named.FindAllStringSubmatch(text, -1) {
			found++
			if name := m[1] + m[2]; !exists[name] {
				t.Errorf("%s: there is no %s", page, name)
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d names found", found)
	}
}

func TestPlayersPage(t *testing.T) {
	t.Parallel()
	vocabularies := bottest.Vocabularies(t)
	english := vocabularies[slices.IndexFunc(vocabularies, func(v chat.Vocabulary) bool { return v.Lang == "en" })]
	var documented []string
	_, reference, _ := strings.Cut(readText(t, "../../bot/README.md"), "\n## All commands\n")
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\|").FindAllStringSubmatch(reference, -1) {
		for _, line := range codeSpans.FindAllString(row[1], -1) {
			if word := strings.Fields(strings.Trim(line, "`"))[0]; word != "…" {
				documented = append(documented, word)
			}
		}
	}
	for _, word := range documented {
		if !slices.Contains(english.TypedWords, word) {
			t.Errorf("the bot doesn't understand %q", word)
		}
	}
	for _, c := range english.Commands {
		if !slices.Contains(documented, c.Name) {
			t.Errorf("the players' page lacks %q", c.Name)
		}
	}
}

func checkFilesExist(t *testing.T, pkgs, files []string) {
	t.Helper()
	for _, file := range files {
		hasFile := func(pkg string) bool {
			_, err := os.Stat(filepath.Join("../..", strings.Trim(pkg, "`"), strings.Trim(file, "`")))
			return err == nil
		}
		if !slices.ContainsFunc(pkgs, hasFile) {
			t.Errorf("%v has no file %s, which the page names as a start", pkgs, file)
		}
	}
}

// TestContributingListsPackages checks that CONTRIBUTING.md lists every package of the bot or its folder, in import
// order.
func TestContributingListsPackages(t *testing.T) {
	t.Parallel()
	rows := make(map[string]int)
	for i, row := range regexp.MustCompile("(?m)^\\| (`bot.*?) \\|.*\\| (.*) \\|$").FindAllStringSubmatch(readText(t, "../../.github/CONTRIBUTING.md"), -1) {
		checkFilesExist(t, codeSpans.FindAllString(row[1], -1), codeSpans.FindAllString(row[2], -1))
		for _, pkg := range codeSpans.FindAllString(row[1], -1) {
			rows[strings.Trim(pkg, "`")] = i
		}
	}
	if len(rows) < 10 {
		t.Errorf("the page names only %d packages", len(rows))
	}
	row := func(pkg string) (n int, named bool) {
		if n, named = rows[pkg]; !named {
			n, named = rows[path.Dir(pkg)]
		}
		return n, named
	}
	for _, s := range sources(t) {
		own, named := row(s.pkg)
		switch {
		case !strings.HasPrefix(s.pkg, "bot") || s.test || path.Dir(path.Dir(s.pkg)) == "bot/platform":
			continue
		case !named:
			t.Errorf("the page doesn't name %s", s.pkg)
		}
		for _, p := range s.imported() {
			i, is := strings.CutPrefix(p, module+"/")
			if n, has := row(i); is && has && n > own {
				t.Errorf("the page has %s above %s, which it imports", s.pkg, i)
			}
		}
	}
}

// faultList numbers the faults; tests have these numbers in their names.
const faultList = "bot/FAULTS.md"

func TestFaults(t *testing.T) {
	t.Parallel()
	numbered, named := make(map[string]bool), make(map[string]bool)
	number := regexp.MustCompile(`^(?:Test|Fuzz|Benchmark)Fault(\d\d)`)
	for _, test := range testNames(t) {
		_, name, _ := strings.Cut(test, " ")
		named[name] = true
		if m := number.FindStringSubmatch(name); m != nil {
			numbered[m[1]] = true
		}
	}
	next := 1
	for _, row := range regexp.MustCompile(`(?m)^\| (\d\d) \|.*$`).FindAllStringSubmatch(readText(t, "../../"+faultList), -1) {
		if want := fmt.Sprintf("%02d", next); row[1] != want {
			t.Fatalf("%s: found fault %s, want %s", faultList, row[1], want)
		}
		next++
		tests := regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`").FindAllStringSubmatch(row[0], -1)
		for _, m := range tests {
			if !named[m[1]] {
				t.Errorf("%s: there is no %s", faultList, m[1])
			}
		}
		if without := strings.Contains(row[0], "*No test*: "); without == (numbered[row[1]] || len(tests) > 0) {
			t.Errorf("%s: fault %s has tests: %v, but the list says that it has none: %v", faultList, row[1], !without, without)
		}
		delete(numbered, row[1])
	}
	for n := range numbered {
		t.Errorf("%s: a test names fault %s, which isn't listed", faultList, n)
	}
}

func testNames(t *testing.T) []string {
	t.Helper()
	var tests []string
	for _, s := range sources(t) {
		for _, f := range functions(s) {
			if s.test && f.Recv == nil {
				tests = append(tests, s.pkg+" "+f.Name.Name)
			}
		}
	}
	return tests
}

type repeatedTests struct {
	night bool
	tests []string
	flags string
}

func repetitions(t *testing.T) (all []repeatedTests) {
	t.Helper()
	for line := range strings.Lines(readText(t, "../../.ci/sizes")) {
		words := strings.Fields(line)
		if strings.HasPrefix(line, "#") {
			continue
		}
		isPlain := line == strings.Join(words, " ")+"\n" && !strings.ContainsAny(line, "'\"\\") // for xargs
		if !isPlain || len(words) < 5 || words[0] != "change" && words[0] != "night" || words[1] != "race" && words[1] != "-" {
			t.Errorf(".ci/sizes: %q isn't a row", line)
			continue
		}
		s := repeatedTests{night: words[0] == "night", flags: strings.Join(words[4:], " ")}
		for test := range strings.SplitSeq(words[3], "|") {
			s.tests = append(s.tests, strings.TrimPrefix(words[2], "./")+" "+test)
		}
		all = append(all, s)
	}
	return all
}

// promise is a row of TESTS.md: its tests, and the checks of .ci/run or flags of .ci/sizes, for each change and each
// night.
type promise struct{ tests, change, night []string }

func (p promise) names(s repeatedTests) bool {
	sizes := p.change
	if s.night {
		sizes = p.night
	}
	isUnnamed := func(test string) bool { return !slices.Contains(p.tests, test) }
	return slices.Contains(sizes, s.flags) && !slices.ContainsFunc(s.tests, isUnnamed)
}

func quotedIn(cell string) (all []string) {
	for _, q := range codeSpans.FindAllString(cell, -1) {
		all = append(all, strings.Trim(q, "`"))
	}
	return all
}

// readPromises parses rows such as "packages: tests; packages: tests".
func readPromises(t *testing.T) (all []promise) {
	t.Helper()
	_, text, _ := strings.Cut(readText(t, "../../.github/TESTS.md"), "| promise |")
	table, _, _ := strings.Cut(text, "\n\n")
	for _, row := range strings.Split(strings.TrimSpace(table), "\n")[2:] {
		cells := strings.Split(row, "|")
		p := promise{change: quotedIn(cells[3]), night: quotedIn(cells[4])}
		for group := range strings.SplitSeq(cells[2], ";") {
			packages, tests, _ := strings.Cut(group, ":")
			for _, pkg := range quotedIn(packages) {
				for _, test := range quotedIn(tests) {
					p.tests = append(p.tests, pkg+" "+test)
				}
			}
		}
		all = append(all, p)
	}
	return all
}

func TestPromises(t *testing.T) {
	t.Parallel()
	rows, repeats, existing := readPromises(t), repetitions(t), testNames(t)
	if len(rows) < 10 {
		t.Fatalf("only %d promises", len(rows))
	}
	for _, s := range repeats {
		if !slices.ContainsFunc(rows, func(p promise) bool { return p.names(s) }) {
			t.Errorf("TESTS.md has no promise for %q %s of .ci/sizes", s.tests, s.flags)
		}
	}
	for _, what := range requiredTests(t) {
		if !slices.ContainsFunc(rows, func(p promise) bool { return slices.Contains(p.tests, what) || slices.Contains(p.change, what) }) {
			t.Errorf("TESTS.md: no promise names %s", what)
		}
	}
	raced := raceTested(t)
	for _, p := range rows {
		if slices.Contains(p.change, "race") {
			for _, name := range p.tests {
				if !raced(name) {
					t.Errorf("TESTS.md: the race detector doesn't run %s, because .ci/run skips it", name)
				}
			}
		}
		if len(p.tests)+len(p.change) == 0 {
			t.Errorf("TESTS.md: a promise is checked only at night, by %q", p.night)
		}
		for _, name := range p.tests {
			if !slices.Contains(existing, name) {
				t.Errorf("TESTS.md: there is no test %s", name)
			}
		}
		for _, words := range p.change {
			p.checkRepeated(t, repeats, words, false)
		}
		for _, words := range p.night {
			p.checkRepeated(t, repeats, words, true)
		}
	}
}

func raceTested(t *testing.T) func(test string) bool {
	t.Helper()
	script := readText(t, "../../.ci/run")
	setting := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + `=['(]([^\n]*)[')]$`).FindStringSubmatch(script)
		if m == nil {
			t.Fatalf(".ci/run: no %s", name)
		}
		return m[1]
	}
	skipped := map[string]*regexp.Regexp{"cmd/tarockbot": regexp.MustCompile(setting("skipped_program")), "bot": regexp.MustCompile(setting("skipped_bot"))}
	alone, shared := regexp.MustCompile(setting("one_goroutine")), strings.Fields(setting("shared"))
	return func(test string) bool {
		pkg, name, _ := strings.Cut(test, " ")
		if skip, ok := skipped[pkg]; ok {
			return !skip.MatchString(name)
		}
		return !alone.MatchString("tarockbot/"+pkg) || slices.Contains(shared, "./"+pkg)
	}
}

// requiredTests returns the tests of each game and chat and the checks of .ci/run. A promise must name each of them.
func requiredTests(t *testing.T) (all []string) {
	t.Helper()
	for _, g := range games.All() {
		for _, test := range []string{"TestContract", "TestRecords", "FuzzRecords"} {
			all = append(all, "engine/"+g.ID+" "+test)
		}
	}
	var chats []string
	drivers, err := filepath.Glob("../../bot/platform/*/driver.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range drivers {
		name := filepath.Base(filepath.Dir(file))
		if name != "driver" && name != "web" {
			chats = append(chats, name)
		}
	}
	if len(chats) < 2 {
		t.Errorf("got only the chat platforms %q, want at least 2", chats)
	}
	for _, chat := range chats {
		for _, test := range []string{"TestDeals", "TestScenes", "TestMatch"} {
			all = append(all, "bot/platform/"+chat+" "+test)
		}
	}
	for _, check := range regexp.MustCompile(`(?m)^check_(\w+)\(`).FindAllStringSubmatch(readText(t, "../../.ci/run"), -1) {
		if !slices.Contains([]string{"install", "test", "flake"}, check[1]) {
			all = append(all, check[1])
		}
	}
	return all
}

func (p promise) checkRepeated(t *testing.T, used []repeatedTests, words string, night bool) {
	t.Helper()
	var repeated []string
	for _, s := range used {
		if s.flags == words && s.night == night && p.names(s) {
			repeated = append(repeated, s.tests...)
		}
	}
	if len(repeated) == 0 && !strings.Contains(readText(t, "../../.ci/run"), "check_"+words+"() {") {
		t.Errorf("TESTS.md: %q is neither a check of .ci/run nor a row of .ci/sizes for %q", words, p.tests)
	}
	for _, test := range p.tests {
		_, name, _ := strings.Cut(test, " ")
		hasSameName := func(r string) bool { return strings.HasSuffix(r, " "+name) }
		if !slices.Contains(repeated, test) && slices.ContainsFunc(repeated, hasSameName) {
			t.Errorf(".ci/sizes repeats %[1]q, but not %[2]q, with the flags %[3]q", repeated, test, words)
		}
	}
}

func TestNamesInCI(t *testing.T) {
	t.Parallel()
	existing, found := testNames(t), 0
	choice, packages := regexp.MustCompile(`\^Test(\w+|\([^)]*\))\$`), regexp.MustCompile(` \./([\w/]+)`)
	for line := range strings.Lines(readText(t, "../../.ci/run")) {
		m := choice.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		found++
		in := packages.FindAllStringSubmatch(line, -1)
		if in == nil {
			in = [][]string{{"", ".*"}}
		}
		for name := range strings.SplitSeq(strings.Trim(m[1], "()"), "|") {
			for _, pkg := range in {
				test := regexp.MustCompile("^" + pkg[1] + " Test" + name + "$")
				if !slices.ContainsFunc(existing, test.MatchString) {
					t.Errorf(".ci/run: there is no test Test%s in %s", name, pkg[1])
				}
			}
		}
	}
	if found < 6 {
		t.Errorf("found only %d selections of tests in .ci/run, want at least 6", found)
	}
}
