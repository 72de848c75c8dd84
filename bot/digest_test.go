package bot_test

import (
	"strings"
	"testing"

	"tarockbot/storage"
)

// TestUnreadableLeftOut: a digest or a notice that can't be read doesn't keep the bot
// from starting.
func TestUnreadableLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "help")
	if err := w.end(); err != nil { // for a bot that runs sweeps away what it can't read
		t.Fatal(err)
	}
	for _, kind := range []string{"digest", "notice"} {
		if err := w.store.Commit(t.Context(), storage.Doc{Key: storage.Key{Kind: kind, ID: "broken"}, Data: []byte("{")}); err != nil {
			t.Fatal(err)
		}
	}
	w.boot()
	w.mustSay("anna", "help")
	for _, what := range []string{"a digest is left out", "a notice is left out"} {
		w.eventually("the log says that "+what, func() bool { return strings.Contains(w.log.String(), what) })
	}
}
