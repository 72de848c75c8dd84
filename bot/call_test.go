package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// ears note which calls a person would hear.
type ears struct {
	*world
	heard map[chat.UserID][]string // the words
	last  map[string]int           // the number of the last call, by person and thread
}

func (w *world) listen() *ears {
	return &ears{world: w, heard: make(map[chat.UserID][]string), last: make(map[string]int)}
}

// hear waits until all is shown, and notes the new calls.
func (e *ears) hear(people ...string) {
	e.t.Helper()
	synctest.Wait()
	for _, who := range people {
		for _, p := range e.net.Posts(private(who)) {
			c := p.Screen.Call
			if c == nil || c.Quiet || c.Number <= e.last[string(c.User)+c.Thread] {
				continue
			}
			e.last[string(c.User)+c.Thread] = c.Number
			e.heard[c.User] = append(e.heard[c.User], c.Text.String())
		}
	}
}

// TestCalledByOthers: one is called when another has made it one's turn, never by
// one's own doing, and when another has ended the match.
func TestCalledByOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New())
		e := w.listen()
		w.callAtOnce("anna", "bert")
		id := w.seat("anna", "bert", "bamberger 2")
		e.hear("anna", "bert")
		if len(e.heard[user("anna")]) != 1 || len(e.heard[user("bert")]) != 1 {
			t.Fatalf("when the match begins both are called once: %v", e.heard)
		}
		turns := map[string]int{}
		for range 30 {
			waited := map[string]bool{"anna": move(w.hand("anna", id)) != "", "bert": move(w.hand("bert", id)) != ""}
			who, m := w.anyMove(id, "anna", "bert")
			w.mustSay(who, m)
			for _, other := range []string{"anna", "bert"} {
				if other != who && !waited[other] && move(w.hand(other, id)) != "" {
					turns[other]++
				}
			}
			e.hear("anna", "bert")
			for _, person := range []string{"anna", "bert"} {
				if got, want := len(e.heard[user(person)]), 1+turns[person]; got != want {
					t.Fatalf("%s is called %d times in %d turns", person, got, want)
				}
			}
		}
		if turns["anna"] < 3 || turns["bert"] < 3 {
			t.Errorf("turns %v: this tests nothing", turns)
		}
		before := len(e.heard[user("anna")])
		w.mustSay("anna", "leave yes")
		e.hear("anna", "bert")
		all := e.heard[user("bert")]
		if over := all[len(all)-1]; !strings.Contains(over, said("outcome.won", "Names", "\u2068bert\u2069")) || len(e.heard[user("anna")]) != before {
			t.Errorf("told of the end: %v", e.heard)
		}
	})
}

// TestPracticeCallsNobody: who plays with the computer alone isn't waited for, and
// isn't called, even if they leave it for long.
func TestPracticeCallsNobody(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := startWorld(t, memory.New(), ticking)
		e := w.listen()
		w.callAtOnce("anna")
		w.mustSay("anna", "practice bamberger 2")
		id := strings.TrimPrefix(line(*w.mustSay("anna", "games").Screen, "hand "), "hand ")
		for range 20 {
			e.hear("anna")
			if m := move(w.hand("anna", id)); m != "" {
				w.mustSay("anna", m)
			}
		}
		pass(2 * day)
		if e.hear("anna"); len(e.heard) != 0 {
			t.Errorf("called: %v", e.heard)
		}
	})
}

// TestCalledWhenLiveBegins: when a live match begins its host is called at once, for their
// clock runs; who has just accepted sees it, and in slower games the host is there, too.
func TestCalledWhenLiveBegins(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		terms string
		calls int // to the host
	}{{"live", 1}, {"", 0}} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), ticking)
			e := w.listen()
			w.seat("anna", "bert", "bamberger 2 "+tt.terms)
			e.hear("anna", "bert")
			if host, guest := e.heard[user("anna")], e.heard[user("bert")]; len(host) != tt.calls || len(guest) != 0 {
				t.Errorf("%q: the host hears %q, the guest %q", tt.terms, host, guest)
			}
		})
	}
}
