package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

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
		for _, s := range settings(&c.config) {
			origin := c.config.origin[s.key]
			if origin == "" {
				origin = "default"
			}
			if s.key == "data" && origin != "default" {
				origin += missing(filepath.Dir(c.config.Data))
			}
			if _, err := fmt.Fprintf(c.out, "%s: %q  # %s\n", s.key, s.get(), origin); err != nil {
				return err
			}
		}
		return nil
	}
}

// missing says if a directory that somebody must make isn't there. It is no
// error: systemd makes the service's, and a volume is mounted.
func missing(dir string) string {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return "; there is no directory " + dir + " here yet"
	}
	return ""
}
