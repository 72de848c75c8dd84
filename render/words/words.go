// Package words holds every sentence that people read, by language. Start at
// Catalogue; the texts are in the JSON files beside this one, a file a
// language, with the plural forms that the language has.
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

	mu    sync.RWMutex
	known map[string]*Tongue // what find answered, for parsing takes long
}

// maxKnown is how many tags, which may be anything, are kept in mind.
const maxKnown = 1000

// Tongue is the texts in one language.
type Tongue struct {
	name   string // of the language
	tag    language.Tag
	texts  map[string]entry
	format func(line string) string
}

// Load is the embedded texts. They are read once.
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

// In finds the texts that suit best: the first of the wanted languages (BCP 47
// tags) that there are texts in, else the fallback.
func (c *Catalogue) In(wanted ...string) *Tongue {
	for _, lang := range wanted {
		if t := c.recall(lang); t != nil {
			return t
		}
	}
	return c.tongues[0]
}

// IDs are those of all texts that begin with the prefix, without it.
func (c *Catalogue) IDs(prefix string) (ids []string) {
	for id := range c.tongues[0].texts {
		if rest, is := strings.CutPrefix(id, prefix); is {
			ids = append(ids, rest)
		}
	}
	return ids
}

// recall is find, from memory if possible.
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

// find is the texts in the language, or nil.
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

// Tag is the language's BCP 47 tag.
func (t *Tongue) Tag() string { return t.name }

// WithCommands is the same texts for readers whose commands are formatted so: format
// gets what is to be said to the bot, and returns what is typed for it. Nil
// leaves everything as it is.
func (t *Tongue) WithCommands(format func(line string) string) *Tongue {
	with := *t
	if with.format = format; format == nil {
		with.format = plain
	}
	return &with
}

func plain(line string) string { return line }

// Command is how the line is typed where the texts are read.
func (t *Tongue) Command(line string) string { return t.format(line) }

// Say is the text with that id. What follows fills its gaps: a gap's name and
// its value, in pairs. A text that there isn't is its id; a test sees to it
// that none is missing.
func (t *Tongue) Say(id string, gaps ...any) string {
	e, ok := t.texts[id]
	if !ok {
		return id
	}
	return e[plural.Other].fill(gaps, t.format)
}

// Count is the text with that id in the plural form for n, which fills the gap N.
func (t *Tongue) Count(id string, n int, gaps ...any) string {
	e, ok := t.texts[id]
	if !ok {
		return id
	}
	form := plural.Cardinal.MatchPlural(t.tag, n, 0, 0, 0, 0)
	return e[form].fill(append(gaps, "N", n), t.format)
}
