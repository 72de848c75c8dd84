package engine_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/engine/illustrated"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/strohmandeln"
)

var leavingDeals = flag.Int("leaving-deals", 150, "how many random deals are left, by every rule set with its first and its last options")

// outcome is what RULES decide of an item when somebody leaves; its value is not
// looked at.
type outcome struct {
	Item   engine.Word
	By     engine.Seat
	Won    bool
	Silent bool
}

// leftDeal is a random deal, with what its players have seen of it.
type leftDeal struct {
	*engine.Deal
	random *rand.Rand
	packet card.Set // taken from the talon
	shown  map[string]int
}

// TestLeavingRandomDeals: wherever a random deal is left, whoever leaves, what was
// decided before is settled as it was decided and what was open by the game's rule.
// Both are found here anew, from what everybody has seen.
func TestLeavingRandomDeals(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		for i, set := range g.Rules {
			for j, options := range []engine.Options{nil, lastOptions(set)} {
				t.Run(fmt.Sprint(set.ID, "/", j), func(t *testing.T) {
					t.Parallel()
					random := rand.New(rand.NewPCG(uint64(i), uint64(j)))
					shown := map[string]int{}
					for range *leavingDeals {
						playLeaving(t, &leftDeal{Deal: randomDeal(t, random, g, set, options), random: random, shown: shown})
					}
					for _, what := range mustShow(t, set.ID, len(options) > 0) {
						if shown[what] == 0 {
							t.Errorf("no deal was left with %s; only %v", what, shown)
						}
					}
				})
			}
		}
	}
}

// lastOptions are all options at their last value.
func lastOptions(set engine.RuleSet) engine.Options {
	options := engine.Options{}
	for _, o := range set.Options {
		options[o.ID] = o.Values[len(o.Values)-1]
	}
	return options
}

// mustShow is what the random deals must have shown, or the test proves nothing. Where
// the Pagat alone can be announced no bird has won while there is still something to
// leave; Löw has the Uhu as an option.
func mustShow(t *testing.T, rules string, options bool) []string {
	t.Helper()
	birds := []string{"a bird lost", "a bird open", "points open"}
	if rules != illustrated.MayrSedlaczek && (rules != illustrated.Loew || options) {
		birds = append(birds, "a bird won")
	}
	switch rules {
	case kosakeln.Bamberger:
		return append(birds, "a Without lost", "a Without open", "a Valat lost", "a Valat open", "a silent bird")
	case kosakeln.Spieleversum:
		return append(birds, "a Without open", "a Valat lost", "a Valat open", "cards held", "a silent bird")
	case illustrated.Loew:
		return append(birds, "cards held", "a partner's open")
	case illustrated.Beck, kosakeln.Beck:
		return append(birds, "a Without open", "a Valat lost", "a Valat open")
	case illustrated.MayrSedlaczek:
		return append(birds, "a Without lost", "a Without open", "a Valat lost", "a Valat open")
	case strohmandeln.Classic:
		return []string{"cards declared"}
	case strohmandeln.Extended:
		return []string{"cards gathered", "a silent bird", "Rostopschin begun", "Rostopschin made", "Rostopschin failed"}
	case strohmandeln.Forty:
		return []string{"cards gathered", "Rostopschin begun", "Rostopschin made", "Rostopschin failed"}
	default:
		t.Fatalf("say here what this rule set must show: %s", rules)
		return nil
	}
}

func randomDeal(t *testing.T, random *rand.Rand, g engine.Game, set engine.RuleSet, o engine.Options) *engine.Deal {
	t.Helper()
	deck := set.Cards().Cards()
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	deal, err := engine.NewDeal(g, set.ID, o, engine.Cards{Deck: deck, Dealer: engine.Seat(random.IntN(g.Seats))})
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

// playLeaving plays to the end, and on the way lets everybody leave copies.
func playLeaving(t *testing.T, d *leftDeal) {
	t.Helper()
	for d.Waiting() != 0 {
		if d.random.IntN(6) == 0 {
			for s := range engine.Seat(d.Game().Seats) {
				d.leave(t, s)
			}
		}
		for s := range d.Waiting().All() {
			events, err := d.Act(s, d.choose(d.Prompt(s)))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range events {
				if taken, ok := e.(engine.TalonTaken); ok {
					d.packet = taken.Cards
				}
			}
			break
		}
	}
}

// choose is a random one of what the prompt offers; birds are seldom given up, and
// what can be announced or said often is.
func (d *leftDeal) choose(p engine.Prompt) engine.Action {
	if n := len(p.Choices); n > 0 && (p.Pick.Verb == 0 || d.random.IntN(4) > 0) {
		return p.Choices[d.random.IntN(n)]
	}
	chosen, from := p.Pick.Must, p.Pick.From&^p.Pick.Must
	if rest := from &^ card.Birds; p.Pick.Verb == engine.PlayCard && rest != 0 && d.random.IntN(20) > 0 {
		from = rest
	}
	for chosen.Len() < p.Pick.Min {
		chosen |= from.Nth(d.random.IntN(from.Len())).Bit()
		from &^= chosen
	}
	return engine.Action{Verb: p.Pick.Verb, Cards: chosen}
}

// leave lets the seat leave a copy, and compares the result with the rules.
func (d *leftDeal) leave(t *testing.T, leaver engine.Seat) {
	t.Helper()
	left := d.Deal.Clone()
	how := []engine.Verb{engine.Resign, engine.Timeout}[d.random.IntN(2)]
	mustAct(t, left, leaver, engine.Say(how, 0))
	var got []outcome
	for _, i := range left.Result().Items {
		got = append(got, outcome{i.Item, i.By, i.Won, i.Silent})
		d.checkExcess(t, i, leaver)
	}
	want := d.settled(leaver)
	if sorted(got); !slices.Equal(got, sorted(want)) {
		t.Fatalf("seat %d leaves after %v:\n got %+v\nwant %+v", leaver, d.Moves(), got, want)
	}
}

func sorted(list []outcome) []outcome {
	slices.SortFunc(list, func(a, b outcome) int { return cmp.Or(cmp.Compare(a.Item, b.Item), cmp.Compare(a.By, b.By)) })
	return list
}

// settled is what the rules make of the deal if the seat leaves now.
func (d *leftDeal) settled(leaver engine.Seat) []outcome {
	table := d.PublicView()
	switch {
	case d.Game().ID == strohmandeln.Game.ID:
		return d.settledStrohmandeln(table, leaver)
	case table.Contract == engine.Trischaken:
		return d.others(leaver, engine.Trischaken, outcome{Item: engine.Trischaken, By: leaver})
	case table.Declarer == engine.Nobody:
		return d.others(leaver, engine.TheGame)
	}
	all := []outcome{{Item: engine.TheGame, By: table.Declarer, Won: leaver != table.Declarer}}
	for _, c := range table.Claims[1:] {
		won, counts := d.claim(table, c, leaver)
		switch {
		case c.Bonus == engine.Valat && againstEachOther(table.Rules):
			all[0] = outcome{Item: engine.Valat, By: c.Seat, Won: won}
		case counts:
			all = append(all, outcome{Item: c.Bonus, By: c.Seat, Won: won})
		}
	}
	if againstEachOther(table.Rules) {
		all = append(all, d.silentBirds(table, leaver, engine.Pagat, engine.Uhu, engine.Pelikan, engine.Quapil)...)
	}
	return all
}

// againstEachOther says whether two settle against each other by the rule set.
func againstEachOther(rules string) bool {
	return rules == kosakeln.Bamberger || rules == kosakeln.Spieleversum
}

// others is an item won by everybody but the leaver, after what is given.
func (d *leftDeal) others(leaver engine.Seat, item engine.Word, all ...outcome) []outcome {
	for s := range engine.Seat(d.Game().Seats) {
		if s != leaver {
			all = append(all, outcome{Item: item, By: s, Won: true})
		}
	}
	return all
}

// claim is how an announcement is settled, if it counts.
func (d *leftDeal) claim(table engine.PublicView, c engine.Claim, leaver engine.Seat) (won, counts bool) {
	name, fate := d.fate(table, c)
	switch {
	case fate != "open":
		d.shown[name+" "+fate]++
		return fate == "won" || fate == "held", true
	case c.Seat == leaver:
	case (c.Seat == table.Declarer) == (leaver == table.Declarer):
		d.shown["a partner's open"]++
		return false, false
	default:
		won = true
	}
	d.shown[name+" open"]++
	return won, true
}

// fate is what has become of an announcement, and what it is.
func (d *leftDeal) fate(table engine.PublicView, c engine.Claim) (name, fate string) {
	switch c.Bonus {
	case engine.Trull, engine.Kings, engine.Birds, engine.TwoTrull:
		return "cards", "held"
	case engine.Absolute, engine.Panzer:
		return "points", "open"
	case engine.Valat:
		for i := range table.Tricks {
			if taker(&table.Tricks[i], d.Game().Seats) != c.Seat {
				return "a Valat", "lost"
			}
		}
		return "a Valat", "open"
	case engine.WithoutTrull, engine.WithoutKings:
		forbidden := map[engine.Word]card.Set{engine.WithoutTrull: card.Trull, engine.WithoutKings: card.Kings}[c.Bonus]
		if d.packet&forbidden != 0 && (table.Rules == kosakeln.Bamberger || table.Rules == illustrated.MayrSedlaczek) {
			return "a Without", "lost"
		}
		return "a Without", "open"
	default:
		return "a bird", d.birdFate(table, c)
	}
}

// birdFate follows the bird through what was put away openly and all tricks.
func (d *leftDeal) birdFate(table engine.PublicView, c engine.Claim) string {
	const tricks = 16
	n := map[engine.Word]int{engine.Pagat: 1, engine.Uhu: 2, engine.Pelikan: 3, engine.Quapil: 4}[c.Bonus]
	bird, due := card.Card(n-1), tricks-n
	if c.Seat == table.Declarer && table.DeclarerDiscards.Tarocks.Has(bird) {
		return "lost"
	}
	for i := range table.Tricks {
		trick := &table.Tricks[i]
		switch fell := trick.Set().Has(bird); {
		case i == due && fell && trick.Cards[trick.Best()] == bird:
			return "won"
		case i == due, fell:
			return "lost"
		}
	}
	if table.Trick.Set().Has(bird) && len(table.Tricks) != due {
		return "lost"
	}
	return "open"
}

// taker is who has taken a whole trick of so many seats.
func taker(trick *engine.Trick, seats int) engine.Seat {
	return engine.Seat((int(trick.Lead) + trick.Best()) % seats)
}

// silentBirds are those that have won their tricks for one who stays, unannounced;
// the first is due in the last trick.
func (d *leftDeal) silentBirds(table engine.PublicView, leaver engine.Seat, birds ...engine.Word) (all []outcome) {
	total := d.Rules().Cards().Len() / 2
	if table.Piles == nil {
		total = 16
	}
	for _, bird := range birds {
		c := card.Card(bird - engine.Pagat)
		due := total - 1 - int(c)
		if due >= len(table.Tricks) || table.Tricks[due].Cards[table.Tricks[due].Best()] != c {
			continue
		}
		by := taker(&table.Tricks[due], d.Game().Seats)
		said := slices.ContainsFunc(table.Claims, func(c engine.Claim) bool { return c.Seat == by && c.Bonus == bird })
		if by != leaver && !said {
			d.shown["a silent bird"]++
			all = append(all, outcome{Item: bird, By: by, Won: true, Silent: true})
		}
	}
	return all
}

// settledStrohmandeln: the game and what the other side has realized.
func (d *leftDeal) settledStrohmandeln(table engine.PublicView, leaver engine.Seat) []outcome {
	stays := 1 - leaver
	all := []outcome{{Item: engine.TheGame, By: stays, Won: true}}
	if table.Declarer == leaver {
		all[0] = outcome{Item: engine.TheGame, By: leaver}
	}
	for _, c := range table.Claims {
		if c.Seat == stays && (c.Bonus == engine.Trull || c.Bonus == engine.Kings) {
			d.shown["cards declared"]++
			all = append(all, outcome{Item: c.Bonus, By: stays, Won: true})
		}
	}
	if table.Rules != strohmandeln.Classic {
		all = append(all, d.gathered(table, stays)...)
		all = append(all, d.rostopschin(table, leaver)...)
	}
	if table.Rules == strohmandeln.Extended {
		all = append(all, d.silentBirds(table, leaver, engine.Uhu, engine.Pelikan)...)
	}
	return all
}

// gathered are Trull and kings complete in the seat's tricks.
func (d *leftDeal) gathered(table engine.PublicView, s engine.Seat) (all []outcome) {
	var cards card.Set
	for i := range table.Tricks {
		if taker(&table.Tricks[i], 2) == s {
			cards |= table.Tricks[i].Set()
		}
	}
	for word, set := range map[engine.Word]card.Set{engine.Trull: card.Trull, engine.Kings: card.Kings} {
		if cards.Holds(set) {
			d.shown["cards gathered"]++
			all = append(all, outcome{Item: word, By: s, Won: true, Silent: true})
		}
	}
	return all
}

// rostopschin is what "Ross!" has come to, if it counts for the one who stays.
func (d *leftDeal) rostopschin(table engine.PublicView, leaver engine.Seat) []outcome {
	var plays []engine.Move
	for _, m := range d.Moves() {
		if m.Action.Verb == engine.PlayCard {
			plays = append(plays, m)
		}
	}
	at := slices.IndexFunc(plays, func(m engine.Move) bool { return m.Action.Word == engine.Ross })
	if at < 0 {
		return nil
	}
	by, trick := plays[at].Seat, at/2
	took := func(i int) bool { return taker(&table.Tricks[i], 2) == by }
	fate := "begun"
	switch lead := 2 * (trick + 1); {
	case len(table.Tricks) > trick && !took(trick),
		len(plays) > lead && plays[lead].Action.Word != engine.Topschin,
		len(table.Tricks) > trick+1 && !took(trick+1):
		fate = "failed"
	case len(table.Tricks) > trick+1:
		fate = "made"
	}
	d.shown["Rostopschin "+fate]++
	switch {
	case by == leaver && fate != "made":
		return []outcome{{Item: engine.Rostopschin, By: by}}
	case by != leaver && fate == "made":
		return []outcome{{Item: engine.Rostopschin, By: by, Won: true}}
	default:
		return nil
	}
}

// checkExcess: where scores only add up E is how far the side that is given the game is
// past 35, with all cards that are not the other's yet, and at least 1.
func (d *leftDeal) checkExcess(t *testing.T, game engine.Item, leaver engine.Seat) {
	t.Helper()
	table := d.PublicView()
	if game.Item != engine.TheGame || table.Declarer == engine.Nobody || d.Game().ID == strohmandeln.Game.ID || againstEachOther(table.Rules) {
		return
	}
	kept := 0
	for s := range engine.Seat(d.Game().Seats) {
		if (s == table.Declarer) == (leaver == table.Declarer) {
			kept += table.Thirds[s] + d.aside(table, s)
		}
	}
	if leaver != table.Declarer {
		kept += card.SetOf(d.talon()...).Thirds() - d.packet.Thirds()
	}
	want := max(1, (210-kept+1)/3-35)
	if table.Rules == illustrated.Loew && slices.ContainsFunc(table.Claims, func(c engine.Claim) bool { return c.Bonus == engine.Panzer }) {
		want = 0
	}
	if game.Excess != want {
		t.Errorf("seat %d leaves after %v: E is %d, want %d", leaver, d.Moves(), game.Excess, want)
	}
}

// aside counts what the seat has put away, and left of its personal talon.
func (d *leftDeal) aside(table engine.PublicView, s engine.Seat) (thirds int) {
	for _, m := range d.Moves() {
		if m.Seat == s && (m.Action.Verb == engine.Discard || m.Action.Verb == engine.Exchange) {
			thirds += m.Action.Cards.Thirds()
		}
	}
	if table.Exchange == nil || table.PickedFirst {
		return thirds
	}
	for _, place := range d.places().Personal[s][table.Exchange[s].N:] {
		thirds += d.Record().Deck[place].Bit().Thirds()
	}
	return thirds
}

// talon is the six cards that were dealt to the middle.
func (d *leftDeal) talon() (cards []card.Card) {
	for _, place := range d.places().Talon {
		cards = append(cards, d.Record().Deck[place])
	}
	return cards
}

// places is where the cards of the deck went.
func (d *leftDeal) places() engine.Places {
	record := d.Record()
	return d.Game().Places(record.Rules, record.Dealer)
}
