package web

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
)

// The keys of settings.
const (
	listenKey  = network + ".listen"
	publicKey  = network + ".public"
	hostsKey   = network + ".hosts"
	proxiesKey = network + ".proxies"
	adminsKey  = network + ".admins"
)

// Driver returns the web page's driver. The function check checks deals from visitors; each deal must be
// signed with one of the keys, in hexadecimal.
func Driver(check func(g Given, keys []string) Checked) driver.Driver {
	return driver.Driver{
		Name:   network,
		People: driver.IDs{Form: network + `:[^\s:/]+`},
		New:    func() driver.Config { return &settings{check: check} },
	}
}

// settings are the operator's settings of the page.
type settings struct {
	cfg    Config
	listen string // host:port; "" disables the page
	check  func(Given, []string) Checked
}

// Settings implements driver.Config.
func (s *settings) Settings() []driver.Setting {
	rows := []driver.Setting{
		driver.Row(listenKey, "host:port of the web page; \"\" is no page", "127.0.0.1:8080",
			driver.Listen(&s.listen, driver.Endpoint{Logged: "url", URL: true})),
		driver.Row(publicKey, "whether local.listen may be an address that other machines reach", "false", driver.Bool(&s.cfg.Public)),
		driver.Row(hostsKey, "names by which browsers may ask for the page besides those of this machine", "",
			driver.List(&s.cfg.Hosts, readHost)),
		driver.Row(proxiesKey, "addresses of the proxies before the page; \"\" is this machine's", "",
			driver.List(&s.cfg.Proxies, readNetwork)),
		driver.Row(adminsKey, "names of those who administer the page", "", driver.List(&s.cfg.Admins, readAdmin)),
		driver.Row("limits.names-per-address", "names that may be taken from one address in a day, on a public page",
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

// readNetwork parses an address or a network prefix.
func readNetwork(v string) (netip.Prefix, error) {
	prefix, err := netip.ParsePrefix(v)
	if addr, is := netip.ParseAddr(v); err != nil && is == nil {
		prefix, err = addr.Unmap().Prefix(addr.Unmap().BitLen())
	}
	if err != nil {
		return prefix, fmt.Errorf("%q is no address, such as 10.0.0.5, and no part of a network, such as 10.0.0.0/24", v)
	}
	return prefix.Masked(), nil
}

// readAdmin parses an administrator's name, with or without userPrefix.
func readAdmin(v string) (string, error) {
	name := strings.TrimPrefix(v, userPrefix)
	_, err := adminKey(name)
	return name, err
}

// Enabled implements driver.Config.
func (s *settings) Enabled() bool { return s.listen != "" }

// Private reports whether only this machine can reach the page.
func (s *settings) Private() bool { return !s.cfg.Public && len(s.cfg.Hosts) == 0 }

// Check reports settings that contradict each other. Without a page, another network must be configured.
func (s *settings) Check(c driver.Check) error {
	switch {
	case s.listen != "" && !s.cfg.Public && !driver.IsLocal(s.listen):
		return c.Wrong(fmt.Sprintf("%q can be reached from other machines; set %s if that is wanted", s.listen, publicKey), listenKey)
	case len(s.cfg.Proxies) > 0 && len(s.cfg.Hosts) == 0:
		return c.Wrong("is for nothing without "+hostsKey+", the names by which the proxies ask for the page", proxiesKey)
	case len(c.Instead) > 0:
		return c.Wrong("without the page there must be a "+strings.Join(c.Instead, " or a "), listenKey)
	}
	return nil
}

// Start implements driver.Config.
func (s *settings) Start(with driver.Services) (chat.Platform, error) {
	c := s.cfg
	c.Listener, c.Vocabularies, c.Language, c.Now = with.Listen(listenKey), with.Vocabularies, with.Language, with.Now
	c.Notes, c.Log, c.Metrics = with.Notes(network), with.Log, with.Metrics
	c.Faces, c.AppIcon, c.Glossary = with.Faces, with.AppIcon, with.Glossary
	c.Privacy, c.Keys = with.PrivacyPage, with.Keys
	var known []string
	for _, k := range with.Keys {
		known = append(known, k.Key)
	}
	c.Verify = func(g Given) Checked { return s.check(g, known) }
	return New(c)
}
