package bot_test

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// worlds is how many times as many states TestFault47HiddenCards compares; if more than once, then
// TestFoldingIsPrivate draws all games.
var worlds = flag.Int("worlds", 1, "how many times as many states TestFault47HiddenCards compares with another world")

// TestFault47HiddenCards (and fault 48): at every state of a match, a world in
// which cards that a person can't see lie elsewhere looks the same to that
// person and to the public, button by button: whoever of the players looks on,
// or somebody who doesn't play.
func TestFault47HiddenCards(t *testing.T) {
	t.Parallel()
	two, three := []string{"anna", "bert"}, []string{"anna", "bert", "carl"}
	for _, tt := range []struct {
		terms  string
		people []string
		states int
		want   string // what somebody says who may
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
			w := introduced(t, tt.people...)
			id := w.seat(tt.terms, tt.people[0], tt.people[1:]...)
			hiddenCardsDoNotShow(w, id, tt.states**worlds, tt.want, tt.people...)
			var now stored
			if w.read("table", id, &now); tt.want != "" && len(replayed(w.t, *now.Deal).PublicView().Added) == 0 {
				t.Error("no card of the talon has gone with a trick")
			}
		})
	}
}

func hiddenCardsDoNotShow(w *world, id string, states int, want string, people ...string) {
	w.t.Helper()
	compared, all := make(map[engine.Seat]int), 0
	for state := range states {
		var now stored
		w.read("table", id, &now)
		if now.Deal == nil {
			break
		}
		viewer := engine.Seat(state%(len(people)+1)) - 1
		if other := otherDeal(*now.Deal, viewer, state); other != nil {
			compared[viewer]++
			compareWorlds(w, id, *other, all%8 == 0, people...)
			all++
		}
		first := state % len(people)
		who, m := w.anyMove(id, slices.Concat(people[first:], people[:first])...)
		for _, l := range lines(w.hand(who, id)) {
			if want != "" && strings.HasSuffix(l, " "+want) {
				m = l
			}
		}
		w.mustSay(who, m)
	}
	for viewer := engine.Nobody; int(viewer) < len(people); viewer++ {
		if least := states / (len(people) + 1) / 2; compared[viewer] < least {
			w.t.Errorf("for seat %d only %d states had another world, want %d", viewer, compared[viewer], least)
		}
	}
}

// elsewhere is a deal that a viewer can't tell from another.
type elsewhere struct {
	viewer engine.Seat
	deck   []card.Card
	holder engine.Seat // who holds other cards; Nobody if that is seen nowhere
}

// otherDeal is one with which all happened that has happened, and the viewer
// can't tell the difference; nil if there is none. Mostly somebody else holds
// another card, else only what is face down differs, if that can be.
func otherDeal(r engine.Record, viewer engine.Seat, salt int) (second *elsewhere) {
	deal, err := games.Replay(r)
	if err != nil || deal.Result() != nil {
		return nil
	}
	mine := deal.View(viewer)
	unseen := card.SetOf(r.Deck...) &^ known(mine)
	for i := range unseen.Len() {
		x := unseen.Nth((i + salt) % unseen.Len())
		for y := range (unseen &^ x.Bit()).All() {
			other := r
			other.Deck = swapped(r.Deck, x, y)
			again, err := games.Replay(other)
			if err != nil || !reflect.DeepEqual(again.View(viewer), mine) {
				continue
			}
			found := &elsewhere{viewer, other.Deck, holderOfOther(deal, again)}
			if (found.holder != engine.Nobody) == (salt%3 > 0) {
				return found
			}
			second = found
		}
	}
	return second
}

// holderOfOther is the first seat whose hands differ.
func holderOfOther(one, two *engine.Deal) engine.Seat {
	for s := range engine.Seat(one.Game().Seats) {
		if one.View(s).Hand != two.View(s).Hand {
			return s
		}
	}
	return engine.Nobody
}

// known is every card that the viewer has seen.
func known(v engine.View) card.Set {
	seen := v.Hand.Cards | v.Hand.Laid | v.RestShown | v.PublicView.DeclarerDiscards.Tarocks | card.SetOf(v.Talon...) | card.SetOf(v.Added...)
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

// compareWorlds shows the stored table to the viewer and the public in a world with
// another deal, in words alone or with pictures, which take long to draw.
func compareWorlds(w *world, table string, other elsewhere, pictures bool, people ...string) {
	w.t.Helper()
	with := func(*world) {}
	if pictures {
		with = withPictures
	}
	here, there := copyWith(w, table, asItIs, with), copyWith(w, table, dealt(other.deck), with)
	defer here.end()
	defer there.end()
	const watcher = "zoe"
	if a, b := here.mustSay(watcher, "table "+table), there.mustSay(watcher, "table "+table); !reflect.DeepEqual(a, b) {
		w.t.Fatalf("a watcher is told\n%+v\nand, with another deck,\n%+v", a, b)
	}
	if a, b := here.wait(public, isBoard), there.wait(public, isBoard); !alike(a, b) {
		w.t.Fatalf("the board shows\n%s\nand, with another deck,\n%s", text(a), text(b))
	}
	if other.viewer != engine.Nobody {
		who := people[other.viewer]
		if a, b := here.hand(who, table), there.hand(who, table); !a.Protect || !alike(a, b) {
			w.t.Fatalf("%s's panel shows\n%s%q\nand, with another deck,\n%s%q", who, text(a), acting(a), text(b), acting(b))
		}
		compareReplays(who, table, here, there)
	}
	if other.holder != engine.Nobody {
		who := people[other.holder]
		if a, b := here.hand(who, table), there.hand(who, table); alike(a, b) {
			w.t.Fatalf("%s's panel doesn't show the other card:\n%s", who, text(a))
		}
	}
}

// compareReplays lets the viewer step back through the deal in both worlds.
func compareReplays(who, table string, here, there *world) {
	here.t.Helper()
	var now stored
	here.read("table", table, &now)
	last := len(now.Deal.Actions)
	for _, step := range []int{0, last / 2, last - 1, last} {
		l := fmt.Sprintf("replay %s-%d %d", table, len(now.Done)+1, step)
		if a, b := *here.mustSay(who, l).Screen, *there.mustSay(who, l).Screen; !a.Protect || !alike(a, b) {
			here.t.Fatalf("%s is told, %q\n%s\nand, with another deck,\n%s", who, l, text(a), text(b))
		}
	}
}

// alike says that two screens show the same, their pictures as well.
func alike(a, b chat.Screen) bool {
	for _, s := range []*chat.Screen{&a, &b} {
		if s.Picture != nil {
			s.Picture = &chat.Picture{Key: s.Picture.Key, Alt: s.Picture.Alt} // drawn or not yet
		}
	}
	return reflect.DeepEqual(a, b)
}

// copyWith starts a bot over a copy of all that makes tables, that one's changed: it
// shows the table anew. The bot that is copied may go on writing to its own.
func copyWith(w *world, table string, change func(string) string, with ...func(*world)) *world {
	w.t.Helper()
	store := memory.New()
	docs := []storage.Doc{{Key: storage.Key{Kind: "owed", ID: table}, Data: []byte{}}}
	for _, kind := range []string{"table", "person", "identity", "brief", "alarm", "meta"} {
		docs = append(docs, documentsOf(w.t, w.store, kind)...)
	}
	for i, doc := range docs {
		if doc.Key == (storage.Key{Kind: "table", ID: table}) {
			docs[i].Data = []byte(change(string(doc.Data)))
		}
	}
	if err := store.Commit(w.ctx, docs...); err != nil {
		w.t.Fatal(err)
	}
	c := startWorld(w.t, store, with...)
	c.ids.Store(1 << 20)
	return c
}

// asItIs leaves a stored table as it is.
func asItIs(table string) string { return table }

// dealt gives a stored table's deal the deck.
func dealt(deck []card.Card) func(string) string {
	return func(table string) string {
		_, rest, _ := strings.Cut(table, `"deck":[`)
		old, _, _ := strings.Cut(rest, "]")
		return strings.Replace(table, old, codes(deck), 1)
	}
}

func codes(deck []card.Card) string {
	quoted := make([]string, len(deck))
	for i, c := range deck {
		quoted[i] = fmt.Sprintf("%q", c)
	}
	return strings.Join(quoted, ",")
}

// TestPrivateChoicesAreSilent (fault 48): while somebody makes up their mind, nothing is shown to anybody else, and what
// they chose, few cards or many, changes neither the order nor the text of what is shown to others then.
func TestPrivateChoicesAreSilent(t *testing.T) {
	t.Parallel()
	var shows [2][]string
	for many := range shows {
		synctest.Test(t, func(t *testing.T) {
			seen := &traffic{but: private("anna")}
			w := startWorld(t, memory.New(), withHook(seen.hook), func(w *world) { w.random = bottest.Chance(1) })
			c := w.hand("anna", w.seat("bamberger tactical 2", "anna", "bert")).Choice
			synctest.Wait()
			seen.byPlace()
			for _, o := range c.Options[:3] {
				w.mustSay("anna", c.Toggle+" "+o.Value)
				synctest.Wait()
			}
			if others := seen.byPlace(); len(others) > 0 {
				t.Fatalf("while anna chose, others were shown %q", others)
			}
			c.Min += many * (c.Max - c.Min)
			w.mustSay("anna", c.Line+" "+strings.Join(bottest.Fewest(c), " "))
			synctest.Wait()
			shows[many] = seen.byPlace()
		})
	}
	if !slices.Equal(shows[0], shows[1]) || len(shows[0]) != 2 {
		t.Errorf("others, the board and bert's panel, were shown, for few cards put away:\n%q\nmany:\n%q", shows[0], shows[1])
	}
}

// traffic notes what is shown to all but one.
type traffic struct {
	but   chat.Place
	mu    sync.Mutex
	shows []string
}

func (t *traffic) hook(p chat.Place, _ chat.Ref, s chat.Screen) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p != t.but {
		picture := ""
		if s.Picture != nil {
			picture = s.Picture.Key + " " + s.Picture.Alt
		}
		t.shows = append(t.shows, fmt.Sprintf("%v\n%q %q %q", p, text(s), acting(s), picture))
	}
	return nil
}

// byPlace is what was shown since it was asked last, by places and in order in
// each: none waits for another.
func (t *traffic) byPlace() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	shows := t.shows
	t.shows = nil
	slices.SortStableFunc(shows, func(a, b string) int {
		a, _, _ = strings.Cut(a, "\n")
		b, _, _ = strings.Cut(b, "\n")
		return strings.Compare(a, b)
	})
	return shows
}
