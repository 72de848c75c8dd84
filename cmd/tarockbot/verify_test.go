package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"tarockbot/render/words"
)

const fairMatch = "../../engine/verify/testdata/match.json"

func TestVerifyTexts(t *testing.T) {
	used := regexp.MustCompile(`t\.Say\("([a-z]+)"\)`).FindAllStringSubmatch(readText(t, "verify.go"), -1)
	for _, lang := range words.Languages() {
		texts := catalogue.In(lang)
		for id := range texts {
			if id != "lang" && !slices.ContainsFunc(used, func(m []string) bool { return m[1] == id }) {
				t.Errorf("%s: %q is never used", lang, id)
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
	file, err := filepath.Abs(fairMatch)
	if err != nil {
		t.Fatal(err)
	}
	for _, scheme := range []string{"light", "dark"} {
		p := &person{page: openPage(t)}
		m.does(p, prefers("color-scheme", scheme), chromedp.Navigate(m.url+"verify"))
		m.isAccessible(p, "the form, "+scheme)
		m.keeps(p, "verify-form-"+scheme)
		m.does(p, chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}), steady(chromedp.Click(chromedp.CSS("form button"))), chromedp.WaitVisible(chromedp.CSS(".verdict")))
		m.reads(p, ".verdict", "Deal 4 at table abcd2345 (deck 5)", "Without an anchor")
		m.isAccessible(p, "a verdict, "+scheme)
		m.keeps(p, "verify-"+scheme)
	}
}
