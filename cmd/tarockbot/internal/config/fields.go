package config

import (
	"cmp"
	"fmt"
	"log/slog"

	"tarockbot/bot/platform/driver"
	"tarockbot/cmd/tarockbot/internal/networks"
)

// ids returns a field that parses a list of ids of the kind.
func ids[ID ~string](to *[]ID, kind networks.IDs) driver.Field {
	return driver.List(to, func(v string) (ID, error) {
		if !kind.Form.MatchString(v) {
			return "", fmt.Errorf("%q is no %s; it takes the network and the number there, such as %s", v, kind.Kind, kind.Like)
		}
		return ID(v), nil
	})
}

// level returns a field that parses the lowest level that is logged.
func level(to *slog.Level) driver.Field {
	return driver.Field{Set: func(v string) (string, error) {
		return v, cmp.Or(driver.OneOf("debug", "info", "warn", "error")(v), to.UnmarshalText([]byte(v)))
	}}
}
