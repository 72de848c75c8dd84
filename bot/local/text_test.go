package local

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"tarockbot/bot/command"
)

// used are all keys that templates and code ask for.
func used(t *testing.T) []string {
	t.Helper()
	var keys []string
	for pattern, say := range map[string]string{
		"web/*.html": `\.T\.Say "([a-z.]+)"`,
		"*.go":       `(?:\.Say\(|refuse\(w, r, [A-Za-z.]+, )"([a-z.]+)"`,
	} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(say).FindAllStringSubmatch(string(data), -1) {
				keys = append(keys, m[1])
			}
		}
	}
	for _, c := range command.Names() {
		keys = append(keys, "command."+c)
	}
	for _, c := range shortcuts {
		keys = append(keys, "shortcut."+c)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func TestEveryTextInEveryLanguage(t *testing.T) {
	keys := used(t)
	for _, lang := range []string{"de", "en"} {
		for _, key := range keys {
			if catalogue[lang][key] == "" {
				t.Errorf("%s: %q has no text", lang, key)
			}
		}
		for key := range catalogue[lang] {
			if !slices.Contains(keys, key) {
				t.Errorf("%s: %q is never used", lang, key)
			}
		}
	}
}

// TestThePageOffersTheBotsCommands: all of them, with a word on each, and no
// other.
func TestThePageOffersTheBotsCommands(t *testing.T) {
	page := newWorld(t).entered("Anna").get("/").Body.String()
	var got []string
	for _, m := range regexp.MustCompile(`<option value="([^"]*)">[^<]+</option>`).FindAllStringSubmatch(page, -1) {
		got = append(got, m[1])
	}
	if want := command.Names(); !slices.Equal(got, want) {
		t.Errorf("the page offers %q, the bot has %q", got, want)
	}
	for _, line := range shortcuts {
		if !slices.Contains(got, line) {
			t.Errorf("the shortcut %q is no command", line)
		}
	}
}

func TestAccepted(t *testing.T) {
	for _, c := range []struct {
		header string
		want   []string
	}{
		{"", nil},
		{"de", []string{"de"}},
		{"fr;q=0.3, en-GB, de-AT;q=0.8", []string{"en-GB", "de-AT", "fr"}},
		{"de;q=0, en", []string{"en"}},
		{"<script>, en;q=x", nil},
	} {
		if got := accepted(c.header); !slices.Equal(got, c.want) {
			t.Errorf("accepted(%q) = %q, want %q", c.header, got, c.want)
		}
	}
}

func TestTextsFor(t *testing.T) {
	for _, c := range []struct {
		langs []string
		want  string
	}{
		{nil, "en"}, {[]string{"de-AT"}, "de"}, {[]string{"fr", "de"}, "de"}, {[]string{"fr"}, "en"}, {[]string{"EN"}, "en"},
	} {
		if got := catalogue.In(c.langs...).Say("lang"); got != c.want {
			t.Errorf("catalogue.In(%q) is %q, want %q", c.langs, got, c.want)
		}
	}
}
