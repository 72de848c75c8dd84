// Package golden compares test output with files, which the flag -update rewrites. Expect compares a whole text.
// Transcripts and Sections play files of inputs and outputs.
package golden

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Update is the flag -update.
var Update = flag.Bool("update", false, "rewrite the expected texts")

// Expect compares the text with the file, or rewrites the file with -update.
func Expect(t *testing.T, file, got string) {
	t.Helper()
	if *Update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: %s", file, Difference(got, string(want)))
	}
}

// Difference describes the first line that differs.
func Difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}
