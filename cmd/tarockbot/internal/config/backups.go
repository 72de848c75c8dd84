package config

import (
	"fmt"
	"strings"
	"time"

	"tarockbot/bot/platform/driver"
)

// BackupLife is the longest time that a running bot keeps a backup. After that time no backup holds data
// of people who were erased. Two backups fit into that time.
const BackupLife = 30 * 24 * time.Hour

// longestEvery is the longest time between two backups.
const longestEvery = BackupLife / 2

// Backups are the settings of the backups that a running bot makes by itself.
type Backups struct {
	Every time.Duration // 0 is none
	Keep  int           // how many
	Dir   string        // "" is "backups" beside the data file
}

// leastEvery is the shortest time between two backups. A bot must do more than back up.
const leastEvery = time.Minute

// every returns a field that parses the time between two backups. The field prints 24h, not 24h0m0s.
func every(to *time.Duration) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		d, err := time.ParseDuration(v)
		switch {
		case err != nil || d != 0 && d < leastEvery:
			return "", fmt.Errorf("%q is no time of a minute or more, such as 24h or 90m, and not 0", v)
		case d > longestEvery:
			return "", fmt.Errorf("%q is more than 15 days, 360h: none is kept longer than 30 days, and two have to be there by then", v)
		}
		if *to = d; d == 0 {
			return "0", nil
		}
		return strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(d.String()), nil
	}}
}
