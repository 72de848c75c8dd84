package bolt

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestArchitecture limits the calls that begin transactions (fault 38), and forbids turning syncing off (fault 32).
func TestArchitecture(t *testing.T) {
	files, err := filepath.Glob("*.go")
	must(t, err)
	code := ""
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			code += string(contents(t, name))
		}
	}
	for pattern, want := range map[string]int{`\.View\(`: 1, `\.Begin\(`: 1, `\.Update\(`: 4, `\.Batch\(`: 0, `\bNo(Grow)?Sync\b`: 0} {
		if got := len(regexp.MustCompile(pattern).FindAllString(code, -1)); got != want {
			t.Errorf("%s occurs %d times, want %d", pattern, got, want)
		}
	}
}
