// Package networks lists the chat networks that the bot can serve.
package networks

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/driver"
	"tarockbot/bot/platform/telegram"
	"tarockbot/bot/platform/web"
	"tarockbot/cmd/tarockbot/internal/proofs"
)

// all is in the order of the settings.
var all = []driver.Driver{web.Driver(proofs.Verify), discord.Driver, telegram.Driver}

// New returns all networks without configuration.
func New() (fresh []driver.Config) {
	for _, d := range all {
		fresh = append(fresh, d.New())
	}
	return fresh
}

// EnableKeys lists the keys that enable networks.
func EnableKeys() (keys []string) {
	for _, d := range all {
		if d.EnableKey != "" {
			keys = append(keys, d.EnableKey)
		}
	}
	return keys
}

// NamesInNotes maps the networks to the NamesIn functions of their drivers.
func NamesInNotes() map[string]func(chat.UserID, map[string][]byte) []string {
	named := make(map[string]func(chat.UserID, map[string][]byte) []string)
	for _, d := range all {
		if d.NamesIn != nil {
			named[d.Name] = d.NamesIn
		}
	}
	return named
}

// IsConfigError reports whether a network refuses the configuration.
func IsConfigError(err error) bool {
	return isAmong(err, func(d driver.Driver) []error { return d.ConfigErrors })
}

// IsTaken reports whether another process serves this bot.
func IsTaken(err error) bool {
	return isAmong(err, func(d driver.Driver) []error { return d.ConflictErrors })
}

func isAmong(err error, errorsOf func(driver.Driver) []error) bool {
	return slices.ContainsFunc(all, func(d driver.Driver) bool {
		return slices.ContainsFunc(errorsOf(d), func(target error) bool { return errors.Is(err, target) })
	})
}

// IDs describes one kind of id on all networks.
type IDs struct {
	Kind        string
	Pattern     *regexp.Regexp
	Examples    []string
	ExampleText string
}

// People and Chats describe the ids of people and chats.
var (
	People = idsOf("person", func(d driver.Driver) driver.IDs { return d.People })
	Chats  = idsOf("chat", func(d driver.Driver) driver.IDs { return d.Chats })
)

func idsOf(kind string, get func(driver.Driver) driver.IDs) IDs {
	ids := IDs{Kind: kind}
	var forms []string
	for _, d := range all {
		x := get(d)
		if x.Pattern != "" {
			forms = append(forms, x.Pattern)
		}
		if x.Example == "" {
			continue
		}
		if len(ids.Examples) > 0 {
			ids.ExampleText += " or"
			if x.ExampleKind != "" {
				ids.ExampleText += ", for " + x.ExampleKind + ","
			}
			ids.ExampleText += " "
		}
		ids.Examples = append(ids.Examples, x.Example)
		ids.ExampleText += x.Example
	}
	ids.Pattern = regexp.MustCompile(`^(` + strings.Join(forms, "|") + `)$`)
	return ids
}
