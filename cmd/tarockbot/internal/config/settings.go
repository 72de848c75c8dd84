package config

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"

	"tarockbot/bot"
	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/keys"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/render/words"
)

// settings lists all keys, in the order of config.example.yaml, with the fields of c that they set. Every key is also a
// flag, and an environment variable (see variable).
func settings(c *Config) []driver.Setting {
	process := processSettings(c)
	return insertNetworkSettings(slices.Concat(process, playSettings(c)), len(process), c.Networks)
}

// knownSettings lists all keys for callers that set none.
var knownSettings = sync.OnceValue(func() []driver.Setting { return settings(&Config{Networks: networks.New()}) })

// insertNetworkSettings inserts each network's settings after those that they name, and else at the index, one network
// after the other.
func insertNetworkSettings(all []driver.Setting, index int, configs []driver.Config) []driver.Setting {
	for _, n := range configs {
		at := index
		for _, s := range n.Settings() {
			if s.After != "" {
				at = 1 + slices.IndexFunc(all, func(x driver.Setting) bool { return x.Key == s.After })
			}
			if all = slices.Insert(all, at, s); at <= index {
				index++
			}
			at++
		}
	}
	return all
}

// processSettings lists the settings of the process: its data, its operator, its addresses.
func processSettings(c *Config) []driver.Setting {
	return []driver.Setting{
		driver.Row("data", "the data file, or postgres://… for a database; \"\" is tarockbot.db in the user's data directory", "", place(&c.Data)),
		driver.Row(keys.DataKeySetting, "a file with keys, by which what hides cards is sealed in the data; \"\" seals nothing", "", driver.Text(&c.DataKey.Path, driver.Anything)),
		driver.Row("removals", "the list of who was forgotten, or postgres://… of another database; \"\" is beside the data file", "", place(&c.Removals)),
		driver.Row("fair.key", "the file of the key that signs deals; \"\" is fair.key beside the data file", "", driver.Text(&c.FairKey, driver.Anything)),
		driver.Row("language", "of chats and people who tell none: de or en", "de", driver.Text(&c.Language, driver.OneOf(words.Languages()...))),
		driver.Row("operator.name", "who runs the bot, as people are told by privacy", "", driver.Text(&c.Operator.Name, checkLine)),
		driver.Row("operator.contact", "how people reach the operator: an e-mail address, https://…, or another", "", driver.Text(&c.Operator.Contact, checkLine)),
		driver.Row("operator.privacy", "a privacy policy of the operator's own in place of the program's text: a file, or https://…", "", driver.Text(&c.Operator.Privacy, driver.Anything)),
		driver.Row("log.level", "what is logged: debug, info, warn or error", "info", level(&c.LogLevel)),
		driver.Row("log.format", "how it is logged: text or json", "text", driver.Either(&c.LogJSON, "json", "text", "json")),
		driver.Row(MonitorKey, "host:port of health checks and metrics; \"\" is none", "", driver.Listen(&c.HTTP, driver.Endpoint{Logged: "monitor", URL: true})),
		driver.Row("backup.every", "how often a running bot backs its data up, such as 24h, at most 360h; 0 is never", "0", every(&c.Backups.Every)),
		driver.Row("backup.keep", "how many of these backups are kept, none longer than 30 days while newer ones are made", "7", driver.Limit(&c.Backups.Keep)),
		driver.Row("backup.dir", "where they are; \"\" is the directory backups beside the data file", "", driver.Text(&c.Backups.Dir, driver.Anything)),
	}
}

// playSettings lists the settings of play on all networks.
func playSettings(c *Config) []driver.Setting {
	people, chats := networks.People, networks.Chats
	return []driver.Setting{
		driver.Row("limits.tables-per-chat", "running tables in one chat", strconv.Itoa(bot.DefaultTablesPerChat), driver.Limit(&c.Limits.TablesPerChat)),
		driver.Row("limits.tables-per-person", "running tables of one person", strconv.Itoa(bot.DefaultTablesPerPerson), driver.Limit(&c.Limits.TablesPerPerson)),
		driver.Row("limits.tables-per-address", "running tables opened from one address, on a public page", strconv.Itoa(bot.DefaultTablesPerOrigin), driver.Limit(&c.Limits.TablesPerOrigin)),
		driver.Row("limits.inputs-per-person", "commands and presses of one person at once", strconv.Itoa(bot.DefaultInputsPerPerson), driver.Limit(&c.Limits.InputsPerPerson)),
		driver.Row("limits.inputs-per-chat", "commands and presses in one chat at once", strconv.Itoa(bot.DefaultInputsPerChat), driver.Limit(&c.Limits.InputsPerChat)),
		driver.Row("stakes", "whether people may agree what a game point is worth; nothing is collected", "true", driver.Either(&c.NoStakes, "false", "true", "false")),
		driver.Row("clocks.away-days", "days of a year that one person may be away", strconv.Itoa(bot.DefaultAwayDays), driver.Limit(&c.Clocks.AwayDays)),
		driver.Row("clocks.abandoned", "days after which a match is closed that nobody touches", strconv.Itoa(bot.DefaultAbandonedDays), driver.Limit(&c.Clocks.AbandonedDays)),
		driver.Row("bans.people", "people the bot doesn't play with, such as "+people.Examples[0], "", ids(&c.Bans.People, people)),
		driver.Row("bans.chats", "chats it doesn't play in, such as "+chats.Examples[len(chats.Examples)-1], "", ids(&c.Bans.Chats, chats)),
	}
}

// ids returns a field that parses a list of ids of the kind.
func ids[ID ~string](to *[]ID, kind networks.IDs) driver.Field {
	return driver.List(to, func(v string) (ID, error) {
		if !kind.Form.MatchString(v) {
			return "", fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", v, kind.Kind, kind.Like)
		}
		return ID(v), nil
	})
}

// level returns a field that parses the lowest level that is logged.
func level(to *slog.Level) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		return v, cmp.Or(driver.OneOf("debug", "info", "warn", "error")(v), to.UnmarshalText([]byte(v)))
	}}
}
