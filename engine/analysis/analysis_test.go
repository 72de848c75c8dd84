package analysis_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/analysis"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
)

var analysedDeals = flag.Int("deals", 1, "the number of deals analysed of each file; five times as many of Kosakeln, which is quick; a file has 20 deals")

func replayedDeals(t *testing.T, file string) (deals []*engine.Deal) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	records, err := engine.ParseRecords(data)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		deal, err := games.Replay(r)
		if err != nil {
			t.Fatal(err)
		}
		deals = append(deals, deal)
	}
	return deals
}

func mustAnalyse(t *testing.T, a *analysis.Analyst, deal *engine.Deal) []analysis.Ply {
	t.Helper()
	plies, err := a.Analyse(t.Context(), deal)
	if err != nil {
		t.Fatal(err)
	}
	return plies
}

func TestValuesFollowFromNextPly(t *testing.T) {
	var a analysis.Analyst
	plies, n := 0, min(5**analysedDeals, 20)
	for _, rules := range []string{"bamberger-classic", "spieleversum", "beck-classic"} {
		for i, deal := range replayedDeals(t, "../kosakeln/testdata/records/kosakeln-"+rules+".json")[:n] {
			if deal.Result().End.WasCutShort() {
				continue // no ply follows that gives the last one's value
			}
			all := mustAnalyse(t, &a, deal)
			replayed := newlyDealt(t, deal)
			ply := 0
			for _, m := range deal.Moves() {
				if m.Action.Verb == engine.PlayCard {
					checkPly(t, replayed, m, all, ply)
					ply++
				}
				if _, err := replayed.Act(m.Seat, m.Action); err != nil {
					t.Fatal(err)
				}
			}
			if ply != len(all) {
				t.Errorf("%s, deal %d: %d plies for %d plays", rules, i, len(all), ply)
			}
			plies += ply
		}
	}
	if plies < 45*n {
		t.Errorf("only %d plies", plies)
	}
}

func newlyDealt(t *testing.T, deal *engine.Deal) *engine.Deal {
	t.Helper()
	record := deal.Record()
	record.Actions = nil
	replayed, err := games.Replay(record)
	if err != nil {
		t.Fatal(err)
	}
	return replayed
}

func checkPly(t *testing.T, deal *engine.Deal, m engine.Move, all []analysis.Ply, i int) {
	t.Helper()
	p, table := all[i], deal.PublicView()
	var offered card.Set
	for c := range p.Thirds {
		offered |= c.Bit()
	}
	if p.Number != i+1 || p.Seat != m.Seat || p.Card != m.Action.Cards.Lowest() || !p.Exact || offered != deal.Prompt(m.Seat).Pick.From {
		t.Fatalf("ply %d is %+v for %v, offered %s", i+1, p, m, deal.Prompt(m.Seat).Pick.From)
	}
	best := 0
	for _, v := range p.Thirds {
		best = max(best, v)
	}
	if *p.Lost != best-p.Thirds[p.Card] {
		t.Fatalf("ply %d lost %d of %v", i+1, *p.Lost, p.Thirds)
	}
	left := (deal.View(0).Hand.Cards | deal.View(1).Hand.Cards | table.Trick.Set()).Thirds()
	after := deal.Clone()
	if _, err := after.Act(m.Seat, m.Action); err != nil {
		t.Fatal(err)
	}
	taken := after.PublicView().Thirds[m.Seat] - table.Thirds[m.Seat]
	lost := after.PublicView().Thirds[1-m.Seat] - table.Thirds[1-m.Seat]
	later := 0
	if i+1 < len(all) {
		next := all[i+1]
		later = next.Thirds[next.Card] + *next.Lost
		if next.Seat != m.Seat {
			later = left - taken - lost - later
		}
	}
	if got := p.Thirds[p.Card]; got != taken+later {
		t.Fatalf("ply %d: %s is worth %d, want %d taken now and %d later", i+1, p.Card, got, taken, later)
	}
}

func TestSolvedDepth(t *testing.T) {
	var a analysis.Analyst
	for _, g := range []struct {
		file          string
		seats, tricks int
	}{{"illustrated/testdata/records/illustrated-loew.json", 3, 10}, {"strohmandeln/testdata/records/strohmandeln-forty-simple-throw-in.json", 2, 14}} {
		solved := 0
		for n, deal := range replayedDeals(t, "../"+g.file)[:*analysedDeals] {
			plies := mustAnalyse(t, &a, deal)
			for i, p := range plies {
				left := (len(plies) - i + g.seats - 1) / g.seats
				if left <= g.tricks && !p.Exact {
					t.Errorf("%s, deal %d: ply %d, %d tricks before the end, has no values", g.file, n, p.Number, left)
				}
				if left <= 5 && len(p.Points) != len(p.Thirds) {
					t.Errorf("%s, deal %d: ply %d has points %v and thirds %v", g.file, n, p.Number, p.Points, p.Thirds)
				}
				solved++
			}
		}
		if solved < 20**analysedDeals {
			t.Errorf("%s: only %d plies", g.file, solved)
		}
	}
}

func TestTrischakenAndUnfinishedDeal(t *testing.T) {
	var a analysis.Analyst
	tricks := 0
	for _, deal := range replayedDeals(t, "../illustrated/testdata/records/illustrated-beck-trischaken.json") {
		if deal.PublicView().Contract == engine.Trischaken {
			tricks += len(deal.PublicView().Tricks)
			if plies := mustAnalyse(t, &a, deal); len(plies) != 0 {
				t.Errorf("%d plies of Trischaken, want none", len(plies))
			}
		}
	}
	if tricks == 0 {
		t.Error("no Trischaken was played")
	}
	record := replayedDeals(t, "../kosakeln/testdata/records/kosakeln-spieleversum.json")[0].Record()
	record.Actions, record.Result = record.Actions[:len(record.Actions)-27], nil
	short, err := games.Replay(record)
	if err != nil {
		t.Fatal(err)
	}
	if plies := mustAnalyse(t, &a, short); len(plies) != 5 {
		t.Errorf("%d plies of a deal with 5 plays", len(plies))
	}
}

func TestAnalyseErrors(t *testing.T) {
	var a analysis.Analyst
	usual, err := games.ByRules("kosakeln/spieleversum")
	if err != nil {
		t.Fatal(err)
	}
	game, begin := usual, usual.New
	game.New = func(rules string, o engine.Options, c engine.Cards) (engine.Round, error) { return begin(rules, o, c) }
	deal, err := engine.Replay(game, replayedDeals(t, "../kosakeln/testdata/records/kosakeln-spieleversum.json")[0].Record())
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	begin = func(string, engine.Options, engine.Cards) (engine.Round, error) { return nil, broken }
	if plies, err := a.Analyse(t.Context(), deal); !errors.Is(err, broken) || plies != nil {
		t.Errorf("deal that NewDeal refuses: %d plies, %v", len(plies), err)
	}
	begin = func(rules string, o engine.Options, c engine.Cards) (engine.Round, error) {
		c.Dealer = 1 - c.Dealer
		return usual.New(rules, o, c)
	}
	if plies, err := a.Analyse(t.Context(), deal); !errors.As(err, new(*engine.Refusal)) || plies != nil {
		t.Errorf("another dealer: %d plies, %v", len(plies), err)
	}
	begin = usual.New
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := a.Analyse(ended, deal); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled context: %v", err)
	}
}
