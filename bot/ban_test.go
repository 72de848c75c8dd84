package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/storage/memory"
)

// TestBans: who is banned, or speaks where it is banned, hears one word and then
// nothing, and nothing comes of what they say.
func TestBans(t *testing.T) {
	t.Parallel()
	const topic = chat.ChatID("fake:banned/7")
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		w := startWorld(t, memory.New(), withHook(d.hook), func(w *world) {
			w.bans = bans.List{People: []chat.UserID{user("mallory")}, Chats: []chat.ChatID{"fake:banned"}}
		})
		w.mustSay("bert", "help")
		for _, tt := range []struct {
			who  string
			chat chat.ChatID
			why  string
		}{
			{"mallory", channel, "refuse.banned"}, {"mallory", "", "refuse.banned"},
			{"anna", "fake:banned", "refuse.banned-chat"}, {"carl", topic, "refuse.banned-chat"},
		} {
			w.unchanged("a banned one's word", func() {
				words := 0
				for range 20 {
					in := press(tt.who, w.newID(), "challenge bamberger")
					in.Chat = tt.chat
					a := w.input(in)
					if !a.Refused || a.Alert != "" && a.Alert != said(tt.why) {
						t.Errorf("%s is answered %+v", tt.who, a)
					}
					if !a.Repeated {
						words++
					}
				}
				if words > 1 || words == 0 && tt.chat != "" {
					t.Errorf("%s in %q hears %d words", tt.who, tt.chat, words)
				}
			})
		}
		w.happens(chat.Input{ID: "in", What: chat.Joined, Chat: "fake:banned"})
		w.refuses("bert", "challenge @mallory", "not-now", "Name", "\u2068mallory\u2069")
		w.mustSay("anna", "challenge @bert") // somewhere else
		synctest.Wait()
		for _, p := range []chat.Place{{Chat: "fake:banned"}, {Chat: topic}, private("mallory")} {
			if posts := w.net.Posts(p); len(posts) > 0 {
				t.Errorf("%v is shown %+v", p, posts)
			}
		}
	})
}

// TestBannedAtTables: who is banned while they play loses those matches, so that
// nobody waits for them; their challenges, and those to them, are over.
func TestBannedAtTables(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "mallory", "bamberger 2")
		other := w.seat("anna", "bert", "bamberger 2")
		w.mustSay("mallory", "challenge bamberger")
		byThem := w.challenge()
		w.mustSay("bert", "challenge @mallory")
		toThem := w.challenge()
		synctest.Wait()
		w.bans = bans.List{People: []chat.UserID{user("mallory")}}
		for range 2 {
			w.restart()
			synctest.Wait()
		}
		over := w.hand("anna", id)
		if !isOver(over) || !contains(said("outcome.won", "Names", "① \u2068anna\u2069"))(over) || !contains(said("outcome.left", "Name", "② \u2068mallory\u2069"))(over) {
			t.Errorf("the match shows\n%s", text(over))
		}
		for _, code := range []string{byThem, toThem} {
			w.refuses("carl", "accept "+code, "challenge-over")
		}
		if s := w.hand("anna", other); move(s) == "" && move(w.hand("bert", other)) == "" {
			t.Errorf("the other match is over, too:\n%s", text(s))
		}
		if totals := text(*w.mustSay("anna", "leaderboard").Screen); !strings.Contains(totals, "1 of 1 match won") {
			t.Errorf("it doesn't count:\n%s", totals)
		}
		last, _ := w.net.Last(private("mallory"))
		w.mustSay("anna", "rematch "+id)
		synctest.Wait()
		if now, _ := w.net.Last(private("mallory")); now.Shown != last.Shown {
			t.Error("mallory is told of a rematch")
		}
	})
}

// TestBannedOneAfterAnother: who is banned later leaves a match that another has had to
// leave before.
func TestBannedOneAfterAnother(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		for _, name := range []string{"anna", "bert", "carl"} {
			w.mustSay(name, "help")
		}
		id := w.three("loew")
		synctest.Wait()
		for _, name := range []string{"bert", "carl"} {
			w.bans.People = append(w.bans.People, user(name))
			w.restart()
			synctest.Wait()
		}
		var now struct {
			Chairs []struct{ Left string }
		}
		if w.read("table", id, &now); now.Chairs[1].Left == "" || now.Chairs[2].Left == "" {
			t.Errorf("at the table sit %+v", now.Chairs)
		}
	})
}

// TestAllBanned: if all at a table are banned, it ends with nobody's winning.
func TestAllBanned(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		w.seat("mallory", "trudy", "bamberger 2")
		synctest.Wait()
		w.bans = bans.List{People: []chat.UserID{user("mallory"), user("trudy")}}
		w.restart()
		synctest.Wait()
		if s := w.board(); strings.Contains(s, said("outcome.won", "Names", "")) || !strings.Contains(s, said("outcome.left", "Name", "② \u2068trudy\u2069")) {
			t.Errorf("the board shows\n%s", s)
		}
	})
}

// TestBannedChat: a match whose chat is banned goes on in private. When the ban
// is lifted the chat sees how it stands.
func TestBannedChat(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		before := w.board()
		w.bans = bans.List{Chats: []chat.ChatID{channel}}
		w.restart()
		w.someMoves(id, 10, "anna", "bert")
		if w.board() != before {
			t.Error("a banned chat is shown a match")
		}
		w.bans = bans.List{}
		w.restart()
		synctest.Wait()
		w.upToDate(public, id, "anna")
	})
}

// TestBannedLinked: who is banned is it through all identities, and leaves the
// tables of all.
func TestBannedLinked(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must("fake:bert", "help")
	w.must(here, "help")
	w.link(here, telegram)
	w.must(telegram, "challenge bamberger 2")
	id := strings.TrimPrefix(line(*w.must(telegram, "games").Screen, "decline "), "decline ")
	w.must("fake:bert", "accept "+id)
	w.bans = bans.List{People: []chat.UserID{here}}
	w.restart()
	w.mustNot(telegram, "games", "banned")
	if s := w.must("fake:bert", "hand "+id).Screen; !isOver(*s) {
		t.Errorf("the match goes on:\n%s", text(*s))
	}
}

// TestBannedLinkedChallenge: somebody who is linked with a banned person leaves challenges, sees nothing more of them, and
// is no longer invited.
func TestBannedLinkedChallenge(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must("fake:bert", "help")
	w.must(here, "help")
	w.link(here, telegram)
	opened := func(u chat.UserID, terms string) string {
		w.must(u, "challenge illustrated "+terms)
		return strings.TrimPrefix(line(*w.must(u, "games").Screen, "decline "), "decline ")
	}
	sits, invited := opened("fake:bert", ""), opened("telegram:carl", "@anna")
	w.must(telegram, "accept "+sits)
	w.bans = bans.List{People: []chat.UserID{here}}
	w.restart()
	type table struct {
		Messages []struct {
			Place chat.Place
			Last  int
		}
		Chairs []struct{ User, KeptFor chat.UserID }
	}
	for _, id := range []string{sits, invited} {
		var stored table
		w.stored("table", id, &stored)
		for _, c := range stored.Chairs {
			if c.User == telegram || c.KeptFor == telegram {
				t.Errorf("%s: %+v", id, c)
			}
		}
		for _, m := range stored.Messages {
			if m.Place.User == telegram && m.Last == 0 {
				t.Errorf("%s still goes to %+v", id, m)
			}
		}
	}
}
