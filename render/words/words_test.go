package words_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"

	"tarockbot/render/words"
)

type entry struct {
	counted bool
	forms   map[string]string
}

func (e *entry) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		e.forms = map[string]string{"other": text}
		return nil
	}
	e.counted = true
	return json.Unmarshal(data, &e.forms)
}

var (
	gap     = regexp.MustCompile(`{{\.(\w+)}}`)
	command = regexp.MustCompile(`{{/([^{}]+)}}`)
)

func (e entry) gaps() []string {
	found := make(map[string]bool)
	for _, form := range e.forms {
		for _, m := range gap.FindAllStringSubmatch(form, -1) {
			found[m[1]] = true
		}
	}
	return keysOf(found)
}

func texts(t *testing.T, lang string) map[string]entry {
	t.Helper()
	data, err := os.ReadFile(lang + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]entry
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatalf("%s: %v", lang, err)
	}
	return all
}

func fallback() string { return words.Languages()[0] }

func TestLanguages(t *testing.T) {
	langs := words.Languages()
	if langs[0] != "en" || !slices.Contains(langs, "de") {
		t.Errorf("there are texts in %v, want en first, and de", langs)
	}
	for _, lang := range langs {
		if tag, err := language.Parse(lang); err != nil || tag.String() != lang {
			t.Errorf("%s.json is not named by a language tag: %s, %v", lang, tag, err)
		}
	}
}

func TestLanguagesHaveSameTexts(t *testing.T) {
	want := texts(t, fallback())
	for _, lang := range words.Languages() {
		all := texts(t, lang)
		if got, ids := keysOf(all), keysOf(want); !slices.Equal(got, ids) {
			t.Errorf("%s has the texts %q, want %q", lang, got, ids)
		}
		for id, e := range all {
			if got := e.gaps(); !slices.Equal(got, want[id].gaps()) {
				t.Errorf("%s: %s has the gaps %v, want %v", lang, id, got, want[id].gaps())
			}
			if e.counted != want[id].counted {
				t.Errorf("%s: only one of %s and its text in %s has plural forms", lang, id, fallback())
			}
		}
	}
}

func TestTextsHaveNoMarkup(t *testing.T) {
	for _, lang := range words.Languages() {
		for id, e := range texts(t, lang) {
			for name, form := range e.forms {
				if form == "" || strings.Join(strings.Fields(form), " ") != form {
					t.Errorf("%s: %s, form %s: empty, or superfluous blanks: %q", lang, id, name, form)
				}
				if rest := command.ReplaceAllString(gap.ReplaceAllString(form, "x"), ""); strings.ContainsAny(rest, "{}<>*_`") {
					t.Errorf("%s: %s, form %s: contains markup: %q", lang, id, name, form)
				}
			}
		}
	}
}

func keysOf[V any](all map[string]V) []string { return slices.Sorted(maps.Keys(all)) }

func pluralForms(lang string) []string {
	names := map[plural.Form]string{plural.Zero: "zero", plural.One: "one", plural.Two: "two",
		plural.Few: "few", plural.Many: "many", plural.Other: "other"}
	forms := map[string]bool{"other": true}
	for n := range 1000 {
		forms[names[plural.Cardinal.MatchPlural(language.Make(lang), n, 0, 0, 0, 0)]] = true
	}
	return keysOf(forms)
}

func TestPluralForms(t *testing.T) {
	for _, lang := range words.Languages() {
		want := pluralForms(lang)
		for id, e := range texts(t, lang) {
			if got := keysOf(e.forms); e.counted && !slices.Equal(got, want) {
				t.Errorf("%s: %s has the forms %q, want %q", lang, id, got, want)
			}
		}
	}
}

var twoSentences = regexp.MustCompile(`^[„“"\p{Lu}{].*[.!?:] [„“"\p{Lu}{].*[.!?]$`)

// Telegram cuts longer alerts.
const longestRefusal = 200

func TestRefusals(t *testing.T) {
	for _, lang := range words.Languages() {
		for id, e := range texts(t, lang) {
			if !strings.HasPrefix(id, "reason.") && !strings.HasPrefix(id, "refuse.") {
				continue
			}
			text := e.forms["other"]
			if !twoSentences.MatchString(text) {
				t.Errorf("%s: %s must be two sentences, a reason and what to do: %q", lang, id, text)
			}
			if n := utf8.RuneCountInString(command.ReplaceAllString(gap.ReplaceAllString(text, "$1"), "/$1")); n > longestRefusal {
				t.Errorf("%s: %s has %d characters, want at most %d", lang, id, n, longestRefusal)
			}
		}
	}
}

func loadCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	c, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestBestLanguage(t *testing.T) {
	c := loadCatalogue(t)
	tests := []struct {
		wanted []string
		want   string
	}{
		{nil, "en"},
		{[]string{""}, "en"},
		{[]string{"de"}, "de"},
		{[]string{"de-AT"}, "de"},
		{[]string{"de_AT"}, "de"},
		{[]string{"en-US", "de"}, "en"},
		{[]string{"", "ja", "de"}, "de"},
		{[]string{"no language", "de"}, "de"},
		{[]string{"ja"}, "en"},
	}
	for _, tt := range tests {
		if got := c.In(tt.wanted...).Tag(); got != tt.want {
			t.Errorf("In(%q) is %s, want %s", tt.wanted, got, tt.want)
		}
	}
	for _, lang := range words.Languages() {
		if got := c.In(lang).Tag(); got != lang {
			t.Errorf("In(%s) is %s", lang, got)
		}
	}
}

func shoutCommand(line string) string { return strings.ToUpper(line) + "!" }

func TestCommands(t *testing.T) {
	bare := regexp.MustCompile(`(?i)\b(type|tippe) [^{ ]+\b`)
	for _, lang := range words.Languages() {
		all := texts(t, lang)
		typed := make(map[string]bool)
		for id, e := range all {
			if strings.HasPrefix(id, "typed.") {
				for word := range strings.SplitSeq(e.forms["other"], ", ") {
					typed[word] = true
				}
			}
		}
		found := 0
		for id, e := range all {
			form := gap.ReplaceAllString(e.forms["other"], "x")
			for _, m := range command.FindAllStringSubmatch(form, -1) {
				if found++; !typed[strings.Fields(m[1])[0]] {
					t.Errorf("%s: %s contains a command that the bot doesn't understand: %q", lang, id, m[1])
				}
			}
			if m := bare.FindString(form); strings.HasPrefix(id, "refuse.") && m != "" {
				t.Errorf("%s: %s has a command that isn't marked as one: %q", lang, id, m)
			}
		}
		if found < 30 {
			t.Errorf("%s: only %d commands were found in the texts", lang, found)
		}
	}
}

func TestSay(t *testing.T) {
	c := loadCatalogue(t)
	de, en := c.In("de"), c.In("en")
	tests := []struct{ name, got, want string }{
		{"plain", de.Say("button.hand"), "Mein Blatt"},
		{"gap", en.Say("board.dealer", "Name", "Anna"), "Dealer: Anna"},
		{"gap filled with markup", en.Say("board.dealer", "Name", "{{.X}} <b>"), "Dealer: {{.X}} <b>"},
		{"one", de.Count("tricks", 1), "1 Stich"},
		{"none", de.Count("tricks", 0), "0 Stiche"},
		{"many", en.Count("points.leaves", 2), "2 leaves"},
		{"two gaps, in another order", en.Say("board.contract", "Contract", "Solo", "Name", "Anna"), "Anna plays Solo"},
		{"number", en.Say("heading.deal", "Number", 3, "Length", 12), "deal 3 of 12"},
		{"gap not filled", en.Say("board.dealer"), "Dealer: <no value>"},
		{"command", en.Say("refuse.one-challenge", "Code", "X"), "You have a challenge waiting already (X). Withdraw it first: decline X."},
		{"command, formatted", en.WithCommands(shoutCommand).Say("refuse.one-challenge", "Code", "X"),
			"You have a challenge waiting already (X). Withdraw it first: DECLINE X!."},
		{"missing", en.Say("no.such"), "no.such"},
		{"missing, counted", en.Count("no.such", 1), "no.such"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestConcurrentIn(t *testing.T) {
	c := loadCatalogue(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 700 {
				if got := c.In(fmt.Sprintf("x-%d", 600*i+j), "de-AT").Tag(); got != "de" {
					t.Errorf("got %s, want de", got)
				}
			}
		})
	}
	all.Wait()
}
