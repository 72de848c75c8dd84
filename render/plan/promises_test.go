package plan_test

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

func planned(c plan.Content, w *words.Tongue) plan.Picture { return plan.New(c, w, strings.TrimSpace) }

func TestAlts(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var page rendertest.Page
		for _, p := range rendertest.Gallery(t) {
			page.Heading("%s", p.Name)
			page.Plain(planned(p.Content(), w).Alt)
		}
		page.Check(t, "pictures."+w.Tag())
	})
}

func TestDisplayNames(t *testing.T) {
	tests := []struct{ name, raw, want string }{ // want is "" if nothing can be drawn
		{"umlauts", "Änni Müßig", "Änni Müßig"},
		{"umlauts of two characters", "A\u0308nni", "Änni"},
		{"Cyrillic", "Ёжик в тумане", "Ёжик в тумане"},
		{"Greek", "Ωμέγα", "Ωμέγα"},
		{"emoji", "🂡 Anna 👩‍👩‍👧 🇦🇹", "Anna"},
		{"emoji alone", "👩‍👩‍👧", ""},
		{"from right to left", "דוד", "דוד"},
		{"overridden direction", "a\u202eb\u2068c\u2069", "abc"},
		{"Chinese", "王小明", ""},
		{"many marks", "Z\u0351\u036b\u0343o\u0351e", "Zoe"},
		{"blanks", " \t\n ", ""},
		{"two lines", "Anna\nBert", "Anna Bert"},
		{"invisible", "\u200b\u2060\ufeff", ""},
		{"wide letters", "Ａｎｎａ", "Anna"},
		{"long", strings.Repeat("Anna ", 30), strings.TrimSpace(strings.Repeat("Anna ", 12))},
		{"invalid UTF-8", "\xff\xfe", ""},
	}
	fonts, err := art.LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	scene := *rendertest.Boards(t)[1].Scene
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		for _, tt := range tests {
			scene.Names = []string{"Anna", tt.raw}
			board := plan.New(scene, w, fonts.Bold.Drawable)
			curve := plan.New(plan.RatingHistory{Name: tt.raw, Game: "strohmandeln"}, w, fonts.Bold.Drawable)
			if got, want := board.Board.Seats[1].Name, cmp.Or(tt.want, w.Say("picture.player", "Number", 2)); got != want {
				t.Errorf("%s: %q is shown as %q, want %q", tt.name, tt.raw, got, want)
			}
			if got, want := curve.Curve.Title, cmp.Or(tt.want, w.Say("picture.rating")); got != want {
				t.Errorf("%s: the curve of %q is titled %q, want %q", tt.name, tt.raw, got, want)
			}
			fullName := strings.Join(strings.Fields(tt.raw), " ")
			if len(fullName) < 60 && utf8.ValidString(fullName) && (!strings.Contains(board.Alt, fullName) || !strings.HasPrefix(curve.Alt, fullName)) {
				t.Errorf("%s: the descriptions lack the full name of %q: %s %s", tt.name, tt.raw, board.Alt, curve.Alt)
			}
		}
	})
}

// The description names the cards in the picture and no others.
func TestOneModel(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		check := func(name string, p plan.Picture) {
			t.Helper()
			if strings.HasSuffix(p.Alt, "…") {
				t.Errorf("%s: the description is cut: %s", name, p.Alt)
			}
			if named, shown := cardsNamed(p.Alt, w), cardsOf(p); named != shown {
				t.Errorf("%s: the description names %s, the picture shows %s: %s", name, named, shown, p.Alt)
			}
		}
		for _, p := range rendertest.Gallery(t) {
			if p.Name != "long-names" {
				check(p.Name, planned(p.Content(), w))
			}
		}
		rendertest.EachPosition(t, 8, func(name string, d *engine.Deal) {
			check(name, planned(rendertest.SceneOf(d), w))
			for seat := range d.Waiting().All() {
				check(name, planned(rendertest.HandOf(d, seat), w))
			}
		})
	})
}

func cardsNamed(text string, w *words.Tongue) (named card.Set) {
	isWordPart := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for c := range card.Full.All() {
		name := describe.SpokenCard(c, w)
		for before, rest, ok := strings.Cut(text, name); ok; before, rest, ok = strings.Cut(rest, name) {
			last, _ := utf8.DecodeLastRuneInString(before)
			next, _ := utf8.DecodeRuneInString(rest)
			if !isWordPart(last) && !isWordPart(next) {
				named |= c.Bit()
			}
		}
	}
	return named
}

func cardsOf(p plan.Picture) card.Set {
	if p.Board != nil {
		p.Board = &plan.Board{Middle: p.Board.Middle, Foot: p.Board.Foot}
	}
	return cardsIn(reflect.ValueOf(p))
}

func cardsIn(v reflect.Value) (found card.Set) {
	if !v.CanInterface() {
		return 0
	}
	switch x := v.Interface().(type) {
	case card.Card:
		return x.Bit()
	case card.Set:
		return x
	case engine.Trick:
		return x.Set()
	case plan.Slot:
		if !x.Played {
			return 0
		}
	case plan.Pile:
		if !x.Open {
			return 0
		}
	case plan.Turned:
		if !x.Played {
			return cardsIn(reflect.ValueOf(x.Piles))
		}
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			found |= cardsIn(v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			found |= cardsIn(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			found = cardsIn(v.Elem())
		}
	default:
	}
	return found
}

func TestAltIsBounded(t *testing.T) {
	long := []string{strings.Repeat("Ж", 200), strings.Repeat("W", 200), strings.Repeat("Ä", 200)}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		most := 0
		check := func(p plan.Picture) {
			t.Helper()
			n := utf8.RuneCountInString(p.Alt)
			if n > plan.MaxAlt || n < 10 || !strings.HasSuffix(p.Alt, ".") && !strings.HasSuffix(p.Alt, "…") {
				t.Errorf("%d characters, want 10 to %d, with a full stop or … at the end: %s", n, plan.MaxAlt, p.Alt)
			}
			most = max(most, n)
		}
		for _, p := range rendertest.Gallery(t) {
			if p.Scene != nil {
				p.Scene.Names = long[:len(p.Scene.Names)]
			}
			if p.Curve != nil {
				p.Curve.Name = long[0]
			}
			check(planned(p.Content(), w))
		}
		rendertest.EachPosition(t, 5, func(_ string, d *engine.Deal) {
			scene := rendertest.SceneOf(d)
			scene.Names = long[:len(scene.Names)]
			for seat := range engine.Seat(len(scene.Names)) {
				check(planned(plan.TableAndHand{Scene: scene, Hand: rendertest.HandOf(d, seat)}, w))
			}
		})
		if most < plan.MaxAlt-100 {
			t.Errorf("the longest had %d characters: too short to prove anything", most)
		}
	})
}

// If two deals differ only in hidden cards, a viewer gets the same pictures and descriptions.
func TestNonInterference(t *testing.T) {
	w, random, compared := rendertest.Catalogue(t).In("de"), rand.New(rand.NewPCG(3, 4)), 0
	for range 4 * *rendertest.Times {
		r := rendertest.RandomRecord(t, random)
		seats := engine.Seat(rendertest.Replayed(t, r, 0).Game().Seats)
		for viewer := engine.Nobody; viewer < seats; viewer++ {
			hidden := card.Full &^ cardsSeenUntil(t, r, viewer, random.IntN(len(r.Actions)))
			if hidden.Len() < 2 {
				continue
			}
			pair := hidden.Nth(random.IntN(hidden.Len())).Bit()
			pair |= (hidden &^ pair).Nth(random.IntN(hidden.Len() - 1)).Bit()
			compared += compareSwapped(t, w, r, viewer, pair)
		}
	}
	if compared < 160**rendertest.Times {
		t.Errorf("only %d pictures were compared", compared)
	}
}

func cardsSeenUntil(t *testing.T, r engine.Record, viewer engine.Seat, n int) (seen card.Set) {
	t.Helper()
	for i := range n + 1 {
		seen |= cardsIn(reflect.ValueOf(rendertest.Replayed(t, r, i).View(viewer)))
	}
	return seen
}

// compareSwapped exchanges two cards that the viewer hasn't seen, and checks that the viewer's pictures stay the
// same. It returns the number of compared pictures.
func compareSwapped(t *testing.T, w *words.Tongue, r engine.Record, viewer engine.Seat, pair card.Set) (compared int) {
	t.Helper()
	swapped := r
	swapped.Deck = make([]card.Card, len(r.Deck))
	for i, c := range r.Deck {
		swapped.Deck[i] = swap(c.Bit(), pair).Lowest()
	}
	one, two := rendertest.Replayed(t, r, 0), rendertest.Replayed(t, swapped, 0)
	for n, m := range r.Actions {
		if (cardsIn(reflect.ValueOf(one.View(viewer)))|cardsIn(reflect.ValueOf(two.View(viewer))))&pair != 0 {
			return compared
		}
		others := picturesFor(w, two, viewer)
		for i, p := range picturesFor(w, one, viewer) {
			compared++
			if q := others[i]; !reflect.DeepEqual(p, q) {
				t.Fatalf("%s: after %d moves, seat %d sees that %s were exchanged:\n%s\n%s", r.Rules, n, viewer, pair, p.Alt, q.Alt)
			}
		}
		if _, err := one.Act(m.Seat, m.Action); err != nil {
			t.Fatal(err)
		}
		if m.Seat != viewer {
			m.Action.Cards = swap(m.Action.Cards, pair)
		}
		if _, err := two.Act(m.Seat, m.Action); err != nil {
			return compared // not legal with other cards
		}
	}
	return compared
}

func picturesFor(w *words.Tongue, d *engine.Deal, viewer engine.Seat) []plan.Picture {
	scene := rendertest.SceneOf(d)
	pictures := []plan.Picture{planned(scene, w)}
	if viewer != engine.Nobody {
		hand := rendertest.HandOf(d, viewer)
		pictures = append(pictures, planned(hand, w), planned(plan.TableAndHand{Scene: scene, Hand: hand}, w))
	}
	return pictures
}

func swap(cards, pair card.Set) card.Set {
	if (cards & pair).Len() == 1 {
		return cards ^ pair
	}
	return cards
}

func TestBesideHand(t *testing.T) {
	r := rendertest.Record(t, "bamberger")
	end := rendertest.Replayed(t, r, len(r.Actions)).PublicView()
	for _, c := range []struct {
		name    string
		actions int
		last    *engine.Result
		over    bool
		want    plan.Extent
	}{
		{"exchange", 0, nil, false, plan.NoTable},
		{"one has exchanged", 1, nil, false, plan.NoTable},
		{"exchange after a deal", 0, end.Result, false, plan.WholeTable},
		{"auction", 2, nil, false, plan.WholeTable},
		{"talon", 6, nil, false, plan.WholeTable},
		{"announcements", 13, nil, false, plan.WholeTable},
		{"trick", 20, nil, false, plan.Strip},
		{"trick taken", 21, nil, false, plan.Strip},
		{"end of the deal", len(r.Actions), nil, false, plan.WholeTable},
		{"end of the match", 20, end.Result, true, plan.WholeTable},
	} {
		s := rendertest.SceneOf(rendertest.Replayed(t, r, c.actions))
		s.Last, s.Score.Over = c.last, c.over
		if got := s.BesideHand(); got != c.want {
			t.Errorf("%s: got extent %d, want %d", c.name, got, c.want)
		}
	}
}

func TestExchangeShowsOnlyHand(t *testing.T) {
	w, d := rendertest.Catalogue(t).In("en"), rendertest.Replayed(t, rendertest.Record(t, "bamberger"), 0)
	hand := rendertest.HandOf(d, 0)
	got, want := planned(plan.TableAndHand{Scene: rendertest.SceneOf(d), Hand: hand}, w), planned(hand, w)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %s\nwant %s", got.Alt, want.Alt)
	}
}

// The caption names the tricks that the strip omits.
func TestStripAndWords(t *testing.T) {
	strips := 0
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		rendertest.EachPosition(t, 5, func(rules string, d *engine.Deal) {
			scene, v := rendertest.SceneOf(d), d.PublicView()
			if scene.BesideHand() != plan.Strip {
				return
			}
			strips++
			hand, board := planned(rendertest.HandOf(d, 0), w).Alt, planned(scene, w).Alt
			strip := strings.TrimPrefix(planned(plan.TableAndHand{Scene: scene, Hand: rendertest.HandOf(d, 0)}, w).Alt, hand+" ")
			sentences := strings.Split(strip, ". ")
			for _, sentence := range sentences {
				if !strings.Contains(board, strings.TrimSuffix(sentence, ".")) {
					t.Errorf("%s: the board's description lacks %q: %s", rules, sentence, board)
				}
			}
			last := w.Say("picture.last")
			if slices.ContainsFunc(sentences, func(s string) bool { return strings.HasPrefix(s, last) }) {
				t.Errorf("%s: the strip's description names the last trick: %s", rules, strip)
			}
			want := 0
			if len(v.Tricks) > 0 {
				want++
			}
			var turned engine.Seats
			for _, u := range v.Uncovered {
				turned |= u.Seat.Bit()
			}
			if got := describe.Caption(v, scene.Names, w); len(got) != want+turned.Len() {
				t.Errorf("%s: the caption beside the strip is %v, want %d lines", rules, got, want+turned.Len())
			}
		})
	})
	if strips < 100 {
		t.Errorf("only %d strips were checked", strips)
	}
}
