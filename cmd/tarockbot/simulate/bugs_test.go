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

// plant says which bugs are planted, by their numbers: each build takes long.
var plant = flag.String("plant", "", `numbers of the bugs to plant, such as "03,11", or "all"`)

// atMost is within how many deals a planted bug is found.
const atMost = 500

// TestPlanted: a simulation of a bot with a bug finds it, and says which promise is broken.
// Each file of testdata/bugs is one: the name of a source, the number of the promise, what
// stands there once, and what then would.
func TestPlanted(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.txt")
	if err != nil || len(files) < 12 {
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

// overlayOf writes the source with the bug, and the overlay that lays it over the true one;
// and reads which promise the bug breaks.
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
	return overlay, parts[2]
}

// find builds the program with the bug, and lets it look for the broken promise.
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
