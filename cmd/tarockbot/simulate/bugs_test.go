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

// A simulation takes long. If plant isn't empty, every bug is compiled.
var plant = flag.String("plant", "", `numbers of the bugs to plant, such as "03,11", or "all"`)

const mostDeals = 500

// TestPlanted checks that each bug fits its source, and with -plant that the simulation finds it.
func TestPlanted(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d bugs, %v", len(files), err)
	}
	all, wanted := *plant == "all", strings.FieldsFunc(*plant, func(r rune) bool { return r == ',' })
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		number, _, _ := strings.Cut(name, "-")
		planted := all || slices.Contains(wanted, number)
		wanted = slices.DeleteFunc(wanted, func(n string) bool { return n == number })
		t.Run(name, func(t *testing.T) {
			b := readBug(t, file)
			switch overlay := b.overlay(t); {
			case planted:
				b.find(t, overlay)
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
		t.Fatalf("%s isn't a bug", file)
	}
	source, err := filepath.Abs("../../../" + parts[1])
	if err != nil {
		t.Fatal(err)
	}
	return bug{source, parts[2], parts[3], parts[4]}
}

func (b bug) overlay(t *testing.T) string {
	t.Helper()
	good, err := os.ReadFile(b.source)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(good), b.old); n != 1 {
		t.Fatalf("%s has the text to replace %d times: bring the bug up to date", b.source, n)
	}
	dir := t.TempDir()
	bad, overlay := filepath.Join(dir, filepath.Base(b.source)), filepath.Join(dir, "overlay.json")
	write(t, bad, strings.Replace(string(good), b.old, b.new, 1))
	replacements, err := json.Marshal(map[string]map[string]string{"Replace": {b.source: bad}})
	if err != nil {
		t.Fatal(err)
	}
	write(t, overlay, string(replacements))
	return overlay
}

func write(t *testing.T, path, text string) {
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

func (b bug) find(t *testing.T, overlay string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "simulate")
	build(t, overlay, "-o", program, ".")
	out, err := exec.CommandContext(t.Context(), program, "--deals", fmt.Sprint(mostDeals)).CombinedOutput()
	found := regexp.MustCompile(`step \d+: (P\d+), .*`).FindStringSubmatch(string(out))
	if err == nil || found == nil || found[1] != b.promise {
		t.Fatalf("%s isn't found to be broken: %v\n%s", b.promise, err, out)
	}
	t.Logf("%s\n%s", regexp.MustCompile(`\d+ evenings, .*`).FindString(string(out)), found[0][:min(200, len(found[0]))])
}
