package version

import (
	"runtime/debug"
	"testing"
)

func TestBuiltFrom(t *testing.T) {
	t.Parallel()
	const commit = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct{ tag, revision, modified, want string }{
		{"v1.2.3", commit, "false", "v1.2.3, commit " + commit + ", go1.26.8"},
		{"v1.2.3+dirty", commit, "true", "v1.2.3, commit " + commit + " with changes, go1.26.8"},
		{"v2.0.0-rc.1", commit, "false", "v2.0.0-rc.1, commit " + commit + ", go1.26.8"},
		{"v0.0.0-20261123051500-0123456789ab", commit, "false", "untagged, commit " + commit + ", go1.26.8"},
		{"v1.2.4-0.20261123051500-0123456789ab+dirty", commit, "true", "untagged, commit " + commit + " with changes, go1.26.8"},
		{"(devel)", "", "", "untagged, commit unknown, go1.26.8"},
		{"", "", "", "untagged, commit unknown, go1.26.8"},
	} {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Main: debug.Module{Version: c.tag}}
		for key, value := range map[string]string{"vcs.revision": c.revision, "vcs.modified": c.modified} {
			if value != "" {
				info.Settings = append(info.Settings, debug.BuildSetting{Key: key, Value: value})
			}
		}
		if got := builtFrom(info); got != c.want {
			t.Errorf("%s: got %q, want %q", c.tag, got, c.want)
		}
	}
}

func TestSchemaOf(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"v0.9", "", "12, data 3, x", Text()} {
		if schema, ok := SchemaOf(NodeVersion(7, program)); schema != 7 || !ok {
			t.Errorf("%q: got schema %d, %v, want 7", program, schema, ok)
		}
	}
	for _, other := range []string{"", "v0.9", "data x, v0.9", "data ", "my data 7, v0.9"} {
		if schema, ok := SchemaOf(other); ok {
			t.Errorf("%q: got schema %d, want none", other, schema)
		}
	}
}
