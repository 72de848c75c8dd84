package bot_test

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/robot"
	"tarockbot/storage/memory"
)

// thinker is a computer player that waits, then plays at random.
type thinker struct {
	thinkTime time.Duration
	override  atomic.Value // a func() []engine.Action that replaces the player
	asked     atomic.Int64
	choices   atomic.Int64 // moves with more than one card to choose from
}

func (p *thinker) Act(v engine.View, q engine.Prompt, d *dice.Dice) []engine.Action {
	p.asked.Add(1)
	if p.thinkTime > 0 {
		<-time.After(p.thinkTime)
	}
	if fail, _ := p.override.Load().(func() []engine.Action); fail != nil {
		return fail()
	}
	if q.Pick.Verb == engine.PlayCard {
		if q.Pick.From.Len() > 1 {
			p.choices.Add(1)
		}
		all := slices.Collect(q.Pick.From.All())
		return []engine.Action{engine.Play(all[d.Below(len(all))])}
	}
	return robot.Medium.New().Act(v, q, d)
}

func (p *thinker) players(l robot.Level) robot.Player {
	if l == robot.Strong {
		return p
	}
	return l.New()
}

func withThinker(p *thinker) func(*world) {
	return func(w *world) {
		w.ticking, w.players, w.random = true, p.players, bottest.SeededReader(7)
	}
}

func isThinking(w *world, id string) bool {
	w.t.Helper()
	var known struct{ Thinks bool }
	w.read("brief", id, &known)
	return known.Thinks
}

func awaitComputerMove(w *world, id string) {
	w.t.Helper()
	pass(time.Millisecond)
	for isThinking(w, id) {
		pass(50 * time.Millisecond)
	}
	pass(time.Second)
	synctest.Wait()
}

// playUntilThinking returns the number of moves before anna's last.
func playUntilThinking(w *world, id string) (moves int) {
	w.t.Helper()
	for !isThinking(w, id) {
		moves = len(runningDeal(w, id).Actions)
		pressFirst(w, id)
	}
	return moves
}

func showsThinking(s chat.Screen) bool {
	return contains(inEnglish("heading.thinks", "Name", "② "+isolated(inEnglish("name.computer.strong"))))(s)
}

func startPractice(w *world, terms string) (id string) {
	w.t.Helper()
	w.mustSay("anna", "practice "+terms+" strong")
	id = w.tableOf("anna")
	awaitComputerMove(w, id)
	w.mustSay("anna", "hand "+id)
	return id
}

func pressFirst(w *world, id string) {
	w.t.Helper()
	m := offeredMove(w.hand("anna", id))
	if m == "" {
		w.t.Fatalf("it isn't anna's turn:\n%s", text(w.hand("anna", id)))
	}
	w.mustSay("anna", m)
}

func runningDeal(w *world, id string) engine.Record {
	w.t.Helper()
	var now storedTable
	if !w.read("table", id, &now) || now.Deal == nil {
		w.t.Fatal("no deal is being played")
	}
	return *now.Deal
}

func playUntilTricks(w *world, id string) {
	w.t.Helper()
	for mustReplay(w.t, runningDeal(w, id)).PublicView().Phase != engine.Playing {
		pressFirst(w, id)
		awaitComputerMove(w, id)
	}
}

// TestOneEdit: a press and a quick reply are one edit. A forced move takes as long as a chosen one.
func TestOneEdit(t *testing.T) {
	t.Parallel()
	const minPause, shownAfter = 50 * time.Millisecond, 150 * time.Millisecond
	for _, takes := range []time.Duration{0, 5 * time.Millisecond, 40 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			p, perMove := &thinker{thinkTime: takes}, max(minPause, takes)
			var began time.Time
			var seen []chat.Screen
			var at []time.Duration
			w := startWorld(t, memory.New(), withThinker(p), withHook(func(to chat.Place, _ chat.Ref, s chat.Screen) error {
				if to == private("anna") {
					seen, at = append(seen, s), append(at, time.Since(began))
				}
				return nil
			}))
			id := startPractice(w, "spieleversum 2")
			playUntilTricks(w, id)
			forced, single := 0, 0
			for mustReplay(w.t, runningDeal(w, id)).PublicView().Phase == engine.Playing {
				began, seen, at = time.Now(), nil, nil
				asked, choices := p.asked.Load(), p.choices.Load()
				pressFirst(w, id)
				awaitComputerMove(w, id)
				n := int(p.asked.Load() - asked)
				if mustReplay(w.t, runningDeal(w, id)).PublicView().Phase != engine.Playing || n == 0 {
					continue
				}
				want := []time.Duration{time.Duration(n) * perMove}
				if perMove > shownAfter && n == 1 {
					want = []time.Duration{shownAfter, perMove}
				}
				if got := at[max(0, len(at)-len(want)):]; !slices.Equal(got, want) || n == 1 && len(at) > len(want) {
					t.Errorf("%v: the screen was edited after %v for %d moves, want %v", takes, at, n, want)
				}
				for i, s := range seen {
					if last := i == len(seen)-1; n == 1 && showsThinking(s) == last {
						t.Errorf("%v: edit %d says\n%s", takes, i, text(s))
					}
				}
				if forced += n - int(p.choices.Load()-choices); n == 1 {
					single++
				}
			}
			if forced == 0 || single == 0 || p.choices.Load() == 0 {
				t.Errorf("the computer had %d choices and %d forced moves, and made %d single moves", p.choices.Load(), forced, single)
			}
		})
	}
}

func TestRestartsWhileThinking(t *testing.T) {
	t.Parallel()
	want := ""
	for _, after := range []time.Duration{-1, 0, 10 * time.Millisecond, 50 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), withThinker(&thinker{thinkTime: 20 * time.Millisecond}))
			id := startPractice(w, "strohmandeln 2")
			for !isOver(w.hand("anna", id)) {
				pressFirst(w, id)
				if after >= 0 { // first without restarts
					pass(max(after, 1))
					began := time.Now()
					w.restart()
					if took := time.Since(began); took > 0 {
						t.Errorf("it took %v to stop", took)
					}
				}
				if !isOver(w.hand("anna", id)) {
					awaitComputerMove(w, id)
				}
			}
			deals := ""
			for key, data := range w.documents("deal") {
				deals += key + string(data) + "\n"
			}
			if want == "" {
				want = deals
			}
			if deals != want || !strings.Contains(deals, id+"-2") {
				t.Errorf("restarted %v after each press, the deals are\n%s\nwant\n%s", after, deals, want)
			}
			w.checkRecords()
		})
	}
}

func TestThinkingIsAbandoned(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"leave yes", "undo", "resign yes", "now"} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), withThinker(&thinker{thinkTime: 400 * time.Millisecond}))
			id := startPractice(w, "spieleversum 2")
			playUntilTricks(w, id)
			moves := playUntilThinking(w, id)
			if hand := w.hand("anna", id); !showsThinking(hand) {
				t.Errorf("the hand doesn't say that the computer thinks:\n%s", text(hand))
			}
			w.mustSay("anna", what)
			pass(time.Second)
			synctest.Wait()
			switch what {
			case "leave yes":
				if !isOver(w.hand("anna", id)) {
					t.Error("the match isn't over")
				}
				return
			case "undo":
				if r := runningDeal(w, id); len(r.Actions) != moves {
					t.Errorf("there are %d moves, want %d", len(r.Actions), moves)
				}
				pressFirst(w, id)
			}
			awaitComputerMove(w, id)
			games := offeredLines(*w.mustSay("anna", "games").Screen)
			if n := strings.Count(strings.Join(games, "\n"), "hand "); n != 1 || offeredMove(w.hand("anna", id)) == "" {
				t.Errorf("after %q anna plays at %d tables, want 1, or has no move", what, n)
			}
		})
	}
}

func TestPauseMakesComputerThinkAgain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{thinkTime: 100 * time.Millisecond}
		w, registry := startMeasured(t, withThinker(p))
		waiting := func(want float64) {
			t.Helper()
			if n := metricSum(t, registry, "tarockbot_tables_thinking"); n != want {
				t.Errorf("%v tables are thinking, want %v", n, want)
			}
		}
		id := w.seat("illustrated strong live", "anna", "bert")
		awaitComputerMove(w, id)
		for !isThinking(w, id) {
			w.mustSay(w.anyMove(id, "anna", "bert"))
		}
		synctest.Wait()
		waiting(1)
		asked, before := p.asked.Load(), len(runningDeal(w, id).Actions)
		pass(60 * time.Millisecond)
		w.mustSay("anna", "pause "+id) // which notifies bert
		pass(60 * time.Millisecond)
		synctest.Wait()
		if n, moves := p.asked.Load()-asked, len(runningDeal(w, id).Actions); n != 1 || moves != before {
			t.Fatalf("the computer was asked %d more times and made %d moves, want 1 and 0", n, moves-before)
		}
		awaitComputerMove(w, id)
		waiting(0)
		if moves := len(runningDeal(w, id).Actions); moves <= before {
			t.Error("the computer hasn't moved")
		}
		if n := metricSum(t, registry, "tarockbot_thinking_seconds"); n != float64(p.asked.Load()) {
			t.Errorf("%v moves were measured, want %d", n, p.asked.Load())
		}
	})
}

func TestFault57Thinker(t *testing.T) {
	t.Parallel()
	panics := func() []engine.Action { panic(errors.New("XXI")) }
	for name, fail := range map[string]func() []engine.Action{
		"panics": panics, "panics, then undo": panics, "returns no action": func() []engine.Action { return nil },
		"acts illegally": func() []engine.Action { return []engine.Action{engine.Say(engine.Undertake, 0)} },
		"thinks forever": func() []engine.Action { <-time.After(2 * time.Minute); return nil },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := new(thinker)
			w := startWorld(t, memory.New(), withThinker(p))
			id := startPractice(w, "spieleversum 2")
			p.override.Store(fail)
			playUntilThinking(w, id)
			for !strings.Contains(w.log.String(), "the computer hasn't moved") {
				pass(time.Second)
			}
			if hand := w.hand("anna", id); !showsThinking(hand) {
				t.Errorf("%s: the screen doesn't say that the computer thinks:\n%s", name, text(hand))
			}
			if strings.HasSuffix(name, "undo") {
				p.override.Store((func() []engine.Action)(nil))
				w.mustSay("anna", "undo")
				pressFirst(w, id)
				pass(time.Second)
			} else {
				awaitComputerMove(w, id)
			}
			synctest.Wait()
			if log := w.log.String(); strings.Count(log, "level=ERROR") != 1 || strings.Contains(log, "XXI") {
				t.Errorf("%s: the log is:\n%s", name, log)
			}
			if hand := w.hand("anna", id); offeredMove(hand) == "" {
				t.Errorf("%s: the table is stuck:\n%s", name, text(hand))
			}
			pass(3 * time.Minute) // let thinkers end
		})
	}
}
