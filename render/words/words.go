// Package words holds every text that users read. Start reading at Catalogue.
package words

import (
	"embed"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed *.json
var files embed.FS

const fallback = "en"

// Languages lists BCP 47 tags, the fallback first.
func Languages() []string {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		panic(err)
	}
	langs := []string{fallback}
	for _, name := range names {
		if lang := strings.TrimSuffix(name, ".json"); lang != fallback {
			langs = append(langs, lang)
		}
	}
	return langs
}

// Catalogue holds all texts in all languages. It is safe for concurrent use.
type Catalogue struct {
	tongues []*Tongue
	matcher language.Matcher

	mu    sync.RWMutex
	known map[string]*Tongue // caches find, because parsing is slow
}

// maxKnown limits the cache, because users can send any tag.
const maxKnown = 1000

// Tongue holds the texts in one language.
type Tongue struct {
	code   string
	tag    language.Tag
	texts  map[string]entry
	format func(line string) string
}

// Load returns the embedded texts.
func Load() (*Catalogue, error) { return load() }

var load = sync.OnceValues(read)

func read() (*Catalogue, error) {
	bundle := i18n.NewBundle(language.Make(fallback))
	c := &Catalogue{known: make(map[string]*Tongue)}
	var tags []language.Tag
	for _, lang := range Languages() {
		file, err := bundle.LoadMessageFileFS(files, lang+".json")
		if err != nil {
			return nil, fmt.Errorf("words: %s: %w", lang, err)
		}
		t := &Tongue{lang, file.Tag, make(map[string]entry), plain}
		for _, m := range file.Messages {
			t.texts[m.ID] = parseEntry(m)
		}
		c.tongues, tags = append(c.tongues, t), append(tags, t.tag)
	}
	c.matcher = language.NewMatcher(tags)
	return c, nil
}

// In returns the texts in the first supported language, else in the fallback.
func (c *Catalogue) In(wanted ...string) *Tongue {
	for _, lang := range wanted {
		if t := c.recall(lang); t != nil {
			return t
		}
	}
	return c.tongues[0]
}

// IDs lists the fallback's ids that begin with the prefix, and cuts the prefix off.
func (c *Catalogue) IDs(prefix string) (ids []string) {
	for id := range c.tongues[0].texts {
		if rest, is := strings.CutPrefix(id, prefix); is {
			ids = append(ids, rest)
		}
	}
	return ids
}

func (c *Catalogue) recall(lang string) *Tongue {
	c.mu.RLock()
	t, ok := c.known[lang]
	c.mu.RUnlock()
	if ok {
		return t
	}
	t = c.find(lang)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.known) >= maxKnown {
		clear(c.known)
	}
	c.known[strings.Clone(lang)] = t
	return t
}

func (c *Catalogue) find(lang string) *Tongue {
	tag, err := language.Parse(lang)
	if err != nil {
		return nil
	}
	_, i, confidence := c.matcher.Match(tag)
	if confidence <= language.Low {
		return nil
	}
	return c.tongues[i]
}

// Tag returns the language's BCP 47 tag.
func (t *Tongue) Tag() string { return t.code }

// WithCommands returns the texts with their commands written by format.
func (t *Tongue) WithCommands(format func(line string) string) *Tongue {
	with := *t
	if with.format = format; format == nil {
		with.format = plain
	}
	return &with
}

func plain(line string) string { return line }

// Command returns the line in the form that a reader types.
func (t *Tongue) Command(line string) string { return t.format(line) }

// Say returns the text with its gaps filled from name/value pairs. It returns an unknown id unchanged.
func (t *Tongue) Say(id string, gaps ...any) string {
	e, ok := t.texts[id]
	if !ok {
		return id
	}
	return e[plural.Other].fill(gaps, t.format)
}

// Count returns the text in the plural form for n.
func (t *Tongue) Count(id string, n int, gaps ...any) string {
	e, ok := t.texts[id]
	if !ok {
		return id
	}
	form := plural.Cardinal.MatchPlural(t.tag, n, 0, 0, 0, 0)
	return e[form].fill(append(gaps, "N", n), t.format)
}
