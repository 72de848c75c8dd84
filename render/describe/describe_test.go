package describe_test

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/kosakeln"
	"tarockbot/render/describe"
	"tarockbot/render/rendertest"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

var names = []string{"① Anna", "② Bert", "③ Carla"}

func TestDeals(t *testing.T) {
	for _, name := range []string{"bamberger", "spieleversum", "kosakeln-beck", "strohmandeln-extended", "strohmandeln-forty", "strohmandeln-contra",
		"illustrated-loew", "illustrated-beck", "illustrated-mayr-sedlaczek"} {
		r := rendertest.Record(t, name)
		rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
			var p rendertest.Page
			for n := range len(r.Actions) + 1 {
				if deal := rendertest.Replayed(t, r, n); worthShowing(deal) {
					addPosition(&p, r, n, deal, w)
				}
			}
			p.Check(t, name+"."+w.Tag())
		})
	}
}

func worthShowing(d *engine.Deal) bool {
	v := d.PublicView()
	played := len(v.Tricks)*d.Game().Seats + int(v.Trick.N)
	return played <= 4 || slices.Contains([]int{17, 30, 32}, played) || d.Result() != nil
}

func addPosition(p *rendertest.Page, r engine.Record, n int, d *engine.Deal, w *words.Tongue) {
	if n == 0 {
		p.Heading("%s, dealt", r.Rules)
	} else {
		p.Heading("%s", r.Actions[n-1])
	}
	p.Add(describe.Board(d.PublicView(), names[:d.Game().Seats], w)...)
	for s := range d.Waiting().All() {
		view, pick := d.View(s), d.Prompt(s).Pick
		p.Add(nil)
		p.Add(describe.Hand(view, pick, w)...)
		if why := describe.ExplainPick(view, pick, w); why != "" {
			p.Plain(why)
		}
	}
	if result := d.Result(); result != nil {
		p.Add(nil)
		p.Add(describe.Summary(*result, d.Rules(), names[:d.Game().Seats], w)...)
	}
}

func TestBoards(t *testing.T) {
	call := func(s engine.Seat, a engine.Action) engine.Move { return engine.Move{Seat: s, Action: a} }
	bid := func(s engine.Seat, w engine.Word) engine.Move { return call(s, engine.Say(engine.Bid, w)) }
	boards := []struct {
		name  string
		names []string
		table engine.PublicView
	}{
		{"long auction, held", names[:2], engine.PublicView{Declarer: engine.Nobody, Phase: "auction", Waiting: 1, Calls: []engine.Move{
			bid(1, engine.Dreiblatt), bid(0, engine.Zweiblatt), call(1, engine.Say(engine.Hold, 0)), bid(0, engine.Einblatt), call(1, engine.Say(engine.Hold, 0))}}},
		{"nobody bid yet", names[:2], engine.PublicView{Declarer: engine.Nobody, Phase: "auction", Waiting: 1, Calls: []engine.Move{
			call(1, engine.Say(engine.Pass, 0))}}},
		{"three at the table, trick half played", names, engine.PublicView{Declarer: 2, Contract: engine.Solo, Phase: "play", Waiting: 2,
			WonTricks: make([]int, 3), Thirds: make([]int, 3),
			Trick: engine.Trick{Lead: 2, N: 2, Cards: [engine.MaxSeats]card.Card{rendertest.Cards(t, "H1").Lowest(), card.Pagat}}}},
		{"one has exchanged nothing", names[:2], engine.PublicView{Declarer: engine.Nobody, Exchange: []engine.LaidDown{{N: 3}, {}}}},
		{"a contract taken over", names, engine.PublicView{Declarer: 1, Contract: engine.Dreiblatt, Level: "unterer", ContractWorth: 4, Phase: engine.Playing,
			Terms: engine.Terms{"take": "unterer"}, WonTricks: make([]int, 3), Thirds: make([]int, 3)}},
		{"points in words", names, engine.PublicView{Declarer: engine.Nobody, Phase: "over",
			WonTricks: []int{0, 1, 2}, Thirds: []int{0, 5, 3 * 35},
			Tricks: []engine.Trick{{Lead: 1, N: 3, Cards: [engine.MaxSeats]card.Card{card.Pagat, card.Mond, card.Skus}}}}},
		{"all doublings", names[:2], engine.PublicView{Declarer: 0, Contract: engine.Einblatt, Phase: "after", Waiting: 2, Claims: []engine.Claim{
			{Seat: 0, Bonus: engine.TheGame, Doubled: 1}, {Seat: 0, Bonus: engine.Valat, Early: true, Doubled: 2}, {Seat: 1, Bonus: engine.Uhu, Doubled: 3}}}},
	}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		for _, b := range boards {
			p.Heading("%s", b.name)
			p.Add(describe.Board(b.table, b.names, w)...)
		}
		p.Check(t, "boards."+w.Tag())
	})
}

func TestNames(t *testing.T) {
	strange := []string{"① \u2068Jürgen Öllerer-Groß\u2069", "② \u2068דוד <@1> {{.Name}} *_`\u2069", "③ \u2068👩‍👩‍👧 Zoë\u2069"}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		d := rendertest.Replayed(t, rendertest.Record(t, "bamberger"), 25)
		p.Heading("board")
		p.Add(describe.Board(d.PublicView(), strange[:2], w)...)
		p.Heading("three to wait for")
		p.Add(describe.Board(engine.PublicView{Declarer: engine.Nobody, Phase: "exchange", Waiting: 7}, strange, w)...)
		p.Heading("summary")
		p.Add(describe.Summary(wonResult, engine.RuleSet{}, strange[:2], w)...)
		p.Check(t, "names."+w.Tag())
	})
}

var wonResult = engine.Result{Declarer: 0, Contract: engine.Zweiblatt, Thirds: []int{116, 94}, Tricks: []int{9, 7}, Score: []int{11, -11},
	Items: []engine.Item{{Item: engine.TheGame, By: 0, Won: true, Value: 6}, {Item: engine.Pagat, By: 0, Won: true, Value: 8},
		{Item: engine.Uhu, By: 1, Won: true, Value: 3, Silent: true}}}

func TestSummaries(t *testing.T) {
	game := func(by engine.Seat, won bool, value int) engine.Item {
		return engine.Item{Item: engine.TheGame, By: by, Won: won, Value: value}
	}
	type summary struct {
		name   string
		result engine.Result
	}
	duels := []summary{
		{"won, with announcements", wonResult},
		{"lost by one leaf", engine.Result{Declarer: 1, Contract: engine.Solo, Thirds: []int{104, 106}, Tricks: []int{1, 15}, Score: []int{12, -12},
			Items: []engine.Item{game(1, false, 12)}}},
		{"lost with contra and re", engine.Result{Declarer: 0, Contract: engine.Dreiblatt, Thirds: []int{90, 120}, Tricks: []int{6, 10}, Score: []int{-76, 76},
			Items: []engine.Item{game(0, false, 12), {Item: engine.Quapil, By: 0, Value: 64}}}},
		{"announced Valat made", engine.Result{Declarer: 0, Contract: engine.Solo, Thirds: []int{202, 8}, Tricks: []int{16, 0}, Score: []int{96, -96},
			Items: []engine.Item{{Item: engine.Valat, By: 0, Won: true, Value: 96}}}},
		{"announced Valat failed", engine.Result{Declarer: 0, Contract: engine.Solo, Thirds: []int{200, 10}, Tricks: []int{15, 1}, Score: []int{-96, 96},
			Items: []engine.Item{{Item: engine.Valat, By: 0, Value: 96}}}},
		{"silent Valat of the defender", engine.Result{Declarer: 0, Contract: engine.Einblatt, Thirds: []int{9, 201}, Tricks: []int{0, 16}, Score: []int{-36, 36},
			Items: []engine.Item{{Item: engine.Valat, By: 1, Won: true, Value: 36, Silent: true}}}},
		{"thrown in", engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Score: []int{0, 0}}},
		{"resigned before a bid", engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0}, Tricks: []int{0, 0}, End: engine.End{Reason: "resign", Seat: 0}, Score: []int{-3, 3},
			Items: []engine.Item{game(1, true, 3)}}},
		{"resigned by the defender", engine.Result{Declarer: 0, Contract: engine.Einblatt, Thirds: []int{30, 20}, Tricks: []int{3, 2}, End: engine.End{Reason: "timeout", Seat: 1}, Score: []int{12, -12},
			Items: []engine.Item{game(0, true, 9), {Item: engine.Pagat, By: 0, Won: true, Value: 3, Silent: true}}}},
		{"lost at once by the talon", engine.Result{Declarer: 1, Contract: engine.Zweiblatt, Thirds: []int{10, 10}, Tricks: []int{0, 0}, End: engine.End{Reason: engine.LostAtOnce, Seat: 1}, Score: []int{10, -10},
			Items: []engine.Item{game(1, false, 6), {Item: engine.WithoutTrull, By: 1, Value: 4}}}},
		{"Valat resigned", engine.Result{Declarer: 1, Contract: engine.Solo, Thirds: []int{10, 10}, Tricks: []int{1, 0}, End: engine.End{Reason: "resign", Seat: 0}, Score: []int{96, -96},
			Items: []engine.Item{{Item: engine.Valat, By: 1, Value: 96}}}},
	}
	strohmandelnResults := []summary{
		{"undertaken and won", engine.Result{Declarer: 0, Contract: engine.Undertaken, Thirds: []int{144, 120}, Tricks: []int{12, 8}, Score: []int{3, 1},
			Items: []engine.Item{game(0, true, 3), {Item: engine.PagatCaptured, By: 1, Won: true, Value: 1}}}},
		{"undertaken and lost: the others get it", engine.Result{Declarer: 0, Contract: engine.Undertaken, Thirds: []int{132, 132}, Tricks: []int{12, 8}, Score: []int{0, 5},
			Items: []engine.Item{game(0, false, 4), {Item: engine.Rostopschin, By: 0, Value: 1, Breakdown: engine.Breakdown{Gainers: 2}}}}},
		{"a simple game", engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{84, 180}, Tricks: []int{8, 12}, Score: []int{0, 3},
			Items: []engine.Item{game(1, true, 2), {Item: engine.Trull, By: 1, Won: true, Value: 1, Silent: true}}}},
		{"drawn", engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{132, 132}, Tricks: []int{8, 12}, Score: []int{0, 0}, Drawn: true}},
		{"drawn with a bonus", engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{132, 132}, Tricks: []int{8, 12}, Score: []int{0, 12}, Drawn: true,
			Items: []engine.Item{{Item: engine.Valat, By: 1, Won: true, Value: 12, Silent: true}}}},
		{"a simple game resigned", engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Score: []int{0, 1},
			End: engine.End{Reason: "resign"}, Items: []engine.Item{game(1, true, 1)}}},
		{"folded", engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0}, Tricks: []int{0, 0}, Score: []int{0, 0}, End: engine.End{Reason: engine.Folded, Seat: 1}}},
	}
	three := []summary{
		{"three seats, lost: each defender gets it", engine.Result{Declarer: 1, Contract: engine.Zweiblatt, Thirds: []int{30, 96, 72}, Tricks: []int{2, 8, 6}, UntakenThirds: 12, Score: []int{32, 4, 22},
			Items: []engine.Item{game(1, false, 12), {Item: engine.Pagat, By: 1, Value: 10, Silent: true}, {Item: engine.Pagat, By: 0, Won: true, Value: 10, Silent: true},
				{Item: engine.TwoTrull, By: 1, Won: true, Value: 4, Silent: true}}}},
		{"quadrupled before the talon", engine.Result{Declarer: 1, Contract: engine.Dreiblatt, Thirds: []int{30, 150, 27}, Tricks: []int{2, 12, 2}, UntakenThirds: 3, Score: []int{0, 104, 0},
			Items: []engine.Item{{Item: engine.TheGame, By: 1, Won: true, Value: 64, Breakdown: engine.Breakdown{Doubled: 2, Factor: 4, Base: 16, Times: 1}},
				{Item: engine.Absolute, By: 1, Won: true, Value: 40, Breakdown: engine.Breakdown{Early: true, Doubled: 2, Factor: 4, Base: 10, Times: 1}}}}},
		{"a player leaves Trischaken", engine.Result{Declarer: engine.Nobody, Contract: engine.Trischaken, Thirds: []int{0, 0, 0}, Tricks: []int{0, 0, 0}, Score: []int{5, -10, 5}, End: engine.End{Reason: "resign", Seat: 1},
			Items: []engine.Item{{Item: engine.Trischaken, By: 0, Won: true, Value: 5}, {Item: engine.Trischaken, By: 1, Value: 10}, {Item: engine.Trischaken, By: 2, Won: true, Value: 5}}}},
		{"left before a bid", engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0, 0}, Tricks: []int{0, 0, 0}, Score: []int{3, 0, 3}, End: engine.End{Reason: "timeout", Seat: 1},
			Items: []engine.Item{game(0, true, 3), game(2, true, 3)}}},
		{"redealt", engine.Result{Declarer: engine.Nobody, Thirds: []int{0, 0, 0}, Tricks: []int{0, 0, 0}, Score: []int{0, 0, 0}, End: engine.End{Reason: engine.Redealt, Seat: 2, Shown: rendertest.Cards(t, "HK", "S7")}}},
	}
	kakadu := []summary{{"the third bird is the Kakadu", engine.Result{Declarer: engine.Nobody, Contract: engine.Simple, Thirds: []int{100, 110}, Tricks: []int{13, 14},
		Score: []int{1, 1}, Items: []engine.Item{game(1, true, 1), {Item: engine.Pelikan, By: 0, Won: true, Value: 1, Silent: true}}}}}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		show := func(summaries []summary, rules engine.RuleSet, names []string) {
			for _, s := range summaries {
				p.Heading("%s", s.name)
				p.Add(describe.Summary(s.result, rules, names, w)...)
			}
		}
		show(duels, engine.RuleSet{}, names[:2])
		show(three, engine.RuleSet{}, names)
		show(strohmandelnResults, engine.RuleSet{Needed: 3 * 45}, names[:2])
		show(kakadu, rendertest.Replayed(t, rendertest.Record(t, "strohmandeln-extended"), 0).Rules(), names[:2])
		p.Check(t, "summaries."+w.Tag())
	})
}

func TestHands(t *testing.T) {
	held := rendertest.Cards(t, "SKUS", "XXI", "IIII", "I", "HK", "H1", "H4", "DQ", "S10", "SV", "CC")
	led := func(code string) engine.PublicView {
		return engine.PublicView{Trick: engine.Trick{N: 1, Cards: [engine.MaxSeats]card.Card{rendertest.Cards(t, code).Lowest()}}}
	}
	play := func(from card.Set, why engine.Name) engine.Pick {
		return engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: from, Reason: why}
	}
	hands := []struct {
		name string
		view engine.View
		pick engine.Pick
	}{
		{"not in turn", engine.View{Hand: engine.Hand{Cards: held}}, engine.Pick{}},
		{"picked up", engine.View{Hand: engine.Hand{Cards: held, Fresh: rendertest.Cards(t, "XXI", "H4", "CC")}}, engine.Pick{}},
		{"leads", engine.View{Hand: engine.Hand{Cards: held}}, play(held, "")},
		{"follows", engine.View{PublicView: led("H3"), Hand: engine.Hand{Cards: held}}, play(held&card.AllHearts, engine.MustFollow)},
		{"follows tarock", engine.View{PublicView: led("V"), Hand: engine.Hand{Cards: held}}, play(held&card.AllTarocks, engine.MustFollow)},
		{"must play a tarock", engine.View{PublicView: led("C7"), Hand: engine.Hand{Cards: held &^ rendertest.Cards(t, "CC")}},
			play(held&card.AllTarocks, engine.MustTrump)},
		{"puts away", engine.View{Hand: engine.Hand{Cards: held}},
			engine.Pick{Verb: engine.Discard, Min: 2, Max: 2, From: held &^ (card.AllTarocks | card.Kings), Reason: engine.EnoughOtherCards}},
		{"empty", engine.View{}, engine.Pick{}},
	}
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		for _, h := range hands {
			p.Heading("%s", h.name)
			p.Add(describe.Hand(h.view, h.pick, w)...)
			if why := describe.ExplainPick(h.view, h.pick, w); why != "" {
				p.Plain(why)
			}
		}
		p.Check(t, "hands."+w.Tag())
	})
}

func TestCards(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		labels := make(map[string]card.Card)
		for suit := range card.Suit(card.Suits) {
			p.Plain(describe.Cards(suit.Cards(), w))
			for c := range suit.Cards().All() {
				label := describe.Card(c, w)
				if other, taken := labels[label]; taken {
					t.Errorf("%s and %s are both called %s", other, c, label)
				}
				labels[label] = c
			}
		}
		p.Check(t, "cards."+w.Tag())
	})
}

func TestRefusals(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		for _, reason := range append(engine.CommonReasons(), kosakeln.Reasons()...) {
			for _, led := range []string{"V", "HK", "D1", "S7", "CQ"} {
				r := &engine.Refusal{Reason: reason, Led: rendertest.Cards(t, led).Lowest(), Needs: 3, Cards: rendertest.Cards(t, "D2", "C7")}
				if led == "V" || reason == engine.MustFollow || reason == engine.MustTrump {
					p.Plain(describe.Refusal(r, w))
				}
			}
		}
		p.Check(t, "refusals."+w.Tag())
	})
}

func TestPhrases(t *testing.T) {
	trischaken := rendertest.Replayed(t, rendertest.Record(t, "illustrated-beck"), 20).PublicView()
	hidden := trischaken
	hidden.Thirds = nil
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		var p rendertest.Page
		for i, v := range []engine.PublicView{trischaken, hidden} {
			p.Heading("%s", []string{"a card of the talon in each trick of Trischaken", "with hidden points, only the card of the last trick"}[i])
			p.Add(describe.Caption(v, names, w)...)
			p.Add(describe.Board(v, names, w)...)
		}
		p.Heading("points")
		for _, thirds := range []int{0, 1, 2, 3, 5, 106, engine.NeededThirds, 210} {
			p.Plain(describe.Points(thirds, w))
		}
		for _, score := range [][]int{{3, -3}, {1, 0}, {0, 19, 19}, {57, 10, 0}, {-35, 0, 0}, {0, 0}} {
			p.Heading("%s", describe.Scores(score, names))
			for seat := range score {
				p.Plain(describe.Outcome(score, engine.Seat(seat), names, w))
			}
		}
		p.Check(t, "told."+w.Tag())
	})
}

func TestHandSpansHaveIcons(t *testing.T) {
	view := engine.View{Hand: engine.Hand{Cards: rendertest.Cards(t, "HK", "H4", "XXI")}}
	pick := engine.Pick{Verb: engine.PlayCard, Min: 1, Max: 1, From: rendertest.Cards(t, "HK", "XXI")}
	var icons []string
	for _, line := range describe.Hand(view, pick, rendertest.Catalogue(t).In("en")) {
		for _, s := range line {
			if s.Icon != "" {
				icons = append(icons, s.Icon)
			}
		}
	}
	if want := []string{"XXI", "HK"}; !slices.Equal(icons, want) {
		t.Errorf("icons %q, want %q", icons, want)
	}
}

func TestWithCardsMakesCardsSpeakable(t *testing.T) {
	for _, tt := range []struct{ lang, text, want string }{
		{"en", "Bert leads ♥K, you have ♣10 and ♦J.", "Bert leads king of hearts, you have 10 of clubs and jack of diamonds."},
		{"de", "♥K und ♠B", "Herz-König und Pik-Bube"},
		{"en", "♥ and ♥Z aren't cards", "♥ and ♥Z aren't cards"},
		{"en", "no card", "no card"},
	} {
		spoken := new(strings.Builder)
		for _, s := range describe.WithCards(text.Line{{Text: tt.text}}, rendertest.Catalogue(t).In(tt.lang)) {
			if s.Spoken != "" {
				spoken.WriteString(s.Spoken)
			} else {
				spoken.WriteString(s.Text)
			}
		}
		if spoken.String() != tt.want {
			t.Errorf("%q is heard as %q, want %q", tt.text, spoken, tt.want)
		}
	}
}

// A part of the text for an erased name would look like somebody's name.
func TestErasedNameIsNotCut(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, w *words.Tongue) {
		name := w.Say("name.deleted")
		p := &describe.Table{Words: w, Names: []string{name, name}}
		if got, want := p.ShortNames(engine.Seats(3)), name+", "+name; got != want {
			t.Errorf("a title has %q, want %q", got, want)
		}
		if got := p.Prefix(name); got != name {
			t.Errorf("the prefix is %q, want %q", got, name)
		}
	})
}

func BenchmarkScreen(b *testing.B) {
	r := rendertest.Record(b, "bamberger")
	deal := rendertest.Replayed(b, r, len(r.Actions)-16)
	view, pick := deal.View(0), deal.Prompt(0).Pick
	for _, lang := range words.Languages() {
		w := rendertest.Catalogue(b).In(lang)
		b.Run(lang, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				describe.Board(view.PublicView, names[:2], w)
				describe.Hand(view, pick, w)
			}
		})
	}
}
