package stores

import "testing"

// TestDataName: backups of a database are named after it, without anything of its address.
func TestDataName(t *testing.T) {
	for data, want := range map[string]string{
		"/var/lib/tarock.db":                         "tarock.db",
		"postgres://u:secret@h/tarock?password=more": "tarock",
		"postgresql://h":                             "tarockbot",
	} {
		if got := Name(data); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
	}
}
