package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/storage"
)

// seatIn lets two play at a table in the chat.
func (w *world) seatIn(at chat.ChatID, host, guest, rules string) string {
	w.t.Helper()
	w.chat = at
	w.mustSay(guest, "help")
	w.mustSay(host, "challenge @"+guest+" "+rules)
	accept := line(w.wait(chat.Place{Chat: at}, func(s chat.Screen) bool { return line(s, "accept ") != "" }), "accept ")
	w.mustSay(guest, accept)
	synctest.Wait()
	return strings.TrimPrefix(accept, "accept ")
}

// storedAt is the table's document.
func (w *world) storedAt(id string) string {
	w.t.Helper()
	doc, err := w.store.Get(w.ctx, storage.Key{Kind: "table", ID: id})
	if err != nil {
		w.t.Fatal(err)
	}
	return string(doc.Data)
}

// TestCommandMeansItsChat: a command that names no table means one of the chat where it
// is typed, then one of its server or group; only elsewhere it has to be said which.
func TestCommandMeansItsChat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		const there, topic = chat.ChatID("fake:there"), chat.ChatID("fake:there/3")
		codes := map[chat.ChatID]string{
			channel: w.seatIn(channel, "anna", "bert", "bamberger 2 1d"),
			topic:   w.seatIn(topic, "anna", "carl", "bamberger 2 1d"),
		}
		codes[there], codes["fake:there/4"] = codes[topic], codes[topic]
		for at, id := range codes {
			other := "carl"
			if at == channel {
				other = "bert"
			}
			who, m := w.anyMove(id, "anna", other)
			w.mustSay(who, m)
			for _, command := range []string{"hand", "table", "resign", "leave", "pause", "pause off", "extend", "undo", "consent no", "queue", "claim", "resume"} {
				w.chat, w.space = at, ""
				if at == "fake:there/4" {
					w.space = there
				}
				before := make(map[string]string)
				for _, id := range codes {
					before[id] = w.storedAt(id)
				}
				posts := len(w.net.Posts(chat.Place{Chat: channel}))
				a := w.says("anna", command)
				synctest.Wait()
				if strings.Contains(a.Alert, "several tables") {
					t.Errorf("%s: %q: asked which table is meant", at, command)
				}
				if s := a.Screen; s != nil && s.Table != id && line(*s, command+" "+id) == "" {
					t.Errorf("%s: %q shows another table: %v", at, command, lines(*s))
				}
				for other, was := range before {
					if command != "table" && other != id && w.storedAt(other) != was {
						t.Errorf("%s: %q changed another table", at, command)
					}
				}
				if n := len(w.net.Posts(chat.Place{Chat: channel})) - posts; command == "table" && (n == 1) != (at == channel) {
					t.Errorf("%s: %d new boards in %s", at, n, channel)
				}
			}
		}
		for _, at := range []chat.ChatID{"", "fake:elsewhere"} {
			w.chat, w.space = at, ""
			if a := w.says("anna", "table"); !a.Refused || !strings.Contains(a.Alert, "several tables") {
				t.Errorf("%q: got %+v", at, a)
			}
		}
	})
}

// TestCommandMeansItsServer: so it is in another channel of a server, whose channels
// the platform calls by names of their own.
func TestCommandMeansItsServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.space = "fake:server"
		w.seatIn("fake:1", "anna", "bert", "bamberger 2 1d")
		w.space = "fake:other"
		w.seatIn("fake:2", "anna", "carl", "bamberger 2 1d")
		for _, server := range []chat.ChatID{"fake:server", "fake:other"} {
			w.chat, w.space = "fake:3", server
			w.mustSay("anna", "pause")
		}
		w.space = "fake:third"
		if a := w.says("anna", "pause"); !a.Refused || !strings.Contains(a.Alert, "several tables") {
			t.Errorf("got %+v", a)
		}
	})
}

// TestNothingToAccept: who accepts or declines without a code where no challenge is meant for them is told why.
func TestNothingToAccept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("bert", "help")
	w.refuses("anna", "accept", "none-open")
	w.refuses("anna", "decline", "none-open")
	w.mustSay("anna", "challenge @bert bamberger 2")
	w.refuses("anna", "accept", "own-challenge")
	w.mustSay("carl", "challenge bamberger 2") // which stands there, too
	w.refuses("carl", "accept", "own-challenge")
	w.refuses("dora", "decline", "open-to-all")
	w.mustSay("carl", "decline")
	w.refuses("carl", "accept", "for-another", "Name", displayname.Isolate("bert"))
	w.refuses("carl", "decline", "for-another", "Name", displayname.Isolate("bert"))
	w.mustSay("bert", "accept")
	w.refuses("bert", "accept", "none-open")
}

// TestAcceptMeansItsChat: so does the acceptance of a challenge, and a rematch is one of
// the last match there.
func TestAcceptMeansItsChat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay("anna", "help")
		for at, host := range map[chat.ChatID]string{channel: "bert", "fake:there": "carl"} {
			w.chat = at
			w.mustSay(host, "challenge @anna bamberger 2")
		}
		synctest.Wait()
		for _, at := range []chat.ChatID{channel, "fake:there"} {
			w.chat = at
			w.mustSay("anna", "accept")
			synctest.Wait()
			if !isBoard(w.last(chat.Place{Chat: at})) {
				t.Errorf("%s: no board:\n%s", at, text(w.last(chat.Place{Chat: at})))
			}
			w.mustSay("anna", "leave "+w.last(chat.Place{Chat: at}).Table+" yes")
			w.now.Add(60)
		}
		synctest.Wait()
		for _, at := range []chat.ChatID{channel, "fake:there"} {
			id := w.last(chat.Place{Chat: at}).Table
			before := w.storedAt(id)
			w.chat = at
			w.mustSay("anna", "rematch")
			if w.storedAt(id) == before {
				t.Errorf("%s: another match's rematch", at)
			}
		}
	})
}
