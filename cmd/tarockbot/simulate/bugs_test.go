package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// plant selects the bugs to look for by number, because each search takes long. With any, all bugs must compile.
var plant = flag.String("plant", "", `numbers of the bugs to plant, such as "03,11", or "all"`)

// atMost is the number of deals within which a planted bug must be found.
const atMost = 500

// TestPlanted checks that the simulation of a bot with a bug reports the broken promise. Each file
// of testdata/bugs is a bug: a source file, the promise's number, text that the source has once, and
// its replacement.
func TestPlanted(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.txt")
	if err != nil || len(files) < 16 {
		t.Fatalf("%d bugs, %v", len(files), err)
	}
	all, wanted := *plant == "all", strings.FieldsFunc(*plant, func(r rune) bool { return r == ',' })
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		number, _, _ := strings.Cut(name, "-")
		planted := all || slices.Contains(wanted, number)
		wanted = slices.DeleteFunc(wanted, func(n string) bool { return n == number })
		t.Run(name, func(t *testing.T) {
			overlay, promise := overlayOf(t, file)
			if planted {
				find(t, overlay, promise)
			}
		})
	}
	if !all && len(wanted) > 0 {
		t.Errorf("there are no bugs %v", wanted)
	}
}

// overlayOf writes the source with the bug and an overlay that replaces the original. It returns
// the overlay's name and the number of the promise that the bug breaks.
func overlayOf(t *testing.T, file string) (overlay, promise string) {
	t.Helper()
	bug, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`(?s)^(\S+) (P\d+)\n<<<<\n(.*)\n====\n(.*)\n>>>>\n$`).FindStringSubmatch(string(bug))
	if parts == nil {
		t.Fatalf("%s isn't a bug", file)
	}
	source, err := filepath.Abs("../../../" + parts[1])
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(good), parts[3]); n != 1 {
		t.Fatalf("what %s replaces stands %d times in %s: bring it up to date", file, n, parts[1])
	}
	dir := t.TempDir()
	bad := filepath.Join(dir, filepath.Base(source))
	data, err := json.Marshal(map[string]map[string]string{"Replace": {source: bad}})
	if err != nil {
		t.Fatal(err)
	}
	overlay = filepath.Join(dir, "overlay.json")
	for name, data := range map[string][]byte{bad: []byte(strings.Replace(string(good), parts[3], parts[4], 1)), overlay: data} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if *plant != "" {
		if out, err := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, filepath.Dir(source)).CombinedOutput(); err != nil {
			t.Fatalf("%s doesn't compile: %v\n%s", file, err, out)
		}
	}
	return overlay, parts[2]
}

// find builds the program with the bug and expects it to report the promise.
func find(t *testing.T, overlay, promise string) {
	t.Helper()
	program := filepath.Join(filepath.Dir(overlay), "simulate")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), program, "--deals", fmt.Sprint(atMost)).CombinedOutput()
	found := regexp.MustCompile(`step \d+: (P\d+), .*`).FindStringSubmatch(string(out))
	if err == nil || found == nil || found[1] != promise {
		t.Fatalf("%s isn't found to be broken: %v\n%s", promise, err, out)
	}
	t.Logf("%s\n%s", regexp.MustCompile(`\d+ evenings, .*`).FindString(string(out)), found[0][:min(200, len(found[0]))])
}
