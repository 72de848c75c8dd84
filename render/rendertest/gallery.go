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

// GalleryPicture is a picture of the gallery.
type GalleryPicture struct {
	Name       string
	Scene      *plan.Scene // for an open deal, Open's own scene
	Held       *plan.PlayerHand
	Curve      *plan.RatingHistory
	Open       *plan.OpenDeal
	Only       string // the only language; "" for all
	TwoColours bool
}

// Content returns the source of the picture.
func (s GalleryPicture) Content() plan.Content {
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
func Gallery(t testing.TB) []GalleryPicture {
	t.Helper()
	return slices.Concat(curves(), Boards(t), hands(t), openDeals(t))
}

func openDeals(t testing.TB) []GalleryPicture {
	t.Helper()
	open := func(name, only string, r engine.Record, n int) GalleryPicture {
		o := openDealAfter(t, r, n)
		return GalleryPicture{Name: "open-" + name, Scene: &o.Scene, Open: &o, Only: only}
	}
	bamberger, strohmandeln, loew := Record(t, "bamberger"), Record(t, "strohmandeln-extended"), Record(t, "illustrated-loew")
	return []GalleryPicture{
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

func openDealAfter(t testing.TB, r engine.Record, n int) plan.OpenDeal {
	t.Helper()
	d := Replayed(t, r, n)
	seats := d.Game().Seats
	o := plan.OpenDeal{Scene: plan.Scene{Rules: d.Rules(), Deal: d.PublicView(), Names: People[:seats]}, LargestHand: 16}
	if n == 0 {
		o.InNoHand = card.SetOf(r.Deck...)
	}
	for s := range engine.Seat(seats) {
		o.Hands = append(o.Hands, d.View(s).Hand.Cards)
		o.InNoHand &^= d.View(s).Hand.Cards
	}
	return o
}

func sceneWithScore(d *engine.Deal) plan.Scene {
	s := SceneOf(d)
	s.Score.Totals = []int{12, -12, 7}[:d.Game().Seats]
	return s
}

// Boards returns pictures of tables.
func Boards(t testing.TB) []GalleryPicture {
	t.Helper()
	return slices.Concat(phaseBoards(t), rareBoards(t), boardsOfGames(t))
}

func board(name, only string, s plan.Scene, changes ...func(*plan.Scene)) GalleryPicture {
	for _, change := range changes {
		change(&s)
	}
	return GalleryPicture{Name: name, Scene: &s, Only: only}
}

func phaseBoards(t testing.TB) []GalleryPicture {
	t.Helper()
	bamberger, spieleversum := Record(t, "bamberger"), Record(t, "spieleversum")
	sceneAfter := func(r engine.Record, n int) plan.Scene { return sceneWithScore(Replayed(t, r, n)) }
	end := sceneAfter(bamberger, len(bamberger.Actions))
	resigned := engine.Move{Seat: 0, Action: engine.Say(engine.Resign, 0)}
	pass := engine.Say(engine.Pass, 0)
	givenUp := sceneAfter(WithMoves(bamberger, 24, resigned), 25).Deal
	score := engine.Score{Totals: []int{-62, 62}, Over: true, Winners: engine.Seat(1).Bit()}
	over := plan.Scene{Rules: end.Rules, Names: People[:2], Score: score}
	return []GalleryPicture{
		board("lobby", "", plan.Scene{Rules: end.Rules, Names: []string{"Änni Müßig", ""}}),
		board("exchange", "", sceneAfter(bamberger, 1), func(s *plan.Scene) { s.Score.Totals = []int{0, 0} }),
		board("exchange-after-a-deal", "", sceneAfter(spieleversum, 0), AfterDeal(end.Deal)),
		board("auction", "", sceneAfter(bamberger, 2)),
		board("auction-bid", "", sceneAfter(bamberger, 3)),
		board("before", "", sceneAfter(bamberger, 5)),
		board("talon", "", sceneAfter(bamberger, 6)),
		board("discard", "", sceneAfter(bamberger, 7)),
		board("after", "", sceneAfter(bamberger, 13)),
		board("first-trick", "", sceneAfter(spieleversum, 18), func(s *plan.Scene) { s.Deal.UntakenShown = Cards(t, "XIV", "SK") }),
		board("trick", "", sceneAfter(bamberger, 20)),
		board("trick-taken", "", sceneAfter(bamberger, 21)),
		board("won", "", end),
		board("lost", "", sceneAfter(spieleversum, len(spieleversum.Actions))),
		board("resigned", "", sceneAfter(WithMoves(bamberger, 20, resigned), 21)),
		board("exchange-after-a-resignation", "en", sceneAfter(bamberger, 1), AfterDeal(givenUp)),
		board("thrown-in", "", sceneAfter(WithMoves(bamberger, 2, engine.Move{Seat: 1, Action: pass}, engine.Move{Seat: 0, Action: pass}), 4)),
		board("match-won", "", over, AfterDeal(end.Deal)),
		board("match-left", "", over, func(s *plan.Scene) {
			AfterDeal(givenUp)(s)
			s.LeaverSeats = engine.Seat(0).Bit()
		}),
		board("match-drawn", "", over, func(s *plan.Scene) {
			s.Score.Totals, s.Score.Winners = []int{0, 0}, engine.Seat(0).Bit()|engine.Seat(1).Bit()
		}),
	}
}

func rareBoards(t testing.TB) []GalleryPicture {
	t.Helper()
	bamberger := Record(t, "bamberger")
	sceneAfter := func(n int) plan.Scene { return sceneWithScore(Replayed(t, bamberger, n)) }
	end := sceneAfter(len(bamberger.Actions))
	return []GalleryPicture{
		board("points-hidden", "de", sceneAfter(28), func(s *plan.Scene) { s.Deal.Thirds = nil }),
		board("packets-of-two", "de", sceneAfter(7), func(s *plan.Scene) { s.Deal.PacketSize, s.Deal.Contract = 2, engine.Zweiblatt }),
		board("packets-of-one", "en", sceneAfter(7), func(s *plan.Scene) {
			s.Deal.PacketSize, s.Deal.TakenPacket, s.Deal.Contract = 1, 4, engine.Einblatt
		}),
		board("laid-openly", "de", sceneAfter(13), func(s *plan.Scene) { s.Deal.DeclarerDiscards.Tarocks = Cards(t, "X", "VI") }),
		board("many-cards-openly", "en", sceneAfter(2), func(s *plan.Scene) {
			s.Deal.Exchange = []engine.LaidDown{
				{N: 8, Tarocks: Cards(t, "II", "III", "IIII", "V", "VI", "VII", "VIII", "IX")},
				{N: 8, Tarocks: Cards(t, "X", "XI", "XII", "XIII", "XIV", "XV", "XVI", "XVII")}}
		}),
		board("all-announced", "de", sceneAfter(20), func(s *plan.Scene) { s.Deal.Claims = ManyClaims() }),
		board("all-counted", "en", end, func(s *plan.Scene) { s.Deal.Result = ManyItems(*end.Deal.Result) }),
		board("long-names", "de", sceneAfter(20), func(s *plan.Scene) { s.Names = []string{LongWord, LongName} }),
		board("strange-names", "en", sceneAfter(20), func(s *plan.Scene) { s.Names = []string{"王小明 👩‍👩‍👧", "דוד W."} }),
	}
}

func boardsOfGames(t testing.TB) []GalleryPicture {
	t.Helper()
	sceneAfter := func(r engine.Record, n int) plan.Scene { return sceneWithScore(Replayed(t, r, n)) }
	strohmandeln, forty := Record(t, "strohmandeln-extended"), Record(t, "strohmandeln-forty")
	loew, sedlaczek, beck := Record(t, "illustrated-loew"), Record(t, "illustrated-mayr-sedlaczek"), Record(t, "illustrated-beck")
	bamberger, unterer := Record(t, "bamberger"), Record(t, "kosakeln-beck")
	colours := board("two-colours", "en", sceneAfter(bamberger, 6))
	colours.TwoColours = true
	inSeries := func(s *plan.Scene) { s.Score.Totals = []int{31, 46} }
	return []GalleryPicture{
		board("undertaking", "de", sceneAfter(strohmandeln, 1)),
		board("tops", "", sceneAfter(strohmandeln, 17)),
		board("tops-forty", "en", sceneAfter(forty, 3)),
		board("simple-won", "de", sceneAfter(strohmandeln, len(strohmandeln.Actions))),
		board("duel", "de", sceneAfter(loew, 5)),
		board("redealt", "de", sceneAfter(loew, 0), func(s *plan.Scene) {
			shown := card.PlainSuits &^ card.Kings &^ Cards(t, "HQ", "DQ", "SQ", "CQ", "HC", "DC", "SC", "CC", "HV", "DV", "SV", "CV")
			end := engine.End{Reason: engine.Redealt, Seat: 1, Shown: shown}
			s.Last = &engine.Result{Declarer: engine.Nobody, Score: make([]int, 3), End: end}
		}),
		board("three-done", "en", sceneAfter(loew, len(loew.Actions))),
		board("three-contra", "de", sceneAfter(sedlaczek, 25)),
		board("trischaken", "de", sceneAfter(beck, 13)),
		board("trischaken-done", "en", sceneAfter(beck, len(beck.Actions))),
		board("unterer", "", sceneAfter(unterer, 5), inSeries),
		board("unterer-contra", "de", sceneAfter(unterer, 17), inSeries),
		board("unterer-done", "", sceneAfter(unterer, len(unterer.Actions)), inSeries),
		board("three", "de", sceneAfter(bamberger, 20), withThreePlayers),
		board("three-trick-taken", "en", sceneAfter(bamberger, 21), withThreePlayers),
		board("three-auction", "en", sceneAfter(bamberger, 3), func(s *plan.Scene) {
			withThreePlayers(s)
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

// AfterDeal returns a change that makes deal the scene's previous deal.
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

func withThreePlayers(s *plan.Scene) {
	s.Names, s.Score.Totals = []string{"Anna", "Bert Bertelsmann", "Carla"}, []int{4, -6, 2}
	s.Deal.WonTricks, s.Deal.Thirds, s.Deal.HandSize = []int{0, 2, 3}, []int{0, 26, 40}, []int{11, 11, 11}
	if s.Deal.Trick.N > 0 {
		s.Deal.Trick = engine.Trick{Lead: 2, N: 2, Cards: [engine.MaxSeats]card.Card{card.Kings.Lowest(), card.Pagat}}
		s.Deal.Waiting = engine.Seat(1).Bit()
	}
	s.Deal.Tricks = []engine.Trick{{Lead: 1, N: 3, Cards: [engine.MaxSeats]card.Card{card.Mond, card.Skus, card.Uhu}}}
}

// handBarredBy returns the first hand with cards barred for the reason.
func handBarredBy(t testing.TB, r engine.Record, why engine.Name) plan.PlayerHand {
	t.Helper()
	for n := range len(r.Actions) {
		d := Replayed(t, r, n)
		for seat := range d.Waiting().All() {
			if h := HandOf(d, seat); h.Pick.Reason == why && h.View.Hand.Cards != h.Pick.From {
				return h
			}
		}
	}
	t.Fatalf("no hand has barred cards: %s", why)
	return plan.PlayerHand{}
}

func handPicture(name, only string, h plan.PlayerHand) GalleryPicture {
	return GalleryPicture{Name: name, Held: &h, Only: only}
}

func hands(t testing.TB) []GalleryPicture {
	t.Helper()
	r := Record(t, "bamberger")
	handAfter := func(n int, seat engine.Seat, chosen ...string) plan.PlayerHand {
		h := HandOf(Replayed(t, r, n), seat)
		h.Chosen = Cards(t, chosen...)
		return h
	}
	whole := handAfter(7, 1)
	whole.View.Hand.Cards = Cards(t, "SKUS", "XXI", "XX", "XIX", "XVIII", "XVI", "XIII", "X", "VII", "IIII", "II", "I",
		"HK", "HQ", "H1", "SK", "SV", "S10", "DK", "D3", "CQ", "CC", "C9", "C7")
	whole.Pick = engine.Pick{Verb: engine.Discard, Min: 8, Max: 8, Reason: engine.EnoughOtherCards,
		From: whole.View.Hand.Cards &^ (card.AllTarocks | card.Kings)}
	whole.View.Fresh, whole.Chosen = Cards(t, "IIII", "C9"), Cards(t, "H1", "C7", "CQ")
	tarocks := whole
	tarocks.View.Hand.Cards, tarocks.Pick, tarocks.Chosen = card.AllTarocks&^Cards(t, "III"), engine.Pick{}, 0
	empty := tarocks
	empty.View.Hand.Cards = 0
	colours := handPicture("hand-two-colours", "en", handAfter(3, 0))
	colours.TwoColours = true
	return append([]GalleryPicture{
		handPicture("hand-exchange", "", handAfter(0, 1, "XVII", "XVI", "D3")),
		handPicture("hand-fresh", "", handAfter(3, 0)),
		handPicture("hand-discard", "", handAfter(7, 1, "D4", "S8")),
		handPicture("hand-follow", "", handAfter(20, 0)),
		handPicture("hand-lead", "de", handAfter(25, 1)),
		handPicture("hand-8", "en", handAfter(31, 1)),
		handPicture("hand-last", "de", handAfter(46, 0)),
		handPicture("hand-beat", "en", handBarredBy(t, Record(t, "illustrated-beck"), "must-beat")),
		handPicture("hand-tops", "de", HandOf(Replayed(t, Record(t, "strohmandeln-extended"), 17), 0)),
		handPicture("hand-24", "de", whole),
		handPicture("hand-of-tarocks", "en", tarocks),
		handPicture("hand-empty", "de", empty),
		colours,
	}, handsAtTables(t)...)
}

func handsAtTables(t testing.TB) []GalleryPicture {
	t.Helper()
	beside := func(name, only string, r engine.Record, n int, seat engine.Seat, changes ...func(*plan.Scene)) GalleryPicture {
		d := Replayed(t, r, n)
		h, s := HandOf(d, seat), board(name, only, sceneWithScore(d), changes...)
		s.Held = &h
		return s
	}
	owned := func(owner string, s GalleryPicture) GalleryPicture {
		s.Held.Owner = owner
		return s
	}
	r := Record(t, "bamberger")
	longNames := func(s *plan.Scene) { s.Names = []string{LongWord, LongName} }
	return []GalleryPicture{
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

func curves() []GalleryPicture {
	curve := func(name, only string, c plan.RatingHistory) GalleryPicture {
		c.Name, c.Game = cmp.Or(c.Name, People[0]), "kosakeln"
		return GalleryPicture{Name: name, Curve: &c, Only: only}
	}
	longHistory, historyWithBreak := Rated(212, 0), Rated(60, 40)
	return []GalleryPicture{
		curve("rating", "", plan.RatingHistory{Rated: longHistory[162:], Matches: 212}),
		curve("rating-better-before", "en", plan.RatingHistory{Rated: longHistory[170:], Matches: 212, Best: 1834}),
		curve("rating-first", "", plan.RatingHistory{Rated: longHistory[:24]}),
		curve("rating-first-placed", "de", plan.RatingHistory{Rated: longHistory[:14]}),
		curve("rating-provisional", "de", plan.RatingHistory{Rated: longHistory[:5]}),
		curve("rating-one", "en", plan.RatingHistory{Rated: longHistory[:1]}),
		curve("rating-none", "", plan.RatingHistory{}),
		curve("rating-away", "en", plan.RatingHistory{Rated: historyWithBreak}),
		curve("rating-long-name", "de", plan.RatingHistory{Name: LongName, Rated: longHistory[:60]}),
		curve("rating-strange-name", "en", plan.RatingHistory{Name: "王小明", Rated: longHistory[30:52], Matches: 52}),
	}
}

// Rated returns n ratings with long winning runs, and two years' absence after breakAfter matches, if not 0.
func Rated(n, breakAfter int) (all []plan.Rated) {
	r := rating.New()
	for i := range n {
		if i > 0 && i == breakAfter {
			r = r.Idle(730)
		}
		other := rating.Rating{Points: 1_500_000 + i*1500, Deviation: 65_000, Volatility: 60_000_000}
		outcome := rating.Loss
		if (i*i/7+i/3)%5 < 3 {
			outcome = rating.Win
		}
		r = r.After([]rating.Result{{Against: other, Outcome: outcome}})
		all = append(all, plan.Rated{
			Rating: r.Shown(), Deviation: r.ShownDeviation(), Provisional: r.IsProvisional(),
			Day: fmt.Sprintf("%d.%d.%d", i%28+1, i/28%12+1, 2026+i/336),
		})
	}
	return all
}
