package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/pflag"
)

func newVersion(*pflag.FlagSet) func(context.Context, call) error {
	return func(_ context.Context, c call) error {
		_, err := fmt.Fprintf(c.out, "tarockbot %s, %s, %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
		return err
	}
}

// version is what the build knows of itself: the module's version and the
// revision it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	text := info.Main.Version
	if text == "" {
		text = "(devel)"
	}
	set := make(map[string]string)
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	if revision := set["vcs.revision"]; revision != "" {
		text += ", revision " + revision
	}
	if set["vcs.modified"] == "true" {
		text += " with changes"
	}
	return text
}
