package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"tarockbot/render/words"
)

const fairMatchFile = "../../engine/verify/testdata/match.json"

func TestVerifyTexts(t *testing.T) {
	used := regexp.MustCompile(`t\.Say\("([a-z]+)"\)`).FindAllStringSubmatch(readText(t, "verify.go"), -1)
	for _, lang := range words.Languages() {
		texts := catalogue.In(lang)
		for id := range texts {
			if id != "lang" && !slices.ContainsFunc(used, func(m []string) bool { return m[1] == id }) {
				t.Errorf("%s: verify.go never uses the text %q", lang, id)
			}
		}
		for _, m := range used {
			if texts.Say(m[1]) == "" {
				t.Errorf("%s: %q has no text", lang, m[1])
			}
		}
	}
}

func TestVerifyInBrowser(t *testing.T) {
	t.Parallel()
	m := newMatch(t, 0)
	file, err := filepath.Abs(fairMatchFile)
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"light", "dark"} {
		p := &person{page: openPage(t)}
		m.runSteps(p, setPreference("color-scheme", scheme), chromedp.Navigate(m.url+"verify"))
		m.checkAccessible(p, "the form, "+scheme)
		m.saveScreenshot(p, "verify-form-"+scheme)
		m.runSteps(p, chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}), repeatIfReplaced(chromedp.Click(chromedp.CSS("form button"))), chromedp.WaitVisible(chromedp.CSS(".verdict")))
		m.waitForText(p, ".verdict", "Deal 4 at table abcd2345 (deck 5)", "Without an anchor")
		m.checkAccessible(p, "a verdict, "+scheme)
		m.saveScreenshot(p, "verify-"+scheme)
	}
}
