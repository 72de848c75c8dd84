package golden

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
)

// indent begins the lines of output in a transcript.
const indent = "    "

// Play plays an input of a transcript and returns the lines of its output, or an error if it
// can't read the input.
type Play = func(input string) (output []string, err error)

// Transcripts plays the transcripts dir/*.txt as Transcript does, each in a parallel subtest. It
// calls start at each title.
func Transcripts(t *testing.T, dir string, start func(*testing.T) Play) {
	t.Helper()
	EachFile(t, dir, func(t *testing.T, file string) {
		t.Helper()
		t.Parallel()
		Transcript(t, file, func(string) (Play, error) { return start(t), nil })
	})
}

// EachFile runs a subtest for each file dir/*.txt. There must be one at least.
func EachFile(t *testing.T, dir string, test func(t *testing.T, file string)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts in %s: %v", dir, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { test(t, file) })
	}
}

// Transcript plays the transcript of a file and compares the outputs with those in the file.
// With -update it rewrites the file instead.
func Transcript(t *testing.T, file string, start func(title string) (Play, error)) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	played, err := Rewrite(string(text), start)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	Expect(t, file, played)
}

// titles are the beginnings of sections.
var titles = regexp.MustCompile(`(?m)^# `)

// Sections plays the transcript of a file section by section, each from its "# title" to the next. Each section is a
// subtest of that title, in a synctest bubble of its own, and calls start once. Sections compares the outputs with those
// in the file. With -update it rewrites the file instead.
func Sections(t *testing.T, file string, start func(*testing.T) Play) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var played strings.Builder
	marks := append(titles.FindAllIndex(text, -1), []int{len(text)})
	for i, mark := range marks[:len(marks)-1] {
		section := string(text[mark[0]:marks[i+1][0]])
		title, _, _ := strings.Cut(section, "\n")
		result := section // kept if it can't be played
		t.Run(title, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				outcome, err := Rewrite(section, func(string) (Play, error) { return start(t), nil })
				if err != nil {
					t.Fatalf("%s: %v", file, err)
				}
				result = outcome
			})
		})
		played.WriteString(result)
	}
	Expect(t, file, played.String())
}

// Rewrite plays a transcript and returns it with the outputs of this time. The error names the
// line that can't be played.
//
// A line is an input; the indented lines below it are its output. Each "# title" starts over:
// Rewrite calls start, which returns the function that plays the inputs below the title. Lines
// with // are comments.
func Rewrite(transcript string, start func(title string) (Play, error)) (string, error) {
	var out strings.Builder
	var play Play
	for n, line := range strings.Split(strings.TrimSuffix(transcript, "\n"), "\n") {
		if strings.HasPrefix(line, indent) {
			continue // an output of before
		}
		out.WriteString(line + "\n")
		var output []string
		var err error
		switch title, isTitle := strings.CutPrefix(line, "# "); {
		case line == "", strings.HasPrefix(line, "//"):
		case isTitle:
			play, err = start(title)
		case play == nil:
			err = errors.New("it stands under no title")
		default:
			output, err = play(line)
		}
		if err != nil {
			return "", fmt.Errorf("line %d: %q: %w", n+1, line, err)
		}
		for _, line := range output {
			out.WriteString(indent + line + "\n")
		}
	}
	return out.String(), nil
}
