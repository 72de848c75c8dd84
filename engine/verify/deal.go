package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/games"
)

// deal is a parsed deal of a file.
type deal struct {
	number  int // its place in the file, from 1
	record  engine.Record
	game    engine.Game
	set     engine.RuleSet
	proof   fair.Proof
	edition int // of the rules, see editionCommitted
}

// unchecked says why a deal can't be checked.
type unchecked struct {
	remark Remark
	err    error // what can't be read; nil if all can
}

// maxDraws is the largest number of draws that are checked for a deal. A draw is repeated only if it is level, so honest
// hosts need far fewer.
const maxDraws = 32

// leastLength is the length of the shortest accepted chain. A host that could end chains early could choose the next
// chain knowing the texts that players have typed.
const leastLength = fair.ChainLength / 8

// checkDeal checks a deal and the draws before it, and returns the deck of each. number is the deal's place in the file,
// from 1.
func checkDeal(number int, text []byte) (decks []Deck) {
	d := deal{number: number}
	why := d.parseRecord(text)
	if why == nil {
		why = d.parseProof(text)
	}
	if why != nil {
		return []Deck{{Deal: number, Rules: d.record.Rules, Remarks: []Remark{why.remark}, Err: why.err}}
	}
	for i := range d.proof.Draws[:min(len(d.proof.Draws), maxDraws)] {
		decks = append(decks, d.newDeck(&d.proof.Draws[i], d.checkDraw(i)))
	}
	faults, remark := replay(d.record)
	own := d.newDeck(&d.proof, slices.Concat(d.proof.Check(Outcome(d.record)), d.compare(), faults))
	own.deal = &d
	own.addRemark(remark)
	return append(decks, own)
}

// parseRecord sets the record, the game and the rule set. It returns nil if it could.
func (d *deal) parseRecord(text []byte) *unchecked {
	rules, err := engine.RecordRules(text)
	if err != nil {
		if _, notReceipt := ParseReceipts(text); notReceipt == nil {
			return &unchecked{remark: RemarkReceipt}
		}
		return &unchecked{RemarkUnreadable, err}
	}
	if d.game, err = games.ByRules(rules); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	d.set, _ = d.game.RuleSet(rules) // ByRules found it there
	if d.record, err = engine.ParseRecord(text); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	return nil
}

// parseProof sets the proof and the edition. It returns nil if it could.
func (d *deal) parseProof(text []byte) *unchecked {
	var beside struct{ Proof *json.RawMessage }
	if err := json.Unmarshal(text, &beside); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	if beside.Proof == nil {
		return &unchecked{remark: RemarkNoProof}
	}
	var head struct{ Protocol string } // decoded first, because proofs of other protocols may have another form
	if err := json.Unmarshal(*beside.Proof, &head); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	if head.Protocol != fair.Version {
		return &unchecked{RemarkProtocol, fmt.Errorf("verify: the protocol is %.40q, not %q", head.Protocol, fair.Version)}
	}
	if err := json.Unmarshal(*beside.Proof, &d.proof); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	d.edition = d.editionCommitted()
	return nil
}

// newDeck returns a checked deck of the deal or of one of its draws, with its faults and the remarks about its proof.
func (d *deal) newDeck(p *fair.Proof, faults fair.Faults) Deck {
	deck := Deck{Deal: d.number, Rules: d.record.Rules, Proof: p, Faults: faults}
	if slices.ContainsFunc(p.Cuts, func(c fair.Cut) bool { return c.Text == nil }) {
		deck.addRemark(RemarkErased)
	}
	if p.Context.Level > fair.ByCutter {
		deck.addRemark(RemarkUnbound)
	}
	return deck
}

// compare returns a fault for each difference between the proof and the record.
func (d *deal) compare() (f fair.Faults) {
	c, r, pack := d.proof.Context, d.record, d.set.Cards()
	f.Require(c.Kind == fair.ForDeal, FaultRecord, "the deck is for a %.40q, not a deal", c.Kind)
	f.Require(c.Rules == r.Rules, FaultRecord, "the proof is for the rules %.40q", c.Rules)
	f.Require(d.edition > 0, FaultRecord, "the proof is for other options, or another edition of the rules")
	f.Require(r.Options != nil, FaultRecord, "the options are missing")
	f.Require(c.Dealer == int(r.Dealer), FaultRecord, "the proof is for dealer %d", c.Dealer)
	f.Require(len(c.Seats) == d.game.Seats, FaultRecord, "the proof is for %d seats", len(c.Seats))
	f.Require(c.Order == fair.OrderOf(pack), FaultRecord, "the proof is for the pack %.40q", c.Order)
	f.Require(d.proof.Anchor.Length >= leastLength, fair.FaultAnchor, "a chain of only %d decks", d.proof.Anchor.Length)
	draws := len(d.proof.Draws)
	f.Require(draws <= maxDraws, FaultDraw, "%d draws", draws)
	f.Require(draws == 0 || c.Number == draws+1, FaultDraw, "draws for deck %d, which isn't the first", c.Number)
	f.Require(slices.Equal(r.Deck, d.proof.Deck(pack)), FaultDeck, "the deck isn't what the proof leads to")
	return f
}

// editionCommitted returns the edition of the rules that the receipt commits to; 0 if the receipt fits no edition with
// the record's rules and options. An update may have come while the deal was played, so the edition named in the
// receipt may be older than the record's.
func (d *deal) editionCommitted() int {
	r := d.record
	oldest := min(r.Edition, engine.FirstEdition)
	if r.Newer() {
		oldest = r.Edition // the editions between are unknown, and a forged record may claim many
	}
	for edition := oldest; edition <= r.Edition; edition++ {
		if d.proof.Context.Version == fair.RulesVersion(r.Rules, edition, r.Options) {
			return edition
		}
	}
	return 0
}

// nextDealer returns the dealer of the next deal; Nobody if this deal has no result.
func (d *deal) nextDealer() engine.Seat {
	if d.record.Result == nil {
		return engine.Nobody
	}
	match := engine.Setup{Rules: d.record.Rules, Options: d.record.Options, First: d.record.Dealer}
	return d.game.Next(match, []engine.Result{*d.record.Result}).Dealer
}

// replay plays the deal again and compares the result. The remark says what can't be compared; "" if all was.
func replay(r engine.Record) (f fair.Faults, remark Remark) {
	if r.Newer() {
		return nil, RemarkNewer
	}
	again, err := games.Replay(r)
	if err != nil {
		f.Add(FaultMoves, "%v", err)
		return f, ""
	}
	switch result := again.Result(); {
	case result == nil && r.Result == nil:
		return nil, RemarkNoResult
	case r.Result == nil:
		f.Add(FaultResult, "the deal is over, but has no result")
	case result == nil:
		f.Add(FaultResult, "the deal is not over, but has a result")
	case r.Older() && !result.Matches(*r.Result):
		return nil, RemarkOlder
	default:
		f.Require(result.Matches(*r.Result), FaultResult, "the rules make another result of the moves")
	}
	return f, ""
}

// checkDraw returns the faults of the draw with index i, in which each seat got a card. The last draw must choose the
// dealer, and the draws before it must choose none.
func (d *deal) checkDraw(i int) fair.Faults {
	p, pack := d.proof.Draws[i], d.set.Cards()
	deck := p.Deck(pack)
	f := p.Check(fair.TextOf(deck))
	want := d.proof.Context // of the deal; changed to the draw's below
	want.Kind, want.Number, want.Dealer = fair.ForDraw, want.Number-len(d.proof.Draws)+i, 0
	want.Level, want.Beacon = p.Context.Level, p.Context.Beacon
	f.Require(bytes.Equal(want.Bytes(), p.Context.Bytes()), FaultDraw, "the draw isn't for this deal")
	first, decided := engine.CutForDeal(deck[:d.game.Seats])
	last := i == len(d.proof.Draws)-1
	f.Require(decided == last && (!last || first == d.record.Dealer),
		FaultDraw, "the cards drawn don't make seat %d the dealer", d.record.Dealer+1)
	f.Require(len(p.Draws) == 0, FaultDraw, "there are draws for a draw")
	return f
}
