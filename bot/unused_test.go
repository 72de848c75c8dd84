package bot_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// lender is a network that lends names: all of those that are noted go again.
type lender struct {
	*bottest.Network
	due atomic.Bool
}

func (l *lender) Expires(key string, _ []byte) (chat.UserID, bool) {
	name, is := strings.CutPrefix(key, "name/")
	return chat.UserID("lender:" + name), is && l.due.Load()
}

// TestUnusedAreForgotten: who has a name that is lent and has never sat at a table is
// forgotten, with all that is stored of them; who has played, plays, is asked to play or is
// somebody elsewhere, too, keeps it.
func TestUnusedAreForgotten(t *testing.T) {
	t.Parallel()
	l := &lender{Network: bottest.New("lender")}
	w := startWorld(t, memory.New(), func(w *world) { w.more = []chat.Platform{l} })
	notes := w.bot.Materials.Notes("lender")
	for _, name := range []string{"idle", "stranger", "playing", "played", "asked", "linked", "safe"} {
		if _, err := notes.Claim(t.Context(), "name/"+name, []byte("1")); err != nil {
			t.Fatal(err)
		}
	}
	w.mustSay("lender:idle", "settings")
	w.mustSay("anna", "help")
	w.mustSay("lender:asked", "help")
	w.mustSay("lender:playing", "practice bamberger")
	w.mustSay("lender:played", "practice bamberger 2")
	w.mustSay("lender:played", line(*w.mustSay("lender:played", "leave").Screen, "leave "))
	w.mustSay("fake:anna", w.code("lender:linked"))
	w.mustSay("lender:safe", "challenge @asked bamberger 2")
	l.due.Store(true)
	w.restart()
	known := func(kind, id string) bool {
		_, err := w.store.Get(t.Context(), storage.Key{Kind: kind, ID: id})
		if err != nil && !errors.Is(err, storage.ErrNotFound) {
			t.Fatal(err)
		}
		return err == nil
	}
	for known("note", "lender/name/idle") || known("note", "lender/name/stranger") || known("identity", "lender:idle") {
		w.mustSay("anna", "help") // the sweep is on its way
	}
	for _, name := range []string{"playing", "played", "asked", "linked", "safe"} {
		if !known("note", "lender/name/"+name) || !known("identity", "lender:"+name) {
			t.Errorf("%s is forgotten", name)
		}
	}
}
