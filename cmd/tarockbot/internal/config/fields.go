package config

import (
	"cmp"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/networks"
)

// ids is a list of ids of the kind.
func ids[ID ~string](to *[]ID, kind networks.IDs) driver.Field {
	return driver.List(to, func(v string) (ID, error) {
		if !kind.Form.MatchString(v) {
			return "", fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", v, kind.Kind, kind.Like)
		}
		return ID(v), nil
	})
}

func level(to *slog.Level) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		return v, cmp.Or(driver.OneOf("debug", "info", "warn", "error")(v), to.UnmarshalText([]byte(v)))
	}}
}

// leastEvery keeps backups from being all that a bot does.
const leastEvery = time.Minute

// every is how often a backup is made, printed as people write it: 24h, not 24h0m0s.
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
