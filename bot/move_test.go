package bot_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// removal is chats that go on under another id.
type removal struct {
	mu sync.Mutex
	to map[chat.ChatID]chat.ChatID
}

func (r *removal) hook(p chat.Place, _ chat.Ref, _ chat.Screen) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if to, ok := r.to[p.Chat]; ok {
		return chat.Migrated{To: to}
	}
	return nil
}

func (r *removal) move(from, to chat.ChatID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.to[from] = to
}

// TestFault29BetweenAnyMoves: the chat moves before every move of a match, which
// the bot is told, or finds out, or both. The board is always where the chat is
// now, with the chat's language; buttons of old boards act; the totals move, too.
func TestFault29BetweenAnyMoves(t *testing.T) {
	t.Parallel()
	for name, told := range map[string]func(move int) bool{
		"told": func(int) bool { return true }, "found out": func(int) bool { return false },
		"both": func(n int) bool { return n%2 == 0 },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { testMoves(t, told) })
		})
	}
}

func testMoves(t *testing.T, told func(int) bool) {
	r := &removal{to: make(map[chat.ChatID]chat.ChatID)}
	w := startWorld(t, memory.New(), withHook(r.hook))
	in := press("carl", "german", "challenge bamberger")
	in.SpaceLang = "de"
	w.input(in)
	w.mustSay("carl", "decline")
	synctest.Wait()
	id := w.seat("anna", "bert", "bamberger 2")
	first := w.seat("dora", "emil", "bamberger 2")
	w.mustSay("dora", "leave "+first+" yes") // counts in the first chat
	here := channel
	for n := 0; ; n++ {
		who, m := w.anyMove(id, "anna", "bert")
		if who == "" {
			break
		}
		to := chat.ChatID(fmt.Sprintf("fake:chat%d", n))
		r.move(here, to)
		if told(n) {
			w.happens(chat.Input{ID: w.newID(), What: chat.Moved, Chat: here, To: to})
		}
		w.chat = here // the button stands in the old chat
		w.mustSay(who, m)
		here = to
		synctest.Wait()
		board, ok := w.net.Last(chat.Place{Chat: here})
		if !ok || board.Screen.Lang != "de" || !isBoard(board.Screen) && !isOver(board.Screen) {
			t.Fatalf("before move %d the chat went to %s, which shows %+v", n, here, board.Screen)
		}
		if n%40 == 7 {
			w.restart()
		}
	}
	if board, _ := w.net.Last(chat.Place{Chat: here}); !isOver(board.Screen) {
		t.Errorf("the newest chat shows\n%s", text(board.Screen))
	}
	w.audited()
	w.chat = here
	totals := text(*w.mustSay("zoe", "leaderboard here").Screen)
	for _, who := range []string{"anna", "bert", "dora", "emil"} {
		if !strings.Contains(totals, who) {
			t.Errorf("%s isn't on the chat's leaderboard:\n%s", who, totals)
		}
	}
	w.mustSay("zoe", "challenge bamberger")
	synctest.Wait()
	if board, _ := w.net.Last(chat.Place{Chat: here}); board.Screen.Lang != "de" || line(board.Screen, "accept ") == "" {
		t.Errorf("a challenge in the newest chat is in %q:\n%s", board.Screen.Lang, text(board.Screen))
	}
	w.chat = channel
	if s := text(*w.mustSay("zoe", "leaderboard here").Screen); s != totals {
		t.Errorf("an old button in the first chat leads to\n%s\nwant\n%s", s, totals)
	}
}

// TestFault29BothChats: a table that is shown in the new chat already is shown
// there once.
func TestFault29BothChats(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		const to = chat.ChatID("fake:supergroup")
		w.mustSay("anna", "challenge bamberger")
		id := w.challenge()
		w.chat = to
		w.mustSay("bert", "accept "+id)
		synctest.Wait()
		w.happens(chat.Input{ID: "moved", What: chat.Moved, Chat: channel, To: to})
		w.someMoves(id, 5, "anna", "bert")
		w.upToDate(chat.Place{Chat: to}, id, "anna")
	})
}

// TestFault29Standings: people who had totals in both chats have the sum, in all
// that counts; a move that is told again changes nothing.
func TestFault29Standings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const to = chat.ChatID("fake:supergroup")
	for _, at := range []chat.ChatID{channel, to} {
		w.chat = at
		for range 2 {
			w.mustSay("anna", "challenge bamberger 2")
			code := line(w.wait(chat.Place{Chat: at}, func(s chat.Screen) bool { return line(s, "accept ") != "" }), "accept ")
			w.mustSay("bert", code)
			w.mustSay("bert", "leave yes")
			w.wait(chat.Place{Chat: at}, isOver)
		}
	}
	for range 2 {
		w.happens(chat.Input{ID: w.newID(), What: chat.Moved, Chat: channel, To: to})
		s := text(*w.mustSay("anna", "leaderboard here").Screen)
		for _, want := range []string{"4 of 4 matches won", "0 of 4 matches won"} {
			if !strings.Contains(s, want) {
				t.Errorf("no %q in\n%s", want, s)
			}
		}
		w.audited()
	}
}
