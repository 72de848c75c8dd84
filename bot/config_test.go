package bot_test

import (
	"context"
	"encoding/json"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// server is a space of several channels.
const server = "fake:server"

// admin says the line in the server's channel, as somebody who may change its settings.
func (w *world) admin(line string) chat.Answer {
	w.t.Helper()
	return w.input(chat.Input{ID: w.newID(), User: user("root"), Name: "root", Lang: "en", Chat: w.chat, Space: w.space, Admin: true, Line: line})
}

// TestConfigLanguageOfOldSummaries: the language of a server is that of its boards, also with data of before summaries
// told of servers.
func TestConfigLanguageOfOldSummaries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New())
		w.net.AcceptsForeignRefs = true
		w.space = server
		w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		w.summariesOfVersion6()
		w.chat = "fake:five"
		w.admin("config lang de")
		synctest.Wait()
		if s := w.last(public); s.Lang != "de" || !isBoard(s) {
			t.Errorf("it shows in %q:\n%s", s.Lang, text(s))
		}
		w.audited()
	})
}

// summariesOfVersion6 starts the bot anew over data whose summaries don't tell of servers.
func (w *world) summariesOfVersion6() {
	w.t.Helper()
	if err := w.end(); err != nil {
		w.t.Fatal(err)
	}
	version, err := w.store.Get(w.ctx, storage.Key{Kind: "meta", ID: "version"})
	if err != nil {
		w.t.Fatal(err)
	}
	version.Data = []byte("6")
	docs := []storage.Doc{version}
	for doc, err := range w.store.Scan(w.ctx, "brief", "", "") {
		if err != nil {
			w.t.Fatal(err)
		}
		var fields map[string]json.RawMessage
		w.decode(doc.Data, &fields)
		delete(fields, "spaces")
		if doc.Data, err = json.Marshal(fields); err != nil {
			w.t.Fatal(err)
		}
		docs = append(docs, doc)
	}
	if err := w.store.Commit(w.ctx, docs...); err != nil {
		w.t.Fatal(err)
	}
	w.boot()
}

// TestConfigThreads: the server's word about threads goes with the board, where there are threads.
func TestConfigThreads(t *testing.T) {
	t.Parallel()
	net := bottest.New("sewn")
	net.Threads = true
	w := startWorld(t, memory.New(), func(w *world) { w.more = []chat.Platform{net} })
	for _, said := range [][2]string{{"anna", "config threads on"}, {"anna", "challenge bamberger"}, {"bert", "accept"}} {
		a := w.input(chat.Input{ID: w.newID(), User: chat.UserID("sewn:" + said[0]), Name: said[0], Lang: "en", Chat: "sewn:hall", Space: "sewn:server", Admin: true, Line: said[1]})
		if a.Refused {
			t.Fatalf("%q is refused: %s", said[1], a.Alert)
		}
	}
	err := net.Wait(w.ctx, func() bool {
		p, ok := net.Last(chat.Place{Chat: "sewn:hall"})
		return ok && p.Screen.Playing && p.Screen.Thread != nil && *p.Screen.Thread
	})
	if err != nil {
		t.Errorf("the board says nothing of a thread: %v", err)
	}
}

// chaired is a platform that is asked who administers.
type chaired struct {
	*bottest.Network
	admins map[chat.UserID]bool
}

func (a chaired) Administers(_ context.Context, space chat.ChatID, user chat.UserID) (bool, error) {
	if space == "asked:broken" {
		return false, context.DeadlineExceeded
	}
	return space == "asked:group" && a.admins[user], nil
}

// TestConfigAsksPlatform: in a private chat, a group's page can be changed by a person that the platform now names as
// the group's administrator.
func TestConfigAsksPlatform(t *testing.T) {
	t.Parallel()
	admins := map[chat.UserID]bool{"asked:anna": true}
	w := startWorld(t, memory.New(), func(w *world) { w.more = []chat.Platform{chaired{bottest.New("asked"), admins}} })
	answer := func(at chat.ChatID, line string) string {
		return w.input(chat.Input{ID: w.newID(), User: "asked:anna", Name: "x", Lang: "en", Chat: at, Line: line}).Alert
	}
	press := "config asked:group asked:group lang de"
	if got := answer("", press); got != said("config.saved") {
		t.Errorf("an administrator is told %q", got)
	}
	admins["asked:anna"] = false
	if got := answer("", press); got != said("refuse.config-admins", "Space", said("platform.space.asked")) {
		t.Errorf("who isn't any more is told %q", got)
	}
	if got := answer("asked:broken", "config"); got != said("refuse.config-unknown") {
		t.Errorf("when nobody knows: %q", got)
	}
}
