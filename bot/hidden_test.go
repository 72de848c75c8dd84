package bot_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"reflect"
	"regexp"
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
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// worlds multiplies the compared states. Above 1, TestFoldingIsPrivate draws pictures of all games.
var worlds = flag.Int("worlds", 1, "factor for the number of compared states")

// TestFault47HiddenCards (and fault 48) swaps cards that a viewer can't see. The viewer's screens must stay the same.
func TestFault47HiddenCards(t *testing.T) {
	t.Parallel()
	two, three := []string{"anna", "bert"}, []string{"anna", "bert", "carl"}
	for _, tt := range []struct {
		terms     string
		people    []string
		states    int
		preferred string // a preferred announcement
	}{
		{"bamberger contra 2", two, 16, ""},
		{"kosakeln beck", two, 16, ""},
		{"extended 2", two, 10, ""},
		{"forty 2", two, 8, ""},
		{"loew", three, 8, ""},
		{"beck", three, 8, ""},
		{"beck trischaken=on", three, 12, "pass"},
		{"mayr-sedlaczek", three, 8, ""},
	} {
		t.Run(tt.terms, func(t *testing.T) {
			w := newWorldWith(t, tt.people...)
			id := w.seat(tt.terms, tt.people[0], tt.people[1:]...)
			checkHiddenCards(w, id, tt.states**worlds, tt.preferred, tt.people...)
			var now storedTable
			if w.read("table", id, &now); tt.preferred != "" && len(mustReplay(w.t, *now.Deal).PublicView().AddedToTricks) == 0 {
				t.Error("no trick took a card of the talon")
			}
		})
	}
}

func checkHiddenCards(w *world, id string, states int, preferred string, people ...string) {
	w.t.Helper()
	compared, all := make(map[engine.Seat]int), 0
	for state := range states {
		var now storedTable
		w.read("table", id, &now)
		if now.Deal == nil {
			break
		}
		viewer := engine.Seat(state%(len(people)+1)) - 1
		if other := findOtherWorld(*now.Deal, viewer, state); other != nil {
			compared[viewer]++
			compareWorlds(w, id, *other, all%8 == 0, people...)
			all++
		}
		first := state % len(people)
		who, m := w.anyMove(id, slices.Concat(people[first:], people[:first])...)
		for _, l := range offeredLines(w.hand(who, id)) {
			if preferred != "" && strings.HasSuffix(l, " "+preferred) {
				m = l
			}
		}
		w.mustSay(who, m)
	}
	for viewer := engine.Nobody; int(viewer) < len(people); viewer++ {
		if minimum := states / (len(people) + 1) / 2; compared[viewer] < minimum {
			w.t.Errorf("seat %d: only %d states had another world, want %d", viewer, compared[viewer], minimum)
		}
	}
}

// otherWorld is a deal that the viewer can't distinguish from the real one.
type otherWorld struct {
	viewer engine.Seat
	deck   []card.Card
	holder engine.Seat // a seat with another hand, or Nobody
}

// findOtherWorld returns a deal that looks the same to the viewer, or nil. Usually another seat holds another card.
func findOtherWorld(r engine.Record, viewer engine.Seat, salt int) (fallback *otherWorld) {
	deal, err := games.Replay(r)
	if err != nil || deal.Result() != nil {
		return nil
	}
	mine := deal.View(viewer)
	unseen := card.SetOf(r.Deck...) &^ visibleCards(mine)
	for i := range unseen.Len() {
		x := unseen.Nth((i + salt) % unseen.Len())
		for y := range (unseen &^ x.Bit()).All() {
			other := r
			other.Deck = swapped(r.Deck, x, y)
			again, err := games.Replay(other)
			if err != nil || !reflect.DeepEqual(again.View(viewer), mine) {
				continue
			}
			found := &otherWorld{viewer, other.Deck, seatWithOtherHand(deal, again)}
			if (found.holder != engine.Nobody) == (salt%3 > 0) {
				return found
			}
			fallback = found
		}
	}
	return fallback
}

func seatWithOtherHand(one, two *engine.Deal) engine.Seat {
	for s := range engine.Seat(one.Game().Seats) {
		if one.View(s).Hand != two.View(s).Hand {
			return s
		}
	}
	return engine.Nobody
}

func visibleCards(v engine.View) card.Set {
	seen := v.Hand.Cards | v.Hand.PutAway | v.UntakenShown | v.PublicView.DeclarerDiscards.Tarocks | card.SetOf(v.Talon...) | card.SetOf(v.AddedToTricks...)
	for _, laid := range v.Exchange {
		seen |= laid.Tarocks
	}
	for s, piles := range v.Piles {
		seen |= v.KnownInHand[s]
		for _, pile := range piles {
			if pile.FaceUp {
				seen |= pile.Top.Bit()
			}
		}
	}
	for _, trick := range append(slices.Clone(v.Tricks), v.Trick) {
		seen |= card.SetOf(trick.Cards[:trick.N]...)
	}
	return seen
}

func swapped(deck []card.Card, x, y card.Card) []card.Card {
	deck = slices.Clone(deck)
	i, j := slices.Index(deck, x), slices.Index(deck, y)
	deck[i], deck[j] = deck[j], deck[i]
	return deck
}

func compareWorlds(w *world, table string, other otherWorld, pictures bool, people ...string) {
	w.t.Helper()
	with := func(*world) {}
	if pictures {
		with = withPictures
	}
	here, there := copyWorld(w, table, nil, with), copyWorld(w, table, other.deck, with)
	defer here.end()
	defer there.end()
	const watcher = "zoe"
	if a, b := here.mustSay(watcher, "table "+table), there.mustSay(watcher, "table "+table); !reflect.DeepEqual(a, b) {
		w.t.Fatalf("a watcher gets\n%+v\nand, with another deck,\n%+v", a, b)
	}
	if a, b := here.wait(public, isBoard), there.wait(public, isBoard); !sameScreen(a, b) {
		w.t.Fatalf("the board shows\n%s\nand, with another deck,\n%s", text(a), text(b))
	}
	if other.viewer != engine.Nobody {
		who := people[other.viewer]
		if a, b := here.hand(who, table), there.hand(who, table); !a.Protect || !sameScreen(a, b) {
			w.t.Fatalf("%s's panel shows\n%s%q\nand, with another deck,\n%s%q", who, text(a), actingLines(a), text(b), actingLines(b))
		}
		compareReplays(who, table, here, there)
	}
	if other.holder != engine.Nobody {
		who := people[other.holder]
		if a, b := here.hand(who, table), there.hand(who, table); sameScreen(a, b) {
			w.t.Fatalf("%s's panel doesn't show the other card:\n%s", who, text(a))
		}
	}
}

func compareReplays(who, table string, here, there *world) {
	here.t.Helper()
	var now storedTable
	here.read("table", table, &now)
	last := len(now.Deal.Actions)
	for _, step := range []int{0, last / 2, last - 1, last} {
		l := fmt.Sprintf("replay %s-%d %d", table, len(now.Done)+1, step)
		if a, b := *here.mustSay(who, l).Screen, *there.mustSay(who, l).Screen; !a.Protect || !sameScreen(a, b) {
			here.t.Fatalf("%s gets for %q\n%s\nand, with another deck,\n%s", who, l, text(a), text(b))
		}
	}
}

func sameScreen(a, b chat.Screen) bool {
	for _, s := range []*chat.Screen{&a, &b} {
		if s.Picture != nil {
			s.Picture = &chat.Picture{Key: s.Picture.Key, Alt: s.Picture.Alt} // drawing may still be in progress
		}
	}
	return reflect.DeepEqual(a, b)
}

func copyWorld(w *world, table string, deck []card.Card, with ...func(*world)) *world {
	w.t.Helper()
	store := memory.New()
	docs := []storage.Doc{{Key: storage.Key{Kind: "owed", ID: table}, Data: []byte{}}}
	for _, kind := range []string{"table", "person", "identity", "brief", "alarm", "meta"} {
		docs = append(docs, documentsOf(w.t, w.store, kind)...)
	}
	for i, doc := range docs {
		if deck != nil && doc.Key == (storage.Key{Kind: "table", ID: table}) {
			docs[i].Data = withDeck(w.t, doc.Data, deck)
		}
	}
	must(w.t, store.Commit(w.ctx, docs...))
	c := startWorld(w.t, store, with...)
	c.ids.Store(1 << 20)
	return c
}

var storedDeck = regexp.MustCompile(`"deck":\[[^\]]*\]`)

func withDeck(t testing.TB, table []byte, deck []card.Card) []byte {
	t.Helper()
	cards, err := json.Marshal(deck)
	must(t, err)
	return storedDeck.ReplaceAll(table, append([]byte(`"deck":`), cards...))
}

func TestPrivateChoicesAreSilent(t *testing.T) {
	t.Parallel()
	var shown [2][]glance
	for many := range shown {
		synctest.Test(t, func(t *testing.T) {
			seen := &screenRecorder{sees: exceptPrivate("anna")}
			w := startWorld(t, memory.New(), withHook(seen.hook), func(w *world) { w.random = bottest.SeededReader(1) })
			c := w.hand("anna", w.seat("bamberger tactical 2", "anna", "bert")).Choice
			synctest.Wait()
			seen.takeSeen()
			for _, o := range c.Options[:3] {
				w.mustSay("anna", c.Toggle+" "+o.Value)
				synctest.Wait()
			}
			if others := seen.takeSeen(); len(others) > 0 {
				t.Fatalf("while anna chose, others were shown %v", others)
			}
			c.Min += many * (c.Max - c.Min)
			w.mustSay("anna", c.Line+" "+strings.Join(bottest.SmallestChoice(c), " "))
			synctest.Wait()
			shown[many] = seen.takeSeen()
		})
	}
	if !slices.EqualFunc(shown[0], shown[1], sameGlance) || len(shown[0]) != 2 {
		t.Errorf("the board and bert's panel show for few discards\n%v\nfor many\n%v", shown[0], shown[1])
	}
}

type screenRecorder struct {
	sees func(chat.Place) bool
	mu   sync.Mutex
	seen []glance
}

type glance struct {
	place chat.Place
	what  string
	at    time.Time
}

func (x *screenRecorder) hook(p chat.Place, _ chat.Ref, s chat.Screen) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.sees(p) {
		picture := ""
		if s.Picture != nil {
			picture = s.Picture.Key + " " + s.Picture.Alt
		}
		x.seen = append(x.seen, glance{p, fmt.Sprintf("%s\n%q %q", text(s), actingLines(s), picture), time.Now()})
	}
	return nil
}

// takeSeen sorts by place, because places don't wait for each other.
func (x *screenRecorder) takeSeen() []glance {
	x.mu.Lock()
	defer x.mu.Unlock()
	seen := x.seen
	x.seen = nil
	slices.SortStableFunc(seen, func(a, b glance) int { return strings.Compare(fmt.Sprint(a.place), fmt.Sprint(b.place)) })
	return seen
}

func exceptPrivate(who string) func(chat.Place) bool {
	return func(p chat.Place) bool { return p != private(who) }
}

func sameGlance(a, b glance) bool { return a.place == b.place && a.what == b.what }

// TestFoldingIsPrivate (fault 48): only bert's panel shows that he may fold for lack of tarocks.
func TestFoldingIsPrivate(t *testing.T) {
	t.Parallel()
	all := []string{"strohmandeln classic 2", "extended throw-in 2", "forty 2"}
	for _, rules := range all {
		for name, with := range map[string]func(*world){"words": func(*world) {}, "pictures": withPictures} {
			t.Run(rules+" "+name, func(t *testing.T) {
				if name == "pictures" && *worlds == 1 && rules != all[0] {
					t.Skip("drawing takes long; use -worlds 3")
				}
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t)
					id := w.seat(rules, "anna", "bert")
					dealers := engine.Seats(0)
					for range 2 {
						r := runningDeal(w, id)
						may, mayNot := foldDecks(r)
						if dealers |= r.Dealer.Bit(); r.Dealer == 0 && (!offersFold(w, id, may) || offersFold(w, id, mayNot)) {
							t.Error("fold is offered with the wrong deck")
						}
						r.Deck = may
						moves, _ := compareTimes(w, id, r, otherWorld{viewer: 0, deck: mayNot}, []string{"anna", "bert"}, with)
						if minimum := 1 + int(r.Dealer); moves < minimum { // bert's move, after anna's if he deals
							t.Errorf("only %d moves are the same in both worlds, want %d", moves, minimum)
						}
						w.mustSay("anna", offeredLine(*w.mustSay("anna", "resign "+id).Screen, "resign "))
					}
					if dealers.Len() != 2 {
						t.Errorf("the dealers are %b, want both seats", dealers)
					}
				})
			})
		}
	}
}

func anyScreen(chat.Screen) bool { return true }

func offersFold(w *world, table string, deck []card.Card) bool {
	w.t.Helper()
	c := copyWorld(w, table, deck)
	defer c.end()
	return slices.ContainsFunc(actingLines(c.hand("bert", table)), func(line string) bool { return strings.HasSuffix(line, " fold") })
}

// foldDecks returns a deck without a tarock for seat 1, and one with a tarock as seat 1's first card.
func foldDecks(r engine.Record) (without, with []card.Card) {
	pack := card.SetOf(r.Deck...)
	suits, tarocks := (pack & card.PlainSuits).Cards(), (pack & card.AllTarocks).Cards()
	const packet = 5
	first := packet * int(r.Dealer) // forehand's packet comes before the dealer's
	for i := range r.Deck {
		from := &tarocks
		if i/packet%2 == int(r.Dealer) && len(suits) > 0 || len(tarocks) == 0 {
			from = &suits
		}
		without, *from = append(without, (*from)[0]), (*from)[1:]
	}
	last := len(without) - 1
	for i := last; ; i-- {
		if card.AllTarocks.Has(without[i]) {
			without[last], without[i] = without[i], without[last]
			break
		}
	}
	with = slices.Clone(without)
	with[first], with[last] = with[last], with[first]
	return without, with
}

// TestTimesRevealNothing (fault 48): until a swapped card shows, both worlds show the same at the same times. The last
// trick is played automatically.
func TestTimesRevealNothing(t *testing.T) {
	t.Parallel()
	compared, ended := 0, 0
	two, three := []string{"anna", "bert"}, []string{"anna", "bert", "carl"}
	for i, tt := range []struct {
		terms  string
		people []string
	}{{"bamberger 2", two}, {"extended 2", two}, {"forty 2 live", two}, {"loew", three}, {"beck trischaken=on", three}} {
		t.Run(tt.terms, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, asked := startWorld(t, memory.New(), func(w *world) { w.random = bottest.SeededReader(i) }), 0
				w.mustSay(tt.people[0], "help")
				id := w.seat(tt.terms, tt.people[0], tt.people[1:]...)
				for state := 0; ; state++ {
					var now storedTable
					if w.read("table", id, &now); len(now.Done) > 0 {
						break
					}
					public := mustReplay(w.t, *now.Deal).PublicView()
					if public.Phase == engine.Playing {
						asked++
					}
					other := findOtherWorld(*now.Deal, engine.Seat(state%len(tt.people)), 1)
					if other != nil && other.holder != engine.Nobody && (slices.Max(public.HandSize) < 4 || state%(10 / *worlds) == 0) {
						compared++
						if _, over := compareTimes(w, id, *now.Deal, *other, tt.people, func(*world) {}); over {
							ended++
						}
					}
					w.mustSay(w.anyMove(id, tt.people...))
				}
				deal := mustReplay(w.t, w.finishedDeals()[id+"-1"])
				tricks := len(deal.PublicView().Tricks)
				cards := slices.DeleteFunc(deal.Moves(), func(m engine.Move) bool { return m.Action.Verb != engine.PlayCard })
				if people := len(tt.people); tricks == 0 || asked != (tricks-1)*people || len(cards) != tricks*people {
					t.Errorf("the players were asked for %d cards, and the record has %d in %d tricks", asked, len(cards), tricks)
				}
				for _, who := range tt.people {
					w.expectRefusal(who, "undo "+id, "nothing-to-undo")
				}
			})
		})
	}
	if compared < 20 || ended < 5 {
		t.Errorf("only %d states had another world, and %d of them reached the end of the deal", compared, ended)
	}
}

// compareTimes makes the same moves in both worlds, and compares what the viewer sees, and when.
func compareTimes(w *world, id string, r engine.Record, other otherWorld, people []string, with func(*world)) (moves int, over bool) {
	w.t.Helper()
	viewer := private(people[other.viewer])
	sees := func(p chat.Place) bool { return p == viewer || p == public }
	one, two := &screenRecorder{sees: sees}, &screenRecorder{sees: sees}
	here := copyWorld(w, id, r.Deck, withTickingClock, with, withHook(one.hook))
	there := copyWorld(w, id, other.deck, withTickingClock, with, withHook(two.hook))
	defer here.end()
	defer there.end()
	var before storedTable
	w.read("table", id, &before)
	var swappedCards card.Set
	for i, c := range r.Deck {
		if c != other.deck[i] {
			swappedCards |= c.Bit()
		}
	}
	for _, x := range []*world{here, there} {
		for _, x.chat = range []chat.ChatID{"", channel} {
			x.mustSay(people[other.viewer], "table "+id)
		}
	}
	synctest.Wait()
	for _, place := range []chat.Place{public, viewer} {
		if a, b := here.wait(place, anyScreen), there.wait(place, anyScreen); !sameScreen(a, b) {
			w.t.Fatalf("%v shows\n%s%q\nand, if %v are swapped,\n%s%q", place, text(a), actingLines(a), swappedCards, text(b), actingLines(b))
		}
	}
	one.takeSeen()
	two.takeSeen()
	for range 5 {
		who, m := sameMove(here, there, id, swappedCards, people)
		if m == "" {
			return moves, false
		}
		moves++
		here.mustSay(who, m)
		there.mustSay(who, m)
		<-time.After(10 * time.Second)
		synctest.Wait()
		seen, over := visibleTo(here, id, other.viewer, len(before.Done))
		seenThere, _ := visibleTo(there, id, other.viewer, len(before.Done))
		seen |= seenThere
		a, b := one.takeSeen(), two.takeSeen()
		if !slices.EqualFunc(a, b, func(a, b glance) bool {
			return a.at.Equal(b.at) && (over || seen&swappedCards != 0 || sameGlance(a, b))
		}) {
			w.t.Fatalf("after %s said %q, %s sees\n%v\nand, if %v are swapped,\n%v", who, m, viewer.User, a, swappedCards, b)
		}
		if over || seen&swappedCards != 0 {
			return moves, over
		}
	}
	return moves, false
}

func visibleTo(w *world, id string, viewer engine.Seat, done int) (cards card.Set, over bool) {
	w.t.Helper()
	var now storedTable
	if w.read("table", id, &now); len(now.Done) > done {
		return 0, true
	}
	return visibleCards(mustReplay(w.t, *now.Deal).View(viewer)), false
}

// sameMove returns a move that both worlds offer, without swapped cards.
func sameMove(w *world, there *world, id string, swappedCards card.Set, people []string) (who, line string) {
	w.t.Helper()
	for _, who := range people {
		offered := offeredMoves(there.hand(who, id))
		for _, l := range offeredMoves(w.hand(who, id)) {
			if slices.Contains(offered, l) && !slices.ContainsFunc(swappedCards.Cards(), func(c card.Card) bool { return slices.Contains(strings.Fields(l), c.String()) }) {
				return who, l
			}
		}
	}
	return "", ""
}

func offeredMoves(s chat.Screen) []string {
	if s.Choice != nil {
		return []string{offeredMove(s)}
	}
	return slices.DeleteFunc(offeredLines(s), func(l string) bool { return !strings.HasPrefix(l, "do ") })
}
