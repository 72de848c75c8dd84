// Package version tells from which sources the program is built.
package version

import (
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// Text tells tag, commit, and the version of Go.
func Text() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown), " + runtime.Version()
	}
	return builtFrom(info)
}

// pseudoVersion is how Go ends the version that it makes up where a commit has no tag.
var pseudoVersion = regexp.MustCompile(`\d{14}-[0-9a-f]{12}$`)

// builtFrom tells tag, commit and Go's version of a build.
func builtFrom(info *debug.BuildInfo) string {
	tag, _, _ := strings.Cut(info.Main.Version, "+") // +dirty is told with the commit
	if tag == "" || tag == "(devel)" || pseudoVersion.MatchString(tag) {
		tag = "untagged"
	}
	set := make(map[string]string)
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	commit := "commit " + set["vcs.revision"]
	if set["vcs.revision"] == "" {
		commit = "commit unknown"
	}
	if set["vcs.modified"] == "true" {
		commit += " with changes"
	}
	return tag + ", " + commit + ", " + info.GoVersion
}
