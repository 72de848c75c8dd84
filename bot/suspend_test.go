package bot_test

import (
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// doors are places that can be closed to the bot, as far as a network knows.
type doors struct {
	mu     sync.Mutex
	closed map[chat.Place]bool
	tries  map[chat.Place]int // to show something behind a closed door
}

func newDoors() *doors {
	return &doors{closed: make(map[chat.Place]bool), tries: make(map[chat.Place]int)}
}

func (d *doors) hook(p chat.Place, _ chat.Ref, _ chat.Screen) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed[p] {
		d.tries[p]++
		return chat.ErrBlocked
	}
	return nil
}

func (d *doors) set(p chat.Place, closed bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed[p] = closed
}

func (d *doors) tried(p chat.Place) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.tries[p]
}

// someMoves lets the people make so many moves in private.
func (w *world) someMoves(id string, n int, people ...string) {
	w.t.Helper()
	chat := w.chat
	w.chat = ""
	defer func() { w.chat = chat }()
	for range n {
		who, m := w.anyMove(id, people...)
		w.mustSay(who, m)
	}
	synctest.Wait()
}

// boards are the messages in the channel that show a table, and aren't retired.
func (w *world) boards(p chat.Place) []bottest.Post {
	var all []bottest.Post
	for _, post := range w.net.Posts(p) {
		if isBoard(post.Screen) || isOver(post.Screen) {
			all = append(all, post)
		}
	}
	return all
}

// ownResult is the line that says what the reader got of a deal.
var ownResult = regexp.MustCompile(`(?m)^Deal \d+: .*\n`)

// upToDate checks that the place has one board, which shows what is now: the
// panel shows the same, and more.
func (w *world) upToDate(p chat.Place, id, who string) {
	w.t.Helper()
	all := w.boards(p)
	if len(all) != 1 {
		w.t.Fatalf("%d boards, want 1", len(all))
	}
	// Only a hand says what its reader got of the deal before.
	public := func(s chat.Screen) string { return ownResult.ReplaceAllString(text(s), "") }
	if board := public(all[0].Screen); !strings.HasPrefix(public(w.hand(who, id)), board) {
		w.t.Errorf("the board is old:\n%s", board)
	}
}

// TestFault28Suspended: where the bot was thrown out nothing is sent any more,
// also after a restart; the match goes on, and the board comes back with the
// first sign of life.
func TestFault28Suspended(t *testing.T) {
	t.Parallel()
	signs := map[string]func(*world){
		"let in":    func(w *world) { w.happens(chat.Input{ID: "in", What: chat.Joined, Chat: channel}) },
		"reachable": func(w *world) { w.happens(chat.Input{ID: "in", What: chat.Reachable, Chat: channel}) },
		"a word":    func(w *world) { w.mustSay("carl", "help") },
		"a refusal": func(w *world) { w.says("anna", "undo 22222222") },
	}
	for how, sign := range signs {
		for _, told := range []bool{true, false} {
			t.Run(how, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testSuspended(t, told, sign, how == "let in" || how == "reachable") })
			})
		}
	}
}

func testSuspended(t *testing.T, told bool, sign func(*world), anew bool) {
	d := newDoors()
	w := startWorld(t, memory.New(), withHook(d.hook))
	id := w.seat("anna", "bert", "bamberger 2")
	synctest.Wait()
	before := w.board()
	d.set(public, true)
	if told {
		w.happens(chat.Input{ID: "out", What: chat.Removed, Chat: channel})
	}
	w.someMoves(id, 5, "anna", "bert")
	most := 1
	if told {
		most = 0
	}
	w.restart()
	synctest.Wait()
	w.someMoves(id, 5, "anna", "bert")
	pass(time.Hour)
	if n := d.tried(public); n > most || w.board() != before {
		t.Errorf("%d tries to write there, want at most %d", n, most)
	}
	d.set(public, false)
	sign(w)
	synctest.Wait()
	w.upToDate(public, id, "anna")
	if told { // a network may tell it again, late
		w.happens(chat.Input{ID: "out", What: chat.Removed, Chat: channel})
	}
	if retired := contains(said("board.retired"))(w.net.Posts(public)[0].Screen); retired != anew {
		t.Errorf("posted anew: %v, want %v", retired, anew)
	}
	w.someMoves(id, 1, "anna", "bert")
	w.upToDate(public, id, "anna")
	w.play("anna", "bert")
	synctest.Wait()
	if all := w.boards(public); len(all) != 1 || !isOver(all[0].Screen) {
		t.Errorf("the channel shows %d boards: %+v", len(all), all)
	}
}

// TestFault28FoundForGood: what a network tells once is stored before it counts as heard: the
// place is found again also if the bot ends before anything is shown there. Without room the
// network is to tell it again.
func TestFault28FoundForGood(t *testing.T) {
	t.Parallel()
	for _, at := range []struct {
		place     chat.Place
		out, back chat.Input
	}{
		{public, chat.Input{What: chat.Removed, Chat: channel}, chat.Input{What: chat.Joined, Chat: channel}},
		{private("bert"), chat.Input{What: chat.Removed, User: user("bert")}, chat.Input{What: chat.Reachable, User: user("bert"), Name: "bert"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			store := &fullFor{Store: memory.New()}
			w := startWorld(t, store)
			id := w.seat("anna", "bert", "bamberger 2")
			synctest.Wait()
			at.out.ID, at.back.ID = w.newID(), w.newID()
			w.happens(at.out)
			w.someMoves(id, 1, "anna")
			w.net.FailNext(at.place, chat.RetryAfter{Wait: time.Hour})
			store.full.Store(true)
			if _, err := w.bot.Handle(t.Context(), at.back); !errors.Is(err, storage.ErrFull) {
				t.Errorf("without room the event ends with %v", err)
			}
			store.full.Store(false)
			w.happens(at.back)
			synctest.Wait()
			w.restart()
			synctest.Wait()
			if p, _ := w.net.Last(at.place); !strings.Contains(text(w.hand("bert", id)), text(p.Screen)) {
				t.Errorf("%v shows\n%s", at.place, text(p.Screen))
			}
		})
	}
}

// TestFault28Topic: who throws the bot out of a group throws it out of the
// group's topics, and the same with letting in.
func TestFault28Topic(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		w := startWorld(t, memory.New(), withHook(d.hook))
		w.chat = channel + "/7"
		topic := chat.Place{Chat: w.chat}
		w.mustSay("anna", "challenge bamberger")
		synctest.Wait()
		code := line(w.net.Posts(topic)[0].Screen, "accept ")
		w.mustSay("bert", code)
		id := strings.Fields(code)[1]
		synctest.Wait()
		w.happens(chat.Input{ID: "other", What: chat.Removed, Chat: channel[:len(channel)-1]})
		w.someMoves(id, 1, "anna", "bert")
		w.upToDate(topic, id, "anna") // another group's name may begin the same
		d.set(topic, true)
		w.happens(chat.Input{ID: "out", What: chat.Removed, Chat: channel})
		w.someMoves(id, 3, "anna", "bert")
		if n := d.tried(topic); n != 0 {
			t.Errorf("%d tries to write there", n)
		}
		d.set(topic, false)
		w.happens(chat.Input{ID: "in", What: chat.Joined, Chat: channel})
		synctest.Wait()
		w.upToDate(topic, id, "anna")
	})
}

// TestFault28OtherPlaces: a table that is shown in two chats goes on in the one
// that is left; what ended meanwhile is shown to the other when it is back.
func TestFault28OtherPlaces(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		w := startWorld(t, memory.New(), withHook(d.hook))
		elsewhere := chat.Place{Chat: "fake:elsewhere"}
		w.mustSay("anna", "challenge bamberger 2")
		id := w.challenge()
		w.chat = elsewhere.Chat
		w.mustSay("bert", "accept "+id)
		w.chat = ""
		synctest.Wait()
		d.set(elsewhere, true)
		w.happens(chat.Input{ID: "out", What: chat.Removed, Chat: elsewhere.Chat})
		w.someMoves(id, 3, "anna", "bert")
		w.upToDate(public, id, "anna")
		w.play("anna", "bert")
		synctest.Wait()
		d.set(elsewhere, false)
		w.restart()
		w.happens(chat.Input{ID: "in", What: chat.Joined, Chat: elsewhere.Chat})
		synctest.Wait()
		for _, p := range []chat.Place{public, elsewhere} {
			if all := w.boards(p); len(all) != 1 || !isOver(all[0].Screen) {
				t.Errorf("%v shows %+v", p, all)
			}
		}
		if n := d.tried(elsewhere); n != 0 {
			t.Errorf("%d tries to write there", n)
		}
	})
}

// TestFault27Unreached: who can't be written to in private is called by the
// board when it is their turn, which goes on at "My hand"; the others are told
// why it takes long. One word in private ends it.
func TestFault27Unreached(t *testing.T) {
	t.Parallel()
	signs := map[string]func(*world){
		"reachable": func(w *world) { w.happens(w.reachable("bert", "en")) },
		"a word": func(w *world) {
			w.chat = ""
			w.mustSay("bert", "help")
			w.chat = channel
		},
	}
	for how, sign := range signs {
		for _, told := range []bool{true, false} {
			t.Run(how, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { testUnreached(t, told, sign) })
			})
		}
	}
}

func testUnreached(t *testing.T, told bool, sign func(*world)) {
	d := newDoors()
	w := startWorld(t, memory.New(), withHook(d.hook))
	id := w.seat("anna", "bert", "bamberger 2")
	synctest.Wait()
	d.set(private("bert"), true)
	most := 1
	if told {
		w.happens(chat.Input{ID: "out", What: chat.Removed, User: user("bert")})
		most = 0
	}
	called, uncalled := 0, 0
	for range 30 {
		who, m := w.anyMove(id, "anna", "bert")
		w.mustSay(who, m) // bert presses on the board: that says nothing of his private side
		synctest.Wait()
		board, _ := w.net.Last(public)
		want := chat.UserID("")
		if move(w.hand("bert", id)) != "" {
			want = user("bert")
			called++
		} else {
			uncalled++
		}
		if callee(board.Screen) != want || !contains("bert")(board.Screen) {
			t.Fatalf("the board calls %q, want %q:\n%s", callee(board.Screen), want, text(board.Screen))
		}
		if called == 3 {
			w.restart()
			synctest.Wait()
		}
	}
	if called < 5 || uncalled < 5 {
		t.Errorf("called %d times, not called %d times: this tests nothing", called, uncalled)
	}
	if n := d.tried(private("bert")); n > most {
		t.Errorf("%d tries to write to bert, want at most %d", n, most)
	}
	names := "② \u2068bert\u2069"
	here, elsewhere := said("unreached.here", "Names", names), said("unreached.elsewhere", "Names", names)
	if !strings.Contains(w.board(), here) || !contains(elsewhere)(w.lastIn("anna")) {
		t.Errorf("nobody says why:\n%s\n%s", w.board(), text(w.lastIn("anna")))
	}
	if s := w.hand("bert", id); contains(here)(s) || contains(elsewhere)(s) {
		t.Errorf("bert is told of himself:\n%s", text(s))
	}
	d.set(private("bert"), false)
	sign(w)
	synctest.Wait()
	if got, want := text(w.lastIn("bert")), text(w.hand("bert", id)); got != want {
		t.Errorf("bert's side shows\n%s\nwant\n%s", got, want)
	}
	if board, _ := w.net.Last(public); callee(board.Screen) != "" || contains(here)(board.Screen) || contains(elsewhere)(w.lastIn("anna")) {
		t.Errorf("the board still calls:\n%s", text(board.Screen))
	}
	w.play("anna", "bert")
}

// lastIn is what the person's side shows.
func (w *world) lastIn(who string) chat.Screen {
	p, _ := w.net.Last(private(who))
	return p.Screen
}

// TestFault27Both: of two who can't be written to, each is called in turn.
func TestFault27Both(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		w := startWorld(t, memory.New(), withHook(d.hook))
		d.set(private("anna"), true)
		d.set(private("bert"), true)
		id := w.seat("anna", "bert", "bamberger 2")
		seen := make(map[chat.UserID]bool)
		for range 10 {
			synctest.Wait()
			board, _ := w.net.Last(public)
			who := callee(board.Screen)
			seen[who] = true
			m := move(w.hand(strings.TrimPrefix(string(who), "fake:"), id))
			if m == "" {
				t.Fatalf("%q is called and not waited for:\n%s", who, text(board.Screen))
			}
			w.mustSay(strings.TrimPrefix(string(who), "fake:"), m)
		}
		if !seen[user("anna")] || !seen[user("bert")] {
			t.Errorf("called are only %v", seen)
		}
	})
}

// TestFault27Challenge: a challenge to somebody who can't be written to calls
// them where it was made.
func TestFault27Challenge(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		w := startWorld(t, memory.New(), withHook(d.hook))
		w.mustSay("bert", "help")
		w.mustSay("anna", "challenge @bert")
		synctest.Wait()
		if board, _ := w.net.Last(public); callee(board.Screen) != "" {
			t.Errorf("%q is called twice", callee(board.Screen))
		}
		w.mustSay("anna", "decline")
		d.set(private("bert"), true)
		w.mustSay("anna", "challenge @bert")
		synctest.Wait()
		board, _ := w.net.Last(public)
		if callee(board.Screen) != user("bert") || line(board.Screen, "accept ") == "" {
			t.Errorf("%q is called by\n%s", callee(board.Screen), text(board.Screen))
		}
	})
}

// TestFault27NotStored: if it can't be stored that a place is lost, it isn't
// written to without end either.
func TestFault27NotStored(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		d := newDoors()
		flaky := &storagetest.Flaky{Store: memory.New()}
		w := startWorld(t, flaky, withHook(d.hook))
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		w.net.FailNext(public, chat.RetryAfter{Wait: time.Minute})
		w.someMoves(id, 1, "anna", "bert")
		d.set(public, true)
		for range 50 {
			flaky.Fail(storagetest.Failure{Err: storage.ErrFull})
		}
		pass(time.Hour)
		if n := d.tried(public); n != 1 {
			t.Errorf("%d tries, want 1", n)
		}
	})
}

// TestFault25Anew: a board that is deleted again and again is posted anew, but
// not more often than the bound allows; whoever asks sees it at once.
func TestFault25Anew(t *testing.T) {
	t.Parallel()
	for how, ask := range map[string]func(*world){
		"by itself": func(*world) { pass(4 * time.Minute) },
		"a word":    func(w *world) { w.mustSay("carl", "help") },
		"table":     func(w *world) { w.chat = ""; w.mustSay("anna", "table") },
	} {
		t.Run(how, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t)
				id := w.seat("anna", "bert", "bamberger 2")
				synctest.Wait()
				posts := 0
				for range 8 {
					all := w.net.Posts(public)
					if len(all) == 0 {
						break
					}
					posts++
					w.net.Delete(all[0].Ref)
					w.someMoves(id, 1, "anna", "bert")
				}
				if posts != 4 {
					t.Errorf("%d posts, want the first and three anew", posts)
				}
				w.someMoves(id, 3, "anna", "bert")
				pass(time.Minute)
				if n := len(w.net.Posts(public)); n != 0 {
					t.Errorf("%d posts in the pause", n)
				}
				ask(w)
				synctest.Wait()
				w.upToDate(public, id, "anna")
				w.play("anna", "bert")
			})
		})
	}
}

// TestFault28Void: a match that somebody can't be reached at anywhere for a day
// is void. It is not while they can be reached somewhere, nor because the bot
// was away itself.
func TestFault28Void(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gone []chat.Place
		void bool
	}{
		"everywhere":       {[]chat.Place{public, private("bert")}, true},
		"in private alone": {[]chat.Place{private("bert")}, false},
		"in public alone":  {[]chat.Place{public}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := newDoors()
				w := startWorld(t, memory.New(), withHook(d.hook), ticking)
				id := w.seat("anna", "bert", "bamberger 2")
				synctest.Wait()
				for _, p := range c.gone {
					d.set(p, true)
				}
				w.someMoves(id, 1, "anna", "bert")
				synctest.Wait()
				isVoid := func(after time.Duration) bool {
					pass(after)
					p, _ := w.net.Last(private("anna"))
					return contains(said("closed.void"))(p.Screen)
				}
				if isVoid(23 * time.Hour) {
					t.Error("void before a day is over")
				}
				w.away(23 * time.Hour)
				if isVoid(50 * time.Minute) {
					t.Error("void although the bot was away")
				}
				if got := isVoid(15 * time.Minute); got != c.void {
					t.Errorf("void: %t, want %t", got, c.void)
				}
				for _, p := range c.gone {
					d.set(p, false)
				}
				if w.says("bert", "leave "+id).Refused != c.void {
					t.Error("the match can be left, and is void")
				}
				if strings.Contains(w.state(), "standing ") {
					t.Errorf("a match that isn't over counts:\n%s", w.state())
				}
			})
		})
	}
}

// TestAwayTwiceAtOnce: of two wishes to be away at the same moment one counts after the
// other, and there is one alarm.
func TestAwayTwiceAtOnce(t *testing.T) {
	t.Parallel()
	store := newGateAt(func(doc storage.Doc) bool { return doc.Key.Kind == "person" })
	w := startWorld(t, store)
	w.mustSay("anna", "help")
	store.shut.Store(true)
	var first sync.WaitGroup
	first.Go(func() { w.says("anna", "away 3") })
	<-store.reached
	w.mustSay("anna", "away 20")
	close(store.open)
	first.Wait()
	var alarms []string
	for _, doc := range documentsOf(t, store, "alarm") {
		if strings.Contains(doc.Key.ID, "away") {
			alarms = append(alarms, doc.Key.ID)
		}
	}
	if len(alarms) != 1 {
		t.Errorf("the alarms are %q", alarms)
	}
}
