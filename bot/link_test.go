package bot_test

import (
	"context"
	"fmt"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

const (
	annaFake     = "fake:anna"
	annaTelegram = "telegram:anna"
	annaLocal    = "local:anna"
)

func newLinkWorld(t testing.TB, options ...func(*world)) *world {
	t.Helper()
	return startWorld(t, memory.New(), append(options, withOthers("telegram", "local"))...)
}

func nameOnPlatform(who string) string {
	platform, name, _ := strings.Cut(who, ":")
	return "\u2068" + name + "\u2069 (" + inEnglish("platform."+platform) + ")"
}

func TestFault52LinkRace(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	for i := range 20 {
		code := w.linkCode(fmt.Sprint("fake:from", i))
		var inputs []chat.Input
		for j := range 3 {
			inputs = append(inputs, w.in(fmt.Sprintf("telegram:to%d-%d", i, j), code), w.in(fmt.Sprintf("local:to%d-%d", i, j), code))
		}
		inputs = append(inputs, inputs[0]) // delivered twice
		for _, spelling := range []string{strings.TrimPrefix(code, "link "), strings.ReplaceAll(strings.TrimPrefix(code, "link "), "-", "")} {
			if found := mentionsOf(w, spelling); len(found) > 0 || strings.Contains(w.log.String(), spelling) {
				t.Fatalf("the code is in %q, or in the log:\n%s", found, w.log)
			}
		}
		if n := w.countEffects(inputs...); n != 1 {
			t.Fatalf("%d people used one code", n)
		}
		x, y, z := fmt.Sprint("fake:x", i), fmt.Sprint("telegram:y", i), fmt.Sprint("local:z", i)
		codeX, codeY, codeZ := w.linkCode(x), w.linkCode(y), w.linkCode(z)
		if n := countAccepted(w.handleAtOnce(w.in(x, codeY), w.in(y, codeZ), w.in(z, codeX), w.in(y, codeX))); n != 2 {
			t.Fatalf("%d links joined three people, want 2", n)
		}
		for _, who := range []string{x, y, z} {
			if n := strings.Count(text(*w.mustSay(who, "unlink").Screen), ")"); n != 2 {
				t.Fatalf("%s has %d identities", who, n)
			}
		}
		if n := len(keys(w.documents("link"))); n != 4*i+3 {
			t.Fatalf("the journal has %d entries, want %d", n, 4*i+3)
		}
		yes := offeredLine(*w.mustSay(x, "unlink").Screen, "unlink ")
		in := w.in(x, yes)
		answers := w.handleAtOnce(in, in, w.in(y, yes), w.in(x, yes))
		if answers[0].Refused != answers[1].Refused || countAccepted(answers[1:]) != 1 {
			t.Fatalf("%d people unlinked; a repeated input has the answers %+v", countAccepted(answers[1:]), answers[:2])
		}
	}
}

func openChallenge(w *world, who string) string {
	w.t.Helper()
	l := offeredLine(*w.mustSay(who, "games").Screen, "decline ")
	if l == "" {
		w.t.Fatalf("%s has no challenge", who)
	}
	return strings.TrimPrefix(l, "decline ")
}

func TestLinkWhileSitting(t *testing.T) {
	t.Parallel()
	for _, sit := range []string{"accept", "rematch"} {
		for _, heldKind := range []string{"link", "table"} {
			t.Run(sit+", the "+heldKind+" waits", func(t *testing.T) {
				g := newGate(ofKind(heldKind), ofKind("seen")) // commits with "seen" are of inputs, not of screens
				w := startWorld(t, g, withOthers("telegram", "local"))
				code := w.linkCode(annaTelegram)
				w.mustSay(annaFake, "challenge spieleversum 2")
				id := openChallenge(w, annaFake)
				if sit == "rematch" {
					w.mustSay(annaTelegram, "accept "+id)
					w.mustSay(annaFake, "leave yes")
					w.mustSay(annaFake, "rematch "+id)
				}
				first, second := w.in(annaFake, code), w.in(annaTelegram, sit+" "+id)
				reason := map[string]string{"accept": "own-challenge", "rematch": "yourself"}[sit]
				if heldKind == "table" {
					first, second, reason = second, first, "link-table"
				}
				want, _, _ := strings.Cut(inEnglish("refuse."+reason, "Code", "\x00"), "\x00")
				if a := handleBehind(w, g, first, second); !a.Refused || !strings.HasPrefix(a.Alert, want) {
					t.Errorf("%q gets the answer %+v, want a refusal: %s", second.Line, a, want)
				}
			})
		}
	}
}

// handleBehind handles second while first waits at its commit, and returns the second's answer.
func handleBehind(w *world, g *gate, first, second chat.Input) chat.Answer {
	w.t.Helper()
	g.armed.Store(true)
	one := make(chan chat.Answer, 1)
	go func() { one <- w.input(first) }()
	<-g.reached
	other := queueInput(w, second)
	close(g.open)
	if a := <-one; a.Refused {
		w.t.Errorf("%q is refused: %s", first.Line, a.Alert)
	}
	return <-other
}

func queueInput(w *world, in chat.Input) <-chan chat.Answer {
	w.t.Helper()
	name, answer := w.t.Name()+" "+in.ID, make(chan chat.Answer, 1)
	go pprof.Do(w.ctx, pprof.Labels("input", name), func(context.Context) { answer <- w.input(in) })
	w.eventually("the input to wait: "+in.Line, func() bool { return len(answer) > 0 || isWaitingForLock(name) })
	if len(answer) > 0 {
		w.t.Errorf("%q didn't wait", in.Line)
	}
	return answer
}

func isWaitingForLock(label string) bool {
	var all strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&all, 1)
	return slices.ContainsFunc(strings.Split(all.String(), "\n\n"), func(g string) bool {
		return strings.Contains(g, strconv.Quote(label)) && strings.Contains(g, "SemacquireRWMutex")
	})
}

func TestLinkedPersonTakesOwnSeat(t *testing.T) {
	t.Parallel()
	g := newGate(ofKind("link"), ofKind("seen"))
	w := startWorld(t, g, withOthers("telegram"))
	code := w.linkCode(annaTelegram)
	w.mustSay(annaFake, "help")
	w.mustSay("emil", "challenge @anna spieleversum 2")
	if a := handleBehind(w, g, w.in(annaFake, code), w.in(annaTelegram, "accept "+w.awaitChallenge())); a.Refused {
		t.Errorf("the seat is refused: %s", a.Alert)
	}
}

func TestUnlinkGivesAPanel(t *testing.T) {
	t.Parallel()
	for kill := range 5 {
		t.Run(fmt.Sprint("killed at write ", kill), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				store := &storagetest.Flaky{Store: memory.New()}
				w := startWorld(t, store, withOthers("telegram"))
				w.link(annaFake, annaTelegram)
				first := w.seat("bamberger 2", "anna", "bert")
				w.mustSay(annaTelegram, "resign yes")
				w.mustSay("bert", "leave "+first+" yes")
				w.mustSay(annaTelegram, "rematch "+first)
				w.mustSay("bert", "rematch "+first)
				synctest.Wait()
				isNext := func(p bottest.Post) bool { return p.Screen.Table != "" && p.Screen.Table != first }
				if slices.ContainsFunc(w.net.Posts(private("anna")), isNext) {
					t.Fatal("the next match is shown to the other identity")
				}
				w.killAtWrite(kill, store, annaTelegram, "unlink yes")
				synctest.Wait()
				if !slices.ContainsFunc(w.net.Posts(private("anna")), isNext) {
					t.Error("the player has no panel")
				}
			})
		})
	}
}

func TestSweepLinks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newLinkWorld(t)
		w.net.FailNext(private("anna"), slices.Repeat([]error{chat.ErrBlocked}, 5)...)
		w.link(annaFake, annaTelegram)
		w.linkCode(annaFake)
		w.mustSay("dora", "forget yes")
		synctest.Wait()
		for wait, want := range []int{4, 0} {
			w.jump(time.Duration(wait)*31*day + 4*time.Minute)
			pass(time.Hour + time.Second)
			if n := len(keys(w.documents("code"))) + len(keys(w.documents("notice"))) + len(keys(w.documents("lapse"))); n != want {
				t.Errorf("%d documents are left, want %d", n, want)
			}
		}
	})
}

func TestRankingWhileLinking(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	w.mustSay(annaFake, "help")
	w.mustSay(annaTelegram, "help")
	in := w.in(annaTelegram, "settings ranking hidden")
	before, err := w.bot.Services().People.Resolve(w.ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	w.link(annaFake, annaTelegram)
	if _, err := command.NewRequest(w.bot.Services(), in, before).Run(w.ctx); err != nil {
		t.Fatal(err)
	}
	if p, _, err := w.bot.Services().People.LookupLinked(w.ctx, annaFake); err != nil || p.Ranking != standing.RankingHidden {
		t.Errorf("the person's Ranking is %q, %v", p.Ranking, err)
	}
}
