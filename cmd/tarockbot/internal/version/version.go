// Package version knows from which sources the program is built, and formats the versions that nodes announce.
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

// pseudoVersion matches the end of the version that Go makes up for a commit without a tag.
var pseudoVersion = regexp.MustCompile(`\d{14}-[0-9a-f]{12}$`)

// builtFrom returns the tag, the commit and the version of Go of a build.
func builtFrom(info *debug.BuildInfo) string {
	tag, _, _ := strings.Cut(info.Main.Version, "+") // without +dirty, which is said of the commit
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

// schemaFormat formats the beginning of a node's version.
const schemaFormat = "data %d, "

// OfNode returns the version that a node announces to the others: the schema version of its data, and the version of the
// program.
func OfNode(schema int, program string) string { return fmt.Sprintf(schemaFormat, schema) + program }

// SchemaOf returns the schema version in the version of a node. It returns false if there is none.
func SchemaOf(nodeVersion string) (schema int, ok bool) {
	_, err := fmt.Sscanf(nodeVersion, schemaFormat, &schema)
	return schema, err == nil
}
