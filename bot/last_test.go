package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage/memory"
)

// lastTrickTerms are the games, and how many people play them.
var lastTrickTerms = []struct {
	terms  string
	people []string
}{
	{"bamberger 2", []string{"anna", "bert"}},
	{"extended 2", []string{"anna", "bert"}},
	{"forty 2 live", []string{"anna", "bert"}},
	{"loew", []string{"anna", "bert", "carl"}},
	{"beck trischaken=on", []string{"anna", "bert", "carl"}},
}

// chanced is a world whose cards are given, and the people have been there.
func chanced(t *testing.T, seed int, people []string) *world {
	t.Helper()
	w := startWorld(t, memory.New(), func(w *world) { w.random = bottest.Chance(seed) })
	for _, who := range people {
		w.mustSay(who, "help")
	}
	return w
}

// TestTimesTellNothing (fault 48): where another holds other cards than one thinks, one is
// shown the same at the same times, whoever moves, until one of those cards shows. To the last
// trick they come at the same time, too: nobody is asked for a card of it. It stands in the record as if they had been,
// and after it nothing can be taken back.
func TestTimesTellNothing(t *testing.T) {
	t.Parallel()
	compared, ended := 0, 0
	for i, tt := range lastTrickTerms {
		t.Run(tt.terms, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, asked := chanced(t, i, tt.people), 0
				id := w.seat(tt.terms, tt.people[0], tt.people[1:]...)
				for state := 0; ; state++ {
					var now stored
					if w.read("table", id, &now); len(now.Done) > 0 {
						break
					}
					public := replayed(w.t, *now.Deal).PublicView()
					if public.Phase == engine.Playing {
						asked++
					}
					other := otherDeal(*now.Deal, engine.Seat(state%len(tt.people)), 1)
					if other != nil && other.holder != engine.Nobody && (slices.Max(public.HandSize) < 4 || state%(10 / *worlds) == 0) {
						compared++
						ended += compareTimes(w, id, *now.Deal, *other, tt.people)
					}
					w.mustSay(w.anyMove(id, tt.people...))
				}
				deal := replayed(w.t, w.finishedDeals()[id+"-1"])
				tricks := len(deal.PublicView().Tricks)
				cards := slices.DeleteFunc(deal.Moves(), func(m engine.Move) bool { return m.Action.Verb != engine.PlayCard })
				if people := len(tt.people); tricks == 0 || asked != (tricks-1)*people || len(cards) != tricks*people {
					t.Errorf("they were asked for %d cards, and the record has %d, of %d tricks", asked, len(cards), tricks)
				}
				for _, who := range tt.people {
					w.refuses(who, "undo "+id, "nothing-to-undo")
				}
			})
		})
	}
	if compared < 20 || ended < 5 {
		t.Errorf("only %d states had another world, and %d of those came to the end of the deal", compared, ended)
	}
}

// compareTimes lets the same be done at the table in two worlds, and returns how many of them
// have come to the end of the deal so.
func compareTimes(w *world, id string, r engine.Record, other elsewhere, people []string) (over int) {
	w.t.Helper()
	viewer := private(people[other.viewer])
	one, two := &onlooker{viewer: viewer}, &onlooker{viewer: viewer}
	here := copyWith(w, id, asItIs, ticking, withHook(one.hook))
	there := copyWith(w, id, dealt(other.deck), ticking, withHook(two.hook))
	defer here.end()
	defer there.end()
	var exchanged card.Set
	for i, c := range r.Deck {
		if c != other.deck[i] {
			exchanged |= c.Bit()
		}
	}
	for _, x := range []*world{here, there} {
		for _, x.chat = range []chat.ChatID{"", channel} {
			x.mustSay(people[other.viewer], "table "+id)
		}
	}
	synctest.Wait()
	one.clear() // it was catching up
	two.clear() // likewise
	for range 5 {
		who, m := sameMove(here, there, id, exchanged, people)
		if m == "" {
			return 0
		}
		here.mustSay(who, m)
		there.mustSay(who, m)
		<-time.After(10 * time.Second)
		synctest.Wait()
		seen, over := seenBy(here, id, other.viewer)
		elsewhere, _ := seenBy(there, id, other.viewer)
		seen |= elsewhere
		a, b := one.clear(), two.clear()
		if !slices.EqualFunc(a, b, func(a, b glance) bool { return a.at == b.at && (over || seen&exchanged != 0 || a == b) }) {
			w.t.Fatalf("when %s has said %q, %s is shown\n%v\nand, if %v are exchanged,\n%v", who, m, viewer.User, a, exchanged, b)
		}
		switch {
		case over:
			return 1
		case seen&exchanged != 0:
			return 0
		}
	}
	return 0
}

// seenBy are the cards that the viewer has seen of the first deal, and over says that it is.
func seenBy(w *world, id string, viewer engine.Seat) (cards card.Set, over bool) {
	w.t.Helper()
	var now stored
	if w.read("table", id, &now); len(now.Done) > 0 {
		return 0, true
	}
	return known(replayed(w.t, *now.Deal).View(viewer)), false
}

// sameMove is what the one in turn may do in both worlds, without the cards exchanged; "" if
// there is nothing.
func sameMove(w *world, there *world, id string, exchanged card.Set, people []string) (who, line string) {
	w.t.Helper()
	for _, who := range people {
		offered := moves(there.hand(who, id))
		for _, l := range moves(w.hand(who, id)) {
			if slices.Contains(offered, l) && !slices.ContainsFunc(exchanged.Cards(), func(c card.Card) bool { return slices.Contains(strings.Fields(l), c.String()) }) {
				return who, l
			}
		}
	}
	return "", ""
}

// moves are all that the panel offers, of a choice one.
func moves(s chat.Screen) []string {
	if s.Choice != nil {
		return []string{move(s)}
	}
	return slices.DeleteFunc(lines(s), func(l string) bool { return !strings.HasPrefix(l, "do ") })
}

// onlooker is what somebody is shown, in private and in the channel.
type onlooker struct {
	viewer chat.Place
	mu     sync.Mutex
	seen   []glance
}

// glance is one thing shown, and when it was.
type glance struct {
	at   string // the place and the time
	what string
}

func (x *onlooker) hook(p chat.Place, _ chat.Ref, s chat.Screen) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if p == x.viewer || p == public {
		x.seen = append(x.seen, glance{fmt.Sprint(p, time.Now()), fmt.Sprintf("%s\n%q", text(s), acting(s))})
	}
	return nil
}

// clear is what was shown since it was asked last, by places.
func (x *onlooker) clear() []glance {
	x.mu.Lock()
	defer x.mu.Unlock()
	seen := x.seen
	x.seen = nil
	slices.SortStableFunc(seen, func(a, b glance) int { return strings.Compare(a.at, b.at) })
	return seen
}
