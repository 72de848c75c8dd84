// Package version describes the program's build, and formats the versions of nodes.
package version

import (
	"cmp"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
)

// Text returns the tag, the commit and the version of Go.
func Text() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown), " + runtime.Version()
	}
	return builtFrom(info)
}

// pseudoVersion matches Go's version of an untagged commit.
var pseudoVersion = regexp.MustCompile(`\d{14}-[0-9a-f]{12}$`)

func builtFrom(info *debug.BuildInfo) string {
	tag, _, _ := strings.Cut(info.Main.Version, "+")
	if tag == "" || tag == "(devel)" || pseudoVersion.MatchString(tag) {
		tag = "untagged"
	}
	set := make(map[string]string)
	for _, s := range info.Settings {
		set[s.Key] = s.Value
	}
	commit := "commit " + cmp.Or(set["vcs.revision"], "unknown")
	if set["vcs.modified"] == "true" {
		commit += " with changes"
	}
	return tag + ", " + commit + ", " + info.GoVersion
}

const schemaFormat = "data %d, "

// NodeVersion returns the version that a node announces.
func NodeVersion(schema int, program string) string {
	return fmt.Sprintf(schemaFormat, schema) + program
}

// SchemaOf returns the schema version in a node's version, if there is one.
func SchemaOf(nodeVersion string) (schema int, ok bool) {
	_, err := fmt.Sscanf(nodeVersion, schemaFormat, &schema)
	return schema, err == nil
}
