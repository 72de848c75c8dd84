package web

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
)

const (
	listenKey  = network + ".listen"
	publicKey  = network + ".public"
	hostsKey   = network + ".hosts"
	proxiesKey = network + ".proxies"
	adminsKey  = network + ".admins"
)

// Driver returns the web page's driver. The function check gets the bot's public keys in hexadecimal.
func Driver(check func(g VerifyInput, keys []string) VerifyResult) driver.Driver {
	return driver.Driver{
		Name:   network,
		People: driver.IDs{Pattern: network + `:[^\s:/]+`},
		New:    func() driver.Config { return &settings{check: check} },
	}
}

type settings struct {
	cfg    Config
	listen string // host:port; "" disables the page
	check  func(VerifyInput, []string) VerifyResult
}

// Settings implements driver.Config.
func (s *settings) Settings() []driver.Setting {
	rows := []driver.Setting{
		driver.NewSetting(listenKey, "host:port of the web page; \"\" is no page", "127.0.0.1:8080",
			driver.Listen(&s.listen, driver.Endpoint{LogName: "url", ForBrowser: true})),
		driver.NewSetting(publicKey, "whether other machines may reach local.listen", "false", driver.Bool(&s.cfg.Public)),
		driver.NewSetting(hostsKey, "host names of the page besides this machine's", "",
			driver.List(&s.cfg.Hosts, readHost)),
		driver.NewSetting(proxiesKey, "addresses of trusted proxies; \"\" is this machine's", "",
			driver.List(&s.cfg.Proxies, readNetwork)),
		driver.NewSetting(adminsKey, "names of the page's administrators", "", driver.List(&s.cfg.Admins, readAdmin)),
		driver.NewSetting("limits.names-per-address", "names that one address may claim in a day, on a public page",
			strconv.Itoa(DefaultNamesPerAddress), driver.Limit(&s.cfg.NamesPerAddress)),
	}
	rows[0].After, rows[len(rows)-1].After = "log.format", "limits.tables-per-person"
	return rows
}

func readHost(v string) (string, error) {
	if v == "" || strings.ContainsAny(v, "/ ") {
		return v, fmt.Errorf("%q is no host name", v)
	}
	return v, nil
}

func readNetwork(v string) (netip.Prefix, error) {
	prefix, err := netip.ParsePrefix(v)
	if addr, is := netip.ParseAddr(v); err != nil && is == nil {
		prefix, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
	}
	if err != nil {
		return prefix, fmt.Errorf("%q is neither an address, such as 10.0.0.5, nor a network, such as 10.0.0.0/24", v)
	}
	return prefix.Masked(), nil
}

func readAdmin(v string) (string, error) {
	name := strings.TrimPrefix(v, userPrefix)
	_, err := adminKey(name)
	return name, err
}

// IsEnabled implements driver.Config.
func (s *settings) IsEnabled() bool { return s.listen != "" }

// IsPrivate reports whether only this machine can reach the page.
func (s *settings) IsPrivate() bool { return !s.cfg.Public && len(s.cfg.Hosts) == 0 }

// Check reports contradicting settings.
func (s *settings) Check(c driver.CheckContext) error {
	switch {
	case s.listen != "" && !s.cfg.Public && !driver.IsLocal(s.listen):
		return c.SettingError(fmt.Sprintf("other machines can reach %q; set %s to allow that", s.listen, publicKey), listenKey)
	case len(s.cfg.Proxies) > 0 && len(s.cfg.Hosts) == 0:
		return c.SettingError("needs "+hostsKey+", the page's host names", proxiesKey)
	case len(c.EnableKeys) > 0:
		return c.SettingError("without the page there must be a "+strings.Join(c.EnableKeys, " or a "), listenKey)
	}
	return nil
}

// Start implements driver.Config.
func (s *settings) Start(with driver.Services) (chat.Platform, error) {
	c := s.cfg
	c.Listener, c.Vocabularies, c.Language, c.Now = with.Listen(listenKey), with.Vocabularies, with.Language, with.Now
	c.Notes, c.Log, c.Metrics = with.Notes(network), with.Log, with.Metrics
	c.Faces, c.AppIcon, c.Glossary = with.Faces, with.AppIcon, with.Glossary
	c.Privacy, c.Invitation, c.Keys = with.PrivacyPage, with.Invitation, with.Keys
	var keys []string
	for _, k := range with.Keys {
		keys = append(keys, k.Key)
	}
	c.Verify = func(g VerifyInput) VerifyResult { return s.check(g, keys) }
	return New(c)
}
