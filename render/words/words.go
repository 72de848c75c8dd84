// Package words holds every sentence that people read, by language. Start at
// Catalogue; the texts are in the JSON files beside this one, a file a
// language, with the plural forms that the language has.
package words

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

// Languages are the languages there are texts in, the fallback first.
func Languages() []string { return []string{"en", "de"} }

// Catalogue is all texts in all languages. It is safe for concurrent use.
type Catalogue struct {
	tongues map[string]*Tongue
	matcher language.Matcher
}

// Tongue is the texts in one language.
type Tongue struct {
	tag       string
	localizer *i18n.Localizer
}

// Load reads the embedded texts.
func Load() (*Catalogue, error) {
	bundle := i18n.NewBundle(language.English)
	c := &Catalogue{tongues: make(map[string]*Tongue)}
	var tags []language.Tag
	for _, lang := range Languages() {
		if _, err := bundle.LoadMessageFileFS(files, lang+".json"); err != nil {
			return nil, fmt.Errorf("words: %s: %w", path.Base(lang), err)
		}
		c.tongues[lang] = &Tongue{tag: lang, localizer: i18n.NewLocalizer(bundle, lang)}
		tags = append(tags, language.Make(lang))
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// In finds the texts that suit best: the first of the wanted languages (BCP 47
// tags) that there are texts in, else the fallback.
func (c *Catalogue) In(wanted ...string) *Tongue {
	for _, lang := range wanted {
		if t, ok := c.tongues[lang]; ok {
			return t
		}
		if tag, err := language.Parse(lang); err == nil {
			if _, i, confidence := c.matcher.Match(tag); confidence > language.Low {
				return c.tongues[Languages()[i]]
			}
		}
	}
	return c.tongues[Languages()[0]]
}

// Tag is the language's BCP 47 tag.
func (t *Tongue) Tag() string { return t.tag }

// Say is the text with that id. What follows fills its gaps: a gap's name and
// its value, in pairs.
func (t *Tongue) Say(id string, gaps ...any) string {
	return t.localize(&i18n.LocalizeConfig{MessageID: id}, gaps)
}

// Count is the text with that id in the plural form for n, which fills the gap N.
func (t *Tongue) Count(id string, n int, gaps ...any) string {
	return t.localize(&i18n.LocalizeConfig{MessageID: id, PluralCount: n}, append(gaps, "N", n))
}

// Has says whether there is a text with that id.
func (t *Tongue) Has(id string) bool {
	_, err := t.localizer.Localize(&i18n.LocalizeConfig{MessageID: id})
	return err == nil || !strings.Contains(err.Error(), "not found")
}

// localize gives the id itself where the text is missing; a test sees to it
// that none is.
func (t *Tongue) localize(cfg *i18n.LocalizeConfig, gaps []any) string {
	if len(gaps) > 0 {
		data := make(map[string]any, len(gaps)/2)
		for i := 0; i+1 < len(gaps); i += 2 {
			data[gaps[i].(string)] = gaps[i+1]
		}
		cfg.TemplateData = data
	}
	text, err := t.localizer.Localize(cfg)
	if err != nil {
		return cfg.MessageID
	}
	return text
}
