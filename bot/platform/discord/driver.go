package discord

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
)

const tokenKey = network + ".token"

// Driver describes Discord to the program. Its chats are channels.
var Driver = driver.Driver{
	Name: network, EnableKey: tokenKey,
	People:       driver.IDs{Pattern: prefix + `[0-9]{1,20}`, Example: prefix + "80351110224678912"},
	Chats:        driver.IDs{Pattern: prefix + `[0-9]{1,20}`, Example: prefix + "80351110224678913"},
	ConfigErrors: []error{ErrToken, ErrIntents},
	NamesIn:      NamesIn,
	New:          func() driver.Config { return new(settings) },
}

type settings struct{ Config }

// Settings implements driver.Config.
func (s *settings) Settings() []driver.Setting {
	return []driver.Setting{
		driver.NewSetting(tokenKey, "the Discord bot's token; without one Discord is off", "", driver.Secret(&s.Token, CheckToken)),
		driver.NewSetting("discord.api_url", "another address of Discord's API, such as a proxy's", "",
			driver.Text(&s.APIURL, driver.CheckURL)),
		driver.NewSetting("discord.threads", "whether each match gets a thread to talk in", "false", driver.Bool(&s.Threads)),
	}
}

// IsEnabled implements driver.Config.
func (s *settings) IsEnabled() bool { return s.Token != "" }

// Start implements driver.Config.
func (s *settings) Start(with driver.Services) (chat.Platform, error) {
	c := s.Config
	c.Vocabularies, c.Notes, c.Log, c.Metrics, c.Icons = with.Vocabularies, with.Notes(network), with.Log, with.Metrics, with.Icons
	return New(c)
}
