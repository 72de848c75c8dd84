package discordtest

import (
	"cmp"
	"fmt"
	"maps"
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
	Required     bool              `json:"required"`
	Autocomplete bool              `json:"autocomplete"`
	Choices      []struct {
		Name  string            `json:"name"`
		Names map[string]string `json:"name_localizations"`
		Value any               `json:"value"`
	} `json:"choices"`
	Options  []Command `json:"options"`
	Contexts []int     `json:"contexts"`
	Installs []int     `json:"integration_types"`
	Handler  int       `json:"handler,omitempty"`
	// Permissions and Adult restrict its users.
	Permissions *string `json:"default_member_permissions,omitempty"`
	Adult       bool    `json:"nsfw,omitempty"`
}

// Check returns an error if Discord would refuse the command.
func (c Command) Check() error {
	const most = 8000
	if err := c.check(false); err != nil {
		return err
	}
	if n := c.size(); n > most {
		return fmt.Errorf("a command of %d characters", n)
	}
	return nil
}

// entryPoint is the type of the command that starts activities.
const entryPoint = 4

// locales are those of Discord's specification (AvailableLocalesEnum).
var locales = []string{
	"ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi", "hr", "hu", "id",
	"it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
}

// checkLocales checks the locales of a text's translations.
func checkLocales(translated map[string]string) error {
	for locale := range translated {
		if !slices.Contains(locales, locale) {
			return fmt.Errorf("unknown locale %q", locale)
		}
	}
	return nil
}

// check checks the command or a part of one, but not the size of the whole.
func (c Command) check(part bool) error {
	chat := part || c.Type == commandSlash
	for _, name := range slices.AppendSeq([]string{c.Name}, maps.Values(c.Names)) {
		if n := utf8.RuneCountInString(name); n < 1 || n > 32 || chat && strings.ToLower(name) != name || chat && strings.Contains(name, " ") {
			return fmt.Errorf("command name %q", name)
		}
	}
	for _, text := range slices.AppendSeq([]string{c.Description}, maps.Values(c.Descriptions)) {
		if n := utf8.RuneCountInString(text); chat && n < 1 || n > 100 || !chat && n > 0 {
			return fmt.Errorf("description %q of %q", text, c.Name)
		}
	}
	if len(c.Options) > maxOptions || len(c.Choices) > maxOptions || c.Autocomplete && len(c.Choices) > 0 {
		return fmt.Errorf("options or choices of %q", c.Name)
	}
	if err := cmp.Or(checkLocales(c.Names), checkLocales(c.Descriptions)); err != nil {
		return err
	}
	for _, x := range c.Choices {
		for _, name := range slices.AppendSeq([]string{x.Name}, maps.Values(x.Names)) {
			if n := utf8.RuneCountInString(name); n < 1 || n > maxOption {
				return fmt.Errorf("a choice of %q is named %q", c.Name, name)
			}
		}
		if err := checkLocales(x.Names); err != nil {
			return err
		}
	}
	for _, o := range c.Options {
		if err := o.check(true); err != nil {
			return err
		}
	}
	return nil
}

// size returns the number of characters that Discord counts. Of each text it counts the longest
// translation.
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

// longestOf returns the length of the longest translation.
func longestOf(text string, translated map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, other := range translated {
		n = max(n, utf8.RuneCountInString(other))
	}
	return n
}
