package config

import (
	"cmp"
	"fmt"
	"slices"

	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/cmd/tarockbot/internal/location"
	"tarockbot/cmd/tarockbot/internal/networks"
	"tarockbot/cmd/tarockbot/internal/report"
	"tarockbot/storage/postgres"
)

// Check returns an error for contradictory settings, and for settings that no bot can run with.
func (c Config) Check() error {
	err := cmp.Or(c.checkNetworks(), c.checkAddresses(), c.checkDatabase(), c.checkOperator())
	if err == nil && c.Clocks.AbandonedDays <= c.Clocks.AwayDays { // else an abandoned match could end while a player is away
		reason := fmt.Sprintf("%d must be more than %s, %d", c.Clocks.AbandonedDays, keyAwayDays, c.Clocks.AwayDays)
		err = c.settingError(reason, keyAbandoned, keyAwayDays)
	}
	return exit.With(exit.Config, err)
}

func (c Config) checkNetworks() error {
	check := driver.CheckContext{SettingError: c.settingError}
	if !slices.ContainsFunc(c.Networks, driver.Config.IsEnabled) {
		check.EnableKeys = networks.EnableKeys()
	}
	for _, n := range c.Networks {
		if checker, is := n.(driver.Checker); is {
			if err := checker.Check(check); err != nil {
				return err
			}
		}
	}
	return nil
}

// settingError names the value's source in the error. For a default value, it names the source of one of the others,
// which contradict it.
func (c Config) settingError(reason, key string, others ...string) error {
	origin := c.values[key].origin
	for _, other := range others {
		if origin == byDefault {
			origin = c.values[other].origin
		}
	}
	return fmt.Errorf("config: %s: %s: %s", origin, key, reason)
}

// checkLocations makes the checks that every command needs.
func (c Config) checkLocations() error {
	for _, key := range []string{KeyData, KeyRemovals} {
		if c.values[key].origin == byFlag && c.hasPassword(key) {
			const reason = "has a password, which everybody on this machine sees in a flag; set it in the file or in "
			return c.settingError(reason+variable(key), key)
		}
	}
	if !location.IsDatabase(c.Data) || !location.IsDatabase(c.Removals) {
		return nil
	}
	switch same, err := postgres.SameDatabase(c.Data, c.Removals); {
	case err != nil:
		return c.settingError(report.ErrorLine(err), KeyRemovals, KeyData)
	case same:
		const reason = "is the database of data: restoring a backup would also restore an older list; name another database"
		return c.settingError(reason, KeyRemovals)
	}
	return nil
}

func (c Config) checkDatabase() error {
	if !location.IsDatabase(c.Data) {
		return nil
	}
	switch {
	case c.FairKey == "":
		return c.settingError("is required with a database: the same file on all nodes; openssl rand -hex 32 makes one", KeyFairKey, KeyData)
	case c.Backups.Every > 0 && c.Backups.Dir == "":
		return c.settingError("is required with a database", keyBackupDir, keyBackupEvery)
	}
	return nil
}
