package config

import (
	"fmt"
	"strings"
	"time"

	"tarockbot/bot/platform/driver"
)

const (
	// BackupLife is the longest time that a running bot keeps a backup. After that time no backup holds data
	// of people who were erased. Two backups fit into that time.
	BackupLife   = 30 * day
	longestEvery = BackupLife / 2 // between two backups
	leastEvery   = time.Minute    // between two backups: a bot must do more than back up
	day          = 24 * time.Hour
)

// Backups are the settings of the backups that a running bot makes by itself.
type Backups struct {
	Every time.Duration // 0 is none
	Keep  int           // how many
	Dir   string        // "" is "backups" beside the data file
}

// intervalField returns a field that parses the time between two backups. The field prints 24h, not 24h0m0s.
func intervalField(to *time.Duration) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		d, err := time.ParseDuration(v)
		switch {
		case err != nil || d != 0 && d < leastEvery:
			return "", fmt.Errorf("%q is no time of a minute or more, such as 24h or 90m, and not 0", v)
		case d > longestEvery:
			const reason = "%q is more than %d days, %vh: none is kept longer than %d days, and two have to be there by then"
			return "", fmt.Errorf(reason, v, longestEvery/day, longestEvery.Hours(), BackupLife/day)
		}
		if *to = d; d == 0 {
			return "0", nil
		}
		return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String()), nil
	}}
}
