// Command licences writes a file to be given along with programs: the licences of the modules that are linked into
// them, of what packages embed, and of Go.
//
//	go run ./.ci/licences FILE PACKAGE…
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// systems are the release targets. Some link more modules than others.
var systems = []string{"linux", "darwin", "windows"}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: licences FILE PACKAGE…")
	}
	text, err := collect(os.Args[2:])
	if err == nil {
		err = os.WriteFile(os.Args[1], text, 0o644)
	}
	if err != nil {
		log.Fatal("licences: ", err)
	}
}

// linked is what go list tells of a package that is linked in.
type linked struct {
	Dir        string
	Standard   bool
	EmbedFiles []string
	Module     *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// collect returns all licences, each behind a line that says of what it is. A module without one is an error.
func collect(packages []string) ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	found := make(map[string]string)                                                         // what a file is the licence of
	licensed := map[string]bool{"Go": addFrom(found, strings.TrimSpace(string(root)), "Go")} // by name of what needs one
	for _, system := range systems {
		all, err := list(system, packages)
		if err != nil {
			return nil, err
		}
		for _, p := range all {
			p.addTo(found, licensed)
		}
	}
	var text bytes.Buffer
	for _, file := range slices.SortedFunc(maps.Keys(found), func(a, b string) int { return strings.Compare(found[a]+a, found[b]+b) }) {
		licence, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "==== %s: %s\n\n%s\n\n", found[file], filepath.Base(file), bytes.TrimSpace(licence))
	}
	for _, name := range slices.Sorted(maps.Keys(licensed)) {
		if !licensed[name] {
			err = errors.Join(err, fmt.Errorf("%s has no licence", name))
		}
	}
	return text.Bytes(), err
}

// list returns all packages that are linked into the packages on the system.
func list(system string, packages []string) (all []linked, err error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Standard,EmbedFiles,Module", "--"}, packages...)...)
	cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linked
		if err := d.Decode(&p); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

// addTo adds the package's licences: those beside it, beside what it embeds, and above, up to its module's directory. Of
// the program's own module only what is embedded is others'.
func (p linked) addTo(found map[string]string, licensed map[string]bool) {
	if p.Standard || p.Module == nil {
		return
	}
	for _, file := range p.EmbedFiles {
		if dir := filepath.Join(p.Dir, filepath.Dir(file)); dir != p.Dir {
			addFrom(found, dir, strings.TrimPrefix(dir, p.Module.Dir+string(filepath.Separator)))
		}
	}
	if p.Module.Main {
		return
	}
	name := p.Module.Path + " " + p.Module.Version
	for dir := p.Dir; dir != p.Module.Dir; dir = filepath.Dir(dir) {
		addFrom(found, dir, name)
	}
	licensed[name] = addFrom(found, p.Module.Dir, name)
}

// Patterns for names of files: licences, and files that belong to a licence.
var (
	licences   = regexp.MustCompile(`(?i)(^|-)(licen[cs]e|copying|ofl)(\.(txt|md))?$`)
	companions = regexp.MustCompile(`(?i)^(notice|patents)(\.(txt|md))?$`)
)

// addFrom adds what is in the directory, which is of that name, and says whether a licence is.
func addFrom(found map[string]string, dir, name string) (licensed bool) {
	entries, _ := os.ReadDir(dir) // one that can't be read has none
	for _, e := range entries {
		is := licences.MatchString(e.Name())
		if is || companions.MatchString(e.Name()) {
			found[filepath.Join(dir, e.Name())] = name
		}
		licensed = licensed || is
	}
	return licensed
}
