package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tarockbot/storage/waittest"
)

// TestPinned checks that builds and containers pin foreign code by hash.
func TestPinned(t *testing.T) {
	t.Parallel()
	references := regexp.MustCompile(`(?m)^\s*(?:- )?(uses:|image:|FROM) (\S+)(.*)$`)
	action, image := regexp.MustCompile(`^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`), regexp.MustCompile(`^(\S+:\S+)@sha256:[0-9a-f]{64}$`)
	const ownImage = "tarockbot"
	digests, found := make(map[string]string), make(map[string]int)
	workflows, err := filepath.Glob("../../.github/workflows/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(workflows, containerFile, "deploy/compose.yaml") {
		for _, m := range references.FindAllStringSubmatch(readText(t, file), -1) {
			found[m[1]]++
			pinned := image.FindStringSubmatch(m[2])
			switch {
			case m[1] == "uses:" && !action.MatchString(m[2]+m[3]):
				t.Errorf("%s: %s%s isn't pinned as a commit with its version", file, m[2], m[3])
			case m[1] == "uses:" || m[2] == ownImage:
			case pinned == nil:
				t.Errorf("%s: %s has no digest", file, m[2])
			default:
				name, _, _ := strings.Cut(pinned[1], ":")
				if other := digests[name]; other != "" && other != m[2] {
					t.Errorf("%s pins %s, and another file %s", file, m[2], other)
				}
				digests[name] = m[2]
			}
		}
	}
	if found["uses:"] < 4 || found["image:"] < 5 || found["FROM"] != 2 {
		t.Errorf("found only %v, want at least 4 uses, 5 images and 2 FROM lines", found)
	}
}

func buildLicences(t *testing.T) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "licences")
	if out, err := exec.CommandContext(waittest.Context(t), "go", "build", "-o", program, "../../.ci/licences").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func TestLicences(t *testing.T) {
	t.Parallel()
	ctx, file := waittest.Context(t), filepath.Join(t.TempDir(), "licences.txt")
	if out, err := exec.CommandContext(ctx, buildLicences(t), file, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text := readText(t, file)
	out, err := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"Go", "render/art/fonts"}
	for _, name := range strings.Split(string(out), "\n") {
		if name != "" {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(text, "==== "+name+": ") {
			t.Errorf("the licences lack %s", name)
		}
	}
	fonts, err := filepath.Glob("../../render/art/fonts/*.txt")
	if err != nil || len(fonts) == 0 || len(names) < 20 {
		t.Fatal(fonts, names, err)
	}
	for _, font := range fonts {
		if !strings.Contains(text, "==== render/art/fonts: "+filepath.Base(font)+"\n") {
			t.Errorf("the licences lack %s", font)
		}
	}
	release := readText(t, "../../.github/goreleaser.yaml")
	if !strings.Contains(release, "- go run ./.ci/licences THIRD-PARTY.txt ./cmd/tarockbot\n") || !strings.Contains(release, "      - THIRD-PARTY.txt\n") {
		t.Error("release archives don't hold the licences")
	}
	if image := readText(t, containerFile); !strings.Contains(image, "go run ./.ci/licences /THIRD-PARTY.txt ./cmd/tarockbot") || !strings.Contains(image, " /THIRD-PARTY.txt /usr/share/doc/") {
		t.Error("the image doesn't hold the licences")
	}
}

func TestNoLicence(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module program\n\ngo 1.26\n\nrequire bare v0.0.0\n\nreplace bare => ./bare\n",
		"main.go":     "package main\n\nimport _ \"bare\"\n\nfunc main() {}\n",
		"bare/go.mod": "module bare\n\ngo 1.26\n",
		"bare/a.go":   "package bare\n",
		"bare/NOTICE": "This is no licence.\n",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		writePrivate(t, file, text)
	}
	cmd := exec.CommandContext(waittest.Context(t), buildLicences(t), "licences.txt", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "bare v0.0.0 has no licence") {
		t.Errorf("got %v and %s, want an error about the missing licence", err, out)
	}
}
