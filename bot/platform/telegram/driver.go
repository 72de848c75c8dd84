package telegram

import (
	"net"
	"net/netip"
	"net/url"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
)

// The keys of settings that depend on each other. tokenKey turns Telegram on.
const (
	tokenKey  = network + ".token"
	hookKey   = network + ".webhook."
	urlKey    = hookKey + "url"
	listenKey = hookKey + "listen"
	pathKey   = hookKey + "path"
	secretKey = hookKey + "secret"
)

// Driver is Telegram for the program that serves it. Its chats are groups; behind a group's number may stand that of a
// topic.
var Driver = driver.Driver{
	Name: network, Switch: tokenKey,
	People:  driver.IDs{Form: prefix + `[0-9]{1,20}`, Example: prefix + "123456789"},
	Chats:   driver.IDs{Form: prefix + `-[0-9]{1,20}(/[0-9]{1,20})?`, Example: prefix + "-1001234567890", Of: "a group"},
	Refused: []error{ErrToken, ErrWebhook},
	Taken:   []error{ErrConflict},
	NamesIn: NamesIn,
	New:     func() driver.Config { return new(settings) },
}

// settings are what an operator chooses.
type settings struct {
	Config
	listen string // host:port for the webhook's calls
}

// Settings implements driver.Config.
func (s *settings) Settings() []driver.Setting {
	hook := &s.Webhook
	calls := driver.Endpoint{Logged: "webhook", At: s.callsAt}
	return []driver.Setting{
		driver.Row(tokenKey, "the Telegram bot's token; without one Telegram is left alone", "", driver.Secret(&s.Token, CheckToken)),
		driver.Row("telegram.api_url", "another address of the Bot API, such as a server of one's own", "",
			driver.Text(&s.APIURL, driver.CheckURL)),
		driver.Row(urlKey, "where Telegram calls: https://…; \"\" is to ask Telegram instead", "",
			driver.Text(&hook.URL, driver.Anything)),
		driver.Row(listenKey, "host:port that takes the calls", "127.0.0.1:8082", // the page has the port before
			driver.Listen(&s.listen, calls)),
		driver.Row(pathKey, "path of the calls that arrive; \"\" is that of the url", "",
			driver.Text(&hook.Path, driver.Anything)),
		driver.Row(secretKey, "what the calls must carry", "", driver.Secret(&hook.Secret, driver.Anything)),
	}
}

// callsAt returns the address on which calls arrive. It is empty if the bot polls.
func (s *settings) callsAt() string {
	if s.Webhook.URL == "" {
		return ""
	}
	return s.listen
}

// Enabled implements driver.Config.
func (s *settings) Enabled() bool { return s.Token != "" }

// Secrets returns the part of the token that stays when its colon is written in another way.
func (s *settings) Secrets() []string {
	_, part, _ := strings.Cut(s.Token, ":")
	return []string{part}
}

// Check reports settings of the webhook that contradict each other.
func (s *settings) Check(c driver.Check) error {
	switch hook := s.Webhook; {
	case hook.URL == "" && hook.Path != "":
		return c.Wrong("is for nothing without "+urlKey, pathKey)
	case hook.URL == "" && hook.Secret != "":
		return c.Wrong("is for nothing without "+urlKey, secretKey)
	case hook.URL == "":
		return nil
	case s.Token == "":
		return c.Wrong("is for nothing without "+tokenKey, urlKey)
	case s.listen == "":
		return c.Wrong("is needed with "+urlKey, listenKey)
	case hook.Secret == "":
		return c.Wrong("is needed with "+urlKey+"; openssl rand -hex 32 makes one", secretKey, urlKey)
	}
	if setting, reason := s.Webhook.check(); reason != "" {
		return c.Wrong(reason, hookKey+setting, urlKey)
	}
	if s.APIURL == "" && isInside(s.Webhook.URL) {
		return c.Wrong("is an address that Telegram can't call from outside", urlKey)
	}
	return nil
}

// isInside reports whether a URL leads to this machine or into a network of one's own, where only a Bot API server
// that is there, too, could call.
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
