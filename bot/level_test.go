package bot_test

import (
	"strings"
	"testing"
)

// TestNoLevel: a table from before there were levels goes on as it was, with a computer that
// has no name of its own.
func TestNoLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice kosakeln")
	id := w.table("anna")
	w.end()
	w.edit("table", id, `,"level":"medium"`, "")
	w.boot()
	if s := text(w.hand("anna", id)); !strings.Contains(s, "② "+isolated(said("name.computer"))) || strings.Contains(s, "(computer") {
		t.Errorf("the table is shown as\n%s", s)
	}
	w.mustSay("anna", move(w.hand("anna", id)))
	w.mustSay("anna", "leave yes")
	for _, command := range []string{"history", "replay " + id + "-1"} {
		if s := text(*w.mustSay("anna", command).Screen); !strings.Contains(s, isolated(said("name.computer"))) {
			t.Errorf("%s tells\n%s", command, s)
		}
	}
}
