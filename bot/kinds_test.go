package bot

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func eachSource(t *testing.T, do func(file, text string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(file string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		do(filepath.ToSlash(file), string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var kindConstant = regexp.MustCompile(`\b([kK]ind\w+) += "(\w+)"`)

// TestStoredNamesListed requires CONTRIBUTING.md to list stored names that differ from the code.
func TestStoredNamesListed(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	field := regexp.MustCompile("(?m)^\\s+(\\w+) .*`json:\"(\\w+)")
	_, section, _ := strings.Cut(string(page), "### Stored names")
	section, _, _ = strings.Cut(section, "\n## ")
	eachSource(t, func(file, text string) {
		for _, f := range field.FindAllStringSubmatch(text, -1) {
			if !strings.EqualFold(f[1], f[2]) && !(strings.Contains(section, "`"+f[1]+"`") && strings.Contains(section, "`"+f[2]+"`")) && !strings.Contains(file, "platform") {
				t.Errorf("%s: CONTRIBUTING.md, stored names: %s is stored as %q", file, f[1], f[2])
			}
		}
		for _, kind := range kindConstant.FindAllStringSubmatch(text, -1) {
			row := "| kind `" + kind[2] + "` | `" + path.Base(path.Dir(file)) + "." + kind[1] + "`"
			if same := strings.EqualFold(kind[1], "Kind"+kind[2]); same == strings.Contains(string(page), row) {
				t.Errorf("%s: CONTRIBUTING.md, stored names: the row %q is listed: %v, want %v", file, row, same, !same)
			}
		}
	})
}

// clearKinds are stored unencrypted, because they hold no secrets of a game.
var clearKinds = []string{
	"alarm", "band", "brief", "clock", "code", "deal", "digest", "greeted", "history", "identity", "key", "lapse", "link", "match", "meta",
	"note", "notice", "owed", "person", "rank", "removed", "rival", "scope", "seen", "space", "standing", "style",
}

func TestEveryKindIsSealedOrClear(t *testing.T) {
	t.Parallel()
	sealed := SealedKinds()
	for _, kind := range Kinds() {
		if slices.Contains(sealed, kind) == slices.Contains(clearKinds, kind) {
			t.Errorf("%s: set Sealed in its holder if it has cards, seeds or their sources, else add it to clearKinds", kind)
		}
	}
	if n := len(sealed) + len(clearKinds); n != len(Kinds()) {
		t.Errorf("%d kinds are sealed or clear, want %d", n, len(Kinds()))
	}
}

func TestEveryKindHasAHolder(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, h := range exampleHolders() {
		listed = append(listed, h.Kind)
		if (h.Erase == nil) == (h.NotErased == "") {
			t.Errorf("%s: set either Erase or NotErased", h.Kind)
		}
		if (h.Disclose == nil) == (h.NotDisclosed == "") {
			t.Errorf("%s: set either Disclose or NotDisclosed", h.Kind)
		}
	}
	var declared []string
	eachSource(t, func(_, text string) {
		for _, kind := range kindConstant.FindAllStringSubmatch(text, -1) {
			declared = append(declared, kind[2])
		}
	})
	if len(declared) < 20 {
		t.Fatalf("only %d kinds found", len(declared))
	}
	for _, kind := range declared {
		if !slices.Contains(listed, kind) {
			t.Errorf("kind %s has no holder: add one, for erasure and export", kind)
		}
	}
	slices.Sort(listed)
	if len(slices.Compact(listed)) != len(declared) {
		t.Errorf("the holders' kinds are %q, the declared kinds %q", listed, declared)
	}
}
