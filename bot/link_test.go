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
	here     = "fake:anna"
	telegram = "telegram:anna"
	local    = "local:anna"
)

func newLinkWorld(t testing.TB, how ...func(*world)) *world {
	t.Helper()
	return startWorld(t, memory.New(), append(how, withOthers("telegram", "local"))...)
}

func name(who string) string {
	platform, name, _ := strings.Cut(who, ":")
	return "\u2068" + name + "\u2069 (" + said("platform."+platform) + ")"
}

func TestFault52Race(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	for i := range 20 {
		code := w.code(fmt.Sprint("fake:from", i))
		var inputs []chat.Input
		for j := range 3 {
			inputs = append(inputs, w.in(fmt.Sprintf("telegram:to%d-%d", i, j), code), w.in(fmt.Sprintf("local:to%d-%d", i, j), code))
		}
		inputs = append(inputs, inputs[0]) // delivered twice
		for _, told := range []string{strings.TrimPrefix(code, "link "), strings.ReplaceAll(strings.TrimPrefix(code, "link "), "-", "")} {
			if found := naming(w, told); len(found) > 0 || strings.Contains(w.log.String(), told) {
				t.Fatalf("the code is in %q, or in the log:\n%s", found, w.log)
			}
		}
		if n := w.acts(inputs...); n != 1 {
			t.Fatalf("%d people used one code", n)
		}
		x, y, z := fmt.Sprint("fake:x", i), fmt.Sprint("telegram:y", i), fmt.Sprint("local:z", i)
		ofX, ofY, ofZ := w.code(x), w.code(y), w.code(z)
		if n := accepted(w.atOnce(w.in(x, ofY), w.in(y, ofZ), w.in(z, ofX), w.in(y, ofX))); n != 2 {
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
		yes := line(*w.mustSay(x, "unlink").Screen, "unlink ")
		in := w.in(x, yes)
		answers := w.atOnce(in, in, w.in(y, yes), w.in(x, yes))
		if answers[0].Refused != answers[1].Refused || accepted(answers[1:]) != 1 {
			t.Fatalf("%d people unlinked; a repeated input has the answers %+v", accepted(answers[1:]), answers[:2])
		}
	}
}

func openCode(w *world, who string) string {
	w.t.Helper()
	l := line(*w.mustSay(who, "games").Screen, "decline ")
	if l == "" {
		w.t.Fatalf("%s has no challenge", who)
	}
	return strings.TrimPrefix(l, "decline ")
}

func TestLinkWhileSitting(t *testing.T) {
	t.Parallel()
	for _, sit := range []string{"accept", "rematch"} {
		for _, held := range []string{"link", "table"} {
			t.Run(sit+", the "+held+" waits", func(t *testing.T) {
				g := newGate(ofKind(held), ofKind("seen")) // seen: documents of an input, not of screens
				w := startWorld(t, g, withOthers("telegram", "local"))
				code := w.code(telegram)
				w.mustSay(here, "challenge spieleversum 2")
				id := openCode(w, here)
				if sit == "rematch" {
					w.mustSay(telegram, "accept "+id)
					w.mustSay(here, "leave yes")
					w.mustSay(here, "rematch "+id)
				}
				first, second := w.in(here, code), w.in(telegram, sit+" "+id)
				reason := map[string]string{"accept": "own-challenge", "rematch": "yourself"}[sit]
				if held == "table" {
					first, second, reason = second, first, "link-table"
				}
				want, _, _ := strings.Cut(said("refuse."+reason, "Code", "\x00"), "\x00")
				if a := inTurn(w, g, first, second); !a.Refused || !strings.HasPrefix(a.Alert, want) {
					t.Errorf("%q is answered %+v, want a refusal: %s", second.Line, a, want)
				}
			})
		}
	}
}

// inTurn handles second while first waits at its commit, and returns the second's answer.
func inTurn(w *world, g *gate, first, second chat.Input) chat.Answer {
	w.t.Helper()
	g.shut.Store(true)
	one := make(chan chat.Answer, 1)
	go func() { one <- w.input(first) }()
	<-g.reached
	other := waitsInLine(w, second)
	close(g.open)
	if a := <-one; a.Refused {
		w.t.Errorf("%q is refused: %s", first.Line, a.Alert)
	}
	return <-other
}

func waitsInLine(w *world, in chat.Input) <-chan chat.Answer {
	w.t.Helper()
	name, answer := w.t.Name()+" "+in.ID, make(chan chat.Answer, 1)
	go pprof.Do(w.ctx, pprof.Labels("input", name), func(context.Context) { answer <- w.input(in) })
	w.eventually("the turn of "+in.Line, func() bool { return len(answer) > 0 || isInLine(name) })
	if len(answer) > 0 {
		w.t.Errorf("%q didn't wait", in.Line)
	}
	return answer
}

func isInLine(label string) bool {
	var all strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&all, 1)
	return slices.ContainsFunc(strings.Split(all.String(), "\n\n"), func(g string) bool {
		return strings.Contains(g, strconv.Quote(label)) && strings.Contains(g, "SemacquireRWMutex")
	})
}

func TestSitAsLinked(t *testing.T) {
	t.Parallel()
	g := newGate(ofKind("link"), ofKind("seen"))
	w := startWorld(t, g, withOthers("telegram"))
	code := w.code(telegram)
	w.mustSay(here, "help")
	w.mustSay("emil", "challenge @anna spieleversum 2")
	if a := inTurn(w, g, w.in(here, code), w.in(telegram, "accept "+w.challenge())); a.Refused {
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
				w.link(here, telegram)
				first := w.seat("bamberger 2", "anna", "bert")
				w.mustSay(telegram, "resign yes")
				w.mustSay("bert", "leave "+first+" yes")
				w.mustSay(telegram, "rematch "+first)
				w.mustSay("bert", "rematch "+first)
				synctest.Wait()
				isNext := func(p bottest.Post) bool { return p.Screen.Table != "" && p.Screen.Table != first }
				if slices.ContainsFunc(w.net.Posts(private("anna")), isNext) {
					t.Fatal("the next match is shown to the other identity")
				}
				w.killedAt(kill, store, telegram, "unlink yes")
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
		w.link(here, telegram)
		w.code(here)
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
	w.mustSay(here, "help")
	w.mustSay(telegram, "help")
	in := w.in(telegram, "settings ranking hidden")
	before, err := w.bot.Services().People.Resolve(w.ctx, in)
	if err != nil {
		t.Fatal(err)
	}
	w.link(here, telegram)
	if _, err := command.NewRequest(w.bot.Services(), in, before).Do(w.ctx); err != nil {
		t.Fatal(err)
	}
	if p, _, err := w.bot.Services().People.LookupLinked(w.ctx, here); err != nil || p.Ranking != standing.WishHidden {
		t.Errorf("the person's Ranking is %q, %v", p.Ranking, err)
	}
}
