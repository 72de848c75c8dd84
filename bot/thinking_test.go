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
	takes time.Duration
	fails atomic.Value // a func() []engine.Action to call instead
	asked atomic.Int64
	free  atomic.Int64 // the number of real choices
}

func (p *thinker) Act(v engine.View, q engine.Prompt, d *dice.Dice) []engine.Action {
	p.asked.Add(1)
	if p.takes > 0 {
		<-time.After(p.takes)
	}
	if fail, _ := p.fails.Load().(func() []engine.Action); fail != nil {
		return fail()
	}
	if q.Pick.Verb == engine.PlayCard {
		if q.Pick.From.Len() > 1 {
			p.free.Add(1)
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

func thinks(p *thinker) func(*world) {
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

func settle(w *world, id string) {
	w.t.Helper()
	pass(time.Millisecond)
	for isThinking(w, id) {
		pass(50 * time.Millisecond)
	}
	pass(time.Second)
	synctest.Wait()
}

// untilThinking returns the number of moves before anna's last.
func untilThinking(w *world, id string) (moves int) {
	w.t.Helper()
	for !isThinking(w, id) {
		moves = len(runningDeal(w, id).Actions)
		pressFirst(w, id)
	}
	return moves
}

func thinking(s chat.Screen) bool {
	return contains(said("heading.thinks", "Name", "② "+isolated(said("name.computer.strong"))))(s)
}

func beginThinking(w *world, terms string) (id string) {
	w.t.Helper()
	w.mustSay("anna", "practice "+terms+" strong")
	id = w.table("anna")
	settle(w, id)
	w.mustSay("anna", "hand "+id)
	return id
}

func pressFirst(w *world, id string) {
	w.t.Helper()
	m := move(w.hand("anna", id))
	if m == "" {
		w.t.Fatalf("it isn't anna's turn:\n%s", text(w.hand("anna", id)))
	}
	w.mustSay("anna", m)
}

func runningDeal(w *world, id string) engine.Record {
	w.t.Helper()
	var now stored
	if !w.read("table", id, &now) || now.Deal == nil {
		w.t.Fatal("no deal is being played")
	}
	return *now.Deal
}

func toTricks(w *world, id string) {
	w.t.Helper()
	for replayed(w.t, runningDeal(w, id)).PublicView().Phase != engine.Playing {
		pressFirst(w, id)
		settle(w, id)
	}
}

// TestOneEdit: a press and a quick reply are one edit. A forced move takes as long as a chosen one.
func TestOneEdit(t *testing.T) {
	t.Parallel()
	const soon, tells = 50 * time.Millisecond, 150 * time.Millisecond
	for _, takes := range []time.Duration{0, 5 * time.Millisecond, 40 * time.Millisecond, 100 * time.Millisecond, 400 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			p, each := &thinker{takes: takes}, max(soon, takes)
			var began time.Time
			var seen []chat.Screen
			var at []time.Duration
			w := startWorld(t, memory.New(), thinks(p), withHook(func(to chat.Place, _ chat.Ref, s chat.Screen) error {
				if to == private("anna") {
					seen, at = append(seen, s), append(at, time.Since(began))
				}
				return nil
			}))
			id := beginThinking(w, "spieleversum 2")
			toTricks(w, id)
			forced, once := 0, 0
			for replayed(w.t, runningDeal(w, id)).PublicView().Phase == engine.Playing {
				began, seen, at = time.Now(), nil, nil
				asked, free := p.asked.Load(), p.free.Load()
				pressFirst(w, id)
				settle(w, id)
				n := int(p.asked.Load() - asked)
				if replayed(w.t, runningDeal(w, id)).PublicView().Phase != engine.Playing || n == 0 {
					continue
				}
				want := []time.Duration{time.Duration(n) * each}
				if each > tells && n == 1 {
					want = []time.Duration{tells, each}
				}
				if got := at[max(0, len(at)-len(want)):]; !slices.Equal(got, want) || n == 1 && len(at) > len(want) {
					t.Errorf("%v: the screen was edited after %v for %d moves, want %v", takes, at, n, want)
				}
				for i, s := range seen {
					if last := i == len(seen)-1; n == 1 && thinking(s) == last {
						t.Errorf("%v: edit %d says\n%s", takes, i, text(s))
					}
				}
				if forced += n - int(p.free.Load()-free); n == 1 {
					once++
				}
			}
			if forced == 0 || once == 0 || p.free.Load() == 0 {
				t.Errorf("the computer had %d choices and %d forced moves, and made %d single moves", p.free.Load(), forced, once)
			}
		})
	}
}

func TestThinkingIsStored(t *testing.T) {
	t.Parallel()
	want := ""
	for _, after := range []time.Duration{-1, 0, 10 * time.Millisecond, 50 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), thinks(&thinker{takes: 20 * time.Millisecond}))
			id := beginThinking(w, "strohmandeln 2")
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
					settle(w, id)
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
				t.Errorf("stopped %v after each press, the deals are\n%s\nwant\n%s", after, deals, want)
			}
			w.checkRecords()
		})
	}
}

func TestThinkingIsDropped(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"leave yes", "undo", "resign yes", "now"} {
		synctest.Test(t, func(t *testing.T) {
			w := startWorld(t, memory.New(), thinks(&thinker{takes: 400 * time.Millisecond}))
			id := beginThinking(w, "spieleversum 2")
			toTricks(w, id)
			moves := untilThinking(w, id)
			if hand := w.hand("anna", id); !thinking(hand) {
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
			settle(w, id)
			games := lines(*w.mustSay("anna", "games").Screen)
			if n := strings.Count(strings.Join(games, "\n"), "hand "); n != 1 || move(w.hand("anna", id)) == "" {
				t.Errorf("after %q anna plays at %d tables, or has no move", what, n)
			}
		})
	}
}

func TestThoughtAnew(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := &thinker{takes: 100 * time.Millisecond}
		w, registry := measured(t, thinks(p))
		waiting := func(want float64) {
			t.Helper()
			if n := figure(t, registry, "tarockbot_tables_thinking"); n != want {
				t.Errorf("%v tables wait, want %v", n, want)
			}
		}
		id := w.seat("illustrated strong live", "anna", "bert")
		settle(w, id)
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
			t.Fatalf("the computer was asked %d more times and made %d moves", n, moves-before)
		}
		settle(w, id)
		waiting(0)
		if moves := len(runningDeal(w, id).Actions); moves <= before {
			t.Error("the computer hasn't moved")
		}
		if n := figure(t, registry, "tarockbot_thinking_seconds"); n != float64(p.asked.Load()) {
			t.Errorf("%v moves were measured, want %d", n, p.asked.Load())
		}
	})
}

func TestFault57Thinker(t *testing.T) {
	t.Parallel()
	faults := func() []engine.Action { panic(errors.New("XXI")) }
	for name, fail := range map[string]func() []engine.Action{
		"faults": faults, "faults, and undo": faults, "does nothing": func() []engine.Action { return nil },
		"may not":        func() []engine.Action { return []engine.Action{engine.Say(engine.Undertake, 0)} },
		"thinks forever": func() []engine.Action { <-time.After(2 * time.Minute); return nil },
	} {
		synctest.Test(t, func(t *testing.T) {
			p := new(thinker)
			w := startWorld(t, memory.New(), thinks(p))
			id := beginThinking(w, "spieleversum 2")
			p.fails.Store(fail)
			untilThinking(w, id)
			for !strings.Contains(w.log.String(), "the computer hasn't moved") {
				pass(time.Second)
			}
			if hand := w.hand("anna", id); !thinking(hand) {
				t.Errorf("%s: the screen doesn't say that the computer thinks:\n%s", name, text(hand))
			}
			if strings.HasSuffix(name, "undo") {
				p.fails.Store((func() []engine.Action)(nil))
				w.mustSay("anna", "undo")
				pressFirst(w, id)
				pass(time.Second)
			} else {
				settle(w, id)
			}
			synctest.Wait()
			if told := w.log.String(); strings.Count(told, "level=ERROR") != 1 || strings.Contains(told, "XXI") {
				t.Errorf("%s: the log is:\n%s", name, told)
			}
			if hand := w.hand("anna", id); move(hand) == "" {
				t.Errorf("%s: the table is stuck:\n%s", name, text(hand))
			}
			pass(3 * time.Minute) // let thinkers end
		})
	}
}
