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

const indent = "    "

// Play returns an input's lines of output, or an error if it can't read the input.
type Play = func(input string) (output []string, err error)

// Transcripts plays each transcript of dir/*.txt in a parallel subtest. It calls start at each title.
func Transcripts(t *testing.T, dir string, start func(*testing.T) Play) {
	t.Helper()
	EachFile(t, dir, func(t *testing.T, file string) {
		t.Helper()
		t.Parallel()
		Transcript(t, file, func(string) (Play, error) { return start(t), nil })
	})
}

// EachFile runs a subtest for each file dir/*.txt.
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

// Transcript plays the transcript of a file and compares the outputs, or rewrites the file with -update.
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

var titles = regexp.MustCompile(`(?m)^# `)

// Sections is like Transcript, but plays each section in a subtest, in a synctest bubble.
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
		result := section
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

// Rewrite returns a transcript with new outputs, or an error that names the line.
//
// A line is an input; the indented lines below it are its output. Rewrite calls start at each "# title". The returned
// function plays the inputs below the title. Lines with // are comments.
func Rewrite(transcript string, start func(title string) (Play, error)) (string, error) {
	var out strings.Builder
	var play Play
	for n, line := range strings.Split(strings.TrimSuffix(transcript, "\n"), "\n") {
		if strings.HasPrefix(line, indent) {
			continue
		}
		out.WriteString(line + "\n")
		var output []string
		var err error
		switch title, isTitle := strings.CutPrefix(line, "# "); {
		case line == "", strings.HasPrefix(line, "//"):
		case isTitle:
			play, err = start(title)
		case play == nil:
			err = errors.New("no title above")
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
