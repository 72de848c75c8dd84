package bot_test

import (
	"strings"
	"testing"

	"tarockbot/storage/memory"
)

// TestExportNamesOnly: of others a person's file has names, and nothing by which they are known.
func TestExportNamesOnly(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	leaveTraces(w)
	w.mustSay("zerlina", "block @gina")
	w.unchanged("export", func() {
		data := string(w.mustSay("zerlina", "export").File.Data)
		for _, who := range []string{"fake:bert", "fake:carl", "fake:gina", "fake:emil"} {
			if id := w.personOf(who); strings.Contains(data, who) || strings.Contains(data, id) {
				t.Errorf("the file has %s or %s of others:\n%s", who, id, data)
			}
		}
	})
}
