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

// Operator names the operator to the players.
type Operator struct {
	Name, Contact string
	Privacy       string // a file with a policy of the operator's own, or its address; "" is the program's text
}

// The longest texts of an operator, in letters. They are shown in one message, on Discord too.
const (
	maxPolicy = 3500 // of a policy in a file
	maxLine   = 200  // of a name or contact
)

// gap matches a gap of a template, which the operator must fill in. It matches no link in Markdown.
var gap = regexp.MustCompile(`\[[^\]]+\](?:[^(]|$)`)

// checkLine returns an error unless the text is one short line.
func checkLine(v string) error {
	if utf8.RuneCountInString(v) > maxLine || strings.ContainsFunc(v, func(r rune) bool { return r < ' ' }) {
		return fmt.Errorf("is no line of %d letters at most", maxLine)
	}
	return nil
}

// Privacy returns the privacy policy and the operator's contact. Its error is about a policy in a file.
func (c Config) Privacy() (screens.Privacy, error) {
	p := screens.Privacy{Operator: c.Operator.Name, Contact: c.Operator.Contact, Policy: c.Operator.Privacy,
		Database: location.IsDatabase(c.Data), BackupDays: int(BackupLife / day)}
	switch {
	case strings.HasPrefix(p.Policy, "http://"):
		return p, errors.New("is no https address")
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
		return p, errors.New("there is no text in it, in UTF-8")
	case utf8.RuneCountInString(p.Policy) > maxPolicy:
		return p, fmt.Errorf("it has more than the %d letters that a message holds; put it on the web, and name its address", maxPolicy)
	case left != "":
		return p, fmt.Errorf("it still has a gap to fill in or to take out: %.60q", left)
	}
	return p, nil
}

// checkOperator returns an error if the operator's policy can't be shown.
func (c Config) checkOperator() error {
	if _, err := c.Privacy(); err != nil {
		return c.wrong(err.Error(), keyPrivacy)
	}
	return nil
}

// NoContact warns that players don't learn how to reach the operator.
const NoContact = "operator.contact: isn't set: people must be able to ask about their data, " +
	"and the terms of Discord and Telegram demand it; see operator in config.example.yaml"

// LacksContact reports whether people on other machines can play and no contact is named.
func (c Config) LacksContact() bool {
	return c.Operator.Contact == "" && slices.ContainsFunc(c.Networks, func(n driver.Config) bool {
		p, may := n.(driver.Private)
		return n.Enabled() && !(may && p.Private())
	})
}
