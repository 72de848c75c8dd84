package render_test

import (
	"fmt"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/rating"
	"tarockbot/render/plan"
)

// shown is a picture of the gallery: a board, a hand, both, or a rating.
type shown struct {
	name  string
	scene *plan.Scene
	held  *plan.PlayerHand
	curve *plan.RatingHistory
	open  *plan.OpenDeal // shown in place of the scene
	only  string         // the only language; "" for all
	two   bool           // a deck of two colours
	more  bool           // only in larger tests
}

// The names of three and of two players.
var (
	people = []string{"Änni Müßig", "Jörg W.", "Carla"}
	couple = people[:2:2]
)

// gallery returns pictures of every phase and of rare cases.
func gallery(t testing.TB) []shown {
	t.Helper()
	all := slices.Concat(curves(), boards(t), hands(t), openDeals(t))
	for i := range all {
		all[i].more = i%2 > 0
	}
	return all
}

// openDeals returns pictures of deals with all hands open.
func openDeals(t testing.TB) (all []shown) {
	t.Helper()
	add := func(name, only string, r engine.Record, n int) {
		o := opened(t, r, n)
		all = append(all, shown{name: "open-" + name, scene: &o.Scene, open: &o, only: only})
	}
	bamberger, strohmandeln, loew := record(t, "bamberger"), record(t, "strohmandeln-extended"), record(t, "illustrated-loew")
	add("dealt", "en", bamberger, 0)
	add("auction", "de", bamberger, 3)
	add("talon", "de", bamberger, 6)
	add("trick", "", bamberger, 20)
	add("last", "en", bamberger, len(bamberger.Actions)-1)
	add("over", "de", bamberger, len(bamberger.Actions))
	add("tops", "de", strohmandeln, 17)
	add("three", "", loew, 20)
	add("three-dealt", "de", loew, 0)
	return all
}

// opened returns the deal after n actions with all hands open.
func opened(t testing.TB, r engine.Record, n int) plan.OpenDeal {
	t.Helper()
	d := after(t, r, n)
	seats := d.Game().Seats
	o := plan.OpenDeal{Scene: plan.Scene{Rules: d.Rules(), Deal: d.PublicView(), Names: people[:seats]}, Most: 16}
	if n == 0 {
		o.Rest = card.SetOf(r.Deck...)
	}
	for s := range engine.Seat(seats) {
		o.Hands = append(o.Hands, d.View(s).Hand.Cards)
		o.Rest &^= d.View(s).Hand.Cards
	}
	return o
}

// scored returns the scene of the deal in a match that has begun.
func scored(d *engine.Deal) plan.Scene {
	s := sceneOf(d)
	s.Score.Totals = []int{12, -12, 7}[:d.Game().Seats]
	return s
}

// boards returns pictures of tables.
func boards(t testing.TB) (all []shown) {
	t.Helper()
	add := func(name, only string, s plan.Scene, change func(*plan.Scene)) {
		if change != nil {
			change(&s)
		}
		all = append(all, shown{name: name, scene: &s, only: only})
	}
	bamberger, spieleversum := record(t, "bamberger"), record(t, "spieleversum")
	of := func(r engine.Record, n int) plan.Scene {
		return scored(after(t, r, n))
	}
	end := of(bamberger, len(bamberger.Actions))

	add("lobby", "", plan.Scene{Rules: end.Rules, Names: []string{"Änni Müßig", ""}}, nil)
	add("exchange", "", of(bamberger, 1), func(s *plan.Scene) { s.Score.Totals = []int{0, 0} })
	add("exchange-after-a-deal", "", of(spieleversum, 0), last(end.Deal))
	add("auction", "", of(bamberger, 2), nil)
	add("auction-bid", "", of(bamberger, 3), nil)
	add("before", "", of(bamberger, 5), nil)
	add("talon", "", of(bamberger, 6), nil)
	add("discard", "", of(bamberger, 7), nil)
	add("after", "", of(bamberger, 13), nil)
	add("first-trick", "", of(spieleversum, 18), func(s *plan.Scene) { s.Deal.RestShown = cards(t, "XIV", "SK") })
	add("trick", "", of(bamberger, 20), nil)
	add("trick-taken", "", of(bamberger, 21), nil)
	add("won", "", end, nil)
	add("lost", "", of(spieleversum, len(spieleversum.Actions)), nil)
	resigned := engine.Move{Seat: 0, Action: engine.Say(engine.Resign, 0)}
	add("resigned", "", of(with(bamberger, 20, resigned), 21), nil)
	pass := engine.Say(engine.Pass, 0)
	givenUp := of(with(bamberger, 24, resigned), 25).Deal
	add("exchange-after-a-resignation", "en", of(bamberger, 1), last(givenUp))
	add("thrown-in", "", of(with(bamberger, 2, engine.Move{Seat: 1, Action: pass}, engine.Move{Seat: 0, Action: pass}), 4), nil)
	over := plan.Scene{Rules: end.Rules, Names: couple, Score: engine.Score{Totals: []int{-62, 62}, Over: true, Winners: 2}}
	add("match-won", "", over, last(end.Deal))
	add("match-left", "", over, func(s *plan.Scene) {
		last(givenUp)(s)
		s.Left = 1
	})
	add("match-drawn", "", over, func(s *plan.Scene) { s.Score.Totals, s.Score.Winners = []int{0, 0}, 3 })

	add("points-hidden", "de", of(bamberger, 28), func(s *plan.Scene) { s.Deal.Thirds = nil })
	add("packets-of-two", "de", of(bamberger, 7), func(s *plan.Scene) { s.Deal.Packet, s.Deal.Contract = 2, engine.Zweiblatt })
	add("packets-of-one", "en", of(bamberger, 7), func(s *plan.Scene) { s.Deal.Packet, s.Deal.Taken, s.Deal.Contract = 1, 4, engine.Einblatt })
	add("laid-openly", "de", of(bamberger, 13), func(s *plan.Scene) { s.Deal.DeclarerDiscards.Tarocks = cards(t, "X", "VI") })
	add("many-cards-openly", "en", of(bamberger, 2), func(s *plan.Scene) {
		s.Deal.Exchange = []engine.LaidDown{
			{N: 8, Tarocks: cards(t, "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX")},
			{N: 8, Tarocks: cards(t, "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII")}}
	})
	add("all-announced", "de", of(bamberger, 20), func(s *plan.Scene) { s.Deal.Claims = manyClaims() })
	add("all-counted", "en", end, func(s *plan.Scene) { s.Deal.Result = manyItems(*end.Deal.Result) })
	add("long-names", "de", of(bamberger, 20), func(s *plan.Scene) { s.Names = []string{longWord, longName} })
	add("strange-names", "en", of(bamberger, 20), func(s *plan.Scene) { s.Names = []string{"王小明 👩‍👩‍👧", "דוד W."} })
	strohmandeln, forty := record(t, "strohmandeln-extended"), record(t, "strohmandeln-forty")
	add("undertaking", "de", of(strohmandeln, 1), nil)
	add("tops", "", of(strohmandeln, 17), nil)
	add("tops-forty", "en", of(forty, 3), nil)
	add("simple-won", "de", of(strohmandeln, len(strohmandeln.Actions)), nil)
	loew, sedlaczek, beck := record(t, "illustrated-loew"), record(t, "illustrated-mayr-sedlaczek"), record(t, "illustrated-beck")
	add("duel", "de", of(loew, 5), nil)
	add("redealt", "de", of(loew, 0), func(s *plan.Scene) {
		shown := card.PlainSuits &^ card.Kings &^ cards(t, "HQ", "DQ", "SQ", "CQ", "HC", "DC", "SC", "CC", "HV", "DV", "SV", "CV")
		s.Last = &engine.Result{Declarer: engine.Nobody, Score: make([]int, 3), End: engine.End{Reason: engine.Redealt, Seat: 1, Shown: shown}}
	})
	add("three-done", "en", of(loew, len(loew.Actions)), nil)
	add("three-contra", "de", of(sedlaczek, 25), nil)
	add("trischaken", "de", of(beck, 13), nil)
	add("trischaken-done", "en", of(beck, len(beck.Actions)), nil)
	unterer := record(t, "kosakeln-beck")
	inSeries := func(s *plan.Scene) { s.Score.Totals = []int{31, 46} }
	add("unterer", "", of(unterer, 5), inSeries)
	add("unterer-contra", "de", of(unterer, 17), inSeries)
	add("unterer-done", "", of(unterer, len(unterer.Actions)), inSeries)
	add("three", "de", of(bamberger, 20), three)
	add("three-lit", "en", of(bamberger, 21), three)
	add("three-auction", "en", of(bamberger, 3), func(s *plan.Scene) {
		three(s)
		s.Deal.Tricks, s.Deal.Exchange, s.Deal.Exchanged, s.Deal.Dealer, s.Deal.Waiting = nil, nil, 0, 1, 1
		s.Deal.Calls = []engine.Move{{Seat: 2, Action: engine.Say(engine.Bid, engine.Dreiblatt)}, {Seat: 0, Action: engine.Say(engine.Pass, 0)},
			{Seat: 1, Action: engine.Say(engine.Bid, engine.Zweiblatt)}, {Seat: 2, Action: engine.Say(engine.Hold, 0)}}
	})
	add("two-colours", "en", of(bamberger, 6), nil)
	all[len(all)-1].two = true
	return all
}

// last changes a scene: the deal has just ended.
func last(deal engine.PublicView) func(*plan.Scene) {
	return func(s *plan.Scene) {
		s.Last = deal.Result
		if n := len(deal.Tricks); n > 0 {
			s.LastTrick = deal.Tricks[n-1]
		}
	}
}

const (
	longWord = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenträ" // 60 characters and one
	longName = "Константин Иннокентьевич Преображенский-Рождественский Старший"
)

// with returns the record's first n actions, then more.
func with(r engine.Record, n int, more ...engine.Move) engine.Record {
	r.Actions = append(slices.Clip(r.Actions[:n]), more...)
	return r
}

// manyClaims returns all possible announcements.
func manyClaims() (claims []engine.Claim) {
	for i := engine.Pagat; i <= engine.Birds; i++ {
		claims = append(claims, engine.Claim{Bonus: i, Seat: engine.Seat(i % 3 / 2), Early: i%4 == 0, Doubled: int(i) % 5 / 3})
	}
	return claims
}

// manyItems returns a result with the most items.
func manyItems(r engine.Result) *engine.Result {
	r.Items = r.Items[:1:1]
	for i := engine.Pagat; i <= engine.Birds; i++ {
		r.Items = append(r.Items, engine.Item{Item: i, By: engine.Seat(i % 2), Won: i%3 > 0, Value: int(i) * (1 + int(i)%2),
			Breakdown: engine.Breakdown{Early: i%4 == 0, Doubled: int(i) % 2, Factor: 1 + int(i)%2, Base: int(i), Times: 1}})
	}
	return &r
}

// three adds a third seat, which leads.
func three(s *plan.Scene) {
	s.Names, s.Score.Totals = []string{"Anna", "Bert Bertelsmann", "Carla"}, []int{4, -6, 2}
	s.Deal.WonTricks, s.Deal.Thirds, s.Deal.HandSize = []int{0, 2, 3}, []int{0, 26, 40}, []int{11, 11, 11}
	if s.Deal.Trick.N > 0 {
		s.Deal.Trick = engine.Trick{Lead: 2, N: 2, Cards: [engine.MaxSeats]card.Card{card.Kings.Lowest(), card.Pagat}}
		s.Deal.Waiting = 2
	}
	s.Deal.Tricks = []engine.Trick{{Lead: 1, N: 3, Cards: [engine.MaxSeats]card.Card{card.Mond, card.Skus, card.Uhu}}}
}

// barredBy returns the deal's first hand with cards barred for the reason.
func barredBy(t testing.TB, r engine.Record, why engine.Name) plan.PlayerHand {
	t.Helper()
	for n := range len(r.Actions) {
		d := after(t, r, n)
		for seat := range d.Waiting().All() {
			if h := heldBy(d, seat); h.Pick.Why == why && h.View.Hand.Cards != h.Pick.From {
				return h
			}
		}
	}
	t.Fatalf("nothing is kept out: %s", why)
	return plan.PlayerHand{}
}

// hands returns pictures of hands.
func hands(t testing.TB) (all []shown) {
	t.Helper()
	add := func(name, only string, h plan.PlayerHand) { all = append(all, shown{name: name, held: &h, only: only}) }
	r := record(t, "bamberger")
	of := func(n int, seat engine.Seat, chosen ...string) plan.PlayerHand {
		h := heldBy(after(t, r, n), seat)
		h.Chosen = cards(t, chosen...)
		return h
	}
	add("hand-exchange", "", of(0, 1, "XVII", "XVI", "D3"))
	add("hand-fresh", "", of(3, 0))
	add("hand-discard", "", of(7, 1, "D4", "S8"))
	add("hand-follow", "", of(20, 0))
	add("hand-lead", "de", of(25, 1))
	add("hand-8", "en", of(31, 1))
	add("hand-last", "de", of(46, 0))
	add("hand-beat", "en", barredBy(t, record(t, "illustrated-beck"), "must-beat"))
	add("hand-tops", "de", heldBy(after(t, record(t, "strohmandeln-extended"), 17), 0))
	whole := of(7, 1)
	whole.View.Hand.Cards = cards(t, "SKUS", "XXI", "XX", "XIX", "XVIII", "XVI", "XIII", "X", "VII", "IIII", "II", "I",
		"HK", "HQ", "H1", "SK", "SV", "S10", "DK", "D3", "CQ", "CC", "C9", "C7")
	whole.Pick = engine.Pick{Verb: engine.Discard, Min: 8, Max: 8, Why: engine.EnoughOthers,
		From: whole.View.Hand.Cards &^ (card.AllTarocks | card.Kings)}
	whole.View.Fresh, whole.Chosen = cards(t, "IIII", "C9"), cards(t, "H1", "C7", "CQ")
	add("hand-24", "de", whole)
	whole.View.Hand.Cards, whole.Pick, whole.Chosen = card.AllTarocks&^cards(t, "III"), engine.Pick{}, 0
	add("hand-of-tarocks", "en", whole)
	whole.View.Hand.Cards = 0
	add("hand-empty", "de", whole)
	add("hand-two-colours", "en", of(3, 0))
	all[len(all)-1].two = true

	return append(all, seats(t)...)
}

// seats returns pictures of a hand with its part of the table.
func seats(t testing.TB) (all []shown) {
	t.Helper()
	add := func(name, only string, r engine.Record, n int, seat engine.Seat, change func(*plan.Scene)) {
		d := after(t, r, n)
		table, held := scored(d), heldBy(d, seat)
		if change != nil {
			change(&table)
		}
		all = append(all, shown{name: name, scene: &table, held: &held, only: only})
	}
	r := record(t, "bamberger")
	add("seat-auction", "en", r, 3, 0, nil)
	add("seat", "", r, 20, 0, nil)
	add("seat-trick-taken", "en", r, 21, 1, func(s *plan.Scene) { s.Deal.Thirds = nil })
	add("seat-all-announced", "de", r, 20, 0, func(s *plan.Scene) {
		s.Names = []string{longWord, longName}
		s.Deal.Claims = manyClaims()
	})
	add("seat-three", "de", record(t, "illustrated-beck"), 13, 0, nil)
	add("seat-three-contra", "en", record(t, "illustrated-mayr-sedlaczek"), 25, 1, nil)
	add("seat-tops", "de", record(t, "strohmandeln-extended"), 17, 0, nil)
	add("seat-tops-forty", "en", record(t, "strohmandeln-forty"), 3, 1, nil)
	add("seat-of-another", "", r, 20, 0, nil)
	all[len(all)-1].held.Owner = all[len(all)-1].scene.Names[0]
	add("seat-of-long-name", "de", r, 20, 1, func(s *plan.Scene) { s.Names = []string{longWord, longName} })
	all[len(all)-1].held.Owner = longName
	return all
}

// curves returns pictures of ratings.
func curves() (all []shown) {
	add := func(name, only string, c plan.RatingHistory) {
		if c.Name == "" {
			c.Name = people[0]
		}
		c.Game = "kosakeln"
		all = append(all, shown{name: name, curve: &c, only: only})
	}
	long, away := rated(212, 0), rated(60, 40)
	add("rating", "", plan.RatingHistory{Rated: long[162:], Matches: 212})
	add("rating-better-before", "en", plan.RatingHistory{Rated: long[170:], Matches: 212, Best: 1834})
	add("rating-first", "", plan.RatingHistory{Rated: long[:24]})
	add("rating-first-placed", "de", plan.RatingHistory{Rated: long[:14]})
	add("rating-provisional", "de", plan.RatingHistory{Rated: long[:5]})
	add("rating-one", "en", plan.RatingHistory{Rated: long[:1]})
	add("rating-none", "", plan.RatingHistory{})
	add("rating-away", "en", plan.RatingHistory{Rated: away})
	add("rating-long-name", "de", plan.RatingHistory{Name: longName, Rated: long[:60]})
	add("rating-strange-name", "en", plan.RatingHistory{Name: "王小明", Rated: long[30:52], Matches: 52})
	return all
}

// rated returns ratings with long winning runs, and two years away after some of the matches; 0 for never.
func rated(n, away int) (all []plan.Rated) {
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
