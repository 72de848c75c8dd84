package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Transcripts plays dir/*.txt and compares what happens with what they say. With -update
// it rewrites them instead; such a file is read by a person before it is committed.
//
// A line is what somebody does or what becomes true, and indented ones below it are what
// has followed. Under each "# title" all begins anew: start returns what a line does,
// and the error is of a line that can't be read. Lines with // are comments.
func Transcripts(t *testing.T, dir string, start func(*testing.T) func(line string) ([]string, error)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in %s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			playLines(t, file, start)
		})
	}
}

func playLines(t *testing.T, file string, start func(*testing.T) func(string) ([]string, error)) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var play func(string) ([]string, error)
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, indent) {
			continue // expected before; what happens now is written instead
		}
		out.WriteString(line + "\n")
		switch {
		case line == "", strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "# "):
			play = start(t)
		case play == nil:
			t.Fatalf("%s:%d: %q stands under no title", file, n+1, line)
		default:
			followed, err := play(line)
			if err != nil {
				t.Fatalf("%s:%d: %q: %v", file, n+1, line, err)
			}
			for _, line := range followed {
				fmt.Fprintln(&out, indent+line)
			}
		}
	}
	Expect(t, file, out.String())
}

// indent is what stands before the lines that tell what has followed.
const indent = "    "

// Expect compares what has come out with the file, or with -update rewrites it.
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
		t.Errorf("%s: %s", file, difference(got, string(want)))
	}
}
