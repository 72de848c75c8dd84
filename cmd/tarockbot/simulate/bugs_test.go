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

// With -plant, every bug is compiled, but only the named bugs are simulated, because that takes long.
var plant = flag.String("plant", "", `numbers of the bugs to plant, such as "03,11", or "all"`)

const maxDeals = 500

// TestPlanted checks that each bug fits its source. With -plant, it checks that the simulation finds the bug.
func TestPlanted(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("found %d bugs, %v", len(files), err)
	}
	all, wanted := *plant == "all", strings.FieldsFunc(*plant, func(r rune) bool { return r == ',' })
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		number, _, _ := strings.Cut(name, "-")
		planted := all || slices.Contains(wanted, number)
		wanted = slices.DeleteFunc(wanted, func(n string) bool { return n == number })
		t.Run(name, func(t *testing.T) {
			b := readBug(t, file)
			switch overlay := b.writeOverlay(t); {
			case planted:
				b.expectFound(t, overlay)
			case *plant != "":
				build(t, overlay, filepath.Dir(b.source))
			}
		})
	}
	if !all && len(wanted) > 0 {
		t.Errorf("there are no bugs %v", wanted)
	}
}

// bug is a change that breaks a promise, read from NN-WHAT.txt: path and promise, <<<<, old text, ====, new text, >>>>.
type bug struct {
	source   string
	promise  string
	old, new string
}

func readBug(t *testing.T, file string) bug {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile(`(?s)^(\S+) (P\d+)\n<<<<\n(.*)\n====\n(.*)\n>>>>\n$`).FindStringSubmatch(string(text))
	if parts == nil {
		t.Fatalf("%s doesn't have the form of a bug", file)
	}
	source, err := filepath.Abs("../../../" + parts[1])
	if err != nil {
		t.Fatal(err)
	}
	return bug{source, parts[2], parts[3], parts[4]}
}

func (b bug) writeOverlay(t *testing.T) string {
	t.Helper()
	good, err := os.ReadFile(b.source)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(good), b.old); n != 1 {
		t.Fatalf("%s contains the text to replace %d times, want once: update the bug", b.source, n)
	}
	dir := t.TempDir()
	bad, overlay := filepath.Join(dir, filepath.Base(b.source)), filepath.Join(dir, "overlay.json")
	writeFile(t, bad, strings.Replace(string(good), b.old, b.new, 1))
	replacements, err := json.Marshal(map[string]map[string]string{"Replace": {b.source: bad}})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, overlay, string(replacements))
	return overlay
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func build(t *testing.T, overlay string, args ...string) {
	t.Helper()
	args = append([]string{"build", "-overlay", overlay}, args...)
	if out, err := exec.CommandContext(t.Context(), "go", args...).CombinedOutput(); err != nil {
		t.Fatalf("the bug doesn't compile: %v\n%s", err, out)
	}
}

func (b bug) expectFound(t *testing.T, overlay string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "simulate")
	build(t, overlay, "-o", program, ".")
	out, err := exec.CommandContext(t.Context(), program, "--deals", fmt.Sprint(maxDeals)).CombinedOutput()
	found := regexp.MustCompile(`step \d+: (P\d+), .*`).FindStringSubmatch(string(out))
	if err == nil || found == nil || found[1] != b.promise {
		t.Fatalf("the simulation doesn't find %s broken: %v\n%s", b.promise, err, out)
	}
	t.Logf("%s\n%s", regexp.MustCompile(`\d+ evenings, .*`).FindString(string(out)), found[0][:min(200, len(found[0]))])
}
