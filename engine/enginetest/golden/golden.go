// Package golden compares what tests print with files, which the flag -update rewrites. A person
// reads a rewritten file before it is committed. Expect compares a whole text. Transcripts, or EachFile
// with Transcript, is for files that hold inputs and their outputs, and Sections for files whose sections
// are tests of their own, in simulated time.
package golden

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

// Update is the flag -update: tests rewrite their files instead of comparing with them.
var Update = flag.Bool("update", false, "rewrite what is expected")

// Expect compares the text with the file. With -update it rewrites the file instead.
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

// Difference returns the first line in which two different texts differ, for a message.
func Difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("got %d lines, want %d", len(g), len(w))
}
