// Package words holds every sentence that people read, by language. Start at
// Catalogue; the texts are in the JSON files beside this one, a file a
// language, with the plural forms that the language has.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// fallback is the language of those who read none of the others.
const fallback = "en"

// Languages are the languages there are texts in, as BCP 47 tags, the fallback
// first: a file of texts more is a language more.
func Languages() []string {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		panic(err) // the pattern above is well formed
	}
	langs := []string{fallback}
	for _, name := range names {
		if lang := strings.TrimSuffix(name, ".json"); lang != fallback {
			langs = append(langs, lang)
		}
	}
	return langs
}

// Catalogue is all texts in all languages. It is safe for concurrent use.
type Catalogue struct {
	tongues []*Tongue // the fallback first
	matcher language.Matcher
}

// Tongue is the texts in one language.
type Tongue struct {
	tag       string
	localizer *i18n.Localizer
	plain     map[string]string // texts without gaps, which most are and which need no template
}

// Load reads the embedded texts.
func Load() (*Catalogue, error) {
	bundle := i18n.NewBundle(language.Make(fallback))
	c := new(Catalogue)
	var tags []language.Tag
	for _, lang := range Languages() {
		texts, err := bundle.LoadMessageFileFS(files, lang+".json")
		if err != nil {
			return nil, fmt.Errorf("words: %s: %w", lang, err)
		}
		c.tongues = append(c.tongues, &Tongue{lang, i18n.NewLocalizer(bundle, lang), plainTexts(texts.Messages)})
		tags = append(tags, texts.Tag)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// plainTexts are the texts that are always the same.
func plainTexts(all []*i18n.Message) map[string]string {
	plain := make(map[string]string)
	for _, m := range all {
		if !strings.Contains(m.Other, "{{") {
			plain[m.ID] = m.Other
		}
	}
	return plain
}

// In finds the texts that suit best: the first of the wanted languages (BCP 47
// tags) that there are texts in, else the fallback.
func (c *Catalogue) In(wanted ...string) *Tongue {
	for _, lang := range wanted {
		if tag, err := language.Parse(lang); err == nil {
			if _, i, confidence := c.matcher.Match(tag); confidence > language.Low {
				return c.tongues[i]
			}
		}
	}
	return c.tongues[0]
}

// Tag is the language's BCP 47 tag.
func (t *Tongue) Tag() string { return t.tag }

// Say is the text with that id. What follows fills its gaps: a gap's name and
// its value, in pairs.
func (t *Tongue) Say(id string, gaps ...any) string {
	if text, ok := t.plain[id]; ok {
		return text
	}
	return t.localize(&i18n.LocalizeConfig{MessageID: id}, gaps)
}

// Count is the text with that id in the plural form for n, which fills the gap N.
func (t *Tongue) Count(id string, n int, gaps ...any) string {
	return t.localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: n}, append(gaps, "N", n))
}

// localize gives the fallback's text where there is none in the language, and
// else the id; a test sees to it that none is missing.
func (t *Tongue) localize(cfg *i18n.LocalizeConfig, gaps []any) string {
	if len(gaps) > 0 {
		data := make(map[string]any, len(gaps)/2)
		for i := 0; i+1 < len(gaps); i += 2 {
			data[gaps[i].(string)] = gaps[i+1]
		}
		cfg.TemplateData = data
	}
	if text, err := t.localizer.Localize(cfg); err == nil || text != "" {
		return text
	}
	return cfg.MessageID
}
