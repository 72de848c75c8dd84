package config

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"tarockbot/bot/platform/driver"
	"tarockbot/bot/screens"
	"tarockbot/cmd/tarockbot/internal/location"
)

// Operator identifies the operator to the players.
type Operator struct {
	Name, Contact string
	Privacy       string // file or address of the operator's own policy; "" is the program's text
}

// The longest texts in letters: one message must hold them, also on Discord.
const (
	maxPolicy = 3500
	maxLine   = 200
)

// gap matches a placeholder that the operator must fill in, but no link in Markdown.
var gap = regexp.MustCompile(`\[[^\]]+\](?:[^(]|$)`)

func checkLine(v string) error {
	if utf8.RuneCountInString(v) > maxLine || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' }) {
		return fmt.Errorf("must be one line of at most %d letters", maxLine)
	}
	return nil
}

// Privacy returns the privacy policy and the operator's contact.
func (c Config) Privacy() (screens.Privacy, error) {
	p := screens.Privacy{Operator: c.Operator.Name, Contact: c.Operator.Contact, Policy: c.Operator.Privacy,
		InDatabase: location.IsDatabase(c.Data), BackupDays: int(BackupLife / day)}
	switch {
	case strings.HasPrefix(p.Policy, "http://"):
		return p, errors.New("is not an https address")
	case p.Policy == "" || screens.IsAddress(p.Policy):
		return p, driver.CheckURL(p.Policy)
	}
	text, err := os.ReadFile(p.Policy)
	p.Policy = strings.TrimSpace(string(text))
	left := gap.FindString(p.Policy)
	switch {
	case err != nil:
		return p, err
	case p.Policy == "" || !utf8.Valid(text):
		return p, errors.New("the file has no text in UTF-8")
	case utf8.RuneCountInString(p.Policy) > maxPolicy:
		return p, fmt.Errorf("the file has more than %d letters, which don't fit into a message; put it on the web and set its address", maxPolicy)
	case left != "":
		return p, fmt.Errorf("the file still has a gap to fill in or to remove: %.60q", left)
	}
	return p, nil
}

func (c Config) checkOperator() error {
	if _, err := c.Privacy(); err != nil {
		return c.settingError(err.Error(), keyPrivacy)
	}
	return nil
}

// NoContact warns that players can't reach the operator.
const NoContact = "operator.contact: isn't set: people must be able to ask about their data, " +
	"and the terms of Discord and Telegram demand it; see operator in config.example.yaml"

// LacksContact reports whether people on other machines can play but no contact is set.
func (c Config) LacksContact() bool {
	return c.Operator.Contact == "" && slices.ContainsFunc(c.Networks, func(n driver.Config) bool {
		p, may := n.(driver.Private)
		return n.IsEnabled() && !(may && p.IsPrivate())
	})
}
