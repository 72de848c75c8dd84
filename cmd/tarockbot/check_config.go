package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"
)

func newCheckConfig(*pflag.FlagSet) func(context.Context, call) error {
	return func(_ context.Context, c call) error {
		if err := c.config.check(); err != nil {
			return err
		}
		file := c.config.File
		if file == "" {
			file = "none"
		}
		if _, err := fmt.Fprintf(c.out, "# configuration file: %s\n", file); err != nil {
			return err
		}
		for _, s := range settings() {
			origin := c.config.origin[s.key]
			if origin == "" {
				origin = "default"
			}
			if _, err := fmt.Fprintf(c.out, "%s: %q  # %s\n", s.key, s.get(c.config), origin); err != nil {
				return err
			}
		}
		return nil
	}
}
