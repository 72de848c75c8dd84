package telegram

import (
	"net"
	"net/netip"
	"net/url"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
)

const (
	tokenKey  = network + ".token"
	hookKey   = network + ".webhook."
	urlKey    = hookKey + "url"
	listenKey = hookKey + "listen"
	pathKey   = hookKey + "path"
	secretKey = hookKey + "secret"
)

// Driver describes Telegram. Its chats are groups, or topics of groups.
var Driver = driver.Driver{
	Name: network, EnableKey: tokenKey,
	People:         driver.IDs{Pattern: prefix + `[0-9]{1,20}`, Example: prefix + "123456789"},
	Chats:          driver.IDs{Pattern: prefix + `-[0-9]{1,20}(/[0-9]{1,20})?`, Example: prefix + "-1001234567890", ExampleKind: "a group"},
	ConfigErrors:   []error{ErrToken, ErrWebhook},
	ConflictErrors: []error{ErrConflict},
	NamesIn:        NamesIn,
	New:            func() driver.Config { return new(settings) },
}

type settings struct {
	Config
	listen string // host:port for webhook calls
}

// Settings implements driver.Config.
func (s *settings) Settings() []driver.Setting {
	hook := &s.Webhook
	calls := driver.Endpoint{LogName: "webhook", HostPort: s.callsAt}
	return []driver.Setting{
		driver.NewSetting(tokenKey, "the Telegram bot's token; empty turns Telegram off", "", driver.Secret(&s.Token, CheckToken)),
		driver.NewSetting("telegram.api_url", "address of another Bot API server", "",
			driver.Text(&s.APIURL, driver.CheckURL)),
		driver.NewSetting(urlKey, "address that Telegram calls: https://…; \"\" means polling", "",
			driver.Text(&hook.URL, driver.AcceptAny)),
		driver.NewSetting(listenKey, "host:port to listen on for the calls", "127.0.0.1:8082",
			driver.Listen(&s.listen, calls)),
		driver.NewSetting(pathKey, "path of the incoming calls; \"\" means the path of the url", "",
			driver.Text(&hook.Path, driver.AcceptAny)),
		driver.NewSetting(secretKey, "secret that authorizes the calls", "", driver.Secret(&hook.Secret, driver.AcceptAny)),
	}
}

// callsAt returns "" if the bot polls.
func (s *settings) callsAt() string {
	if s.Webhook.URL == "" {
		return ""
	}
	return s.listen
}

// IsEnabled implements driver.Config.
func (s *settings) IsEnabled() bool { return s.Token != "" }

// Secrets returns the token's secret part, which remains if its colon is encoded.
func (s *settings) Secrets() []string {
	_, part, _ := strings.Cut(s.Token, ":")
	return []string{part}
}

// Check refuses contradictory webhook settings.
func (s *settings) Check(c driver.CheckContext) error {
	switch hook := s.Webhook; {
	case hook.URL == "" && hook.Path != "":
		return c.SettingError("has no effect without "+urlKey, pathKey)
	case hook.URL == "" && hook.Secret != "":
		return c.SettingError("has no effect without "+urlKey, secretKey)
	case hook.URL == "":
		return nil
	case s.Token == "":
		return c.SettingError("has no effect without "+tokenKey, urlKey)
	case s.listen == "":
		return c.SettingError("is required with "+urlKey, listenKey)
	case hook.Secret == "":
		return c.SettingError("is required with "+urlKey+"; openssl rand -hex 32 makes one", secretKey, urlKey)
	}
	if setting, reason := s.Webhook.check(); reason != "" {
		return c.SettingError(reason, hookKey+setting, urlKey)
	}
	if s.APIURL == "" && isInside(s.Webhook.URL) {
		return c.SettingError("is an address that Telegram can't reach", urlKey)
	}
	return nil
}

// isInside reports whether only this machine or its network can reach the URL.
func isInside(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	ip = ip.Unmap()
	inner := err == nil && (ip.IsPrivate() || ip.IsUnspecified() || ip.IsLinkLocalUnicast())
	return inner || driver.IsLocal(net.JoinHostPort(u.Hostname(), ""))
}

// Start implements driver.Config.
func (s *settings) Start(with driver.Services) (chat.Platform, error) {
	c := s.Config
	c.Webhook.Listener, c.Leased = with.Listen(listenKey), with.Shared
	c.Vocabularies, c.Notes, c.Log, c.Metrics = with.Vocabularies, with.Notes(network), with.Log, with.Metrics
	return New(c)
}
