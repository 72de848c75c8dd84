package config

import "testing"

// TestConfigured: the address of the database that is configured stands for the configured one, with its password.
func TestConfigured(t *testing.T) {
	c := Config{Data: "postgres://anna:secret@h/n?sslmode=require"}
	for place, want := range map[string]string{
		"postgres://h/n": c.Data, "postgres://anna@h/n": c.Data, "postgres://h/n?user=anna": c.Data,
		"postgres://bert@h/n": "postgres://bert@h/n", "postgres://h/m": "postgres://h/m", "n": "n",
	} {
		if got := c.Configured(place); got != want {
			t.Errorf("%s is %s, want %s", place, got, want)
		}
	}
}
