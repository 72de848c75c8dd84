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

type stored struct {
	engine.Record
	People []string   `json:"people"`
	Levels []string   `json:"levels,omitempty"`
	Proof  fair.Proof `json:"proof"`
}

func (s stored) MarshalJSON() ([]byte, error) {
	record, err := json.Marshal(s.Record)
	if err != nil {
		return nil, err
	}
	beside, err := json.Marshal(map[string]any{"people": s.People, "levels": s.Levels, "proof": s.Proof})
	return slices.Concat(record[:len(record)-1], []byte(","), beside[1:]), err
}

// host deals the decks of one table. Its methods count dealers from the first dealer.
type host struct {
	t       *testing.T
	key     ed25519.PrivateKey
	game    engine.Game
	set     engine.RuleSet
	people  []string
	texts   []string
	chain   fair.Chain
	anchor  fair.Anchor
	last    fair.Signature
	made    int
	draws   []fair.Proof
	first   engine.Seat
	options engine.Options
	edition int
	// plan changes the context before the commitment.
	plan func(*fair.Context)
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
	h.begin(fair.Chain{Table: table, Length: 64, Last: fair.CutHash(nil, table, rules)}, nil)
	return h
}

func drawn(t *testing.T, table, rules string) *host {
	t.Helper()
	h := newHost(t, table, rules)
	h.draw()
	return h
}

// begin starts a chain. previous is the signature of the receipt that it continues.
func (h *host) begin(c fair.Chain, previous fair.Signature) {
	h.chain, h.anchor, h.made, h.draws = c, c.Publish(previous, h.key), 0, nil
	h.last = h.anchor.Signature
}

func (h *host) commit(kind fair.Kind, dealer engine.Seat) fair.Proof {
	h.t.Helper()
	options, err := h.set.Complete(h.options)
	if err != nil {
		h.t.Fatal(err)
	}
	h.made++
	ctx := fair.Context{
		Table: h.chain.Table, Number: h.made, Kind: kind, Rules: h.set.ID, Version: fair.RulesVersion(h.set.ID, engine.Edition, options),
		Seats: h.people, Dealer: int(dealer), Order: fair.OrderOf(h.set.Cards()),
	}
	if slices.ContainsFunc(ctx.Cutters(), func(s int) bool { return h.texts[s] != "" }) {
		ctx.Level = fair.ByCutter
	}
	if h.plan != nil {
		h.plan(&ctx)
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
	if ctx.Level == fair.ByAll {
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
		p.Reveal(fair.TextOf(deck), h.key)
		h.draws = append(h.draws, p)
		var told bool
		if h.first, told = engine.CutForDeal(deck[:h.game.Seats]); told {
			return
		}
	}
}

// deal plays at most stop moves. Then seat 0 resigns if resign is set; else the deal is broken off unless it is over.
func (h *host) deal(dealer engine.Seat, stop int, resign bool) stored {
	h.t.Helper()
	dealer = (h.first + dealer) % engine.Seat(h.game.Seats)
	p := h.commit(fair.ForDeal, dealer)
	if p.Context.Level == fair.ByBeacon {
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
	s := stored{Record: deal.Record(), People: slices.Clone(h.people), Proof: p}
	for i := range s.People {
		s.Levels = append(s.Levels, "")
		if s.People[i] == "" {
			s.Levels[i] = "easy"
		}
	}
	s.Edition = h.edition
	return h.reveal(s)
}

func (h *host) reveal(s stored) stored {
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

func (h *host) match() []stored {
	deals := []stored{h.deal(0, 1000, false)}
	next := func() engine.Seat { return h.after(deals[len(deals)-1]) }
	deals = append(deals, h.deal(next(), 1000, false))
	deals = append(deals, h.deal(next(), 12, true))
	return append(deals, h.deal(next(), 5, false))
}

func (h *host) after(s stored) engine.Seat {
	dealer := h.game.Next(engine.Setup{Rules: h.set.ID, Options: h.options, First: s.Dealer}, []engine.Result{*s.Result}).Dealer
	return (dealer + engine.Seat(h.game.Seats) - h.first) % engine.Seat(h.game.Seats)
}

func text(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func kinds(r verify.Report) (all []fair.FaultKind) {
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
			h := drawn(t, "abcd2345", set.ID)
			deals := h.match()
			r := verify.File(text(t, deals), verify.Evidence{Anchor: h.anchor.Short(), Receipts: []fair.Receipt{deals[1].Proof.Receipt}})
			if got := r.Verdict(); got != verify.Fair || len(r.Holes) > 0 || len(r.Decks) != h.made {
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

func TestKeptFile(t *testing.T) {
	const file = "testdata/match.json"
	var lines []string
	for _, s := range drawn(t, "abcd2345", rules[0]).match() {
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
		fair.ByAll:    func(c *fair.Context) { c.Level = fair.ByAll },
		fair.ByBeacon: func(c *fair.Context) { c.Level, c.Beacon = fair.ByBeacon, "drand 17" },
	} {
		h := drawn(t, "abcd2345", rules[0])
		h.plan = change
		s := h.deal(0, 1000, false)
		r := verify.File(text(t, s), verify.Evidence{})
		if r.Verdict() != verify.Unchecked || len(kinds(r)) > 0 || !slices.Equal(r.Decks[len(r.Decks)-1].Remarks, []verify.Remark{verify.RemarkUnbound}) {
			t.Errorf("level %d: %+v", level, r)
		}
		unchanged(t, s, fmt.Sprint("level ", level))
	}
}

func visit(v any, path string, try func(path string, old any, put func(any))) {
	below := func(path string, child any, put func(any)) {
		try(path, child, put)
		visit(child, path, try)
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

func others(t *testing.T, old any) []any {
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

// free has the paths of values that aren't signed.
var free = []string{
	".levels",
	".people", // the proof has the players
	".proof.cuts.text",
}

var everyValue = flag.Int("every", 5, "change every n-th of a deal's values of one name; 1: all")

func unchanged(t *testing.T, s stored, what string, more ...string) {
	t.Helper()
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(text(t, s)))
	decoder.UseNumber()
	if err := decoder.Decode(&tree); err != nil {
		t.Fatal(err)
	}
	before := told(verify.File(text(t, tree), verify.Evidence{}))
	passed, tried, values := make(map[string]bool), 0, make(map[string]int)
	visit(tree, "", func(path string, old any, put func(any)) {
		if values[path]++; (values[path]-1)%*everyValue != 0 {
			return
		}
		for _, other := range others(t, old) {
			put(other)
			if tried++; told(verify.File(text(t, tree), verify.Evidence{})) == before && !asBefore(t, tree, s) {
				passed[path] = true
			}
		}
		put(old)
	})
	for path := range passed {
		if !slices.Contains(free, path) && !slices.Contains(more, path) {
			t.Errorf("%s: nobody notices a change of %s", what, path)
		}
	}
	if tried < 200 / *everyValue {
		t.Errorf("%s: only %d changes", what, tried)
	}
}

func told(r verify.Report) string {
	said := fmt.Sprint(r.Verdict(), kinds(r))
	for _, d := range r.Decks {
		said += fmt.Sprint(" ", d.Verdict(), d.Remarks)
	}
	return said
}

// asBefore reports whether the changed deal is read as before: null may stand for the zero value.
func asBefore(t *testing.T, tree any, s stored) bool {
	t.Helper()
	var now stored
	record, err := engine.ParseRecord(text(t, tree))
	if err != nil {
		return false
	}
	beside := struct {
		People *[]string
		Levels *[]string
		Proof  *fair.Proof
	}{&now.People, &now.Levels, &now.Proof}
	if err := json.Unmarshal(text(t, tree), &beside); err != nil {
		return false
	}
	now.Record = record
	return reflect.DeepEqual(string(text(t, now)), string(text(t, s)))
}

func TestEverythingCounts(t *testing.T) {
	for _, rules := range rules {
		deals := drawn(t, "abcd2345", rules).match()
		more := [][]string{
			{".proof.draws", ".proof.draws.cuts.text"}, // without them there is a hole
			nil,
			{".result.thirds", ".result.tricks", ".result.rest_thirds"}, // of a resigned deal nobody counts the cards
			nil,
		}
		for i, s := range deals {
			unchanged(t, s, fmt.Sprint(rules, " deal ", i), more[i]...)
		}
	}
}

func changed(dealer engine.Seat, stop int, change func(*host, *stored)) func(*host) []stored {
	return func(h *host) []stored {
		s := h.deal(dealer, stop, false)
		change(h, &s)
		return []stored{h.reveal(s)}
	}
}

func cutOtherwise(change func(*host, *fair.Proof)) func(*host) []stored {
	return changed(0, 0, func(h *host, s *stored) {
		change(h, &s.Proof)
		s.Deck = s.Proof.Deck(h.set.Cards())
	})
}

func after(first func(*host), dealer engine.Seat) func(*host) []stored {
	return func(h *host) []stored {
		first(h)
		return []stored{h.deal(dealer, 0, false)}
	}
}

func planned(plan func(*fair.Context)) func(*host) []stored {
	return after(func(h *host) { h.plan = plan }, 0)
}

func two(between func(*host), dealer engine.Seat) func(*host) []stored {
	return func(h *host) []stored {
		first := h.deal(0, 1000, false)
		between(h)
		return []stored{first, h.deal(dealer, 1000, false)}
	}
}

func nothing(*host) {}

func forked(one, other func(*host) stored) func(*host) []stored {
	return func(h *host) []stored {
		before := *h
		return []stored{one(h), other(&before)}
	}
}

func TestFaults(t *testing.T) {
	other := fair.CutHash(nil, "another", "seed")
	played := func(dealer engine.Seat, stop int) func(*host) stored {
		return func(h *host) stored { return h.deal(dealer, stop, false) }
	}
	begin := func(c fair.Chain) func(*host) { return func(h *host) { h.begin(c, nil) } }
	for _, tt := range []struct {
		name string
		make func(h *host) []stored
		want []fair.FaultKind
	}{
		{"the cards of another seed", changed(0, 5, func(h *host, s *stored) {
			s.Proof.Seed = other
			s.Deck = s.Proof.Deck(h.set.Cards())
		}), []fair.FaultKind{fair.FaultCommitment, verify.FaultMoves, fair.FaultSeed}},
		{"a seed used twice", two(func(h *host) {
			h.chain.Last = fair.Chain{Table: h.chain.Table, Length: 64, Last: h.chain.Last}.Seed(63)
		}, 1), []fair.FaultKind{fair.FaultSeed}},
		{"a deck that was put together", changed(0, 0, func(_ *host, s *stored) {
			s.Deck[0], s.Deck[1] = s.Deck[1], s.Deck[0]
		}), []fair.FaultKind{verify.FaultDeck}},
		{"the wrong cutter", cutOtherwise(func(h *host, p *fair.Proof) {
			p.Cuts[0] = p.Context.NewCut(0, h.texts[0])
		}), []fair.FaultKind{fair.FaultCutter}},
		{"one more cut", cutOtherwise(func(_ *host, p *fair.Proof) {
			p.Cuts = append(p.Cuts, p.Context.NewCut(0, "the host's"))
		}), []fair.FaultKind{fair.FaultCutter}},
		{"a cut with another text", changed(1, 0, func(_ *host, s *stored) {
			text := "another"
			s.Proof.Cuts[0].Text = &text
		}), []fair.FaultKind{fair.FaultCut}},
		{"a long text", after(func(h *host) { h.texts[0] = strings.Repeat("x", fair.MaxText+1) }, 1), []fair.FaultKind{fair.FaultCut}},
		{"a draw by another protocol", func(h *host) []stored {
			h.draw()
			return changed(0, 0, func(_ *host, s *stored) { s.Proof.Draws[0].Protocol = "tarock-deal-v0" })(h)
		}, []fair.FaultKind{fair.FaultProtocol}},
		{"a level too low", after(func(h *host) { h.plan = func(c *fair.Context) { c.Level = fair.ByHost } }, 1),
			[]fair.FaultKind{fair.FaultLevel}},
		{"a beacon without a signature", func(h *host) []stored {
			h.plan = func(c *fair.Context) { c.Level, c.Beacon = fair.ByBeacon, "drand 17" }
			return cutOtherwise(func(_ *host, p *fair.Proof) { p.Beacon = "" })(h)
		}, []fair.FaultKind{fair.FaultLevel}},
		{"another dealer than was drawn", after((*host).draw, 1), []fair.FaultKind{verify.FaultDraw}},
		{"a decisive draw, and another", after(func(h *host) { h.draw(); h.draw() }, 0), []fair.FaultKind{verify.FaultDraw}},
		{"a deal of a deck for draws", func(h *host) []stored {
			h.texts[0] = ""
			return planned(func(c *fair.Context) { c.Kind = fair.ForDraw })(h)
		}, []fair.FaultKind{verify.FaultRecord}},
		{"other options", planned(func(c *fair.Context) { c.Version = other }), []fair.FaultKind{verify.FaultRecord}},
		{"an illegal move", changed(0, 1000, func(_ *host, s *stored) {
			last := len(s.Actions) - 1
			s.Actions[0], s.Actions[last] = s.Actions[last], s.Actions[0]
		}), []fair.FaultKind{verify.FaultMoves}},
		{"another result", changed(0, 1000, func(_ *host, s *stored) { s.Result.Score[0]++ }), []fair.FaultKind{verify.FaultResult}},
		{"a result before the end", changed(0, 5, func(_ *host, s *stored) {
			s.Result = &engine.Result{Score: []int{1, -1}}
		}), []fair.FaultKind{verify.FaultResult}},
		{"too long a chain", after(begin(fair.Chain{Table: "x", Length: fair.MaxLength + 1}), 0), []fair.FaultKind{fair.FaultAnchor}},
		{"too long a table name", after(begin(fair.Chain{Table: strings.Repeat("x", 65), Length: 64}), 0),
			[]fair.FaultKind{fair.FaultContext}},
		{"too many seats", func(h *host) []stored {
			h.plan = func(c *fair.Context) { c.Seats = append([]string{"pa"}, make([]string, 8)...) }
			s := h.deal(1, 0, false)
			s.People = nil
			return []stored{s}
		}, []fair.FaultKind{fair.FaultContext, verify.FaultRecord}},
		{"a table's anchor for another table", planned(func(c *fair.Context) { c.Table = "bcde2345" }), []fair.FaultKind{fair.FaultAnchor}},
		{"a deck after the last", after(func(h *host) { h.made = 64 }, 0), []fair.FaultKind{fair.FaultContext}},
		{"a missing dealer", planned(func(c *fair.Context) { c.Dealer = 2 }), []fair.FaultKind{fair.FaultContext, verify.FaultRecord}},
		{"an unknown level", planned(func(c *fair.Context) { c.Level = 4 }), []fair.FaultKind{fair.FaultLevel}},
		{"a beacon without a name", planned(func(c *fair.Context) { c.Level = fair.ByBeacon }), []fair.FaultKind{fair.FaultLevel}},
		{"another dealer", planned(func(c *fair.Context) { c.Dealer = 1 - c.Dealer }), []fair.FaultKind{fair.FaultLevel, verify.FaultRecord}},
		{"other rules", planned(func(c *fair.Context) { c.Rules = rules[1] }), []fair.FaultKind{verify.FaultRecord}},
		{"another pack", planned(func(c *fair.Context) { c.Order = "tarock-40/1" }), []fair.FaultKind{verify.FaultRecord}},
		{"draws by other rules", after(func(h *host) {
			h.plan = func(c *fair.Context) {
				if c.Kind == fair.ForDraw {
					c.Version = other
				}
			}
			h.draw()
		}, 0), []fair.FaultKind{verify.FaultDraw}},
		{"draws for a draw", func(h *host) []stored {
			h.draw()
			s := h.deal(0, 0, false)
			s.Proof.Draws[0].Draws = make([]fair.Proof, 1)
			return []stored{s}
		}, []fair.FaultKind{verify.FaultDraw}},
		{"a first receipt that follows nothing", after(func(h *host) { h.last = nil }, 0), []fair.FaultKind{fair.FaultLink}},
		{"a deal dealt again after it was broken off", func(h *host) []stored {
			return []stored{h.deal(0, 0, false), h.deal(0, 1000, false)}
		}, []fair.FaultKind{verify.FaultMatch}},
		{"other people in the next deal", two(func(h *host) { h.people = []string{"pa", "pc"} }, 1), []fair.FaultKind{verify.FaultMatch}},
		{"a cut of the computer's", after(func(h *host) {
			h.people, h.texts = []string{"pa", ""}, []string{"", "the host's"}
		}, 0), []fair.FaultKind{fair.FaultCutter}},
		{"a chain for each deal", after(begin(fair.Chain{Table: "abcd2345", Length: 63}), 0), []fair.FaultKind{fair.FaultAnchor}},
		{"draws in the middle of a match", two((*host).draw, 0), []fair.FaultKind{verify.FaultDraw, verify.FaultMatch}},
		{"a deal dealt again", forked(played(0, 0), played(1, 0)), []fair.FaultKind{verify.FaultTwice}},
		{"two outcomes of a deal", forked(played(0, 5), played(0, 6)), []fair.FaultKind{verify.FaultTwice}},
		{"a deal that doesn't follow", two(func(h *host) { h.last = h.anchor.Signature }, 0), []fair.FaultKind{fair.FaultLink}},
		{"two chains", two(func(h *host) {
			h.begin(fair.Chain{Table: h.chain.Table, Length: 64}, h.last)
		}, 1), []fair.FaultKind{verify.FaultTwice}},
	} {
		r := verify.File(text(t, tt.make(newHost(t, "abcd2345", rules[0]))), verify.Evidence{})
		slices.Sort(tt.want)
		if got := kinds(r); !slices.Equal(got, tt.want) || r.Verdict() != verify.Violated {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		for _, kind := range tt.want {
			if !slices.Contains(verify.FaultKinds(), kind) {
				t.Errorf("%q isn't listed", kind)
			}
		}
	}
}

func TestUsedUp(t *testing.T) {
	h := drawn(t, "abcd2345", rules[0])
	var deals []stored
	dealer := engine.Seat(0)
	deal := func() {
		deals = append(deals, h.deal(dealer, 1, true))
		dealer = 1 - dealer
	}
	for h.made < h.chain.Length {
		deal()
	}
	ended := len(deals)
	h.begin(fair.Chain{Table: "abcd2345", Length: 64, Last: fair.CutHash(nil, "", "next")}, h.last)
	deal()
	h.begin(fair.Chain{Table: "bcde2345", Length: 64}, h.last)
	h.draw()
	dealer = 0
	deal()
	slices.Reverse(deals)
	r := verify.File(text(t, deals), verify.Evidence{})
	if r.Verdict() != verify.Fair || len(r.Holes) != 0 {
		t.Errorf("%s", told(r))
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
	if r := verify.File(text(t, deals[0]), verify.Evidence{}); r.Verdict() != verify.Fair || r.Decks[0].Number != 1 {
		t.Errorf("the rematch alone: %s", told(r))
	}
	if r := verify.File(text(t, deals[1]), verify.Evidence{}); r.Verdict() != verify.Unchecked || !slices.Equal(r.Decks[0].Remarks, []verify.Remark{verify.RemarkUnlinked}) || r.Decks[0].Number != 0 {
		t.Errorf("the deal of the next chain alone: %s", told(r))
	}
	deals[1], deals[2] = deals[2], deals[1]
	h.begin(fair.Chain{Table: "abcd2345", Length: 64, Last: fair.CutHash(nil, "", "next")}, deals[len(deals)-ended].Proof.Signature)
	if r := verify.File(text(t, append(deals[2:], h.deal(h.after(deals[1]), 0, false))), verify.Evidence{}); !slices.Contains(kinds(r), verify.FaultTwice) {
		t.Errorf("a chain that doesn't follow the last deck: %s", told(r))
	}
}

func TestDrawnAgain(t *testing.T) {
	for again, want := range map[bool]verify.Verdict{false: verify.Fair, true: verify.Violated} {
		h := drawn(t, "abcd2345", rules[0])
		var deals []stored
		for h.made < h.chain.Length {
			deals = append(deals, h.deal(engine.Seat(len(deals)%2), 1, true))
		}
		dealer := h.after(deals[len(deals)-1])
		h.begin(fair.Chain{Table: "abcd2345", Length: 64, Last: fair.CutHash(nil, "", "next")}, h.last)
		if again {
			h.draw()
			dealer = 0
		}
		r := verify.File(text(t, append(deals, h.deal(dealer, 1, true))), verify.Evidence{})
		if r.Verdict() != want || again && !slices.Equal(kinds(r), []fair.FaultKind{verify.FaultMatch}) {
			t.Errorf("drawn again %t: %s, want %s", again, told(r), want)
		}
	}
}

func TestCircle(t *testing.T) {
	h := drawn(t, "abcd2345", rules[0])
	deals := []stored{h.deal(0, 1, true), h.deal(1, 1, true)}
	deals[0].Proof.Draws, deals[0].Proof.Previous = nil, deals[1].Proof.Signature
	r := verify.File(text(t, deals), verify.Evidence{})
	if r.Verdict() != verify.Violated || r.Decks[0].Number != 0 || r.Decks[1].Number != 0 {
		t.Errorf("%s: %d and %d", told(r), r.Decks[0].Number, r.Decks[1].Number)
	}
}

func TestSkips(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(h *host) []stored // the file has the last deal; the evidence has receipts of the others
		want verify.Verdict
		note verify.Remark
	}{
		{"the next", two(nothing, 1), verify.Fair, ""},
		{"decks that were never made", two(func(h *host) { h.made += 20 }, 1), verify.Violated, ""},
		{"decks that were made, and not played", two(func(h *host) {
			for range 20 {
				h.commit(fair.ForDeal, 0)
			}
		}, 1), verify.Unchecked, verify.RemarkUnlinked},
		{"all receipts before it", func(h *host) []stored {
			return []stored{h.deal(0, 1000, false), h.deal(1, 1000, false), h.deal(1, 1000, false)}
		}, verify.Fair, ""},
		{"no receipt before", func(h *host) []stored {
			h.deal(0, 1000, false)
			return []stored{h.deal(1, 1000, false)}
		}, verify.Unchecked, verify.RemarkUnlinked},
		{"a receipt that follows the anchor", two(func(h *host) { h.last = h.anchor.Signature }, 1), verify.Violated, ""},
		{"no draw", func(h *host) []stored {
			h.begin(h.chain, nil)
			return []stored{h.deal(0, 1000, false)}
		}, verify.Unchecked, verify.RemarkNoDraw},
		{"a rematch without a draw", two(func(h *host) {
			h.begin(fair.Chain{Table: "bcde2345", Length: 64}, h.last)
		}, 1), verify.Unchecked, verify.RemarkNoDraw},
	} {
		deals := tt.make(drawn(t, "abcd2345", rules[0]))
		last := len(deals) - 1
		var kept verify.Evidence
		for _, s := range deals[:last] {
			kept.Receipts = append(kept.Receipts, s.Proof.Receipt)
		}
		r := verify.File(text(t, deals[last]), kept)
		own := r.Decks[len(r.Decks)-1]
		if r.Verdict() != tt.want || own.Verdict() != tt.want || tt.note == "" && len(own.Remarks) > 0 || tt.note != "" && !slices.Equal(own.Remarks, []verify.Remark{tt.note}) {
			t.Errorf("%s: %s, want %s and %q", tt.name, told(r), tt.want, tt.note)
		}
		if faults := kinds(r); tt.want == verify.Violated && !slices.Equal(faults, []fair.FaultKind{fair.FaultLink}) {
			t.Errorf("%s: %q", tt.name, faults)
		}
	}
}

func TestOneMatch(t *testing.T) {
	promised := func(h *host, edition int) {
		options, err := h.set.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		h.plan = func(c *fair.Context) { c.Version = fair.RulesVersion(h.set.ID, edition, options) }
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
		make func(*host) []stored
		want verify.Verdict
	}{
		{"as it should be", two(nothing, 1), verify.Fair},
		{"the computer takes over", two(func(h *host) { h.people = []string{"pa", ""} }, 1), verify.Fair},
		{"the same dealer again", two(nothing, 0), verify.Violated},
		{"other people", two(func(h *host) { h.people = []string{"pa", "pc"} }, 1), verify.Violated},
		{"people change seats", two(func(h *host) { h.people = []string{"pb", "pa"} }, 1), verify.Violated},
		{"other options", two(func(h *host) { h.options = engine.Options{"simple": "throw-in"} }, 1), verify.Violated},
		{"other rules", two(func(h *host) { h.set, _ = h.game.RuleSet("strohmandeln/classic") }, 1), verify.Violated},
		{"older rules were promised", two(older, 1), verify.Violated},
		{"older rules were promised, for both", func(h *host) []stored { anew(h); return two(nothing, 1)(h) }, verify.Fair},
		{"older rules settle it", func(h *host) []stored { anew(h); return two(settled, 1)(h) }, verify.Violated},
	} {
		deals := tt.make(drawn(t, "abcd2345", "strohmandeln/extended"))
		first, all := []fair.Receipt{deals[0].Proof.Receipt}, []fair.Receipt{deals[0].Proof.Receipt, deals[1].Proof.Receipt}
		for _, kept := range [][]fair.Receipt{nil, first, all} { // receipts excuse nothing
			r := verify.File(text(t, deals), verify.Evidence{Receipts: kept})
			if r.Verdict() != tt.want || tt.want == verify.Violated && !slices.Equal(kinds(r), []fair.FaultKind{verify.FaultMatch}) {
				t.Errorf("%s, with %d receipts: %s, want %s", tt.name, len(kept), told(r), tt.want)
			}
		}
	}
}

func TestOneMatchAfterHole(t *testing.T) {
	h := drawn(t, "abcd2345", "strohmandeln/extended")
	first, left := h.deal(0, 1000, false), h.deal(1, 1000, false).Proof.Receipt
	h.options = engine.Options{"simple": "throw-in"}
	deals := []stored{first, h.deal(0, 1000, false)}
	for _, kept := range [][]fair.Receipt{nil, {left}} {
		if r := verify.File(text(t, deals), verify.Evidence{Receipts: kept}); !slices.Equal(kinds(r), []fair.FaultKind{verify.FaultMatch}) {
			t.Errorf("with %d receipts: %s", len(kept), told(r))
		}
	}
}

func TestThrownIn(t *testing.T) {
	for n := range 200 {
		h := newHost(t, fmt.Sprint("table", n), "strohmandeln/classic")
		h.options = engine.Options{"simple": "throw-in"}
		h.draw()
		first := h.deal(0, 1000, false)
		if !first.Result.Void() {
			continue
		}
		for dealer, want := range map[engine.Seat]verify.Verdict{0: verify.Fair, 1: verify.Violated} {
			again := *h
			if r := verify.File(text(t, []stored{first, again.deal(dealer, 1000, false)}), verify.Evidence{}); r.Verdict() != want {
				t.Errorf("dealt by seat %d: %s", dealer, told(r))
			}
		}
		return
	}
	t.Error("nothing was thrown in")
}

func TestKept(t *testing.T) {
	h := drawn(t, "abcd2345", rules[0])
	deals := []stored{h.deal(0, 1000, false), h.deal(1, 1000, false), h.deal(0, 1000, false)}
	receipt := func(i int) fair.Receipt { return deals[i].Proof.Receipt }
	false1 := drawn(t, "abcd2345", rules[0])
	false1.deal(0, 0, false)
	false1.texts[1] = "typed late"
	forged := false1.deal(0, 0, false).Proof.Receipt // the same deck, with another level
	false2 := drawn(t, "abcd2345", rules[0])
	false2.begin(fair.Chain{Table: "abcd2345", Length: 64}, nil)
	framed := drawn(t, "abcd2345", rules[0])
	framed.key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize))
	framed.begin(false2.chain, nil)
	ownKey := framed.deal(0, 0, false).Proof.Receipt
	elsewhere := drawn(t, "bcde2345", rules[0]).deal(0, 0, false).Proof.Receipt
	for _, tt := range []struct {
		name  string
		deals []stored
		kept  verify.Evidence
		want  verify.Verdict
		holes []verify.Hole
	}{
		{"nothing", deals, verify.Evidence{}, verify.Fair, nil},
		{"the anchor", deals, verify.Evidence{Anchor: h.anchor.Hash.String()}, verify.Fair, nil},
		{"as people write it", deals, verify.Evidence{Anchor: strings.ToUpper(h.anchor.Short())}, verify.Fair, nil},
		{"too little of it", deals, verify.Evidence{Anchor: h.anchor.Short()[1:]}, verify.Unchecked, nil},
		{"another anchor", deals, verify.Evidence{Anchor: false2.anchor.Hash.String()}, verify.Violated, nil},
		{"the anchor without a proof", []stored{{Record: deals[0].Record}}, verify.Evidence{Anchor: h.anchor.Hash.String()}, verify.Unchecked, nil},
		{"all receipts", deals, verify.Evidence{Receipts: []fair.Receipt{receipt(2), receipt(0), receipt(1)}}, verify.Fair, nil},
		{"another receipt", deals[:2], verify.Evidence{Receipts: []fair.Receipt{forged}}, verify.Violated, nil},
		{"a receipt of another chain", deals, verify.Evidence{Receipts: []fair.Receipt{false2.deal(0, 0, false).Proof.Receipt}}, verify.Violated, []verify.Hole{{"abcd2345", 1, 1, false, false}}},
		{"a receipt of another match", deals, verify.Evidence{Receipts: []fair.Receipt{elsewhere}}, verify.Unchecked, []verify.Hole{{"bcde2345", 1, 3, true, false}}},
		{"receipts of another match and this one", deals, verify.Evidence{Receipts: []fair.Receipt{elsewhere, receipt(0)}}, verify.Fair, []verify.Hole{{"bcde2345", 1, 3, true, false}}},
		{"a deal left out", []stored{deals[0], deals[2]}, verify.Evidence{}, verify.Unchecked, []verify.Hole{{"abcd2345", 3, 3, false, true}}},
		{"a deal left out, but not its receipt", []stored{deals[0], deals[2]}, verify.Evidence{Receipts: []fair.Receipt{receipt(1)}}, verify.Unchecked, []verify.Hole{{"abcd2345", 3, 3, false, true}}},
		{"the first left out", deals[2:], verify.Evidence{}, verify.Unchecked, []verify.Hole{{"abcd2345", 1, 3, false, false}}},
		{"the last left out", deals[:2], verify.Evidence{Receipts: []fair.Receipt{receipt(2)}}, verify.Unchecked, []verify.Hole{{"abcd2345", 4, 4, false, true}}},
		{"the bot's key", deals, verify.Evidence{Keys: []fair.Key{{}, fair.KeyOf(h.key)}}, verify.Fair, nil},
		{"a receipt that a player has signed", deals, verify.Evidence{Receipts: []fair.Receipt{ownKey}, Keys: []fair.Key{fair.KeyOf(h.key)}}, verify.Violated, nil},
		{"another's key", deals, verify.Evidence{Keys: []fair.Key{{}}}, verify.Violated, nil},
		{"twice the same", []stored{deals[0], deals[0]}, verify.Evidence{}, verify.Fair, nil},
		{"none", []stored{}, verify.Evidence{}, verify.Unchecked, nil},
	} {
		r := verify.File(text(t, tt.deals), tt.kept)
		if r.Verdict() != tt.want || !slices.Equal(r.Holes, tt.holes) {
			t.Errorf("%s: got %s with the holes %v, want %s with %v; %v, %v", tt.name, r.Verdict(), r.Holes, tt.want, tt.holes, kinds(r), r.Err)
		}
	}
	if r := verify.File(text(t, deals[0]), verify.Evidence{Receipts: []fair.Receipt{receipt(1)}}); r.Verdict() != verify.Unchecked || len(kinds(r)) > 0 {
		t.Errorf("a receipt that follows: %+v", r)
	}
	if keys := verify.File(text(t, deals), verify.Evidence{Receipts: []fair.Receipt{ownKey}}).Keys(); len(keys) != 2 {
		t.Errorf("the keys of the deals and of another's receipt are %v", keys)
	}
	stray := receipt(1)
	stray.Previous = nil
	stray = h.chain.Commit(h.anchor, stray.Context, nil, h.key)
	if r := verify.File(text(t, deals[0]), verify.Evidence{Receipts: []fair.Receipt{stray}}); !slices.Equal(kinds(r), []fair.FaultKind{fair.FaultLink}) {
		t.Errorf("a receipt that doesn't follow: %v", kinds(r))
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
		if err := json.Unmarshal(text(t, strings.Fields(d.Deck)), &r.Deck); err != nil {
			t.Fatal(err)
		}
		if d.Played.Score != nil {
			r.Result = &engine.Result{Score: d.Played.Score}
		}
		if deals++; verify.Outcome(r) != d.Outcome {
			t.Errorf("the outcome is %q, not %q", verify.Outcome(r), d.Outcome)
		}
	}
	if deals < 5 {
		t.Errorf("only %d deals", deals)
	}
}

func TestParseReceipts(t *testing.T) {
	h := drawn(t, "abcd2345", rules[0])
	s := h.deal(0, 0, false)
	for _, v := range []any{s.Proof.Receipt, []fair.Receipt{s.Proof.Receipt}} {
		if got, err := verify.ParseReceipts(text(t, v)); err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], s.Proof.Receipt) {
			t.Errorf("got %v, %v", got, err)
		}
	}
	forged := s.Proof.Receipt
	forged.Commitment[0]++
	for _, bad := range []string{"", "7", "{", `{"protocol":"tarock-deal-v2"}`, `{"key":"00"}`, string(text(t, forged))} {
		if got, err := verify.ParseReceipts([]byte(bad)); err == nil {
			t.Errorf("%q: got %v", bad, got)
		}
	}
}

func TestRemarks(t *testing.T) {
	older := func(edition int, named ...int) func(*host) any {
		return func(h *host) any {
			options, _ := h.set.Complete(nil)
			h.plan = func(c *fair.Context) { c.Version = fair.RulesVersion(h.set.ID, append(named, edition)[0], options) }
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
			return json.RawMessage(bytes.Replace(text(h.t, h.deal(0, 1000, false)), []byte(from), []byte(to), 1))
		}
	}
	for _, tt := range []struct {
		name string
		make func(h *host) any
		want verify.Verdict
		note verify.Remark
	}{
		{"a record alone", func(h *host) any { return h.deal(0, 1000, false).Record }, verify.Unchecked, verify.RemarkNoProof},
		{"another protocol", edited(fair.Version, "tarock-deal-v2"), verify.Unchecked, verify.RemarkProtocol},
		{"another format", edited(engine.RecordFormat, "chess"), verify.Unchecked, verify.RemarkUnreadable},
		{"unknown rules", edited(rules[0], "bridge/rubber"), verify.Unchecked, verify.RemarkUnreadable},
		{"no proof at all", edited(`"protocol": `, `"protocol": 7, "x": `), verify.Unchecked, verify.RemarkUnreadable},
		{"a key of another length", edited(`"revealed_by": "`, `"revealed_by": "00`), verify.Unchecked, verify.RemarkUnreadable},
		{"a receipt", func(h *host) any { return h.deal(0, 0, false).Proof.Receipt }, verify.Unchecked, verify.RemarkReceipt},
		{"an unknown card", edited(`"deck": [`, `"deck": ["JOKER",`), verify.Unchecked, verify.RemarkUnreadable},
		{"a text erased", func(h *host) any {
			h.texts = []string{"both", "cut"}
			s := h.deal(0, 1000, false)
			s.Proof.Cuts[0].Text = nil
			if level := s.Proof.EffectiveLevel(); level != fair.ByHost {
				h.t.Errorf("a deck with an erased text has level %d", level)
			}
			return s
		}, verify.Fair, verify.RemarkErased},
		{"broken off", func(h *host) any { return h.deal(0, 5, false) }, verify.Fair, verify.RemarkNoResult},
		{"over, without a result", func(h *host) any {
			s := h.deal(0, 1000, false)
			s.Result = nil
			return h.reveal(s)
		}, verify.Violated, ""},
		{"another result by older rules", older(engine.FirstEdition), verify.Unchecked, verify.RemarkOlder},
		{"newer rules", older(engine.Edition + 1), verify.Unchecked, verify.RemarkNewer},
		{"new rules came while it was played", older(engine.Edition, engine.FirstEdition), verify.Violated, ""},
		{"rules that it wasn't dealt by", older(engine.Edition+1, engine.Edition), verify.Violated, verify.RemarkNewer},
	} {
		r := verify.File(text(t, tt.make(drawn(t, "abcd2345", rules[0]))), verify.Evidence{})
		if got := r.Verdict(); got != tt.want || tt.note != "" && !slices.Equal(r.Decks[len(r.Decks)-1].Remarks, []verify.Remark{tt.note}) {
			t.Errorf("%s: got %s, %v, want %s, %s", tt.name, got, r.Decks, tt.want, tt.note)
		}
		if tt.note != "" && !slices.Contains(verify.Remarks(), tt.note) {
			t.Errorf("%q isn't listed", tt.note)
		}
	}
	for _, bad := range []string{"", "hello", "{", "[]", "7"} {
		if r := verify.File([]byte(bad), verify.Evidence{}); r.Verdict() != verify.Unchecked {
			t.Errorf("%q: %+v", bad, r)
		}
	}
	h := drawn(t, "abcd2345", rules[0])
	cut := text(t, []stored{h.deal(0, 0, false), h.deal(1, 0, false)})
	if r := verify.File(cut[:len(cut)-10], verify.Evidence{}); r.Verdict() != verify.Unchecked || len(r.Decks) != 2 || r.Err == nil {
		t.Errorf("a file that is cut off: %+v", r)
	}
}

func TestBounds(t *testing.T) {
	s := drawn(t, "abcd2345", rules[0]).deal(0, 0, false)
	s.Proof.Draws = make([]fair.Proof, 1000)
	r := verify.File(text(t, s), verify.Evidence{})
	own := verify.Report{Decks: r.Decks[len(r.Decks)-1:]}
	if !slices.Equal(kinds(own), []fair.FaultKind{verify.FaultDraw}) || len(r.Decks) > 50 {
		t.Errorf("%d of 1000 draws are checked; the deal's faults are %q", len(r.Decks), kinds(own))
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
