package verify_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/dice"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/fair"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/engine/verify"
)

type storedDeal struct {
	engine.Record
	People []string   `json:"people"`
	Levels []string   `json:"levels,omitempty"`
	Proof  fair.Proof `json:"proof"`
}

func (s storedDeal) MarshalJSON() ([]byte, error) {
	record, err := json.Marshal(s.Record)
	if err != nil {
		return nil, err
	}
	beside, err := json.Marshal(map[string]any{"people": s.People, "levels": s.Levels, "proof": s.Proof})
	return slices.Concat(record[:len(record)-1], []byte(","), beside[1:]), err
}

// host deals the decks of one table. deal and dealerAfter count the dealer's seat from the first dealer.
type host struct {
	t         *testing.T
	key       ed25519.PrivateKey
	game      engine.Game
	set       engine.RuleSet
	people    []string
	texts     []string
	chain     fair.Chain
	anchor    fair.Anchor
	last      fair.Signature
	decksMade int
	draws     []fair.Proof
	first     engine.Seat
	options   engine.Options
	edition   int
	// editContext changes the context before the commitment.
	editContext func(*fair.Context)
}

func newHost(t *testing.T, table, rules string) *host {
	t.Helper()
	h := &host{t: t, key: ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize)), people: []string{"pa", "pb", ""}, texts: []string{"Grüß Gott", "", ""}, edition: engine.Edition}
	var err error
	if h.game, err = games.ByRules(rules); err != nil {
		t.Fatal(err)
	}
	h.set, _ = h.game.RuleSet(rules)
	h.people, h.texts = h.people[:h.game.Seats], h.texts[:h.game.Seats]
	h.begin(fair.Chain{Table: table, Length: 64, LastSeed: fair.CutHash(nil, table, rules)}, nil)
	return h
}

func hostAfterDraw(t *testing.T, table, rules string) *host {
	t.Helper()
	h := newHost(t, table, rules)
	h.draw()
	return h
}

// begin starts a chain. previous is the signature of the receipt that it continues.
func (h *host) begin(c fair.Chain, previous fair.Signature) {
	h.chain, h.anchor, h.decksMade, h.draws = c, c.Publish(previous, h.key), 0, nil
	h.last = h.anchor.Signature
}

func (h *host) commit(kind fair.Kind, dealer engine.Seat) fair.Proof {
	h.t.Helper()
	options, err := h.set.Complete(h.options)
	if err != nil {
		h.t.Fatal(err)
	}
	h.decksMade++
	ctx := fair.Context{
		Table: h.chain.Table, Number: h.decksMade, Kind: kind, Rules: h.set.ID, RulesVersion: fair.RulesVersion(h.set.ID, engine.Edition, options),
		Seats: h.people, Dealer: int(dealer), Order: fair.OrderOf(h.set.Cards()),
	}
	if slices.ContainsFunc(ctx.Cutters(), func(s int) bool { return h.texts[s] != "" }) {
		ctx.Level = fair.LevelCutter
	}
	if h.editContext != nil {
		h.editContext(&ctx)
	}
	p := fair.Proof{Receipt: h.chain.Commit(h.anchor, ctx, h.last, h.key), Seed: h.chain.Seed(ctx.Number)}
	h.last = p.Signature
	for _, s := range ctx.Cutters() {
		p.Cuts = append(p.Cuts, h.cut(ctx, s))
	}
	return p
}

func (h *host) cut(ctx fair.Context, s int) fair.Cut {
	c := ctx.NewCut(s, h.texts[s])
	if ctx.Level == fair.LevelAll {
		nonce := fair.CutHash(nil, "nonce", h.texts[s])
		sealed := fair.SealedCut(ctx.Bytes(), s, nonce, h.texts[s])
		c.Nonce, c.Sealed = &nonce, &sealed
	}
	return c
}

func (h *host) draw() {
	for {
		p := h.commit(fair.ForDraw, 0)
		deck := p.Deck(h.set.Cards())
		p.Reveal(fair.DeckText(deck), h.key)
		h.draws = append(h.draws, p)
		var decided bool
		if h.first, decided = engine.CutForDeal(deck[:h.game.Seats]); decided {
			return
		}
	}
}

// deal plays at most stop moves. Then seat 0 resigns if resign is set; else the deal is broken off unless it is over.
func (h *host) deal(dealer engine.Seat, stop int, resign bool) storedDeal {
	h.t.Helper()
	dealer = (h.first + dealer) % engine.Seat(h.game.Seats)
	p := h.commit(fair.ForDeal, dealer)
	if p.Context.Level == fair.LevelBeacon {
		p.Beacon = "the beacon's signature"
	}
	p.Draws, h.draws = h.draws, nil
	deal, err := engine.NewDeal(h.game, h.set.ID, h.options, engine.Cards{Deck: p.Deck(h.set.Cards()), Dealer: dealer})
	if err != nil {
		h.t.Fatal(err)
	}
	play(h.t, deal, stop)
	if resign {
		act(h.t, deal, 0, engine.Say(engine.Resign, 0))
	}
	s := storedDeal{Record: deal.Record(), People: slices.Clone(h.people), Proof: p}
	for i := range s.People {
		s.Levels = append(s.Levels, "")
		if s.People[i] == "" {
			s.Levels[i] = "easy"
		}
	}
	s.Edition = h.edition
	return h.reveal(s)
}

func (h *host) reveal(s storedDeal) storedDeal {
	s.Proof.Reveal(verify.Outcome(s.Record), h.key)
	return s
}

func play(t *testing.T, deal *engine.Deal, stop int) {
	t.Helper()
	player, d := robot.Easy.New(), dice.New(1)
	for deal.Result() == nil && len(deal.Moves()) < stop {
		seat := deal.Waiting().First()
		act(t, deal, seat, player.Act(deal.View(seat), deal.Prompt(seat), d)...)
	}
}

func act(t *testing.T, deal *engine.Deal, seat engine.Seat, actions ...engine.Action) {
	t.Helper()
	if _, err := deal.Act(seat, actions...); err != nil {
		t.Fatal(err)
	}
}

func (h *host) match() []storedDeal {
	deals := []storedDeal{h.deal(0, 1000, false)}
	next := func() engine.Seat { return h.dealerAfter(deals[len(deals)-1]) }
	deals = append(deals, h.deal(next(), 1000, false))
	deals = append(deals, h.deal(next(), 12, true))
	return append(deals, h.deal(next(), 5, false))
}

func (h *host) dealerAfter(s storedDeal) engine.Seat {
	dealer := h.game.Next(engine.Setup{Rules: h.set.ID, Options: h.options, First: s.Dealer}, []engine.Result{*s.Result}).Dealer
	return (dealer + engine.Seat(h.game.Seats) - h.first) % engine.Seat(h.game.Seats)
}

func jsonOf(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func faultKinds(r verify.Report) (all []fair.FaultKind) {
	faults := r.Faults
	for _, d := range r.Decks {
		faults = append(faults, d.Faults...)
	}
	for _, f := range faults {
		all = append(all, f.Kind)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

var rules = []string{"kosakeln/spieleversum", "illustrated/beck", "strohmandeln/forty"}

func TestFair(t *testing.T) {
	for _, g := range games.All() {
		for _, set := range g.Rules {
			h := hostAfterDraw(t, "abcd2345", set.ID)
			deals := h.match()
			r := verify.File(jsonOf(t, deals), verify.Evidence{Anchor: h.anchor.Short(), Receipts: []fair.Receipt{deals[1].Proof.Receipt}})
			if got := r.Verdict(); got != verify.Fair || len(r.Holes) > 0 || len(r.Decks) != h.decksMade {
				t.Errorf("%s: %s: %+v", set.ID, got, r)
			}
			if keys := r.Keys(); !slices.Equal(keys, []fair.Key{fair.KeyOf(h.key)}) {
				t.Errorf("%s: the keys are %v", set.ID, keys)
			}
			if last := r.Decks[len(r.Decks)-1]; !slices.Equal(last.Remarks, []verify.Remark{verify.RemarkNoResult}) {
				t.Errorf("%s: the broken-off deal has the remarks %q", set.ID, last.Remarks)
			}
			levels := make(map[fair.Level]bool)
			for _, d := range r.Decks {
				levels[d.Proof.Context.Level] = true
			}
			if len(levels) < 2 {
				t.Errorf("%s: levels %v", set.ID, levels)
			}
		}
	}
}

func TestStoredMatchStaysFair(t *testing.T) {
	const file = "testdata/match.json"
	var lines []string
	for _, s := range hostAfterDraw(t, "abcd2345", rules[0]).match() {
		line, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(line))
	}
	golden.Expect(t, file, "["+strings.Join(lines, ",\n")+"]\n")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if r := verify.File(data, verify.Evidence{}); r.Verdict() != verify.Fair || len(r.Decks) < len(lines)+1 {
		t.Errorf("%+v", r)
	}
}

func TestLevels(t *testing.T) {
	for level, change := range map[fair.Level]func(*fair.Context){
		fair.LevelAll:    func(c *fair.Context) { c.Level = fair.LevelAll },
		fair.LevelBeacon: func(c *fair.Context) { c.Level, c.Beacon = fair.LevelBeacon, "drand 17" },
	} {
		h := hostAfterDraw(t, "abcd2345", rules[0])
		h.editContext = change
		s := h.deal(0, 1000, false)
		r := verify.File(jsonOf(t, s), verify.Evidence{})
		if r.Verdict() != verify.Unchecked || len(faultKinds(r)) > 0 || !slices.Equal(r.Decks[len(r.Decks)-1].Remarks, []verify.Remark{verify.RemarkUnbound}) {
			t.Errorf("level %d: %+v", level, r)
		}
		expectChangesNoticed(t, s, fmt.Sprint("level ", level))
	}
}

func visitValues(v any, path string, try func(path string, old any, put func(any))) {
	below := func(path string, child any, put func(any)) {
		try(path, child, put)
		visitValues(child, path, try)
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			below(path+"."+name, v[name], func(x any) { v[name] = x })
		}
	case []any:
		for i := range v {
			below(path, v[i], func(x any) { v[i] = x })
		}
	}
}

func otherValues(t *testing.T, old any) []any {
	t.Helper()
	switch old := old.(type) {
	case json.Number:
		n, err := old.Int64()
		if err != nil {
			t.Fatal(err)
		}
		return []any{n + 1, n - 1, n + 1<<32, nil}
	case bool:
		return []any{!old, nil}
	case string:
		last := "1"
		if strings.HasSuffix(old, last) {
			last = "2"
		}
		return []any{old[:max(0, len(old)-1)] + last, old + "1", nil}
	}
	return []any{nil}
}

// unsignedPaths has the paths of values that aren't signed.
var unsignedPaths = []string{
	".levels",
	".people", // the proof has the players
	".proof.cuts.text",
}

var everyValue = flag.Int("every", 5, "change every n-th of a deal's values with the same name; 1 changes all")

func expectChangesNoticed(t *testing.T, s storedDeal, what string, unnoticed ...string) {
	t.Helper()
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(jsonOf(t, s)))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	before := findings(verify.File(jsonOf(t, tree), verify.Evidence{}))
	passed, tried, values := make(map[string]bool), 0, make(map[string]int)
	visitValues(tree, "", func(path string, old any, put func(any)) {
		if values[path]++; (values[path]-1)%*everyValue != 0 {
			return
		}
		for _, other := range otherValues(t, old) {
			put(other)
			if tried++; findings(verify.File(jsonOf(t, tree), verify.Evidence{})) == before && !meansTheSame(t, tree, s) {
				passed[path] = true
			}
		}
		put(old)
	})
	for path := range passed {
		if !slices.Contains(unsignedPaths, path) && !slices.Contains(unnoticed, path) {
			t.Errorf("%s: a change of %s isn't noticed", what, path)
		}
	}
	if tried < 200 / *everyValue {
		t.Errorf("%s: only %d changes were tried", what, tried)
	}
}

func findings(r verify.Report) string {
	said := fmt.Sprint(r.Verdict(), faultKinds(r))
	for _, d := range r.Decks {
		said += fmt.Sprint(" ", d.Verdict(), d.Remarks)
	}
	return said
}

// meansTheSame reports whether the changed deal is read as before: null may stand for the zero value.
func meansTheSame(t *testing.T, tree any, s storedDeal) bool {
	t.Helper()
	var now storedDeal
	record, err := engine.ParseRecord(jsonOf(t, tree))
	if err != nil {
		return false
	}
	beside := struct {
		People *[]string
		Levels *[]string
		Proof  *fair.Proof
	}{&now.People, &now.Levels, &now.Proof}
	if err := json.Unmarshal(jsonOf(t, tree), &beside); err != nil {
		return false
	}
	now.Record = record
	return reflect.DeepEqual(string(jsonOf(t, now)), string(jsonOf(t, s)))
}

func TestEverythingCounts(t *testing.T) {
	for _, rules := range rules {
		deals := hostAfterDraw(t, "abcd2345", rules).match()
		unnoticed := [][]string{
			{".proof.draws", ".proof.draws.cuts.text"}, // without the draws the report has a hole
			nil,
			{".result.thirds", ".result.tricks", ".result.rest_thirds"}, // the cards of a resigned deal aren't counted
			nil,
		}
		for i, s := range deals {
			expectChangesNoticed(t, s, fmt.Sprint(rules, " deal ", i), unnoticed[i]...)
		}
	}
}

func oneDeal(dealer engine.Seat, stop int, change func(*host, *storedDeal)) func(*host) []storedDeal {
	return func(h *host) []storedDeal {
		s := h.deal(dealer, stop, false)
		change(h, &s)
		return []storedDeal{h.reveal(s)}
	}
}

func oneDealWithProof(change func(*host, *fair.Proof)) func(*host) []storedDeal {
	return oneDeal(0, 0, func(h *host, s *storedDeal) {
		change(h, &s.Proof)
		s.Deck = s.Proof.Deck(h.set.Cards())
	})
}

func dealAfter(first func(*host), dealer engine.Seat) func(*host) []storedDeal {
	return func(h *host) []storedDeal {
		first(h)
		return []storedDeal{h.deal(dealer, 0, false)}
	}
}

func dealWithContext(plan func(*fair.Context)) func(*host) []storedDeal {
	return dealAfter(func(h *host) { h.editContext = plan }, 0)
}

func twoDeals(between func(*host), dealer engine.Seat) func(*host) []storedDeal {
	return func(h *host) []storedDeal {
		first := h.deal(0, 1000, false)
		between(h)
		return []storedDeal{first, h.deal(dealer, 1000, false)}
	}
}

func noChange(*host) {}

func twoVersions(one, other func(*host) storedDeal) func(*host) []storedDeal {
	return func(h *host) []storedDeal {
		before := *h
		return []storedDeal{one(h), other(&before)}
	}
}

func TestFaults(t *testing.T) {
	other := fair.CutHash(nil, "another", "seed")
	played := func(dealer engine.Seat, stop int) func(*host) storedDeal {
		return func(h *host) storedDeal { return h.deal(dealer, stop, false) }
	}
	begin := func(c fair.Chain) func(*host) { return func(h *host) { h.begin(c, nil) } }
	for _, tt := range []struct {
		name string
		make func(h *host) []storedDeal
		want []fair.FaultKind
	}{
		{"the cards of another seed", oneDeal(0, 5, func(h *host, s *storedDeal) {
			s.Proof.Seed = other
			s.Deck = s.Proof.Deck(h.set.Cards())
		}), []fair.FaultKind{fair.FaultCommitment, verify.FaultMoves, fair.FaultSeed}},
		{"a seed used twice", twoDeals(func(h *host) {
			h.chain.LastSeed = fair.Chain{Table: h.chain.Table, Length: 64, LastSeed: h.chain.LastSeed}.Seed(63)
		}, 1), []fair.FaultKind{fair.FaultSeed}},
		{"a deck with two cards swapped", oneDeal(0, 0, func(_ *host, s *storedDeal) {
			s.Deck[0], s.Deck[1] = s.Deck[1], s.Deck[0]
		}), []fair.FaultKind{verify.FaultDeck}},
		{"the wrong cutter", oneDealWithProof(func(h *host, p *fair.Proof) {
			p.Cuts[0] = p.Context.NewCut(0, h.texts[0])
		}), []fair.FaultKind{fair.FaultCutter}},
		{"a cut by a player who isn't a cutter", oneDealWithProof(func(_ *host, p *fair.Proof) {
			p.Cuts = append(p.Cuts, p.Context.NewCut(0, "the host's"))
		}), []fair.FaultKind{fair.FaultCutter}},
		{"a cut with another text", oneDeal(1, 0, func(_ *host, s *storedDeal) {
			text := "another"
			s.Proof.Cuts[0].Text = &text
		}), []fair.FaultKind{fair.FaultCut}},
		{"a long text", dealAfter(func(h *host) { h.texts[0] = strings.Repeat("x", fair.MaxText+1) }, 1), []fair.FaultKind{fair.FaultCut}},
		{"a draw by another protocol", func(h *host) []storedDeal {
			h.draw()
			return oneDeal(0, 0, func(_ *host, s *storedDeal) { s.Proof.Draws[0].Protocol = "tarock-deal-v0" })(h)
		}, []fair.FaultKind{fair.FaultProtocol}},
		{"a level too low", dealAfter(func(h *host) { h.editContext = func(c *fair.Context) { c.Level = fair.LevelHost } }, 1),
			[]fair.FaultKind{fair.FaultLevel}},
		{"a beacon without a signature", func(h *host) []storedDeal {
			h.editContext = func(c *fair.Context) { c.Level, c.Beacon = fair.LevelBeacon, "drand 17" }
			return oneDealWithProof(func(_ *host, p *fair.Proof) { p.Beacon = "" })(h)
		}, []fair.FaultKind{fair.FaultLevel}},
		{"a dealer who wasn't drawn", dealAfter((*host).draw, 1), []fair.FaultKind{verify.FaultDraw}},
		{"a second draw after a decisive one", dealAfter(func(h *host) { h.draw(); h.draw() }, 0), []fair.FaultKind{verify.FaultDraw}},
		{"a deal with a deck for draws", func(h *host) []storedDeal {
			h.texts[0] = ""
			return dealWithContext(func(c *fair.Context) { c.Kind = fair.ForDraw })(h)
		}, []fair.FaultKind{verify.FaultRecord}},
		{"other options", dealWithContext(func(c *fair.Context) { c.RulesVersion = other }), []fair.FaultKind{verify.FaultRecord}},
		{"an illegal move", oneDeal(0, 1000, func(_ *host, s *storedDeal) {
			last := len(s.Actions) - 1
			s.Actions[0], s.Actions[last] = s.Actions[last], s.Actions[0]
		}), []fair.FaultKind{verify.FaultMoves}},
		{"another result", oneDeal(0, 1000, func(_ *host, s *storedDeal) { s.Result.Score[0]++ }), []fair.FaultKind{verify.FaultResult}},
		{"a result before the end", oneDeal(0, 5, func(_ *host, s *storedDeal) {
			s.Result = &engine.Result{Score: []int{1, -1}}
		}), []fair.FaultKind{verify.FaultResult}},
		{"too long a chain", dealAfter(begin(fair.Chain{Table: "x", Length: fair.MaxLength + 1}), 0), []fair.FaultKind{fair.FaultAnchor}},
		{"too long a table name", dealAfter(begin(fair.Chain{Table: strings.Repeat("x", 65), Length: 64}), 0),
			[]fair.FaultKind{fair.FaultContext}},
		{"too many seats", func(h *host) []storedDeal {
			h.editContext = func(c *fair.Context) { c.Seats = append([]string{"pa"}, make([]string, 8)...) }
			s := h.deal(1, 0, false)
			s.People = nil
			return []storedDeal{s}
		}, []fair.FaultKind{fair.FaultContext, verify.FaultRecord}},
		{"a table's anchor for another table", dealWithContext(func(c *fair.Context) { c.Table = "bcde2345" }), []fair.FaultKind{fair.FaultAnchor}},
		{"a deck after the chain's last", dealAfter(func(h *host) { h.decksMade = 64 }, 0), []fair.FaultKind{fair.FaultContext}},
		{"a missing dealer", dealWithContext(func(c *fair.Context) { c.Dealer = 2 }), []fair.FaultKind{fair.FaultContext, verify.FaultRecord}},
		{"an unknown level", dealWithContext(func(c *fair.Context) { c.Level = 4 }), []fair.FaultKind{fair.FaultLevel}},
		{"a beacon without a name", dealWithContext(func(c *fair.Context) { c.Level = fair.LevelBeacon }), []fair.FaultKind{fair.FaultLevel}},
		{"another dealer", dealWithContext(func(c *fair.Context) { c.Dealer = 1 - c.Dealer }), []fair.FaultKind{fair.FaultLevel, verify.FaultRecord}},
		{"other rules", dealWithContext(func(c *fair.Context) { c.Rules = rules[1] }), []fair.FaultKind{verify.FaultRecord}},
		{"another pack", dealWithContext(func(c *fair.Context) { c.Order = "tarock-40/1" }), []fair.FaultKind{verify.FaultRecord}},
		{"draws by other rules", dealAfter(func(h *host) {
			h.editContext = func(c *fair.Context) {
				if c.Kind == fair.ForDraw {
					c.RulesVersion = other
				}
			}
			h.draw()
		}, 0), []fair.FaultKind{verify.FaultDraw}},
		{"a draw that has draws", func(h *host) []storedDeal {
			h.draw()
			s := h.deal(0, 0, false)
			s.Proof.Draws[0].Draws = make([]fair.Proof, 1)
			return []storedDeal{s}
		}, []fair.FaultKind{verify.FaultDraw}},
		{"a first receipt that follows nothing", dealAfter(func(h *host) { h.last = nil }, 0), []fair.FaultKind{fair.FaultLink}},
		{"a deal dealt again after it was broken off", func(h *host) []storedDeal {
			return []storedDeal{h.deal(0, 0, false), h.deal(0, 1000, false)}
		}, []fair.FaultKind{verify.FaultMatch}},
		{"other people in the next deal", twoDeals(func(h *host) { h.people = []string{"pa", "pc"} }, 1), []fair.FaultKind{verify.FaultMatch}},
		{"a cut by the computer", dealAfter(func(h *host) {
			h.people, h.texts = []string{"pa", ""}, []string{"", "the host's"}
		}, 0), []fair.FaultKind{fair.FaultCutter}},
		{"a chain for each deal", dealAfter(begin(fair.Chain{Table: "abcd2345", Length: 63}), 0), []fair.FaultKind{fair.FaultAnchor}},
		{"draws in the middle of a match", twoDeals((*host).draw, 0), []fair.FaultKind{verify.FaultDraw, verify.FaultMatch}},
		{"a deal dealt again", twoVersions(played(0, 0), played(1, 0)), []fair.FaultKind{verify.FaultTwice}},
		{"two outcomes of a deal", twoVersions(played(0, 5), played(0, 6)), []fair.FaultKind{verify.FaultTwice}},
		{"a deal that doesn't follow the one before", twoDeals(func(h *host) { h.last = h.anchor.Signature }, 0), []fair.FaultKind{fair.FaultLink}},
		{"two chains", twoDeals(func(h *host) {
			h.begin(fair.Chain{Table: h.chain.Table, Length: 64}, h.last)
		}, 1), []fair.FaultKind{verify.FaultTwice}},
	} {
		r := verify.File(jsonOf(t, tt.make(newHost(t, "abcd2345", rules[0]))), verify.Evidence{})
		slices.Sort(tt.want)
		if got := faultKinds(r); !slices.Equal(got, tt.want) || r.Verdict() != verify.Violated {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		for _, kind := range tt.want {
			if !slices.Contains(verify.FaultKinds(), kind) {
				t.Errorf("%q isn't listed", kind)
			}
		}
	}
}

func TestMatchOverTwoChains(t *testing.T) {
	h := hostAfterDraw(t, "abcd2345", rules[0])
	var deals []storedDeal
	dealer := engine.Seat(0)
	deal := func() {
		deals = append(deals, h.deal(dealer, 1, true))
		dealer = 1 - dealer
	}
	for h.decksMade < h.chain.Length {
		deal()
	}
	ended := len(deals)
	h.begin(fair.Chain{Table: "abcd2345", Length: 64, LastSeed: fair.CutHash(nil, "", "next")}, h.last)
	deal()
	h.begin(fair.Chain{Table: "bcde2345", Length: 64}, h.last)
	h.draw()
	dealer = 0
	deal()
	slices.Reverse(deals)
	r := verify.File(jsonOf(t, deals), verify.Evidence{})
	if r.Verdict() != verify.Fair || len(r.Holes) != 0 {
		t.Errorf("%s", findings(r))
	}
	numbers := make(map[int]int) // in the match, by place in the file
	for _, d := range r.Decks {
		numbers[d.Deal] = d.Number
	}
	for place, want := range map[int]int{1: 1, 2: ended + 1, 3: ended, 2 + ended: 1} {
		if numbers[place] != want {
			t.Errorf("deal %d of the file is number %d of its match, want %d", place, numbers[place], want)
		}
	}
	if r := verify.File(jsonOf(t, deals[0]), verify.Evidence{}); r.Verdict() != verify.Fair || r.Decks[0].Number != 1 {
		t.Errorf("the rematch alone: %s", findings(r))
	}
	if r := verify.File(jsonOf(t, deals[1]), verify.Evidence{}); r.Verdict() != verify.Unchecked || !slices.Equal(r.Decks[0].Remarks, []verify.Remark{verify.RemarkUnlinked}) || r.Decks[0].Number != 0 {
		t.Errorf("the deal of the next chain alone: %s", findings(r))
	}
	deals[1], deals[2] = deals[2], deals[1]
	h.begin(fair.Chain{Table: "abcd2345", Length: 64, LastSeed: fair.CutHash(nil, "", "next")}, deals[len(deals)-ended].Proof.Signature)
	if r := verify.File(jsonOf(t, append(deals[2:], h.deal(h.dealerAfter(deals[1]), 0, false))), verify.Evidence{}); !slices.Contains(faultKinds(r), verify.FaultTwice) {
		t.Errorf("a chain that doesn't follow the last deck: %s", findings(r))
	}
}

func TestSecondDrawIsViolation(t *testing.T) {
	for again, want := range map[bool]verify.Verdict{false: verify.Fair, true: verify.Violated} {
		h := hostAfterDraw(t, "abcd2345", rules[0])
		var deals []storedDeal
		for h.decksMade < h.chain.Length {
			deals = append(deals, h.deal(engine.Seat(len(deals)%2), 1, true))
		}
		dealer := h.dealerAfter(deals[len(deals)-1])
		h.begin(fair.Chain{Table: "abcd2345", Length: 64, LastSeed: fair.CutHash(nil, "", "next")}, h.last)
		if again {
			h.draw()
			dealer = 0
		}
		r := verify.File(jsonOf(t, append(deals, h.deal(dealer, 1, true))), verify.Evidence{})
		if r.Verdict() != want || again && !slices.Equal(faultKinds(r), []fair.FaultKind{verify.FaultMatch}) {
			t.Errorf("second draw %t: %s, want %s", again, findings(r), want)
		}
	}
}

func TestDealsThatFollowEachOther(t *testing.T) {
	h := hostAfterDraw(t, "abcd2345", rules[0])
	deals := []storedDeal{h.deal(0, 1, true), h.deal(1, 1, true)}
	deals[0].Proof.Draws, deals[0].Proof.Previous = nil, deals[1].Proof.Signature
	r := verify.File(jsonOf(t, deals), verify.Evidence{})
	if r.Verdict() != verify.Violated || r.Decks[0].Number != 0 || r.Decks[1].Number != 0 {
		t.Errorf("%s: %d and %d", findings(r), r.Decks[0].Number, r.Decks[1].Number)
	}
}

func TestDecksBetweenReceipts(t *testing.T) {
	for _, tt := range []struct {
		name   string
		make   func(h *host) []storedDeal // the file has the last deal; the evidence has receipts of the others
		want   verify.Verdict
		remark verify.Remark
	}{
		{"the next deck", twoDeals(noChange, 1), verify.Fair, ""},
		{"decks that were never made", twoDeals(func(h *host) { h.decksMade += 20 }, 1), verify.Violated, ""},
		{"decks that were made but not played", twoDeals(func(h *host) {
			for range 20 {
				h.commit(fair.ForDeal, 0)
			}
		}, 1), verify.Unchecked, verify.RemarkUnlinked},
		{"all receipts before the deck", func(h *host) []storedDeal {
			return []storedDeal{h.deal(0, 1000, false), h.deal(1, 1000, false), h.deal(1, 1000, false)}
		}, verify.Fair, ""},
		{"no receipt before the deck", func(h *host) []storedDeal {
			h.deal(0, 1000, false)
			return []storedDeal{h.deal(1, 1000, false)}
		}, verify.Unchecked, verify.RemarkUnlinked},
		{"a receipt that follows the anchor", twoDeals(func(h *host) { h.last = h.anchor.Signature }, 1), verify.Violated, ""},
		{"no draw", func(h *host) []storedDeal {
			h.begin(h.chain, nil)
			return []storedDeal{h.deal(0, 1000, false)}
		}, verify.Unchecked, verify.RemarkNoDraw},
		{"a rematch without a draw", twoDeals(func(h *host) {
			h.begin(fair.Chain{Table: "bcde2345", Length: 64}, h.last)
		}, 1), verify.Unchecked, verify.RemarkNoDraw},
	} {
		deals := tt.make(hostAfterDraw(t, "abcd2345", rules[0]))
		last := len(deals) - 1
		var kept verify.Evidence
		for _, s := range deals[:last] {
			kept.Receipts = append(kept.Receipts, s.Proof.Receipt)
		}
		r := verify.File(jsonOf(t, deals[last]), kept)
		own := r.Decks[len(r.Decks)-1]
		if r.Verdict() != tt.want || own.Verdict() != tt.want || tt.remark == "" && len(own.Remarks) > 0 || tt.remark != "" && !slices.Equal(own.Remarks, []verify.Remark{tt.remark}) {
			t.Errorf("%s: %s, want %s and %q", tt.name, findings(r), tt.want, tt.remark)
		}
		if faults := faultKinds(r); tt.want == verify.Violated && !slices.Equal(faults, []fair.FaultKind{fair.FaultLink}) {
			t.Errorf("%s: %q", tt.name, faults)
		}
	}
}

func TestNextDealOfMatch(t *testing.T) {
	promised := func(h *host, edition int) {
		options, err := h.set.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		h.editContext = func(c *fair.Context) { c.RulesVersion = fair.RulesVersion(h.set.ID, edition, options) }
	}
	older := func(h *host) { promised(h, engine.FirstEdition) }
	settled := func(h *host) { h.edition = engine.FirstEdition }
	anew := func(h *host) {
		older(h)
		h.begin(h.chain, nil)
		h.draw()
	}
	for _, tt := range []struct {
		name string
		make func(*host) []storedDeal
		want verify.Verdict
	}{
		{"a fair next deal", twoDeals(noChange, 1), verify.Fair},
		{"the computer takes over", twoDeals(func(h *host) { h.people = []string{"pa", ""} }, 1), verify.Fair},
		{"the same dealer again", twoDeals(noChange, 0), verify.Violated},
		{"other people", twoDeals(func(h *host) { h.people = []string{"pa", "pc"} }, 1), verify.Violated},
		{"people change seats", twoDeals(func(h *host) { h.people = []string{"pb", "pa"} }, 1), verify.Violated},
		{"other options", twoDeals(func(h *host) { h.options = engine.Options{"simple": "throw-in"} }, 1), verify.Violated},
		{"other rules", twoDeals(func(h *host) { h.set, _ = h.game.RuleSet("strohmandeln/classic") }, 1), verify.Violated},
		{"the second deal promised older rules", twoDeals(older, 1), verify.Violated},
		{"both deals promised older rules", func(h *host) []storedDeal { anew(h); return twoDeals(noChange, 1)(h) }, verify.Fair},
		{"older rules settle the second deal", func(h *host) []storedDeal { anew(h); return twoDeals(settled, 1)(h) }, verify.Violated},
	} {
		deals := tt.make(hostAfterDraw(t, "abcd2345", "strohmandeln/extended"))
		first, all := []fair.Receipt{deals[0].Proof.Receipt}, []fair.Receipt{deals[0].Proof.Receipt, deals[1].Proof.Receipt}
		for _, kept := range [][]fair.Receipt{nil, first, all} { // receipts excuse no fault
			r := verify.File(jsonOf(t, deals), verify.Evidence{Receipts: kept})
			if r.Verdict() != tt.want || tt.want == verify.Violated && !slices.Equal(faultKinds(r), []fair.FaultKind{verify.FaultMatch}) {
				t.Errorf("%s, with %d receipts: %s, want %s", tt.name, len(kept), findings(r), tt.want)
			}
		}
	}
}

func TestMatchWithMissingDeal(t *testing.T) {
	h := hostAfterDraw(t, "abcd2345", "strohmandeln/extended")
	first, left := h.deal(0, 1000, false), h.deal(1, 1000, false).Proof.Receipt
	h.options = engine.Options{"simple": "throw-in"}
	deals := []storedDeal{first, h.deal(0, 1000, false)}
	for _, kept := range [][]fair.Receipt{nil, {left}} {
		if r := verify.File(jsonOf(t, deals), verify.Evidence{Receipts: kept}); !slices.Equal(faultKinds(r), []fair.FaultKind{verify.FaultMatch}) {
			t.Errorf("with %d receipts: %s", len(kept), findings(r))
		}
	}
}

func TestDealerAfterThrownInDeal(t *testing.T) {
	for n := range 200 {
		h := newHost(t, fmt.Sprint("table", n), "strohmandeln/classic")
		h.options = engine.Options{"simple": "throw-in"}
		h.draw()
		first := h.deal(0, 1000, false)
		if !first.Result.IsVoid() {
			continue
		}
		for dealer, want := range map[engine.Seat]verify.Verdict{0: verify.Fair, 1: verify.Violated} {
			again := *h
			if r := verify.File(jsonOf(t, []storedDeal{first, again.deal(dealer, 1000, false)}), verify.Evidence{}); r.Verdict() != want {
				t.Errorf("next deal dealt by seat %d: %s", dealer, findings(r))
			}
		}
		return
	}
	t.Error("no deal was thrown in")
}

func TestEvidence(t *testing.T) {
	h := hostAfterDraw(t, "abcd2345", rules[0])
	deals := []storedDeal{h.deal(0, 1000, false), h.deal(1, 1000, false), h.deal(0, 1000, false)}
	receipt := func(i int) fair.Receipt { return deals[i].Proof.Receipt }
	withOtherLevel := hostAfterDraw(t, "abcd2345", rules[0])
	withOtherLevel.deal(0, 0, false)
	withOtherLevel.texts[1] = "typed late"
	forged := withOtherLevel.deal(0, 0, false).Proof.Receipt // the same deck, with another level
	withOtherChain := hostAfterDraw(t, "abcd2345", rules[0])
	withOtherChain.begin(fair.Chain{Table: "abcd2345", Length: 64}, nil)
	framed := hostAfterDraw(t, "abcd2345", rules[0])
	framed.key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize))
	framed.begin(withOtherChain.chain, nil)
	ownKey := framed.deal(0, 0, false).Proof.Receipt
	elsewhere := hostAfterDraw(t, "bcde2345", rules[0]).deal(0, 0, false).Proof.Receipt
	for _, tt := range []struct {
		name  string
		deals []storedDeal
		kept  verify.Evidence
		want  verify.Verdict
		holes []verify.Hole
	}{
		{"no evidence", deals, verify.Evidence{}, verify.Fair, nil},
		{"the anchor's hash", deals, verify.Evidence{Anchor: h.anchor.Hash.String()}, verify.Fair, nil},
		{"the anchor's short form in capitals", deals, verify.Evidence{Anchor: strings.ToUpper(h.anchor.Short())}, verify.Fair, nil},
		{"a piece of the anchor's short form", deals, verify.Evidence{Anchor: h.anchor.Short()[1:]}, verify.Unchecked, nil},
		{"another anchor", deals, verify.Evidence{Anchor: withOtherChain.anchor.Hash.String()}, verify.Violated, nil},
		{"the anchor without a proof", []storedDeal{{Record: deals[0].Record}}, verify.Evidence{Anchor: h.anchor.Hash.String()}, verify.Unchecked, nil},
		{"all receipts", deals, verify.Evidence{Receipts: []fair.Receipt{receipt(2), receipt(0), receipt(1)}}, verify.Fair, nil},
		{"another receipt", deals[:2], verify.Evidence{Receipts: []fair.Receipt{forged}}, verify.Violated, nil},
		{"a receipt of another chain", deals, verify.Evidence{Receipts: []fair.Receipt{withOtherChain.deal(0, 0, false).Proof.Receipt}}, verify.Violated, []verify.Hole{{"abcd2345", 1, 1, false, false}}},
		{"a receipt of another match", deals, verify.Evidence{Receipts: []fair.Receipt{elsewhere}}, verify.Unchecked, []verify.Hole{{"bcde2345", 1, 3, true, false}}},
		{"receipts of another match and this one", deals, verify.Evidence{Receipts: []fair.Receipt{elsewhere, receipt(0)}}, verify.Fair, []verify.Hole{{"bcde2345", 1, 3, true, false}}},
		{"a deal left out", []storedDeal{deals[0], deals[2]}, verify.Evidence{}, verify.Unchecked, []verify.Hole{{"abcd2345", 3, 3, false, true}}},
		{"a deal left out, but not its receipt", []storedDeal{deals[0], deals[2]}, verify.Evidence{Receipts: []fair.Receipt{receipt(1)}}, verify.Unchecked, []verify.Hole{{"abcd2345", 3, 3, false, true}}},
		{"the first left out", deals[2:], verify.Evidence{}, verify.Unchecked, []verify.Hole{{"abcd2345", 1, 3, false, false}}},
		{"the last left out", deals[:2], verify.Evidence{Receipts: []fair.Receipt{receipt(2)}}, verify.Unchecked, []verify.Hole{{"abcd2345", 4, 4, false, true}}},
		{"the bot's key", deals, verify.Evidence{Keys: []fair.Key{{}, fair.KeyOf(h.key)}}, verify.Fair, nil},
		{"a receipt signed with a player's key", deals, verify.Evidence{Receipts: []fair.Receipt{ownKey}, Keys: []fair.Key{fair.KeyOf(h.key)}}, verify.Violated, nil},
		{"a key that isn't the bot's", deals, verify.Evidence{Keys: []fair.Key{{}}}, verify.Violated, nil},
		{"the same deal twice", []storedDeal{deals[0], deals[0]}, verify.Evidence{}, verify.Fair, nil},
		{"no deals", []storedDeal{}, verify.Evidence{}, verify.Unchecked, nil},
	} {
		r := verify.File(jsonOf(t, tt.deals), tt.kept)
		if r.Verdict() != tt.want || !slices.Equal(r.Holes, tt.holes) {
			t.Errorf("%s: got %s with the holes %v, want %s with %v; %v, %v", tt.name, r.Verdict(), r.Holes, tt.want, tt.holes, faultKinds(r), r.Err)
		}
	}
	if r := verify.File(jsonOf(t, deals[0]), verify.Evidence{Receipts: []fair.Receipt{receipt(1)}}); r.Verdict() != verify.Unchecked || len(faultKinds(r)) > 0 {
		t.Errorf("a receipt of the next deck: %+v", r)
	}
	if keys := verify.File(jsonOf(t, deals), verify.Evidence{Receipts: []fair.Receipt{ownKey}}).Keys(); len(keys) != 2 {
		t.Errorf("the keys of the deals and of a forged receipt are %v, want 2", keys)
	}
	unlinked := receipt(1)
	unlinked.Previous = nil
	unlinked = h.chain.Commit(h.anchor, unlinked.Context, nil, h.key)
	if r := verify.File(jsonOf(t, deals[0]), verify.Evidence{Receipts: []fair.Receipt{unlinked}}); !slices.Equal(faultKinds(r), []fair.FaultKind{fair.FaultLink}) {
		t.Errorf("a receipt that doesn't follow its predecessor: %v", faultKinds(r))
	}
}

func TestOutcome(t *testing.T) {
	data, err := os.ReadFile("../fair/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		Decks []struct {
			Proof  fair.Proof
			Deck   string
			Played *struct {
				Actions []engine.Move
				Score   []int
			}
			Outcome string
		}
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	deals := 0
	for _, d := range v.Decks {
		if d.Played == nil {
			continue
		}
		r := engine.Record{Rules: d.Proof.Context.Rules, Dealer: engine.Seat(d.Proof.Context.Dealer), Actions: d.Played.Actions}
		if err := json.Unmarshal(jsonOf(t, strings.Fields(d.Deck)), &r.Deck); err != nil {
			t.Fatal(err)
		}
		if d.Played.Score != nil {
			r.Result = &engine.Result{Score: d.Played.Score}
		}
		if deals++; verify.Outcome(r) != d.Outcome {
			t.Errorf("the outcome is %q, want %q", verify.Outcome(r), d.Outcome)
		}
	}
	if deals < 5 {
		t.Errorf("only %d played deals", deals)
	}
}

func TestParseReceipts(t *testing.T) {
	h := hostAfterDraw(t, "abcd2345", rules[0])
	s := h.deal(0, 0, false)
	for _, v := range []any{s.Proof.Receipt, []fair.Receipt{s.Proof.Receipt}} {
		if got, err := verify.ParseReceipts(jsonOf(t, v)); err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], s.Proof.Receipt) {
			t.Errorf("got %v, %v", got, err)
		}
	}
	forged := s.Proof.Receipt
	forged.Commitment[0]++
	for _, bad := range []string{"", "7", "{", `{"protocol":"tarock-deal-v2"}`, `{"key":"00"}`, string(jsonOf(t, forged))} {
		if got, err := verify.ParseReceipts([]byte(bad)); err == nil {
			t.Errorf("%q: got %v", bad, got)
		}
	}
}

func TestRemarks(t *testing.T) {
	older := func(edition int, promised ...int) func(*host) any {
		return func(h *host) any {
			options, _ := h.set.Complete(nil)
			h.editContext = func(c *fair.Context) {
				c.RulesVersion = fair.RulesVersion(h.set.ID, append(promised, edition)[0], options)
			}
			h.begin(h.chain, nil)
			h.draw()
			s := h.deal(0, 1000, false)
			s.Edition = edition
			s.Result.Score[0]++
			return h.reveal(s)
		}
	}
	edited := func(from, to string) func(*host) any {
		return func(h *host) any {
			return json.RawMessage(bytes.Replace(jsonOf(h.t, h.deal(0, 1000, false)), []byte(from), []byte(to), 1))
		}
	}
	for _, tt := range []struct {
		name   string
		make   func(h *host) any
		want   verify.Verdict
		remark verify.Remark
	}{
		{"a record alone", func(h *host) any { return h.deal(0, 1000, false).Record }, verify.Unchecked, verify.RemarkNoProof},
		{"another protocol", edited(fair.Version, "tarock-deal-v2"), verify.Unchecked, verify.RemarkProtocol},
		{"another format", edited(engine.RecordFormat, "chess"), verify.Unchecked, verify.RemarkUnreadable},
		{"unknown rules", edited(rules[0], "bridge/rubber"), verify.Unchecked, verify.RemarkUnreadable},
		{"no proof at all", edited(`"protocol": `, `"protocol": 7, "x": `), verify.Unchecked, verify.RemarkUnreadable},
		{"a key of another length", edited(`"revealed_by": "`, `"revealed_by": "00`), verify.Unchecked, verify.RemarkUnreadable},
		{"a receipt", func(h *host) any { return h.deal(0, 0, false).Proof.Receipt }, verify.Unchecked, verify.RemarkReceipt},
		{"an unknown card", edited(`"deck": [`, `"deck": ["JOKER",`), verify.Unchecked, verify.RemarkUnreadable},
		{"an erased text", func(h *host) any {
			h.texts = []string{"both", "cut"}
			s := h.deal(0, 1000, false)
			s.Proof.Cuts[0].Text = nil
			if level := s.Proof.EffectiveLevel(); level != fair.LevelHost {
				h.t.Errorf("a deck with an erased text has level %d", level)
			}
			return s
		}, verify.Fair, verify.RemarkErased},
		{"a deal broken off", func(h *host) any { return h.deal(0, 5, false) }, verify.Fair, verify.RemarkNoResult},
		{"a finished deal without a result", func(h *host) any {
			s := h.deal(0, 1000, false)
			s.Result = nil
			return h.reveal(s)
		}, verify.Violated, ""},
		{"another result by older rules", older(engine.FirstEdition), verify.Unchecked, verify.RemarkOlder},
		{"newer rules", older(engine.Edition + 1), verify.Unchecked, verify.RemarkNewer},
		{"the rules changed while the deal was played", older(engine.Edition, engine.FirstEdition), verify.Violated, ""},
		{"settled by rules that the deal didn't promise", older(engine.Edition+1, engine.Edition), verify.Violated, verify.RemarkNewer},
	} {
		r := verify.File(jsonOf(t, tt.make(hostAfterDraw(t, "abcd2345", rules[0]))), verify.Evidence{})
		if got := r.Verdict(); got != tt.want || tt.remark != "" && !slices.Equal(r.Decks[len(r.Decks)-1].Remarks, []verify.Remark{tt.remark}) {
			t.Errorf("%s: got %s, %v, want %s, %s", tt.name, got, r.Decks, tt.want, tt.remark)
		}
		if tt.remark != "" && !slices.Contains(verify.Remarks(), tt.remark) {
			t.Errorf("%q isn't listed", tt.remark)
		}
	}
	for _, bad := range []string{"", "hello", "{", "[]", "7"} {
		if r := verify.File([]byte(bad), verify.Evidence{}); r.Verdict() != verify.Unchecked {
			t.Errorf("%q: %+v", bad, r)
		}
	}
	h := hostAfterDraw(t, "abcd2345", rules[0])
	cut := jsonOf(t, []storedDeal{h.deal(0, 0, false), h.deal(1, 0, false)})
	if r := verify.File(cut[:len(cut)-10], verify.Evidence{}); r.Verdict() != verify.Unchecked || len(r.Decks) != 2 || r.Err == nil {
		t.Errorf("a truncated file: %+v", r)
	}
}

func TestDeckLimits(t *testing.T) {
	s := hostAfterDraw(t, "abcd2345", rules[0]).deal(0, 0, false)
	s.Proof.Draws = make([]fair.Proof, 1000)
	r := verify.File(jsonOf(t, s), verify.Evidence{})
	own := verify.Report{Decks: r.Decks[len(r.Decks)-1:]}
	if !slices.Equal(faultKinds(own), []fair.FaultKind{verify.FaultDraw}) || len(r.Decks) > 50 {
		t.Errorf("%d of 1000 draws are checked; the deal's faults are %q", len(r.Decks), faultKinds(own))
	}
	empty := "[" + strings.Repeat("{},", verify.MaxDecks) + "{}]"
	if r := verify.File([]byte(empty), verify.Evidence{}); len(r.Decks) != verify.MaxDecks || r.Err == nil || r.Verdict() != verify.Unchecked {
		t.Errorf("%d decks are checked: %v", len(r.Decks), r.Err)
	}
}

func FuzzFile(f *testing.F) {
	f.Add([]byte(`{"format":"tarock-record/1","rules":"kosakeln/spieleversum","proof":{"protocol":"tarock-deal-v1","context":{"seats":["",""],"kind":"deal","number":1},"cuts":[{"seat":1,"text":null}],"draws":[{}]}}`))
	f.Add([]byte(`[{"format":"tarock-record/1","rules":"illustrated/beck","edition":2,"proof":{"protocol":"tarock-deal-v1","context":{"level":2,"number":4096}}}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if r := verify.File(data, verify.Evidence{}); r.Verdict() == verify.Fair {
			t.Errorf("%q is fair: %+v", data, r)
		}
	})
}
