package pgtest

import "testing"

func TestWithoutPostgreSQL(t *testing.T) {
	t.Setenv("CI", "")
	original := initdbGlob
	t.Cleanup(func() { initdbGlob = original })
	initdbGlob = t.TempDir() + "/*/bin/initdb"
	for _, name := range []string{"first", "second"} {
		t.Run(name, func(t *testing.T) {
			t.Cleanup(func() {
				if !t.Skipped() {
					t.Error("the test isn't skipped")
				}
			})
			DSN(t)
		})
	}
}
