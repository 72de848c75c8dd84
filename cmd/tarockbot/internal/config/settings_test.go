package config

import (
	"errors"
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/listen"
	"tarockbot/cmd/tarockbot/internal/networks"
)

type anotherNetwork struct{ token, listen string }

func (a *anotherNetwork) Settings() []driver.Setting {
	return []driver.Setting{
		driver.NewSetting("another.token", "a token", "", driver.Secret(&a.token, driver.AcceptAny)),
		driver.NewSetting("another.listen", "an address", "", driver.Listen(&a.listen, driver.Endpoint{LogName: "another"})),
	}
}

func (a *anotherNetwork) IsEnabled() bool { return a.token != "" }
func (a *anotherNetwork) Start(driver.Services) (chat.Platform, error) {
	return nil, errors.ErrUnsupported
}
func (a *anotherNetwork) Secrets() []string { return []string{a.token + "-part"} }

// TestAnotherNetwork checks that a new network needs no changes here.
func TestAnotherNetwork(t *testing.T) {
	t.Parallel()
	n := new(anotherNetwork)
	c := Config{Networks: append(networks.New(), n), values: make(map[string]value)}
	must(t, c.applySource(byDefault, defaults()))
	var keys []string
	for _, s := range settings(&c) {
		keys = append(keys, s.Key)
	}
	if i := slices.Index(keys, "limits.tables-per-chat"); i < 2 || !slices.Equal(keys[i-2:i], []string{"another.token", "another.listen"}) {
		t.Errorf("the last network's keys aren't right before the limits: %q", keys)
	}
	must(t, c.applySource("test", map[string]any{"local.listen": "", "another.listen": "127.0.0.1:1"}))
	if err := c.Check(); err == nil {
		t.Error("no network is enabled, but Check returns no error")
	}
	must(t, c.applySource("test", map[string]any{"another.token": "canary"}))
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	if all := c.Addresses(); !slices.ContainsFunc(all, func(a listen.Address) bool {
		return a.Key == "another.listen" && a.HostPort == "127.0.0.1:1" && a.LogName == "another"
	}) {
		t.Errorf("the addresses are %v", all)
	}
	if all := c.Secrets(); !slices.Contains(all, "canary") || !slices.Contains(all, "canary-part") {
		t.Errorf("the secrets are %q", all)
	}
	if !c.LacksContact() {
		t.Error("a contact is missing, but LacksContact returns false")
	}
}
