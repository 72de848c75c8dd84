package config

import (
	"fmt"
	"net"
	"net/netip"
	"strconv"

	"tarockbot/cmd/tarockbot/internal/listen"
)

// Addresses lists the addresses to listen on, in the order of the settings.
func (c Config) Addresses() (all []listen.Address) {
	for _, s := range settings(&c) {
		if e := s.Endpoint; e != nil {
			all = append(all, listen.Address{Key: s.Key, HostPort: e.HostPort(), LogName: e.LogName, Web: e.ForBrowser, Monitor: s.Key == KeyMonitor})
		}
	}
	return all
}

func (c Config) checkAddresses() error {
	all := c.Addresses()
	for i, a := range all {
		for _, other := range all[:i] {
			if overlap(a.HostPort, other.HostPort) {
				return c.settingError(fmt.Sprintf("%s is already used by %s (%s)", a.HostPort, other.Key, other.HostPort), a.Key, other.Key)
			}
		}
	}
	return nil
}

// overlap reports whether two servers can't both listen. Port 0 is any free port.
func overlap(a, b string) bool {
	hostA, portA := splitAddress(a)
	hostB, portB := splitAddress(b)
	return portA != 0 && portA == portB && (hostA == hostB || hostA == everywhere || hostB == everywhere)
}

const everywhere = "0.0.0.0"

func splitAddress(address string) (host string, port uint64) {
	host, text, _ := net.SplitHostPort(address)
	port, _ = strconv.ParseUint(text, 10, 16)
	ip, err := netip.ParseAddr(host)
	switch {
	case host == "" || err == nil && ip.IsUnspecified():
		host = everywhere
	case host == "localhost":
		host = "127.0.0.1"
	case err == nil:
		host = ip.Unmap().String()
	}
	return host, port
}
