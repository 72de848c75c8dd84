package render_test

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/rendertest"
	"tarockbot/render/words"
)

// TestContrast checks that every text is readable on every ground (WCAG 2, AA), also in the palette.
func TestContrast(t *testing.T) {
	for i, w := range render.Inks() {
		if len(w.Grounds) == 0 {
			t.Errorf("ink %d is written on nothing", i)
		}
		for _, ground := range w.Grounds {
			ink := w.Ink.Over(ground)
			if got := rendertest.Contrast(ink, ground); got < 4.5 {
				t.Errorf("ink %d, %v, on %v: contrast %.2f, want at least 4.5", i, w.Ink, ground, got)
			}
			if got := rendertest.Contrast(render.Nearest(ink), render.Nearest(ground)); got < 4.5 {
				t.Errorf("ink %d, %v, on %v: contrast %.2f in fixed colours, want at least 4.5", i, w.Ink, ground, got)
			}
		}
	}
}

// TestPictureNames checks that every name leaves something to draw.
func TestPictureNames(t *testing.T) {
	tests := []struct{ name, raw, want string }{ // want "" means the seat number
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
		{"no text", "\xff\xfe", ""},
	}
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		second := map[string]string{"de": "Spieler 2", "en": "Player 2"}[w.Tag()]
		for _, tt := range tests {
			scene := boards(t)[1].scene
			scene.Names = []string{"Anna", tt.raw}
			want := tt.want
			if want == "" {
				want = second
			}
			p := s.Picture(*scene, w, false)
			if got := p.Names()[1]; got != want {
				t.Errorf("%s: %q is shown as %q, want %q", tt.name, tt.raw, got, want)
			}
			if told := strings.Join(strings.Fields(tt.raw), " "); len(told) < 60 && utf8.ValidString(told) && !strings.Contains(p.Alt, told) {
				t.Errorf("%s: %q is not called by the full name: %s", tt.name, tt.raw, p.Alt)
			}
		}
	})
}

// TestOneModel checks that the text names the cards in the picture and no other.
func TestOneModel(t *testing.T) {
	s := studio(t)
	inEach(t, func(t *testing.T, w *words.Tongue) {
		check := func(name string, p *render.Picture) {
			t.Helper()
			if strings.HasSuffix(p.Alt, "…") {
				t.Errorf("%s: not all could be said: %s", name, p.Alt)
			}
			if said, shown := cardsSaid(p.Alt, w), p.Cards(); said != shown {
				t.Errorf("%s: said are %s, shown %s: %s", name, said, shown, p.Alt)
			}
		}
		for _, p := range gallery(t) {
			if p.name != "long-names" {
				check(p.name, p.picture(s, w))
			}
		}
		play(t, 8, func(name string, d *engine.Deal) {
			check(name, s.Picture(sceneOf(d), w, false))
			for seat := range d.Waiting().All() {
				check(name, s.Picture(heldBy(d, seat), w, false))
			}
		})
	})
}

// cardsSaid returns the cards that a text names.
func cardsSaid(text string, w *words.Tongue) (said card.Set) {
	part := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for c := range card.Full.All() {
		for before, rest, ok := strings.Cut(text, describe.Spoken(c, w)); ok; before, rest, ok = strings.Cut(rest, describe.Spoken(c, w)) {
			last, _ := utf8.DecodeLastRuneInString(before)
			next, _ := utf8.DecodeRuneInString(rest)
			if !part(last) && !part(next) {
				said |= c.Bit()
			}
		}
	}
	return said
}

func sceneOf(d *engine.Deal) plan.Scene {
	seats := d.Game().Seats
	return plan.Scene{Rules: d.Rules(), Deal: d.PublicView(), Names: people[:seats], Score: engine.Score{Totals: make([]int, seats)}}
}

func heldBy(d *engine.Deal, seat engine.Seat) plan.PlayerHand {
	return plan.PlayerHand{View: d.View(seat), Pick: d.Prompt(seat).Pick}
}

// play plays random deals of all games and rule sets, and shows each position.
func play(t *testing.T, deals int, show func(name string, d *engine.Deal)) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range deals * *times {
		r := randomRecord(t, random)
		for n := range len(r.Actions) + 1 {
			if n < 25 || random.IntN(4) == 0 {
				show(r.Rules, after(t, r, n))
			}
		}
	}
}

// randomRecord returns a finished random deal.
func randomRecord(t *testing.T, random *rand.Rand) engine.Record {
	t.Helper()
	all := games.All()
	g := all[random.IntN(len(all))]
	return randomRecordOf(t, random, g, g.Rules[random.IntN(len(g.Rules))])
}

// randomRecordOf returns a finished random deal by the rule set.
func randomRecordOf(t *testing.T, random *rand.Rand, g engine.Game, rules engine.RuleSet) engine.Record {
	t.Helper()
	options := make(engine.Options)
	for _, o := range rules.Options {
		options[o.ID] = o.Values[random.IntN(len(o.Values))]
	}
	deck := rules.Cards().Cards()
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	d, err := engine.NewDeal(g, rules.ID, options, engine.Cards{Deck: deck, Dealer: engine.Seat(random.IntN(g.Seats))})
	if err != nil {
		t.Fatal(err)
	}
	for d.Result() == nil {
		seats := slices.Collect(d.Waiting().All())
		seat := seats[random.IntN(len(seats))]
		if _, err := d.Act(seat, choose(random, d.Prompt(seat))); err != nil {
			t.Fatal(err)
		}
	}
	r := d.Record()
	r.Actions = d.Moves() // including automatic ones
	return r
}

// choose returns a random action that the prompt offers, seldom one that ends the bidding.
func choose(random *rand.Rand, p engine.Prompt) engine.Action {
	if p.Pick.Verb == 0 || len(p.Choices) > 0 && random.IntN(3) == 0 {
		return p.Choices[random.IntN(len(p.Choices))]
	}
	chosen := p.Pick.Must
	for chosen.Len() < p.Pick.Min || chosen.Len() < p.Pick.Max && random.IntN(2) == 0 {
		rest := p.Pick.From &^ chosen
		chosen |= rest.Nth(random.IntN(rest.Len())).Bit()
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

// TestAltIsBounded checks that descriptions stay within MaxAlt, even for long names.
func TestAltIsBounded(t *testing.T) {
	s := studio(t)
	long := []string{strings.Repeat("Ж", 200), strings.Repeat("W", 200), strings.Repeat("Ä", 200)}
	inEach(t, func(t *testing.T, w *words.Tongue) {
		most := 0
		check := func(p *render.Picture) {
			t.Helper()
			n := utf8.RuneCountInString(p.Alt)
			if n > plan.MaxAlt || n < 10 || !strings.HasSuffix(p.Alt, ".") && !strings.HasSuffix(p.Alt, "…") {
				t.Errorf("%d characters, want at most %d and an end: %s", n, plan.MaxAlt, p.Alt)
			}
			most = max(most, n)
		}
		for _, p := range gallery(t) {
			if p.scene != nil {
				p.scene.Names = long[:len(p.scene.Names)]
			}
			if p.curve != nil {
				p.curve.Name = long[0]
			}
			check(p.picture(s, w))
		}
		play(t, 5, func(_ string, d *engine.Deal) {
			scene := sceneOf(d)
			scene.Names = long[:len(scene.Names)]
			for seat := range engine.Seat(len(scene.Names)) {
				check(s.Picture(plan.TableAndHand{Scene: scene, Hand: heldBy(d, seat)}, w, false))
			}
		})
		if most < plan.MaxAlt-100 {
			t.Errorf("the longest had %d characters: too short to prove anything", most)
		}
	})
}

// TestNonInterference checks that two deals that differ only in hidden cards look the same to a viewer,
// byte for byte, and read the same.
func TestNonInterference(t *testing.T) {
	p := twoStudios{one: ownStudio(t), two: ownStudio(t), words: catalogue(t).In("de")}
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 4 * *times {
		r := randomRecord(t, random)
		seats := engine.Seat(after(t, r, 0).Game().Seats)
		for viewer := engine.Nobody; viewer < seats; viewer++ {
			at := random.IntN(len(r.Actions))
			hidden := card.Full &^ seenUntil(t, r, viewer, at)
			if hidden.Len() < 2 {
				continue
			}
			pair := hidden.Nth(random.IntN(hidden.Len())).Bit()
			pair |= (hidden &^ pair).Nth(random.IntN(hidden.Len() - 1)).Bit()
			drawn := -1
			if i < *times {
				drawn = at
			}
			p.compare(t, r, viewer, pair, drawn)
		}
	}
	if p.compared < 160**times || p.drawn < 3**times {
		t.Errorf("only %d pictures were compared and %d drawn", p.compared, p.drawn)
	}
}

// seenUntil returns the cards that the viewer has seen after n moves.
func seenUntil(t *testing.T, r engine.Record, viewer engine.Seat, n int) (seen card.Set) {
	t.Helper()
	d := after(t, r, 0)
	for _, m := range r.Actions[:n] {
		seen |= render.CardsIn(d.View(viewer))
		act(t, d, m)
	}
	return seen | render.CardsIn(d.View(viewer))
}

func act(t *testing.T, d *engine.Deal, m engine.Move) {
	t.Helper()
	if _, err := d.Act(m.Seat, m.Action); err != nil {
		t.Fatal(err)
	}
}

// twoStudios draws two deals with separate caches.
type twoStudios struct {
	one, two        *render.Studio
	words           *words.Tongue
	compared, drawn int
}

// compare plays the record as it is and with two cards exchanged, while the viewer sees neither. It draws
// the pictures after the given number of moves.
func (s *twoStudios) compare(t *testing.T, r engine.Record, viewer engine.Seat, pair card.Set, drawn int) {
	t.Helper()
	swapped := r
	swapped.Deck = make([]card.Card, len(r.Deck))
	for i, c := range r.Deck {
		swapped.Deck[i] = swap(c.Bit(), pair).Lowest()
	}
	one, two := after(t, r, 0), after(t, swapped, 0)
	for n, m := range r.Actions {
		if (render.CardsIn(one.View(viewer))|render.CardsIn(two.View(viewer)))&pair != 0 {
			return
		}
		others := seenBy(s.two, s.words, two, viewer)
		for i, p := range seenBy(s.one, s.words, one, viewer) {
			s.compared++
			if q := others[i]; p.Key != q.Key || p.Alt != q.Alt {
				t.Fatalf("%s: seat %d notices after %d moves that %s were exchanged:\n%s\n%s", r.Rules, viewer, n, pair, p.Alt, q.Alt)
			}
			if n == drawn {
				s.drawn++
				if !bytes.Equal(draws(t, p), draws(t, others[i])) {
					t.Fatalf("%s: seat %d sees after %d moves that %s were exchanged", r.Rules, viewer, n, pair)
				}
			}
		}
		act(t, one, m)
		if m.Seat != viewer {
			m.Action.Cards = swap(m.Action.Cards, pair)
		}
		if _, err := two.Act(m.Seat, m.Action); err != nil {
			return // not legal with other cards
		}
	}
}

// seenBy returns the pictures that a viewer gets.
func seenBy(s *render.Studio, w *words.Tongue, d *engine.Deal, viewer engine.Seat) []*render.Picture {
	pictures := []*render.Picture{s.Picture(sceneOf(d), w, false)}
	if viewer != engine.Nobody {
		pictures = append(pictures, s.Picture(heldBy(d, viewer), w, false), s.Picture(plan.TableAndHand{Scene: sceneOf(d), Hand: heldBy(d, viewer)}, w, false))
	}
	return pictures
}

// swap exchanges the two cards.
func swap(cards, pair card.Set) card.Set {
	if (cards & pair).Len() == 1 {
		return cards ^ pair
	}
	return cards
}
