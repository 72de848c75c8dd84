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

// Keys that other code names.
const (
	KeyData        = "data"
	KeyRemovals    = "removals"
	KeyFairKey     = "fair.key"
	KeyLogLevel    = "log.level"
	KeyLogFormat   = "log.format"
	KeyMonitor     = "http.listen"
	keyPrivacy     = "operator.privacy"
	keyBackupEvery = "backup.every"
	keyBackupDir   = "backup.dir"
	keyAwayDays    = "clocks.away-days"
	keyAbandoned   = "clocks.abandoned"
)

// settings lists all keys, in the order of config.example.yaml, with the fields of c that they set.
func settings(c *Config) []driver.Setting {
	process := processSettings(c)
	return insertNetworkSettings(slices.Concat(process, playSettings(c)), len(process), c.Networks)
}

var knownSettings = sync.OnceValue(func() []driver.Setting { return settings(&Config{Networks: networks.New()}) })

// insertNetworkSettings inserts each setting after the key in its After, or else at the index.
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

func processSettings(c *Config) []driver.Setting {
	return []driver.Setting{
		driver.NewSetting(KeyData, "the data file, or postgres://… for a database; \"\" is tarockbot.db in the user's data directory",
			"", locationField(&c.Data)),
		driver.NewSetting(keys.DataKeySetting, "file with the keys that encrypt hidden cards in the data; \"\" means no encryption",
			"", driver.Text(&c.DataKey.Path, driver.AcceptAny)),
		driver.NewSetting(KeyRemovals, "list of forgotten people: a file, or postgres://… of another database; \"\" is beside the data file",
			"", locationField(&c.Removals)),
		driver.NewSetting(KeyFairKey, "file with the key that signs deals; \"\" is fair.key beside the data file",
			"", driver.Text(&c.FairKey, driver.AcceptAny)),
		driver.NewSetting("language", "default language: de or en",
			"de", driver.Text(&c.Language, driver.OneOf(words.Languages()...))),
		driver.NewSetting("operator.name", "name of the operator, shown with the privacy policy", "", driver.Text(&c.Operator.Name, checkLine)),
		driver.NewSetting("operator.contact", "how people reach the operator: an e-mail address, https://…, or another",
			"", driver.Text(&c.Operator.Contact, checkLine)),
		driver.NewSetting(keyPrivacy, "the operator's own privacy policy, instead of the program's text: a file, or https://…",
			"", driver.Text(&c.Operator.Privacy, driver.AcceptAny)),
		driver.NewSetting(KeyLogLevel, "lowest level to log: debug, info, warn or error", "info", levelField(&c.Log.Level)),
		driver.NewSetting(KeyLogFormat, "format of the log: text or json", "text", driver.Either(&c.Log.JSON, "json", "text", "json")),
		driver.NewSetting(KeyMonitor, "host:port of health checks and metrics; \"\" disables them",
			"", driver.Listen(&c.HTTP, driver.Endpoint{LogName: "monitor", ForBrowser: true})),
		driver.NewSetting(keyBackupEvery, "how often a running bot makes a backup, such as 24h, at most 360h; 0 means never",
			"0", intervalField(&c.Backups.Every)),
		driver.NewSetting("backup.keep", "number of these backups to keep; one older than 30 days is removed once there is a newer one",
			"7", driver.Limit(&c.Backups.Keep)),
		driver.NewSetting(keyBackupDir, "directory of these backups; \"\" is backups beside the data file",
			"", driver.Text(&c.Backups.Dir, driver.AcceptAny)),
	}
}

func playSettings(c *Config) []driver.Setting {
	people, chats := networks.People, networks.Chats
	return []driver.Setting{
		driver.NewSetting("limits.tables-per-chat", "running tables in one chat",
			strconv.Itoa(bot.DefaultTablesPerChat), driver.Limit(&c.Limits.TablesPerChat)),
		driver.NewSetting("limits.tables-per-person", "running tables of one person",
			strconv.Itoa(bot.DefaultTablesPerPerson), driver.Limit(&c.Limits.TablesPerPerson)),
		driver.NewSetting("limits.tables-per-address", "running tables opened from one address, on a public page",
			strconv.Itoa(bot.DefaultTablesPerOrigin), driver.Limit(&c.Limits.TablesPerOrigin)),
		driver.NewSetting("limits.inputs-per-person", "commands and presses of one person at once",
			strconv.Itoa(bot.DefaultInputsPerPerson), driver.Limit(&c.Limits.InputsPerPerson)),
		driver.NewSetting("limits.inputs-per-chat", "commands and presses in one chat at once",
			strconv.Itoa(bot.DefaultInputsPerChat), driver.Limit(&c.Limits.InputsPerChat)),
		driver.NewSetting("stakes", "whether people may agree what a game point is worth; nothing is collected",
			"true", driver.Either(&c.NoStakes, "false", "true", "false")),
		driver.NewSetting(keyAwayDays, "days per year that one person may be away",
			strconv.Itoa(bot.DefaultAwayDays), driver.Limit(&c.Clocks.AwayDays)),
		driver.NewSetting(keyAbandoned, "days without activity after which a match is closed",
			strconv.Itoa(bot.DefaultAbandonedDays), driver.Limit(&c.Clocks.AbandonedDays)),
		driver.NewSetting("bans.people", "people the bot doesn't play with, such as "+people.Examples[0],
			"", idsField(&c.Bans.People, people)),
		driver.NewSetting("bans.chats", "chats it doesn't play in, such as "+chats.Examples[len(chats.Examples)-1],
			"", idsField(&c.Bans.Chats, chats)),
	}
}

func idsField[ID ~string](to *[]ID, kind networks.IDs) driver.Field {
	return driver.List(to, func(v string) (ID, error) {
		if !kind.Pattern.MatchString(v) {
			return "", fmt.Errorf("%q is not the id of a %s; write the network and the number, such as %s", v, kind.Kind, kind.ExampleText)
		}
		return ID(v), nil
	})
}

func levelField(to *slog.Level) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		return v, cmp.Or(driver.OneOf("debug", "info", "warn", "error")(v), to.UnmarshalText([]byte(v)))
	}}
}
