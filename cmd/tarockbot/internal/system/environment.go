// Package system finds the user's directories and writes files durably.
package system

import (
	"cmp"
	"runtime"
	"slices"
	"strings"
)

// Environment holds variables as os.Environ does.
type Environment []string

// Get returns the variable's last value.
func (e Environment) Get(name string) string { return e.getOn(runtime.GOOS, name) }

func (e Environment) getOn(system, name string) string {
	for _, v := range slices.Backward(e) {
		key, value, _ := strings.Cut(v, "=")
		if key == name || system == "windows" && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// Language returns the user's language as a BCP 47 tag, or "".
func (e Environment) Language() string {
	name := cmp.Or(e.Get("LC_ALL"), e.Get("LC_MESSAGES"), e.Get("LANG")) // such as de_AT.UTF-8
	name, _, _ = strings.Cut(name, ".")
	return strings.ReplaceAll(name, "_", "-")
}
