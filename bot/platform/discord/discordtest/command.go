package discordtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Command is an application command or a part of one.
type Command struct {
	ID           string            `json:"id,omitempty"`
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Names        map[string]string `json:"name_localizations"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations"`
	Autocomplete bool              `json:"autocomplete"`
	Choices      []struct {
		Name  string            `json:"name"`
		Names map[string]string `json:"name_localizations"`
		Value any               `json:"value"`
	} `json:"choices"`
	Options     []Command `json:"options"`
	Contexts    []int     `json:"contexts"`
	Installs    []int     `json:"integration_types"`
	Handler     int       `json:"handler,omitempty"`
	Permissions *string   `json:"default_member_permissions,omitempty"`
	Adult       bool      `json:"nsfw,omitempty"`
}

// Check returns an error if Discord would refuse the command.
func (c Command) Check() error {
	const most = 8000
	if err := c.check(c.Type == commandSlash); err != nil {
		return err
	}
	if n := c.size(); n > most {
		return fmt.Errorf("a command of %d characters", n)
	}
	return nil
}

// entryPoint is the type of the command that opens the app's activity.
const entryPoint = 4

// See AvailableLocalesEnum in Discord's specification.
var locales = []string{
	"ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
	"it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}

// slash is false for a menu entry.
func (c Command) check(slash bool) error {
	isName := func(text string) bool {
		lower := strings.ToLower(text) == text && !strings.Contains(text, " ")
		return hasLength(text, 1, 32) && (lower || !slash)
	}
	isDescription := func(text string) bool { return hasLength(text, 1, 100) && slash || text == "" && !slash }
	err := cmp.Or(checkTexts(isName, c.Name, c.Names), checkTexts(isDescription, c.Description, c.Descriptions))
	if err != nil {
		return fmt.Errorf("command %q: %w", c.Name, err)
	}
	if len(c.Options) > maxOptions || len(c.Choices) > maxOptions || c.Autocomplete && len(c.Choices) > 0 {
		return fmt.Errorf("options or choices of %q", c.Name)
	}
	for _, x := range c.Choices {
		isChoice := func(text string) bool { return hasLength(text, 1, maxOption) }
		if err := checkTexts(isChoice, x.Name, x.Names); err != nil {
			return fmt.Errorf("a choice of %q: %w", c.Name, err)
		}
	}
	for _, o := range c.Options {
		if err := o.check(true); err != nil {
			return err
		}
	}
	return nil
}

func hasLength(text string, least, most int) bool {
	n := utf8.RuneCountInString(text)
	return n >= least && n <= most
}

func checkTexts(isValid func(string) bool, text string, translated map[string]string) error {
	if !isValid(text) {
		return fmt.Errorf("the text %q", text)
	}
	for locale, text := range translated {
		if !slices.Contains(locales, locale) || !isValid(text) {
			return fmt.Errorf("the text %q in the locale %q", text, locale)
		}
	}
	return nil
}

// Discord counts the longest translation of each text.
func (c Command) size() int {
	n := longestOf(c.Name, c.Names) + longestOf(c.Description, c.Descriptions)
	for _, x := range c.Choices {
		n += longestOf(x.Name, x.Names) + len(fmt.Sprint(x.Value))
	}
	for _, o := range c.Options {
		n += o.size()
	}
	return n
}

func longestOf(text string, translated map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, other := range translated {
		n = max(n, utf8.RuneCountInString(other))
	}
	return n
}
