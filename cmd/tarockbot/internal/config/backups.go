package config

import (
	"fmt"
	"strings"
	"time"

	"tarockbot/bot/platform/driver"
)

const (
	// BackupLife is the longest time that a running bot keeps a backup, and so the data of erased people.
	BackupLife   = 30 * day
	longestEvery = BackupLife / 2
	leastEvery   = time.Minute
	day          = 24 * time.Hour
)

// Backups are the settings of automatic backups.
type Backups struct {
	Every time.Duration // 0 disables backups
	Keep  int
	Dir   string // "" is "backups" beside the data file
}

// intervalField prints 24h instead of 24h0m0s.
func intervalField(to *time.Duration) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		d, err := time.ParseDuration(v)
		switch {
		case err != nil || d != 0 && d < leastEvery:
			return "", fmt.Errorf("%q is neither 0 nor a time of at least a minute, such as 24h or 90m", v)
		case d > longestEvery:
			const reason = "%q is more than %d days (%vh): backups are kept for %d days, and two must exist by then"
			return "", fmt.Errorf(reason, v, longestEvery/day, longestEvery.Hours(), BackupLife/day)
		}
		if *to = d; d == 0 {
			return "0", nil
		}
		return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String()), nil
	}}
}
