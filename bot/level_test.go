package bot_test

import (
	"regexp"
	"strings"
	"testing"

	"tarockbot/storage"
)

// rewrite replaces what matches in a stored document, before the next start. Something must match.
func (w *world) rewrite(kind, id string, what *regexp.Regexp, by string) {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatal(err)
	}
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: kind, ID: id})
	if err != nil {
		w.t.Fatal(err)
	}
	if !what.Match(doc.Data) {
		w.t.Fatalf("%s %s has nothing like %q", kind, id, what)
	}
	doc.Data = what.ReplaceAll(doc.Data, []byte(by))
	if err := w.store.Commit(w.ctx, doc); err != nil {
		w.t.Fatal(err)
	}
	w.boot()
}

// TestNoLevel: a table from before there were levels goes on as it was, with a computer that
// has no name of its own.
func TestNoLevel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "practice kosakeln")
	id := w.practiceTableOf("anna")
	w.rewrite("table", id, regexp.MustCompile(`,"level":"medium"`), "")
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
