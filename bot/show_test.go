package bot_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// isBoard: a table's board while people play.
func isBoard(s chat.Screen) bool { return line(s, "hand ") != "" }

// errNetwork is what a network says that has a bad day.
var errNetwork = errors.New("bad gateway")

// pass lets time go by on the bubble's clock, until all is quiet.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func repeated(err error, n int) []error {
	var all []error
	for range n {
		all = append(all, err)
	}
	return all
}

// TestFault23Stored: nothing can be pressed in a message whose reference isn't stored. Whenever the process is killed, the
// next one knows all that can be.
func TestFault23Stored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		ctx := context.WithoutCancel(t.Context()) // what is shown while the bot is being stopped is asked about too
		w := startWorld(t, store, withHook(func(p chat.Place, old chat.Ref, s chat.Screen) error {
			known := false
			for doc := range store.Scan(ctx, "table", "", "") {
				known = known || old != "" && strings.Contains(string(doc.Data), `"ref":"`+string(old)+`"`)
			}
			if (len(s.Buttons) > 0 || s.Choice != nil) && !known {
				t.Errorf("message %q in %v can be pressed and isn't stored: %v", old, p, lines(s))
			}
			return nil
		}))
		id := w.seat("bamberger 2", "anna", "bert")
		for range 3 {
			w.mustSay("anna", "table")
			synctest.Wait()
			posts := w.net.Posts(public)
			w.net.Delete(posts[len(posts)-1].Ref)
			someMoves(w, id, 1, "anna", "bert")
		}
		upToDate(w, public, id, "anna")
	})
}
