// Package networks registers the networks.
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

// all are the networks, in the order of their settings.
var all = []driver.Driver{web.Driver(proofs.Check), discord.Driver, telegram.Driver}

// New returns all networks without any configuration.
func New() (fresh []driver.Config) {
	for _, d := range all {
		fresh = append(fresh, d.New())
	}
	return fresh
}

// Switches lists the keys that turn on the networks that are off by default.
func Switches() (keys []string) {
	for _, d := range all {
		if d.Switch != "" {
			keys = append(keys, d.Switch)
		}
	}
	return keys
}

// NamedBy returns by network the function that finds a user's other names in the network's notes. It includes networks
// that aren't served.
func NamedBy() map[string]func(chat.UserID, map[string][]byte) []string {
	named := make(map[string]func(chat.UserID, map[string][]byte) []string)
	for _, d := range all {
		if d.NamesIn != nil {
			named[d.Name] = d.NamesIn
		}
	}
	return named
}

// Refuses reports whether the error says that a network refuses the configuration.
func Refuses(err error) bool { return isAmong(err, func(d driver.Driver) []error { return d.Refused }) }

// IsTaken reports whether the error says that another process is the bot on a network.
func IsTaken(err error) bool { return isAmong(err, func(d driver.Driver) []error { return d.Taken }) }

// isAmong reports whether the error is among the errors of a driver that of selects.
func isAmong(err error, of func(driver.Driver) []error) bool {
	return slices.ContainsFunc(all, func(d driver.Driver) bool {
		return slices.ContainsFunc(of(d), func(target error) bool { return errors.Is(err, target) })
	})
}

// IDs describes the ids of one kind on all networks.
type IDs struct {
	Kind     string
	Form     *regexp.Regexp
	Examples []string // of the networks that have one
	Like     string   // all examples
}

// People are the ids of people, and Chats those of chats.
var (
	People = idsOf("person", func(d driver.Driver) driver.IDs { return d.People })
	Chats  = idsOf("chat", func(d driver.Driver) driver.IDs { return d.Chats })
)

// idsOf combines the IDs of all networks that of selects.
func idsOf(kind string, of func(driver.Driver) driver.IDs) IDs {
	ids := IDs{Kind: kind}
	var forms []string
	for _, d := range all {
		x := of(d)
		if x.Form != "" {
			forms = append(forms, x.Form)
		}
		if x.Example == "" {
			continue
		}
		if len(ids.Examples) > 0 {
			ids.Like += " or"
			if x.Of != "" {
				ids.Like += ", for " + x.Of + ","
			}
			ids.Like += " "
		}
		ids.Examples = append(ids.Examples, x.Example)
		ids.Like += x.Example
	}
	ids.Form = regexp.MustCompile(`^(` + strings.Join(forms, "|") + `)$`)
	return ids
}
