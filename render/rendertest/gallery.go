package rendertest

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/rating"
	"tarockbot/render/plan"
)

// Shown is a picture of the gallery.
type Shown struct {
	Name       string
	Scene      *plan.Scene // with Open, the scene in it
	Held       *plan.PlayerHand
	Curve      *plan.RatingHistory
	Open       *plan.OpenDeal
	Only       string // the only language; "" for all
	TwoColours bool
}

// Content returns the source of the picture.
func (s Shown) Content() plan.Content {
	switch {
	case s.Curve != nil:
		return *s.Curve
	case s.Open != nil:
		return *s.Open
	case s.Held == nil:
		return *s.Scene
	case s.Scene == nil:
		return *s.Held
	default:
		return plan.TableAndHand{Scene: *s.Scene, Hand: *s.Held}
	}
}

// People are the names of three players.
var People = []string{"Änni Müßig", "Jörg W.", "Carla"}

// These names are cut in most places.
const (
	LongWord = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenträ"
	LongName = "Константин Иннокентьевич Преображенский-Рождественский Старший"
)

// Gallery returns pictures of every phase and of rare cases.
func Gallery(t testing.TB) []Shown {
	t.Helper()
	return slices.Concat(curves(), Boards(t), hands(t), openDeals(t))
}

func openDeals(t testing.TB) []Shown {
	t.Helper()
	open := func(name, only string, r engine.Record, n int) Shown {
		o := opened(t, r, n)
		return Shown{Name: "open-" + name, Scene: &o.Scene, Open: &o, Only: only}
	}
	bamberger, strohmandeln, loew := Record(t, "bamberger"), Record(t, "strohmandeln-extended"), Record(t, "illustrated-loew")
	return []Shown{
		open("dealt", "en", bamberger, 0),
		open("auction", "de", bamberger, 3),
		open("talon", "de", bamberger, 6),
		open("trick", "", bamberger, 20),
		open("last", "en", bamberger, len(bamberger.Actions)-1),
		open("over", "de", bamberger, len(bamberger.Actions)),
		open("tops", "de", strohmandeln, 17),
		open("three", "", loew, 20),
		open("three-dealt", "de", loew, 0),
	}
}

func opened(t testing.TB, r engine.Record, n int) plan.OpenDeal {
	t.Helper()
	d := Replayed(t, r, n)
	seats := d.Game().Seats
	o := plan.OpenDeal{Scene: plan.Scene{Rules: d.Rules(), Deal: d.PublicView(), Names: People[:seats]}, Most: 16}
	if n == 0 {
		o.Rest = card.SetOf(r.Deck...)
	}
	for s := range engine.Seat(seats) {
		o.Hands = append(o.Hands, d.View(s).Hand.Cards)
		o.Rest &^= d.View(s).Hand.Cards
	}
	return o
}

func scored(d *engine.Deal) plan.Scene {
	s := SceneOf(d)
	s.Score.Totals = []int{12, -12, 7}[:d.Game().Seats]
	return s
}

// Boards returns pictures of tables.
func Boards(t testing.TB) []Shown {
	t.Helper()
	return slices.Concat(phaseBoards(t), rareBoards(t), boardsOfGames(t))
}

func board(name, only string, s plan.Scene, changes ...func(*plan.Scene)) Shown {
	for _, change := range changes {
		change(&s)
	}
	return Shown{Name: name, Scene: &s, Only: only}
}

func phaseBoards(t testing.TB) []Shown {
	t.Helper()
	bamberger, spieleversum := Record(t, "bamberger"), Record(t, "spieleversum")
	of := func(r engine.Record, n int) plan.Scene { return scored(Replayed(t, r, n)) }
	end := of(bamberger, len(bamberger.Actions))
	resigned := engine.Move{Seat: 0, Action: engine.Say(engine.Resign, 0)}
	pass := engine.Say(engine.Pass, 0)
	givenUp := of(WithMoves(bamberger, 24, resigned), 25).Deal
	score := engine.Score{Totals: []int{-62, 62}, Over: true, Winners: engine.Seat(1).Bit()}
	over := plan.Scene{Rules: end.Rules, Names: People[:2], Score: score}
	return []Shown{
		board("lobby", "", plan.Scene{Rules: end.Rules, Names: []string{"Änni Müßig", ""}}),
		board("exchange", "", of(bamberger, 1), func(s *plan.Scene) { s.Score.Totals = []int{0, 0} }),
		board("exchange-after-a-deal", "", of(spieleversum, 0), AfterDeal(end.Deal)),
		board("auction", "", of(bamberger, 2)),
		board("auction-bid", "", of(bamberger, 3)),
		board("before", "", of(bamberger, 5)),
		board("talon", "", of(bamberger, 6)),
		board("discard", "", of(bamberger, 7)),
		board("after", "", of(bamberger, 13)),
		board("first-trick", "", of(spieleversum, 18), func(s *plan.Scene) { s.Deal.RestShown = Cards(t, "XIV", "SK") }),
		board("trick", "", of(bamberger, 20)),
		board("trick-taken", "", of(bamberger, 21)),
		board("won", "", end),
		board("lost", "", of(spieleversum, len(spieleversum.Actions))),
		board("resigned", "", of(WithMoves(bamberger, 20, resigned), 21)),
		board("exchange-after-a-resignation", "en", of(bamberger, 1), AfterDeal(givenUp)),
		board("thrown-in", "", of(WithMoves(bamberger, 2, engine.Move{Seat: 1, Action: pass}, engine.Move{Seat: 0, Action: pass}), 4)),
		board("match-won", "", over, AfterDeal(end.Deal)),
		board("match-left", "", over, func(s *plan.Scene) {
			AfterDeal(givenUp)(s)
			s.Left = engine.Seat(0).Bit()
		}),
		board("match-drawn", "", over, func(s *plan.Scene) {
			s.Score.Totals, s.Score.Winners = []int{0, 0}, engine.Seat(0).Bit()|engine.Seat(1).Bit()
		}),
	}
}

func rareBoards(t testing.TB) []Shown {
	t.Helper()
	bamberger := Record(t, "bamberger")
	of := func(n int) plan.Scene { return scored(Replayed(t, bamberger, n)) }
	end := of(len(bamberger.Actions))
	return []Shown{
		board("points-hidden", "de", of(28), func(s *plan.Scene) { s.Deal.Thirds = nil }),
		board("packets-of-two", "de", of(7), func(s *plan.Scene) { s.Deal.Packet, s.Deal.Contract = 2, engine.Zweiblatt }),
		board("packets-of-one", "en", of(7), func(s *plan.Scene) {
			s.Deal.Packet, s.Deal.Taken, s.Deal.Contract = 1, 4, engine.Einblatt
		}),
		board("laid-openly", "de", of(13), func(s *plan.Scene) { s.Deal.DeclarerDiscards.Tarocks = Cards(t, "X", "VI") }),
		board("many-cards-openly", "en", of(2), func(s *plan.Scene) {
			s.Deal.Exchange = []engine.LaidDown{
				{N: 8, Tarocks: Cards(t, "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX")},
				{N: 8, Tarocks: Cards(t, "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII")}}
		}),
		board("all-announced", "de", of(20), func(s *plan.Scene) { s.Deal.Claims = ManyClaims() }),
		board("all-counted", "en", end, func(s *plan.Scene) { s.Deal.Result = ManyItems(*end.Deal.Result) }),
		board("long-names", "de", of(20), func(s *plan.Scene) { s.Names = []string{LongWord, LongName} }),
		board("strange-names", "en", of(20), func(s *plan.Scene) { s.Names = []string{"王小明 👩‍👩‍👧", "דוד W."} }),
	}
}

func boardsOfGames(t testing.TB) []Shown {
	t.Helper()
	of := func(r engine.Record, n int) plan.Scene { return scored(Replayed(t, r, n)) }
	strohmandeln, forty := Record(t, "strohmandeln-extended"), Record(t, "strohmandeln-forty")
	loew, sedlaczek, beck := Record(t, "illustrated-loew"), Record(t, "illustrated-mayr-sedlaczek"), Record(t, "illustrated-beck")
	bamberger, unterer := Record(t, "bamberger"), Record(t, "kosakeln-beck")
	colours := board("two-colours", "en", of(bamberger, 6))
	colours.TwoColours = true
	inSeries := func(s *plan.Scene) { s.Score.Totals = []int{31, 46} }
	return []Shown{
		board("undertaking", "de", of(strohmandeln, 1)),
		board("tops", "", of(strohmandeln, 17)),
		board("tops-forty", "en", of(forty, 3)),
		board("simple-won", "de", of(strohmandeln, len(strohmandeln.Actions))),
		board("duel", "de", of(loew, 5)),
		board("redealt", "de", of(loew, 0), func(s *plan.Scene) {
			shown := card.PlainSuits &^ card.Kings &^ Cards(t, "HQ", "DQ", "SQ", "CQ", "HC", "DC", "SC", "CC", "HV", "DV", "SV", "CV")
			end := engine.End{Reason: engine.Redealt, Seat: 1, Shown: shown}
			s.Last = &engine.Result{Declarer: engine.Nobody, Score: make([]int, 3), End: end}
		}),
		board("three-done", "en", of(loew, len(loew.Actions))),
		board("three-contra", "de", of(sedlaczek, 25)),
		board("trischaken", "de", of(beck, 13)),
		board("trischaken-done", "en", of(beck, len(beck.Actions))),
		board("unterer", "", of(unterer, 5), inSeries),
		board("unterer-contra", "de", of(unterer, 17), inSeries),
		board("unterer-done", "", of(unterer, len(unterer.Actions)), inSeries),
		board("three", "de", of(bamberger, 20), three),
		board("three-lit", "en", of(bamberger, 21), three),
		board("three-auction", "en", of(bamberger, 3), func(s *plan.Scene) {
			three(s)
			s.Deal.Tricks, s.Deal.Exchange, s.Deal.Exchanged = nil, nil, 0
			s.Deal.Dealer, s.Deal.Waiting = 1, engine.Seat(0).Bit()
			s.Deal.Calls = []engine.Move{
				{Seat: 2, Action: engine.Say(engine.Bid, engine.Dreiblatt)}, {Seat: 0, Action: engine.Say(engine.Pass, 0)},
				{Seat: 1, Action: engine.Say(engine.Bid, engine.Zweiblatt)}, {Seat: 2, Action: engine.Say(engine.Hold, 0)},
			}
		}),
		colours,
	}
}

// AfterDeal makes deal the scene's previous deal.
func AfterDeal(deal engine.PublicView) func(*plan.Scene) {
	return func(s *plan.Scene) {
		s.Last = deal.Result
		if n := len(deal.Tricks); n > 0 {
			s.LastTrick = deal.Tricks[n-1]
		}
	}
}

// WithMoves returns the record's first n actions, then more.
func WithMoves(r engine.Record, n int, more ...engine.Move) engine.Record {
	r.Actions = append(slices.Clip(r.Actions[:n]), more...)
	return r
}

// ManyClaims returns all possible announcements.
func ManyClaims() (claims []engine.Claim) {
	for i := engine.Pagat; i <= engine.Birds; i++ {
		claims = append(claims, engine.Claim{Bonus: i, Seat: engine.Seat(i % 3 / 2), Early: i%4 == 0, Doubled: int(i) % 5 / 3})
	}
	return claims
}

// ManyItems returns a result with the most items.
func ManyItems(r engine.Result) *engine.Result {
	r.Items = r.Items[:1:1]
	for i := engine.Pagat; i <= engine.Birds; i++ {
		r.Items = append(r.Items, engine.Item{Item: i, By: engine.Seat(i % 2), Won: i%3 > 0, Value: int(i) * (1 + int(i)%2),
			Breakdown: engine.Breakdown{Early: i%4 == 0, Doubled: int(i) % 2, Factor: 1 + int(i)%2, Base: int(i), Times: 1}})
	}
	return &r
}

func three(s *plan.Scene) {
	s.Names, s.Score.Totals = []string{"Anna", "Bert Bertelsmann", "Carla"}, []int{4, -6, 2}
	s.Deal.WonTricks, s.Deal.Thirds, s.Deal.HandSize = []int{0, 2, 3}, []int{0, 26, 40}, []int{11, 11, 11}
	if s.Deal.Trick.N > 0 {
		s.Deal.Trick = engine.Trick{Lead: 2, N: 2, Cards: [engine.MaxSeats]card.Card{card.Kings.Lowest(), card.Pagat}}
		s.Deal.Waiting = engine.Seat(1).Bit()
	}
	s.Deal.Tricks = []engine.Trick{{Lead: 1, N: 3, Cards: [engine.MaxSeats]card.Card{card.Mond, card.Skus, card.Uhu}}}
}

// barredBy returns the first hand with cards barred for the reason.
func barredBy(t testing.TB, r engine.Record, why engine.Name) plan.PlayerHand {
	t.Helper()
	for n := range len(r.Actions) {
		d := Replayed(t, r, n)
		for seat := range d.Waiting().All() {
			if h := HandOf(d, seat); h.Pick.Why == why && h.View.Hand.Cards != h.Pick.From {
				return h
			}
		}
	}
	t.Fatalf("no hand has barred cards: %s", why)
	return plan.PlayerHand{}
}

func held(name, only string, h plan.PlayerHand) Shown { return Shown{Name: name, Held: &h, Only: only} }

func hands(t testing.TB) []Shown {
	t.Helper()
	r := Record(t, "bamberger")
	of := func(n int, seat engine.Seat, chosen ...string) plan.PlayerHand {
		h := HandOf(Replayed(t, r, n), seat)
		h.Chosen = Cards(t, chosen...)
		return h
	}
	whole := of(7, 1)
	whole.View.Hand.Cards = Cards(t, "SKUS", "XXI", "XX", "XIX", "XVIII", "XVI", "XIII", "X", "VII", "IIII", "II", "I",
		"HK", "HQ", "H1", "SK", "SV", "S10", "DK", "D3", "CQ", "CC", "C9", "C7")
	whole.Pick = engine.Pick{Verb: engine.Discard, Min: 8, Max: 8, Why: engine.EnoughOthers,
		From: whole.View.Hand.Cards &^ (card.AllTarocks | card.Kings)}
	whole.View.Fresh, whole.Chosen = Cards(t, "IIII", "C9"), Cards(t, "H1", "C7", "CQ")
	tarocks := whole
	tarocks.View.Hand.Cards, tarocks.Pick, tarocks.Chosen = card.AllTarocks&^Cards(t, "III"), engine.Pick{}, 0
	empty := tarocks
	empty.View.Hand.Cards = 0
	colours := held("hand-two-colours", "en", of(3, 0))
	colours.TwoColours = true
	return append([]Shown{
		held("hand-exchange", "", of(0, 1, "XVII", "XVI", "D3")),
		held("hand-fresh", "", of(3, 0)),
		held("hand-discard", "", of(7, 1, "D4", "S8")),
		held("hand-follow", "", of(20, 0)),
		held("hand-lead", "de", of(25, 1)),
		held("hand-8", "en", of(31, 1)),
		held("hand-last", "de", of(46, 0)),
		held("hand-beat", "en", barredBy(t, Record(t, "illustrated-beck"), "must-beat")),
		held("hand-tops", "de", HandOf(Replayed(t, Record(t, "strohmandeln-extended"), 17), 0)),
		held("hand-24", "de", whole),
		held("hand-of-tarocks", "en", tarocks),
		held("hand-empty", "de", empty),
		colours,
	}, handsAtTables(t)...)
}

func handsAtTables(t testing.TB) []Shown {
	t.Helper()
	beside := func(name, only string, r engine.Record, n int, seat engine.Seat, changes ...func(*plan.Scene)) Shown {
		d := Replayed(t, r, n)
		h, s := HandOf(d, seat), board(name, only, scored(d), changes...)
		s.Held = &h
		return s
	}
	owned := func(owner string, s Shown) Shown {
		s.Held.Owner = owner
		return s
	}
	r := Record(t, "bamberger")
	longNames := func(s *plan.Scene) { s.Names = []string{LongWord, LongName} }
	return []Shown{
		beside("seat-auction", "en", r, 3, 0),
		beside("seat", "", r, 20, 0),
		beside("seat-trick-taken", "en", r, 21, 1, func(s *plan.Scene) { s.Deal.Thirds = nil }),
		beside("seat-all-announced", "de", r, 20, 0, longNames, func(s *plan.Scene) { s.Deal.Claims = ManyClaims() }),
		beside("seat-three", "de", Record(t, "illustrated-beck"), 13, 0),
		beside("seat-three-contra", "en", Record(t, "illustrated-mayr-sedlaczek"), 25, 1),
		beside("seat-tops", "de", Record(t, "strohmandeln-extended"), 17, 0),
		beside("seat-tops-forty", "en", Record(t, "strohmandeln-forty"), 3, 1),
		owned(People[0], beside("seat-of-another", "", r, 20, 0)),
		owned(LongName, beside("seat-of-long-name", "de", r, 20, 1, longNames)),
	}
}

func curves() []Shown {
	curve := func(name, only string, c plan.RatingHistory) Shown {
		c.Name, c.Game = cmp.Or(c.Name, People[0]), "kosakeln"
		return Shown{Name: name, Curve: &c, Only: only}
	}
	long, away := Rated(212, 0), Rated(60, 40)
	return []Shown{
		curve("rating", "", plan.RatingHistory{Rated: long[162:], Matches: 212}),
		curve("rating-better-before", "en", plan.RatingHistory{Rated: long[170:], Matches: 212, Best: 1834}),
		curve("rating-first", "", plan.RatingHistory{Rated: long[:24]}),
		curve("rating-first-placed", "de", plan.RatingHistory{Rated: long[:14]}),
		curve("rating-provisional", "de", plan.RatingHistory{Rated: long[:5]}),
		curve("rating-one", "en", plan.RatingHistory{Rated: long[:1]}),
		curve("rating-none", "", plan.RatingHistory{}),
		curve("rating-away", "en", plan.RatingHistory{Rated: away}),
		curve("rating-long-name", "de", plan.RatingHistory{Name: LongName, Rated: long[:60]}),
		curve("rating-strange-name", "en", plan.RatingHistory{Name: "王小明", Rated: long[30:52], Matches: 52}),
	}
}

// Rated returns n ratings with long winning runs, and two years' absence after away matches, unless 0.
func Rated(n, away int) (all []plan.Rated) {
	r := rating.New()
	for i := range n {
		if i > 0 && i == away {
			r = r.Idle(730)
		}
		other := rating.Rating{Points: 1_500_000 + i*1500, Deviation: 65_000, Volatility: 60_000_000}
		outcome := rating.Loss
		if (i*i/7+i/3)%5 < 3 {
			outcome = rating.Win
		}
		r = r.After([]rating.Result{{Against: other, Outcome: outcome}})
		all = append(all, plan.Rated{
			Rating: r.Shown(), Deviation: r.ShownDeviation(), Provisional: r.Provisional(),
			Day: fmt.Sprintf("%d.%d.%d", i%28+1, i/28%12+1, 2026+i/336),
		})
	}
	return all
}
