package bot_test

import (
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

// Anna is at three platforms; Bert plays at one.
const (
	here     chat.UserID = "fake:anna"
	telegram chat.UserID = "telegram:anna"
	local    chat.UserID = "local:anna"
)

// newLinkWorld is a bot that serves three networks.
func newLinkWorld(t testing.TB, how ...func(*world)) *world {
	t.Helper()
	return startWorld(t, memory.New(), append(how, withOthers("telegram", "local"))...)
}

// through hands in what somebody says in private through an identity.
func (w *world) through(u chat.UserID, line string) chat.Answer {
	w.t.Helper()
	return w.input(w.inputOf(u, line))
}

func (w *world) inputOf(u chat.UserID, line string) chat.Input {
	_, name, _ := strings.Cut(string(u), ":")
	return chat.Input{ID: w.newID(), User: u, Name: name, Lang: "en", Line: line}
}

// must is through for what must not be refused.
func (w *world) must(u chat.UserID, line string) chat.Answer {
	w.t.Helper()
	a := w.through(u, line)
	if a.Refused {
		w.t.Fatalf("%s: %q was refused: %s", u, line, a.Alert)
	}
	return a
}

// mustNot is through for what must be refused for that reason.
func (w *world) mustNot(u chat.UserID, line, reason string, gaps ...any) {
	w.t.Helper()
	w.refusesInput(w.inputOf(u, line), reason, gaps...)
}

// code is a fresh code for the identity, as the page says to type it.
func (w *world) code(u chat.UserID) string {
	w.t.Helper()
	for _, l := range w.must(u, "link").Screen.Text {
		if last := l[len(l)-1]; last.Style == chat.Code {
			return last.Text
		}
	}
	w.t.Fatal("the page has no code")
	return ""
}

// link makes one person of two identities, and waits until their tables have taken note.
func (w *world) link(from, to chat.UserID) {
	w.t.Helper()
	w.must(to, w.code(from))
	w.eventually("tables told of the link", func() bool {
		for id := range w.documents(alarms.KindAlarm) {
			if strings.Contains(id, alarms.WakeShow) {
				return false
			}
		}
		return true
	})
}

// name is what identities are called in texts.
func name(u chat.UserID) string {
	platform, name, _ := strings.Cut(string(u), ":")
	return "\u2068" + name + "\u2069 (" + said("platform."+platform) + ")"
}

// isTold waits until the identity is shown that text in private, and counts how
// often.
func (w *world) isTold(u chat.UserID, what string, who chat.UserID) int {
	w.t.Helper()
	place := chat.Place{User: u}
	net, says, n := w.netOf(place), contains(said("notice."+what, "Who", name(who))), 0
	ctx, cancel := w.bounded()
	defer cancel()
	err := net.Wait(ctx, func() bool {
		n = 0
		for _, p := range net.Posts(place) {
			if says(p.Screen) {
				n++
			}
		}
		return n > 0
	})
	if err != nil {
		w.t.Fatalf("%s isn't told that %s is %s: %v", u, who, what, err)
	}
	return n
}

// TestLink: a code goes to the one who asks and nowhere else; typed on the other
// side it makes one person, and both are told in private.
func TestLink(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	a := w.says("anna", "link") // in the channel
	if a.Alert != "" || a.Screen == nil || a.Page != "link" || callee(*a.Screen) != "" {
		t.Fatalf("link is answered %+v", a)
	}
	code := w.code(here)
	page := w.must(telegram, code).Screen
	if want := said("notice.linked", "Who", name(here)); page == nil || !strings.Contains(text(*page), want) {
		t.Errorf("whoever types the code is told %v", page)
	}
	if n := w.isTold(here, "linked", telegram); n != 1 {
		t.Errorf("the other side is told %d times", n)
	}
	if n := len(w.net.Posts(public)); n > 0 {
		t.Errorf("%d messages in the channel", n)
	}
	for _, u := range []chat.UserID{here, telegram} {
		for _, post := range w.netOf(chat.Place{User: u}).Posts(chat.Place{User: u}) {
			if strings.Contains(text(post.Screen), strings.TrimPrefix(code, "link ")) {
				t.Errorf("a message shows the code:\n%s", text(post.Screen))
			}
		}
	}
	for u, other := range map[chat.UserID]chat.UserID{here: telegram, telegram: here} {
		if s := text(*w.must(u, "settings").Screen); !strings.Contains(s, said("settings.linked", "Names", name(other))) {
			t.Errorf("%s's settings don't name the other side:\n%s", u, s)
		}
	}
}

// TestLinkCodes: 80 bits, typed as people type.
func TestLinkCodes(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	seen := make(map[string]bool)
	for range 50 {
		code := strings.TrimPrefix(w.code(here), "link ")
		if letters := strings.ReplaceAll(code, "-", ""); len(letters) != 16 || strings.Trim(letters, "0123456789abcdefghjkmnpqrstvwxyz") != "" || seen[code] {
			t.Fatalf("the code %q has not 16 letters of 32, or came before", code)
		}
		seen[code] = true
	}
	for i, typed := range []func(string) string{
		func(s string) string { return s },
		strings.ToUpper,
		func(s string) string { return strings.ReplaceAll(s, "-", "") },
		func(s string) string { return strings.ReplaceAll(s, "-", " ") },
		func(s string) string { return strings.NewReplacer("0", "O", "1", "l").Replace(s) },
	} {
		from := chat.UserID(fmt.Sprint("fake:from", i))
		w.must(chat.UserID(fmt.Sprint("telegram:to", i)), "verbinden "+typed(strings.TrimPrefix(w.code(from), "link ")))
	}
}

// TestFault52Codes is fault 52: only who has asked for a code on one side and
// types it on the other, in time and once, is made one person.
func TestFault52Codes(t *testing.T) {
	t.Parallel()
	const wrong = "link 0000-0000-0000-0000"
	for _, tt := range []struct {
		name   string
		do     func(w *world) (u chat.UserID, line string) // what is said in the end
		reason string                                      // "" for none
		gaps   []any
	}{
		{"good", func(w *world) (chat.UserID, string) { return telegram, w.code(here) }, "", nil},
		{"wrong", func(w *world) (chat.UserID, string) { w.code(here); return telegram, wrong }, "link-code", nil},
		{"no code", func(w *world) (chat.UserID, string) { return telegram, "link me please" }, "link-code", nil},
		{"cut off", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			return telegram, code[:len(code)-1]
		}, "link-code", nil},
		{"longer", func(w *world) (chat.UserID, string) { return telegram, w.code(here) + "-0000" }, "link-code", nil},
		{"in time", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.pass(5*time.Minute - time.Second)
			return telegram, code
		}, "", nil},
		{"expired", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.pass(5 * time.Minute)
			return telegram, code
		}, "link-code", nil},
		{"expired and started again", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.pass(5 * time.Minute)
			w.restart()
			return telegram, code
		}, "link-code", nil},
		{"used", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.must(telegram, code)
			return local, code
		}, "link-code", nil},
		{"used, and undone", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.must(telegram, code)
			w.must(telegram, "unlink yes")
			return telegram, code
		}, "link-code", nil},
		{"used, and started again", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.must(telegram, code)
			w.must(telegram, "unlink yes")
			w.restart()
			return telegram, code
		}, "link-code", nil},
		{"not the newest", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.code(here)
			return telegram, code
		}, "link-code", nil},
		{"newest", func(w *world) (chat.UserID, string) { w.code(here); return telegram, w.code(here) }, "", nil},
		{"started again", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			w.restart()
			return telegram, code
		}, "", nil},
		{"one's own", func(w *world) (chat.UserID, string) { return here, w.code(here) }, "link-own", nil},
		{"same platform", func(w *world) (chat.UserID, string) { return "fake:anna2", w.code(here) }, "link-platform", nil},
		{"same platform, behind", func(w *world) (chat.UserID, string) {
			w.link(here, telegram)
			return "telegram:anna2", w.code(here)
		}, "link-platform", nil},
		{"same platform, behind both", func(w *world) (chat.UserID, string) {
			w.link(here, telegram)
			w.link("local:bert", "telegram:bert")
			return "local:bert", w.code(here)
		}, "link-platform", nil},
		{"already", func(w *world) (chat.UserID, string) {
			w.link(here, telegram)
			return here, w.code(telegram)
		}, "link-already", nil},
		{"already, of three", func(w *world) (chat.UserID, string) {
			w.link(here, telegram)
			w.link(telegram, local)
			return local, w.code(here)
		}, "link-already", nil},
		{"again after undoing", func(w *world) (chat.UserID, string) {
			w.link(here, telegram)
			w.must(here, "unlink yes")
			return here, w.code(telegram)
		}, "", nil},
		{"sixth try", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			for range 5 {
				w.mustNot(telegram, wrong, "link-code")
			}
			return telegram, code
		}, "link-slowly", nil},
		{"others' tries don't count", func(w *world) (chat.UserID, string) {
			code := w.code(here)
			for range 9 {
				w.through(local, wrong)
			}
			return telegram, code
		}, "", nil},
		{"sixth try, a while later", func(w *world) (chat.UserID, string) {
			for range 5 {
				w.mustNot(telegram, wrong, "link-code")
			}
			w.pass(time.Minute)
			return telegram, w.code(here)
		}, "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newLinkWorld(t)
			u, line := tt.do(w)
			if tt.reason == "" {
				w.must(u, line)
				return
			}
			before := w.links()
			w.mustNot(u, line, tt.reason, tt.gaps...)
			if after := w.links(); after != before {
				t.Errorf("the journal of links was\n%s and is\n%s", before, after)
			}
		})
	}
}

// pass lets the bot's clock go on.
func (w *world) pass(d time.Duration) { w.now.Add(int64(d.Seconds())) }

// links is the journal as stored.
func (w *world) links() string {
	w.t.Helper()
	var all strings.Builder
	for doc, err := range w.store.Scan(w.ctx, "link", "", "") {
		if err != nil {
			w.t.Fatal(err)
		}
		fmt.Fprintf(&all, "%s %s\n", doc.Key.ID, doc.Data)
	}
	return all.String()
}

// TestDoublePressAcross: one person who presses the same from two sides has what they
// want, and is told so.
func TestDoublePressAcross(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(telegram, "help")
	w.link(here, telegram)
	twice := func(line string) {
		t.Helper()
		w.must(telegram, line)
		w.mustNot(here, line, "done-already")
	}
	w.mustSay("bert", "challenge bamberger 2")
	id := w.challenge()
	twice("accept " + id)
	w.must(telegram, "pause "+id)
	w.mustSay("bert", "consent yes")
	twice(line(w.wait(chat.Place{User: telegram}, func(s chat.Screen) bool { return line(s, "resume ") != "" }), "resume "))
	w.must(telegram, "pause "+id)
	w.mustSay("bert", "consent yes")
	twice("resume")
	w.mustSay("bert", "leave "+id+" yes")
	w.mustSay("carl", "help")
	w.mustSay("bert", "challenge @anna @carl mayr-sedlaczek")
	third := w.challenge()
	w.mustSay("carl", "accept "+third)
	twice("accept " + third)
	twice("leave " + third + " 0 yes")
	w.must(telegram, "help") // a look isn't what was wanted
	w.must(here, "games")
	w.mustNot(telegram, "resume", "no-such-table")
}

// TestLinkAlone: where there is one platform, there is nothing to link with.
func TestLinkAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.refuses("anna", "link", "link-alone")
	w.refuses("anna", "link 0000-0000-0000-0000", "link-alone")
	w.refuses("anna", "unlink", "not-linked")
}

// TestFault52CodesAreNotStored: who reads the store, or a backup, or the log,
// can't use a code.
func TestFault52CodesAreNotStored(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	code := strings.TrimPrefix(w.code(here), "link ")
	bare := strings.ReplaceAll(code, "-", "")
	w.through(telegram, "link "+code+"0")
	for _, kind := range []string{"code", "person", "seen", "identity", "note"} {
		for doc, err := range w.store.Scan(w.ctx, kind, "", "") {
			if all := doc.Key.ID + string(doc.Data); err != nil || strings.Contains(all, code) || strings.Contains(all, bare) {
				t.Errorf("%s: %v", all, err)
			}
		}
	}
	if log := w.log.String(); strings.Contains(log, code) || strings.Contains(log, bare) {
		t.Errorf("the log has the code:\n%s", log)
	}
}

// TestFault52Race: of many who use a code at the same moment one is linked.
func TestFault52Race(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	for i := range 40 {
		from := chat.UserID(fmt.Sprint("fake:from", i))
		code := w.code(from)
		var inputs []chat.Input
		for j := range 3 {
			inputs = append(inputs, w.inputOf(chat.UserID(fmt.Sprintf("telegram:to%d-%d", i, j)), code),
				w.inputOf(chat.UserID(fmt.Sprintf("local:to%d-%d", i, j)), code))
		}
		inputs = append(inputs, inputs[0]) // delivered twice
		if n := w.acts(inputs...); n != 1 {
			t.Fatalf("%d have used one code", n)
		}
		if n := strings.Count(w.links(), "\n"); n != i+1 {
			t.Fatalf("the journal has %d entries, want %d", n, i+1)
		}
	}
}

// TestFault52RaceOfMany: codes that cross link each other once.
func TestFault52RaceOfMany(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	for i := range 40 {
		x, y, z := chat.UserID(fmt.Sprint("fake:x", i)), chat.UserID(fmt.Sprint("telegram:y", i)), chat.UserID(fmt.Sprint("local:z", i))
		ofX, ofY, ofZ := w.code(x), w.code(y), w.code(z)
		if n := accepted(w.atOnce(w.inputOf(x, ofY), w.inputOf(y, ofZ), w.inputOf(z, ofX), w.inputOf(y, ofX))); n != 2 {
			t.Fatalf("%d links made one person of three", n)
		}
		for _, u := range []chat.UserID{x, y, z} {
			if n := strings.Count(text(*w.must(u, "unlink").Screen), ")"); n != 2 {
				t.Fatalf("%s is linked with %d", u, n)
			}
		}
	}
}

// TestFault52UncertainLink: after a commit that may or may not have been
// written, linking and unlinking have happened once or not at all, and handed in
// again they have.
func TestFault52UncertainLink(t *testing.T) {
	t.Parallel()
	for _, applied := range []bool{true, false} {
		for _, what := range []string{"link", "unlink"} {
			t.Run(fmt.Sprintf("%s applied=%v", what, applied), func(t *testing.T) {
				flaky := failing()
				w := startWorld(t, flaky, withOthers("telegram", "local"))
				line := w.code(here)
				w.must(telegram, "help")
				if what == "unlink" {
					w.must(telegram, line)
					line = "unlink yes"
				}
				in := w.inputOf(telegram, line)
				flaky.Fail(storagetest.Failure{Err: fmt.Errorf("%w: %w", storage.ErrUncertain, errDisk), Applied: applied})
				if _, err := w.bot.Handle(w.ctx, in); !errors.Is(err, storage.ErrUncertain) {
					t.Fatalf("the act's error is %v, want %v", err, storage.ErrUncertain)
				}
				<-w.done
				flaky.Reopen()
				w.boot()
				if applied {
					w.refusesInput(in, "done-already")
				} else if a := w.input(in); a.Refused {
					t.Errorf("handed in again it is refused: %s", a.Alert)
				}
				w.input(in)
				w.isTold(here, what+"ed", telegram)
				if a := w.through(here, "unlink"); a.Refused != (what == "unlink") {
					t.Errorf("afterwards unlink is answered %+v", a)
				}
			})
		}
	}
}

// TestFullDiskLink: without room nothing is linked and no code is spent.
func TestFullDiskLink(t *testing.T) {
	t.Parallel()
	flaky := failing()
	w := startWorld(t, flaky, withOthers("telegram", "local"))
	in := w.inputOf(telegram, w.code(here))
	w.must(telegram, "help")
	flaky.Fail(storagetest.Failure{Err: storage.ErrFull})
	w.refusesInput(in, "full")
	if a := w.input(in); a.Refused {
		t.Errorf("with room again: %s", a.Alert)
	}
}

// TestLinkConflict: the other's settings change at the same moment.
func TestLinkConflict(t *testing.T) {
	t.Parallel()
	flaky := failing()
	w := startWorld(t, flaky, withOthers("telegram", "local"))
	in := w.inputOf(telegram, w.code(here))
	w.must(telegram, "help")
	flaky.Fail(storagetest.Failure{Err: storage.ErrConflict}, storagetest.Failure{Err: storage.ErrConflict})
	if a := w.input(in); a.Refused {
		t.Errorf("after a conflict: %s", a.Alert)
	}
}

// TestLinkRefusedAtOneTable: who plays each other is two people, until the match
// is over; then they can be one, who can't have the rematch with themselves.
func TestLinkRefusedAtOneTable(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(here, "challenge spieleversum 2")
	id := w.openCode(here)
	w.must(telegram, "accept "+id)
	code := w.code(here)
	w.mustNot(telegram, code, "link-table", "Code", id)
	w.restart()
	w.mustNot(telegram, code, "link-table", "Code", id)
	w.must(telegram, "leave yes")
	w.must(here, "rematch "+id)
	w.must(telegram, code) // the refusals have not spent it
	w.mustNot(telegram, "rematch "+id, "yourself")
	w.mustNot(here, "rematch "+id, "yourself")
}

// openCode is the code of the person's open challenge.
func (w *world) openCode(u chat.UserID) string {
	w.t.Helper()
	l := line(*w.must(u, "games").Screen, "decline ")
	if l == "" {
		w.t.Fatalf("%s has no challenge", u)
	}
	return strings.TrimPrefix(l, "decline ")
}

// TestLinkRefusedBehind: it is refused, too, if one plays somebody who is linked
// with the other.
func TestLinkRefusedBehind(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(here, "challenge spieleversum 2")
	id := w.openCode(here)
	w.must(telegram, "accept "+id)
	w.link(telegram, local)
	w.mustNot(local, w.code(here), "link-table", "Code", id)
	w.mustNot(here, w.code(local), "link-table", "Code", id)
	w.must(telegram, "unlink yes")
	w.link(local, here)
	w.mustNot(telegram, w.code(local), "link-table", "Code", id)
	w.mustNot(local, w.code(telegram), "link-table", "Code", id)
}

// TestLinkOrSit: of linking and of sitting down together at the same moment one
// is refused.
func TestLinkOrSit(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	for i := range 20 {
		x, y := chat.UserID(fmt.Sprint("fake:x", i)), chat.UserID(fmt.Sprint("telegram:y", i))
		code := w.code(y)
		w.must(x, "challenge spieleversum 2")
		sit := "accept " + w.openCode(x)
		if i%2 == 1 { // a rematch instead
			w.must(y, sit)
			w.must(y, "leave yes")
			sit = "rematch " + strings.TrimPrefix(sit, "accept ")
			w.must(x, sit)
		}
		if n := accepted(w.atOnce(w.inputOf(x, code), w.inputOf(y, sit))); n != 1 {
			t.Fatalf("%s: %d of both", sit, n)
		}
	}
}

// gate is a store that holds up the commit of an input with a document of the
// kind.
type gate struct {
	storage.Store
	kind    atomic.Pointer[string] // nil: nothing is held up
	reached chan struct{}          // closed when the commit waits
	open    chan struct{}          // to be closed to let it go on
}

func (g *gate) Commit(ctx context.Context, docs ...storage.Doc) error {
	kind := g.kind.Load()
	has := func(kind string) bool {
		return slices.ContainsFunc(docs, func(d storage.Doc) bool { return d.Key.Kind == kind })
	}
	// What was shown meanwhile is stored without an input.
	if kind != nil && has(*kind) && has("seen") && g.kind.CompareAndSwap(kind, nil) {
		close(g.reached)
		<-g.open
	}
	return g.Store.Commit(ctx, docs...)
}

// TestLinkWhileSitting: while two sit down together they aren't linked, and
// while they are linked they don't sit down, however long the store takes;
// whichever comes second is refused.
func TestLinkWhileSitting(t *testing.T) {
	t.Parallel()
	for _, sit := range []string{"accept", "rematch"} {
		for _, held := range []string{"link", "table"} {
			t.Run(sit+", the "+held+" waits", func(t *testing.T) {
				g := &gate{Store: memory.New(), reached: make(chan struct{}), open: make(chan struct{})}
				w := startWorld(t, g, withOthers("telegram", "local"))
				code := w.code(telegram)
				w.must(here, "challenge spieleversum 2")
				id := w.openCode(here)
				if sit == "rematch" {
					w.must(telegram, "accept "+id)
					w.must(here, "leave yes")
					w.must(here, "rematch "+id)
				}
				first, second := w.inputOf(here, code), w.inputOf(telegram, sit+" "+id)
				reason := map[string]string{"accept": "own-challenge", "rematch": "yourself"}[sit]
				if held == "table" {
					first, second, reason = second, first, "link-table"
				}
				w.inTurn(g, held, first, second, reason)
			})
		}
	}
}

// inTurn hands in the second while the first is held up at its commit.
func (w *world) inTurn(g *gate, kind string, first, second chat.Input, reason string) {
	w.t.Helper()
	g.kind.Store(&kind)
	one := make(chan chat.Answer, 1)
	go func() { one <- w.input(first) }()
	<-g.reached
	other := w.waitsInLine(second)
	close(g.open)
	if a := <-one; a.Refused {
		w.t.Errorf("%q is refused: %s", first.Line, a.Alert)
	}
	want, _, _ := strings.Cut(said("refuse."+reason, "Code", "\x00"), "\x00")
	if a := <-other; !a.Refused || !strings.HasPrefix(a.Alert, want) {
		w.t.Errorf("%q is answered %+v, want a refusal: %s", second.Line, a, want)
	}
}

// waitsInLine hands in what must not be decided yet, and returns when that waits for its turn.
func (w *world) waitsInLine(in chat.Input) <-chan chat.Answer {
	w.t.Helper()
	name, answer := w.t.Name()+" "+in.ID, make(chan chat.Answer, 1)
	go pprof.Do(w.ctx, pprof.Labels("input", name), func(context.Context) { answer <- w.input(in) })
	w.eventually("the turn of "+in.Line, func() bool { return len(answer) > 0 || isInLine(name) })
	if len(answer) > 0 {
		w.t.Errorf("%q is decided meanwhile", in.Line)
	}
	return answer
}

// isInLine says whether the goroutine with that label waits for a lock that several share.
func isInLine(label string) bool {
	var all strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&all, 1) // a builder has no errors
	return slices.ContainsFunc(strings.Split(all.String(), "\n\n"), func(g string) bool {
		return strings.Contains(g, strconv.Quote(label)) && strings.Contains(g, "SemacquireRWMutex")
	})
}

// TestSitAsLinked: who is linked while they sit down gets the chair that is kept
// for the other identity.
func TestSitAsLinked(t *testing.T) {
	t.Parallel()
	g := &gate{Store: memory.New(), reached: make(chan struct{}), open: make(chan struct{})}
	w := startWorld(t, g, withOthers("telegram", "local"))
	code := w.code(telegram)
	w.must(here, "help")
	w.mustSay("emil", "challenge @anna spieleversum 2")
	id := w.challenge()
	link, accept := w.inputOf(here, code), w.inputOf(telegram, "accept "+id)
	kind := "link"
	g.kind.Store(&kind)
	linked := make(chan chat.Answer, 1)
	go func() { linked <- w.input(link) }()
	<-g.reached
	accepted := w.waitsInLine(accept)
	close(g.open)
	if a := <-linked; a.Refused {
		t.Errorf("the link is refused: %s", a.Alert)
	}
	if a := <-accepted; a.Refused {
		t.Errorf("the seat is refused: %s", a.Alert)
	}
}

// TestNoMatchWithMyself: a challenge is not for the one who made it, through
// whatever identity, and is theirs to withdraw.
func TestNoMatchWithMyself(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	w.must(here, "challenge spieleversum 2")
	id := w.openCode(telegram)
	w.mustNot(telegram, "accept "+id, "own-challenge")
	w.mustNot(telegram, "accept", "own-challenge")
	w.mustNot(telegram, "challenge spieleversum 2", "one-challenge", "Code", id)
	w.must(telegram, "decline "+id)
	w.must(telegram, "challenge spieleversum 2")
}

// TestChallengeReachesThePerson: who is challenged on one platform may answer on
// the other.
func TestChallengeReachesThePerson(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	for _, answer := range []string{"decline", "accept"} {
		w.mustSay("bert", "challenge @anna spieleversum 2")
		w.mustNot("local:carl", "accept "+w.challenge(), "for-another", "Name", "\u2068anna\u2069")
		w.must(telegram, answer)
	}
	w.must(here, "hand")
}

// TestOneSeatTwoSides: a person plays the same seat from either side. The panel
// is at both once it was asked for there, and calls at the one used last; a
// press from both sides at the same moment counts once.
func TestOneSeatTwoSides(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	w.wait(chat.Place{User: here}, contains("are one person now")) // or it might come after the panel
	w.must("fake:bert", "help")
	w.must(here, "challenge @bert bamberger 2")
	id := w.openCode(here)
	w.must("fake:bert", "accept "+id)
	calls := func(u chat.UserID) func(chat.Screen) bool {
		return func(s chat.Screen) bool { return s.Protect && callee(s) == u }
	}
	quiet := func(s chat.Screen) bool { return s.Protect && s.Choice != nil && callee(s) == "" }
	w.wait(chat.Place{User: here}, calls(here))
	if n := len(w.others["telegram"].Posts(chat.Place{User: telegram})); n != 0 {
		t.Fatalf("%d messages where nobody has asked", n)
	}
	w.must(telegram, "hand")
	w.wait(chat.Place{User: telegram}, calls(telegram))
	w.wait(chat.Place{User: here}, quiet)
	w.must(here, "hand")
	w.wait(chat.Place{User: here}, calls(here))
	w.wait(chat.Place{User: telegram}, quiet)
	moves := 0
	for n := range 200 {
		s := *w.must([]chat.UserID{here, telegram}[n%2], "hand "+id).Screen
		if isOver(s) {
			break
		}
		if m := move(s); m != "" {
			moves++
			if n := accepted(w.atOnce(w.inputOf(here, m), w.inputOf(telegram, m))); n != 1 {
				t.Fatalf("%d of 2 presses of %q had an effect", n, m)
			}
			continue
		}
		if m := move(*w.must("fake:bert", "hand "+id).Screen); m != "" {
			w.must("fake:bert", m)
		}
	}
	if moves < 10 {
		t.Errorf("only %d moves", moves)
	}
	for _, u := range []chat.UserID{here, telegram} {
		w.wait(chat.Place{User: u}, isOver)
		if n := len(w.netOf(chat.Place{User: u}).Posts(chat.Place{User: u})); n > 2 {
			t.Errorf("%s has %d messages: a panel and a notice are two", u, n)
		}
	}
}

// TestCalledWhereReached: who can't be written to on one side is called in the
// chat, until they have a panel on the other; then that calls, and nothing else.
func TestCalledWhereReached(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLinkWorld(t)
		w.link(here, telegram)
		synctest.Wait()
		w.net.FailNext(private("anna"), chat.ErrBlocked)
		id := w.seat("anna", "bert", "bamberger 2")
		synctest.Wait()
		board := func() chat.Screen { p, _ := w.net.Last(public); return p.Screen }
		if s := board(); callee(s) != here {
			t.Errorf("the board calls %q", callee(s))
		}
		w.must(telegram, "hand "+id)
		synctest.Wait()
		if s := board(); callee(s) != "" || strings.Contains(text(s), "can't write") {
			t.Errorf("the board still calls %q:\n%s", callee(s), text(s))
		}
		if p, _ := w.others["telegram"].Last(chat.Place{User: telegram}); callee(p.Screen) != telegram {
			t.Error("the panel on the other side doesn't call")
		}
		w.must(here, "hand "+id) // in private: they can be written to again
		synctest.Wait()
		for _, p := range append(w.net.Posts(private("anna")), w.others["telegram"].Posts(chat.Place{User: telegram})...) {
			if want := p.Place.User == here; p.Screen.Protect && (callee(p.Screen) != "") != want {
				t.Errorf("the panel of %s calls %q", p.Place.User, callee(p.Screen))
			}
		}
	})
}

// TestRematchFollows: the next match's panel is where the person was last.
func TestRematchFollows(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	w.must("fake:bert", "help")
	w.must(here, "challenge @bert spieleversum 2")
	id := w.openCode(here)
	w.must("fake:bert", "accept "+id)
	w.must(here, "leave yes")
	w.must("fake:bert", "rematch "+id)
	w.must(telegram, "rematch "+id)
	w.wait(chat.Place{User: telegram}, func(s chat.Screen) bool { return s.Choice != nil && callee(s) == telegram })
}

// TestUnlinkEndsThePanel: after unlinking, the other side neither sees the hand
// nor can play it, whatever it was shown before; also if the bot is stopped
// before it could be taken away, or nobody has touched the table for long.
func TestUnlinkEndsThePanel(t *testing.T) {
	t.Parallel()
	for _, who := range []chat.UserID{here, telegram} {
		for _, how := range []string{"at once", "restarted", "asleep"} {
			t.Run(fmt.Sprintf("%s %s", who, how), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					with := func(*world) {}
					if how == "at once" {
						with = withPictures
					}
					w := newLinkWorld(t, with)
					w.link(here, telegram)
					w.must("fake:bert", "help")
					w.must(here, "challenge @bert bamberger 2")
					w.endUnlinked(who, how)
				})
			})
		}
	}
}

// endUnlinked lets Bert accept, Anna's other identity take the hand, and one of
// hers unlink; then only the one that sat down has it.
func (w *world) endUnlinked(who chat.UserID, how string) {
	w.t.Helper()
	id := w.openCode(here)
	w.must("fake:bert", "accept "+id)
	m := move(*w.must(telegram, "hand").Screen)
	synctest.Wait()
	switch how {
	case "restarted":
		w.others["telegram"].FailNext(chat.Place{User: telegram}, repeated(chat.RetryAfter{Wait: time.Hour}, 2)...)
	case "asleep":
		w.pass(7 * time.Hour)
		pass(time.Hour + time.Second)
	}
	w.must(who, "unlink yes")
	synctest.Wait()
	if how == "restarted" {
		w.others["telegram"].Forgive()
		w.restart()
		synctest.Wait()
	}
	for _, post := range w.others["telegram"].Posts(chat.Place{User: telegram}) {
		if post.Screen.Protect || post.Screen.Choice != nil || post.Screen.Picture != nil {
			w.t.Errorf("the other side still has the panel:\n%s", text(post.Screen))
		}
	}
	for _, l := range []string{m, "hand " + id, "leave " + id, "undo " + id, "table " + id} {
		w.mustNot(telegram, l, "not-seated")
	}
	w.mustNot(telegram, "hand", "no-such-table")
	before := w.others["telegram"].Posts(chat.Place{User: telegram})
	w.must(here, m)
	synctest.Wait()
	w.must("fake:bert", move(*w.must("fake:bert", "hand").Screen))
	synctest.Wait()
	for i, post := range w.others["telegram"].Posts(chat.Place{User: telegram}) {
		if post.Shown != before[i].Shown {
			w.t.Errorf("the other side is still shown something:\n%s", text(post.Screen))
		}
	}
	if !slices.ContainsFunc(w.net.Posts(private("anna")), func(p bottest.Post) bool { return p.Screen.Protect }) {
		w.t.Error("the side that sat down has lost its panel")
	}
	shown := 0
	for _, post := range w.others["telegram"].Posts(chat.Place{User: telegram}) {
		if contains(said("panel.unlinked"))(post.Screen) {
			shown++
		}
	}
	if shown != 1 {
		w.t.Errorf("%d messages say that it is over", shown)
	}
}

// TestUnlinkGivesAPanel: whose only panel was that of an identity which is another person's
// now gets one of their own, also if the process is killed right after a write of that.
func TestUnlinkGivesAPanel(t *testing.T) {
	t.Parallel()
	for kill := range 5 {
		t.Run(fmt.Sprint("killed at write ", kill), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := &storagetest.Flaky{Store: memory.New()}
				w := startWorld(t, store, withOthers("telegram"))
				w.link(here, telegram)
				first := w.seat("anna", "bert", "bamberger 2")
				w.must(telegram, "resign yes")
				w.mustSay("bert", "leave "+first+" yes")
				w.must(telegram, "rematch "+first)
				w.mustSay("bert", "rematch "+first)
				synctest.Wait()
				isNext := func(p bottest.Post) bool { return p.Screen.Table != "" && p.Screen.Table != first }
				if slices.ContainsFunc(w.net.Posts(private("anna")), isNext) {
					t.Fatal("the next match is shown where nobody has asked for it")
				}
				store.Fail(append(slices.Repeat([]storagetest.Failure{{Applied: true}}, kill), storagetest.Failure{Err: storage.ErrUncertain, Applied: true})...)
				_, _ = w.bot.Handle(w.ctx, w.inputOf(telegram, "unlink yes")) // killed by then or not
				synctest.Wait()
				_ = w.end() // likewise
				store.Reopen()
				w.boot()
				synctest.Wait()
				if !slices.ContainsFunc(w.net.Posts(private("anna")), isNext) {
					t.Error("who sits there isn't shown the match")
				}
			})
		})
	}
}

// TestUnlinkAsks: it is asked to be confirmed, and an old question counts no
// more.
func TestUnlinkAsks(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.mustNot(here, "unlink", "not-linked")
	w.link(here, telegram)
	s := *w.must(here, "unlink").Screen
	yes := line(s, "unlink ")
	if !contains(said("unlink.from", "Names", name(telegram)))(s) || yes == "" {
		t.Fatalf("unlink asks\n%s with %q", text(s), yes)
	}
	w.must(here, "settings") // nothing has happened
	w.must(telegram, yes)    // the same link
	w.isTold(here, "unlinked", telegram)
	w.mustNot(here, yes, "not-linked")
	w.link(here, telegram)
	w.mustNot(here, yes, "link-changed")
	w.link(telegram, local)
	w.mustNot(local, yes, "link-changed")
	w.must(here, "trennen ja")
	w.isTold(local, "unlinked", here)
	w.mustNot(here, "unlink yes", "not-linked")
	w.must(telegram, "unlink yes") // the other two were still one
	w.mustNot(local, "unlink yes", "not-linked")
}

// TestUnlinkOnce: pressed on all sides at the same moment it is done once.
func TestUnlinkOnce(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	for range 20 {
		w.pass(time.Minute) // codes are tried slowly
		w.link(here, telegram)
		yes := line(*w.must(here, "unlink").Screen, "unlink ")
		in := w.inputOf(here, yes)
		answers := w.atOnce(in, in, w.inputOf(telegram, yes), w.inputOf(here, yes))
		if answers[0].Refused != answers[1].Refused {
			t.Fatal("the same input has two answers")
		}
		if n := accepted(answers[1:]); n != 1 {
			t.Fatalf("%d have unlinked", n)
		}
	}
}

// TestOneLanguage: settings are those of the side that gave the code, for both;
// who unlinks has its own again.
func TestOneLanguage(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	lang := func(u chat.UserID) string { return w.must(u, "settings").Screen.Lang }
	w.must(here, "settings lang de")
	w.must(here, "settings confirm on")
	w.must(telegram, "settings lang en")
	if s := w.must(telegram, w.code(here)).Screen; s.Lang != "de" {
		t.Errorf("the word after linking is in %q", s.Lang)
	}
	if lang(telegram) != "de" || line(*w.must(telegram, "settings").Screen, "settings confirm on") == "" {
		t.Error("the other side hasn't the settings")
	}
	w.must(telegram, "settings lang en")
	if lang(here) != "en" || lang(telegram) != "en" {
		t.Error("a setting doesn't count on both sides")
	}
	w.must(telegram, "settings lang de")
	w.restart()
	if lang(here) != "de" || lang(telegram) != "de" {
		t.Error("after a restart the language is another")
	}
	w.must(here, "unlink yes")
	if lang(here) != "de" || lang(telegram) != "en" {
		t.Errorf("after unlinking they speak %q and %q", lang(here), lang(telegram))
	}
}

// TestPanelsFollowTheLanguage: a panel that is there already changes with it.
func TestPanelsFollowTheLanguage(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(here, "settings lang de")
	w.must(telegram, "practice bamberger 2")
	w.wait(chat.Place{User: telegram}, func(s chat.Screen) bool { return s.Protect && s.Lang == "en" })
	w.link(here, telegram)
	w.wait(chat.Place{User: telegram}, func(s chat.Screen) bool { return s.Protect && s.Lang == "de" })
}

// TestNoticesArrive: who can't be reached is told later, once.
func TestNoticesArrive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		fail  []error
		after func(w *world)
	}{
		{"at once", nil, func(*world) {}},
		{"after errors", repeated(errNetwork, 3), func(*world) { pass(time.Minute) }},
		{"when the network wants", []error{chat.RetryAfter{Wait: time.Hour}}, func(*world) { pass(time.Hour + time.Second) }},
		{"when reachable", []error{chat.ErrBlocked}, func(w *world) {
			for range 2 {
				w.happens(w.reachable("anna", "en"))
				synctest.Wait()
			}
		}},
		{"after the next start", []error{chat.ErrBlocked}, func(w *world) { w.restart(); w.restart() }},
		{"after the next start, if errors don't end", repeated(errNetwork, 8), func(w *world) {
			pass(time.Hour)
			w.net.Forgive()
			w.restart()
		}},
		{"while it is tried", []error{chat.RetryAfter{Wait: time.Minute}}, func(w *world) {
			w.happens(w.reachable("anna", "en"))
			pass(2 * time.Minute)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newLinkWorld(t)
				code := w.code(here)
				w.net.FailNext(private("anna"), tt.fail...)
				w.must(telegram, code)
				synctest.Wait()
				tt.after(w)
				synctest.Wait()
				if n := w.isTold(here, "linked", telegram); n != 1 {
					t.Errorf("told %d times", n)
				}
				for doc := range w.store.Scan(w.ctx, "notice", "", "") {
					t.Errorf("%s still waits", doc.Key.ID)
				}
			})
		})
	}
}

// TestNoticesToAll: of three each hears of what the others do, and nobody twice.
func TestNoticesToAll(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.link(here, telegram)
	w.link(telegram, local)
	for _, tt := range [][2]chat.UserID{{here, telegram}, {here, local}, {telegram, local}} {
		if n := w.isTold(tt[0], "linked", tt[1]); n != 1 {
			t.Errorf("%s is told of %s %d times", tt[0], tt[1], n)
		}
	}
	w.must(telegram, "unlink yes")
	for _, u := range []chat.UserID{here, local} {
		if n := w.isTold(u, "unlinked", telegram); n != 1 {
			t.Errorf("%s is told %d times", u, n)
		}
	}
}

// TestSweepLinks: codes and notices don't stay for ever.
func TestSweepLinks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLinkWorld(t)
		w.net.FailNext(private("anna"), repeated(chat.ErrBlocked, 5)...)
		w.link(here, telegram)
		w.code(here)
		count := func() (n int) {
			for _, kind := range []string{"code", "notice"} {
				for range w.store.Scan(w.ctx, kind, "", "") {
					n++
				}
			}
			return n
		}
		synctest.Wait()
		w.pass(4 * time.Minute)
		pass(time.Hour + time.Second)
		if n := count(); n != 3 {
			t.Fatalf("two codes and a notice are %d documents", n)
		}
		w.pass(31 * 24 * time.Hour)
		pass(time.Hour + time.Second)
		if n := count(); n != 0 {
			t.Errorf("%d documents stay", n)
		}
	})
}

// TestLinkBringsPanels: once accounts are linked each side shows the games of the
// other, before a word is said there, and what is pressed there counts.
func TestLinkBringsPanels(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	mine := w.seat("anna", "bert", "bamberger 2")
	w.must(telegram, "practice bamberger 2")
	theirs := strings.Fields(line(*w.must(telegram, "games").Screen, "hand "))[1]
	w.link(here, telegram)
	for u, id := range map[chat.UserID]string{telegram: mine, here: theirs} {
		// A message begins with nothing but its place, so the one that is meant has a move.
		panel := w.panelOf(u, id, func(s chat.Screen) bool { return s.Panel && s.Protect && move(s) != "" })
		w.must(u, move(panel))
	}
	w.must(telegram, "unlink yes")
	w.panelOf(telegram, mine, contains(said("panel.unlinked")))
}

// panelOf waits until the identity's private message of the table is such a one.
func (w *world) panelOf(u chat.UserID, id string, is func(chat.Screen) bool) (panel chat.Screen) {
	w.t.Helper()
	place := chat.Place{User: u}
	net := w.netOf(place)
	ctx, cancel := w.bounded()
	defer cancel()
	err := net.Wait(ctx, func() bool {
		return slices.ContainsFunc(net.Posts(place), func(p bottest.Post) bool {
			panel = p.Screen
			return panel.Table == id && is(panel)
		})
	})
	if err != nil {
		w.t.Fatalf("%s has no such message of %s: %v", u, id, err)
	}
	return panel
}

// TestRankingWhileLinking: a person who links while their wish about leaderboards is on its way keeps the wish.
func TestRankingWhileLinking(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.must(here, "help")
	w.must(telegram, "help")
	in := w.inputOf(telegram, "settings ranking hidden")
	before, err := w.bot.Services().People.Resolve(w.ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	w.link(here, telegram)
	if _, err := command.NewRequest(w.bot.Services(), in, before).Do(w.ctx); err != nil {
		t.Fatal(err)
	}
	if p, _, err := w.bot.Services().People.LookupLinked(w.ctx, here); err != nil || p.Ranking != standing.WishHidden {
		t.Errorf("the person's wish is %q, %v", p.Ranking, err)
	}
}
