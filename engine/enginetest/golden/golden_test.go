package golden

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func countInputs(title string) (Play, error) {
	if title == "bad" {
		return nil, errors.New("bad title")
	}
	n := 0
	return func(input string) ([]string, error) {
		if input == "bad" {
			return nil, errors.New("bad input")
		}
		n++
		return []string{strings.Repeat("I", n), input}, nil
	}, nil
}

func TestRewrite(t *testing.T) {
	const transcript = "// A comment\n\n# one\na\n    old\nb\n# two\na\n    I\n    a\n"
	const want = "// A comment\n\n# one\na\n    I\n    a\nb\n    II\n    b\n# two\na\n    I\n    a\n"
	if got, err := Rewrite(transcript, countInputs); err != nil || got != want {
		t.Errorf("got %q, %v", got, err)
	}
	for transcript, want := range map[string]string{
		"a\n":               `line 1: "a": no title above`,
		"# one\n    I\nbad": `line 3: "bad": bad input`,
		"# one\na\n# bad\n": `line 3: "# bad": bad title`,
	} {
		if got, err := Rewrite(transcript, countInputs); err == nil || err.Error() != want {
			t.Errorf("%q: got %q, %v, want %s", transcript, got, err, want)
		}
	}
}

func TestDifference(t *testing.T) {
	for _, tt := range []struct{ got, want, difference string }{
		{"a\nb\nc", "a\nx\ny", "line 2:\n got b\nwant x"},
		{"a\nb", "a", "got 2 lines, want 1"},
	} {
		if d := Difference(tt.got, tt.want); d != tt.difference {
			t.Errorf("%q and %q: %q", tt.got, tt.want, d)
		}
	}
}

func TestExpectAndSections(t *testing.T) {
	const text = "# one\na\n    I\n    a\n# two\nb\n    I\n    b\n"
	dir := t.TempDir()
	file := filepath.Join(dir, "played.txt")
	*Update = true
	Expect(t, file, text)
	*Update = false
	if got, err := os.ReadFile(file); err != nil || string(got) != text {
		t.Errorf("the rewritten file is %q, %v", got, err)
	}
	started := 0
	start := func(*testing.T) Play {
		started++
		play, err := countInputs("")
		if err != nil {
			t.Fatal(err)
		}
		return play
	}
	Sections(t, file, start)
	if started != 2 {
		t.Errorf("%d sections were started, want 2", started)
	}
	Transcripts(t, dir, start)
}
