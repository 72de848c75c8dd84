package bolt

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArchitecture counts the uses of functions and options that must be rare. Only view may
// begin a read transaction (fault 38), only emptyCommit, migrate, initialise and the copier may call
// Update, and nothing may turn syncing off (fault 32).
func TestArchitecture(t *testing.T) {
	files, err := filepath.Glob("*.go")
	must(t, err)
	code := ""
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			code += string(contents(t, name))
		}
	}
	for use, want := range map[string]int{`\.View\(`: 1, `\.Begin\(`: 1, `\.Update\(`: 4, `\.Batch\(`: 0, `\bNo(Grow)?Sync\b`: 0} {
		if got := len(regexp.MustCompile(use).FindAllString(code, -1)); got != want {
			t.Errorf("%s is there %d times, want %d", use, got, want)
		}
	}
}
