package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Transcripts plays dir/*.txt and compares the outputs with those in the files. With -update
// it rewrites the files instead.
//
// A line is an input; the indented lines below it are its output. Each "# title" starts
// over: Transcripts calls start, which returns the function that plays a line. That function
// returns the output, or an error if it can't read the line. Lines with // are comments.
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

// playLines plays the transcript of a file.
func playLines(t *testing.T, file string, start func(*testing.T) func(string) ([]string, error)) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var play func(string) ([]string, error)
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, Indent) {
			continue // the output of before, which play returns anew
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
				fmt.Fprintln(&out, Indent+line)
			}
		}
	}
	Expect(t, file, out.String())
}

// Indent begins the lines of output in a transcript.
const Indent = "    "
