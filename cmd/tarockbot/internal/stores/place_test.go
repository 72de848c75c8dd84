package stores

import (
	"slices"
	"strings"
	"testing"
)

// TestPasswordsHidden: no password of an address is printed, however it is written. An address that can't be read whole
// is refused and not printed.
func TestPasswordsHidden(t *testing.T) {
	for place, wrong := range map[string]bool{
		"postgres://u:secret@h/db":                 false,
		"postgres://h/db?password=secret":          false,
		"postgres://h/db?sslpassword=secret&x=1":   false,
		"postgres://h/db?password=secret%":         true,
		"postgres://h/db?password=secret;x=1":      true,
		"postgresql://h/db?x=%zz&password=secret":  true,
		"postgres://u:secret@h:port/db?password=a": true,
	} {
		if text := WithoutPassword(place); strings.Contains(text, "secret") {
			t.Errorf("%s is printed as %s", place, text)
		}
		if err := CheckAddress(place); (err != nil) != wrong {
			t.Errorf("%s: %v", place, err)
		}
		if all := PasswordsIn(place); !wrong && !slices.Contains(all, "secret") {
			t.Errorf("%s has the passwords %q", place, all)
		}
	}
	if text := WithoutPassword("/var/lib/password=secret"); text != "/var/lib/password=secret" {
		t.Errorf("a file is printed as %s", text)
	}
}

// TestDataName: backups of a database are named after it, without anything of its address.
func TestDataName(t *testing.T) {
	for data, want := range map[string]string{
		"/var/lib/tarock.db":                         "tarock.db",
		"postgres://u:secret@h/tarock?password=more": "tarock",
		"postgresql://h":                             "tarockbot",
		"postgres://h/?dbname=tarock":                "tarock",
		"postgres://h?database=tarock&user=u":        "tarock",
	} {
		if got := Name(data); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}
